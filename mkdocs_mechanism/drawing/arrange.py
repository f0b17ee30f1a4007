"""Which engine draws a mechanism: the grid where it is good, cells with frames, or Graphviz.

By eye the grid is as good as a hand for small graphs and dot is not. Cells carry groups, self-loops and a few nodes
more; dot is for many nodes, and for whatever it draws more calmly. The thresholds are judgement from a handful of
documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..document.model import Mechanism
from .layout import Layout, LayoutError

if TYPE_CHECKING:
    from .assembly import Drawing

STAGE_WIDE, STAGE_NARROW = 656.0, 328.0
"""Width of the stage in a text column and on a phone, px."""
MOST_NODES_WIDE, MOST_NODES_NARROW = 12, 9
"""The grid is not asked for more."""
TOO_MANY_NARROW = 40
"""Edges from which on no narrow layout was ever good: the search for one is spared."""
DEFECTS = 12.0
"""A layout with as many defects, or more, is only the second choice."""
CALM, ENOUGH = 2.5, 9.0
"""Cells that cost no more are taken without a look at others; and without asking Graphviz."""
REFUSED = 14.0
"""The same where the other choice is to scroll: words on words or a route through a box count as much."""
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
    if is_narrow and wide is not None and len(mechanism.edges) > TOO_MANY_NARROW:
        return wide
    if is_narrow:
        return _fitting(mechanism, numbers, is_narrow=True) or wide or arrange(mechanism, numbers, is_narrow=False)
    if grid is None:
        return _calmest(mechanism, numbers, is_narrow=False).layout
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


def _calmest(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> Drawing:
    """Return the calmest drawing on cells, or Graphviz's where that is calmer still."""
    from .tiles import drawings_on_cells  # neither engine is loaded when the grid does

    best: Drawing | None = None
    for drawing in drawings_on_cells(mechanism, numbers, is_narrow=is_narrow):
        best = drawing if best is None or drawing.cost < best.cost else best
        if best.cost <= CALM:
            break
    if best is not None and best.cost <= ENOUGH:
        return best
    from .graphviz import draw_with_graphviz

    try:
        other = draw_with_graphviz(mechanism, numbers, is_narrow=is_narrow)
    except LayoutError:
        if best is None:
            raise
        return best
    return other if best is None or other.cost < best.cost else best


def _fitting(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> Layout | None:
    """Return the calmest layout; None when there is none, it is too wide or has too many defects."""
    try:
        drawing = _calmest(mechanism, numbers, is_narrow=is_narrow)
    except LayoutError:
        return None
    most = STAGE_NARROW / LEAST_SCALE_NARROW if is_narrow else STAGE_WIDE / LEAST_SCALE
    return drawing.layout if drawing.layout.width <= most and drawing.defects < REFUSED else None
