"""Findings and what was looked at as Markdown, for the summary of a job or a comment.

Rows, findings and counts go in, one string comes out. Everything that is not ours is written so that GitHub Flavored
Markdown shows it as it is: no name becomes a link, a mention, an image or HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from .diagnostics import Diagnostic, printable

ROWS = 1000
"""Rows of a table; a job's summary holds 1 MiB."""
STATUS = {
    "verified": "unchanged",
    "changed": "**changed**",
    "missing": "**missing**",
    "refused": "**refused**",
    "unpinned": "no digest",
    "recorded": "recorded, file not here",
    "cited": "cited, not checked",
}
"""What a source's status is called; in bold where a figure rests on something else than was recorded."""
IN_ORDER = frozenset({"verified", "recorded", "cited"})


@dataclass(frozen=True, slots=True)
class Row:
    """One source of one figure."""

    figure: str
    """The figure's page and id, or the document."""
    source: str
    """Empty where the document names none, or can't be read."""
    status: str
    """A key of `STATUS`, or empty."""
    review: str
    """Who looked at it and when; empty without a review."""
    is_stale: bool = False
    """True for a review that no longer holds."""


def markdown(rows: Sequence[Row], diagnostics: Sequence[Diagnostic], summary: str) -> str:
    """Return a table of figures, sources, states and reviews, then the findings."""
    head = ("figure", "source", "status", "review")
    shown = rows if len(rows) <= ROWS else [row for row in rows if row.status not in IN_ORDER or row.is_stale][:ROWS]
    parts = [f"**mkdocs-mechanism:** {escaped(summary)}"]
    if shown:
        parts.append(table(head, [_cells(row) for row in shown]))
    if len(shown) < len(rows):
        parts.append(f"Not shown: {len(rows) - len(shown)} more rows.")
    if diagnostics:
        parts.append("\n".join(_item(found) for found in diagnostics))
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are Markdown already."""
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def escaped(text: str) -> str:
    """Return text that is shown as it is, also in a cell; it stays on one line."""
    # A backslash stops markup. HTML and the end of a cell are stopped in every dialect only by an entity, as are
    # mentions, references to issues, and addresses that would become links.
    marked = re.sub(r"[\\`*_\[\]~$]|^[-+=>]", r"\\\g<0>", printable(text).replace("&", "&amp;"))
    return re.sub(r"[<|@#]|:(?=//)|(?<=www)\.", lambda found: f"&#{ord(found[0])};", marked)


def summary_element(text: str) -> str:
    """Return a `summary` element; in it HTML counts, and no Markdown."""
    shown = re.sub("[@#]", lambda found: f"&#{ord(found[0])};", escape(printable(text), quote=False))
    return f"<summary>{shown}</summary>"


def code(text: str) -> str:
    """Return text in the type of code, also in a cell; plainly where nothing in it could be taken for markup."""
    if re.fullmatch(r"[\w ./,#:~-]*[\w./,#:~-]", text) and not text.startswith(" "):
        return f"`{text}`"
    return f"<code>{escaped(text)}</code>"


def fenced(lines: Iterable[str], language: str) -> str:
    """Return a block of code, in marks longer than any in it."""
    text = "\n".join(lines)
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    marks = "`" * (longest + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _cells(row: Row) -> tuple[str, ...]:
    review = escaped(row.review) or "–"
    return (
        code(row.figure),
        code(row.source) if row.source else "–",
        STATUS.get(row.status, row.status) or "–",
        f"**out of date:** {review}" if row.is_stale else review,
    )


def _item(found: Diagnostic) -> str:
    reason = f" (relaxed by {escaped(found.relaxed)})" if found.relaxed else ""
    first = f"- **{found.severity}** {code(str(found.location))}: {escaped(found.message)} `{found.code}`{reason}"
    further = [*found.detail, *([f"hint: {found.hint}"] if found.hint else [])]
    # A backslash at the end of a line breaks it.
    return "\\\n  ".join((first, *map(escaped, further)))
