"""Tree -> markup that an HTML parser reads back as the same tree: no prefixes, CDATA, comments or instructions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from .tree import REFERENCE, Element

ID_LISTS: Final = {"aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-flowto", "aria-details"}
TIME: Final = re.compile(r"(?:^|(?<=;))(\s*)([^;.]*)\.(begin|end|click|repeatEvent|beginEvent|endEvent)")
VOID: Final = {"br"}
Marks = Mapping[str, tuple[str, str]]


def write(root: Element, *, prefix: str, files: Mapping[str, str], marks: Marks | None = None) -> str:
    """Return the markup of an element of a cleaned drawing and all that it holds.

    Args:
        root: the drawing's root or any element in it.
        prefix: put before each id and class, and in every reference to one.
        files: an asset's name -> its URL.
        marks: the author's id of an element -> markup to write before it and after it, beside it in its parent.
    """
    return "".join(_parts(root, prefix, files, marks or {}))


def _parts(element: Element, prefix: str, files: Mapping[str, str], marks: Marks) -> Iterator[str]:
    before, after = marks.get(element.get("id"), ("", "")) if element.get("id") else ("", "")
    yield f"{before}<{element.tag}"
    for name, value in element.attributes:
        yield f' {name}="{escaped(_value(name, value, prefix, files))}"'
    yield ">"
    if element.is_html and element.tag in VOID:
        yield after
        return
    for child in element.children:
        if isinstance(child, str):
            yield escaped(child)
        else:
            yield from _parts(child, prefix, files, marks)
    yield f"</{element.tag}>{after}"


def _value(name: str, value: str, prefix: str, files: Mapping[str, str]) -> str:
    """Return an attribute's value with the figure's prefix on every name in it."""
    if name == "id":
        return prefix + value
    if name == "class" or name in ID_LISTS:
        return " ".join(prefix + word for word in value.split())
    if name == "href":
        return files[value.removeprefix("asset:")] if value.startswith("asset:") else f"#{prefix}{value[1:]}"
    if name in ("begin", "end"):
        return TIME.sub(rf"\g<1>{prefix}\2.\3", value)
    return REFERENCE.sub(rf"url(#{prefix}\1)", value)


def escaped(text: str) -> str:
    """Return text for an element or a quoted attribute. A carriage return is written as what HTML makes of it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
