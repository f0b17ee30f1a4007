"""Write present digests and a review into a document, and nothing else.

In go the document's bytes and the states of its sources; out come new bytes in which only the 64 digits of each
changed source differ: indent, line ends, key order, byte order mark and escapes stay.
A source without a digest gets the member `sha256` after its `path`, written as its neighbors are. Nothing is read or
written here.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence

from ..document.editing import Change, apply_changes, inserted, object_like, replaced, written
from ..document.model import Review
from ..document.positions import TOKEN, Positions
from .verify import SourceState, Status

_MARK = "\ufeff"
WRITABLE = frozenset({Status.CHANGED, Status.UNPINNED})
"""States that a new digest cures."""


def pin(
    data: bytes,
    states: Sequence[SourceState],
    *,
    only: Container[int] | None = None,
    review: Review | None = None,
) -> bytes:
    """Return the document with the present digest of every changed source and of every source without one.

    A review that the document has, and that is not replaced, stays as it is: it records the pins that it was about, so
    that it is stale from now on.

    Args:
        data: The bytes that the mechanism was read from, without an error.
        states: One state for each source of the document, in its order (`verify`).
        only: Indexes of the sources to write; None for all.
        review: The review to record.

    Raises:
        ValueError: The bytes are not those that the states are about.
    """
    mark = _MARK.encode() if data.startswith(_MARK.encode()) else b""
    text = data.decode().removeprefix(_MARK)
    positions = Positions(text)
    changes = [
        _digest(text, positions, index, state)
        for index, state in enumerate(states)
        if is_writable(state) and (only is None or index in only)
    ]
    if review is not None:
        values = {"by": review.by, "on": review.on, "content": review.content}
        changes += _review(text, positions, values | ({"sources": review.sources} if review.sources else {}))
    return mark + apply_changes(text, changes).encode()


def is_writable(state: SourceState) -> bool:
    """Return whether there is a digest to record for a source."""
    return state.status in WRITABLE and state.actual is not None


def _digest(text: str, positions: Positions, index: int, state: SourceState) -> Change:
    """Return the change that records a source's present digest."""
    digest = state.actual or ""
    start = positions.value(("sources", index, "sha256"))
    token = TOKEN.match(text, start) if start is not None else None
    pinned = json.loads(token.group()) if token is not None and token.group().startswith('"') else None
    if pinned != state.source.sha256:
        raise ValueError(f"source {index} has another digest than its state says")
    if start is not None:
        return replaced(text, start, digest)
    source = positions.value(("sources", index))
    if source is None:
        raise ValueError(f"there is no source {index}")
    return inserted(text, source, "sha256", json.dumps(digest), after="path")


def _review(text: str, positions: Positions, values: Mapping[str, str]) -> Iterator[Change]:
    """Yield the changes that record a review: in its strings, or as a new member after `sources`."""
    if (review := positions.value(("review",))) is not None:
        for key, value in values.items():
            place = positions.value(("review", key))
            if place is not None:
                yield replaced(text, place, value)
            else:  # one that was recorded without the pins
                yield inserted(text, review, key, written(text, value), after="content")
        return
    root = positions.value(())
    # Laid out as the first source; a document without sources has at least one scenario.
    template = next(place for kind in ("sources", "scenarios") if (place := positions.value((kind, 0))) is not None)
    if root is None:
        raise ValueError("there is no object")
    value = object_like(text, template, values, root=root, after="sources")
    yield inserted(text, root, "review", value, after="sources")
