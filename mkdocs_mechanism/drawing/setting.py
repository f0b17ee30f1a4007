"""Words set for an engine that places boxes: their lines, the boxes around them and the room beside an edge, in px."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..document.model import Mechanism, Node
from .curves import DISC, number_size
from .layout import BASELINE_DETAIL, BASELINE_LABEL, BASELINE_NAME
from .lettering import DETAIL, LABEL, NAME, Font, least_room, width, wrap

BESIDE = 13.0
"""From a line to the words beside it: half a token and a little."""
PAD = 10.5
"""From words to whatever else is there: half a disc and 2."""
LONGEST_PART = 136.0
"""The widest part of a name or label that is not torn: the widest box less its insets."""
LEAST_HEIGHT = 56.0
QUEUE_BARS = 16.0
"""What the bars of a `queue` take from its words, beyond the right inset."""
STORE_RIM = 8.0
LOOP_REACH = 26.0


@dataclass(frozen=True, slots=True)
class Wrapping:
    """How tightly words are set."""

    name: float
    """Widest line of a name or detail, px."""
    label: float
    """Widest line of a label, px."""
    box: float
    """Least width of a box, px."""
    node_gap: float
    is_equal: bool = True
    """Whether all boxes are as wide as the widest."""


@dataclass(frozen=True, slots=True)
class Words:
    """Every text, wrapped, and the sizes of the boxes."""

    names: tuple[tuple[str, ...], ...]
    details: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[str, ...], ...]
    """For each group that holds a node."""
    sizes: tuple[tuple[float, float], ...]
    """Width and height of each node's box."""


def words_size(lines: Sequence[str], font: Font = LABEL) -> tuple[float, float]:
    """Return width and height of a block of lines."""
    return max((width(line, font) for line in lines), default=0.0), BASELINE_LABEL * len(lines)


def used_groups(mechanism: Mechanism) -> tuple[str, ...]:
    """Return the groups that hold a node, in document order."""
    used = {node.group for node in mechanism.nodes.values()}
    return tuple(name for name in mechanism.groups if name in used)


def set_words(mechanism: Mechanism, wrapping: Wrapping) -> Words:
    """Return all words wrapped, and boxes that hold them: equally wide where the wrapping says so."""
    nodes = list(mechanism.nodes.values())
    parts = [least_room(node.label, NAME) for node in nodes] + [least_room(node.detail, DETAIL) for node in nodes]
    room = max(wrapping.name, min(max(parts), LONGEST_PART))
    names = tuple(wrap(node.label, room, NAME) for node in nodes)
    details = tuple(wrap(node.detail, room, DETAIL) for node in nodes)
    labels = tuple(label_lines(edge.label, wrapping.label) for edge in mechanism.edges.values())
    sizes = [_box_size(*texts) for texts in zip(nodes, names, details, strict=True)]
    widest = max(size[0] for size in sizes)
    boxes = tuple((float(round(max(wrapping.box, widest if wrapping.is_equal else w))), h) for w, h in sizes)
    groups = tuple(wrap(mechanism.groups[name], max(120.0, wrapping.box), LABEL) for name in used_groups(mechanism))
    return Words(names, details, labels, groups, boxes)


def label_lines(text: str, room: float) -> tuple[str, ...]:
    """Return a label wrapped into a room, or into what its longest word needs."""
    return wrap(text, max(room, min(least_room(text, LABEL), LONGEST_PART)), LABEL)


def _box_size(node: Node, name: tuple[str, ...], detail: tuple[str, ...]) -> tuple[float, float]:
    text = max(words_size(name, NAME)[0], words_size(detail, DETAIL)[0])
    height = BASELINE_NAME * len(name) + BASELINE_DETAIL * len(detail) + 30
    return (
        text + 32 + (QUEUE_BARS if node.shape == "queue" else 0),
        max(LEAST_HEIGHT, height + (STORE_RIM if node.shape == "store" else 0)),
    )


def loop_reach(number: str, is_sideways: bool) -> float:
    """Return how far a self-loop goes out of its box, so that its number leaves the line visible."""
    pill = number_size(number)[0]
    return LOOP_REACH + (pill if pill > 2 * BESIDE and not is_sideways else 0.0)


def label_room(lines: tuple[str, ...], number: str, has_twin: bool, is_sideways: bool) -> tuple[float, float] | None:
    """Return what to reserve beside an edge: for its words, a wide number, or the gap to a twin without words."""
    pill, height = number_size(number)
    is_wide = pill > 2 * BESIDE
    if not lines:
        return (max(12.0, pill / 2 + PAD), 12.0) if has_twin or number else None
    size = words_size(lines)
    if is_sideways:
        return size[0] + 2 * PAD, size[1] + DISC + 8
    return size[0] + BESIDE + PAD, size[1] + (height + 12 if is_wide else 6)


def loop_room(lines: tuple[str, ...], number: str, is_sideways: bool) -> tuple[float, float]:
    """Return what to reserve beside a box for a self-loop and its words; across, no more than the box has."""
    size, reach = words_size(lines), loop_reach(number, is_sideways)
    if is_sideways:
        return size[0] + 2 * PAD, reach + size[1] + (2 * PAD if lines else PAD)
    return reach + size[0] + (2 * PAD if lines else PAD), size[1]


def flat_gap(lines: tuple[str, ...], number: str) -> float:
    """Return the distance between two boxes of one row that an edge joins: room for words over it, or its number."""
    return max(64.0, words_size(lines)[0] + 2 * PAD, number_size(number)[0] + 44)
