"""Which engine draws a mechanism: the grid where it is good, Graphviz for the rest.

By eye the grid is as good as a hand for small graphs and dot is not; dot is good with many nodes and groups. The
thresholds are judgement from a handful of documents.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..document.model import Mechanism
from .layout import Layout

STAGE_WIDE, STAGE_NARROW = 656.0, 328.0
"""Width of the stage in a text column and on a phone, px."""
MOST_NODES_WIDE, MOST_NODES_NARROW = 12, 9
"""The grid is not asked for more."""
DEFECTS = 12.0
"""A grid layout with as many defects, or more, is only the second choice."""
LEAST_SCALE = 0.92
"""A Graphviz layout that would have to be shown smaller is no better than a crowded grid."""


def arrange(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool, wide: Layout | None = None) -> Layout:
    """Return the layout of a mechanism whose edges all have endpoints.

    Args:
        mechanism: What to place.
        numbers: For each edge the widest number text shown on it over all scenarios; absent or empty for none.
        is_narrow: For a phone (328 px) instead of a text column (656 px).
        wide: The wide layout, if the caller has it. Where no narrow layout is good enough this same object is
            returned (its `is_narrow` is false), and the stage scrolls.

    Raises:
        LayoutError: The grid refuses the graph and Graphviz could not place it.
    """
    if not mechanism.nodes:
        return Layout(STAGE_NARROW if is_narrow else STAGE_WIDE, 56.0, (), (), is_narrow=is_narrow)
    grid = _grid(mechanism, numbers, is_narrow)
    if grid is not None and grid[1] < DEFECTS:
        return grid[0]
    if is_narrow:
        narrow = _graphviz(mechanism, numbers, is_narrow=True, is_needed=False)
        return narrow or wide or arrange(mechanism, numbers, is_narrow=False)
    dot = _graphviz(mechanism, numbers, is_narrow=False, is_needed=grid is None)
    if dot is not None:
        return dot
    assert grid is not None
    return grid[0]


def _grid(mechanism: Mechanism, numbers: Mapping[str, str], is_narrow: bool) -> tuple[Layout, float] | None:
    """Return the grid's layout and its defects; None for what it is not made for or refuses."""
    if len(mechanism.nodes) > (MOST_NODES_NARROW if is_narrow else MOST_NODES_WIDE):
        return None
    if any(node.group for node in mechanism.nodes.values()):
        return None
    if any(edge.tail == edge.head for edge in mechanism.edges.values()):
        return None
    from .grid import arrange_grid  # the search is not needed for figures that never reach it

    return arrange_grid(mechanism, numbers, is_narrow=is_narrow)


def _graphviz(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool, is_needed: bool) -> Layout | None:
    """Return Graphviz's layout; None when it is too wide or fails and is not needed."""
    from .dot import LayoutError  # no engine is looked for when the grid does
    from .graphviz import arrange_graphviz

    try:
        layout = arrange_graphviz(mechanism, numbers, is_narrow=is_narrow)
    except LayoutError:
        if is_needed:
            raise
        return None
    stage = STAGE_NARROW if is_narrow else STAGE_WIDE
    return layout if is_needed or layout.width * LEAST_SCALE <= stage else None
