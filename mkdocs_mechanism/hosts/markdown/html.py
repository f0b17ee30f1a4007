"""The places in a page's HTML where a browser shows no element, by the tokenizer of the HTML standard (13.2.5).

A figure there would be text, or nothing at all.
"""

from __future__ import annotations

import re

from .marks import LEFTOVER, TOKEN

# Repetitions are possessive, and what never ends goes to the end of the page, so one pass is enough.
_ATTRIBUTES = r"(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'>][^\s>]*+)?+)?+)*+"
_COMMENT = r"<!--(?:-?>|.*?--!?>)"  # `<!-->` and `<!--->` are whole comments
_RAW = "script|style|textarea|title|template|noscript|iframe|xmp|noembed|noframes"
_ELEMENT = rf"(?i:<(?P<element>{_RAW})(?=[\s/>]){_ATTRIBUTES}(?:>.*?(?:</(?P=element)(?=[\s/>])[^>]*+>|\Z)|\Z))"
# The end of one is the first `>`, whatever it is; those of our tokens are not the author's.
_DECLARATION = rf"<[!?](?:{re.sub('[?]P<[a-z]+>', '?:', TOKEN.pattern)}|[^>])*+(?:>|\Z)"
_TAG = rf"</?[A-Za-z][^\s/>]*+{_ATTRIBUTES}(?:>|\Z)"

PLACES = re.compile(
    rf"{TOKEN.pattern}|{LEFTOVER.pattern}|(?P<comment>{_COMMENT})|(?P<unclosed><!--.*)"
    rf"|{_ELEMENT}|(?P<declaration>{_DECLARATION})|{_TAG}",
    re.DOTALL,
)
"""A token (`number`), a mark that nothing took (`left`), or what may hold one and is read as a whole.

Groups: `comment`, `unclosed` (a comment), `element` (name of one that holds text), `declaration`; none for a tag.
"""
INSIDE = re.compile(rf"{TOKEN.pattern}|{LEFTOVER.pattern}")
"""A token or mark in one of those."""


def holder(match: re.Match[str]) -> str:
    """Return in words what a match of `PLACES` is that holds a token."""
    if match["element"]:
        return f"<{match['element'].lower()}>"
    if match["unclosed"]:
        return "a comment that is never closed"
    return "a declaration" if match["declaration"] else "a tag"
