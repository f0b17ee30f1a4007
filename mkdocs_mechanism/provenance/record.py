"""The record of a figure: what it rests on, and what a site lets its readers know of that.

A mechanism and its verification go in; out comes frozen data, the same for panel, JSON-LD and statement, so that none
of them can tell more than the others. `source_paths` is applied here and nowhere else.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from ..document.model import Mechanism, Source
from ..sources.verify import Status, Verification

HOME = "pkg:pypi/mkdocs-mechanism"
"""The URI of this program (a package URL): builder, type of build and our own terms begin with it."""

_NOT_THERE = frozenset({Status.CHANGED, Status.MISSING, Status.REFUSED})
_MEDIA_TYPES = {
    "csv": "text/csv",
    "css": "text/css",
    "gif": "image/gif",
    "html": "text/html",
    "ipynb": "application/x-ipynb+json",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript",
    "json": "application/json",
    "markdown": "text/markdown",
    "md": "text/markdown",
    "pdf": "application/pdf",
    "png": "image/png",
    "rst": "text/x-rst",
    "svg": "image/svg+xml",
    "tex": "text/x-tex",
    "toml": "application/toml",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "webp": "image/webp",
    "xml": "application/xml",
    "yaml": "application/yaml",
    "yml": "application/yaml",
    "zip": "application/zip",
}
"""By file ending. The standard library's table depends on the machine's `mime.types`."""


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """One source."""

    name: str
    """Path, file name or number, as `source_paths` lets it be seen; of a citation its URL."""
    status: str
    recorded: str = ""
    """The digest in the document: 64 hex digits, or empty."""
    sha256: str = ""
    """Digest of the bytes that were there, or of a citation the recorded one; empty where there is none."""
    size: int | None = None
    """Bytes that were there."""
    media_type: str = ""
    """By the name's ending; empty for a citation."""
    lines: str = ""
    region: str = ""
    url: str = ""
    """Where a citation leads."""
    description: str = ""
    copy: str = ""
    """Path of the published copy, relative to the site."""

    @property
    def digest(self) -> str:
        """Return the digest that a figure shows: the recorded one, else that of a published copy."""
        return self.recorded or (self.sha256 if self.copy else "")


@dataclass(frozen=True, slots=True)
class FigureRecord:
    """One figure."""

    title: str
    description: str
    caption: str
    language: str
    verified: str
    """`all`, `some`, `none` or `failed`."""
    document: str
    """The document's path, as `source_paths` lets it be seen."""
    sha256: str
    """Digest of the document's bytes."""
    content: str = ""
    """Digest of the document's meaning, without digests and review."""
    reviewed_by: str = ""
    reviewed_on: str = ""
    paths: str = ""
    """`name` or `hide` where paths are shown in part or not at all; empty where they are whole."""
    sources: tuple[SourceRecord, ...] = ()


def figure_record(
    mechanism: Mechanism, verification: Verification, *, document: str, sha256: str, content: str = ""
) -> FigureRecord:
    """Return the whole record of a figure, with every path as the document has it.

    Args:
        mechanism: what is drawn.
        verification: what was found of its sources.
        document: path of the document, relative to the workspace root.
        sha256: digest of the document's bytes.
        content: digest of its meaning, where it is known.
    """
    review = mechanism.review
    return FigureRecord(
        title=mechanism.title,
        description=mechanism.description,
        caption=mechanism.caption,
        language=mechanism.language,
        verified=verification.verdict,
        document=document,
        sha256=sha256,
        content=content,
        reviewed_by=review.by if review else "",
        reviewed_on=review.on if review else "",
        sources=tuple(_source(each.source, each.status, each.actual, each.size) for each in verification.states),
    )


def shown(record: FigureRecord, paths: str) -> FigureRecord:
    """Return what a site lets be seen of a record.

    Args:
        record: the whole record.
        paths: `full` leaves it as it is; `name` leaves file names; `hide` numbers the sources. What a figure shows
            anyway (texts, digests, the stem of its document's name) stays.
    """
    if paths == "full":
        return record
    if paths == "name":
        sources = tuple(replace(each, name=each.url or posixpath.basename(each.name)) for each in record.sources)
        return replace(record, document=posixpath.basename(record.document), paths=paths, sources=sources)
    numbered = tuple(
        replace(each, name=f"Source {number}", media_type="", url="") for number, each in enumerate(record.sources, 1)
    )
    stem = posixpath.splitext(posixpath.basename(record.document))[0]
    return replace(record, document=stem, paths=paths, sources=numbered)


def media_type(path: str) -> str:
    """Return the media type of a file by its name."""
    return _MEDIA_TYPES.get(posixpath.splitext(path)[1][1:].lower(), "application/octet-stream")


def plain(record: FigureRecord | SourceRecord) -> dict[str, object]:
    """Return a record as the values of JSON, in the order of its fields, without those that say nothing."""
    values = {name: value for name, value in asdict(record).items() if value not in ("", None)}
    if isinstance(record, FigureRecord):
        values["sources"] = [plain(each) for each in record.sources]
    return values


def unplain(values: object) -> FigureRecord:
    """Return the record that `plain` was given.

    Raises:
        ValueError: The values are no record.
    """
    texts = _checked(values, FigureRecord)
    listed = texts.pop("sources", [])
    if not isinstance(listed, list):
        raise ValueError('field "sources" is no list')
    try:
        return FigureRecord(**texts, sources=tuple(SourceRecord(**_checked(each, SourceRecord)) for each in listed))
    except TypeError:
        raise ValueError("a field is missing") from None


def _source(source: Source, status: Status, actual: str | None, size: int | None) -> SourceRecord:
    recorded = source.sha256 or ""
    return SourceRecord(
        name=source.name,
        status=status.value,
        recorded=recorded,
        sha256=actual or ("" if status in _NOT_THERE else recorded),
        size=size,
        media_type="" if source.url else media_type(source.path),
        lines=source.lines,
        region=source.region,
        url=source.url,
        description=source.description,
    )


def _checked(values: object, record: type[FigureRecord | SourceRecord]) -> dict[str, Any]:
    """Return a JSON object as arguments of a record; all fields but `sources` and `size` are texts."""
    if not isinstance(values, Mapping) or not set(values) <= {field.name for field in fields(record)}:
        raise ValueError("a record holds fields that are not known")
    for name, value in values.items():
        expected: type = {"sources": list, "size": int}.get(name, str)
        if not isinstance(value, expected) or isinstance(value, bool):
            raise ValueError(f'field "{name}" has another type than is known')
    return dict(values)
