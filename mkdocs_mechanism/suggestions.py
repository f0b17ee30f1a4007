"""The name that was probably meant: one measure and one wording, whatever the names are of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches

from .diagnostics import quote

CUTOFF = 0.75
"""Least similarity of a name that is suggested; below it a suggestion is more often wrong than right."""
MOST = 12
"""Names that a hint lists when none is near: all of a figure that a grid can hold; more are not read."""


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the one candidate that is near enough to be what was meant."""
    names = list(candidates)
    close = get_close_matches(word, names, n=1, cutoff=CUTOFF)
    if close:
        return close[0]
    folded = {candidate.casefold(): candidate for candidate in names}
    return folded.get(word.casefold())


def near(word: str, candidates: Iterable[str]) -> str:
    """Return `did you mean ...?` for the nearest candidate, or nothing."""
    close = nearest(word, candidates)
    return f"did you mean {quote(close)}?" if close is not None else ""


def suggestion(word: str, candidates: Collection[str], noun: str) -> str:
    """Return the hint for an unknown name: the nearest candidate, else up to `MOST` of them.

    Args:
        word: The name as written.
        candidates: The names that there are, in the order to list them.
        noun: The plural of what they are, such as `nodes`.
    """
    if not candidates:
        return ""
    close = near(word, candidates)
    if close:
        return close
    if len(candidates) == 1:
        return f"did you mean {quote(next(iter(candidates)))}? There are no other {noun}"
    listed = listing(list(candidates)[:MOST])
    return f"the {noun} are {listed}" if len(candidates) <= MOST else f"the first {MOST} {noun} are {listed}"


def listing(names: Sequence[str]) -> str:
    """Return names quoted and set apart by commas."""
    return ", ".join(quote(name) for name in names)
