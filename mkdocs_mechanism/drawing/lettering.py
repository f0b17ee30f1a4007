"""How wide words are and where they break, without asking a font.

The page's typeface is not ours, so a character counts as wide as in the widest of four common typefaces
(`advances`). A sum of those is never narrower than any of them, kerning aside, so it needs no further margin.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache

from . import advances

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

NO_BREAK_BLANKS = "\u00a0\u2007\u202f"
ZERO_WIDTH_SPACE = "\u200b"
JOINERS = "\u200d\u2060"
NOT_FIRST = frozenset(
    "、。，．・：；？！!?,.:;)]}）］｝〉》」』】〕〗〙〛’”»›ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻ゝゞヽヾ…‥％℃"
)
"""Characters that start no line between CJK characters (the short list of JIS X 4051)."""
NOT_LAST = frozenset("([{（［｛〈《「『【〔〖〘〚‘“«‹＄￥＃")
"""Characters that end no line between CJK characters."""
THAI_LEADING = frozenset("เแโใไ")
THAI_FOLLOWING = frozenset("ะาำๅๆฯ")

VIRAMAS = frozenset("\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d")
"""Signs that join a consonant to the next one (Indic scripts)."""


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
    for word, blank in _words(text):
        for part in _parts(word):
            is_short = len(part) < 3 and not any(map(_is_wide, part))
            if parts and (is_open or is_short):
                parts[-1] += part
                is_open = False
            else:
                parts.append(part)
                is_open = is_short
        parts[-1] += blank
    return max((width(part.rstrip(), font) for part in parts), default=0.0)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters that stay together, and the line break that may follow them."""

    text: str
    blank: str
    """What separates it from the next piece when both are on one line."""
    tear: int
    """0 for a good place to break, more for a place inside a word."""


@lru_cache(maxsize=4096)
def wrap(text: str, room: float, font: Font) -> tuple[str, ...]:
    """Return the lines of a text, each at most `room` px wide where that can be.

    Lines break at blanks, after hyphens and slashes and between CJK characters; inside a word only when the word alone
    is wider than the room. Of the ways that fit: no line of one or two characters, then the fewest lines, then the
    smallest widest line. Empty text gives no lines.
    """
    pieces = _pieces(text, room, font)
    if not pieces:
        return ()
    sizes = [sum(_advance(c, font.weight) for c in piece.text) for piece in pieces]
    blanks = [sum(_advance(c, font.weight) for c in piece.blank) for piece in pieces]
    limit = room * EM / font.size
    best: list[tuple[tuple[float, int, int, int, int], int]] = [((0, 0, 0, 0, 0), 0)]
    for end in range(1, len(pieces) + 1):
        found: tuple[tuple[float, int, int, int, int], int] | None = None
        size = length = 0
        for start in range(end - 1, -1, -1):
            size += sizes[start] + (blanks[start] if start < end - 1 else 0)
            if size > limit and start < end - 1:
                break
            length += len(pieces[start].text) + (1 if start < end - 1 and pieces[start].blank else 0)
            over, tears, short, lines, widest = best[start][0]
            cost = (
                over + max(0.0, size - limit),
                tears + (pieces[end - 1].tear if end < len(pieces) else 0),
                short + (_is_short(pieces[start:end], length) if len(pieces) > 1 else 0),
                lines + 1,
                max(widest, size),
            )
            if found is None or cost < found[0]:
                found = (cost, start)
        assert found is not None
        best.append(found)
    return _lines(pieces, best)


def _is_short(pieces: list[_Piece], length: int) -> bool:
    return length < 3 and not any(_is_wide(c) for piece in pieces for c in piece.text)


def _lines(pieces: list[_Piece], best: list[tuple[tuple[float, int, int, int, int], int]]) -> tuple[str, ...]:
    lines: list[str] = []
    end = len(pieces)
    while end:
        start = best[end][1]
        joined = "".join(piece.text + piece.blank for piece in pieces[start : end - 1]) + pieces[end - 1].text
        lines.append(joined)
        end = start
    return tuple(reversed(lines))


def _pieces(text: str, room: float, font: Font) -> list[_Piece]:
    found: list[_Piece] = []
    for word, blank in _words(text):
        parts = _parts(word)
        for index, part in enumerate(parts):
            after = blank if index == len(parts) - 1 else ""
            found.extend(_torn(part, after) if width(part, font) > room else [_Piece(part, after, 0)])
    return found


def _words(text: str) -> list[tuple[str, str]]:
    """Return the words and the blank after each: runs of blanks count as their first one."""
    words: list[tuple[str, str]] = []
    word = blank = ""
    for character in text:
        if character == ZERO_WIDTH_SPACE or (character.isspace() and character not in NO_BREAK_BLANKS):
            blank = blank or character
            continue
        if blank:
            if word:
                words.append((word, "" if blank == ZERO_WIDTH_SPACE else blank))
            word, blank = "", ""
        word += character
    if word:
        words.append((word, ""))
    return words


def _parts(word: str) -> list[str]:
    """Return a word's parts between the places where a line may break without harm."""
    clusters = _clusters(word)
    parts = [clusters[0]]
    for index in range(1, len(clusters)):
        before, after = clusters[index - 1], clusters[index]
        if _may_part(before, after, sum(map(len, clusters[:index])), sum(map(len, clusters[index:])), parts[-1]):
            parts.append(after)
        else:
            parts[-1] += after
    return parts


def _may_part(before: str, after: str, left: int, right: int, part: str) -> bool:
    if _is_ideograph(before[0]) or _is_ideograph(after[0]):
        return after[0] not in NOT_FIRST and before[-1] not in NOT_LAST
    if before in ("-", "/", "\u2010", "\u2013"):
        return len(part) >= 3 and right >= 3 and after[0].isalnum() and left >= 3
    return False


def _torn(part: str, blank: str) -> list[_Piece]:
    """Return a word that is too wide as pieces: after a mark or before a capital it tears better than elsewhere."""
    clusters = _clusters(part)
    pieces = []
    for index, cluster in enumerate(clusters):
        if index == len(clusters) - 1:
            pieces.append(_Piece(cluster, blank, 0))
            break
        after = clusters[index + 1]
        is_seam = not cluster[0].isalnum() or (cluster[0].islower() and after[0].isupper())
        pieces.append(_Piece(cluster, "", 1 if is_seam and after[0].isalnum() else 3))
    return pieces


def _clusters(word: str) -> list[str]:
    """Return what a reader sees as characters: marks, joined emoji and Thai vowels stay with their letter."""
    clusters: list[str] = []
    for character in word:
        if clusters and (_clings(character) or _holds(clusters[-1])):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _clings(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")
        or character in JOINERS
        or character in NO_BREAK_BLANKS
        or character in THAI_FOLLOWING
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _holds(cluster: str) -> bool:
    """Tell whether nothing may come between a cluster and the next character."""
    last = cluster[-1]
    is_half_flag = len(cluster) == 1 and "\U0001f1e6" <= last <= "\U0001f1ff"
    return last in JOINERS or last in NO_BREAK_BLANKS or last in THAI_LEADING or is_half_flag or last in VIRAMAS


@cache
def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


@cache
def _is_ideograph(character: str) -> bool:
    """Tell whether lines may break beside the character: Chinese and Japanese; Korean breaks at blanks."""
    code = ord(character)
    return _is_wide(character) and not (0x1100 <= code < 0x1200 or 0xAC00 <= code < 0xD7B0)
