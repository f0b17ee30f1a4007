"""The lanes of bent edges: their order and levels in a gap, and the room they take. All in px."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .boxes import Columns
from .layout import BASELINE_LABEL
from .lettering import LABEL, wrap
from .placement import Candidate
from .ports import Ports
from .ways import Way

LANE = 22.0
"""What a lane takes beyond the lines of its label."""
UNDER = 7.0
"""How much of that lies below it."""
LANE_APART = 16.0
"""Between two lanes in a gap of columns."""
SIDE = 26.0
"""From a lane between columns to the boxes."""
LABEL_ROOMS = (66.0, 200.0)


def ends(columns: Columns, ports: Ports, way: Way, edge: int) -> tuple[float, float]:
    """Return the x of tail and head of an edge that uses top and bottom sides."""
    return (
        columns.center(way.lines[0]) + ports.tails[edge],
        columns.center(way.lines[1]) + ports.heads[edge],
    )


def levels_of(plan: Candidate, columns: Columns, ports: Ports, gap: int) -> list[list[int]]:
    """Return the lanes of a gap between rows from top to bottom; lanes that don't meet share a level."""
    spans = {
        edge: ends(columns, ports, way, edge)
        for edge, way in enumerate(plan.ways)
        if way.lane == gap and way.sides[0] in "TB"
    }
    levels: list[list[int]] = []
    for edge in _ordered(plan, spans, "T", "B"):
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


def _ordered(plan: Candidate, spans: Mapping[int, tuple[float, float]], before: str, after: str) -> list[int]:
    """Return lanes that share a gap in the order in which their ends cross them least.

    Args:
        plan: The ways.
        spans: Each lane's two ends along the gap.
        before: The side of boxes that lie after the gap (`T` or `L`): ends there cross the lanes that follow.
        after: The opposite side.
    """
    order: list[int] = []
    for edge in spans:
        trials = [[*order[:k], edge, *order[k:]] for k in range(len(order) + 1)]
        order = min(trials, key=lambda trial: _crossed(plan, trial, spans, before, after))
    return order


def _crossed(
    plan: Candidate, order: Sequence[int], spans: Mapping[int, tuple[float, float]], before: str, after: str
) -> int:
    count = 0
    for index, first in enumerate(order):
        for second in order[index + 1 :]:
            for edge, other, side in ((first, second, before), (second, first, after)):
                low, high = sorted(spans[other])
                sides = plan.ways[edge].sides
                count += sum(s == side and low < at < high for s, at in zip(sides, spans[edge], strict=True))
    return count


def _lane_lines(text: str, length: float) -> tuple[str, ...]:
    """Return the words over a lane of a length, as they are expected when heights are chosen."""
    return wrap(text, max(LABEL_ROOMS[0], min(LABEL_ROOMS[1], length - 24)), LABEL) if text else ()


def lane_height(plan: Candidate, columns: Columns, ports: Ports, labels: Sequence[str], level: Sequence[int]) -> float:
    """Return the height that a level of lanes takes with the words above it."""
    lines = 0
    for edge in level:
        x1, x2 = ends(columns, ports, plan.ways[edge], edge)
        lines = max(lines, len(_lane_lines(labels[edge], abs(x2 - x1))))
    return LANE + BASELINE_LABEL * lines


def column_lanes(plan: Candidate, columns: Columns) -> dict[int, float]:
    """Return the x of every lane between columns."""
    by_gap: dict[int, list[int]] = {}
    for edge, way in enumerate(plan.ways):
        if way.lane >= 0 and way.sides[0] in "LR":
            by_gap.setdefault(way.lane, []).append(edge)
    found = {}
    for gap, edges in by_gap.items():
        left, right = columns.gap(gap)
        spans = {edge: (float(plan.ways[edge].lines[0]), float(plan.ways[edge].lines[1])) for edge in edges}
        order = _ordered(plan, spans, "L", "R")
        step = min(LANE_APART, (right - left - 2 * SIDE) / max(1, len(order) - 1))
        for index, edge in enumerate(order):
            found[edge] = (left + right) / 2 + (index - (len(order) - 1) / 2) * step
    return found
