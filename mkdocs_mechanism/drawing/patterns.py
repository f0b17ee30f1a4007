"""The patterns by which an edge can run between two places of a grid, and what each costs by itself.

A *gap* is the space before a column or row, numbered like it (gap 0 is the outer margin). A pattern is a straight run,
one bend, or two bends through a gap. Coarse coordinates: the middle of column or row k is 2k + 1, gap k is 2k.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


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


Pattern = tuple[str, tuple[int, int], int, tuple[tuple[int, int], ...], int, int]
"""Sides, lines, lane, corner points, columns and rows apart."""


def _rows(tail: Place, head: Place) -> tuple[int, int]:
    """Return the rows of two places that are nearest to each other."""
    return min(max(head.row, tail.row), tail.last), min(max(tail.row, head.row), head.last)


def _straight(tail: Place, head: Place) -> Iterator[Pattern]:
    across, (y1, y2) = abs(head.column - tail.column), _rows(tail, head)
    points = ((2 * tail.column + 1, 2 * y1 + 1), (2 * head.column + 1, 2 * y2 + 1))
    if across and y1 == y2:
        yield "RL" if head.column > tail.column else "LR", (y1, y1), -1, points, across, 0
    elif not across and y1 != y2:
        yield "BT" if y2 > y1 else "TB", (tail.column, tail.column), -1, points, 0, abs(y2 - y1)


def _bent(tail: Place, head: Place) -> Iterator[Pattern]:
    across, (row, end) = abs(head.column - tail.column), _rows(tail, head)
    along = abs(end - row)
    if across and along:
        x1, x2, y1, y2 = 2 * tail.column + 1, 2 * head.column + 1, 2 * row + 1, 2 * end + 1
        level, upright = "RL" if x2 > x1 else "LR", "BT" if y2 > y1 else "TB"
        yield level[0] + upright[1], (row, head.column), -1, ((x1, y1), (x2, y1), (x2, y2)), across, along
        yield upright[0] + level[1], (tail.column, end), -1, ((x1, y1), (x1, y2), (x2, y2)), across, along


def _shifted(tail: Place, head: Place) -> Iterator[Pattern]:
    across, (row, end) = abs(head.column - tail.column), _rows(tail, head)
    along = abs(end - row)
    if across and along:
        x1, x2, y1, y2 = 2 * tail.column + 1, 2 * head.column + 1, 2 * row + 1, 2 * end + 1
        level, upright = "RL" if x2 > x1 else "LR", "BT" if y2 > y1 else "TB"
        columns = (tail.column, head.column)
        for y in range(2 * min(row, end) + 2, 2 * max(row, end) + 1, 2):
            yield upright, columns, y // 2, ((x1, y1), (x1, y), (x2, y), (x2, y2)), across, along
        for x in range(2 * min(columns) + 2, 2 * max(columns) + 1, 2):
            yield level, (row, end), x // 2, ((x1, y1), (x, y1), (x, y2), (x2, y2)), across, along


def _around(tail: Place, head: Place) -> Iterator[Pattern]:
    across, (row, end) = abs(head.column - tail.column), _rows(tail, head)
    along = abs(end - row)
    x1, x2 = 2 * tail.column + 1, 2 * head.column + 1
    if across:
        columns = (tail.column, head.column)
        y, y1, y2 = 2 * max(tail.last, head.last) + 2, 2 * tail.last + 1, 2 * head.last + 1
        yield "BB", columns, y // 2, ((x1, y1), (x1, y), (x2, y), (x2, y2)), across, along
        y, y1, y2 = 2 * min(tail.row, head.row), 2 * tail.row + 1, 2 * head.row + 1
        yield "TT", columns, y // 2, ((x1, y1), (x1, y), (x2, y), (x2, y2)), across, along
    if along:
        y1, y2 = 2 * row + 1, 2 * end + 1
        for sides, x in (("RR", max(x1, x2) + 1), ("LL", min(x1, x2) - 1)):
            yield sides, (row, end), x // 2, ((x1, y1), (x, y1), (x, y2), (x2, y2)), across, along


def cost_of(sides: str, points: tuple[tuple[int, int], ...], across: int, along: int, *, is_down: bool) -> float:
    """Return the cost of a pattern; for `down` rows and columns are swapped."""
    is_level = (sides[0] in "LR") != is_down
    if is_down:
        across, along = along, across
    if len(points) == 2:
        return 0.5 * (across - 1) if across else 0.7 * (along - 1)
    if len(points) == 3:
        return 1.2 + 0.3 * (across + along - 2)
    if sides[0] == sides[1]:
        return 4.5 + 0.7 * along + 0.3 * across if is_level else 4.0 + 0.5 * across + 0.5 * along
    return (2.2 if is_level else 2.0) + 0.6 * (across + along - 2)


def is_inside(points: tuple[tuple[int, int], ...], tail: Place, head: Place) -> bool:
    """Tell whether a corner, or a lane, would lie within one of the two nodes."""
    for x, y in points[1:-1]:
        for place in (tail, head):
            if x == 2 * place.column + 1 and 2 * place.row < y < 2 * place.last + 2:
                return True
    return False


KINDS = (_straight, _bent, _shifted, _around)
"""The patterns, the cheaper kinds first."""
