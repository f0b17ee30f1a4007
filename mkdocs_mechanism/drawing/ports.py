"""Where edges leave and enter the sides of boxes: offsets from the middle of a side, in px.

A single straight edge joins the middles of two sides; parallel ones stand beside each other; bent edges leave beside
the straight ones, on the side they turn to, so that they don't cross each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .boxes import Columns
from .placement import Candidate, Graph
from .ways import Way

APART = 28.0
NEXT = 26.0
"""Between the second and further bent edges of one side; the least distance of two ports."""
LABEL_APART = 36.0
"""Between two parallel straight edges with a label between them."""
CORNER = 14.0
"""From the outermost port to the corner of the box."""

BESIDE_LINE = 18.0
"""From a vertical line over the words beside it to the border: 14 before them, 4 after."""

PAST_NUMBER = 5.0
"""From the rim of a number to the vertical line beside it."""
BUNDLE_CORNER = 20.0
"""The same beside three or more parallel edges."""

Slot = tuple[int, str, int]
"""A node, a side, and the row or column in which an edge meets it."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a straight edge."""

    lines: int
    """How many lines its label takes when it is level; 0 for none."""
    width: float
    """How wide its label is beside a vertical line with little room."""
    half: float
    """Half the width of its number."""


@dataclass(slots=True)
class _Side:
    """The edges that meet one slot, from the outermost inwards where they are bent."""

    low: list[tuple[float, int]] = field(default_factory=list)
    straight: list[int] = field(default_factory=list)
    high: list[tuple[float, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ports:
    """The result."""

    tails: tuple[float, ...]
    heads: tuple[float, ...]
    """Offset of each edge's two ports from the middle of its row or column."""
    bundles: dict[int, tuple[int, int]]
    """Edge to its place among its parallel straight ones, and their number."""
    height: float
    """The height that every box needs for its ports."""
    crowded: int
    """Ports that found no room."""


def ports(graph: Graph, plan: Candidate, words: Sequence[Beside], columns: Columns, height: float) -> Ports:
    """Return the ports of a placement.

    Args:
        graph: The edges.
        plan: The placement with a way for each edge.
        words: What stands beside each edge when it is straight.
        columns: Where the columns stand.
        height: The height of the boxes before ports are counted.
    """
    sides = _sides(graph, plan)
    bundles, spreads, drifts = _bundles(graph, plan, words, columns)
    room = {slot: (columns.widths[slot[2]] if slot[1] in "TB" else height) / 2 - CORNER for slot in sides}
    offsets: dict[tuple[Slot, int], float] = {}
    shifts = _shifts(graph, plan, sides, bundles, spreads, room, drifts)
    tall, crowded = height, 0
    for slot, side in sides.items():
        placed = _placed(side, spreads, shifts, room[slot], slot[1] in "TB")
        for edge, offset in placed.items():
            offsets[slot, edge] = offset
        reach = max(abs(offset) for offset in placed.values())
        if slot[1] in "TB":
            crowded += sum(abs(offset) > room[slot] + 2 for offset in placed.values())
        else:
            corner = BUNDLE_CORNER if len(side.straight) > 2 else CORNER
            tall = max(tall, 2 * (reach + corner))
    tails, heads = [], []
    for edge, way in enumerate(plan.ways):
        tail, head = slots(graph, way, edge)
        tails.append(offsets[tail, edge])
        heads.append(offsets[head, edge])
    return Ports(tuple(tails), tuple(heads), bundles, tall, crowded)


def slots(graph: Graph, way: Way, edge: int) -> tuple[Slot, Slot]:
    """Return the slots of an edge's tail and head."""
    tail, head = graph.edges[edge]
    return (tail, way.sides[0], way.lines[0]), (head, way.sides[1], way.lines[1])


def _sides(graph: Graph, plan: Candidate) -> dict[Slot, _Side]:
    sides: dict[Slot, _Side] = {}
    for edge, way in enumerate(plan.ways):
        for slot, end in zip(slots(graph, way, edge), (0, 1), strict=True):
            side = sides.setdefault(slot, _Side())
            if way.is_straight:
                side.straight.append(edge)
            else:
                turn, key = _turn(way, edge, end)
                (side.low if turn < 0 else side.high).append((key, edge))
    for side in sides.values():
        side.low.sort()
        side.high.sort()
        side.straight.sort(key=lambda edge: (not graph.is_forward(edge), edge))
    return sides


def _turn(way: Way, edge: int, end: int) -> tuple[int, float]:
    """Return the direction in which a bent edge turns after leaving a port, and its rank from the outside.

    What turns sooner is further out, and of two that turn at one place the one that goes farther.
    """
    runs = way.runs if end == 0 else way.runs[::-1]
    first, second = runs[0], runs[1]
    is_upright = first.x1 == first.x2
    if is_upright:
        here, low, high, depth = first.x1, second.x1, second.x2, first.y2 - first.y1
    else:
        here, low, high, depth = first.y1, second.y1, second.y2, first.x2 - first.x1
    turn = -1 if low < here else 1
    far = (here - low) if turn < 0 else (high - here)
    is_mirrored = way.lane >= 0 and way.sides[end] in "TL"
    return turn, depth * 10000 - far * 100 + (-edge if is_mirrored else edge)


def _bundles(
    graph: Graph, plan: Candidate, words: Sequence[Beside], columns: Columns
) -> tuple[dict[int, tuple[int, int]], dict[int, float], dict[int, float]]:
    """Return each straight edge's place among its like, its offset from their middle, and how far all move aside."""
    groups: dict[tuple[int, int], list[int]] = {}
    for edge, way in enumerate(plan.ways):
        if way.is_straight:
            tail, head = graph.edges[edge]
            groups.setdefault((min(tail, head), max(tail, head)), []).append(edge)
    places: dict[int, tuple[int, int]] = {}
    offsets: dict[int, float] = {}
    drifts: dict[int, float] = {}
    for edges in groups.values():
        edges.sort(key=lambda edge: (not graph.is_forward(edge), edge))
        way = plan.ways[edges[0]]
        is_level = way.sides[0] in "LR"
        drift = 0.0 if is_level or len(edges) != 2 else _drift(edges, words, columns, way.lines[0])
        steps = [_step(edges, index, words, is_level=is_level) for index in range(1, len(edges))]
        at = -sum(steps) / 2
        for index, edge in enumerate(edges):
            places[edge] = (index, len(edges))
            offsets[edge] = at
            drifts[edge] = drift
            at += steps[index] if index < len(steps) else 0.0
    return places, offsets, drifts


def _drift(pair: list[int], words: Sequence[Beside], columns: Columns, column: int) -> float:
    """Return how far a vertical pair moves to give the label on the side of the border its room; may turn the pair."""
    last = len(columns.lefts) - 1
    center = columns.center(column)
    outer = 0 if column == 0 else 1 if column == last else None
    if outer is None:
        return 0.0
    free = (columns.width - center if outer else center) - APART / 2 - BESIDE_LINE
    if words[pair[outer]].width > free and words[pair[1 - outer]].width < words[pair[outer]].width:
        pair.reverse()
    most = max(0.0, columns.widths[column] / 2 - CORNER - APART / 2)
    drift = min(max(0.0, words[pair[outer]].width - free), most)
    return -drift if outer else drift


def _step(edges: Sequence[int], index: int, words: Sequence[Beside], *, is_level: bool) -> float:
    """Return the distance between a parallel edge and the one before it: labels of the upper half stand above."""
    if not is_level:
        return max(APART, *(words[edge].half + PAST_NUMBER for edge in edges[index - 1 : index + 1]))
    upper = (len(edges) + 1) // 2
    between = edges[index] if index < upper else edges[index - 1] if index > upper else None
    lines = words[between].lines if between is not None else 0
    return LABEL_APART + 15.0 * (lines - 1) if lines else APART


def _shifts(
    graph: Graph,
    plan: Candidate,
    sides: dict[Slot, _Side],
    bundles: dict[int, tuple[int, int]],
    spreads: dict[int, float],
    room: dict[Slot, float],
    drifts: dict[int, float],
) -> dict[int, float]:
    """Return how far parallel straight edges are moved aside, together, so that bent ones find room beside them."""
    shifts: dict[int, float] = {}
    for edge, (index, _) in bundles.items():
        if index:
            continue
        group = [other for other in bundles if set(graph.edges[other]) == set(graph.edges[edge])]
        ends = slots(graph, plan.ways[edge], edge)
        drift = drifts[edge]
        wanted = [drift, *(_wanted(sides[slot]) for slot in ends)]
        excess = {shift: max(_excess(sides[slot], spreads, shift, room[slot]) for slot in ends) for shift in wanted}
        best = min(wanted, key=lambda shift: (excess[shift], abs(shift - drift)))
        for other in group:
            shifts[other] = best
    return shifts


def _wanted(side: _Side) -> float:
    """Return the shift of the straight edges that centers everything on a side."""
    low, high = len(side.low), len(side.high)
    return (_beyond(low) - _beyond(high)) / 2


def _beyond(count: int) -> float:
    return APART + NEXT * (count - 1) if count else 0.0


def _excess(side: _Side, spreads: dict[int, float], shift: float, room: float) -> float:
    half = max(spreads[edge] for edge in side.straight)
    reach = max(half + shift + _beyond(len(side.high)), half - shift + _beyond(len(side.low)))
    return max(0.0, reach - max(room, half))


def _placed(
    side: _Side, spreads: dict[int, float], shifts: dict[int, float], room: float, is_fixed: bool
) -> dict[int, float]:
    """Return the offset of each edge on a side."""
    placed = {edge: spreads[edge] + shifts[edge] for edge in side.straight}
    low, high = [edge for _, edge in side.low], [edge for _, edge in side.high]
    if not placed:
        order = low + high[::-1]
        step = APART if len(order) < 2 else min(APART, 2 * room / (len(order) - 1)) if is_fixed else APART
        step = max(step, NEXT)
        return {edge: (index - (len(order) - 1) / 2) * step for index, edge in enumerate(order)}
    first, last = min(placed.values()), max(placed.values())
    for index, edge in enumerate(reversed(low)):
        placed[edge] = first - APART - NEXT * index
    for index, edge in enumerate(reversed(high)):
        placed[edge] = last + APART + NEXT * index
    return placed
