"""The heights of a grid: how much room the labels and lanes between two rows need, and where rows and lanes stand.

All numbers are px. Gap k is the space above row k; the first and the last gap are the margins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from .boxes import Columns
from .geometry import Box
from .layout import BASELINE_LABEL
from .lettering import LABEL, least_room, wrap
from .placement import Candidate, Graph
from .ports import Ports
from .ways import Way

ABOVE = 14.0
"""From a line up to the last baseline of the label above it: a token passes under the words."""
BELOW = 24.0
"""From a line down to the first baseline of the label below it."""
ASCENT = 11.5
DESCENT = 3.5
RAISED = 8.0
"""From the tops of boxes up to a label that is too wide to stand between them."""
LOWERED = 4.0
BESIDE_BOX = 3.5
BESIDE_TICK = 7.5
"""From the side of a box that carries a tick to the words beside it."""
MOST_LINES = 3
"""A label of more lines between the boxes is set above them, where it can be wider."""
OVERHANG = 45.0
"""How far such a label may reach over each box."""
LEAST_GAP = 72.0
QUIET_GAP = 32.0
"""The same where no edge runs from row to row."""
LEAST_MARGIN = 26.0
BEYOND_LABEL = 12.0
LANE = 22.0
"""What a lane takes beyond the lines of its label."""
BETWEEN = 24.0
TURN = 26.0
"""From a lane to the box that an arrow enters from it."""
STEP = 8.0
LANE_APART = 16.0
"""Between two lanes in a gap of columns."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where rows and lanes stand."""

    tops: tuple[float, ...]
    box_height: float
    height: float
    """Of the drawing."""
    lanes: Mapping[int, float]
    """Edge to the y (lanes between rows) or x (between columns) of its lane."""
    gaps: tuple[tuple[float, float], ...]
    """Upper and lower end of each gap."""

    def middle(self, row: int) -> float:
        """Return the middle of a row."""
        return self.tops[row] + self.box_height / 2


def frame(
    plan: Candidate,
    columns: Columns,
    ports: Ports,
    labels: Sequence[str],
    spaces: Sequence[Level | None],
    extra: Sequence[float],
) -> Frame:
    """Return the rows and lanes for a placement; `extra` is added to each gap."""
    rows = plan.board.rows
    above, below = _spills(plan, ports, labels, spaces)
    sizes, levels = [], []
    for gap in range(rows + 1):
        lanes = _levels(plan, columns, ports, gap)
        levels.append(lanes)
        heights = [_lane_height(plan, columns, ports, labels, level) for level in lanes]
        spilled = (below[gap - 1] if gap else 0.0) + (above[gap] if gap < rows else 0.0)
        if 0 < gap < rows:
            upright = _upright_lines(plan, labels, gap)
            need = max(spilled + sum(heights) + BETWEEN, _least_gap(plan, gap))
            if upright and lanes and plan.board.columns < 3:
                need += BASELINE_LABEL * upright
            elif upright:
                need = max(need, spilled + BASELINE_LABEL * upright + LANE)
            size = STEP * ceil((need + extra[gap]) / STEP)
        else:
            size = max(LEAST_MARGIN, spilled + BEYOND_LABEL, sum(heights) + spilled + BEYOND_LABEL + 6) + extra[gap]
        sizes.append(size)
    return _standing(plan, columns, ports, labels, sizes, levels, (above, below))


def _least_gap(plan: Candidate, gap: int) -> float:
    """Return the least height of a gap: little where nothing runs through it or along it."""
    for way in plan.ways:
        if any(run.y1 <= 2 * gap <= run.y2 and (run.y1 < run.y2 or way.lane == gap) for run in way.runs):
            return LEAST_GAP
    return QUIET_GAP


def _standing(
    plan: Candidate,
    columns: Columns,
    ports: Ports,
    labels: Sequence[str],
    sizes: Sequence[float],
    levels: Sequence[Sequence[Sequence[int]]],
    spills: tuple[Sequence[float], Sequence[float]],
) -> Frame:
    """Return the frame for gaps of these sizes."""
    above, below = spills
    tops, gaps, lanes = [], [], {}
    y = 0.0
    for gap, size in enumerate(sizes):
        start, end = y, y + size
        gaps.append((start, end))
        first = start + (below[gap - 1] if gap else BEYOND_LABEL - 6)
        last = end - (above[gap] if gap < len(above) else BEYOND_LABEL - 6)
        heights = [_lane_height(plan, columns, ports, labels, level) for level in levels[gap]]
        for level, at in zip(levels[gap], _spread(first, last, heights, (start, end)), strict=True):
            lanes.update(dict.fromkeys(level, at))
        y = end + ports.height
        tops.append(end)
    lanes.update(_column_lanes(plan, columns))
    return Frame(tuple(tops[:-1]), ports.height, gaps[-1][1], lanes, tuple(gaps))


def _spread(first: float, last: float, heights: Sequence[float], ends: tuple[float, float]) -> list[float]:
    """Return the y of each level of lanes: words above it, the rest of the room shared."""
    if not heights:
        return []
    spare = max(0.0, last - first - sum(heights))
    at, found = first + spare / 2 if len(heights) > 1 else first, []
    for height in heights:
        at += height
        found.append(at - LANE / 2 + 4)
    if len(found) == 1:
        middle = (ends[0] + ends[1]) / 2
        found = [min(max(found[0], middle), max(found[0], last - TURN))]
    return found


def spill(lines: int, offset: float, box_height: float, *, is_above: bool) -> float:
    """Return how far the label of a level edge reaches beyond the boxes beside it."""
    if not lines:
        return 0.0
    words = ASCENT + BASELINE_LABEL * (lines - 1)
    reach = ABOVE + words - offset if is_above else offset + BELOW + words - ASCENT + DESCENT
    return max(0.0, reach - box_height / 2)


@dataclass(frozen=True, slots=True)
class Level:
    """The space of a level straight edge's label."""

    left: float
    right: float
    """Ends of the space between the two boxes."""
    least: float
    most: float
    """How far a label above or below the boxes may reach: not over a box of several rows."""
    is_rtl: bool

    @property
    def room(self) -> float:
        """Return the room for words between the boxes, beside a tick."""
        return self.right - self.left - BESIDE_TICK - BESIDE_BOX

    def middle(self, wide: float, *, is_above: bool) -> float:
        """Return the middle of words of a width between the boxes; above the line they keep clear of the tick."""
        middle = (self.left + self.right) / 2
        if not is_above:
            return middle
        if self.is_rtl:
            return min(middle, self.right - BESIDE_TICK - wide / 2)
        return max(middle, self.left + BESIDE_TICK + wide / 2)

    def words(self, text: str) -> tuple[tuple[str, ...], bool]:
        """Return the lines of a label, and whether they must be raised beyond the boxes to find their width."""
        least = least_room(text, LABEL)
        most = self.most - self.least
        if least > self.room:
            lines = wrap(text, min(least, most), LABEL)
            return lines if len(lines) < MOST_LINES else wrap(text, most, LABEL), True
        lines = wrap(text, self.room, LABEL)
        if len(lines) > MOST_LINES:
            raised = wrap(text, most, LABEL)
            if len(raised) < len(lines) - 1:
                return raised, True
        return lines, False


def level(graph: Graph, plan: Candidate, columns: Columns, edge: int, *, is_rtl: bool) -> Level | None:
    """Return the label's space of an edge; None where it is not level and straight."""
    way = plan.ways[edge]
    if not way.is_straight or way.sides[0] in "TB":
        return None
    run = way.runs[0]
    left = columns.gap((run.x1 + 1) // 2)[0]
    right = columns.gap((run.x2 - 1) // 2)[1]
    first, second = sorted(plan.places[node] for node in graph.edges[edge])
    least = left + 4 if first.rows > 1 else left - OVERHANG
    most = right - 4 if second.rows > 1 else right + OVERHANG
    return Level(left, right, least, most, is_rtl)


def is_upper(bundle: tuple[int, int]) -> bool:
    """Tell whether a parallel edge's label stands above it (or left of it)."""
    index, count = bundle
    return index < (count + 1) // 2


def _spills(
    plan: Candidate, ports: Ports, labels: Sequence[str], spaces: Sequence[Level | None]
) -> tuple[list[float], list[float]]:
    """Return how far labels reach above and below the boxes of each row."""
    above, below = [0.0] * plan.board.rows, [0.0] * plan.board.rows
    for edge, way in enumerate(plan.ways):
        space = spaces[edge]
        if space is None or not labels[edge]:
            continue
        words, is_raised = space.words(labels[edge])
        row, (index, count) = way.lines[0], ports.bundles[edge]
        side, start = (above, RAISED) if is_upper((index, count)) else (below, LOWERED)
        if index == 0 or (index == count - 1 and side is below):
            reach = spill(len(words), ports.tails[edge], ports.height, is_above=side is above)
            side[row] = max(side[row], start + BASELINE_LABEL * len(words) if is_raised else reach)
    return above, below


def ends(columns: Columns, ports: Ports, way: Way, edge: int) -> tuple[float, float]:
    """Return the x of tail and head of an edge that uses top and bottom sides."""
    return (
        columns.center(way.lines[0]) + ports.tails[edge],
        columns.center(way.lines[1]) + ports.heads[edge],
    )


def _levels(plan: Candidate, columns: Columns, ports: Ports, gap: int) -> list[list[int]]:
    """Return the lanes of a gap from top to bottom; lanes that don't meet share a level."""
    order: list[int] = []
    spans = {}
    for edge, way in enumerate(plan.ways):
        if way.lane != gap or way.sides[0] not in "TB":
            continue
        spans[edge] = ends(columns, ports, way, edge)
        trials = [[*order[:k], edge, *order[k:]] for k in range(len(order) + 1)]
        order = min(trials, key=lambda trial: _crossed(plan, trial, spans))
    levels: list[list[int]] = []
    for edge in order:
        low, high = sorted(spans[edge])
        meets = [
            k
            for k, level in enumerate(levels)
            if any(min(spans[other]) - LANE < high and low < max(spans[other]) + LANE for other in level)
        ]
        at = meets[-1] + 1 if meets else 0
        if at == len(levels):
            levels.append([])
        levels[at].append(edge)
    return levels


def _crossed(plan: Candidate, order: Sequence[int], spans: Mapping[int, tuple[float, float]]) -> int:
    """Return how often lanes in this order, top first, are crossed by each other's ends."""
    count = 0
    for index, upper in enumerate(order):
        for lower in order[index + 1 :]:
            for edge, other, side in ((upper, lower, "T"), (lower, upper, "B")):
                low, high = sorted(spans[other])
                sides = plan.ways[edge].sides
                count += sum(s == side and low < x < high for s, x in zip(sides, spans[edge], strict=True))
    return count


def lane_lines(text: str, length: float) -> tuple[str, ...]:
    """Return the words over a lane of a length, as they are expected when heights are chosen."""
    return wrap(text, max(66.0, min(200.0, length - 24)), LABEL) if text else ()


def _lane_height(plan: Candidate, columns: Columns, ports: Ports, labels: Sequence[str], level: Sequence[int]) -> float:
    lines = 0
    for edge in level:
        x1, x2 = ends(columns, ports, plan.ways[edge], edge)
        lines = max(lines, len(lane_lines(labels[edge], abs(x2 - x1))))
    return LANE + BASELINE_LABEL * lines


def _upright_lines(plan: Candidate, labels: Sequence[str], gap: int) -> int:
    """Return the most lines of a label beside a vertical straight edge in a gap."""
    room = 120.0 if plan.board.columns > 2 else 96.0
    lines = 0
    for edge, way in enumerate(plan.ways):
        if way.is_straight and way.sides[0] in "TB" and labels[edge]:
            run = way.runs[0]
            if run.y1 < 2 * gap < run.y2:
                lines = max(lines, len(wrap(labels[edge], room, LABEL)))
    return lines


def _column_lanes(plan: Candidate, columns: Columns) -> dict[int, float]:
    """Return the x of every lane between columns."""
    by_gap: dict[int, list[int]] = {}
    for edge, way in enumerate(plan.ways):
        if way.lane >= 0 and way.sides[0] in "LR":
            by_gap.setdefault(way.lane, []).append(edge)
    found = {}
    for gap, edges in by_gap.items():
        left, right = columns.gap(gap)
        order: list[int] = []
        spans = {edge: (float(plan.ways[edge].lines[0]), float(plan.ways[edge].lines[1])) for edge in edges}
        for edge in edges:
            trials = [[*order[:k], edge, *order[k:]] for k in range(len(order) + 1)]
            order = min(trials, key=lambda trial: _crossed_columns(plan, trial, spans))
        step = min(LANE_APART, (right - left - 2 * TURN) / max(1, len(order) - 1))
        for index, edge in enumerate(order):
            found[edge] = (left + right) / 2 + (index - (len(order) - 1) / 2) * step
    return found


def _crossed_columns(plan: Candidate, order: Sequence[int], spans: Mapping[int, tuple[float, float]]) -> int:
    count = 0
    for index, first in enumerate(order):
        for second in order[index + 1 :]:
            for edge, other, side in ((first, second, "L"), (second, first, "R")):
                low, high = sorted(spans[other])
                sides = plan.ways[edge].sides
                count += sum(s == side and low < y < high for s, y in zip(sides, spans[edge], strict=True))
    return count


def node_box(plan: Candidate, columns: Columns, frame_: Frame, node: int) -> Box:
    """Return the box of a node."""
    place = plan.places[node]
    top = frame_.tops[place.row]
    height = frame_.tops[place.last] + frame_.box_height - top
    return Box(columns.lefts[place.column], top, columns.widths[place.column], height)
