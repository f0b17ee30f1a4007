"""Calm routes between placed boxes: a line along an axis, one bend or one gentle curve wherever that is free.

What an engine bends around nothing is drawn anew; its own curve stays where nothing simpler is free. Lengths are px.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .curves import bounds, crosses, flat
from .geometry import Box, Path, Point
from .layout import TIP_GAP

INSET = 18.0
"""From a corner of a box to the nearest end of a route: the corner is round, and one bears a tick."""
INSET_SIDE = 14.0
"""The same on the left and right sides, which are shorter."""
PAIR, SINGLE = (-14.0, 14.0, 0.0, -28.0, 28.0), (0.0, -14.0, 14.0, -28.0, 28.0)
"""Where straight routes run, from the middle of what both boxes share, the best first."""
LEAST_SLANT = 8.0
MOST = 12
"""Ways of one family that are looked at."""
APART = 26.0
"""Between two ends on one side of a box."""
CLOSE = 12.0
"""Two ends that are closer can't be told apart."""
BEND = 12.0
LEAST = 40.0
"""Shortest way between two boxes that a route joins directly, for its arrow and its number."""
HIT = 60.0
"""Through a box."""
CROSSING = 2.2
TITLE = 4.5
ELBOW = 0.95
"""One bend."""
DETOUR = 1.5
"""Around something, and the engine's own curve."""
OUTSIDE = 10.0
"""So many px beyond the stage count 1."""
ALONG = 3.0
"""Two routes on one track."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a route: a side of a box (0 left, 1 top, 2 right, 3 bottom) and the place along it."""

    box: int
    side: int
    at: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A way to draw an edge."""

    cost: float
    points: tuple[Point, ...]
    """Corners, or the four points of a curve."""
    ends: tuple[End, End]
    is_curve: bool = False
    given: Path | None = None
    """The engine's own path, instead of points."""

    def path(self) -> Path:
        """Return the path; most ways are dropped before they need one."""
        if self.given is not None:
            return self.given
        if self.is_curve:
            return Path(self.points[0], (self.points[1:],))
        return _rounded(self.points)


@dataclass(slots=True)
class Strokes:
    """Chooses routes one after the other, the shortest ways first."""

    boxes: Sequence[Box]
    titles: Sequence[Box]
    span: tuple[float, float]
    """Left and right end of what the stage shows without being scaled down."""
    lines: dict[int, tuple[Box, list[Point]]] = field(default_factory=dict)
    ends: dict[int, tuple[End, ...]] = field(default_factory=dict)
    sides: dict[tuple[int, int], list[float]] = field(default_factory=dict)
    """For each side of a box the places of the routes that end there."""

    def draw(self, arcs: Sequence[tuple[int, int]], given: Sequence[Path | None]) -> list[Path]:
        """Return a path for each arc; `given` holds the engine's own, or None where there is no other choice."""
        chosen: dict[int, Path] = {}

        def span(index: int) -> tuple[float, int]:
            tail, head = (self.boxes[end].center for end in arcs[index])
            return round(abs(tail.x - head.x) + 2 * abs(tail.y - head.y)), index

        twins: dict[frozenset[int], int] = {}
        for tail, head in arcs:
            twins[frozenset((tail, head))] = twins.get(frozenset((tail, head)), 0) + 1
        order = sorted(range(len(arcs)), key=span)
        sore: list[int] = []
        for index in order:
            tail, head = arcs[index]
            path = given[index]
            if path is not None and tail == head:
                chosen[index] = path
                self._add(index, path, ())
                continue
            cost, stroke = self._best(tail, head, path, twins[frozenset((tail, head))])
            chosen[index] = stroke.path()
            self._add(index, chosen[index], stroke.ends)
            if cost - stroke.cost > 1:
                sore.append(index)
        for index in [each for each in order if self._is_touched(each, sore)]:
            tail, head = arcs[index]
            if tail != head:
                self._drop(index)
                _, stroke = self._best(tail, head, given[index], twins[frozenset((tail, head))])
                chosen[index] = stroke.path()
                self._add(index, chosen[index], stroke.ends)
        return [chosen[index] for index in range(len(arcs))]

    def _add(self, index: int, path: Path, ends: tuple[End, ...]) -> None:
        line = flat(path)
        self.lines[index] = bounds(line), line
        self.ends[index] = ends
        for end in ends:
            self.sides.setdefault((end.box, end.side), []).append(end.at)

    def _drop(self, index: int) -> None:
        del self.lines[index]
        for end in self.ends.pop(index):
            self.sides[end.box, end.side].remove(end.at)

    def _is_touched(self, index: int, sore: Sequence[int]) -> bool:
        """Tell whether a route is one of those in trouble, or meets one of them: they choose once more."""
        if index in sore:
            return True
        reach, line = self.lines[index]
        mine = self.ends[index]
        for other in sore:
            if any(
                a.box == b.box and a.side == b.side and abs(a.at - b.at) < APART for a in mine for b in self.ends[other]
            ):
                return True
            if _meet(reach, self.lines[other][0]) and _crossings(line, self.lines[other][1]):
                return True
        return False

    def _best(self, tail: int, head: int, given: Path | None, twins: int) -> tuple[float, Stroke]:
        best: tuple[float, Stroke | None] = (math.inf, None)
        for least, options in self._options(tail, head, given, twins):
            if best[0] <= least:
                break
            for option in sorted(options, key=lambda each: each.cost)[:MOST]:
                if option.cost >= best[0]:
                    break
                cost = option.cost + self._faults(option, tail, head, best[0] - option.cost)
                if cost < best[0]:
                    best = (cost, option)
        if best[1] is None:
            raise ValueError("two boxes stand on each other")
        return best[0], best[1]

    def _faults(self, option: Stroke, tail: int, head: int, limit: float) -> float:
        """Return what stands in the way; counting stops above the limit."""
        cost = 0.0
        for end in option.ends:
            for place in self.sides.get((end.box, end.side), ()):
                near = abs(place - end.at)
                cost += 8 if near < CLOSE else 1.2 * (1 - near / APART) if near < APART else 0
        if cost >= limit:
            return cost
        line = flat(option.path(), 6)
        reach = bounds(line)
        left, top, right, bottom = reach.x, reach.y, reach.right, reach.bottom
        cost += max(0.0, self.span[0] - left, right - self.span[1]) / OUTSIDE
        for index, (x, y, width, height) in enumerate(self.boxes):
            gap = -1.0 if index in (tail, head) else 10.0
            if x - gap < right and left < x + width + gap and y - gap < bottom and top < y + height + gap:
                cost += HIT * crosses(line, Box(x - gap, y - gap, width + 2 * gap, height + 2 * gap))
        cost += TITLE * sum(_meet(reach, box) and crosses(line, box) for box in self.titles)
        if cost >= limit:
            return cost
        for (x, y, width, height), points in self.lines.values():
            if x - 8 < right and left < x + width + 8 and y - 8 < bottom and top < y + height + 8:
                cost += CROSSING * _crossings(line, points) + ALONG * _shared(line, points)
                if cost >= limit:
                    return cost
        return cost

    def _options(
        self, tail: int, head: int, given: Path | None, twins: int
    ) -> Iterator[tuple[float, Iterator[Stroke]]]:
        """Yield families of ways, and what the cheapest of each costs at least."""
        a, b = self.boxes[tail], self.boxes[head]
        down, right = max(b.y - a.bottom, a.y - b.bottom), max(b.x - a.right, a.x - b.right)
        if down >= LEAST:
            yield 0.0, self._facing(tail, head, 1, 1 if b.y > a.y else -1, twins)
        elif right >= LEAST:
            yield 0.0, self._facing(tail, head, 0, 1 if b.x > a.x else -1, twins)
        if max(down, right) > 0:
            yield ELBOW, self._elbows(tail, head)
            yield DETOUR, self._rounds(tail, head)
        if given is not None:
            ends = _end_at(tail, a, given.start), _end_at(head, b, given.end)
            yield DETOUR, iter((Stroke(DETOUR + _wiggle(given), (), ends, given=given),))

    def _facing(self, tail: int, head: int, axis: int, sign: int, twins: int) -> Iterator[Stroke]:
        """Yield lines and gentle curves between the two sides that face each other, across `axis` (1: downwards)."""
        a, b = self.boxes[tail], self.boxes[head]
        along, inset = 1 - axis, INSET if axis else INSET_SIDE
        near = a[axis] + (a[axis + 2] if sign > 0 else 0)
        far = b[axis] + (0 if sign > 0 else b[axis + 2])
        sides = (axis + 2, axis) if sign > 0 else (axis, axis + 2)
        middles = a[along] + a[along + 2] / 2, b[along] + b[along + 2] / 2

        def stroke(cost: float, start: float, end: float, bow: float = 0.0) -> Stroke:
            off = abs(start - middles[0]) + abs(end - middles[1])
            ends = End(tail, sides[0], start), End(head, sides[1], end)
            if not bow:
                return Stroke(cost + off / 220, (_at(axis, near, start), _at(axis, far, end)), ends)
            tip = far - sign * TIP_GAP
            curve = (
                _at(axis, near, start),
                _at(axis, near + sign * bow, start),
                _at(axis, tip - sign * bow, end),
                _at(axis, tip, end),
            )
            return Stroke(cost + off / 260, curve, ends, is_curve=True)

        low = max(a[along], b[along]) + inset
        high = min(a[along] + a[along + 2], b[along] + b[along + 2]) - inset
        if low <= high:
            shifts = PAIR if twins > 1 else SINGLE
            places = [*middles, *((low + high) / 2 + shift for shift in shifts), low, high]
            for place in dict.fromkeys(min(max(place, low), high) for place in places):
                yield stroke(0.0, place, place)
        gap = abs(far - near)
        for start in _spots(a[along], a[along + 2], inset):
            for end in _spots(b[along], b[along + 2], inset):
                slant = abs(end - start)
                if slant >= LEAST_SLANT:
                    cost = 0.5 + slant / 160 + max(0.0, slant / gap - 1.6) / 2
                    yield stroke(cost, start, end, min(gap * 0.5, 20 + slant * 0.6))

    def _elbows(self, tail: int, head: int) -> Iterator[Stroke]:
        """Yield routes with one round bend: out of a side and into a top or bottom, or the other way round."""
        a, b = self.boxes[tail], self.boxes[head]
        for first in (True, False):
            flat_box, tall = (a, b) if first else (b, a)
            for x in _spots(tall.x, tall.width, INSET):
                for y in _spots(flat_box.y, flat_box.height, 16.0):
                    if flat_box.x - 30 < x < flat_box.right + 30 or tall.y - 30 < y < tall.bottom + 30:
                        continue
                    side = 2 if x > flat_box.right else 0
                    level = 1 if y < tall.y else 3
                    out = Point(flat_box.right if side == 2 else flat_box.x, y)
                    inner = Point(x, tall.y if level == 1 else tall.bottom)
                    ends = (End(tail if first else head, side, y), End(head if first else tail, level, x))
                    points = (out, Point(x, y), inner) if first else (inner, Point(x, y), out)
                    off = abs(x - tall.center.x) + abs(y - flat_box.center.y)
                    reach = abs(x - out.x) + abs(y - inner.y)
                    cost = ELBOW + reach / 700 + off / 260
                    yield Stroke(cost, points, ends if first else (ends[1], ends[0]))

    def _rounds(self, tail: int, head: int) -> Iterator[Stroke]:
        """Yield routes out of one side, along past what is between, and into the same side of the other box."""
        a, b = self.boxes[tail], self.boxes[head]
        for side in range(4):
            across, along = side % 2, 1 - side % 2
            sign = 1 if side > 1 else -1
            starts = a[along] + a[along + 2] / 2, b[along] + b[along + 2] / 2
            low, high = min(starts), max(starts)
            if high - low < 40:
                continue
            between = [box for box in self.boxes if box[along] < high and box[along] + box[along + 2] > low]
            reach, least = max(_face(a, side), _face(b, side)), min(_face(a, side), _face(b, side))
            levels = sorted({reach, *(face for face in (_face(box, side) for box in between) if face > reach)})
            for level in levels[:2]:
                for more in (26.0, 44.0):
                    for shift in (0.0, 18.0):
                        one, two = starts[0] + shift, starts[1] + (shift if across == 0 else -shift)
                        far = (level + more) * sign
                        corners = (
                            _at(across, sign * _face(a, side), one),
                            _at(across, far, one),
                            _at(across, far, two),
                            _at(across, sign * _face(b, side), two),
                        )
                        cost = DETOUR + (level + more - least) / 220 + (high - low) / 900 + abs(shift) / 100
                        yield Stroke(cost, corners, (End(tail, side, one), End(head, side, two)))


def _face(box: Box, side: int) -> float:
    """Return how far out a side of a box is, in the direction that the side faces."""
    return (-box.x, -box.y, box.right, box.bottom)[side]


def _at(axis: int, value: float, other: float) -> Point:
    return Point(value, other) if axis == 0 else Point(other, value)


def _spots(start: float, size: float, inset: float) -> tuple[float, ...]:
    """Return places along a side: the middle, then towards both corners."""
    middle, reach = start + size / 2, max(0.0, size / 2 - inset)
    if reach < 12:
        return (middle,)
    if reach < APART:
        return middle, middle - reach, middle + reach
    return middle, middle - APART, middle + APART, *((middle - reach, middle + reach) if reach > APART + 12 else ())


def _rounded(points: Sequence[Point]) -> Path:
    """Return a path along points with round bends; it stops `TIP_GAP` before the last one."""
    last, before = points[-1], points[-2]
    size = math.dist(before, last) or 1.0
    end = Point(last.x + (before.x - last.x) * TIP_GAP / size, last.y + (before.y - last.y) * TIP_GAP / size)
    line = [*points[:-1], end]
    segments: list[tuple[Point, ...]] = []
    for p, q, r in zip(line, line[1:], line[2:], strict=False):
        bend = min(BEND, math.dist(p, q) / 2, math.dist(q, r) / 2)
        segments += [(_toward(q, p, bend),), (q, _toward(q, r, bend))]
    return Path(line[0], (*segments, (end,)))


def _toward(point: Point, other: Point, by: float) -> Point:
    size = math.dist(point, other) or 1.0
    return Point(point.x + (other.x - point.x) * by / size, point.y + (other.y - point.y) * by / size)


def _end_at(index: int, box: Box, point: Point) -> End:
    gaps = (abs(point.x - box.x), abs(point.y - box.y), abs(point.x - box.right), abs(point.y - box.bottom))
    side = gaps.index(min(gaps))
    return End(index, side, point.x if side in (1, 3) else point.y)


def _wiggle(path: Path) -> float:
    """Return how much longer a path is than the way between its ends, and how often it turns."""
    line = flat(path, 4)
    length = sum(math.dist(p, q) for p, q in pairwise(line))
    direct = math.dist(line[0], line[-1]) or 1.0
    return min(2.0, length / direct - 1) + 0.15 * max(0, len(path.segments) - 1)


def _meet(a: Box, b: Box) -> bool:
    """Tell whether two boxes meet; a line along an axis has no room, and still meets."""
    return a.x <= b.right and b.x <= a.right and a.y <= b.bottom and b.y <= a.bottom


def crossings(lines: Sequence[Sequence[Point]]) -> int:
    """Return how often lines cross each other."""
    reaches = [bounds(line) for line in lines]
    return sum(
        _crossings(lines[a], lines[b]) for a in range(len(lines)) for b in range(a) if _meet(reaches[a], reaches[b])
    )


def _crossings(one: Sequence[Point], two: Sequence[Point]) -> int:
    """Return how often two lines cross."""
    count = 0
    reach = bounds(two)
    left, top, right, bottom = reach.x, reach.y, reach.right, reach.bottom
    ax, ay = one[0]
    for bx, by in one[1:]:
        if not (
            (ax > right and bx > right)
            or (ax < left and bx < left)
            or (ay > bottom and by > bottom)
            or (ay < top and by < top)
        ):
            ux, uy = bx - ax, by - ay
            cx, cy = two[0]
            p = ux * (cy - ay) - uy * (cx - ax)
            for dx, dy in two[1:]:
                q = ux * (dy - ay) - uy * (dx - ax)
                if (p > 0) != (q > 0):
                    vx, vy = dx - cx, dy - cy
                    r = vx * (ay - cy) - vy * (ax - cx)
                    s = vx * (by - cy) - vy * (bx - cx)
                    count += (r > 0) != (s > 0)
                cx, cy, p = dx, dy, q
        ax, ay = bx, by
    return count


def _shared(one: Sequence[Point], two: Sequence[Point]) -> int:
    """Return on how many stretches along an axis two lines run on one track, or nearly."""
    count = 0
    for a, b in pairwise(one):
        axis = 0 if abs(a.x - b.x) < 0.5 else 1 if abs(a.y - b.y) < 0.5 else 2
        if axis == 2 or abs(a.x - b.x) + abs(a.y - b.y) < 6:
            continue
        other = 1 - axis
        low, high = (a[other], b[other]) if a[other] < b[other] else (b[other], a[other])
        for c, d in pairwise(two):
            if abs(c[axis] - d[axis]) < 0.5 and abs(a[axis] - c[axis]) < 10:
                lower, upper = (c[other], d[other]) if c[other] < d[other] else (d[other], c[other])
                count += min(high, upper) - max(low, lower) > 6
    return count
