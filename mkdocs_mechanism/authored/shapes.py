"""Where the elements of a drawing stand: their outlines as paths, and the room that they take.

Nothing is rendered: shapes are exact, words are measured by the tables that generated drawings use.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path.parser import parse_path

from ..drawing import lettering
from ..drawing.geometry import Path, Point
from .matrices import NUMBER, Matrix, numbers, read_transform
from .tree import Element

SHAPES = frozenset({"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"})
HIDDEN = frozenset(
    {
        *("clipPath", "defs", "desc", "filter", "linearGradient", "marker", "mask", "metadata", "pattern"),
        *("radialGradient", "style", "symbol", "title"),
    }
)
"""Elements whose contents are drawn by reference only, or not at all."""
INHERITED = (
    *("font-size", "font-weight", "marker-end", "marker-mid", "marker-start", "stroke-width", "text-anchor"),
    "visibility",
)
KAPPA = 0.5522847498
"""Share of the radius at which the control points of a quarter of a circle stand."""
NESTED = 8
"""How deep `use` is followed."""
_LENGTH = re.compile(rf"\s*({NUMBER})\s*([a-z%]*)\s*")
_UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6}
_ROOMS = {"em": 16.0, "rem": 16.0, "ex": 8.0}


@dataclass(frozen=True, slots=True)
class Place:
    """An element and where it stands."""

    element: Element
    parent: Matrix
    """From the coordinates that the element stands in to those of the drawing."""
    own: Matrix
    """From the coordinates of what is in the element to those of the drawing."""
    style: Mapping[str, str]
    """The values of `INHERITED` that hold for it."""
    is_drawn: bool
    """False for what is drawn by reference only, and for what is hidden."""


def length(text: str, default: float = 0.0) -> float:
    """Return a length in px (CSS Values 4, "Absolute lengths"); `default` for a percentage and for what is none."""
    match = _LENGTH.fullmatch(text.lower())
    if match is None:
        return default
    unit = _UNITS.get(match[2], _ROOMS.get(match[2]))
    return float(match[1]) * unit if unit is not None else default


def places(root: Element, matrix: Matrix) -> Iterator[Place]:
    """Yield every SVG element below the root, in document order.

    Args:
        root: the `svg` element.
        matrix: from its own coordinates (those of its viewBox) to those of the drawing.
    """
    yield from _places(root, matrix, _styled({}, root), is_drawn=True)


def below(place: Place) -> Iterator[Place]:
    """Yield what an element holds, in document order."""
    yield from _places(place.element, place.own, place.style, is_drawn=place.is_drawn)


def _places(parent: Element, matrix: Matrix, style: Mapping[str, str], *, is_drawn: bool) -> Iterator[Place]:
    for child in parent.children:
        if isinstance(child, str) or child.is_html:
            continue
        own = matrix.after(_inner(child))
        styled = _styled(style, child)
        seen = is_drawn and child.tag not in HIDDEN and child.get("display") != "none"
        yield Place(child, matrix, own, styled, seen and styled.get("visibility") not in ("hidden", "collapse"))
        yield from _places(child, own, styled, is_drawn=seen)


def _styled(style: Mapping[str, str], element: Element) -> Mapping[str, str]:
    own = {name: value for name, value in element.attributes if name in INHERITED and value != "inherit"}
    if "font-size" in own and own["font-size"].endswith(("%", "em")):
        share = length(own["font-size"].removesuffix("%").removesuffix("em"), 1.0)
        share /= 100 if own["font-size"].endswith("%") else 1
        own["font-size"] = str(length(style.get("font-size", "16"), 16.0) * share)
    return {**style, **own} if own else style


def _inner(element: Element) -> Matrix:
    """Return from the coordinates inside an element to those that it stands in."""
    matrix = read_transform(element.get("transform"))
    if element.tag == "svg":
        box = numbers(element.get("viewBox"))
        matrix = matrix.after(Matrix(e=length(element.get("x")), f=length(element.get("y"))))
        if len(box) == 4 and box[2] > 0 and box[3] > 0:
            wide, high = length(element.get("width"), box[2]), length(element.get("height"), box[3])
            scale = min(wide / box[2], high / box[3])
            dx, dy = (wide - box[2] * scale) / 2, (high - box[3] * scale) / 2
            matrix = matrix.after(Matrix(scale, 0, 0, scale, dx - box[0] * scale, dy - box[1] * scale))
    return matrix


def outlines(element: Element) -> list[Path]:
    """Return the outlines of a shape in its own coordinates; empty for what is none, or draws nothing."""
    read = {
        "circle": _round,
        "ellipse": _round,
        "line": _line,
        "path": _path,
        "polygon": _points,
        "polyline": _points,
        "rect": _rect,
    }.get(element.tag)
    return [path for path in (read(element) if read else []) if path.segments]


def moved(path: Path, matrix: Matrix) -> Path:
    """Return a path in other coordinates."""
    return Path(matrix.at(path.start), tuple(tuple(matrix.at(point) for point in each) for each in path.segments))


def reversed_path(path: Path) -> Path:
    """Return a path from its end to its start."""
    points = [path.start]
    backwards: list[tuple[Point, ...]] = []
    for segment in path.segments:
        backwards.append((*reversed(segment[:-1]), points[-1]))
        points.append(segment[-1])
    return Path(points[-1], tuple(reversed(backwards)))


def joined(paths: list[Path]) -> Path:
    """Return the longest of the parts that a path has: a token does not jump."""
    return max(paths, key=lambda path: path.length())


def reach(place: Place, ids: Mapping[str, Element], depth: int = 0) -> Iterator[Point]:
    """Yield points of the drawing between which everything of an element stands.

    Args:
        place: the element.
        ids: every element of the drawing by its id, for `use`.
        depth: how many `use` elements lead here.
    """
    if not place.is_drawn:
        return
    yield from _own_reach(place, ids, depth)
    for each in below(place):
        if each.is_drawn:
            yield from _own_reach(each, ids, depth)


def _own_reach(place: Place, ids: Mapping[str, Element], depth: int) -> Iterator[Point]:
    element, own = place.element, place.own
    if element.tag in SHAPES:
        for path in outlines(element):
            yield from moved(path, own).samples(12)
    elif element.tag in ("image", "foreignObject"):
        yield from _corners(element, own)
    elif element.tag in ("text", "tspan"):
        yield from _words(place)
    elif element.tag == "use" and depth < NESTED:
        used = ids.get(element.get("href").removeprefix("#"))
        if used is not None:
            matrix = own.after(Matrix(e=length(element.get("x")), f=length(element.get("y"))))
            holder = Element("g", (), (used if used.tag != "symbol" else Element("g", (), used.children),))
            yield from reach(Place(holder, matrix, matrix, place.style, is_drawn=True), ids, depth + 1)


def _corners(element: Element, own: Matrix) -> Iterator[Point]:
    x, y, wide, high = (length(element.get(name)) for name in ("x", "y", "width", "height"))
    yield from (own.at(Point(*each)) for each in ((x, y), (x + wide, y), (x, y + high), (x + wide, y + high)))


def words_of(element: Element) -> str:
    """Return the words of a text, without blanks at the ends."""
    return " ".join("".join(child if isinstance(child, str) else words_of(child) for child in element.children).split())


def _words(place: Place) -> Iterator[Point]:
    """Yield the corners of a line of words; a `tspan` counts where it says a place of its own."""
    element = place.element
    text = words_of(element)
    starts = (numbers(element.get("x")), numbers(element.get("y")))
    if not text or (element.tag == "tspan" and not any(starts)):
        return
    size = length(place.style.get("font-size", "16"), 16.0)
    font = lettering.NAME if place.style.get("font-weight", "") in ("bold", "600", "700", "800") else lettering.LABEL
    wide = lettering.width(text, font) * size / font.size
    x, y = (each[0] if each else 0.0 for each in starts)
    x -= {"middle": wide / 2, "end": wide}.get(place.style.get("text-anchor", ""), 0.0)
    yield from (place.own.at(Point(px, py)) for px in (x, x + wide) for py in (y - 0.8 * size, y + 0.22 * size))


def _line(element: Element) -> list[Path]:
    x1, y1, x2, y2 = (length(element.get(name)) for name in ("x1", "y1", "x2", "y2"))
    return [Path(Point(x1, y1), ((Point(x2, y2),),))]


def _points(element: Element) -> list[Path]:
    values = numbers(element.get("points"))
    points = [Point(x, y) for x, y in zip(values[::2], values[1::2], strict=False)]
    if len(points) < 2:
        return []
    closing = (points[0],) if element.tag == "polygon" else ()
    return [Path(points[0], tuple((point,) for point in (*points[1:], *closing)))]


def _rect(element: Element) -> list[Path]:
    x, y, wide, high = (length(element.get(name)) for name in ("x", "y", "width", "height"))
    if wide <= 0 or high <= 0:
        return []
    corners = (Point(x + wide, y), Point(x + wide, y + high), Point(x, y + high), Point(x, y))
    return [Path(corners[-1], tuple((corner,) for corner in corners))]


def _round(element: Element) -> list[Path]:
    cx, cy, r = (length(element.get(name)) for name in ("cx", "cy", "r"))
    rx, ry = (r, r) if element.tag == "circle" else (length(element.get("rx")), length(element.get("ry")))
    if rx <= 0 or ry <= 0:
        return []
    turns = [(math.cos(turn * math.pi / 2), math.sin(turn * math.pi / 2)) for turn in range(5)]
    segments = []
    for (c1, s1), (c2, s2) in pairwise(turns):
        first = Point(cx + rx * (c1 - KAPPA * s1), cy + ry * (s1 + KAPPA * c1))
        second = Point(cx + rx * (c2 + KAPPA * s2), cy + ry * (s2 - KAPPA * c2))
        segments.append((first, second, Point(cx + rx * c2, cy + ry * s2)))
    return [Path(Point(cx + rx, cy), tuple(segments))]


def _path(element: Element) -> list[Path]:
    pen = RecordingPen()
    try:
        parse_path(element.get("d"), pen)
    except (ValueError, IndexError, TypeError, AssertionError):
        return []  # the policy has refused path data that is none
    paths: list[Path] = []
    start, segments = Point(0, 0), list[tuple[Point, ...]]()
    for name, points in pen.value:
        if name == "moveTo":
            start, segments = Point(*points[0]), []
        elif name in ("closePath", "endPath"):
            if name == "closePath" and segments and math.dist(segments[-1][-1], start) > 1e-9:
                segments.append((start,))
            paths.append(Path(start, tuple(segments)))
        else:
            segments.append(tuple(Point(*point) for point in points))
    return paths
