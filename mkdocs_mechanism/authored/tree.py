"""The tree of an author's drawing between the stages: frozen, plain names, no parser's types.

Namespaces are gone: an element is SVG, or HTML inside a `foreignObject`; `xlink:href` is `href`. Ids, classes and
references are still the author's own names; the writer gives them the figure's prefix.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

REFERENCE: Final = re.compile(r"url\(#([^)\"'\s]+)\)")
"""A reference to an element in a value; the group is its id."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element with its attributes and what it holds, in document order."""

    tag: str
    """Local name, in the letter case of SVG 2 (`linearGradient`)."""
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Element | str, ...] = ()
    line: int = field(default=0, compare=False)
    """Line of the start tag in the author's file, counted from 1."""
    is_html: bool = False

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute's value."""
        return next((value for key, value in self.attributes if key == name), default)

    def elements(self) -> Iterator[Element]:
        """Yield the element and all that it holds, in document order."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.elements()


@dataclass(frozen=True, slots=True)
class StyleText:
    """The text of a `style` element."""

    css: str
    line: int
    """Line where the text begins in the author's file."""
    media: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a drawing may not hold: refused, or removed with a warning (`svg_policy: strip`)."""

    line: int
    construct: str
    """What it is, as it stands in the file and short enough for one line: `element "script"`, `attribute "onload"`."""
    reason: str
    """Why it can't be taken, one clause without a full stop."""
    cure: str = ""
    """One thing to do, such as an export option; empty: remove it, or set svg_policy to strip."""


@dataclass(frozen=True, slots=True)
class AssetFile:
    """An image or font that a drawing carried as a `data:` URL and a site publishes beside the stylesheet."""

    name: str
    """First 16 hex digits of the content's SHA-256 and the type's extension: `9f86d081884c7d65.png`."""
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Art:
    """A drawing that is safe to inline."""

    root: Element
    """The `svg` element. No `style` element or attribute is left; an image's `href` is `asset:NAME`."""
    rules: str
    """CSS that no attribute can say (`@media`, `@keyframes`, `:hover`, `@font-face`, ...). In it, `\\0` stands for the
    class that the whole sheet is scoped by, `\\1` for a prefix of this drawing's own generated classes, and
    `url(asset:NAME)` for a file. Empty where nothing is left."""
    files: tuple[AssetFile, ...] = ()
