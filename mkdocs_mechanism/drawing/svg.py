"""Display -> SVG markup. Everything here is about SVG: names, attributes, numbers; it does not know a document.

The presentation attributes draw the numbered overview with nothing active, so that the picture is legible where no
stylesheet arrives (feeds strip them). Every state is the stylesheet's, through two inherited numbers, `--a` (active)
and `--v` (visited), and a third, `--u` (unselected), on the elements of class `n0`, `e0` and so on.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from html import escape

from .display import PILL_HEIGHT, Display, DrawnEdge, DrawnNode, DrawnNumber, Words
from .geometry import Box, number

INK, SECOND, LINE, PAPER, STAGE = "#1c2230", "#4b5365", "#6f788a", "#fff", "#f7f8fb"
"""The light palette (`assets/drawing.css` holds both)."""
LIP = 7.0
"""Height of the rim of a `store`, px."""


@dataclass(frozen=True, slots=True)
class SvgFrame:
    """What stands around the drawing: the attributes of the svg element and its text alternative."""

    classes: str
    title: str
    desc: str
    title_id: str
    desc_id: str
    is_hidden: bool = False
    """True for the narrow layout: one of the two is seen before any stylesheet arrives."""
    attributes: str = ""
    """Further attributes, already escaped, such as `xmlns`."""
    style: str = ""
    """Stylesheet to carry inside, for a standalone file."""
    has_ground: bool = False
    """True where the drawing brings its own background."""


def render(display: Display, frame: SvgFrame, *, shown: int, unselected: Collection[str]) -> str:
    """Return the svg element.

    Args:
        display: what to draw.
        frame: the element's own attributes and texts.
        shown: index of the scenario whose numbers are seen without a stylesheet.
        unselected: names of the nodes and edges that look unselected in that scenario.
    """
    width, height = number(display.width), number(display.height)
    hidden = ' display="none"' if frame.is_hidden else ""
    parts = [
        f'<svg class="{frame.classes}" role="img" aria-labelledby="{frame.title_id}"',
        f' aria-describedby="{frame.desc_id}"',
        f' width="{width}" height="{height}" viewBox="0 0 {width} {height}" fill="none"{frame.attributes}{hidden}>',
        f'<title id="{frame.title_id}">{escape(frame.title, quote=False)}</title>',
        f'<desc id="{frame.desc_id}">{escape(frame.desc, quote=False)}</desc>',
    ]
    if frame.style:
        parts.append(f"<style>{frame.style}</style>")
    if frame.has_ground:
        parts.append(f'<rect class="ground" width="{width}" height="{height}" fill="{STAGE}"/>')
    rtl = display.is_rtl
    parts.extend(_groups(display))
    parts.append(f'<g stroke="{LINE}" stroke-width="1.5">')
    parts.extend(_edge(edge, unselected) for edge in display.edges)
    parts.append(f'</g><g fill="{PAPER}" stroke="{LINE}" stroke-width="1.5">')
    parts.extend(_node(node, unselected, rtl=rtl) for node in display.nodes)
    parts.append("</g>")
    parts.extend(_numbers(numbers, index, shown) for index, numbers in enumerate(display.numbers) if numbers)
    parts.append(
        f'<g class="labels" fill="{INK}" font-size="13" font-weight="500" stroke="{STAGE}" stroke-width="5"'
        ' stroke-linejoin="round" paint-order="stroke">'
    )
    parts.extend(
        _text(edge.label, f' class="e{edge.index}{_dimmed(edge.name in unselected)[0]}"', rtl=rtl)
        for edge in display.edges
        if edge.label is not None
    )
    parts.append('</g><g class="tokens" opacity="0">')
    parts.extend(_tokens(display))
    parts.append("</g></svg>")
    return "".join(parts)


def _groups(display: Display) -> list[str]:
    if not display.groups:
        return []
    parts = [f'<g class="groups" stroke="{LINE}">']
    for group in display.groups:
        x, y, width, height = (number(value) for value in group.box)
        parts.append(
            f'<g data-group="{escape(group.name)}"><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14"/>'
        )
        parts.append(
            _text(group.label, f' fill="{SECOND}" stroke="none" font-size="13" font-weight="600"', rtl=display.is_rtl)
        )
        parts.append("</g>")
    parts.append("</g>")
    return parts


def _edge(edge: DrawnEdge, unselected: Collection[str]) -> str:
    dim, dashes = _dimmed(edge.name in unselected)
    tip, left, right = (f"{number(p.x)} {number(p.y)}" for p in edge.arrow)
    return (
        f'<g class="edge e{edge.index}{dim}" data-edge="{escape(edge.name)}" data-from="{escape(edge.tail)}"'
        f' data-to="{escape(edge.head)}"><path d="{edge.line.d()}"{dashes}/>'
        f'<path class="arrow" d="M{tip}L{left}L{right}Z" fill="{LINE}" stroke="none"/></g>'
    )


def _node(node: DrawnNode, unselected: Collection[str], *, rtl: bool) -> str:
    dim, dashes = _dimmed(node.name in unselected)
    box = node.box
    outline, extra = _outline(node)
    bar_x, bar_y = number(node.bar_x), number(box.y + (box.height - _bar(node)) / 2)
    tick = node.tick
    detail = (
        _text(node.detail, f' class="detail" font-size="12.5" font-weight="400" fill="{SECOND}"', rtl=rtl)
        if node.detail
        else ""
    )
    return (
        f'<g class="node n{node.index}{dim}" data-node="{escape(node.name)}">'
        f'<{outline} class="ring" stroke="none"/><{outline} class="body"{dashes}/>{extra}'
        f'<path class="bar" d="M{bar_x} {bar_y}v{number(_bar(node))}" stroke="none"/>'
        f'<g stroke="none" fill="{INK}" font-size="15" font-weight="700">{_text(node.label, "", rtl=rtl)}{detail}</g>'
        f'<g class="tick" opacity="0"><circle cx="{number(tick.x)}" cy="{number(tick.y)}" r="10"/>'
        f'<path d="M{number(tick.x - 4.5)} {number(tick.y + 0.5)}l3 3 6-6.5"/></g></g>'
    )


def _dimmed(is_unselected: bool) -> tuple[str, str]:
    """Return the class and the attributes of an element that the shown scenario leaves out."""
    return (" unselected", ' stroke-dasharray="3 5"') if is_unselected else ("", "")


def _bar(node: DrawnNode) -> float:
    """Return the height of the bar inside an active node, px."""
    return node.box.height / 2 if node.shape == "actor" else node.box.height - 24


def _outline(node: DrawnNode) -> tuple[str, str]:
    """Return the outline's tag with its geometry, and the strokes that belong to the shape."""
    x, y, width, height = node.box
    if node.shape == "store":
        return f'path d="{_cylinder(node.box)}"', f'<path class="body" d="{_lip(node.box)}" fill="none"/>'
    radius = min(height / 2, 28) if node.shape == "actor" else 10
    outline = (
        f'rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="{number(radius)}"'
    )
    if node.shape == "queue":
        side = -1 if node.bar_x < x + width / 2 else 1
        first = x + width - 10 if side < 0 else x + 10
        bars = "".join(f"M{number(first + side * 7 * k)} {number(y + 14)}v{number(height - 28)}" for k in range(3))
        return outline, f'<path class="body" d="{bars}"/>'
    return outline, ""


def _cylinder(box: Box) -> str:
    arc = f"a{number(box.width / 2)} {number(LIP)} 0 0 1"
    start = f"M{number(box.x)} {number(box.y + LIP)}"
    return f"{start}{arc} {number(box.width)} 0V{number(box.bottom - LIP)}{arc} {number(-box.width)} 0Z"


def _lip(box: Box) -> str:
    half = number(box.width / 2)
    return f"M{number(box.x)} {number(box.y + LIP)}a{half} {number(LIP)} 0 0 0 {number(box.width)} 0"


def _numbers(numbers: tuple[DrawnNumber, ...], scenario: int, shown: int) -> str:
    hidden = "" if scenario == shown else ' display="none"'
    return (
        f'<g class="numbers s{scenario}" fill="{STAGE}" stroke="{LINE}" stroke-width="1.5" font-size="11.5"'
        f' font-weight="700" text-anchor="middle"{hidden}>{"".join(_number(each) for each in numbers)}</g>'
    )


def _number(drawn: DrawnNumber) -> str:
    x, y, width = drawn.at.x, drawn.at.y, drawn.width
    shape = (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="8.5"/>'
        if width <= PILL_HEIGHT
        else f'<rect x="{number(x - width / 2)}" y="{number(y - PILL_HEIGHT / 2)}" width="{number(width)}"'
        f' height="{number(PILL_HEIGHT)}" rx="8.5"/>'
    )
    # Digits of 11.5 px type are 8.2 px high: half of that below the center puts them in the middle.
    text = f'<text x="{number(x)}" y="{number(y + 4.1)}" fill="{SECOND}" stroke="none">{escape(drawn.text)}</text>'
    return f'<g class="number e{drawn.edge}">{shape}{text}</g>'


def _tokens(display: Display) -> list[str]:
    used = sorted({drawn.edge for numbers in display.numbers for drawn in numbers})
    return [f'<g class="token e{edge}"><circle r="12"/><circle r="7.5"/></g>' for edge in used]


def _text(words: Words, attributes: str, *, rtl: bool) -> str:
    """Return a text element; physical sides become `start` and `end` of the writing direction."""
    start, end = ("right", "left") if rtl else ("left", "right")
    anchor = {start: "", end: ' text-anchor="end"', "middle": ' text-anchor="middle"'}[words.anchor]
    x, y = number(words.at.x), number(words.at.y)
    first, *others = words.lines
    spans = "".join(f'<tspan x="{x}" dy="{number(words.step)}">{escape(line, quote=False)}</tspan>' for line in others)
    return f'<text x="{x}" y="{y}"{attributes}{anchor}>{escape(first, quote=False)}{spans}</text>'
