"""A figure's record as a JSON-LD data block in its page (schema.org), and back.

The block is the only carrier of the record in a page: what `verify` reads is what search engines and archives read.
The vocabulary stands in the block itself, so that a JSON-LD processor needs no network.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from .record import HOME, FigureRecord, SourceRecord

TYPE = "application/ld+json"
CONTEXT = {"@vocab": "https://schema.org/", "mechanism": f"{HOME}#"}
_FIGURE = {
    "name": "title",
    "description": "description",
    "caption": "caption",
    "inLanguage": "language",
    "mechanism:verified": "verified",
    "mechanism:content": "content",
    "mechanism:reviewedBy": "reviewed_by",
    "mechanism:reviewedOn": "reviewed_on",
    "mechanism:paths": "paths",
}
_SOURCE = {
    "name": "name",
    "description": "description",
    "encodingFormat": "media_type",
    "sha256": "sha256",
    "url": "url",
    "mechanism:status": "status",
    "mechanism:recorded": "recorded",
    "mechanism:lines": "lines",
    "mechanism:region": "region",
}
"""Term to field; `contentSize` and `contentUrl` are written and read apart."""
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def data_block(record: FigureRecord, figure_id: str, base: str) -> str:
    """Return the `script` element of a figure. Nothing in it can end the element.

    Args:
        record: what may be seen.
        figure_id: the figure's id on its page.
        base: relative URL, ending in `/` or empty, from the page to the site's root.
    """
    return _element(_value(record, figure_id, base))


def read_block(text: str, page: str) -> tuple[str, FigureRecord]:
    """Return id and record of a figure from the text of its data block.

    Args:
        text: what stands in the `script` element.
        page: path of the page, relative to the site.

    Raises:
        ValueError: It is not a block of ours, or holds more than a record: other readers would see that, and we not.
    """
    value = _object(json.loads(text))
    listed, name = value.get("isBasedOn"), value.get("@id")
    if not isinstance(listed, list) or not listed or not isinstance(name, str):
        raise ValueError("the data block is not one of a figure")
    document = _object(listed[0])
    record = FigureRecord(
        **_read(value, _FIGURE),
        document=str(document.get("name", "")),
        sha256=str(document.get("sha256", "")),
        sources=tuple(_read_source(_object(each), page) for each in listed[1:]),
    )
    if _element(_value(record, name[1:], "../" * page.count("/"))) != _element(value):
        raise ValueError("the data block holds something else than the record of a figure")
    return name[1:], record


def _element(value: Mapping[str, Any]) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
    return f'<script type="{TYPE}">{text}</script>'


def _value(record: FigureRecord, figure_id: str, base: str) -> dict[str, Any]:
    document = {
        "@type": "MediaObject",
        "name": record.document,
        "encodingFormat": "application/json",
        "sha256": record.sha256,
        "mechanism:role": "document",
    }
    return {
        "@context": CONTEXT,
        "@type": "ImageObject",
        "@id": f"#{figure_id}",
        **_written(record, _FIGURE),
        "isBasedOn": [document, *(_source(each, base) for each in record.sources)],
    }


def _source(source: SourceRecord, base: str) -> dict[str, object]:
    value: dict[str, object] = {"@type": "CreativeWork" if source.url else "MediaObject", **_written(source, _SOURCE)}
    if source.size is not None:
        value["contentSize"] = str(source.size)
    if source.copy:
        value["contentUrl"] = base + quote(source.copy)
    return value


def _written(record: FigureRecord | SourceRecord, terms: Mapping[str, str]) -> dict[str, object]:
    pairs = ((term, getattr(record, name)) for term, name in terms.items())
    return {term: value for term, value in pairs if value}


def _read(value: Mapping[str, Any], terms: Mapping[str, str]) -> dict[str, Any]:
    return {name: str(value.get(term, "")) for term, name in terms.items()}


def _read_source(value: Mapping[str, Any], page: str) -> SourceRecord:
    size, url = str(value.get("contentSize", "")), str(value.get("contentUrl", ""))
    return SourceRecord(
        **_read(value, _SOURCE),
        size=int(size) if size.isascii() and size.isdigit() else None,
        copy=posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(url))) if url else "",
    )


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError("the data block holds something else than an object")
    return value
