"""Bytes -> the parser's tree, or the one problem that makes a drawing unreadable.

Everything that a parser could be made to do is refused before lxml sees the file: a default attribute declared in an
internal subset corrupts its memory when it is removed, whatever the flags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.parsers import expat

from lxml import etree

from .tree import Problem

MAX_BYTES: Final = 2 * 1024 * 1024
MAX_ELEMENTS: Final = 20_000
MAX_ATTRIBUTES: Final = 64
MAX_DEPTH: Final = 100
SVG: Final = "http://www.w3.org/2000/svg"
BOM: Final = b"\xef\xbb\xbf"
DECLARED: Final = re.compile(rb"""^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")
UTF8: Final = {b"utf-8", b"utf8", b"us-ascii"}


class _Refused(Exception):  # noqa: N818 - no error: a verdict that leaves expat's callbacks
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.reason)
        self.problem = problem


def read(data: bytes) -> etree._Element | Problem:
    """Return the root element of an SVG file, without comments and processing instructions, or why it can't be read."""
    try:
        text = _decoded(data)
        _scan(text)
        parser = etree.XMLParser(
            encoding="utf-8",
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            dtd_validation=False,
            attribute_defaults=False,
            huge_tree=False,
            recover=False,
            remove_comments=True,
            remove_pis=True,
        )
        root = etree.fromstring(text, parser)
    except _Refused as refused:
        return refused.problem
    except etree.XMLSyntaxError as error:
        return Problem(error.lineno or 1, "the file", "it is not well-formed XML")
    if root.tag != f"{{{SVG}}}svg":
        is_bare = root.tag == "svg"
        cure = f'write xmlns="{SVG}" on the root element' if is_bare else ""
        reason = "it has no SVG namespace" if is_bare else "it is not an SVG drawing"
        return Problem(1, "the root element", reason, cure)
    return root


def _decoded(data: bytes) -> bytes:
    """Return the bytes without a byte order mark."""
    if len(data) > MAX_BYTES:
        raise _Refused(Problem(1, "the file", f"it has {len(data):,} bytes, and the limit is {MAX_BYTES:,} (2 MiB)"))
    text = data.removeprefix(BOM)
    declared = DECLARED.match(text)
    if declared and declared[1].lower() not in UTF8:
        raise _Refused(Problem(1, "the XML declaration", "it names an encoding that is not UTF-8", "save it as UTF-8"))
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise _Refused(Problem(line, "the file", "it is not UTF-8", "save it as UTF-8")) from None
    if b"\0" in text:
        raise _Refused(Problem(text.count(b"\n", 0, text.index(b"\0")) + 1, "the file", "it holds a NUL"))
    return text


def _scan(text: bytes) -> None:
    """Read the file once with expat, which sees the doctype and the sizes before any tree is built."""
    parser = expat.ParserCreate("utf-8", None)
    depth = elements = 0

    def refuse(construct: str, reason: str) -> None:
        raise _Refused(Problem(parser.CurrentLineNumber, construct, reason))

    def doctype(name: str, system: str | None, public: str | None, has_internal_subset: int) -> None:  # noqa: ARG001
        if has_internal_subset:
            refuse("the doctype", "it declares entities or attributes of its own")

    def entity(*_: object) -> None:
        refuse("an entity", "it is declared or named in the file")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, elements
        depth, elements = depth + 1, elements + 1
        if depth > MAX_DEPTH:
            refuse(f'element "{name[:40]}"', f"it is nested deeper than {MAX_DEPTH} elements")
        if elements > MAX_ELEMENTS:
            refuse("the file", f"it has more than {MAX_ELEMENTS:,} elements")
        if len(attributes) > MAX_ATTRIBUTES and sum(not key.startswith("data-") for key in attributes) > MAX_ATTRIBUTES:
            refuse(f'element "{name[:40]}"', f"it has more than {MAX_ATTRIBUTES} attributes")

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SkippedEntityHandler = entity
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise _Refused(Problem(error.lineno or 1, "the file", "it is not well-formed XML")) from None


def children(element: etree._Element) -> Iterator[etree._Element | str]:
    """Yield an element's texts and child elements in document order; what is neither is passed over."""
    if element.text:
        yield element.text
    for child in element:
        if isinstance(child.tag, str):
            yield child
        if child.tail:
            yield child.tail
