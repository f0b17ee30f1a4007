"""Where nodes stand on a grid, and what that costs: the lower, the easier the picture is to read.

It knows no px and no words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from .patterns import Place
from .ways import Board, Way

BLOCKED = 60.0
"""Cost of an edge that no pattern serves: more than any arrangement without one."""
CROSSING = 3.0
BENT_PAIR = 1.0
"""An opposite or parallel pair that is not straight."""
UPRIGHT_PAIR = 2.5
"""Two edges in one column of a narrow grid: their labels stand on both sides of them."""
UPRIGHT_BUNDLE = 3.0
"""Each edge after the second in one column: its label has no place beside it."""
CROWDED = 3.0
"""Each port over what a side holds."""
HOLDS_UPRIGHT = 3
HOLDS_LEVEL = 2
UNREAD = 0.05
"""Each node that stands before its predecessor in the document, to decide between placements as good."""
FIRST_COLUMN = 1.5
FIRST_ROW = 1.0

Placement = tuple[Place, ...]
"""The places of the nodes, in document order."""

Numbers = tuple[int, ...]
"""The same as the board's numbers of those places."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes counted from 0 in document order, and edges between them."""

    nodes: int
    edges: tuple[tuple[int, int], ...]
    """Tail and head of each edge, in document order."""

    def is_forward(self, edge: int) -> bool:
        """Tell whether an edge runs with the order of the nodes in the document."""
        tail, head = self.edges[edge]
        return tail < head


@dataclass(frozen=True, slots=True)
class Candidate:
    """A placement, its grid and its cost."""

    cost: float
    places: Placement
    board: Board
    ways: tuple[Way, ...]


class Costs:
    """What placements on one board cost."""

    def __init__(self, graph: Graph, grid: Board, row_cost: float) -> None:
        """Prepare; `row_cost` is what each row in use adds for the height of the drawing."""
        self.graph = graph
        self.board = grid
        self.row_cost = row_cost
        self.edges = tuple((tail, head, tail < head) for tail, head in graph.edges)
        degrees = [sum(node in edge for edge in graph.edges) for node in range(graph.nodes)]
        self._busy = tuple(
            (edge, node, end)
            for edge, ends in enumerate(graph.edges)
            for end, node in enumerate(ends)
            if degrees[node] > 2
        )
        """Edge, node and end (0: the tail) where a side may be crowded."""
        self._bundles = tuple(pair for pair in _pairs(graph.edges) if len(pair) > 1)

    def _taken(self, numbers: Numbers) -> int:
        taken = 0
        for number in numbers:
            taken |= self.board.masks[number]
        return taken

    def ways(self, numbers: Numbers) -> tuple[Way | None, ...]:
        """Return the cheapest way that is free, for each edge."""
        taken = self._taken(numbers)
        return tuple(self.board.choice(numbers[tail], numbers[head]).free(taken) for tail, head, _ in self.edges)

    def cost(self, numbers: Numbers, limit: float = inf) -> float:
        """Return the cost of a placement; `inf` as soon as it exceeds the limit."""
        total = self._frame(numbers)
        if total > limit:
            return inf
        taken = self._taken(numbers)
        ways: list[Way | None] = []
        table = self.board.table
        for tail, head, is_forward in self.edges:
            choice = table[numbers[tail]].get(numbers[head]) or self.board.choice(numbers[tail], numbers[head])
            # This is where most of the search's time goes: most edges take the first way, without a call.
            way = choice.first
            if way is None or way.mask & taken:
                way = choice.free(taken)
            total += (way.forward if is_forward else way.back) if way else BLOCKED
            if total > limit:
                return inf
            ways.append(way)
        return total + self._conflicts(ways, limit - total)

    def _frame(self, numbers: Numbers) -> float:
        """Return what the place of the first node, the rows in use and the reading order cost."""
        grid = self.board
        last = max(numbers)
        rows = last // grid.columns + 1
        total = self.row_cost * min(rows, grid.rows)
        column, row = grid.places[numbers[0]][:2]
        if grid.direction == "down":
            total += FIRST_ROW * column + FIRST_COLUMN * row
        elif grid.direction == "left":
            total += FIRST_COLUMN * (grid.columns - 1 - column) + FIRST_ROW * row
        else:
            total += FIRST_COLUMN * column + FIRST_ROW * row
        unread, before = 0, -inf
        for number in numbers:
            position = grid.reading[number]
            if before > position:
                unread += 1
            before = position
        return total + UNREAD * unread

    def untangled(self, numbers: Numbers, ways: tuple[Way, ...]) -> tuple[float, tuple[Way, ...]]:
        """Return the cost and the ways after giving edges that are in conflict another free way while that helps."""
        frame = self._frame(numbers)
        own = self._owned(ways)
        best, total = list(ways), frame + (own + self._conflicts(ways, inf))
        if total - frame == own:
            return total, ways
        taken = self._taken(numbers)
        for index, (tail, head, _) in enumerate(self.edges):
            for way in self.board.choice(numbers[tail], numbers[head]).all():
                if way is best[index] or way.mask & taken:
                    continue
                trial = [*best[:index], way, *best[index + 1 :]]
                own = self._owned(trial)
                if frame + own >= total:
                    continue  # too dear even without a conflict
                cost = frame + (own + self._conflicts(trial, inf))
                if cost < total:
                    best, total = trial, cost
        return total, tuple(best)

    def _owned(self, ways: Sequence[Way]) -> float:
        """Return what the ways cost without regard to each other."""
        pairs = zip(self.edges, ways, strict=True)
        return sum([way.forward if is_forward else way.back for (_, _, is_forward), way in pairs])

    def _conflicts(self, ways: Sequence[Way | None], limit: float) -> float:
        """Return the cost of crossings, crowded sides and bundles in a column; more than the limit as soon as it is."""
        total = self._bundled(ways) + self._crowded(ways)
        present = [way for way in ways if way is not None]
        for index, one in enumerate(present):
            if total > limit:
                break
            known = self.board.crossed[one.index]
            for other in present[:index]:
                count = known.get(other.index)
                if count is None:
                    count = self.board.crossings(one, other)
                if count:
                    total += CROSSING * count
        return total

    def _bundled(self, ways: Sequence[Way | None]) -> float:
        total = 0.0
        for bundle in self._bundles:
            upright = bent = 0
            for edge in bundle:
                way = ways[edge]
                if way is not None:
                    bent += not way.is_straight
                    upright += way.is_straight and way.sides[0] in "TB"
            total += BENT_PAIR if bent else 0.0
            if upright > 1:
                total += (UPRIGHT_PAIR if self.board.is_narrow else 0) + UPRIGHT_BUNDLE * (upright - 2)
        return total

    def _crowded(self, ways: Sequence[Way | None]) -> float:
        counts: dict[tuple[int, str], int] = {}
        for edge, node, end in self._busy:
            way = ways[edge]
            if way is not None:
                port = node, way.ports[end]
                counts[port] = counts.get(port, 0) + 1
        total = 0.0
        for (_, name), count in counts.items():
            if count > HOLDS_LEVEL:
                total += CROWDED * max(0, count - (HOLDS_LEVEL if name[0] in "LR" else HOLDS_UPRIGHT))
        return total


def _pairs(edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the edges between each two nodes."""
    found: dict[tuple[int, int], list[int]] = {}
    for index, (tail, head) in enumerate(edges):
        found.setdefault((min(tail, head), max(tail, head)), []).append(index)
    return list(found.values())
