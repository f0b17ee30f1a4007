"""Drawings on cells: `cells` places the nodes, here they get px, and `assembly` draws routes, words and frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..document.model import Mechanism
from .assembly import Assembly, Drawing, margins
from .cells import Cell, CellTask, best_cells
from .dot import Arc, Cluster, Graph, Placed
from .geometry import Box, Point
from .setting import Words, Wrapping, flat_gap, loop_room, set_words, used_groups, words_size

WIDE, NARROW = 656.0, 328.0
MOST_NODES, MOST_NODES_NARROW, MOST_EDGES = 20, 16, 32
"""More are left to Graphviz."""
FRAME_SIDE, FRAME_TOP, FRAME_FOOT = 14.0, 11.0, 14.0
"""From a group's boxes to its frame; the title comes on top, px."""
FRAME_GAP = 10.0
"""Between frames, and from a frame to a foreign box, px."""
COLUMN_GAP = {False: (44.0, 118.0), True: (34.0, 100.0)}
"""Least and largest gap between boxes of a row without an edge between them."""
ROW_GAP = {False: 66.0, True: 66.0}
LANE = 13.0
"""What each bent route in a gap between rows adds to it, up to three, px."""
WRAPPINGS = {
    False: (
        Wrapping(136, 84, 120, 0),
        Wrapping(96, 72, 104, 0),
        Wrapping(76, 62, 92, 0),
        Wrapping(76, 62, 84, 0, is_equal=False),
    ),
    True: (
        Wrapping(84, 84, 104, 0),
        Wrapping(76, 62, 92, 0),
        Wrapping(64, 56, 72, 0, is_equal=False),
    ),
}
TOO_WIDE = 4.0
"""So many px beyond the stage count as much as an edge that is one cell longer."""
LEAST_SCALE = {False: 0.92, True: 0.85}
MOST_EXCESS = 328 / 0.85 - 328 / 0.95
SORE, WIDEN = 6.0, 20.0
"""A drawing with more defects gets so many px more between its rows, if that helps."""
FEW = 9
"""So many nodes stand in three columns, more perhaps in four."""
TRIED = ((14, 3), (20, 2), (MOST_EDGES, 1))
"""How many placements are drawn, for up to so many edges: the more edges, the longer each takes."""


def drawings_on_cells(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> Iterator[Drawing]:
    """Yield drawings of a mechanism, the most promising first; none for too many nodes or edges.

    Args:
        mechanism: Every edge has its endpoints.
        numbers: Edge to the widest text of its number; empty or absent: none.
        is_narrow: For a phone (328 px wide) instead of a text column (656 px).
    """
    count, edges = len(mechanism.nodes), len(mechanism.edges)
    if not 0 < count <= (MOST_NODES_NARROW if is_narrow else MOST_NODES) or edges > MOST_EDGES:
        return
    tried = next(tried for most, tried in TRIED if edges <= most)
    sheet = _Sheet(mechanism, numbers, is_narrow)
    plans: dict[tuple[Cell, ...], float] = {}
    for columns in (2,) if is_narrow else (3,) if count <= FEW else (3, 4):
        for cost, cells in best_cells(sheet.task(columns)):
            excess = sheet.excess(cells)
            # A narrow drawing that does not fit is not shown at all.
            if not is_narrow or excess <= MOST_EXCESS:
                plans.setdefault(cells, cost + excess / TOO_WIDE)
    for cells, _ in sorted(plans.items(), key=lambda plan: (plan[1], plan[0]))[:tried]:
        yield sheet.drawing(cells)


@dataclass(frozen=True, slots=True)
class _Sheet:
    mechanism: Mechanism
    numbers: Mapping[str, str]
    is_narrow: bool

    @property
    def stage(self) -> float:
        """Return the width that a drawing should have."""
        return NARROW if self.is_narrow else WIDE

    def excess(self, cells: Sequence[Cell]) -> float:
        """Return by how much a placement is wider than the stage with the tightest words, px."""
        words = set_words(self.mechanism, WRAPPINGS[self.is_narrow][-1])
        return max(0.0, self._columns(cells, words)[0] - self.stage / 0.95)

    def task(self, columns: int) -> CellTask:
        """Return the search's view of the mechanism."""
        mechanism, count = self.mechanism, len(self.mechanism.nodes)
        order = {name: index for index, name in enumerate(mechanism.nodes)}
        groups = used_groups(mechanism)
        ends = ((order[e.tail or ""], order[e.head or ""]) for e in mechanism.edges.values())
        return CellTask(
            count=count,
            edges=tuple((tail, head) for tail, head in ends if tail != head),
            groups=tuple(groups.index(node.group) if node.group else -1 for node in mechanism.nodes.values()),
            rows=-(-count // columns) + (2 if self.is_narrow else 1),
            columns=min(columns, count),
            is_narrow=self.is_narrow,
            is_downward=mechanism.direction == "down",
        )

    def drawing(self, cells: tuple[Cell, ...]) -> Drawing:
        """Return the drawing of a placement, words wrapped as loosely as fits."""
        for wrapping in WRAPPINGS[self.is_narrow]:
            words = set_words(self.mechanism, wrapping)
            needed, gaps = self._columns(cells, words)
            if needed <= self.stage:
                break
        drawing = self._drawn(cells, words, gaps, 0.0)
        if drawing.defects <= SORE or drawing.layout.width > self.stage / LEAST_SCALE[self.is_narrow]:
            return drawing
        return min(drawing, self._drawn(cells, words, gaps, WIDEN), key=lambda each: each.cost)

    def _columns(self, cells: Sequence[Cell], words: Words) -> tuple[float, list[float]]:
        """Return the least width of the drawing, and the least gap before each column and after the last."""
        count = max(column for _, column in cells) + 1
        gaps = [0.0] + [COLUMN_GAP[self.is_narrow][0]] * (count - 1) + [0.0]
        order = {name: index for index, name in enumerate(self.mechanism.nodes)}
        for edge, lines in zip(self.mechanism.edges.values(), words.labels, strict=True):
            (r, c), (s, d) = cells[order[edge.tail or ""]], cells[order[edge.head or ""]]
            number = self.numbers.get(edge.name, "")
            if edge.tail == edge.head:
                gaps[c + 1] = max(gaps[c + 1], loop_room(lines, number, is_sideways=False)[0] + 12)
            elif r == s and abs(c - d) == 1:
                gaps[max(c, d)] = max(gaps[max(c, d)], flat_gap(lines, number))
        sides = [0.0] * (count + 1)
        for left, right in self._sides(cells):
            sides[left] = max(sides[left], 1.0)
            sides[right + 1] = max(sides[right + 1], 1.0) if sides[right + 1] == 0 else 2.0
        for index, borders in enumerate(sides):
            least = borders * FRAME_SIDE + (FRAME_GAP if 0 < index < count else 0)
            gaps[index] = max(gaps[index], least if borders else 0.0)
        return sum(_widths(cells, words)) + sum(gaps) + 2 * margins(self.is_narrow)[0], gaps

    def _sides(self, cells: Sequence[Cell]) -> list[tuple[int, int]]:
        """Return the first and the last column of each group."""
        spans = []
        for group in used_groups(self.mechanism):
            own = [c for (_, c), node in zip(cells, self.mechanism.nodes.values(), strict=True) if node.group == group]
            spans.append((min(own), max(own)))
        return spans

    def _drawn(self, cells: tuple[Cell, ...], words: Words, gaps: list[float], extra: float) -> Drawing:
        """Return the drawing with `extra` px more between any two rows."""
        rows = max(row for row, _ in cells) + 1
        columns = len(gaps) - 1
        widths = _widths(cells, words)
        spare = self.stage - 2 * margins(self.is_narrow)[0] - sum(widths) - sum(gaps)
        if spare > 0 and columns > 1:
            most = COLUMN_GAP[self.is_narrow][1]
            more = spare / (columns - 1)
            gaps = [gap if i in (0, columns) else max(gap, min(gap + more, most)) for i, gap in enumerate(gaps)]
        heights = [
            max((words.sizes[n][1] for n, (r, _) in enumerate(cells) if r == row), default=0) for row in range(rows)
        ]
        xs, ys = [gaps[0]], [0.0]
        for column in range(1, columns):
            xs.append(xs[-1] + widths[column - 1] + gaps[column])
        for row, gap in enumerate(self._row_gaps(cells, words, rows)):
            ys.append(ys[-1] + heights[row] + gap + extra)
        middles = tuple(Point(xs[c] + widths[c] / 2, ys[r] + heights[r] / 2) for r, c in cells)
        sizes = tuple((widths[c], heights[r]) for r, c in cells)
        return self._assembled(words, middles, sizes)

    def _row_gaps(self, cells: Sequence[Cell], words: Words, rows: int) -> list[float]:
        """Return the gap below each row but the last."""
        order = {name: index for index, name in enumerate(self.mechanism.nodes)}
        lanes = [0] * rows
        for edge in self.mechanism.edges.values():
            (r, c), (s, d) = cells[order[edge.tail or ""]], cells[order[edge.head or ""]]
            if r != s and c != d and abs(r - s) == 1:
                lanes[min(r, s)] += 1
        gaps = []
        groups = used_groups(self.mechanism)
        members = [
            [cells[order[n.name]][0] for n in self.mechanism.nodes.values() if n.group == group] for group in groups
        ]
        for row in range(rows - 1):
            gap = ROW_GAP[self.is_narrow] + LANE * min(3, max(0, lanes[row] - 1))
            heads = [words_size(words.groups[i])[1] for i, own in enumerate(members) if min(own) == row + 1]
            feet = any(max(own) == row for own in members)
            gaps.append(gap + (max(heads) + FRAME_TOP if heads else 0) + (FRAME_FOOT if feet else 0))
        return gaps

    def _assembled(self, words: Words, middles: tuple[Point, ...], sizes: tuple[tuple[float, float], ...]) -> Drawing:
        order = {name: index for index, name in enumerate(self.mechanism.nodes)}
        boxes = [Box(p.x - w / 2, p.y - h / 2, w, h) for p, (w, h) in zip(middles, sizes, strict=True)]
        clusters, frames = [], []
        for index, group in enumerate(used_groups(self.mechanism)):
            members = tuple(order[node.name] for node in self.mechanism.nodes.values() if node.group == group)
            room = words_size(words.groups[index])
            clusters.append(Cluster(members, room))
            frames.append(_around([boxes[member] for member in members], room))
        arcs = tuple(Arc(order[e.tail or ""], order[e.head or ""], None) for e in self.mechanism.edges.values())
        none = (None,) * len(arcs)
        return Assembly(
            self.mechanism,
            self.numbers,
            words,
            Graph(sizes, arcs, tuple(clusters)),
            Placed(middles, none, none, tuple(frames)),
            is_narrow=self.is_narrow,
            stage=self.stage,
            engine="cells",
        ).drawing()


def _widths(cells: Sequence[Cell], words: Words) -> list[float]:
    """Return the width of each column: that of its widest box."""
    columns = max(column for _, column in cells) + 1
    sizes = [(column, size[0]) for (_, column), size in zip(cells, words.sizes, strict=True)]
    return [max((width for at, width in sizes if at == column), default=0.0) for column in range(columns)]


def _around(boxes: Sequence[Box], title: tuple[float, float]) -> Box:
    """Return a frame around boxes, with a title at its top that it is wide enough for."""
    left, top = min(box.x for box in boxes) - FRAME_SIDE, min(box.y for box in boxes) - FRAME_TOP - title[1]
    right, bottom = max(box.right for box in boxes) + FRAME_SIDE, max(box.bottom for box in boxes) + FRAME_FOOT
    return Box(left, top, max(right - left, title[0] + 24), bottom - top)
