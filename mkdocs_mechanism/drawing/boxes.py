"""How large boxes are, how their words wrap, and where the columns of a grid stand. All numbers are px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..document.model import Mechanism
from .geometry import Box
from .layout import BASELINE_DETAIL, BASELINE_NAME, TEXT_INSET
from .lettering import DETAIL, NAME, least_room, width, wrap

WIDE = 656.0
NARROW = 328.0
LEAST_HEIGHT = 56.0
AROUND = 30.0
"""Height of a box beyond its lines."""
PADDING = {False: 10.0, True: 8.0}
"""From the words to the side of the box where they end."""
TIGHT_PADDING = 8.0
"""The same where a single word is too wide for the box otherwise."""
STROKES = {"queue": (18.0, 0.0), "store": (0.0, 8.0)}
"""What a shape's own strokes take of width and height: the bars of a queue, the rim of a store."""
MOST_GAP = 118.0
TICK = Box(-15.0, -7.0, 22.0, 22.0)
"""The room of a tick, from the top right corner of its box."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What differs between the wide and the narrow drawing."""

    width: float
    columns: int
    least: float
    most: float
    """Limits of a box's width."""
    stretch: float
    """To where boxes grow when columns would stand too far apart."""
    rooms: tuple[float, ...]
    """Rooms in which names wrap; the later ones are tried when columns stand too close."""
    margins: tuple[float, ...]
    least_gap: float


RULES = {
    False: Rules(WIDE, 3, 120.0, 168.0, 152.0, (140.0, 125.0, 110.0), (24.0, 36.0, 48.0), 76.0),
    True: Rules(NARROW, 2, 100.0, 120.0, 120.0, (82.0,), (14.0, 20.0), 60.0),
}
NARROW_WORD = 112.0
"""The widest single word that a narrow box makes room for."""


@dataclass(frozen=True, slots=True)
class Words:
    """The wrapped words of one box."""

    lines: tuple[str, ...]
    detail: tuple[str, ...]
    width: float
    """Of the widest line, and of the strokes beside it."""
    over: float
    """What the strokes of its shape take from the height."""

    @property
    def height(self) -> float:
        """Return the height of the box that they ask for."""
        return max(
            LEAST_HEIGHT, self.over + AROUND + BASELINE_NAME * len(self.lines) + BASELINE_DETAIL * len(self.detail)
        )


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns stand."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    width: float
    """Of the drawing."""

    def center(self, column: int) -> float:
        """Return the middle of a column."""
        return self.lefts[column] + self.widths[column] / 2

    def gap(self, index: int) -> tuple[float, float]:
        """Return left and right end of the gap before a column (0 and the last: the margins)."""
        left = self.lefts[index - 1] + self.widths[index - 1] if index else 0.0
        return left, self.lefts[index] if index < len(self.lefts) else self.width


@lru_cache(maxsize=512)
def words(label: str, detail: str, room: float, shape: str) -> Words:
    """Return label and detail, wrapped to a room that no single word has to be torn for."""
    lines = wrap(label, room, NAME)
    below = wrap(detail, room, DETAIL)
    widest = max([width(line, NAME) for line in lines] + [width(line, DETAIL) for line in below], default=0.0)
    over, down = STROKES.get(shape, (0.0, 0.0))
    return Words(lines, below, widest + over, down)


@lru_cache(maxsize=256)
def _least(label: str, detail: str) -> float:
    return max(least_room(label, NAME), least_room(detail, DETAIL))


def boxed(mechanism: Mechanism, rules: Rules, room: float) -> tuple[Words, ...]:
    """Return the words of every box for a room, larger where one word asks for it."""
    most = rules.most - TEXT_INSET - TIGHT_PADDING if rules.columns > 2 else NARROW_WORD
    found = []
    for node in mechanism.nodes.values():
        least = min(_least(node.label, node.detail), most)
        found.append(words(node.label, node.detail, max(room, least), node.shape))
    return tuple(found)


def columns(held: Sequence[Words], nodes: Sequence[int], count: int, margin: float, rules: Rules) -> Columns:
    """Return the columns for boxes of these words; `nodes` gives the column of each.

    All are equally wide, except that a narrow drawing gives a column with a long word more than the other one.
    """
    widest = max((words.width for words in held), default=0.0)
    equal = min(max(widest + TEXT_INSET + PADDING[rules.columns < 3], rules.least), rules.most)
    widths = [equal] * count
    if widest + TEXT_INSET + TIGHT_PADDING > rules.most:
        widths = [_column_width(held, nodes, column, rules) for column in range(count)]
        margin = min(margin, 10.0)
    gaps = count - 1
    free = rules.width - 2 * margin - sum(widths)
    if gaps and free > MOST_GAP * gaps:
        grown = min(max(equal, rules.stretch), equal + (free - MOST_GAP * gaps) / count)
        widths = [max(one, grown) for one in widths]
        free = rules.width - 2 * margin - sum(widths)
    gap = min(free / gaps, MOST_GAP) if gaps else 0.0
    left = (rules.width - sum(widths) - gap * gaps) / 2
    lefts = []
    for one in widths:
        lefts.append(left)
        left += one + gap
    return Columns(tuple(lefts), tuple(widths), rules.width)


def _column_width(held: Sequence[Words], nodes: Sequence[int], column: int, rules: Rules) -> float:
    widest = max((w.width for w, at in zip(held, nodes, strict=True) if at == column), default=0.0)
    wanted = widest + TEXT_INSET + PADDING[rules.columns < 3]
    return max(min(wanted, rules.most), widest + TEXT_INSET + TIGHT_PADDING, rules.least)


def tick_of(box: Box, is_rtl: bool) -> Box:
    """Return the room of a box's tick: at the top right corner, in right-to-left documents at the top left one."""
    x = box.x - TICK.x - TICK.width if is_rtl else box.right + TICK.x
    return Box(x, box.y + TICK.y, TICK.width, TICK.height)
