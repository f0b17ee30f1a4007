"""The heights of a grid: how much room the labels and lanes between two rows need, and where rows and lanes stand.

All numbers are px. Gap k is the space above row k; the first and the last gap are the margins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from .boxes import Columns
from .geometry import Box
from .lanes import LANE, UNDER, column_lanes, lane_height, levels_of
from .layout import BASELINE_LABEL
from .lettering import LABEL, wrap
from .placement import Candidate
from .ports import Ports
from .spaces import LOWERED, RAISED, Level, is_upper, spill

LEAST_GAP = 72.0
BETWEEN = 24.0
QUIET_GAP = 32.0
"""The same where no edge runs from row to row."""
LEAST_MARGIN = 26.0
BEYOND_LABEL = 12.0
TURN = 26.0
"""From a lane to the box that an arrow enters from it."""
NUMBERED = 44.0
"""From a single lane to the boxes: the number finds its place on the first run."""
SHARED = 4.0
"""What a narrow gap gets more where labels of a lane and of a vertical edge stand one above the other."""
BEFORE_SPILL = 10.0
"""From a lane to words that reach into its gap."""
SPARE = 6.0
STEP = 8.0


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
    count = plan.board.rows
    above, below = _spills(plan, ports, labels, spaces)
    lanes = column_lanes(plan, columns)
    tops, gaps, y = [], [], 0.0
    for gap in range(count + 1):
        levels = levels_of(plan, columns, ports, gap)
        heights = [lane_height(plan, columns, ports, labels, level) for level in levels]
        spills = (below[gap - 1] if gap else 0.0, above[gap] if gap < count else 0.0)
        if 0 < gap < count:
            least = max(_least_gap(plan, gap), sum(spills) + BETWEEN)
            size, offsets = _inner(spills, heights, least, _upright_lines(plan, labels, gap), extra[gap], plan)
        else:
            size, offsets = _outer(spills, heights, is_first=gap == 0)
            size += extra[gap] if gap else 0.0
        for level, offset in zip(levels, offsets, strict=True):
            lanes.update(dict.fromkeys(level, y + offset))
        gaps.append((y, y + size))
        tops.append(y + size)
        y += size + ports.height
    return Frame(tuple(tops[:-1]), ports.height, gaps[-1][1], lanes, tuple(gaps))


def _stacked(start: float, heights: Sequence[float]) -> list[float]:
    """Return where lanes stand below `start`, each with its words above it."""
    return [end - UNDER for end in accumulate(heights, initial=start)][1:]


def _inner(
    spills: tuple[float, float], heights: Sequence[float], least: float, upright: int, extra: float, plan: Candidate
) -> tuple[float, list[float]]:
    """Return the height of a gap between two rows, and where its lanes stand below its upper end."""
    need = least
    offsets: list[float] = []
    after = max(spills[1] + BEFORE_SPILL, TURN)
    if heights:
        start = max(spills[0], TURN + UNDER - heights[0])
        offsets = _stacked(start, heights)
        need = max(need, offsets[-1] + after + SPARE)
        if len(heights) == 1:
            need = max(need, 2 * NUMBERED)
        if upright and plan.board.is_narrow:
            need += BASELINE_LABEL * upright + SHARED
    elif upright:
        need = max(need, sum(spills) + BASELINE_LABEL * upright + LANE)
    size = STEP * ceil((need + extra) / STEP)
    if offsets:
        spare = size - after - offsets[-1]
        shift = min(max(0.0, size / 2 - offsets[0]), spare) if len(offsets) == 1 else spare / 2
        offsets = [offset + shift for offset in offsets]
    return size, offsets


def _outer(spills: tuple[float, float], heights: Sequence[float], *, is_first: bool) -> tuple[float, list[float]]:
    """Return the height of the margin above or below all boxes, and where its lanes stand below its upper end."""
    size = max(LEAST_MARGIN, sum(spills) + BEYOND_LABEL)
    if not heights:
        return size, []
    if is_first:
        offsets = _stacked(SPARE, heights)
        return max(size, offsets[-1] + max(spills[1] + BEFORE_SPILL, TURN)), offsets
    offsets = _stacked(max(spills[0], TURN + UNDER - heights[0]), heights)
    return max(size, offsets[-1] + BEYOND_LABEL), offsets


def _least_gap(plan: Candidate, gap: int) -> float:
    """Return the least height of a gap: little where nothing runs through it or along it."""
    for way in plan.ways:
        if any(run.y1 <= 2 * gap <= run.y2 and (run.y1 < run.y2 or way.lane == gap) for run in way.runs):
            return LEAST_GAP
    return QUIET_GAP


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


def _upright_lines(plan: Candidate, labels: Sequence[str], gap: int) -> int:
    """Return the most lines of a label beside a vertical straight edge in a gap."""
    room = 96.0 if plan.board.is_narrow else 120.0
    lines = 0
    for edge, way in enumerate(plan.ways):
        if way.is_straight and way.sides[0] in "TB" and labels[edge]:
            run = way.runs[0]
            if run.y1 < 2 * gap < run.y2:
                lines = max(lines, len(wrap(labels[edge], room, LABEL)))
    return lines


def node_box(plan: Candidate, columns: Columns, frame_: Frame, node: int) -> Box:
    """Return the box of a node."""
    place = plan.places[node]
    top = frame_.tops[place.row]
    height = frame_.tops[place.last] + frame_.box_height - top
    return Box(columns.lefts[place.column], top, columns.widths[place.column], height)
