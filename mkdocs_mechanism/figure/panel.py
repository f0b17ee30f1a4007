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

ORDER = ("verified", "changed", "missing", "refused", "unpinned", "cited")
"""The order in which the summary counts."""
SHORT = 12
"""Digits of a digest that are seen."""


@dataclass(frozen=True, slots=True)
class SourceRow:
    """One source as the panel shows it."""

    path: str
    description: str
    status: str
    """One of `ORDER`."""
    digest: str | None
    """The recorded digest, 64 hex digits."""


def sources_panel(rows: Sequence[SourceRow], words: Words) -> str:
    """Return the panel: a summary that counts, and a row a source."""
    counts = Counter(row.status for row in rows)
    told = [words.plain(f"summary-{status}", count=counts[status]) for status in ORDER if counts[status]]
    summary = words.marked(
        f"<b>{escape(words.plain('sources'))}</b> {escape(' · '.join(told) or words.plain('no-sources'), quote=False)}"
    )
    items = "".join(_row(row, words) for row in rows)
    listed = f"<ul>{items}</ul>" if items else ""
    return f'<details class="mechanism-sources"><summary>{summary}</summary>{listed}</details>'


def _row(row: SourceRow, words: Words) -> str:
    status = words.html(f"status-{row.status}")
    digest = ""
    if row.digest:
        label = escape(words.plain("digest"))
        digest = f' · <span title="{label} {row.digest}"><code dir="ltr">{row.digest[:SHORT]}…</code></span>'
    description = f"<p>{escape(row.description, quote=False)}</p>" if row.description else ""
    return (
        f'<li data-status="{row.status}"><code dir="ltr">{escape(row.path, quote=False)}</code>{description}'
        f"<p><strong>{status}</strong>{digest}</p></li>"
    )
