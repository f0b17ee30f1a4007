"""The difference of two texts, for people to read: unified, escaped, within bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from ..diagnostics import printable

LINES = 4000
"""Differing lines of each side that are compared; more would take seconds, and nobody reads it."""
AROUND = 3
"""Lines of context."""
LONGEST = 500
"""Characters of a line that are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed from one text to the other."""

    added: int
    removed: int
    lines: tuple[str, ...]
    """A unified difference from its first `@@`; empty when there is none to show."""
    remark: str = ""
    """Why there are no lines."""

    def __str__(self) -> str:
        """Return `+3 -1 lines`, or the remark."""
        return self.remark or f"+{self.added} -{self.removed} lines"


def difference(old: bytes, new: bytes) -> Difference:
    """Return what changed; of bytes that are no UTF-8 text, or of too many lines, only that it did."""
    texts = [_lines(data) for data in (old, new)]
    before, after = texts
    if before is None or after is None:
        return Difference(0, 0, (), f"not text; {len(old)} bytes then, {len(new)} bytes now")
    same = _same_start(before, after)
    rest = _same_start(before[same:][::-1], after[same:][::-1])
    old_end, new_end = len(before) - rest, len(after) - rest
    if max(old_end, new_end) - same > LINES:
        return Difference(0, 0, (), f"more than {LINES} lines differ")
    matcher = SequenceMatcher(None, before[same:old_end], after[same:new_end])
    codes = [(kind, a + same, b + same, c + same, d + same) for kind, a, b, c, d in matcher.get_opcodes()]
    added = sum(d - c for kind, _, _, c, d in codes if kind != "equal")
    removed = sum(b - a for kind, a, b, _, _ in codes if kind != "equal")
    return Difference(added, removed, tuple(_unified(before, after, codes)))


def _lines(data: bytes) -> list[str] | None:
    if b"\0" in data:
        return None
    try:
        # At line feeds only, so that a carriage return stays visible.
        *lines, last = data.decode().split("\n")
    except UnicodeDecodeError:
        return None
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]


def _same_start(old: Sequence[str], new: Sequence[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))


Code = tuple[str, int, int, int, int]


def _unified(before: Sequence[str], after: Sequence[str], codes: Sequence[Code]) -> list[str]:
    lines: list[str] = []
    for hunk in _hunks([code for code in codes if code[0] != "equal"]):
        start, end = max(hunk[0][1] - AROUND, 0), min(hunk[-1][2] + AROUND, len(before))
        shift_start, shift_end = hunk[0][3] - (hunk[0][1] - start), hunk[-1][4] + (end - hunk[-1][2])
        lines.append(f"@@ -{_range(start, end)} +{_range(shift_start, shift_end)} @@")
        place = start
        for _, a, b, c, d in hunk:
            lines += _marked(" ", before[place:a]) + _marked("-", before[a:b]) + _marked("+", after[c:d])
            place = b
        lines += _marked(" ", before[place:end])
    return lines


def _hunks(changes: Sequence[Code]) -> list[list[Code]]:
    """Return the changes in groups whose contexts meet."""
    hunks: list[list[Code]] = []
    for change in changes:
        if hunks and change[1] - hunks[-1][-1][2] <= 2 * AROUND:
            hunks[-1].append(change)
        else:
            hunks.append([change])
    return hunks


def _range(start: int, end: int) -> str:
    length = end - start
    return f"{start + 1 if length else start},{length}"


def _marked(mark: str, lines: Sequence[str]) -> list[str]:
    marked = []
    for line in lines:
        plain = line.removesuffix("\n")
        cut = plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}..."
        marked.append(mark + "\t".join(map(printable, cut.split("\t"))))
        if not line.endswith("\n"):
            marked.append("\\ No newline at end of file")
    return marked
