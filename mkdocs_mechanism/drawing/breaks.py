"""Where lines may break: at blanks, after hyphens and slashes, between CJK characters, and at worst inside words."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache

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


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters that stay together, and the line break that may follow them."""

    text: str
    blank: str
    """What separates it from the next piece when both are on one line."""
    tear: int
    """0 for a good place to break, more for a place inside a word."""
    is_rough: bool = False
    """True between CJK characters, except after Japanese particles and endings."""


def words_of(text: str) -> list[tuple[str, str]]:
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


def parts_of(word: str) -> list[str]:
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
    if _is_katakana(before[0]) and _is_katakana(after[0]):
        return False
    if _is_ideograph(before[0]) or _is_ideograph(after[0]):
        return after[0] not in NOT_FIRST and before[-1] not in NOT_LAST
    if before in ("-", "/", "\u2010", "\u2013"):
        return len(part) >= 3 and right >= 3 and after[0].isalnum() and left >= 3
    return False


def is_rough(before: str, after: str) -> bool:
    """Tell whether a break between two CJK characters is not one after a Japanese particle or ending."""
    if not (_is_ideograph(before) and _is_ideograph(after)) or unicodedata.category(before)[0] == "P":
        return False
    return not (_is_hiragana(before) and not _is_hiragana(after))


def torn(part: str, blank: str) -> list[Piece]:
    """Return a word that is too wide as pieces: after a mark or before a capital it tears better than elsewhere."""
    clusters = _clusters(part)
    pieces = []
    for index, cluster in enumerate(clusters):
        if index == len(clusters) - 1:
            pieces.append(Piece(cluster, blank, 0))
            break
        after = clusters[index + 1]
        is_seam = not cluster[0].isalnum() or (cluster[0].islower() and after[0].isupper())
        tear = 9 if after[0] in NOT_FIRST or cluster in NOT_LAST else 1 if is_seam and after[0].isalnum() else 3
        pieces.append(Piece(cluster, "", tear))
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
def is_wide(character: str) -> bool:
    """Tell whether the character is as wide as high (Unicode Standard Annex 11)."""
    return unicodedata.east_asian_width(character) in "WF"


@cache
def _is_ideograph(character: str) -> bool:
    """Tell whether lines may break beside the character: Chinese and Japanese; Korean breaks at blanks."""
    code = ord(character)
    return is_wide(character) and not (0x1100 <= code < 0x1200 or 0xAC00 <= code < 0xD7B0)


def _is_katakana(character: str) -> bool:
    """Tell whether the character writes foreign words in Japanese; lines do not break inside those."""
    return "\u30a1" <= character <= "\u30fc" and character != "\u30fb"


def _is_hiragana(character: str) -> bool:
    return "\u3041" <= character <= "\u309f"
