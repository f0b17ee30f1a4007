"""Findings as text, as JSON, as annotations of GitHub, or as Markdown: the same fields in each.

Diagnostics and counts go in, one string comes out (empty, or ending with a line feed). Our own words are ASCII; what
can't be printed is escaped, so that no file name moves a cursor or ends a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .diagnostics import Diagnostic, Location, Severity, printable
from .report_markdown import Row, markdown

FORMATS = ("text", "json", "github", "markdown")
RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
"""Errors first, where two findings stand at one place."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much was looked at."""

    documents: int
    pages: int = 0

    def __str__(self) -> str:
        """Return `14 documents`, `3 pages and 14 documents`, or `3 pages` where none of theirs was read."""
        counts = [(self.pages, "page"), (self.documents, "document")]
        return " and ".join(_count(*each) for each in counts if each[0]) or _count(0, "document")


def arrange(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings ordered by file, line and column; of equal ones the heaviest.

    One document on two pages is found twice; where only one of them relaxes a finding, the other decides.
    """
    kept: dict[tuple[str, str, Location], Diagnostic] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.message, diagnostic.location)
        if key not in kept or RANK[diagnostic.severity] < RANK[kept[key].severity]:
            kept[key] = diagnostic
    return tuple(sorted(kept.values(), key=_order))


def below(base: str, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings with a folder put before every file, for readers that start elsewhere than at the root."""
    if not base:
        return tuple(diagnostics)
    return tuple(
        replace(found, location=replace(found.location, file=f"{base}/{found.location.file}")) for found in diagnostics
    )


def report(diagnostics: Sequence[Diagnostic], form: str, checked: Extent, rows: Sequence[Row] = ()) -> str:
    """Return arranged findings in one of `FORMATS`.

    Args:
        diagnostics: The findings, by place.
        form: `text` ends with the count, and is empty without a finding; `markdown` always says something.
        checked: What was looked at.
        rows: The sources of each figure; for `markdown`.
    """
    if form == "markdown":
        return markdown(rows, diagnostics, summary(diagnostics, checked))
    if form == "json":
        return _json(diagnostics, checked)
    if form == "github":
        return "".join(f"{_annotation(found)}\n" for found in diagnostics)
    if not diagnostics:
        return ""
    lines = [line for found in diagnostics for line in _lines(found)]
    return "".join(f"{line}\n" for line in (*lines, summary(diagnostics, checked)))


def summary(diagnostics: Sequence[Diagnostic], checked: Extent) -> str:
    """Return the last line: `8 errors in 2 documents (14 checked)`, or `14 documents checked`."""
    if not diagnostics:
        return f"{checked} checked"
    counts = [_count(_of(diagnostics, severity), severity.value) for severity in RANK if _of(diagnostics, severity)]
    files = {found.location.file for found in diagnostics}
    if checked.pages or not all(file.endswith(".json") for file in files):
        where = f"{_count(len(files), 'file')} ({checked} checked)"
    else:
        where = f"{_count(len(files), 'document')} ({checked.documents} checked)"
    relaxed = _relaxed(diagnostics)
    return f"{', '.join(counts)} in {where}" + (f"; {relaxed} relaxed by options" if relaxed else "")


def _of(diagnostics: Iterable[Diagnostic], severity: Severity) -> int:
    return sum(found.severity is severity for found in diagnostics)


def _relaxed(diagnostics: Iterable[Diagnostic]) -> int:
    return sum(bool(found.relaxed) for found in diagnostics)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _order(found: Diagnostic) -> tuple[str, int, int, int, str, str, str]:
    place = found.location
    return place.file, place.line or 0, place.column or 0, RANK[found.severity], found.code, place.path, found.message


def _lines(found: Diagnostic) -> list[str]:
    first = f"{found.location}: {found.severity}: {found.message} [{found.code}]{_reason(found)}"
    return [printable(first), *(f"  {line}" for line in _details(found))]


def _details(found: Diagnostic) -> list[str]:
    lines = [f"at {found.location.path}"] if found.location.path else []
    lines += [*found.detail, f"hint: {found.hint}"] if found.hint else found.detail
    return [printable(line) for line in lines]


def _reason(found: Diagnostic) -> str:
    return f" (relaxed by {found.relaxed})" if found.relaxed else ""


def _json(diagnostics: Sequence[Diagnostic], checked: Extent) -> str:
    counts = {f"{severity.value}s": _of(diagnostics, severity) for severity in RANK}
    value = {
        "findings": [_fields(found) for found in diagnostics],
        "counts": {**counts, "relaxed": _relaxed(diagnostics)},
        "checked": {"documents": checked.documents, "pages": checked.pages},
    }
    # ASCII: no console or log encoding can break it.
    return json.dumps(value, indent=2) + "\n"


def _fields(found: Diagnostic) -> dict[str, object]:
    place = found.location
    return {
        "code": found.code,
        "severity": found.severity.value,
        "message": found.message,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "path": place.path,
        "detail": list(found.detail),
        "hint": found.hint,
        "relaxed": found.relaxed,
    }


_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def _annotation(found: Diagnostic) -> str:
    """Return a workflow command of GitHub Actions; its escapes are those of the runner's toolkit."""
    place = found.location
    properties = {"file": place.file, "line": place.line, "col": place.column, "title": found.code}
    shown = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None)
    message = "%0A".join(_data(line) for line in (printable(found.message + _reason(found)), *_details(found)))
    return f"::{_COMMANDS[found.severity]} {shown}::{message}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(printable(text)).replace(":", "%3A").replace(",", "%2C")
