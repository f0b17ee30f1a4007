"""The patterns by which an edge can run between two places of a grid, and what each costs.

A board has columns and rows of cells; a *gap* is the space before a column or row, numbered like it (gap 0 is the
outer margin). A way is a straight run, one bend, or two bends through a gap; costs are those of the placement table
(a straight run is free). Coarse coordinates: the middle of column or row k is 2k + 1, gap k is 2k.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

BLOCKED = 60.0
"""Cost of an edge that no pattern serves: more than any arrangement without one."""
OUTER = 0.5
"""Extra for a lane in the margin above or below all boxes, which makes the drawing taller."""


class Place(NamedTuple):
    """The cells of a node: a column, the first row and the number of rows."""

    column: int
    row: int
    rows: int = 1

    @property
    def last(self) -> int:
        """Return the last row."""
        return self.row + self.rows - 1


class Run(NamedTuple):
    """A straight piece in coarse coordinates, ends in ascending order."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class Way:
    """One pattern between two places."""

    index: int
    """Its number on the board."""
    sides: str
    """Where it leaves and enters: two of `L`, `R`, `T`, `B`."""
    lines: tuple[int, int]
    """Row (sides left and right) or column (top and bottom) of the two ports."""
    lane: int
    """The gap it runs along between two bends; -1 for none."""
    mask: int
    """Cells that must be empty, one bit each."""
    forward: float
    """Cost for an edge in document order."""
    back: float
    """Cost for an edge against it."""
    runs: tuple[Run, ...]

    @property
    def is_straight(self) -> bool:
        """Tell whether it has no bend."""
        return len(self.runs) == 1


class Board:
    """A grid of cells with its ways; boards of one size and direction are shared and only ever grow."""

    def __init__(self, columns: int, rows: int, direction: str) -> None:
        """Create an empty table for `columns` by `rows` cells; `direction` is `right`, `left` or `down`."""
        self.columns = columns
        self.rows = rows
        self.direction = direction
        self.table: dict[tuple[Place, Place], tuple[Way, ...]] = {}
        """Ways found so far; `ways` fills it."""
        self.crossings_known: list[dict[int, int]] = []
        """Crossings found so far, by the indexes of two ways; `crossings` fills it."""

    def mask(self, place: Place) -> int:
        """Return the cells of a place as bits."""
        return sum(1 << (row * self.columns + place.column) for row in range(place.row, place.last + 1))

    def ways(self, tail: Place, head: Place) -> tuple[Way, ...]:
        """Return every way between two places, the cheapest first."""
        known = self.table.get((tail, head))
        if known is None:
            found = sorted(self._all(tail, head), key=lambda way: way.forward)
            known = self.table[tail, head] = tuple(found)
        return known

    def crossings(self, one: Way, other: Way) -> int:
        """Return how often two ways cross when their lanes are stacked in the better order."""
        known = self.crossings_known[one.index]
        count = known.get(other.index)
        if count is None:
            count = known[other.index] = _crossings(one, other)
        return count

    def _all(self, tail: Place, head: Place) -> Iterator[Way]:
        forward, back = self._directions(tail, head)
        is_down = self.direction == "down"
        for sides, lines, lane, points, across, along in _patterns(self, tail, head):
            cost = _cost(sides, points, along if is_down else across, across if is_down else along, is_down)
            mask = _cells(self, points) & ~self.mask(tail) & ~self.mask(head)
            if not _is_inside(points, tail, head):
                if lane == 0 or lane == (self.rows if sides[0] in "TB" else self.columns):
                    cost += OUTER
                runs = tuple(_run(a, b) for a, b in pairwise(points))
                self.crossings_known.append({})
                yield Way(len(self.crossings_known) - 1, sides, lines, lane, mask, cost + forward, cost + back, runs)

    def _directions(self, tail: Place, head: Place) -> tuple[float, float]:
        """Return what the general direction of an edge costs, forward and back."""
        over = _sign(head.column - tail.column) * (-1 if self.direction == "left" else 1)
        shared = tail.row <= head.last and head.row <= tail.last
        down = 0 if shared else _sign(head.row - tail.row)
        if self.direction == "down":
            over, down = down, over
        forward = (0.7 if over < 0 else 0) + (2.0 if down < 0 else 0) + (0.5 if down > 0 and self.columns > 2 else 0)
        return forward, (0.2 if over > 0 else 0) + (0.2 if down > 0 else 0)


@lru_cache(maxsize=64)
def board(columns: int, rows: int, direction: str) -> Board:
    """Return the shared board of a size and direction."""
    return Board(columns, rows, direction)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _run(a: tuple[int, int], b: tuple[int, int]) -> Run:
    return Run(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))


_Pattern = tuple[str, tuple[int, int], int, tuple[tuple[int, int], ...], int, int]


def _patterns(board: Board, tail: Place, head: Place) -> Iterator[_Pattern]:
    """Yield sides, lines, lane, corner points, columns and rows apart of each pattern, regardless of others."""
    across = abs(head.column - tail.column)
    low, high = max(tail.row, head.row), min(tail.last, head.last)
    row_tail = min(max(head.row, tail.row), tail.last)
    row_head = min(max(tail.row, head.row), head.last)
    along = abs(row_head - row_tail)
    x1, x2, y1, y2 = 2 * tail.column + 1, 2 * head.column + 1, 2 * row_tail + 1, 2 * row_head + 1
    is_right, is_below = x2 > x1, row_head > row_tail
    level = "RL" if is_right else "LR"
    upright = "BT" if is_below else "TB"
    if across and low <= high:
        yield level, (row_tail, row_tail), -1, ((x1, y1), (x2, y1)), across, 0
    if not across and along:
        yield upright, (tail.column, tail.column), -1, ((x1, y1), (x1, y2)), 0, along
    if across and along:
        yield level[0] + upright[1], (row_tail, head.column), -1, ((x1, y1), (x2, y1), (x2, y2)), across, along
        yield upright[0] + level[1], (tail.column, row_head), -1, ((x1, y1), (x1, y2), (x2, y2)), across, along
        columns = (tail.column, head.column)
        for gap in range(min(row_tail, row_head) + 1, max(row_tail, row_head) + 1):
            yield upright, columns, gap, ((x1, y1), (x1, 2 * gap), (x2, 2 * gap), (x2, y2)), across, along
        for gap in range(min(columns) + 1, max(columns) + 1):
            yield level, (row_tail, row_head), gap, ((x1, y1), (2 * gap, y1), (2 * gap, y2), (x2, y2)), across, along
    if across:
        below, above = max(tail.last, head.last) + 1, min(tail.row, head.row)
        for sides, gap, ya, yb in (
            ("BB", below, 2 * tail.last + 1, 2 * head.last + 1),
            ("TT", above, 2 * tail.row + 1, 2 * head.row + 1),
        ):
            points = ((x1, ya), (x1, 2 * gap), (x2, 2 * gap), (x2, yb))
            yield sides, (tail.column, head.column), gap, points, across, along
    if along:
        right, left = max(tail.column, head.column) + 1, min(tail.column, head.column)
        for sides, gap in (("RR", right), ("LL", left)):
            if 0 < gap < board.columns:
                points = ((x1, y1), (2 * gap, y1), (2 * gap, y2), (x2, y2))
                yield sides, (row_tail, row_head), gap, points, across, along


def _cost(sides: str, points: tuple[tuple[int, int], ...], across: int, along: int, is_down: bool) -> float:
    """Return the cost of a pattern; for `down` the caller has swapped the distances, here the sides swap."""
    is_level = (sides[0] in "LR") != is_down
    if len(points) == 2:
        return 0.5 * (across - 1) if across else 0.7 * (along - 1)
    if len(points) == 3:
        return 1.2 + 0.3 * (across + along - 2)
    if sides[0] == sides[1]:
        return 4.5 + 0.7 * along + 0.3 * across if is_level else 4.0 + 0.5 * across + 0.5 * along
    return 2.2 + 0.6 * (along - 1) + 0.6 * (across - 1) if is_level else 2.0 + 0.6 * (across - 1) + 0.6 * (along - 1)


def _cells(board: Board, points: tuple[tuple[int, int], ...]) -> int:
    """Return the cells that the runs pass, ends included, as bits."""
    mask = 0
    for (x1, y1), (x2, y2) in pairwise(points):
        if y1 == y2 and y1 % 2:
            for x in range(min(x1, x2), max(x1, x2) + 1):
                mask |= 1 << ((y1 // 2) * board.columns + x // 2) if x % 2 else 0
        elif x1 == x2 and x1 % 2:
            for y in range(min(y1, y2), max(y1, y2) + 1):
                mask |= 1 << ((y // 2) * board.columns + x1 // 2) if y % 2 else 0
    return mask


def _is_inside(points: tuple[tuple[int, int], ...], tail: Place, head: Place) -> bool:
    """Tell whether a corner, or a lane, would lie within one of the two nodes."""
    for x, y in points[1:-1]:
        for place in (tail, head):
            if x == 2 * place.column + 1 and 2 * place.row < y < 2 * place.last + 2:
                return True
    return False


def _crossings(one: Way, other: Way) -> int:
    count = 0
    for a in one.runs:
        for b in other.runs:
            level, upright = (a, b) if a.y1 == a.y2 else (b, a)
            if level.y1 == level.y2 and upright.x1 == upright.x2:
                count += level.x1 < upright.x1 < level.x2 and upright.y1 < level.y1 < upright.y2
    if one.lane >= 0 and one.lane == other.lane and (one.sides[0] in "TB") == (other.sides[0] in "TB"):
        count += min(_stacked(one, other), _stacked(other, one))
    return count


def _stacked(first: Way, second: Way) -> int:
    """Return the crossings near a shared gap when the first way's lane lies before (above, left of) the second's."""
    before, after = ("TL", "BR")
    count = 0
    for ends, lane, sides in ((first, second, before), (second, first, after)):
        low, high = sorted(_lane_ends(lane))
        count += sum(side in sides and low < end < high for side, end in zip(ends.sides, _lane_ends(ends), strict=True))
    return count


def _lane_ends(way: Way) -> tuple[int, int]:
    return 2 * way.lines[0] + 1, 2 * way.lines[1] + 1
