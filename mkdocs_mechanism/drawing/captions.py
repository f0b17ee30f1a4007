"""Places for the words beside routes: close to their own line, clear of everything else.

The rules are those of the grid: words stand over a line or beside it, 13 px away; they keep clear of boxes, ticks,
other words, other lines and the borders of frames. Lengths are px.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .curves import bounds, crosses
from .geometry import Box, Path, Point
from .layout import BASELINE_LABEL, Label
from .lettering import LABEL, width

OVER = 11.0
"""From the foot of words to the line below them: the baseline is 14 px above the line."""
UNDER = 12.0
"""From a line to the top of words below it."""
BESIDE = 13.0
ASCENT = 11.5
TICK = 22.0
OUTSIDE = 10.0
"""So many px beyond the stage count 1."""
SHARES = (0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85)
SLOPE = 1.2
"""A line that rises less than this against its run has words above and below, a steeper one beside it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What words have to keep clear of."""

    boxes: Sequence[Box]
    titles: Sequence[Box]
    frames: Sequence[Box]
    paths: Sequence[Path]
    lines: Sequence[Sequence[Point]]
    """Points along each path."""
    span: tuple[float, float]
    """Left and right end of what the stage shows without being scaled down."""
    is_rtl: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for an edge's words."""

    cost: float
    label: Label


@dataclass(slots=True)
class Captions:
    """Chooses places one after the other; `cost` grows by what could not be avoided."""

    scene: Scene
    taken: list[Box] = field(default_factory=list)
    cost: float = 0.0
    ticks: list[Box] = field(init=False)
    reaches: list[Box] = field(init=False)

    def __post_init__(self) -> None:
        """Collect the corners that bear a tick, and where each line is."""
        self.ticks = [
            Box((box.x + 4 if self.scene.is_rtl else box.right - 4) - TICK / 2, box.y + 4 - TICK / 2, TICK, TICK)
            for box in self.scene.boxes
        ]
        self.reaches = [bounds(line) for line in self.scene.lines]

    def put(self, index: int, texts: Sequence[tuple[str, ...]], kept: Label | None) -> Label | None:
        """Return the label of a route, set in one of several wraps; `kept` is the place that an engine reserved."""
        spots = self._spots(index, texts)
        if kept is not None:
            spots.append(Spot(1.4 + self._distance(index, kept.box) / 25, kept))
        spots.sort(key=lambda spot: spot.cost)
        best: tuple[float, Spot] | None = None
        for spot in spots:
            if best is not None and spot.cost >= best[0]:
                break
            cost = spot.cost + self._faults(index, spot.label.box)
            if best is None or cost < best[0]:
                best = (cost, spot)
        if best is None:
            return None
        self.cost += max(0.0, best[0] - best[1].cost)
        self.taken.append(best[1].label.box)
        return best[1].label

    def _distance(self, index: int, box: Box) -> float:
        """Return how far words are from their line, beyond what they should be."""
        gaps = (
            math.hypot(max(box.x - p.x, 0, p.x - box.right), max(box.y - p.y, 0, p.y - box.bottom))
            for p in self.scene.lines[index]
        )
        return max(0.0, min(gaps) - BESIDE)

    def keep(self, index: int, label: Label | None) -> None:
        """Take note of words whose place is fixed."""
        if label is not None:
            self.cost += self._faults(index, label.box)
            self.taken.append(label.box)

    def _faults(self, index: int, box: Box) -> float:
        scene = self.scene
        cost = max(0.0, scene.span[0] - box.x, box.right - scene.span[1]) / OUTSIDE
        near = box.grown(3)
        cost += sum(14.0 if box.overlaps(other) else 5.0 for other in scene.boxes if near.overlaps(other))
        wide = Box(box.x - 8, box.y - 1, box.width + 16, box.height + 2)
        cost += sum(14.0 if box.overlaps(other) else 4.0 for other in self.taken if wide.overlaps(other))
        cost += sum(12.0 if box.overlaps(other) else 5.0 for other in scene.titles if near.overlaps(other))
        cost += 3.0 * sum(box.overlaps(tick) for tick in self.ticks)
        for frame in scene.frames:
            inner = box.x > frame.x and box.right < frame.right and box.y > frame.y and box.bottom < frame.bottom
            cost += 0 if inner or not box.overlaps(frame) else 1.0
        near = box.grown(6)
        for other, reach in enumerate(self.reaches):
            if not (
                reach.x <= near.right and near.x <= reach.right and reach.y <= near.bottom and near.y <= reach.bottom
            ):
                continue
            line = scene.lines[other]
            if other == index:
                cost += 4.0 * crosses(line, box.grown(4))
            elif crosses(line, near):
                cost += 3.5 if crosses(line, box.grown(2)) else 0.9
        return cost

    def _spots(self, index: int, texts: Sequence[tuple[str, ...]]) -> list[Spot]:
        line = self.scene.lines[index]
        steps = [math.dist(a, b) for a, b in pairwise(line)]
        total = sum(steps)
        spots: list[Spot] = []
        for share in SHARES:
            at, way = _at(line, steps, share * total)
            off = abs(share - 0.5) * 1.4
            for text in texts:
                size = (max(width(row, LABEL) for row in text), BASELINE_LABEL * len(text))
                cost = off + 0.35 * (len(text) - 1)
                if abs(way.y) <= SLOPE * abs(way.x):
                    spots += [_level(line, at, size, text, cost, is_over) for is_over in (True, False)]
                if abs(way.y) * SLOPE >= abs(way.x):
                    spots += [
                        _steep(line, at, size, text, cost, is_left, self.scene.is_rtl) for is_left in (False, True)
                    ]
        return spots


def _level(
    line: Sequence[Point], at: Point, size: tuple[float, float], text: tuple[str, ...], cost: float, is_over: bool
) -> Spot:
    """Return words over or under a line, centered on a point of it."""
    left, right = at.x - size[0] / 2, at.x + size[0] / 2
    ys = [at.y, *(p.y for p in _window(line, at, 0, left - 4, right + 4))]
    y = min(ys) - OVER - size[1] if is_over else max(ys) + UNDER
    far = min(abs(y + size[1] + OVER - at.y), 60) / 40 if is_over else min(abs(y - UNDER - at.y), 60) / 40
    box = Box(left, y, *size)
    label = Label(text, Point(at.x, y + ASCENT), "middle", box)
    return Spot(cost + far + (0 if is_over else 0.5 if len(text) == 1 else 0.3), label)


def _steep(
    line: Sequence[Point],
    at: Point,
    size: tuple[float, float],
    text: tuple[str, ...],
    cost: float,
    is_left: bool,
    is_rtl: bool,
) -> Spot:
    """Return words left or right of a line, beside a point of it."""
    top, bottom = at.y - size[1] / 2, at.y + size[1] / 2
    xs = [at.x, *(p.x for p in _window(line, at, 1, top - 3, bottom + 3))]
    x = min(xs) - BESIDE - size[0] if is_left else max(xs) + BESIDE
    far = min(abs((x + size[0] + BESIDE if is_left else x - BESIDE) - at.x), 60) / 40
    box = Box(x, top, *size)
    anchor = "right" if is_left else "left"
    label = Label(text, Point(box.right if is_left else box.x, top + ASCENT), anchor, box)
    return Spot(cost + far + (0.25 if is_left != is_rtl else 0), label)


def _window(line: Sequence[Point], at: Point, axis: int, low: float, high: float) -> list[Point]:
    """Return where a line is between two values of an axis, in the stretch around one of its points."""
    found: list[Point] = []
    for a, b in pairwise(line):
        if max(a[axis], b[axis]) < low or min(a[axis], b[axis]) > high:
            continue
        for end, other in ((a, b), (b, a)):
            value = min(max(end[axis], low), high)
            span = other[axis] - end[axis]
            share = (value - end[axis]) / span if span else 0.0
            point = Point(end.x + (other.x - end.x) * share, end.y + (other.y - end.y) * share)
            if math.dist(point, at) < 90:
                found.append(point)
    return found


def _at(line: Sequence[Point], steps: Sequence[float], left: float) -> tuple[Point, Point]:
    """Return the point at a length of a line, and the line's way there."""
    for (a, b), step in zip(pairwise(line), steps, strict=True):
        if step >= left and step > 0:
            share = left / step
            return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share), Point(b.x - a.x, b.y - a.y)
        left -= step
    return line[-1], Point(line[-1].x - line[-2].x, line[-1].y - line[-2].y)
