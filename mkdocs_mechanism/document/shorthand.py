"""The short form of an edge: `"request -> ids: Format and tokenize"`.

A name that holds a colon, an arrow or outer blanks, or starts with a double quote, is written as a JSON string.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

ARROW = " -> "
"""A target written as a string that holds this is an edge."""


@dataclass(frozen=True, slots=True)
class ShortEdge:
    """The three parts of an edge written as a string."""

    tail: str
    head: str
    label: str
    """Empty when the string has none."""


def read_edge(text: str) -> ShortEdge | None:
    """Return the parts of an edge's short form, or None when the string holds an arrow but is not of that form."""
    tail, rest = _name(text.lstrip(), ARROW)
    if not tail or not rest.startswith(ARROW):
        return None
    head, rest = _name(rest[len(ARROW) :].lstrip(), ":")
    if not head or (rest and not rest.startswith(":")):
        return None
    return ShortEdge(tail, head, rest[1:].strip())


def _name(text: str, end: str) -> tuple[str, str]:
    """Return the name that a text starts with (empty: none that may stand there) and the text after it."""
    if text.startswith('"'):
        return _quoted_name(text)
    at = text.find(end)
    name, rest = (text, "") if at < 0 else (text[:at], text[at:])
    name = name.rstrip()
    return ("" if ":" in name or ARROW in name else name), rest


def _quoted_name(text: str) -> tuple[str, str]:
    try:
        name, length = json.JSONDecoder().raw_decode(text)
    except ValueError:
        return "", text
    rest = text[length:]
    # One blank stays before an arrow, as it is part of it.
    return str(name), rest if rest.startswith(ARROW) else _shifted(rest)


def _shifted(rest: str) -> str:
    bare = rest.lstrip()
    return f" {bare}" if bare.startswith("-> ") and bare != rest else bare
