"""Small graphs on a grid of cells: `arrange_grid` chooses a placement, draws a few and returns the best.

Up to 12 nodes (narrow 9) without groups, self-loops and too many edges; everything else is refused and left to another
engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import inf

from ..document.model import Mechanism
from .boxes import RULES
from .drafts import Draft, Task, draft, task
from .layout import Layout
from .placement import BLOCKED, Candidate, Costs, Graph, Placement
from .search import Search, candidate, grids, packed
from .ways import board

MOST_NODES = {False: 12, True: 9}
DENSE = 1.9
"""Connected pairs a node from which on no graph was drawn well (of five hundred random ones): the search is spared."""
TRIED = 4
"""Placements that are drawn, at most."""
ROW_COST = {False: 1.0, True: 1.5}
"""What a row more counts in the search, for the height of the drawing."""
DOWNWARD = 0.25
"""What part of it counts where the author asked for a tall drawing."""
EASY = 0.5
"""Cost of an edge, without rows, up to which a placement around a hub needs no comparison."""
WIDEN = 24.0
"""What a gap gets more, px, when a label found no place in it."""
WIDENINGS = 2


def arrange_grid(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> tuple[Layout, float] | None:
    """Return the layout of a small mechanism and its defects (0: nothing covers anything), or None when refused.

    Args:
        mechanism: Every edge has its endpoints.
        numbers: Edge to the widest text of its number; empty or absent: none.
        is_narrow: For a phone (328 px wide) instead of a text column (656 px).
    """
    graph = _graph(mechanism, is_narrow)
    if graph is None:
        return None
    work = task(mechanism, numbers, graph, is_narrow=is_narrow)
    best: tuple[float, Draft] | None = None
    for plan in _plans(graph, mechanism.direction, is_narrow)[:TRIED]:
        drawing = _drawn(work, plan)
        if best is None or plan.cost + drawing.cost < best[0]:
            best = (plan.cost + drawing.cost, drawing)
        if drawing.defects == 0:
            break
    return (best[1].layout, best[1].defects) if best else None


def _graph(mechanism: Mechanism, is_narrow: bool) -> Graph | None:
    names = {name: index for index, name in enumerate(mechanism.nodes)}
    if not names or len(names) > MOST_NODES[is_narrow] or any(node.group for node in mechanism.nodes.values()):
        return None
    edges = []
    for edge in mechanism.edges.values():
        if edge.tail is None or edge.head is None or edge.tail == edge.head:
            return None
        edges.append((names[edge.tail], names[edge.head]))
    pairs = {frozenset(edge) for edge in edges}
    return Graph(len(names), tuple(edges)) if len(pairs) < DENSE * len(names) else None


@lru_cache(maxsize=128)
def _plans(graph: Graph, direction: str, is_narrow: bool) -> tuple[Candidate, ...]:
    """Return the cheapest placements over all grids that hold the nodes, the best first.

    They depend on the graph alone, so a figure that several pages show (a post and its excerpts) is placed once.
    """
    found: dict[tuple[Placement, int], Candidate | None] = {}
    boards: dict[tuple[int, int], Costs] = {}
    row_cost = ROW_COST[is_narrow] * (DOWNWARD if direction == "down" else 1.0)
    least = easiest = inf
    for grid, fixed in grids(graph, direction, is_narrow=is_narrow):
        if not fixed and easiest < EASY * len(graph.edges):
            break  # beside its hub every node found a good place
        search = Search(Costs(graph, grid, row_cost), fixed)
        cost = search.run(least)
        least = min(least, cost)
        if fixed:
            easiest = min(easiest, cost - row_cost * grid.rows)
        ranked = sorted((cost, at) for at, cost in search.known.items() if cost < BLOCKED)
        for _, at in ranked[:TRIED]:
            places, columns, rows = packed(at, search)
            if (places, columns) not in found:
                size = columns, rows
                if size not in boards:
                    boards[size] = Costs(graph, board(*size, direction, is_narrow=is_narrow), row_cost)
                found[places, columns] = candidate(places, boards[size])
    plans = [plan for plan in found.values() if plan is not None]
    return tuple(sorted(plans, key=lambda plan: (plan.cost, plan.places)))


def _drawn(work: Task, plan: Candidate) -> Draft:
    """Return the best drawing of a placement: its gaps are widened where labels found no place and that helps."""
    extra = [0.0] * (plan.board.rows + 1)
    drawings = [(draft(work, plan, margin, extra), margin) for margin in RULES[work.is_narrow].margins]
    drawing, margin = min(drawings, key=lambda pair: (pair[0].cost, pair[1]))
    for _ in range(WIDENINGS):
        if not drawing.sore:
            break
        extra = [more + WIDEN * (gap in drawing.sore) for gap, more in enumerate(extra)]
        wider = draft(work, plan, margin, extra)
        if wider.cost >= drawing.cost:
            break
        drawing = wider
    return drawing
