"""A part of a text file: the exact bytes of a range of lines, or of a region between two marker lines.

A file's bytes and the part's name go in; the bytes that the digest covers come out, or the reason why there is no such
part. A line ends with LF (so also with CRLF), and its end belongs to it. Nothing is decoded or normalized.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from ..diagnostics import quote
from ..document.model import Source

PART_LIMIT = 32 * 2**20
"""Longest file that a part is taken from, in bytes: it is read as a whole."""
NAMES_SHOWN = 5
"""Regions that a hint lists."""

LONGEST_MARKER = 500
"""Longest marker line, in bytes; so the patterns below take linear time over a whole file."""

_HINT = re.compile(rb"region:|8<-", re.IGNORECASE)
# A marker stands alone on its line, whatever comments look like there: `# region: x`, `<!-- region: x -->`,
# `rem region: x`. The second form is that of PyMdown's snippets; a `;` before it would take its meaning away.
_MARKER = re.compile(
    rb"[^\w]*(?:rem[ \t]+|dnl[ \t]+)?(?P<end>end)?region:[ \t]*(?P<name>\w[\w.-]*)[^\w]*"
    rb"|[^;]*?-8<-+[ \t]+\[[ \t]*(?P<type>start|end)[ \t]*:[ \t]*(?P<section>\w[\w.-]*)[ \t]*\].*",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class PartFault:
    """Why a file has no such part: a predicate about the quoted path, such as `has 9 lines, ...`."""

    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class _Marker:
    name: str
    is_end: bool
    start: int
    """Offset of the marker's line."""
    end: int
    """Offset after the marker's line."""


def part(data: bytes, source: Source) -> bytes | PartFault:
    """Return the bytes that the digest of a source covers: the whole file where no part is named."""
    if not source.part:
        return data
    if b"\0" in data:
        return PartFault(f"holds NUL bytes; {source.part} can only be taken of a text file", "pin the whole file")
    return _lines(data, source.lines) if source.lines else _region(data, source.region)


def line_starts(data: bytes) -> list[int]:
    """Return the offset of each line, and at the end the length of the data."""
    starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
    return starts if starts[-1] == len(data) else [*starts, len(data)]


def _lines(data: bytes, lines: str) -> bytes | PartFault:
    first, _, last = lines.partition("-")
    low, high = int(first), int(last or first)
    starts = line_starts(data)
    count = len(starts) - 1
    if high > count:
        has = f"has {count} line{'s' * (count != 1)}" if count else "is empty"
        return PartFault(f"{has}; expected {'lines' if last else 'line'} {lines}", "look where the text stands now")
    return data[starts[low - 1] : starts[high]]


def _region(data: bytes, name: str) -> bytes | PartFault:
    markers = list(_markers(data))
    own = [marker for marker in markers if marker.name == name]
    starts, ends = ([marker for marker in own if marker.is_end == is_end] for is_end in (False, True))
    quoted = quote(name)
    if not own:
        return PartFault(f"has no region {quoted}", _no_region(name, markers))
    for found, word in ((starts, "start"), (ends, "end")):
        if len(found) > 1:
            here = ", ".join(str(_line(data, marker)) for marker in found[:NAMES_SHOWN])
            return PartFault(
                f"{word}s region {quoted} more than once, on lines {here}", "give each region its own name"
            )
    if not ends:
        at = _line(data, starts[0])
        return PartFault(f"starts region {quoted} on line {at} and never ends it", f'add a line "endregion: {name}"')
    if not starts:
        at = _line(data, ends[0])
        return PartFault(f"ends region {quoted} on line {at} and never starts it", f'add a line "region: {name}"')
    if ends[0].start < starts[0].start:
        return PartFault(f"ends region {quoted} before it starts it", "put the two marker lines in their order")
    content = data[starts[0].end : ends[0].start]
    return content or PartFault(f"has nothing in region {quoted}", "put the text between the two marker lines")


def _markers(data: bytes) -> Iterator[_Marker]:
    at = 0
    while (hint := _HINT.search(data, at)) is not None:
        start = data.rfind(b"\n", 0, hint.start()) + 1
        at = data.find(b"\n", hint.start()) + 1 or len(data)
        match = _MARKER.fullmatch(data[start:at]) if at - start <= LONGEST_MARKER else None
        if match is not None:
            name = (match["name"] or match["section"]).decode("ascii", "replace")
            yield _Marker(name, bool(match["end"]) or (match["type"] or b"").lower() == b"end", start, at)


def _line(data: bytes, marker: _Marker) -> int:
    return data.count(b"\n", 0, marker.start) + 1


def _no_region(name: str, markers: list[_Marker]) -> str:
    names = list(dict.fromkeys(marker.name for marker in markers if not marker.is_end))
    if close := get_close_matches(name, names, n=1, cutoff=0.75):
        return f"did you mean {quote(close[0])}?"
    if names:
        return f"its regions are {', '.join(quote(each) for each in names[:NAMES_SHOWN])}"
    return f'put the text between the lines "region: {name}" and "endregion: {name}", each in a comment'
