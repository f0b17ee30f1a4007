"""Mechanism + Layout + timelines -> Display: everything visible, resolved and absolute, in px.

A display needs no document to be drawn: it holds places, words and which scenario shows which number. Colors and
motion are the stylesheet's, markup is svg's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ..document.model import Mechanism
from ..timeline import Timeline
from . import lettering
from .geometry import Box, Path, Point
from .layout import ARROW, BASELINE_DETAIL, BASELINE_LABEL, BASELINE_NAME, TEXT_INSET, Label, Layout, NodeBox

DISC = 8.5
"""Radius of a number's disc, px."""
PILL_HEIGHT = 17.0
STORE_SHIFT = 5.0
"""How far the words of a `store` stand below the middle of its box: its rim takes the top, px."""


@dataclass(frozen=True, slots=True)
class Words:
    """Lines of text anchored at one x."""

    lines: tuple[str, ...]
    at: Point
    """The first baseline."""
    step: float
    """From baseline to baseline, px."""
    anchor: str
    """`left`, `middle` or `right`."""


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node: outline, words, the places of bar and tick."""

    index: int
    name: str
    box: Box
    shape: str
    label: Words
    detail: Words | None
    bar_x: float
    tick: Point


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """An edge: line, arrowhead, words."""

    index: int
    name: str
    tail: str
    head: str
    route: Path
    line: Path
    """The route without the room of the arrowhead."""
    arrow: tuple[Point, Point, Point]
    label: Words | None


@dataclass(frozen=True, slots=True)
class DrawnNumber:
    """A number disc, or a pill for more than one step."""

    edge: int
    at: Point
    width: float
    text: str


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A frame around nodes."""

    name: str
    box: Box
    label: Words


@dataclass(frozen=True, slots=True)
class Display:
    """The flat list of what is drawn."""

    width: float
    height: float
    is_narrow: bool
    is_rtl: bool
    groups: tuple[DrawnGroup, ...]
    nodes: tuple[DrawnNode, ...]
    edges: tuple[DrawnEdge, ...]
    numbers: tuple[tuple[DrawnNumber, ...], ...]
    """One list a scenario."""


def compose(mechanism: Mechanism, layout: Layout, lines: Sequence[Timeline]) -> Display:
    """Return the display of a laid-out mechanism."""
    node_index = {name: index for index, name in enumerate(mechanism.nodes)}
    edge_index = {name: index for index, name in enumerate(mechanism.edges)}
    nodes = sorted((_node(mechanism, layout, box, node_index[box.name]) for box in layout.nodes), key=lambda n: n.index)
    edges = []
    for route in layout.routes:
        edge = mechanism.edges[route.edge]
        label = _label(route.label, BASELINE_LABEL) if route.label else None
        line = route.path.shortened(ARROW)
        arrow = _arrow(route.path.end, route.angle)
        edges.append(
            DrawnEdge(
                edge_index[edge.name], edge.name, edge.tail or "", edge.head or "", route.path, line, arrow, label
            )
        )
    edges.sort(key=lambda edge: edge.index)
    places = {route.edge: route.number for route in layout.routes}
    numbers = tuple(
        tuple(
            DrawnNumber(edge_index[edge], places[edge], number_width(line.numbers[edge]), line.numbers[edge])
            for edge in mechanism.edges
            if edge in line.numbers
        )
        for line in lines
    )
    groups = tuple(DrawnGroup(g.name, g.box, _label(g.label, BASELINE_LABEL)) for g in layout.groups)
    return Display(
        layout.width,
        layout.height,
        layout.is_narrow,
        layout.is_rtl,
        groups,
        tuple(nodes),
        tuple(edges),
        numbers,
    )


def number_width(text: str) -> float:
    """Return the width of a number's disc or pill, in px."""
    return 2 * DISC if len(text) <= 2 else lettering.width(text, lettering.NUMBER) + 12


def _label(label: Label, step: float) -> Words:
    return Words(label.lines, label.at, step, label.anchor)


def _node(mechanism: Mechanism, layout: Layout, placed: NodeBox, index: int) -> DrawnNode:
    box = placed.box
    height = BASELINE_NAME * len(placed.lines) + BASELINE_DETAIL * len(placed.detail)
    shape = mechanism.nodes[placed.name].shape
    top = box.center.y - height / 2 + (STORE_SHIFT if shape == "store" else 0)
    anchor = "right" if layout.is_rtl else "left"
    x = box.right - TEXT_INSET if layout.is_rtl else box.x + TEXT_INSET
    # A baseline stands 14 px below the top of an 18 px line (cap height of 15 px type, centered).
    label = Words(placed.lines, Point(x, top + 14), BASELINE_NAME, anchor)
    below = top + BASELINE_NAME * len(placed.lines)
    detail = Words(placed.detail, Point(x, below + 12.5), BASELINE_DETAIL, anchor) if placed.detail else None
    tick = Point(box.x + 4 if layout.is_rtl else box.right - 4, box.y + 4)
    bar_x = box.right - 8 if layout.is_rtl else box.x + 8
    return DrawnNode(index, placed.name, box, shape, label, detail, bar_x, tick)


def _arrow(tip: Point, angle: float) -> tuple[Point, Point, Point]:
    """Return the corners of a 10 x 10 arrowhead, the tip first."""
    along = Point(math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    back = Point(tip.x - 10 * along.x, tip.y - 10 * along.y)
    left = Point(back.x - 5 * along.y, back.y + 5 * along.x)
    right = Point(back.x + 5 * along.y, back.y - 5 * along.x)
    return tip, left, right
