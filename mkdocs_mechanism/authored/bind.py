"""A clean drawing + a mechanism -> where each target stands in it, or what is missing.

Every target of the document must be an element of the drawing. From here on all places are px of the drawing as it is
shown: `Bound.width` wide, whatever the units of the file are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..diagnostics import quote
from ..document.model import Edge, Mechanism, Node
from ..drawing.geometry import Box, Path, Point
from ..suggestions import suggestion
from .matrices import Matrix, numbers
from .shapes import (
    HIDDEN,
    Place,
    below,
    joined,
    length,
    moved,
    outlines,
    places,
    reach,
    reversed_path,
    words_of,
)
from .tree import Art, Element

WIDE, NARROW = 656.0, 328.0
"""Width of the stage in a column of text and on a phone, px."""
GROWTH = 1.25
"""By how much a small drawing may grow to fill its stage."""
LEGIBLE = 11.0
"""Least size of type, px; a drawing that would fall below it scrolls."""
LINES = ("line", "path", "polyline")
"""What carries a token."""
CAN_ACT = frozenset(
    {
        *("a", "circle", "ellipse", "foreignObject", "g", "image", "line", "path", "polygon", "polyline", "rect"),
        *("svg", "switch", "text", "use"),
    }
)
"""Elements that can be animated: they stand where a `g` may stand."""
PLAIN = "plain"
"""Value of `data-mechanism` on a target's element that keeps its own look in every state."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What keeps a target from being bound."""

    target: str
    """Its name; empty for what is wrong with the drawing as a whole."""
    line: int
    """Line of the drawing, or 0."""
    message: str
    hint: str


@dataclass(frozen=True, slots=True)
class BoundNode:
    """A node and the room that its element takes."""

    index: int
    name: str
    id: str
    box: Box
    is_round: bool
    """True for a circle or an ellipse."""
    is_plain: bool


@dataclass(frozen=True, slots=True)
class BoundEdge:
    """An edge and the line that carries its token."""

    index: int
    name: str
    id: str
    tail: str
    head: str
    route: Path
    width: float
    """Of the author's own line, px."""
    undo: Matrix
    """From px of the drawing to the coordinates that the element stands in."""
    markers: tuple[tuple[str, str], ...]
    """`marker-end` and the like, to the id of the marker."""
    heads: tuple[str, ...]
    """Path data of arrowheads that are shapes beside the line."""
    is_plain: bool


@dataclass(frozen=True, slots=True)
class Bound:
    """A drawing with its targets."""

    art: Art
    width: float
    height: float
    most: float
    """Width up to which it may grow, px."""
    least: float
    """Width below which its words could no longer be read, px."""
    nodes: tuple[BoundNode, ...]
    edges: tuple[BoundEdge, ...]
    is_narrow: bool = False


def bind(art: Art, mechanism: Mechanism, *, is_narrow: bool = False) -> tuple[Bound | None, tuple[Fault, ...]]:
    """Return the drawing with every target in its place, or everything that is missing.

    Args:
        art: the clean drawing.
        mechanism: whose targets are looked for, by their ids.
        is_narrow: True for a drawing that is made for a phone.
    """
    size = _size(art.root)
    if size is None:
        hint = "give the svg element a viewBox, or width and height in px"
        return None, (Fault("", art.root.line, "the drawing has no size", hint),)
    frame, natural = size
    width = min(NARROW if is_narrow else WIDE, natural)
    scale = width / frame.width
    ground = Matrix(scale, 0, 0, scale, -frame.x * scale, -frame.y * scale)
    return _Binder(art, mechanism, ground, width, natural, frame.height * scale, is_narrow).bound()


class _Binder:
    def __init__(
        self,
        art: Art,
        mechanism: Mechanism,
        ground: Matrix,
        width: float,
        natural: float,
        height: float,
        is_narrow: bool,  # private
    ) -> None:
        self.art, self.mechanism = art, mechanism
        self.width, self.natural, self.height, self.is_narrow = width, natural, height, is_narrow
        self.all = list(places(art.root, ground))
        self.places: dict[str, Place] = {}
        for place in self.all:
            self.places.setdefault(place.element.get("id"), place)
        self.places.pop("", None)
        self.elements = {name: place.element for name, place in self.places.items()}
        self.faults: list[Fault] = []

    def bound(self) -> tuple[Bound | None, tuple[Fault, ...]]:
        nodes = [self._node(index, node) for index, node in enumerate(self.mechanism.nodes.values())]
        boxes = {node.name: node.box for node in nodes if node is not None}
        edges = [self._edge(index, edge, boxes) for index, edge in enumerate(self.mechanism.edges.values())]
        if self.faults:
            return None, tuple(self.faults)
        least = min(self.width * LEGIBLE / self._type(), self.natural) if self._type() else 0.0
        most = self.natural if self.natural > WIDE else self.width * GROWTH
        bound = Bound(
            self.art,
            round(self.width, 2),
            round(self.height, 2),
            round(most, 2),
            round(min(least, most), 2),
            tuple(node for node in nodes if node is not None),
            tuple(edge for edge in edges if edge is not None),
            self.is_narrow,
        )
        return bound, ()

    def _type(self) -> float:
        """Return the smallest size of type that the drawing is shown with, px; 0 where it has no words."""
        sizes = [
            length(place.style.get("font-size", "16"), 16.0) * place.own.scale
            for place in self.all
            if place.element.tag == "text" and place.is_drawn and words_of(place.element)
        ]
        return min((size for size in sizes if size > 0), default=0.0)

    def _target(self, target: Node | Edge) -> Place | None:
        place = self.places.get(target.id)
        what = "node" if isinstance(target, Node) else "edge"
        if place is None:
            message = f"{what} {quote(target.name)} has the id {quote(target.id)}, which the drawing does not have"
            named = sorted(name for name, other in self.places.items() if other.element.tag in CAN_ACT)
            hint = suggestion(target.id, named, "ids of the drawing")
            self.faults.append(Fault(target.name, 0, message, hint or "give its element this id"))
            return None
        tag = place.element.tag
        if tag not in CAN_ACT:
            message = f"{what} {quote(target.name)} is bound to a {quote(tag)} element, which can't be animated"
            hint = "put the id on a shape, a group or a text"
        elif not place.is_drawn:
            message = f"{what} {quote(target.name)} is bound to an element that is not drawn"
            hint = f"move it out of {_list(HIDDEN & {'defs', 'symbol', 'clipPath', 'mask'})}, or show it"
        else:
            return place
        self.faults.append(Fault(target.name, place.element.line, message, hint))
        return None

    def _node(self, index: int, node: Node) -> BoundNode | None:
        place = self._target(node)
        if place is None:
            return None
        points = list(reach(place, self.elements))
        if not points or not all(math.isfinite(value) for point in points for value in point):
            message = f"node {quote(node.name)} is bound to an element that takes no room"
            self.faults.append(
                Fault(node.name, place.element.line, message, "put the id on a shape, a group or a text that is seen")
            )
            return None
        xs, ys = [point.x for point in points], [point.y for point in points]
        box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        shape = place.element
        return BoundNode(index, node.name, node.id, box, _is_round(shape, box, place), _is_plain(shape))

    def _edge(self, index: int, edge: Edge, boxes: Mapping[str, Box]) -> BoundEdge | None:
        place = self._target(edge)
        if place is None:
            return None
        line = next((each for each in _inside(place) if each.element.tag in LINES and outlines(each.element)), None)
        undo = place.parent.inverse()
        route = joined([moved(path, line.own) for path in outlines(line.element)]) if line is not None else None
        if line is None or route is None or undo is None or not 0.5 < route.length() < math.inf:
            message = f"edge {quote(edge.name)} is bound to an element without a line that a token could follow"
            hint = "put the id on a path, a line or a polyline, or on a group that holds one"
            self.faults.append(Fault(edge.name, place.element.line, message, hint))
            return None
        tail, head = boxes.get(edge.tail or ""), boxes.get(edge.head or "")
        if tail is not None and head is not None and _runs_backwards(route, tail, head):
            route = reversed_path(route)
        return BoundEdge(
            index,
            edge.name,
            edge.id,
            edge.tail or "",
            edge.head or "",
            route,
            length(line.style.get("stroke-width", "1"), 1.0) * line.own.scale,
            undo,
            tuple(_markers(line, self.elements)),
            tuple(_heads(place, line)),
            _is_plain(place.element),
        )


def _list(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


def _size(root: Element) -> tuple[Box, float] | None:
    """Return the part of the plane that is drawn, and the width in px that the author gave it."""
    wide, high = length(root.get("width")), length(root.get("height"))
    box = numbers(root.get("viewBox"))
    if len(box) == 4 and box[2] > 0 and box[3] > 0 and all(map(math.isfinite, box)):
        return Box(*box), wide if wide > 0 else box[2]
    return (Box(0, 0, wide, high), wide) if wide > 0 and high > 0 else None


def _inside(place: Place) -> Iterator[Place]:
    yield place
    yield from below(place)


def _is_plain(element: Element) -> bool:
    return element.get("data-mechanism") == PLAIN


def _is_round(element: Element, box: Box, place: Place) -> bool:
    """Tell whether the ring of a node is to be round: its element, or the first of its group that takes its room."""
    shapes = [element] if element.tag != "g" else [child for child in element.children if isinstance(child, Element)]
    first = next((shape for shape in shapes if shape.tag not in HIDDEN), None)
    if first is None or first.tag not in ("circle", "ellipse"):
        return False
    rx = length(first.get("r")) or length(first.get("rx"))
    return abs(2 * rx * place.own.scale - box.width) < 0.2 * box.width


def _markers(line: Place, elements: Mapping[str, Element]) -> Iterator[tuple[str, str]]:
    for name in ("marker-start", "marker-mid", "marker-end"):
        value = line.style.get(name, "").strip()
        if value.startswith("url(") and value.endswith(")"):
            name_of = value[4:-1].strip("\"' ").removeprefix("#")
            if name_of in elements and elements[name_of].tag == "marker":
                yield name, name_of


def _heads(place: Place, line: Place) -> Iterator[str]:
    """Yield the path data of the closed shapes beside a line: programs that know no markers draw arrowheads so."""
    for each in _inside(place):
        if each.element is line.element or each.element.tag not in ("polygon", "path") or not each.is_drawn:
            continue
        for path in outlines(each.element):
            shape = moved(path, each.own)
            if math.dist(shape.start, shape.end) < 0.01 and shape.length() < 80:
                yield f"{shape.d()}Z"


def _runs_backwards(route: Path, tail: Box, head: Box) -> bool:
    """Tell whether a line was drawn from the head to the tail of its edge."""
    given = _gap(route.start, tail) + _gap(route.end, head)
    return _gap(route.end, tail) + _gap(route.start, head) < given - 1


def _gap(point: Point, box: Box) -> float:
    dx = max(box.x - point.x, 0.0, point.x - box.right)
    dy = max(box.y - point.y, 0.0, point.y - box.bottom)
    return math.hypot(dx, dy)
