"""How an edge is written in one line: `request -> ids: Format and tokenize`; in a fence `tokenize: request -> ids`.

A name that holds a colon, an arrow or outer blanks, or starts with a double quote, is written as a JSON string. The
arrow has a blank on both sides; further blanks do not count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from ..diagnostics import quote

ARROW = " -> "
"""A target written as a string that holds this is an edge."""
COLON = ":"
BLANKS = 'the arrow "->" needs a blank on both sides'


@dataclass(frozen=True, slots=True)
class ShortEdge:
    """The three parts of an edge written as a string."""

    tail: str
    head: str
    label: str
    """Empty when the string has none."""


@dataclass(frozen=True, slots=True)
class EndpointLine:
    """The three parts of a line in a fence's body."""

    name: str
    tail: str
    head: str


class LineError(Exception):
    """What is wrong with a line, as the end of a sentence about it."""


def read_edge(text: str) -> ShortEdge | None:
    """Return the parts of an edge's short form, or None when the string holds an arrow but is not of that form."""
    try:
        tail, rest = _name(text, ARROW)
        head, label = _name(rest + COLON, COLON)
    except LineError:
        return None
    return ShortEdge(tail, head, label.removesuffix(COLON).strip())


def read_endpoints(text: str) -> EndpointLine:
    """Return the parts of NAME: NAME -> NAME.

    Raises:
        LineError: It is of another form.
    """
    name, rest = _name(text, COLON)
    tail, rest = _name(rest, ARROW)
    head, _ = _name(rest, "")
    return EndpointLine(name, tail, head)


def _name(text: str, end: str) -> tuple[str, str]:
    """Return the name that a text starts with, and what follows its end: a colon, an arrow, or the text's own.

    Raises:
        LineError: There is none, or it ends otherwise.
    """
    if text.lstrip().startswith('"'):
        return _quoted_name(text.lstrip(), end)
    name, found, rest = text.partition(end) if end else (text, "", "")
    name = name.strip()
    if end and not found:
        raise LineError(BLANKS if end == ARROW and "->" in text else f"it has no {quote(end.strip())}")
    if not name:
        raise LineError("a name is empty")
    if ARROW in name:
        raise LineError("it has an arrow before the colon" if end else "it has two arrows")
    if COLON in name:
        raise LineError(f'a name that holds ":" is written as a JSON string, {json.dumps(name, ensure_ascii=False)}')
    return name, rest


def _quoted_name(text: str, end: str) -> tuple[str, str]:
    try:
        name, length = json.JSONDecoder().raw_decode(text)
    except ValueError:
        raise LineError("a quoted name is no JSON string") from None
    mark, blanks, rest = end.strip(), text[length:], text[length:].lstrip()
    if mark and not rest.startswith(mark):
        raise LineError(f"{quote(mark)} is expected after {quote(name)}")
    if not mark and rest:
        raise LineError(f"nothing is expected after {quote(name)}")
    if not name:
        raise LineError("a name is empty")
    if end == ARROW and not (blanks.startswith(" ") and rest.startswith("-> ")):
        raise LineError(BLANKS)
    return str(name), rest[len(mark) :]
