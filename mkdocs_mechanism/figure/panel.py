"""The sources panel: what the figure rests on, in honest words.

A digest shows that these bytes are the ones recorded, and nothing more; readers take "verified" for "true", so that
word stays in `data-` attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .words import Words

ORDER = ("verified", "changed", "missing", "refused", "recorded", "unpinned", "cited")
"""The order in which the summary counts."""


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One source as the panel shows it."""

    name: str
    """Its path, or what the site shows instead."""
    description: str
    status: str
    """One of `ORDER`."""
    digest: str | None
    """The recorded digest, 64 hex digits."""
    lines: str = ""
    region: str = ""
    """The part of the file that counts: a range of lines, or a name."""
    url: str = ""
    """Where a citation leads."""
    copy: str = ""
    """URL of the published copy."""
    repository: str = ""
    """URL of the file in its repository."""


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """Who looked at document and sources together, as the panel says it."""

    by: str
    on: str
    """The day, as `2026-05-31`."""
    is_stale: bool
    """True when the document or a source has changed since."""


def sources_panel(rows: Sequence[SourceRow], words: Words, review: ReviewRow | None = None) -> str:
    """Return the panel: a summary that counts, a row a source, and the review where there is one."""
    counts = Counter(row.status for row in rows)
    told = [words.plain(f"summary-{status}", count=counts[status]) for status in ORDER if counts[status]]
    summary = words.marked(
        f"<b>{escape(words.plain('sources'))}</b> {escape(' · '.join(told) or words.plain('no-sources'), quote=False)}"
    )
    items = "".join(_row(row, words) for row in rows)
    listed = f"<ul>{items}</ul>" if items else ""
    if review is not None:
        listed += _review(review, words)
    return f'<details class="mechanism-sources"><summary>{summary}</summary>{listed}</details>'


def _row(row: SourceRow, words: Words) -> str:
    name = f'<code class="mechanism-source" dir="ltr">{escape(row.name, quote=False)}</code>'
    if row.url:
        name = f'<a href="{escape(row.url)}" rel="noopener">{name}</a>'
    told = [f"<strong>{words.html(f'status-{row.status}')}</strong>"]
    if row.digest:
        # All digits are in the page, to be copied or read without a stylesheet; the stylesheet shows the first few.
        told.append(f'<code class="mechanism-digest" dir="ltr" title="{words.attribute("digest")}">{row.digest}</code>')
    if row.copy or row.repository:
        kind = "copy" if row.copy else "repository"
        told.append(f'<a href="{escape(row.copy or row.repository)}">{words.html(kind)}</a>')
    description = f"<p>{escape(row.description, quote=False)}</p>" if row.description else ""
    return f'<li data-status="{row.status}">{name}{_part(row, words)}{description}<p>{" · ".join(told)}</p></li>'


def _part(row: SourceRow, words: Words) -> str:
    if row.lines:
        key = "part-lines" if "-" in row.lines else "part-line"
        return f", {words.html(key, lines=row.lines.replace('-', '–'))}"
    return f", {words.html('part-region', region=row.region)}" if row.region else ""


def _review(review: ReviewRow, words: Words) -> str:
    name, day = f"<bdi>{escape(review.by, quote=False)}</bdi>", f'<time datetime="{review.on}">{review.on}</time>'
    key = "reviewed-stale" if review.is_stale else "reviewed"
    before, on, after = escape(words.plain(key, by="\0", on="\1"), quote=False).partition("\1")
    text = "".join((before.replace("\0", name), day if on else "", after.replace("\0", name)))
    return f'<p class="mechanism-review">{words.marked(text)}</p>'
