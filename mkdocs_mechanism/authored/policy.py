"""The allow-list: a parsed drawing -> our tree of what may stand in a page, and a problem for each thing that may not.

References and cycles, embedded images and the count of what `use` repeats are not looked at here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from . import policy_names as names
from .reader import SVG, children
from .tree import Element, Problem, StyleText

Check = Callable[[str, str], tuple[str, str]]
"""Name and text of a presentation attribute -> its canonical text, and why it is refused (empty: it is not)."""
XLINK: Final = "http://www.w3.org/1999/xlink"
XML: Final = "http://www.w3.org/XML/1998/namespace"
MAX_PATH: Final = 256 * 1024
MAX_TIMING: Final = 500
EXPORT: Final = 'export without HTML labels (draw.io: "Formatted text" off; Mermaid: htmlLabels false)'


@dataclass(frozen=True, slots=True)
class Allowed:
    """What is left of a drawing, its style sheets, and what was not taken."""

    root: Element
    sheets: tuple[StyleText, ...]
    problems: tuple[Problem, ...]


def allow(root: etree._Element, check: Check) -> Allowed:
    """Return what the policy leaves of a drawing: `style` and `class` stay, `style` elements are taken out."""
    walk = _Walk(check)
    kept = walk.element(root) or Element("svg")
    return Allowed(kept, tuple(walk.sheets), tuple(walk.problems))


@dataclass
class _Walk:
    check: Check
    problems: list[Problem] = field(default_factory=list)
    sheets: list[StyleText] = field(default_factory=list)
    timing: int = 0

    def refuse(self, line: int, construct: str, reason: str, cure: str = "") -> None:
        self.problems.append(Problem(line, construct, reason, cure))

    def element(self, node: etree._Element) -> Element | None:
        """Return the element of our tree, or None where it is not taken."""
        name = etree.QName(node)
        space, tag, line = name.namespace or "", name.localname, _line(node)
        if space.startswith(names.NOISE_SPACES) or (space == SVG and tag == "metadata"):
            return None
        if space == SVG and tag == "foreignObject":
            self.refuse(line, 'element "foreignObject"', "it holds HTML", EXPORT)
            return None
        if space != SVG or tag not in names.ELEMENTS:
            self.refuse(line, f'element "{tag[:40]}"', "it is not an element that a drawing may hold")
            return None
        if tag == "style":
            self._sheet(node, line)
            return None
        if tag == "switch":
            return self._branch(node)
        attributes = self._attributes({str(key): str(value) for key, value in node.attrib.items()}, tag, line)
        if tag in names.TIMING and not self._timed(dict(attributes), tag, line):
            return None
        kept = tuple(self._children(node, tag))
        return Element("g" if tag == "a" and "href" not in dict(attributes) else tag, attributes, kept, line)

    def _children(self, node: etree._Element, tag: str) -> list[Element | str]:
        kept: list[Element | str] = []
        for child in children(node):
            if isinstance(child, str):
                kept.append(child)
            elif tag in names.TEXT_ONLY:
                self.refuse(_line(child), f'element in "{tag}"', "only text may stand there")
            elif (element := self.element(child)) is not None:
                kept.append(element)
        return kept

    def _branch(self, node: etree._Element) -> Element | None:
        """Return the one child of a `switch` that is drawn: the first that is neither HTML nor of one language only."""
        drawable = [child for child in children(node) if not isinstance(child, str)]
        for child in drawable:
            if child.get("systemLanguage") is None and child.tag != f"{{{SVG}}}foreignObject":
                return self.element(child)
        return self.element(drawable[0]) if drawable else None

    def _sheet(self, node: etree._Element, line: int) -> None:
        if (node.get("type") or "text/css").strip().lower() != "text/css":
            self.refuse(line, 'element "style"', "its type is not text/css")
        elif len(node):
            self.refuse(line, 'element "style"', "it holds elements")
        else:
            self.sheets.append(StyleText(node.text or "", line, node.get("media") or ""))

    def _timed(self, attributes: Mapping[str, str], tag: str, line: int) -> bool:
        self.timing += 1
        target = attributes.get("attributeName", "transform" if tag == "animateTransform" else "")
        if self.timing > MAX_TIMING:
            self.refuse(line, f'element "{tag}"', f"the drawing has more than {MAX_TIMING} timing elements")
        elif tag != "animateMotion" and target not in names.MOVED:
            self.refuse(line, f'element "{tag}"', f'it sets "{target[:40]}", which is not geometry')
        else:
            return True
        return False

    def _attributes(self, attrib: Mapping[str, str], tag: str, line: int) -> tuple[tuple[str, str], ...]:
        kept: dict[str, str] = {}
        for full, value in attrib.items():
            name = etree.QName(full)
            space, local = name.namespace or "", name.localname
            if space.startswith(names.NOISE_SPACES) or local in names.NOISE or local.startswith("data-"):
                continue
            if (space, local) in (
                (XML, "space"),
                (XLINK, "title"),
                (XLINK, "type"),
                (XLINK, "show"),
                (XLINK, "actuate"),
            ):
                continue
            if space == XML and local == "lang":
                local = "lang"
            elif space and not (space == XLINK and local == "href"):
                self.refuse(line, f'attribute "{local[:40]}"', "it belongs to no namespace that a drawing may use")
                continue
            text, reason = self._value(tag, local, value)
            if reason:
                self.refuse(line, f'attribute "{local[:40]}"', reason)
            else:
                kept[local] = text
        return tuple(kept.items())

    def _value(self, tag: str, name: str, value: str) -> tuple[str, str]:
        """Return an attribute's value and why it is refused."""
        if name == "href":
            is_inside = (
                tag in names.LINKED and len(value) > 1 and value[0] == "#" and not set(value) & set(" \t\r\n\"'<>()")
            )
            return value, "" if is_inside and tag != "image" else "it may only name an element of the drawing (#id)"
        if name in ("id", "class", "style", "lang", "role", "tabindex") or name.startswith("aria-"):
            return value, "it can't be a name" if name == "id" and (
                not value or set(value) & set(" \t\r\n\"'<>()")
            ) else ""
        if (tag in names.TIMING and name in names.SMIL) or name in names.GEOMETRY:
            limit = MAX_PATH if name in ("d", "points", "path", "values") else 1_000
            if len(value) > limit:
                return value, f"it is longer than {limit:,} characters"
            if not names.PLAIN.match(value) or "accesskey" in value.lower() or "url" in value.lower():
                return value, "it holds more than numbers and words"
            return value, "it holds a number that is out of range" if names.NOT_A_NUMBER.search(value) else ""
        if name in names.PRESENTATION:
            return self.check(name, value)
        return value, "it is not an attribute that a drawing may have"


def _line(node: etree._Element) -> int:
    line: object = node.sourceline
    return line if isinstance(line, int) else 0
