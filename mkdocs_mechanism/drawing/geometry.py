"""Points, boxes and paths, in px of the drawing (y grows downwards), and numbers formatted in one place."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple


class Point(NamedTuple):
    """A place, in px."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle: left, top, width, height, in px."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Return the right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y + self.height

    @property
    def center(self) -> Point:
        """Return the middle."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def grown(self, by: float) -> Box:
        """Return the box with `by` px added on each side."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def overlaps(self, other: Box) -> bool:
        """Tell whether the insides meet."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


def number(value: float) -> str:
    """Return a number with at most two decimals, no `-0`, no exponent: the same text for the same drawing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Path:
    """A route as SVG path segments with absolute coordinates.

    Each segment holds the points after its start: one for a line, two for a quadratic, three for a cubic curve
    (SVG 2, 9.3 "Path data").
    """

    start: Point
    segments: tuple[tuple[Point, ...], ...]

    def d(self) -> str:
        """Return the path data."""
        parts = [f"M{number(self.start.x)} {number(self.start.y)}"]
        for points in self.segments:
            letter = "LQC"[len(points) - 1]
            parts.append(letter + " ".join(f"{number(p.x)} {number(p.y)}" for p in points))
        return "".join(parts)

    @property
    def end(self) -> Point:
        """Return the last point."""
        return self.segments[-1][-1]

    def samples(self, per_curve: int = 24) -> tuple[Point, ...]:
        """Return points along the path: the ends of lines, `per_curve` points a curve."""
        points = [self.start]
        here = self.start
        for segment in self.segments:
            if len(segment) == 1:
                points.append(segment[0])
            else:
                points.extend(_on_curve((here, *segment), k / per_curve) for k in range(1, per_curve + 1))
            here = segment[-1]
        return tuple(points)

    def length(self) -> float:
        """Return the length in px."""
        points = self.samples()
        return sum(math.dist(a, b) for a, b in pairwise(points))

    def point_at(self, fraction: float) -> Point:
        """Return the point at a share (0 to 1) of the length."""
        points = self.samples()
        left = fraction * self.length()
        for a, b in pairwise(points):
            step = math.dist(a, b)
            if step >= left and step > 0:
                return Point(a.x + (b.x - a.x) * left / step, a.y + (b.y - a.y) * left / step)
            left -= step
        return points[-1]

    def shortened(self, by: float) -> Path:
        """Return the path without its last `by` px (the last segment only; it is never shortened to nothing)."""
        before = self.segments[-2][-1] if len(self.segments) > 1 else self.start
        last = self.segments[-1]
        if len(last) == 1:
            size = math.dist(before, last[0])
            share = max(0.0, 1 - by / size) if size else 1.0
            cut: tuple[Point, ...] = (_between(before, last[0], share),)
        else:
            points = (before, *last)
            low, high = 0.0, 1.0
            for _ in range(24):
                middle = (low + high) / 2
                low, high = (middle, high) if math.dist(_on_curve(points, middle), last[-1]) > by else (low, middle)
            cut = _split(points, low)
        return Path(self.start, (*self.segments[:-1], cut))


def _between(a: Point, b: Point, share: float) -> Point:
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def _split(points: tuple[Point, ...], share: float) -> tuple[Point, ...]:
    """Return the control points of a curve's first part, without its start (de Casteljau)."""
    first: list[Point] = []
    row = points
    while len(row) > 1:
        row = tuple(_between(a, b, share) for a, b in pairwise(row))
        first.append(row[0])
    return tuple(first)


def _on_curve(points: tuple[Point, ...], share: float) -> Point:
    row = points
    while len(row) > 1:
        row = tuple(_between(a, b, share) for a, b in pairwise(row))
    return row[0]
