"""Whether a document's review still holds: it names one state of the document, and the sources as they were then.

In go a mechanism, the digest of what its document says, and the states of its sources; out come findings. Nobody's
judgement is checked here: only that what was looked at is still what is there.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ..codes import finding
from ..diagnostics import Diagnostic, quote
from ..document.meaning import pins_digest
from ..document.model import Mechanism, Review, Source
from ..workspace import quote_path
from .verify import Locate, SourceState, Status

STALE = "review-stale"
MISSING = "review-missing"


def check_review(
    mechanism: Mechanism,
    content: str,
    states: Sequence[SourceState],
    *,
    document: str,
    locate: Locate,
    is_required: bool,
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the review, or with there being none.

    Args:
        mechanism: The mechanism.
        content: Digest of what its document says (`document.meaning`).
        states: Its sources' states.
        document: The document's path in the workspace.
        locate: From a place in the document to line and column.
        is_required: Whether a document without a review is a finding.
    """
    review = mechanism.review
    look = f"look at document and sources together, then run: mkdocs-mechanism pin {shlex.quote(document)}"
    if review is None:
        missing = finding(MISSING, "the document has no review", locate(()), hint=f"{look} --reviewed-by NAME")
        return (missing,) if is_required else ()
    why = _why_stale(review, content, mechanism.sources, states)
    if not why:
        return ()
    message = f"the review by {quote(review.by)} on {review.on} is out of date: {why}"
    return (finding(STALE, message, locate(("review",)), hint=f"{look} --reviewed-by NAME"),)


def _why_stale(review: Review, content: str, sources: Sequence[Source], states: Sequence[SourceState]) -> str:
    """Return why a review no longer holds, or nothing."""
    changed = [quote_path(state.source.path) for state in states if state.status is Status.CHANGED]
    reasons = []
    if review.content != content:
        reasons.append("the document has changed")
    if review.sources is not None and review.sources != pins_digest(sources):
        reasons.append("the recorded digests have changed")
    elif review.sources is None and not reasons and any(source.sha256 for source in sources):
        reasons.append("it does not record which digests it was about")
    if changed:
        more = f" (and {len(changed) - 1} more)" if len(changed) > 1 else ""
        reasons.append(f"source {changed[0]} has changed{more}")
    return ", and ".join(reasons)
