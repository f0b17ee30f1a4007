"""How long a step's words take to read."""

from __future__ import annotations

import re

from .limits import DURATION_MOST, DURATION_USUAL, MS_PER_WORD

# Compiled when the first such text is met: the ranges take milliseconds.
_CJK = (
    "[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3100-\u312f\u3130-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U0001b000-\U0001b16f\U00020000-\U0003ffff]"
)
"""Han, kana and hangul with their punctuation and full-width forms."""


def words(text: str) -> int:
    """Return the number of words: runs of non-blanks, and one for every two CJK characters, rounded up."""
    if text.isascii():
        return len(text.split())
    rest, characters = re.subn(_CJK, " ", text)
    return len(rest.split()) + (characters + 1) // 2


def reading_time(text: str) -> int:
    """Return the milliseconds that a reader needs for a text."""
    return MS_PER_WORD * words(text)


def usual_duration(description: str) -> int:
    """Return the milliseconds of a step that states no duration."""
    return min(max(DURATION_USUAL, reading_time(description)), DURATION_MOST)
