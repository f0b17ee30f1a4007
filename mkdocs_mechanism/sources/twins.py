"""Whether a file differs from its pin only in bytes that nobody sees: line endings, final newline, blanks, BOM.

The bytes that are here and the pinned digest go in; in which respects the pinned bytes were others comes out, proved by
their digest. This only explains: what is compared is always the raw bytes (provenance research A.4, P1 and P14).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

TWIN_LIMIT = 32 * 2**20
"""Longest content that is tried, in bytes."""
COMBINED_LIMIT = 2**20
"""Longest content of which several changes at once are tried, in bytes."""

_BOM = b"\xef\xbb\xbf"
# A run of blanks is looked at once, from its start: linear in a file of blanks, too.
_TRAILING = re.compile(rb"(?<![ \t])[ \t]++(?=\r?\n|\Z)")

LF, CRLF, FINAL, BLANKS, BOM = "lf", "crlf", "final", "blanks", "bom"


@dataclass(frozen=True, slots=True)
class Change:
    """One respect in which the pinned bytes were others."""

    kind: str
    """`LF` (pinned with LF), `CRLF`, `FINAL`, `BLANKS` or `BOM`."""
    what: str
    """Such as `the line endings`."""
    how: str
    """Such as `pinned with LF, here CRLF`."""
    apply: Callable[[bytes], bytes]

    @property
    def verb(self) -> str:
        """Return `differ` for what is many, else `differs`."""
        return "differ" if {"endings", "newlines", "lines", "blanks"} & set(self.what.split()[:3]) else "differs"


def twin(data: bytes, pinned: str) -> tuple[Change, ...]:
    """Return the fewest changes that make the bytes those that were pinned; empty when none do."""
    if len(data) > TWIN_LIMIT:
        return ()
    tried: set[bytes] = set()
    for changes in _choices(data):
        candidate = data
        for change in changes:
            candidate = change.apply(candidate)
        digest = hashlib.sha256(candidate)
        if digest.hexdigest() == pinned:
            return changes
        tried.add(digest.digest())
    return ()


def only(changes: Sequence[Change]) -> str:
    """Return the sentence that says what differs: `only the line endings differ: pinned with LF, here CRLF`."""
    if len(changes) == 1:
        (change,) = changes
        return f"only {change.what} {change.verb}: {change.how}"
    *first, last = (f"{change.what} ({change.how})" for change in changes)
    return f"only {', '.join(first)} and {last} differ"


def _choices(data: bytes) -> Iterator[tuple[Change, ...]]:
    """Yield what may have been changed, in the order of application, the fewest changes first."""
    respects = [_bom(data), _blanks(data), _final(data), _endings(data)]
    combined = product(*([None, *respect] for respect in respects))
    chosen = [tuple(change for change in changes if change is not None) for changes in combined]
    most = len(respects) if len(data) <= COMBINED_LIMIT else 1
    yield from sorted((changes for changes in chosen if 0 < len(changes) <= most), key=len)


def _bom(data: bytes) -> list[Change]:
    if data.startswith(_BOM):
        return [Change(BOM, "the byte order mark", "pinned without, here with one", lambda b: b.removeprefix(_BOM))]
    return [Change(BOM, "the byte order mark", "pinned with one, here without", lambda b: _BOM + b)]


def _blanks(data: bytes) -> list[Change]:
    if not _TRAILING.search(data):
        return []
    how = "pinned without, here with some"
    return [Change(BLANKS, "the blanks at the ends of lines", how, lambda b: _TRAILING.sub(b"", b))]


def _final(data: bytes) -> list[Change]:
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    ends = data.count(b"\n", len(data.rstrip(b"\r\n")))
    if ends == 0:
        return [Change(FINAL, "the final newline", "pinned with, here without", lambda b: b + newline)]
    changes = [
        Change(
            FINAL, "the final newline", "pinned without, here with", lambda b: b.removesuffix(b"\n").removesuffix(b"\r")
        )
    ]
    if ends > 1:
        changes = [
            Change(
                FINAL,
                "the empty lines at the end",
                "pinned without, here with",
                lambda b: b.rstrip(b"\r\n") + newline,
            ),
            Change(FINAL, "the final newlines", "pinned without, here with", lambda b: b.rstrip(b"\r\n")),
            *changes,
        ]
    return [*changes, Change(FINAL, "the empty line at the end", "pinned with, here without", lambda b: b + newline)]


def _endings(data: bytes) -> list[Change]:
    crlf = data.count(b"\r\n")
    lf = data.count(b"\n") - crlf
    here = "mixed" if crlf and lf else "CRLF" if crlf else "LF"
    what = "the line endings"
    found = []
    if crlf or not lf:
        found.append(Change(LF, what, f"pinned with LF, here {here}", lambda b: b.replace(b"\r\n", b"\n")))
    if lf or not crlf:
        how = f"pinned with CRLF, here {here}"
        found.append(Change(CRLF, what, how, lambda b: b.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")))
    return found if crlf or lf else []
