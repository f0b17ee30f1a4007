"""What names may look like: XML names, slugs, scenario ids, language tags.

The patterns are strings that Python's `re`, pydantic's engine and ECMAScript's `u` mode read alike, since the JSON
Schema carries them too.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from functools import lru_cache

# XML 1.0 (fifth edition), productions 4 and 4a; the characters stand for themselves, as no escape of the astral
# planes is common to the three engines.
_START = ":A-Z_a-z" + "".join(
    f"{chr(first)}-{chr(last)}"
    for first, last in (
        (0xC0, 0xD6),
        (0xD8, 0xF6),
        (0xF8, 0x2FF),
        (0x370, 0x37D),
        (0x37F, 0x1FFF),
        (0x200C, 0x200D),
        (0x2070, 0x218F),
        (0x2C00, 0x2FEF),
        (0x3001, 0xD7FF),
        (0xF900, 0xFDCF),
        (0xFDF0, 0xFFFD),
        (0x10000, 0xEFFFF),
    )
)
_FURTHER = _START + f".0-9{chr(0xB7)}{chr(0x300)}-{chr(0x36F)}{chr(0x203F)}-{chr(0x2040)}-"

XML_NAME = f"^[{_START}][{_FURTHER}]*$"
"""`Name` of XML 1.0, fifth edition: what an element's id may be; colons included, as the production has them."""

SCENARIO_ID = "^[A-Za-z][A-Za-z0-9_-]*$"

SHA256 = "^[0-9a-f]{64}$"

LINES = "^[1-9][0-9]{0,8}(?:-[1-9][0-9]{0,8})?$"
"""One line or a range of them, counted from 1."""

REGION = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$"
"""Name of a region: what the marker comments of every language can hold."""

HTTPS = '^https://[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?(?:[/?#][^\\s<>"\\\\^`{|}]*)?$'
"""An https URL without user name and password; its host in ASCII, so that it is the host that it looks like."""

DATE = "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"
"""A day in the extended form of ISO 8601; whether the month has that day is for `checks` to say."""

LANGUAGE = (
    "^(?:"
    "[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}"  # language, extended language
    "(?:-[A-Za-z]{4})?"  # script
    "(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"  # region
    "(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"  # variants
    "(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*"  # extensions
    "(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?"  # private use
    "|[Xx](?:-[A-Za-z0-9]{1,8})+"
    "|en-GB-oed|sgn-(?:BE-FR|BE-NL|CH-DE)"
    "|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)"
    ")$"
)
"""Well-formed tag by RFC 5646, 2.1, without primary subtags of four to eight letters: none was ever registered."""

# Unicode's Default_Ignorable_Code_Point, and the annotation marks U+FFF9 to U+FFFB.
_INVISIBLE = "".join(
    chr(first) if first == last else f"{chr(first)}-{chr(last)}"
    for first, last in (
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFFB),
        (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
)

VISIBLE = f"[^\\s{_INVISIBLE}]"
"""Found in every text that says something: what is no blank and not invisible by its nature."""

_NOT_IN_A_NAME = f"[^{_FURTHER}]"
_NOT_IN_AN_ASCII_NAME = re.compile("[^:A-Z_a-z.0-9-]")
"""The same for texts of ASCII alone; the other takes milliseconds to compile."""


def slug(text: str) -> str:
    """Return an XML name made from a text.

    The text is put into NFC, every character that an XML name can't hold becomes `-`, and `m-` comes before a first
    character that is no letter.
    """
    unfit = _NOT_IN_AN_ASCII_NAME if text.isascii() else re.compile(_NOT_IN_A_NAME)
    name = unfit.sub("-", unicodedata.normalize("NFC", text))
    return name if name[:1].isalpha() else f"m-{name}"


def free(name: str, taken: Container[str]) -> str:
    """Return the name, or the first of NAME-2, NAME-3 ... that is not taken."""
    number, candidate = 1, name
    while candidate in taken:
        number += 1
        candidate = f"{name}-{number}"
    return candidate


@lru_cache(maxsize=16)
def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def fits(pattern: str, text: str) -> bool:
    """Return whether the whole text has the form of one of the anchored patterns of this module."""
    return _whole(pattern).fullmatch(text) is not None
