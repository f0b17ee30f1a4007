"""Where the nodes stand on the grid: the cost of a placement and the search for the cheapest.

The search is a steepest descent by swaps and moves from a few fillings of the cells in document order. It knows no px
and no words, uses no randomness and breaks ties by the lexicographically smaller placement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf

from .ways import BLOCKED, Board, Place, Way, board

CROSSING = 3.0
BENT_PAIR = 1.0
"""An opposite or parallel pair that is not straight."""
UPRIGHT_PAIR = 2.0
"""Two edges in one column of a narrow grid: their labels stand on both sides of them."""
UPRIGHT_BUNDLE = 3.0
"""Each edge after the second in one column: its label has no place beside it."""
CROWDED = 3.0
"""Each port over what a side holds."""
HOLDS_UPRIGHT = 3
HOLDS_LEVEL = 2
SLACK = 2.5
"""Placements up to this much above the best one are remembered: the drawing may turn out better."""
SPINE = 0.5
"""What it costs that one box is taller than the others."""
HUB = 4
"""Neighbors that make a node a hub."""
DOWN = 4
"""Nodes that a downward drawing sets in one column."""
FIRST_COLUMN = 1.5
FIRST_ROW = 1.0

Placement = tuple[Place, ...]
"""The places of the nodes, in document order."""


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


class Search:
    """The search on one board; `fixed` gives places to nodes that don't move (a hub that spans rows)."""

    def __init__(self, graph: Graph, grid: Board, row_cost: float, fixed: dict[int, Place] | None = None) -> None:
        """Prepare a search; `row_cost` is what each row in use adds for the height of the drawing."""
        self.graph = graph
        self.board = grid
        self.row_cost = row_cost
        self.fixed = fixed or {}
        self.known: dict[Placement, float] = {}
        taken = {(place.column, row) for place in self.fixed.values() for row in range(place.row, place.last + 1)}
        self.cells = tuple(
            Place(column, row)
            for row in range(grid.rows)
            for column in range(grid.columns)
            if (column, row) not in taken
        )
        self.movable = tuple(node for node in range(graph.nodes) if node not in self.fixed)
        self.masks = {place: grid.mask(place) for place in (*self.cells, *self.fixed.values())}
        self.edges = tuple((tail, head, tail < head) for tail, head in graph.edges)
        self.degrees = [sum(node in edge for edge in graph.edges) for node in range(graph.nodes)]
        self.bundles = tuple(pair for pair in _pairs(graph.edges) if len(pair) > 1)

    def run(self) -> None:
        """Descend from every filling; the costs of all placements seen are then in `known`."""
        for start in self._fillings():
            best, cost = start, self._cost_of(start, inf)
            is_better = True
            while is_better:
                is_better = False
                for changed in self._neighbors(best):
                    found = self._cost_of(changed, cost + SLACK)
                    if found < cost or (found == cost and changed < best):
                        best, cost, is_better = changed, found, True

    def _cost_of(self, places: Placement, limit: float) -> float:
        known = self.known.get(places)
        if known is None or (known == inf and limit == inf):
            known = self.known[places] = self.cost(places, limit)
        return known

    def _fillings(self) -> Iterator[Placement]:
        """Yield the cells filled in document order: like a typewriter, and with every second line reversed."""
        lines = self._lines()
        for is_ox in (False, True):
            cells = [c for k, line in enumerate(lines) for c in (reversed(line) if is_ox and k % 2 else line)]
            places = dict(self.fixed) | dict(zip(self.movable, cells, strict=False))
            yield tuple(places[node] for node in range(self.graph.nodes))

    def _lines(self) -> list[list[Place]]:
        if self.board.direction == "down":
            return [[c for c in self.cells if c.column == k] for k in range(self.board.columns)]
        step = -1 if self.board.direction == "left" else 1
        return [[c for c in self.cells if c.row == k][::step] for k in range(self.board.rows)]

    def _neighbors(self, places: Placement) -> list[Placement]:
        """Return every placement one swap or one move away."""
        found = []
        taken = set(places)
        free = [cell for cell in self.cells if cell not in taken]
        for index, node in enumerate(self.movable):
            for other in self.movable[index + 1 :]:
                changed = list(places)
                changed[node], changed[other] = changed[other], changed[node]
                found.append(tuple(changed))
            found += [(*places[:node], cell, *places[node + 1 :]) for cell in free]
        return found

    def ways(self, places: Placement) -> tuple[Way | None, ...]:
        """Return the cheapest way that is free, for each edge."""
        taken = sum(self.masks[place] for place in places)
        return tuple(
            next((way for way in self.board.ways(places[tail], places[head]) if not way.mask & taken), None)
            for tail, head, _ in self.edges
        )

    def cost(self, places: Placement, limit: float = inf) -> float:
        """Return the cost of a placement; `inf` as soon as it exceeds the limit."""
        grid = self.board
        total = self._frame(places)
        taken = 0
        for place in places:
            taken |= self.masks[place]
        ways: list[Way | None] = []
        table = grid.table
        for tail, head, is_forward in self.edges:
            key = (places[tail], places[head])
            choice = table.get(key)
            if choice is None:
                choice = grid.ways(*key)
            for way in choice:
                if not way.mask & taken:
                    total += way.forward if is_forward else way.back
                    ways.append(way)
                    break
            else:
                total += BLOCKED
                ways.append(None)
            if total > limit:
                return inf
        return total + self._conflicts(ways, limit - total)

    def _frame(self, places: Placement) -> float:
        first = places[0]
        column = self.board.columns - 1 - first.column if self.board.direction == "left" else first.column
        rows = max(place.last for place in places) + 1
        over, down = (FIRST_ROW, FIRST_COLUMN) if self.board.direction == "down" else (FIRST_COLUMN, FIRST_ROW)
        return over * column + (down * first.row if 0 not in self.fixed else 0) + self.row_cost * rows

    def untangled(self, places: Placement, ways: tuple[Way, ...]) -> tuple[float, tuple[Way, ...]]:
        """Return the cost and the ways after giving edges that are in conflict another free way while that helps."""
        frame = self._frame(places)
        best, total = list(ways), frame + self._total(ways)
        if total - frame == sum(self._own(index, way) for index, way in enumerate(ways)):
            return total, ways
        taken = sum(self.masks[place] for place in places)
        for index, (tail, head, _) in enumerate(self.edges):
            for way in self.board.ways(places[tail], places[head]):
                if way is best[index] or way.mask & taken:
                    continue
                trial = [*best[:index], way, *best[index + 1 :]]
                cost = frame + self._total(trial)
                if cost < total:
                    best, total = trial, cost
        return total, tuple(best)

    def _own(self, edge: int, way: Way) -> float:
        return way.forward if self.edges[edge][2] else way.back

    def _total(self, ways: Sequence[Way]) -> float:
        return sum(self._own(index, way) for index, way in enumerate(ways)) + self._conflicts(list(ways), inf)

    def _conflicts(self, ways: list[Way | None], limit: float) -> float:
        """Return the cost of crossings, crowded sides and bundles in a column."""
        total = self._bundled(ways) + self._crowded(ways)
        crossings = self.board.crossings_known
        for index, one in enumerate(ways):
            if one is None or total > limit:
                continue
            row = crossings[one.index]
            for other in ways[:index]:
                if other is not None:
                    count = row.get(other.index)
                    if count is None:
                        count = self.board.crossings(one, other)
                    total += CROSSING * count
        return total

    def _bundled(self, ways: list[Way | None]) -> float:
        total = 0.0
        for pair in self.bundles:
            upright = sum(1 for edge in pair if (way := ways[edge]) and way.is_straight and way.sides[0] in "TB")
            total += BENT_PAIR * any(not way.is_straight for edge in pair if (way := ways[edge]))
            if upright >= 2:
                total += (UPRIGHT_PAIR if self.board.columns == 2 else 0) + UPRIGHT_BUNDLE * (upright - 2)
        return total

    def _crowded(self, ways: list[Way | None]) -> float:
        counts: dict[tuple[int, str, int], int] = {}
        for (tail, head, _), way in zip(self.edges, ways, strict=True):
            if way is None:
                continue
            for node, side, line in ((tail, way.sides[0], way.lines[0]), (head, way.sides[1], way.lines[1])):
                if self.degrees[node] > 2:
                    key = (node, side, line)
                    counts[key] = counts.get(key, 0) + 1
        total = 0.0
        for (_, side, _), count in counts.items():
            over = count - (HOLDS_LEVEL if side in "LR" else HOLDS_UPRIGHT)
            if over > 0:
                total += CROWDED * over
        return total


def _pairs(edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the edges between each two nodes."""
    found: dict[tuple[int, int], list[int]] = {}
    for index, (tail, head) in enumerate(edges):
        found.setdefault((min(tail, head), max(tail, head)), []).append(index)
    return list(found.values())


def packed(graph: Graph, places: Placement, search: Search) -> Candidate | None:
    """Return a placement without its empty rows and columns, with the way of every edge; None when one has none."""
    columns = sorted({place.column for place in places})
    rows = sorted({row for place in places for row in range(place.row, place.last + 1)})
    small = tuple(Place(columns.index(p.column), rows.index(p.row), p.rows) for p in places)
    shrunk = board(len(columns), len(rows), search.board.direction)
    held = Search(graph, shrunk, search.row_cost, dict(enumerate(small)))
    cheapest = held.ways(small)
    ways = tuple(way for way in cheapest if way is not None)
    if len(ways) < len(cheapest):
        return None
    cost, ways = held.untangled(small, ways)
    return Candidate(cost + SPINE * any(place.rows > 1 for place in places), small, shrunk, ways)


def grids(graph: Graph, direction: str, most: int) -> Iterator[tuple[Board, dict[int, Place]]]:
    """Yield the boards to search, with the node that is given a place of several rows.

    As few rows as hold the nodes, and one more; where one node has many neighbors, also boards on which it stands
    beside them all: in the first of two columns, or in the middle one of three.
    """
    count = min(most, graph.nodes)
    least = ceil(graph.nodes / count)
    heights = {least} if graph.nodes < 3 else {least, least + 1}
    if direction == "down" and graph.nodes <= DOWN:
        heights.add(graph.nodes)
    for rows in sorted(heights):
        yield board(count, rows, direction), {}
    hub, neighbors = _hub(graph)
    if neighbors < HUB:
        return
    column = 1 if count == 3 else (1 if direction == "left" else 0)
    others = graph.nodes - 1
    for above, below in ((0, 0), (1, 0), (0, 1), (1, 1)):
        rows = ceil((others - above - below) / (count - 1))
        span = rows - above - below
        if span > 1:
            yield board(count, rows, direction), {hub: Place(column, above, span)}


def _hub(graph: Graph) -> tuple[int, int]:
    """Return the node with most neighbors, and how many it has."""
    neighbors: dict[int, set[int]] = {node: set() for node in range(graph.nodes)}
    for tail, head in graph.edges:
        neighbors[tail].add(head)
        neighbors[head].add(tail)
    hub = max(neighbors, key=lambda node: (len(neighbors[node]), -node))
    return hub, len(neighbors[hub])
