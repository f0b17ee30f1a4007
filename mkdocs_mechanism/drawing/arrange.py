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
LEAST_SCALE, LEAST_SCALE_NARROW = 0.92, 0.85
"""A Graphviz layout that would have to be shown smaller is no better than a crowded grid; on a phone, where the other
choice is to scroll the wide layout, words may shrink from 13 px to 11."""


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
        return _fitting(mechanism, numbers, is_narrow=True) or wide or arrange(mechanism, numbers, is_narrow=False)
    if grid is None:
        return _graphviz(mechanism, numbers, is_narrow=False)
    return _fitting(mechanism, numbers, is_narrow=False) or grid[0]


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


def _graphviz(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> Layout:
    from .graphviz import arrange_graphviz  # no engine is looked for when the grid does

    return arrange_graphviz(mechanism, numbers, is_narrow=is_narrow)


def _fitting(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> Layout | None:
    """Return Graphviz's layout; None when it fails or is too wide."""
    from .dot import LayoutError

    try:
        layout = _graphviz(mechanism, numbers, is_narrow=is_narrow)
    except LayoutError:
        return None
    most = STAGE_NARROW / LEAST_SCALE_NARROW if is_narrow else STAGE_WIDE / LEAST_SCALE
    return layout if layout.width <= most else None
