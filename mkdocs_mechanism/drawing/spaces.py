"""The space of words beside straight edges: clearances, and how far labels reach beyond the boxes. All in px."""

from __future__ import annotations

from dataclasses import dataclass

from .boxes import Columns
from .layout import BASELINE_LABEL
from .lettering import LABEL, least_room, wrap
from .placement import Candidate, Graph

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


def spill(lines: int, offset: float, box_height: float, *, is_above: bool) -> float:
    """Return how far the label of a level edge reaches beyond the boxes beside it."""
    if not lines:
        return 0.0
    words = ASCENT + BASELINE_LABEL * (lines - 1)
    reach = ABOVE + words - offset if is_above else offset + BELOW + words - ASCENT + DESCENT
    return max(0.0, reach - box_height / 2)


def is_upper(bundle: tuple[int, int]) -> bool:
    """Tell whether a parallel edge's label stands above it (or left of it)."""
    index, count = bundle
    return index < (count + 1) // 2
