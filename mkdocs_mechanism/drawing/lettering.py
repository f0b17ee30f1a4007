"""How wide words are and where they break, without asking a font.

The page's typeface is not ours, so a character counts as wide as in the widest of four common typefaces
(`advances`). A sum of those is never narrower than any of them, kerning aside, so it needs no further margin.
"""

from __future__ import annotations

import math
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from . import advances
from .breaks import Piece, is_rough, is_wide, parts_of, torn, words_of

EM = 1000
"""Widths are counted in thousandths of the font size, as whole numbers: the same sum on every machine."""
UNKNOWN = 700
INDIC = 850
HALF = 550
EMOJI = 1250


@dataclass(frozen=True, slots=True)
class Font:
    """A size in px and a weight (400 to 700) of the page's typeface."""

    size: float
    weight: int


NAME = Font(15, 700)
DETAIL = Font(12.5, 400)
LABEL = Font(13, 500)
NUMBER = Font(11.5, 700)


@cache
def _table(is_bold: bool) -> dict[int, list[str]]:
    rows = (line.split() for line in (advances.BOLD if is_bold else advances.REGULAR).split("\n") if line)
    return {int(row[0], 16) >> 4: row for row in rows}


def _measured(code: int, is_bold: bool) -> int | None:
    row = _table(is_bold).get(code >> 4)
    column = (code & 15) + 1
    return None if row is None or column >= len(row) or row[column] == "-" else int(row[column])


@cache
def _advance(character: str, weight: int) -> int:
    """Return a character's width in thousandths; weights between 400 and 700 are interpolated."""
    code = ord(character)
    regular, bold = _measured(code, False), _measured(code, True)
    if regular is None or bold is None:
        return _estimate(character, weight)
    return round(regular + (bold - regular) * (min(max(weight, 400), 700) - 400) / 300)


def _estimate(character: str, weight: int) -> int:
    """Return the width of a character that was not measured, rather too wide than too narrow."""
    code = ord(character)
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):
        return 0
    if code >= 0x1F000 and unicodedata.category(character) in ("So", "Sk"):
        return EMOJI
    parts = unicodedata.decomposition(character).split()
    if parts and not parts[0].startswith("<"):
        return sum(_advance(chr(int(part, 16)), weight) for part in parts)
    if unicodedata.east_asian_width(character) == "H":
        return HALF
    if unicodedata.east_asian_width(character) in "WF" or unicodedata.category(character)[0] in "SN":
        return EM
    return INDIC if 0x980 <= code < 0xE00 else UNKNOWN


@lru_cache(maxsize=8192)
def width(text: str, font: Font) -> float:
    """Return the width of a line in px."""
    return sum(_advance(character, font.weight) for character in text) * font.size / EM


@lru_cache(maxsize=4096)
def least_room(text: str, font: Font) -> float:
    """Return a room in px in which `wrap` tears no word and leaves no line of one or two characters."""
    parts: list[str] = []
    is_open = False
    for word, blank in words_of(text):
        for part in parts_of(word):
            is_short = len(part) < 3 and not any(map(is_wide, part))
            if parts and (is_open or is_short):
                parts[-1] += part
                is_open = False
            else:
                parts.append(part)
                is_open = is_short
        parts[-1] += blank
    return max((width(part.rstrip(), font) for part in parts), default=0.0)


_Cost: TypeAlias = tuple[float, int, int, int, int, int]
"""What is too wide, tears, short lines, lines, rough breaks, the widest line: compared in this order."""
NOTHING: tuple[_Cost, int] = (math.inf, 0, 0, 0, 0, 0), 0


@lru_cache(maxsize=4096)
def wrap(text: str, room: float, font: Font) -> tuple[str, ...]:
    """Return the lines of a text, each at most `room` px wide where that can be.

    Lines break at blanks, after hyphens and slashes and between CJK characters; inside a word only when the word alone
    is wider than the room. Of the ways that fit: no line of one or two characters, then the fewest lines, then in
    Japanese breaks after particles, then the smallest widest line. Empty text gives no lines.
    """
    pieces = _pieces(text, room, font)
    if not pieces:
        # A label of blanks or zero-width characters is still a label: what is drawn has at least one line.
        return (text,) if text else ()
    sizes = [sum(_advance(c, font.weight) for c in piece.text) for piece in pieces]
    blanks = [sum(_advance(c, font.weight) for c in piece.blank) for piece in pieces]
    limit = room * EM / font.size
    best: list[tuple[_Cost, int]] = [((0, 0, 0, 0, 0, 0), 0)]
    for end in range(1, len(pieces) + 1):
        found: tuple[_Cost, int] = NOTHING
        size = length = 0
        for start in range(end - 1, -1, -1):
            size += sizes[start] + (blanks[start] if start < end - 1 else 0)
            if size > limit and start < end - 1:
                break
            length += len(pieces[start].text) + (1 if start < end - 1 and pieces[start].blank else 0)
            over, tears, short, lines, rough, widest = best[start][0]
            cost = (
                over + max(0.0, size - limit),
                tears + (pieces[end - 1].tear if end < len(pieces) else 0),
                short + (_is_short(pieces[start:end], length) if len(pieces) > 1 else 0),
                lines + 1,
                rough + (pieces[end - 1].is_rough if end < len(pieces) else 0),
                max(widest, size),
            )
            if cost < found[0]:
                found = (cost, start)
        best.append(found)
    return _lines(pieces, best)


def _is_short(pieces: list[Piece], length: int) -> bool:
    return length < 3 and not any(is_wide(c) for piece in pieces for c in piece.text)


def _lines(pieces: list[Piece], best: list[tuple[_Cost, int]]) -> tuple[str, ...]:
    lines: list[str] = []
    end = len(pieces)
    while end:
        start = best[end][1]
        joined = "".join(piece.text + piece.blank for piece in pieces[start : end - 1]) + pieces[end - 1].text
        lines.append(joined)
        end = start
    return tuple(reversed(lines))


def _pieces(text: str, room: float, font: Font) -> list[Piece]:
    found: list[Piece] = []
    for word, blank in words_of(text):
        parts = parts_of(word)
        for index, part in enumerate(parts):
            is_last = index == len(parts) - 1
            after = blank if is_last else ""
            if width(part, font) > room:
                found.extend(torn(part, after))
            else:
                found.append(Piece(part, after, 0, not is_last and is_rough(part[-1], parts[index + 1][0])))
    return found
