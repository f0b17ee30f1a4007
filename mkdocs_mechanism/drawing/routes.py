"""Edges as polylines in px: corners, round bends, the place of the number, and what meets what.

Every run is horizontal or vertical; bends have radius 10, less on a short arm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..timeline import LANDING
from .boxes import Columns
from .frame import Frame
from .geometry import Box, Path, Point
from .layout import TIP_GAP
from .placement import Candidate
from .ports import Ports

RADIUS = 10.0
DISC = 8.5
"""Radius of a number disc; a longer text stands in a pill of that half height."""
PILL = 12.0
"""Width of a pill beyond its text."""
FROM_BOX = 11.5
"""From a box to the rim of a disc."""
FROM_BEND = 13.5
"""From a corner to the rim of a disc."""
FROM_TIP = 10.0
"""From the tip of the arrow to the rim of a disc."""
SHARE = 0.24
"""Where on its edge a number stands, from the tail."""
LATER = 150.0
"""What speaks against a number on a run after the first, in px; less than its standing where the token does."""
NO_PLACE = 1.5
"""As how many faults a number counts that finds no place at all."""
TIGHT = 0.25
"""The same for one that is only just clear of box and tip."""
JUST = 4.0
TOKEN = 10.0
ANGLES = {(1, 0): 0.0, (0, 1): 90.0, (-1, 0): 180.0, (0, -1): 270.0}


@dataclass(frozen=True, slots=True)
class Line:
    """The corners of an edge from the tail's border to the tip."""

    points: tuple[Point, ...]
    number: Point
    half: float
    """Half the width of the number's disc or pill; 0 without a number."""

    @property
    def length(self) -> float:
        """Return the length along the corners."""
        return sum(abs(b.x - a.x) + abs(b.y - a.y) for a, b in pairwise(self.points))


def corners(plan: Candidate, columns: Columns, frame: Frame, ports: Ports, edge: int) -> tuple[Point, ...]:
    """Return an edge's corners, ends included; the last point is the tip."""
    way = plan.ways[edge]
    tail_side, head_side = way.sides[0], way.sides[1]
    tail = _port(columns, frame, tail_side, way.lines[0], ports.tails[edge], _box_line(way.runs[0], tail_side))
    head = _port(columns, frame, head_side, way.lines[1], ports.heads[edge], _box_line(way.runs[-1], head_side))
    x, y = {"L": (-1, 0), "R": (1, 0), "T": (0, -1), "B": (0, 1)}[head_side]
    tip = Point(head.x + x * TIP_GAP, head.y + y * TIP_GAP)
    if way.is_straight:
        return (tail, tip)
    if way.lane < 0:
        return (tail, Point(tip.x, tail.y) if tail_side in "LR" else Point(tail.x, tip.y), tip)
    lane = frame.lanes[edge]
    if tail_side in "TB":
        return (tail, Point(tail.x, lane), Point(tip.x, lane), tip)
    return (tail, Point(lane, tail.y), Point(lane, tip.y), tip)


def _box_line(run: tuple[int, int, int, int], side: str) -> int:
    """Return the column (sides left and right) or row (top and bottom) of the box at the end of a run."""
    x1, y1, x2, y2 = run
    return {"R": x1, "L": x2, "B": y1, "T": y2}[side] // 2


def _port(columns: Columns, frame: Frame, side: str, line: int, offset: float, box_line: int) -> Point:
    if side in "LR":
        left = columns.lefts[box_line]
        x = left if side == "L" else left + columns.widths[box_line]
        return Point(x, frame.middle(line) + offset)
    top = frame.tops[box_line]
    return Point(columns.center(line) + offset, top if side == "T" else top + frame.box_height)


def path(points: Sequence[Point]) -> Path:
    """Return the path with round bends."""
    segments: list[tuple[Point, ...]] = []
    for index in range(1, len(points) - 1):
        before, corner, after = points[index - 1 : index + 2]
        arm_before = _distance(before, corner) / (2 if index > 1 else 1)
        arm_after = _distance(corner, after) / (2 if index < len(points) - 2 else 1)
        radius = min(RADIUS, arm_before, arm_after)
        segments.append((_toward(corner, before, radius),))
        segments.append((corner, _toward(corner, after, radius)))
    segments.append((points[-1],))
    return Path(points[0], tuple(segments))


def angle(points: Sequence[Point]) -> float:
    """Return the way the tip points, in degrees."""
    a, b = points[-2], points[-1]
    return ANGLES[_sign(b.x - a.x), _sign(b.y - a.y)]


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _distance(a: Point, b: Point) -> float:
    return abs(a.x - b.x) + abs(a.y - b.y)


def _toward(a: Point, b: Point, by: float) -> Point:
    return Point(a.x + _sign(b.x - a.x) * by, a.y + _sign(b.y - a.y) * by)


Segment = tuple[float, float, float, float]


def segments(points: Sequence[Point]) -> list[Segment]:
    """Return the runs as left, top, right, bottom."""
    return [(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)) for a, b in pairwise(points)]


def crossings(lines: Sequence[Sequence[Segment]]) -> tuple[int, int]:
    """Return how many pairs of runs cross, and how many lie on one track (closer than 8 side by side)."""
    crossed = shared = 0
    for index, one in enumerate(lines):
        for other in lines[:index]:
            for a in one:
                for b in other:
                    if a[0] - 8 >= b[2] or b[0] - 8 >= a[2] or a[1] - 8 >= b[3] or b[1] - 8 >= a[3]:
                        continue
                    if (a[1] == a[3]) == (b[1] == b[3]):
                        shared += _is_beside(a, b)
                    elif a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                        crossed += 1
                    else:
                        shared += _is_touching(a, b)
    return crossed, shared


def _is_beside(a: Segment, b: Segment) -> bool:
    """Tell whether two runs of one direction share a stretch."""
    if a[1] == a[3]:
        return a[0] < b[2] and b[0] < a[2]
    return a[1] < b[3] and b[1] < a[3]


def _is_touching(a: Segment, b: Segment) -> bool:
    """Tell whether the end of a run comes within 8 of the inside of a run across."""
    return a[0] - 8 < b[2] and b[0] - 8 < a[2] and a[1] - 8 < b[3] and b[1] - 8 < a[3]


def number_places(points: Sequence[Point], half: float, *, is_tight: bool = False) -> list[Point]:
    """Return the places for a number, the best first: 24 % from the tail, clear of boxes, bends, tip and token.

    Empty when every run is too short; tight places keep no more than the least from the box they leave.
    """
    runs = list(pairwise(points))
    total = sum(_distance(a, b) for a, b in runs)
    wanted, token = SHARE * total, LANDING * total
    found: list[tuple[float, Point]] = []
    start = 0.0
    for index, (a, b) in enumerate(runs):
        size = _distance(a, b)
        reach = half if a.y == b.y else DISC
        low = start + reach + (FROM_BEND if index else JUST if is_tight else FROM_BOX)
        high = start + size - reach - (FROM_BEND if index < len(runs) - 1 else FROM_TIP)
        if low <= high:
            spots = {
                min(max(wanted, low), high),
                low,
                high,
                (low + high) / 2,
                (3 * low + high) / 4,
                (low + 3 * high) / 4,
            }
            for at in spots:
                cost = abs(at - wanted) + (LATER if index else 0)
                cost += 200 if abs(at - token) < reach + TOKEN else 0
                found.append((cost, _toward(a, b, at - start)))
        start += size
    return [point for _, point in sorted(found)]


def place_numbers(
    lines: Sequence[Sequence[Point]], halves: Sequence[float], boxes: Sequence[Box]
) -> tuple[tuple[Line, ...], float]:
    """Return the lines with their numbers, and how many numbers stand on another line or number, or at a box."""
    runs = [segments(points) for points in lines]
    rooms = [(box.x, box.y, box.right, box.bottom) for box in boxes]
    placed: list[Line] = []
    bad = 0.0
    for edge, points in enumerate(lines):
        half = halves[edge]
        best, least = _longest_middle(points), NO_PLACE
        for is_tight in (False, True):
            for spot in number_places(points, half or DISC, is_tight=is_tight):
                hits = float(_hits(spot, half or DISC, edge, runs, placed)) + TIGHT * is_tight
                hits += half > DISC and not is_tight and _is_at_box(spot, half, rooms)
                if hits < least:
                    best, least = spot, hits
                if not hits:
                    break
            if least <= TIGHT or not half:
                break
        bad += least if half else 0
        placed.append(Line(tuple(points), best, half))
    return tuple(placed), bad


def _longest_middle(points: Sequence[Point]) -> Point:
    a, b = max(pairwise(points), key=lambda run: _distance(*run))
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def _is_at_box(spot: Point, half: float, boxes: Sequence[Segment]) -> bool:
    """Tell whether the rim of a pill comes too close to a box."""
    reach_x, reach_y = half + FROM_BOX - 0.01, DISC + FROM_BOX - 0.01
    return any(
        x1 < spot.x + reach_x and spot.x - reach_x < x2 and y1 < spot.y + reach_y and spot.y - reach_y < y2
        for x1, y1, x2, y2 in boxes
    )


def _hits(spot: Point, half: float, edge: int, runs: Sequence[Sequence[Segment]], placed: Sequence[Line]) -> int:
    """Return how many other lines and numbers a number at this place would touch."""
    x, y = spot
    reach_x, reach_y = half + 4.0, DISC + 4.0
    hits = 0
    for other, pieces in enumerate(runs):
        if other != edge:
            for x1, y1, x2, y2 in pieces:
                hits += x1 < x + reach_x and x - reach_x < x2 and y1 < y + reach_y and y - reach_y < y2
    for line in placed:
        if line.half:
            hits += abs(line.number.x - x) < half + line.half + 3 and abs(line.number.y - y) < 2 * DISC + 3
    return hits
