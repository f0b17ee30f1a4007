"""The engine's curves made into routes: exact ends, straight where nearly straight, a place for the number.

The rules are those of the grid: an arrow's tip stands 2 px before the box, the number at 24 % of the route, at least
20 px from the box it leaves, clear of words and other numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .geometry import Box, Path, Point
from .layout import ARROW, TIP_GAP
from .lettering import NUMBER, width

DISC = 17.0
"""Diameter of a number's disc and height of its pill, px."""
PILL_PADDING = 12.0
NUMBER_SHARE = 0.24
FROM_TAIL = 20.0
"""Least way from the tail's border to the middle of a number, px."""
FROM_TIP = ARROW + DISC / 2 + 4
STRAIGHT = 4.0
"""A route that strays less than this from a line along an axis is drawn as that line, px."""
LOOP_BEND = 10.0
ROUND = (0.25, 0.5, 0.75, 1.0)
"""Where a round bend, a quadratic curve, is sampled."""
CLEAR_ROUTE = DISC / 2 + 2
SHARES = tuple(sorted((k / 100 for k in range(12, 78, 3)), key=lambda share: (abs(share - NUMBER_SHARE), share)))


def number_size(text: str) -> tuple[float, float]:
    """Return width and height of the disc or pill that holds a number; nothing for no text."""
    if not text:
        return 0.0, 0.0
    return (DISC if len(text) <= 2 else width(text, NUMBER) + PILL_PADDING), DISC


def around(point: Point, size: tuple[float, float]) -> Box:
    """Return the box of a size around its middle."""
    return Box(point.x - size[0] / 2, point.y - size[1] / 2, *size)


def path_between(points: Sequence[Point], tail: Box, head: Box) -> Path:
    """Return the path along a spline: from the tail's border to `TIP_GAP` before the head's border."""
    straight = _straight(points, tail, head) if tail != head else None
    if straight is not None:
        return straight
    start = _on_border(points[0], tail)
    whole = Path(start, tuple(tuple(points[k : k + 3]) for k in range(1, len(points), 3)))
    return _until(whole, head.grown(TIP_GAP))


def loop_path(box: Box, way: Point, *, reach: float, spread: float) -> Path:
    """Return a self-loop: out of one side of a box, along it and back in, with round bends.

    `way` is the unit vector that points out of the side, `reach` how far the loop goes, `spread` half the distance
    between its two ends. It runs from the upper end to the lower one, or from the left end to the right one.
    """
    middle, along = box.center, Point(abs(way.y), abs(way.x))
    half = box.width / 2 if way.x else box.height / 2

    def at(out: float, side: float) -> Point:
        far = half + out
        return Point(middle.x + way.x * far + along.x * side, middle.y + way.y * far + along.y * side)

    bend = min(LOOP_BEND, spread)
    return Path(
        at(0, -spread),
        (
            (at(reach - bend, -spread),),
            (at(reach, -spread), at(reach, bend - spread)),
            (at(reach, spread - bend),),
            (at(reach, spread), at(reach - bend, spread)),
            (at(TIP_GAP, spread),),
        ),
    )


def tip_angle(path: Path) -> float:
    """Return the way an arrow at the end points, in degrees from 0 to 360: along its own length, not only its tip."""
    line = flat(path, 16)
    index = len(line) - 2
    while index > 0 and math.dist(line[index], path.end) < ARROW:
        index -= 1
    foot = line[index]
    return round(math.degrees(math.atan2(path.end.y - foot.y, path.end.x - foot.x)) % 360, 2) % 360


def flat(path: Path, per_curve: int = 8) -> list[Point]:
    """Return points along a path: the same as its samples, but many times faster."""
    points = [path.start]
    shares = [k / per_curve for k in range(1, per_curve + 1)]
    for segment in path.segments:
        (x0, y0), (x3, y3) = points[-1], segment[-1]
        if len(segment) == 1:
            points.append(segment[0])
        elif len(segment) == 2:
            (x1, y1) = segment[0]
            for t in ROUND:
                u = 1 - t
                a, b, c = u * u, 2 * u * t, t * t
                points.append(Point(a * x0 + b * x1 + c * x3, a * y0 + b * y1 + c * y3))
        else:
            (x1, y1), (x2, y2) = segment[0], segment[1]
            for t in shares:
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                points.append(Point(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def bounds(points: Sequence[Point]) -> Box:
    """Return the smallest box around points."""
    xs, ys = [p.x for p in points], [p.y for p in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def crosses(line: Sequence[Point], box: Box) -> bool:
    """Tell whether a line runs through a box."""
    left, top, width, height = box
    right, bottom = left + width, top + height
    ax, ay = line[0]
    for bx, by in line:
        if (
            (ax > left or bx > left)
            and (ax < right or bx < right)
            and (ay > top or by > top)
            and (ay < bottom or by < bottom)
        ):
            dx, dy = bx - ax, by - ay
            # Corners of the box lie on both sides of the stretch: with its extent inside the box's, the two meet.
            away = (left + right - 2 * ax) * dy - (top + bottom - 2 * ay) * dx
            if abs(away) < width * abs(dy) + height * abs(dx):
                return True
        ax, ay = bx, by
    return False


def _straight(points: Sequence[Point], tail: Box, head: Box) -> Path | None:
    """Return a line along an axis when the spline hardly strays from one that meets both boxes."""
    for axis in (0, 1):
        values = [point[axis] for point in points]
        sides = (tail[axis] + 12, head[axis] + 12, tail[axis] + tail[axis + 2] - 12, head[axis] + head[axis + 2] - 12)
        low, high = max(sides[:2]), min(sides[2:])
        if max(values) - min(values) > 2 * STRAIGHT or low > high:
            continue
        at = min(max((max(values) + min(values)) / 2, low), high)
        if axis == 0:
            is_down = points[0].y < points[-1].y
            ends = (tail.bottom, head.y - TIP_GAP) if is_down else (tail.y, head.bottom + TIP_GAP)
            return Path(Point(at, ends[0]), ((Point(at, ends[1]),),))
        is_right = points[0].x < points[-1].x
        ends = (tail.right, head.x - TIP_GAP) if is_right else (tail.x, head.right + TIP_GAP)
        return Path(Point(ends[0], at), ((Point(ends[1], at),),))
    return None


def _on_border(point: Point, box: Box) -> Point:
    """Return the nearest point of a box's border."""
    x = min(max(point.x, box.x), box.right)
    y = min(max(point.y, box.y), box.bottom)
    gaps = (x - box.x, box.right - x, y - box.y, box.bottom - y)
    nearest = gaps.index(min(gaps))
    return (Point(box.x, y), Point(box.right, y), Point(x, box.y), Point(x, box.bottom))[nearest]


def _until(path: Path, box: Box) -> Path:
    """Return the path up to where its last part enters a box."""
    segments = list(path.segments)
    while len(segments) > 1 and _inside(segments[-2][-1], box):
        segments.pop()
    start = segments[-2][-1] if len(segments) > 1 else path.start
    a, b, c = segments[-1]
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        low, high = (low, middle) if _inside(_split(start, a, b, c, middle)[-1], box) else (middle, high)
    first, second, end = _split(start, a, b, c, low)
    return Path(path.start, (*segments[:-1], (first, second, _on_border(end, box))))


def _split(start: Point, a: Point, b: Point, c: Point, share: float) -> tuple[Point, Point, Point]:
    """Return the control points of a cubic curve's first part (de Casteljau)."""
    ab, bc, first = _between(a, b, share), _between(b, c, share), _between(start, a, share)
    second = _between(first, ab, share)
    return first, second, _between(second, _between(ab, bc, share), share)


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def _inside(point: Point, box: Box) -> bool:
    return box.x < point.x < box.right and box.y < point.y < box.bottom


@dataclass(frozen=True, slots=True)
class Obstacles:
    """What a number has to keep clear of."""

    boxes: tuple[Box, ...]
    """Nodes and words."""
    paths: tuple[Path, ...]
    """All routes, in the order of the numbers."""


def number_places(texts: Sequence[str], obstacles: Obstacles) -> tuple[tuple[Point, ...], float]:
    """Return the middle of each route's number, the place nearest to 24 % that touches least, and what they touch."""
    lines = [flat(path, 16) for path in obstacles.paths]
    reaches = [bounds(line).grown(CLEAR_ROUTE) for line in lines]
    taken: list[Box] = []
    places: list[Point] = []
    total = 0.0
    for index, text in enumerate(texts):
        size = number_size(text)
        best = (math.inf, lines[index][0])
        for share, point in _candidates(lines[index]):
            cost = abs(share - NUMBER_SHARE)
            if text:
                box = around(point, size)
                cost += 6 * sum(box.grown(2).overlaps(other) for other in obstacles.boxes)
                cost += 6 * sum(box.grown(3).overlaps(other) for other in taken)
                cost += 3 * sum(
                    crosses(lines[other], box.grown(2))
                    for other, reach in enumerate(reaches)
                    if other != index and reach.overlaps(box)
                )
            if cost < best[0]:
                best = (cost, point)
            if cost < 1:
                break
        places.append(best[1])
        total += best[0] if best[0] >= 1 else 0
        if text:
            taken.append(around(best[1], size))
    return tuple(places), total


def _candidates(line: Sequence[Point]) -> list[tuple[float, Point]]:
    """Return shares of a line's length and the points there, the best first; on a short line only its middle."""
    steps = [math.dist(a, b) for a, b in pairwise(line)]
    total = sum(steps)
    if total < FROM_TAIL + FROM_TIP:
        return [(0.5, _at(line, steps, total / 2))]
    low, high = FROM_TAIL / total, 1 - FROM_TIP / total
    shares = dict.fromkeys(min(max(share, low), high) for share in SHARES)
    return [(share, _at(line, steps, share * total)) for share in shares]


def _at(line: Sequence[Point], steps: Sequence[float], left: float) -> Point:
    for (a, b), step in zip(pairwise(line), steps, strict=True):
        if step >= left and step > 0:
            return Point(a.x + (b.x - a.x) * left / step, a.y + (b.y - a.y) * left / step)
        left -= step
    return line[-1]


def distance(point: Point, a: Point, b: Point) -> float:
    """Return the distance of a point from a stretch of line, in px."""
    dx, dy = b.x - a.x, b.y - a.y
    size = dx * dx + dy * dy
    share = 0.0 if size == 0 else min(max(((point.x - a.x) * dx + (point.y - a.y) * dy) / size, 0.0), 1.0)
    return math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy)
