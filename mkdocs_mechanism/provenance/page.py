"""The figures of a built page: read back from its HTML, after every plugin had its hand on it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .jsonld import TYPE, read_block
from .record import FigureRecord

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
"""What a page may begin with (WHATWG Encoding, "BOM sniff")."""
_CHARSET = re.compile(rb"""<meta[^>]*?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]+)""", re.IGNORECASE)
_HEAD = 1024
"""Bytes in which browsers look for a page's encoding (HTML, "prescan a byte stream")."""


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure as it stands in a page."""

    page: str
    """Path of the page, relative to the site."""
    id: str
    record: FigureRecord | None
    """None for the still picture of an excerpt (its record stands in its post) and for an error figure."""
    fault: str = ""
    """Why the figure disagrees with itself: a predicate about it, such as `has no record`."""


def figures_of(page: str, html: bytes) -> tuple[PublishedFigure, ...]:
    """Return the figures of a page in their order; never raises, whatever the bytes are."""
    from lxml import etree

    try:
        root = etree.fromstring(
            _decoded(html).encode(errors="replace"), etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
        )
    except (etree.LxmlError, ValueError):
        return ()
    if root is None:
        return ()
    found = (element for element in root.iter("figure") if "mechanism" in _classes(element))
    return tuple(_figure(page, element) for element in found)


def _decoded(html: bytes) -> str:
    """Return the text of a page as browsers read it: by its byte order mark, else by what it says, else UTF-8."""
    for mark, encoding in _MARKS:
        if html.startswith(mark):
            return html[len(mark) :].decode(encoding, "replace")
    said = _CHARSET.search(html[:_HEAD])
    try:
        encoding = codecs.lookup(said[1].decode()).name if said else "utf-8"
        # A page that can say so in ASCII is not UTF-16, whatever it says.
        return html.decode("utf-8" if encoding.startswith("utf-16") else encoding, "replace")
    except (LookupError, ValueError):
        return html.decode(errors="replace")


def _figure(page: str, element: Any) -> PublishedFigure:
    name, classes = element.get("id", ""), _classes(element)
    if not classes.isdisjoint(("mechanism-still", "mechanism-error")):
        return PublishedFigure(page, name, None)
    blocks = [script for script in element.iter("script") if script.get("type") == TYPE]
    if len(blocks) != 1:
        return PublishedFigure(page, name, None, "has no record" if not blocks else "has more than one record")
    try:
        owner, record = read_block(blocks[0].text or "", page)
    except (ValueError, RecursionError):
        return PublishedFigure(page, name, None, "has a record that can't be read")
    return PublishedFigure(page, name, record, _disagreement(element, name, owner, record))


def _disagreement(element: Any, name: str, owner: str, record: FigureRecord) -> str:
    """Return what the figure shows otherwise than its record says, or nothing."""
    if owner != name:
        return "holds the record of another figure"
    if element.get("data-verified") != record.verified:
        return "shows another verdict than its record"
    rows = [row for panel in element.iter("details") if "mechanism-sources" in _classes(panel) for row in _rows(panel)]
    if rows != [(each.status, each.name, each.digest) for each in record.sources]:
        return "lists other sources than its record"
    return ""


def _rows(panel: Any) -> Iterator[tuple[str, str, str]]:
    """Yield status, name and digest of each row."""
    for row in panel.iter("li"):
        texts = {kind: "".join(code.itertext()) for code in row.iter("code") for kind in _classes(code)}
        yield row.get("data-status", ""), texts.get("mechanism-source", ""), texts.get("mechanism-digest", "")


def _classes(element: Any) -> frozenset[str]:
    return frozenset((element.get("class") or "").split())
