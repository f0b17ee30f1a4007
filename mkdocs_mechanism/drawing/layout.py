"""Boxes and routes: what every layout engine returns and every later stage draws.

All numbers are px of the drawing. It knows no color, no state and no SVG.
"""

from __future__ import annotations

from dataclasses import dataclass

from .geometry import Box, Path, Point


class LayoutError(Exception):
    """An engine is absent or did not place everything; `hint` is one thing to do about it."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class NodeBox:
    """A node's place and its wrapped words."""

    name: str
    box: Box
    lines: tuple[str, ...]
    """The label, wrapped: 15 px, weight 700, baselines 18 px apart."""
    detail: tuple[str, ...] = ()
    """The second, smaller text, wrapped: 12.5 px, weight 400, baselines 16 px apart."""


@dataclass(frozen=True, slots=True)
class Label:
    """Words on the drawing beside an edge or on a group's frame: 13 px, weight 500, baselines 15 px apart."""

    lines: tuple[str, ...]
    at: Point
    """Where the first baseline is anchored."""
    anchor: str
    """`left`, `middle` or `right`: which end of the line stands at `at.x`, whatever the writing direction."""
    box: Box
    """The room the words take."""


@dataclass(frozen=True, slots=True)
class Route:
    """An edge's way from its tail to its head."""

    edge: str
    path: Path
    """From the tail's border to the tip of the arrow, 2 px before the head's border."""
    angle: float
    """The way the tip points, in degrees: 0 right, 90 down, 180 left, 270 up."""
    number: Point
    """Center of the number disc, on the path."""
    label: Label | None = None


@dataclass(frozen=True, slots=True)
class GroupFrame:
    """The frame around the nodes of a group."""

    name: str
    box: Box
    label: Label


@dataclass(frozen=True, slots=True)
class Layout:
    """The result of `arrange`."""

    width: float
    height: float
    nodes: tuple[NodeBox, ...]
    routes: tuple[Route, ...]
    """One for each edge, in document order."""
    groups: tuple[GroupFrame, ...] = ()
    engine: str = "grid"
    """`grid`, or the name of the engine that placed the nodes."""
    is_narrow: bool = False
    is_rtl: bool = False


BASELINE_NAME = 18.0
BASELINE_DETAIL = 16.0
BASELINE_LABEL = 15.0
TIP_GAP = 2.0
"""Between the tip of an arrow and the border of the box."""
ARROW = 9.0
"""What the line leaves free before the tip."""
TEXT_INSET = 18.0
"""From the side of a box to the words in it."""
