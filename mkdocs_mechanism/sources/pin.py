"""Write the present digests into a document, and nothing else.

In go the document's bytes and the states of its sources; out come new bytes in which only the 64 digits of each
changed source differ: indent, line ends, key order, byte order mark and escapes stay.
Nothing is read or written here. A source without a digest is left: where to put one is the author's to say.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..document.positions import TOKEN, Positions
from .verify import SourceState, Status

_MARK = "\ufeff"


def pin(data: bytes, states: Sequence[SourceState]) -> bytes:
    """Return the document with the present digest of every changed source.

    Args:
        data: The bytes that the mechanism was read from, without an error.
        states: One state for each source of the document, in its order (`verify`).

    Raises:
        ValueError: The bytes are not those that the states are about.
    """
    mark = _MARK.encode() if data.startswith(_MARK.encode()) else b""
    text = data.decode().removeprefix(_MARK)
    positions = Positions(text)
    pieces = [mark]
    done = 0
    places = []
    for index, state in enumerate(states):
        if state.status is Status.CHANGED and state.actual is not None:
            places.append((*_digits(text, positions, index, state), state.actual))
    for start, end, digest in sorted(places):
        pieces += [text[done:start].encode(), digest.encode()]
        done = end
    return b"".join((*pieces, text[done:].encode()))


def _digits(text: str, positions: Positions, index: int, state: SourceState) -> tuple[int, int]:
    """Return where the pinned digits stand in the text: between the quotes, escapes included."""
    start = positions.value(("sources", index, "sha256"))
    token = TOKEN.match(text, start) if start is not None else None
    if token is None or not token.group().startswith('"') or json.loads(token.group()) != state.source.sha256:
        raise ValueError(f"source {index} has another digest than its state says")
    return token.start() + 1, token.end() - 1
