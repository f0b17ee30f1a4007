"""An in-toto Statement v1 with a SLSA provenance v1 predicate: from the figures of a site to bytes, and back.

Subjects are the published files, `resolvedDependencies` are the documents and sources. There is no time, host, user or
absolute path in it: the same site gives the same bytes. It is unsigned; signers take it, or the predicate, as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .page import PublishedFigure
from .record import HOME, FigureRecord, SourceRecord, plain, unplain

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = f"{HOME}#site-v1"
"""What the parameters mean: the docs page about attestations says it."""
PACKAGE = "mkdocs-mechanism"


@dataclass(frozen=True, slots=True)
class Statement:
    """What a statement says, as far as it concerns a check."""

    subjects: Mapping[str, str]
    """Path in the site to digest."""
    figures: tuple[PublishedFigure, ...]
    predicate: Mapping[str, Any]


def predicate(figures: Sequence[PublishedFigure], version: str) -> dict[str, Any]:
    """Return the predicate for the figures of a site, built by a version of this package."""
    return {
        "buildDefinition": {
            "buildType": BUILD_TYPE,
            "externalParameters": {"figures": [_figure(each) for each in figures]},
            "resolvedDependencies": dependencies(each.record for each in figures if each.record),
        },
        "runDetails": {"builder": {"id": HOME, "version": {PACKAGE: version}}},
    }


def statement(subjects: Mapping[str, str], content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the statement that a predicate is true of the subjects, which are sorted by the bytes of their names."""
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": name, "digest": {"sha256": subjects[name]}} for name in sorted(subjects, key=str.encode)],
        "predicateType": PREDICATE_TYPE,
        "predicate": content,
    }


def to_bytes(value: Mapping[str, Any]) -> bytes:
    """Return JSON: ASCII, two blanks of indent, line feeds."""
    return json.dumps(value, indent=2).encode() + b"\n"


def read_statement(data: bytes) -> Statement:
    """Return what a statement says.

    Raises:
        ValueError: It is not one that this release writes.
    """
    value = _json(data)
    try:
        definition = value["predicate"]["buildDefinition"]
        kinds = (value["_type"], value["predicateType"], definition["buildType"])
        if kinds != (STATEMENT_TYPE, PREDICATE_TYPE, BUILD_TYPE):
            raise ValueError("it is of a type that this release does not know")
        subjects = {str(each["name"]): str(each["digest"]["sha256"]) for each in value["subject"]}
        figures = tuple(_read_figure(each) for each in definition["externalParameters"]["figures"])
        if not isinstance(value["predicate"]["runDetails"]["builder"]["version"][PACKAGE], str):
            raise ValueError("it does not say which release made it")
    except (KeyError, TypeError, IndexError, AttributeError):
        raise ValueError("it is no statement about the figures of a site") from None
    return Statement(subjects, figures, value["predicate"])


def as_written(said: Statement) -> bytes:
    """Return the statement that is made of the subjects and records of another: the same bytes, if that tells no more.

    It is empty for names that can't be written.
    """
    version = said.predicate["runDetails"]["builder"]["version"][PACKAGE]
    try:
        return to_bytes(statement(said.subjects, predicate(said.figures, version)))
    except UnicodeEncodeError:
        return b""


def dependencies(records: Iterable[FigureRecord]) -> list[dict[str, Any]]:
    """Return documents and sources as resource descriptors, each once; what was not there is none."""
    found = {json.dumps(each, sort_keys=True): each for record in records for each in _resources(record)}
    return sorted(found.values(), key=lambda each: json.dumps([each.get("name"), each], sort_keys=True))


def _figure(figure: PublishedFigure) -> dict[str, Any]:
    place = {"page": figure.page, "id": figure.id}
    return {**place, "record": plain(figure.record)} if figure.record else place


def _read_figure(value: Mapping[str, Any]) -> PublishedFigure:
    record = unplain(value["record"]) if "record" in value else None
    return PublishedFigure(str(value["page"]), str(value["id"]), record)


def _resources(record: FigureRecord) -> Iterator[dict[str, Any]]:
    yield {
        "name": record.document,
        "digest": {"sha256": record.sha256},
        "mediaType": "application/json",
        "annotations": {"role": "document", **_given(content=record.content)},
    }
    for source in record.sources:
        if source.sha256 or source.url:
            yield _resource(source)


def _resource(source: SourceRecord) -> dict[str, Any]:
    recorded = source.recorded if source.recorded != source.sha256 else ""
    texts = _given(
        description=source.description, lines=source.lines, region=source.region, recorded=recorded, copy=source.copy
    )
    return {
        "name": source.name,
        **_given(uri=source.url),
        **({"digest": {"sha256": source.sha256}} if source.sha256 else {}),
        **_given(mediaType=source.media_type),
        "annotations": {"role": "source", "status": source.status, **texts},
    }


def _given(**texts: str) -> dict[str, str]:
    return {name: text for name, text in texts.items() if text}


def _json(data: bytes) -> Any:
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError):
        raise ValueError("it is not JSON") from None
