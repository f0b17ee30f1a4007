"""Which cell of a grid each node stands in, where groups are frames: a search by moves and swaps.

The cost of an edge is that of the simplest route between its cells; edges should not cross or pass over boxes, and the
cells of a group form a rectangle that holds no other node. Nothing is random: the same task gives the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

Cell = tuple[int, int]
"""Row and column."""

CROSSING = 1.8
OVER = 2.2
"""A straight edge over a box between its ends."""
INTRUDER = 14.0
"""A foreign node within a group's rectangle."""
HOLE = 0.5
"""An empty cell within a group's rectangle."""
ROW = {False: 1.0, True: 0.35}
"""A row more, in a wide and a narrow drawing: height."""
FIRST = 0.8
"""Each row and column of the first node away from the corner where reading starts."""
SWEEPS = 8
STARTS = 3


@dataclass(frozen=True, slots=True)
class CellTask:
    """What decides about the cells."""

    count: int
    edges: tuple[tuple[int, int], ...]
    """Tail and head of each edge; no self-loops."""
    groups: tuple[int, ...]
    """For each node the index of its group, or -1."""
    rows: int
    columns: int
    is_narrow: bool
    is_downward: bool
    """Whether forward edges should run down rather than right."""


def best_cells(task: CellTask) -> list[tuple[float, tuple[Cell, ...]]]:
    """Return the placements that the search ends with and what they cost, the best first."""
    found: dict[tuple[Cell, ...], float] = {}
    for start in _starts(task)[:STARTS]:
        search = _Search(task, start)
        search.run()
        cells = _packed(search.cells())
        found.setdefault(cells, search.total())
    return sorted((cost, cells) for cells, cost in found.items())


def _starts(task: CellTask) -> list[tuple[Cell, ...]]:
    """Return the fillings to start from: in document order, to and fro, group by group, and by depth."""
    columns = task.columns
    plain = tuple((i // columns, i % columns) for i in range(task.count))
    plough = tuple((row, column if row % 2 == 0 else columns - 1 - column) for row, column in plain)
    order = sorted(range(task.count), key=lambda node: (_first(task.groups, node), node))
    grouped = [(0, 0)] * task.count
    for place, node in enumerate(order):
        grouped[node] = plain[place]
    return list(dict.fromkeys((plain, plough, tuple(grouped), _layered(task))))


def _first(groups: Sequence[int], node: int) -> int:
    return groups.index(groups[node]) if groups[node] >= 0 else node


def _layered(task: CellTask) -> tuple[Cell, ...]:
    """Return rows by the longest chain of forward edges; what does not fit a row stands in the next free cell."""
    depth = [0] * task.count
    for tail, head in sorted(task.edges):
        if tail < head:
            depth[head] = max(depth[head], depth[tail] + 1)
    used: set[Cell] = set()
    cells = []
    for node in range(task.count):
        row = min(depth[node], task.rows - 1)
        free = ((r, c) for d in range(task.rows) for r in (row + d, row - d) for c in range(task.columns))
        cell = next(cell for cell in free if 0 <= cell[0] < task.rows and cell not in used)
        used.add(cell)
        cells.append(cell)
    return tuple(cells)


def _crosses(a: Cell, b: Cell, c: Cell, d: Cell) -> bool:
    """Tell whether the lines between the middles of cells cross, or lie on each other."""
    if a in (c, d) or b in (c, d):
        return False
    p, q = _side(a, b, c), _side(a, b, d)
    r, s = _side(c, d, a), _side(c, d, b)
    if p == q == 0:
        axis = 0 if a[0] != b[0] else 1
        low, high = sorted((a[axis], b[axis]))
        lower, upper = sorted((c[axis], d[axis]))
        return min(high, upper) > max(low, lower)
    return p * q < 0 and r * s < 0


def _side(a: Cell, b: Cell, c: Cell) -> int:
    value = (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1])
    return (value > 0) - (value < 0)


def _length(a: Cell, b: Cell, is_forward: bool, is_downward: bool) -> float:
    """Return what the simplest route between two cells costs."""
    down, right = b[0] - a[0], b[1] - a[1]
    rows, columns = abs(down), abs(right)
    is_straight = rows == 0 or columns == 0
    cost = 0.7 * (rows + columns - 1) if is_straight else 1.1 + 0.4 * (rows + columns - 2)
    if is_forward:
        if is_downward:
            return cost + (1.8 if down < 0 else 0.8 if down == 0 else 0.0)
        return cost + (0.7 if right < 0 else 0.0) + (1.5 if down < 0 else 0.0)
    return cost + (0.2 if right > 0 else 0.0) + (0.2 if down > 0 else 0.0)


def _between(a: Cell, b: Cell) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells that a line or either of two bent routes passes over."""
    (r, c), (s, d) = a, b
    if r == s:
        row = tuple((r, k) for k in range(min(c, d) + 1, max(c, d)))
        return row, row
    if c == d:
        column = tuple((k, c) for k in range(min(r, s) + 1, max(r, s)))
        return column, column
    if abs(r - s) == 1:
        return (), ()
    one = [(k, c) for k in range(min(r, s), max(r, s) + 1)] + [(s, k) for k in range(min(c, d), max(c, d) + 1)]
    two = [(k, d) for k in range(min(r, s), max(r, s) + 1)] + [(r, k) for k in range(min(c, d), max(c, d) + 1)]
    return tuple(set(one) - {a, b}), tuple(set(two) - {a, b})


class _Ways:
    """What routes between the cells of one grid cost, worked out when first asked. A cell is its row times columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.columns, self.count = columns, rows * columns
        size = self.count * self.count
        self.lengths: dict[int, float] = {}
        self.passed: list[tuple[tuple[int, ...], tuple[int, ...]] | None] = [None] * size
        self.crossed = [bytearray(0) for _ in range(size)]

    def over(self, way: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the cells below either route of a way."""
        found = self.passed[way]
        if found is None:
            a, b = divmod(way, self.count)
            one, two = _between(divmod(a, self.columns), divmod(b, self.columns))
            found = tuple(r * self.columns + c for r, c in one), tuple(r * self.columns + c for r, c in two)
            self.passed[way] = found
        return found

    def crosses(self, one: int, two: int) -> int:
        """Return 1 where two ways cross, else 0."""
        row = self.crossed[one]
        if not row:
            row = self.crossed[one] = bytearray(b"\2") * (self.count * self.count)
        value = row[two]
        if value == 2:
            cells = [divmod(cell, self.columns) for way in (one, two) for cell in divmod(way, self.count)]
            value = row[two] = _crosses(cells[0], cells[1], cells[2], cells[3])
        return value


@lru_cache(maxsize=16)
def _ways(rows: int, columns: int) -> _Ways:
    return _Ways(rows, columns)


class _Search:
    """Moves and swaps nodes while that lowers the cost."""

    def __init__(self, task: CellTask, at: Sequence[Cell]) -> None:
        self.task = task
        self.ways = _ways(task.rows, task.columns)
        self.at = [row * task.columns + column for row, column in at]
        self.who = [-1] * self.ways.count
        for node, cell in enumerate(self.at):
            self.who[cell] = node
        counts: dict[tuple[int, int], list[int]] = {}
        for tail, head in task.edges:
            counts.setdefault((min(tail, head), max(tail, head)), [0, 0])[tail > head] += 1
        self.pairs = [(*pair, *count) for pair, count in counts.items()]
        self.links = [[i for i, pair in enumerate(self.pairs) if node in pair[:2]] for node in range(task.count)]
        self.has_groups = any(group >= 0 for group in task.groups)

    def cells(self) -> list[Cell]:
        """Return each node's cell."""
        return [divmod(cell, self.task.columns) for cell in self.at]

    def total(self) -> float:
        """Return the whole cost."""
        return self._edges(range(len(self.pairs))) + self._frames()

    def run(self) -> None:
        """Improve until nothing helps."""
        for _ in range(SWEEPS):
            has_moved = False
            for node in range(self.task.count):
                has_moved |= self._moved(node)
            if not has_moved and not self._exchanged():
                return

    def _targets(self, node: int) -> list[int]:
        """Return the cells near the node's neighbors, those near its group, and the ones beside it."""
        columns = self.task.columns
        near = {other for link in self.links[node] for other in self.pairs[link][:2]} | {node}
        if self.task.groups[node] >= 0:
            near |= {other for other, group in enumerate(self.task.groups) if group == self.task.groups[node]}
        spots = [divmod(self.at[other], columns) for other in near]
        found = []
        for cell in range(self.ways.count):
            row, column = divmod(cell, columns)
            if any(abs(row - r) + abs(column - c) <= 2 for r, c in spots):
                found.append(cell)
        return found

    def _moved(self, node: int) -> bool:
        here = self.at[node]
        best: tuple[float, int] | None = None
        frames = self._frames()
        own = self._edges(self.links[node])
        for cell in self._targets(node):
            if cell == here:
                continue
            other = self.who[cell]
            if other < 0:
                links, before = self.links[node], own
            else:
                links = sorted({*self.links[node], *self.links[other]})
                before = self._edges(links)
            self._swap(node, cell)
            gain = before + frames - self._edges(links)
            if gain > 1e-9 and (best is None or gain > best[0] - 20):
                gain -= self._frames()
                if gain > 1e-9 and (best is None or gain > best[0] + 1e-9):
                    best = (gain, cell)
            self._swap(node, here)
        if best is None:
            return False
        self._swap(node, best[1])
        return True

    def _exchanged(self) -> bool:
        """Exchange two rows or two columns if that helps."""
        before = self.total()
        for axis, count in ((0, self.task.rows), (1, self.task.columns)):
            for one in range(count):
                for two in range(one + 1, count):
                    old = list(self.at)
                    turned = {one: two, two: one}
                    moved = [_with(cell, axis, turned.get(cell[axis], cell[axis])) for cell in self.cells()]
                    self._set([row * self.task.columns + column for row, column in moved])
                    if self.total() < before - 1e-9:
                        return True
                    self._set(old)
        return False

    def _set(self, at: list[int]) -> None:
        self.at = at
        self.who = [-1] * self.ways.count
        for node, cell in enumerate(at):
            self.who[cell] = node

    def _swap(self, node: int, cell: int) -> None:
        """Put a node into a cell; who is there takes its place."""
        here, other = self.at[node], self.who[cell]
        self.at[node] = cell
        self.who[cell] = node
        self.who[here] = other
        if other >= 0:
            self.at[other] = here

    def _edges(self, indexes: Sequence[int]) -> float:
        """Return what the edges between some pairs of nodes cost, crossings with all others included."""
        at, who, ways = self.at, self.who, self.ways
        count = ways.count
        all_ways = [at[pair[0]] * count + at[pair[1]] for pair in self.pairs]
        chosen = set(indexes)
        cost = 0.0
        for index in indexes:
            way = all_ways[index]
            cost += self._length(index, way)
            one, two = ways.over(way)
            if one:
                first = sum(who[cell] >= 0 for cell in one)
                cost += OVER * (first if one is two else min(first, sum(who[cell] >= 0 for cell in two)))
            row = ways.crossed[way]
            for other, other_way in enumerate(all_ways):
                if other > index or other not in chosen:
                    value = row[other_way] if row else 2
                    if value == 2:
                        value = ways.crosses(way, other_way)
                        row = ways.crossed[way]
                    if value:
                        cost += CROSSING
        return cost

    def _length(self, index: int, way: int) -> float:
        _, _, forward, backward = self.pairs[index]
        key = (way * 4 + min(forward, 3)) * 4 + min(backward, 3)
        key = key * 2 + self.task.is_downward
        found = self.ways.lengths.get(key)
        if found is None:
            a, b = (divmod(cell, self.task.columns) for cell in divmod(way, self.ways.count))
            there = _length(a, b, True, self.task.is_downward) if forward else 0.0
            back = _length(b, a, False, self.task.is_downward) if backward else 0.0
            found = self.ways.lengths[key] = forward * there + backward * back
        return found

    def _frames(self) -> float:
        """Return what height, the first node's place and the groups' rectangles cost."""
        columns, groups = self.task.columns, self.task.groups
        at = [divmod(cell, columns) for cell in self.at]
        cost = ROW[self.task.is_narrow] * len({row for row, _ in at}) + FIRST * (at[0][0] + at[0][1])
        if not self.has_groups:
            return cost
        spans: dict[int, tuple[int, int, int, int, int]] = {}
        for group, (row, column) in zip(groups, at, strict=True):
            if group >= 0:
                top, left, bottom, right, count = spans.get(group, (row, column, row, column, 0))
                spans[group] = (min(top, row), min(left, column), max(bottom, row), max(right, column), count + 1)
        for group, (top, left, bottom, right, count) in spans.items():
            size = (bottom - top + 1) * (right - left + 1)
            if size == count:
                continue
            cost += HOLE * (size - count)
            for row in range(top, bottom + 1):
                for cell in range(row * columns + left, row * columns + right + 1):
                    other = self.who[cell]
                    if other >= 0 and groups[other] != group:
                        cost += INTRUDER
        boxes = list(spans.values())
        for index, one in enumerate(boxes):
            for two in boxes[:index]:
                if one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]:
                    cost += INTRUDER
        return cost


def _with(cell: Cell, axis: int, value: int) -> Cell:
    return (value, cell[1]) if axis == 0 else (cell[0], value)


def _packed(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the cells without empty rows and columns."""
    rows = {row: index for index, row in enumerate(sorted({row for row, _ in cells}))}
    columns = {column: index for index, column in enumerate(sorted({column for _, column in cells}))}
    return tuple((rows[row], columns[column]) for row, column in cells)
