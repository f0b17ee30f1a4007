"""The ways of edges on a board of cells: which cells each passes, what it costs, and which ones cross."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from .patterns import KINDS, Pattern, Place, Run, cost_of, is_inside

OUTER = 0.5
"""Extra for a lane in the margin above or below all boxes, which makes the drawing taller."""


class Way:
    """One pattern between two places.

    Never changed once made, but not a frozen dataclass: hundreds are made for a picture, and few are looked at closely.
    """

    __slots__ = (
        "_box",
        "_runs",
        "back",
        "forward",
        "index",
        "is_straight",
        "lane",
        "lines",
        "mask",
        "points",
        "ports",
        "sides",
    )

    def __init__(self, index: int, pattern: Pattern, mask: int, forward: float, back: float) -> None:
        """Make a way of a pattern; `index` is its number on the board."""
        self.index = index
        self.sides, self.lines, self.lane, self.points = pattern[:4]
        self.is_straight = len(self.points) == 2
        """Whether it has no bend."""
        self.ports = (self.sides[0] + str(self.lines[0]), self.sides[1] + str(self.lines[1]))
        """Side and row or column where it meets its two boxes."""
        self.mask = mask
        """Cells that must be empty, one bit each."""
        self.forward = forward
        """Cost for an edge in document order."""
        self.back = back
        """Cost for an edge against it."""
        self._runs: tuple[Run, ...] | None = None
        self._box: Run | None = None

    @property
    def runs(self) -> tuple[Run, ...]:
        """Return its straight pieces from the tail on."""
        if self._runs is None:
            self._runs = tuple([Run(*a, *b) if a < b else Run(*b, *a) for a, b in pairwise(self.points)])
        return self._runs

    @property
    def box(self) -> Run:
        """Return the smallest rectangle around it."""
        if self._box is None:
            xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
            self._box = Run(min(xs), min(ys), max(xs), max(ys))
        return self._box


class Choice:
    """The ways between two places, the cheapest first, found as far as they were asked for."""

    __slots__ = ("_rest", "first", "known")

    def __init__(self, ways: Iterator[Way]) -> None:
        """Take the ways in order of their cost."""
        self.first = next(ways, None)
        """The cheapest, whatever is taken."""
        self.known = [] if self.first is None else [self.first]
        self._rest = ways

    def free(self, taken: int) -> Way | None:
        """Return the cheapest way whose cells are not among those taken."""
        for way in self.known:
            if not way.mask & taken:
                return way
        for way in self._rest:
            self.known.append(way)
            if not way.mask & taken:
                return way
        return None

    def all(self) -> list[Way]:
        """Return every way."""
        self.known.extend(self._rest)
        return self.known


class Board:
    """A grid of cells with its ways; boards of one size and direction are shared and only ever grow.

    Places are numbered: cells row by row, then those of several rows as they come.
    """

    def __init__(self, columns: int, rows: int, direction: str, *, is_narrow: bool = False) -> None:
        """Create an empty table for `columns` by `rows` cells; `direction` is `right`, `left` or `down`."""
        self.columns = columns
        self.rows = rows
        self.direction = direction
        self.is_narrow = is_narrow
        self.places = [Place(column, row) for row in range(rows) for column in range(columns)]
        self.masks = [self._mask(place) for place in self.places]
        self.reading = [self._position(number) for number in range(len(self.places))]
        """Where each place comes when the picture is read in its direction: the lower, the sooner."""
        self.table: list[dict[int, Choice]] = [{} for _ in self.places]
        """Ways found so far, by the numbers of two places; `choice` fills it."""
        self.crossed: list[dict[int, int]] = []
        """Crossings found so far, by the numbers of two ways; `crossings` fills it."""

    def number(self, place: Place) -> int:
        """Return the number of a place."""
        if place.rows == 1:
            return place.row * self.columns + place.column
        if place not in self.places:
            self.places.append(place)
            self.masks.append(self._mask(place))
            self.reading.append(self._position(len(self.reading)))
            self.table.append({})
        return self.places.index(place)

    def choice(self, tail: int, head: int) -> Choice:
        """Return the ways between two places."""
        known = self.table[tail].get(head)
        if known is None:
            known = self.table[tail][head] = Choice(self._all(tail, head))
        return known

    def crossings(self, one: Way, other: Way) -> int:
        """Return how often two ways cross when their lanes are stacked in the better order."""
        count = self.crossed[one.index].get(other.index)
        if count is None:
            count = self.crossed[one.index][other.index] = _crossings(one, other) if _meet(one.box, other.box) else 0
        return count

    def _position(self, number: int) -> int:
        row, column = divmod(number, self.columns)
        if self.direction == "down":
            return column * 100 + row
        return row * 100 - column if self.direction == "left" else number

    def _mask(self, place: Place) -> int:
        """Return the cells of a place as bits, and the pieces of gaps between its rows."""
        cells = sum(1 << (row * self.columns + place.column) for row in range(place.row, place.last + 1))
        return cells | sum(1 << self._spanned(place.column, gap) for gap in range(place.row + 1, place.last + 1))

    def _spanned(self, column: int, gap: int) -> int:
        """Return the bit of a piece of gap that only a node of several rows covers."""
        return (self.rows + gap) * self.columns + column

    def _all(self, tail: int, head: int) -> Iterator[Way]:
        """Yield the ways between two places: straight before bent once before bent twice, each kind by its cost."""
        first, second = self.places[tail], self.places[head]
        own = self.masks[tail] | self.masks[head]
        forward, back = self._directions(first, second)
        for kind in KINDS:
            found = []
            for pattern in kind(first, second):
                sides, _, lane, points, across, along = pattern
                if len(points) > 2 and is_inside(points, first, second):
                    continue
                if sides[0] in "LR" and lane in (0, self.columns):
                    continue  # the margins beside the boxes are too narrow
                cost = cost_of(sides, points, across, along, is_down=self.direction == "down")
                if lane in (0, self.rows) and sides[0] in "TB":
                    cost += OUTER
                found.append((cost, pattern))
            if len(found) > 1:
                found.sort()
            for cost, pattern in found:
                self.crossed.append({})
                mask = self._passed(pattern[3]) & ~own
                yield Way(len(self.crossed) - 1, pattern, mask, cost + forward, cost + back)

    def _passed(self, points: tuple[tuple[int, int], ...]) -> int:
        """Return the cells, and pieces of gaps between rows, that the runs pass, ends included, as bits."""
        mask, columns = 0, self.columns
        for (x1, y1), (x2, y2) in pairwise(points):
            if y1 == y2:
                low, high = (x1, x2) if x1 < x2 else (x2, x1)
                line = self._spanned(0, y1 // 2) if y1 % 2 == 0 else (y1 // 2) * columns
                mask |= ((1 << (high + 1) // 2) - (1 << low // 2)) << line
            elif x1 % 2:
                low, high = (y1, y2) if y1 < y2 else (y2, y1)
                for row in range(low // 2, (high + 1) // 2):
                    mask |= 1 << (row * columns + x1 // 2)
        return mask

    def _directions(self, tail: Place, head: Place) -> tuple[float, float]:
        """Return what the general direction of an edge costs, forward and back."""
        over = _sign(head.column - tail.column) * (-1 if self.direction == "left" else 1)
        shared = tail.row <= head.last and head.row <= tail.last
        down = 0 if shared else _sign(head.row - tail.row)
        if self.direction == "down":
            over, down = down, over
        forward = (0.7 if over < 0 else 0) + (2.0 if down < 0 else 0) + (0.5 if down > 0 and not self.is_narrow else 0)
        return forward, (0.2 if over > 0 else 0) + (0.2 if down > 0 else 0)


@lru_cache(maxsize=64)
def board(columns: int, rows: int, direction: str, *, is_narrow: bool) -> Board:
    """Return the shared board of a size and direction."""
    return Board(columns, rows, direction, is_narrow=is_narrow)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _meet(one: Run, other: Run) -> bool:
    return one.x1 < other.x2 and other.x1 < one.x2 and one.y1 < other.y2 and other.y1 < one.y2


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
