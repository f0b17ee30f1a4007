"""Where the nodes stand on the grid: the cost of a placement and the search for the cheapest.

The search is a steepest descent by swaps and moves from a few fillings of the cells in document order. It knows no px
and no words, uses no randomness and breaks ties by the lexicographically smaller placement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
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
HOPELESS = 6.0
"""What no far move is expected to make good."""
UNREAD = 0.05
"""Each node that stands before its predecessor in the document, to decide between placements as good."""
SPINE = 0.5
"""What it costs that one box is taller than the others."""
HUB = 4
"""Neighbors that make a node a hub."""
DOWN = 5
"""Nodes that a downward drawing sets in one column."""
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


class Search:
    """The search on one board; `fixed` gives places to nodes that don't move (a hub that spans rows)."""

    def __init__(self, graph: Graph, grid: Board, row_cost: float, fixed: dict[int, Place] | None = None) -> None:
        """Prepare a search; `row_cost` is what each row in use adds for the height of the drawing."""
        self.graph = graph
        self.board = grid
        self.row_cost = row_cost
        self.fixed = {node: grid.number(place) for node, place in (fixed or {}).items()}
        self.known: dict[Numbers, float] = {}
        taken = 0
        for number in self.fixed.values():
            taken |= grid.masks[number]
        self.cells = [number for number in range(grid.columns * grid.rows) if not grid.masks[number] & taken]
        self.movable = tuple(node for node in range(graph.nodes) if node not in self.fixed)
        self.edges = tuple((tail, head, tail < head) for tail, head in graph.edges)
        self.degrees = [sum(node in edge for edge in graph.edges) for node in range(graph.nodes)]
        self.bundles = tuple(pair for pair in _pairs(graph.edges) if len(pair) > 1)

    def run(self, known_cost: float = inf) -> float:
        """Descend from every filling and return the least cost; the costs of all placements seen are then in `known`.

        A descent that ends far above `known_cost`, the best of another board, is the last one.
        """
        least = inf
        for start in self._fillings():
            best, cost = start, self._cost_of(start, inf)
            is_better = True
            while is_better:
                is_better = False
                for far in (False, True):
                    if far and cost > min(least, known_cost) + HOPELESS:
                        break
                    for changed in self._ejections(best) if far else self._neighbors(best):
                        found = self._cost_of(changed, cost + SLACK)
                        if found < cost or (found == cost and changed < best):
                            best, cost, is_better = changed, found, True
                    if is_better:
                        break
            least = min(least, cost)
            if least > known_cost + HOPELESS:
                break
        return least

    def _cost_of(self, numbers: Numbers, limit: float) -> float:
        known = self.known.get(numbers)
        if known is None or (known == inf and limit == inf):
            known = self.known[numbers] = self.cost(numbers, limit)
        return known

    def _fillings(self) -> Iterator[Numbers]:
        """Yield the cells filled in document order: like a typewriter, every second line reversed, and as a ring."""
        lines = self._lines()
        plough = [line[:: -1 if index % 2 else 1] for index, line in enumerate(lines)]
        ring = [*lines[:1], *(line[:0:-1] for line in lines[1:]), [line[0] for line in lines[:0:-1] if line]]
        for filled in (lines, plough, ring):
            numbers = dict(self.fixed) | dict(zip(self.movable, chain.from_iterable(filled), strict=False))
            yield tuple(numbers[node] for node in range(self.graph.nodes))

    def _lines(self) -> list[list[int]]:
        columns = self.board.columns
        if self.board.direction == "down":
            return [[c for c in self.cells if c % columns == k] for k in range(columns)]
        step = -1 if self.board.direction == "left" else 1
        return [[c for c in self.cells if c // columns == k][::step] for k in range(self.board.rows)]

    def _neighbors(self, numbers: Numbers) -> list[Numbers]:
        """Return every placement one swap or one move away."""
        found = []
        taken = set(numbers)
        free = [cell for cell in self.cells if cell not in taken]
        for index, node in enumerate(self.movable):
            for other in self.movable[index + 1 :]:
                changed = list(numbers)
                changed[node], changed[other] = changed[other], changed[node]
                found.append(tuple(changed))
            found += [(*numbers[:node], cell, *numbers[node + 1 :]) for cell in free]
        return found

    def _ejections(self, numbers: Numbers) -> Iterator[Numbers]:
        """Yield every placement in which a node takes another one's place and that one moves to an empty cell."""
        taken = set(numbers)
        free = [cell for cell in self.cells if cell not in taken]
        for node in self.movable:
            for other in self.movable:
                if other != node:
                    changed = list(numbers)
                    changed[node] = numbers[other]
                    for changed[other] in free:
                        yield tuple(changed)

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
        taken = self._taken(numbers)
        ways: list[Way | None] = []
        table = self.board.table
        for tail, head, is_forward in self.edges:
            choice = table[numbers[tail]].get(numbers[head]) or self.board.choice(numbers[tail], numbers[head])
            way = choice.free(taken)
            total += (way.forward if is_forward else way.back) if way else BLOCKED
            if total > limit:
                return inf
            ways.append(way)
        return total + self._conflicts(ways, limit - total)

    def _frame(self, numbers: Numbers) -> float:
        """Return what the place of the first node, the rows in use and the reading order cost."""
        columns, places = self.board.columns, self.board.places
        total = self.row_cost * (self.board.rows if self.fixed else max(numbers) // columns + 1)
        column, row = places[numbers[0]][:2]
        if self.board.direction == "down":
            order = [number % columns * 100 + number // columns for number in numbers]
            total += FIRST_ROW * column + FIRST_COLUMN * row
        elif self.board.direction == "left":
            order = [number // columns * 100 - number % columns for number in numbers]
            total += FIRST_COLUMN * (columns - 1 - column) + FIRST_ROW * row
        else:
            order = list(numbers)
            total += FIRST_COLUMN * column + FIRST_ROW * row
        return total + UNREAD * sum(one > other for one, other in pairwise(order))

    def untangled(self, numbers: Numbers, ways: tuple[Way, ...]) -> tuple[float, tuple[Way, ...]]:
        """Return the cost and the ways after giving edges that are in conflict another free way while that helps."""
        frame = self._frame(numbers)
        best, total = list(ways), frame + self._total(ways)
        if total - frame == sum(self._own(index, way) for index, way in enumerate(ways)):
            return total, ways
        taken = self._taken(numbers)
        for index, (tail, head, _) in enumerate(self.edges):
            for way in self.board.choice(numbers[tail], numbers[head]).all():
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
        crossed = self.board.crossed
        for index, one in enumerate(ways):
            if one is None or total > limit:
                continue
            x1, y1, x2, y2 = one.box
            for other in ways[:index]:
                if other is None:
                    continue
                a1, b1, a2, b2 = other.box
                if x1 < a2 and a1 < x2 and y1 < b2 and b1 < y2:
                    count = crossed[one.index].get(other.index)
                    total += CROSSING * (self.board.crossings(one, other) if count is None else count)
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


def packed(graph: Graph, numbers: Numbers, search: Search) -> Candidate | None:
    """Return a placement without its empty rows and columns, with the way of every edge; None when one has none."""
    places = [search.board.places[number] for number in numbers]
    columns = sorted({place.column for place in places})
    rows = sorted({row for place in places for row in range(place.row, place.last + 1)})
    small = tuple(Place(columns.index(p.column), rows.index(p.row), p.rows) for p in places)
    shrunk = board(len(columns), len(rows), search.board.direction)
    held = Search(graph, shrunk, search.row_cost, dict(enumerate(small)))
    numbers = tuple(shrunk.number(place) for place in small)
    cheapest = held.ways(numbers)
    ways = tuple(way for way in cheapest if way is not None)
    if len(ways) < len(cheapest):
        return None
    cost, ways = held.untangled(numbers, ways)
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
    hub, neighbors = _hub(graph)
    if neighbors >= HUB:
        yield from _beside_all(graph, direction, count, hub)
    for rows in sorted(heights):
        yield board(count, rows, direction), {}


def _beside_all(graph: Graph, direction: str, count: int, hub: int) -> Iterator[tuple[Board, dict[int, Place]]]:
    """Yield the boards on which a hub stands beside its neighbors."""
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
