"""The search for the cheapest placement: a steepest descent from a few fillings of the cells in document order.

It uses no randomness and breaks ties by the lexicographically smaller placement.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import ceil, inf

from .patterns import Place
from .placement import Candidate, Costs, Graph, Numbers, Placement
from .ways import Board, board

SLACK = 2.5
"""Placements up to this much above the best one are remembered: the drawing may turn out better."""
HOPELESS = 6.0
"""What no far move is expected to make good."""
SPINE = 0.5
"""What it costs that one box is taller than the others."""
HUB = 4
"""Neighbors that make a node a hub."""
DOWN = 5
"""Nodes that a downward drawing sets in one column."""


class Search:
    """The search on one board; `fixed` gives places to nodes that don't move (a hub that spans rows)."""

    def __init__(self, costs: Costs, fixed: dict[int, Place] | None = None) -> None:
        """Prepare a search by these costs."""
        self.costs = costs
        self.board = costs.board
        self.known: dict[Numbers, float] = {}
        """What the placements seen so far cost; `inf` for those that were given up."""
        self._fixed = {node: self.board.number(place) for node, place in (fixed or {}).items()}
        taken = 0
        for number in self._fixed.values():
            taken |= self.board.masks[number]
        self._cells = [n for n in range(self.board.columns * self.board.rows) if not self.board.masks[n] & taken]
        self._movable = tuple(node for node in range(costs.graph.nodes) if node not in self._fixed)

    def run(self, known_cost: float = inf) -> float:
        """Descend from every filling and return the least cost; the costs of all placements seen are then in `known`.

        A descent that ends far above `known_cost`, the best of another board, is the last one.
        """
        known, least = self.known, inf
        for start in self._fillings():
            best, cost = start, known.get(start, inf)
            if cost == inf:
                cost = known[start] = self.costs.cost(start)
            is_better = True
            while is_better:
                is_better = False
                for far in (False, True):
                    if far and cost > min(least, known_cost) + HOPELESS:
                        break
                    for changed in self._ejections(best) if far else self._neighbors(best):
                        found = known.get(changed)
                        if found is None:
                            found = known[changed] = self.costs.cost(changed, cost + SLACK)
                        if found < cost or (found == cost and changed < best):
                            best, cost, is_better = changed, found, True
                    if is_better:
                        break
            least = min(least, cost)
            if least > known_cost + HOPELESS:
                break
        return least

    def _fillings(self) -> Iterator[Numbers]:
        """Yield the cells filled in document order: like a typewriter, every second line reversed, and as a ring."""
        lines = self._lines()
        plough = [line[:: -1 if index % 2 else 1] for index, line in enumerate(lines)]
        ring = [*lines[:1], *(line[:0:-1] for line in lines[1:]), [line[0] for line in lines[:0:-1] if line]]
        for filled in (lines, plough, ring):
            numbers = dict(self._fixed) | dict(zip(self._movable, chain.from_iterable(filled), strict=False))
            yield tuple(numbers[node] for node in range(self.costs.graph.nodes))

    def _lines(self) -> list[list[int]]:
        columns = self.board.columns
        if self.board.direction == "down":
            return [[c for c in self._cells if c % columns == k] for k in range(columns)]
        step = -1 if self.board.direction == "left" else 1
        return [[c for c in self._cells if c // columns == k][::step] for k in range(self.board.rows)]

    def _neighbors(self, numbers: Numbers) -> list[Numbers]:
        """Return every placement one swap or one move away."""
        found = []
        taken = set(numbers)
        free = [cell for cell in self._cells if cell not in taken]
        for index, node in enumerate(self._movable):
            for other in self._movable[index + 1 :]:
                changed = list(numbers)
                changed[node], changed[other] = changed[other], changed[node]
                found.append(tuple(changed))
            found += [(*numbers[:node], cell, *numbers[node + 1 :]) for cell in free]
        return found

    def _ejections(self, numbers: Numbers) -> Iterator[Numbers]:
        """Yield every placement in which a node takes another one's place and that one moves to an empty cell."""
        taken = set(numbers)
        free = [cell for cell in self._cells if cell not in taken]
        for node in self._movable:
            for other in self._movable:
                if other != node:
                    changed = list(numbers)
                    changed[node] = numbers[other]
                    for changed[other] in free:
                        yield tuple(changed)


def packed(numbers: Numbers, search: Search) -> tuple[Placement, int, int]:
    """Return a placement without its empty rows and columns, and how many of both are left."""
    places = [search.board.places[number] for number in numbers]
    columns = sorted({place.column for place in places})
    rows = sorted({row for place in places for row in range(place.row, place.last + 1)})
    small = tuple(Place(columns.index(p.column), rows.index(p.row), p.rows) for p in places)
    return small, len(columns), len(rows)


def candidate(places: Placement, shrunk: Costs) -> Candidate | None:
    """Return a packed placement with the way of every edge; None when one has none."""
    numbers = tuple(shrunk.board.number(place) for place in places)
    cheapest = shrunk.ways(numbers)
    ways = tuple(way for way in cheapest if way is not None)
    if len(ways) < len(cheapest):
        return None
    cost, ways = shrunk.untangled(numbers, ways)
    return Candidate(cost + SPINE * any(place.rows > 1 for place in places), places, shrunk.board, ways)


def grids(graph: Graph, direction: str, *, is_narrow: bool) -> Iterator[tuple[Board, dict[int, Place]]]:
    """Yield the boards to search, with the node that is given a place of several rows.

    As few rows as hold the nodes, and one more; where one node has many neighbors, also boards on which it stands
    beside them all: in the first of two columns, or in the middle one of three.
    """
    count = min(2 if is_narrow else 3, graph.nodes)
    least = ceil(graph.nodes / count)
    heights = {least} if graph.nodes < 3 else {least, least + 1}
    if direction == "down" and graph.nodes <= DOWN:
        heights.add(graph.nodes)
    hub, neighbors = _hub(graph)
    if neighbors >= HUB:
        yield from _beside_all(graph, direction, hub, is_narrow=is_narrow)
    for rows in sorted(heights):
        yield board(count, rows, direction, is_narrow=is_narrow), {}


def _beside_all(graph: Graph, direction: str, hub: int, *, is_narrow: bool) -> Iterator[tuple[Board, dict[int, Place]]]:
    """Yield the boards on which a hub stands beside its neighbors."""
    count = 2 if is_narrow else 3
    column = 1 if direction == "left" or not is_narrow else 0
    others = graph.nodes - 1
    for above, below in ((0, 0), (1, 0), (0, 1), (1, 1)):
        rows = ceil((others - above - below) / (count - 1))
        span = rows - above - below
        if span > 1:
            yield board(count, rows, direction, is_narrow=is_narrow), {hub: Place(column, above, span)}


def _hub(graph: Graph) -> tuple[int, int]:
    """Return the node with most neighbors, and how many it has."""
    neighbors: dict[int, set[int]] = {node: set() for node in range(graph.nodes)}
    for tail, head in graph.edges:
        neighbors[tail].add(head)
        neighbors[head].add(tail)
    hub = max(neighbors, key=lambda node: (len(neighbors[node]), -node))
    return hub, len(neighbors[hub])
