"""What must hold for every layout, whichever engine made it, and a report of what does not.

It knows only the data of a layout and the mechanism it draws; every number is px. `broken` returns one line a
violation, the name of the rule first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise

from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.drawing.geometry import Box, Point
from mkdocs_mechanism.drawing.layout import TEXT_INSET, TIP_GAP, Layout, Route
from mkdocs_mechanism.drawing.lettering import DETAIL, LABEL, NAME, NUMBER, width

HAIR = 0.05
"""What rounding may cost."""


@dataclass(frozen=True, slots=True)
class Clearances:
    """How far things stay apart; the defaults are the grid's."""

    boxes: float = 24.0
    label_box: float = 3.0
    label_route: float = 5.0
    label_border: float = 4.0
    labels_beside: float = 12.0
    labels_above: float = 4.0
    label_number: float = 1.0
    """From the rim of a number's disc or pill to words."""
    route_box: float = 3.0
    number_box: float = 11.5
    """From the rim of a disc to the box that its edge leaves or enters: 20 from its center."""
    number_bend: float = 12.0
    """From the center of a disc to the next bend."""
    ports: float = 26.0
    routes: float = 8.0
    """Between two runs of one direction."""


GRID = Clearances()


def broken(layout: Layout, mechanism: Mechanism, numbers: Mapping[str, str], apart: Clearances = GRID) -> list[str]:
    """Return every violation as `RULE: WHAT`, in the order of the rules."""
    rules = (
        _complete, _inside, _words, _boxes, _labels, _labels_on_boxes, _labels_on_routes, _labels_on_numbers, _ticks,
        _ends, _ports, _routes_through_boxes, _numbers, _crossings,
    )  # fmt: skip
    context = _Context(layout, mechanism, numbers, apart)
    return [f"{rule.__name__.strip('_').replace('_', '-')}: {what}" for rule in rules for what in rule(context)]


@dataclass(frozen=True, slots=True)
class _Context:
    layout: Layout
    mechanism: Mechanism
    numbers: Mapping[str, str]
    apart: Clearances

    def box(self, name: str) -> Box:
        return next(node.box for node in self.layout.nodes if node.name == name)

    def ends(self, route: Route) -> tuple[str, str]:
        edge = self.mechanism.edges[route.edge]
        assert edge.tail is not None
        assert edge.head is not None
        return edge.tail, edge.head

    def labels(self) -> list[tuple[str, Box]]:
        return [(route.edge, route.label.box) for route in self.layout.routes if route.label]

    def disc(self, route: Route) -> Box | None:
        text = self.numbers.get(route.edge, "")
        if not text:
            return None
        wide = 17.0 if len(text) < 3 else width(text, NUMBER) + 12
        return Box(route.number.x - wide / 2, route.number.y - 8.5, wide, 17.0)


def _complete(c: _Context) -> Iterator[str]:
    if [node.name for node in c.layout.nodes] != list(c.mechanism.nodes):
        yield "the nodes are not those of the document in its order"
    if [route.edge for route in c.layout.routes] != list(c.mechanism.edges):
        yield "the edges are not those of the document in its order"
    for route in c.layout.routes:
        if bool(route.label) != bool(c.mechanism.edges[route.edge].label):
            yield f"the label of {route.edge} is missing or too many"


def _inside(c: _Context) -> Iterator[str]:
    around = Box(0, 0, c.layout.width, c.layout.height)
    for node in c.layout.nodes:
        if not _holds(around, node.box.grown(4)):
            yield f"box {node.name}"
    for name, box in c.labels():
        if not _holds(around, box.grown(c.apart.label_border - HAIR)):
            yield f"label of {name}"
    for route in c.layout.routes:
        if not all(0 <= p.x <= around.width and 0 <= p.y <= around.height for p in route.path.samples()):
            yield f"route {route.edge}"
        disc = c.disc(route)
        if disc and not _holds(around, disc.grown(1)):
            yield f"number of {route.edge}"


def _words(c: _Context) -> Iterator[str]:
    """No word is lost, and all stand within the room they claim."""
    for node in c.layout.nodes:
        written = c.mechanism.nodes[node.name]
        if _letters(node.lines) != _letters((written.label,)) or _letters(node.detail) != _letters((written.detail,)):
            yield f"box {node.name} says something else"
        widest = max([width(t, NAME) for t in node.lines] + [width(t, DETAIL) for t in node.detail], default=0)
        if widest + TEXT_INSET > node.box.width - 4:
            yield f"box {node.name} is too narrow"
        if 18 * len(node.lines) + 16 * len(node.detail) > node.box.height - 12:
            yield f"box {node.name} is too low"
    for route in c.layout.routes:
        if route.label:
            if _letters(route.label.lines) != _letters((c.mechanism.edges[route.edge].label,)):
                yield f"label of {route.edge} says something else"
            if max(width(t, LABEL) for t in route.label.lines) > route.label.box.width + HAIR:
                yield f"label of {route.edge} is too narrow"
            if 15 * len(route.label.lines) > route.label.box.height + HAIR:
                yield f"label of {route.edge} is too low"


def _boxes(c: _Context) -> Iterator[str]:
    for one, other in combinations(c.layout.nodes, 2):
        if one.box.grown(c.apart.boxes - HAIR).overlaps(other.box):
            yield f"{one.name} and {other.name}"


def _labels(c: _Context) -> Iterator[str]:
    for (one, a), (other, b) in combinations(c.labels(), 2):
        beside, above = c.apart.labels_beside - HAIR, c.apart.labels_above - HAIR
        if Box(a.x - beside, a.y - above, a.width + 2 * beside, a.height + 2 * above).overlaps(b):
            yield f"{one} and {other}"


def _labels_on_boxes(c: _Context) -> Iterator[str]:
    for name, label in c.labels():
        for node in c.layout.nodes:
            if node.box.grown(c.apart.label_box - HAIR).overlaps(label):
                yield f"{name} on {node.name}"


def _labels_on_routes(c: _Context) -> Iterator[str]:
    for name, label in c.labels():
        for route in c.layout.routes:
            if _passes(route, label.grown(c.apart.label_route - HAIR)):
                yield f"{name} on {route.edge}"


def _labels_on_numbers(c: _Context) -> Iterator[str]:
    for name, label in c.labels():
        for route in c.layout.routes:
            disc = c.disc(route)
            if disc and disc.grown(c.apart.label_number - HAIR).overlaps(label):
                yield f"{name} on {route.edge}"


def _ticks(c: _Context) -> Iterator[str]:
    for name, label in c.labels():
        for node in c.layout.nodes:
            x = node.box.x - 7 if c.layout.is_rtl else node.box.right - 15
            if Box(x, node.box.y - 7, 22, 22).overlaps(label):
                yield f"{name} on that of {node.name}"


def _ends(c: _Context) -> Iterator[str]:
    """A route leaves its tail's border outwards and its tip stands 2 before its head's, pointing at it."""
    for route in c.layout.routes:
        tail, head = (c.box(name) for name in c.ends(route))
        points = route.path.samples()
        if abs(_outside(tail, points[0])) > 0.5 or _inner(tail, points[1]):
            yield f"{route.edge} does not leave {c.ends(route)[0]}"
        if abs(_outside(head, points[-1]) - TIP_GAP) > 0.5:
            yield f"{route.edge} does not end {TIP_GAP} before {c.ends(route)[1]}"
        ahead = Point(
            points[-1].x + (TIP_GAP + 4) * math.cos(math.radians(route.angle)),
            points[-1].y + (TIP_GAP + 4) * math.sin(math.radians(route.angle)),
        )
        if not _inner(head, ahead):
            yield f"{route.edge} points past {c.ends(route)[1]}"


def _ports(c: _Context) -> Iterator[str]:
    """Two ports on one side of a box keep their distance."""
    met: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for route in c.layout.routes:
        tail, head = c.ends(route)
        for name, point in ((tail, route.path.start), (head, route.path.end)):
            box = c.box(name)
            reach = {
                "left": abs(point.x - box.x), "right": abs(point.x - box.right),
                "top": abs(point.y - box.y), "bottom": abs(point.y - box.bottom),
            }  # fmt: skip
            side = min(reach, key=lambda key: reach[key])
            met.setdefault((name, side), []).append((point.y if side in ("left", "right") else point.x, route.edge))
    for (name, side), places in met.items():
        for (a, one), (b, other) in pairwise(sorted(places)):
            if b - a < c.apart.ports - HAIR:
                yield f"{one} and {other} on the {side} of {name}"


def _routes_through_boxes(c: _Context) -> Iterator[str]:
    for route in c.layout.routes:
        ends = c.ends(route)
        for node in c.layout.nodes:
            room = node.box.grown(-1 if node.name in ends else c.apart.route_box - HAIR)
            if _passes(route, room):
                yield f"{route.edge} through {node.name}"


def _numbers(c: _Context) -> Iterator[str]:
    discs = [(route, disc) for route in c.layout.routes if (disc := c.disc(route))]
    for route, disc in discs:
        points = route.path.samples()
        at = route.number
        if min(_distance(at, a, b) for a, b in pairwise(points)) > 0.5:
            yield f"{route.edge} beside its line"
        for name in c.ends(route):
            if c.box(name).grown(c.apart.number_box - HAIR).overlaps(disc):
                yield f"{route.edge} too close to {name}"
        if any(math.dist(at, bend) < c.apart.number_bend for bend in _bends(route)):
            yield f"{route.edge} on a bend"
        for other in c.layout.routes:
            if other is not route and _passes(other, disc.grown(1)):
                yield f"{route.edge} on {other.edge}"
    for (one, a), (other, b) in combinations(discs, 2):
        if a.grown(2).overlaps(b):
            yield f"{one.edge} on that of {other.edge}"


def _crossings(c: _Context) -> Iterator[str]:
    for one, other in combinations(c.layout.routes, 2):
        first, second = one.path.samples(8), other.path.samples(8)
        for a, b in pairwise(first):
            for p, q in pairwise(second):
                if _meet(a, b, p, q):
                    yield f"{one.edge} and {other.edge}"
                elif _are_beside(a, b, p, q, c.apart.routes - HAIR):
                    yield f"{one.edge} and {other.edge} on one track"


def _letters(lines: tuple[str, ...]) -> str:
    return "".join("".join(lines).split())


def _holds(outer: Box, inner: Box) -> bool:
    return outer.x <= inner.x and outer.y <= inner.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def _outside(box: Box, p: Point) -> float:
    """Return how far a point is from a box: less than 0 inside."""
    x = max(box.x - p.x, p.x - box.right)
    y = max(box.y - p.y, p.y - box.bottom)
    return math.hypot(max(x, 0), max(y, 0)) if max(x, y) > 0 else max(x, y)


def _inner(box: Box, p: Point) -> bool:
    return box.x < p.x < box.right and box.y < p.y < box.bottom


def _passes(route: Route, box: Box) -> bool:
    return any(_cuts(a, b, box) for a, b in pairwise(route.path.samples(8)))


def _cuts(a: Point, b: Point, box: Box) -> bool:
    """Tell whether a line meets the inside of a box (Liang and Barsky's clipping)."""
    low, high = 0.0, 1.0
    for start, change, least, most in ((a.x, b.x - a.x, box.x, box.right), (a.y, b.y - a.y, box.y, box.bottom)):
        if abs(change) < 1e-9:
            if not least < start < most:
                return False
            continue
        enter, leave = sorted(((least - start) / change, (most - start) / change))
        low, high = max(low, enter), min(high, leave)
    return high - low > 1e-9


def _distance(p: Point, a: Point, b: Point) -> float:
    size = math.dist(a, b)
    share = 0.0 if size == 0 else ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / size**2
    share = min(max(share, 0.0), 1.0)
    return math.dist(p, (a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))


def _bends(route: Route) -> list[Point]:
    """Return the corners of round bends: the middle point of each quadratic curve."""
    return [segment[0] for segment in route.path.segments if len(segment) == 2]


def _meet(a: Point, b: Point, p: Point, q: Point) -> bool:
    """Tell whether two lines cross, ends that only touch aside."""

    def side(u: Point, v: Point, w: Point) -> float:
        return (v.x - u.x) * (w.y - u.y) - (v.y - u.y) * (w.x - u.x)

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def _are_beside(a: Point, b: Point, p: Point, q: Point, apart: float) -> bool:
    """Tell whether two level or two upright lines run closer than that beside each other."""
    for across, along in ((0, 1), (1, 0)):
        if abs(a[across] - b[across]) < 1e-6 and abs(p[across] - q[across]) < 1e-6:
            low, high = (
                max(min(a[along], b[along]), min(p[along], q[along])),
                min(max(a[along], b[along]), max(p[along], q[along])),
            )
            return abs(a[across] - p[across]) < apart and high - low > 1
    return False
