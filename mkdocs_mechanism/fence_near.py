"""Find what was probably meant as a mechanism fence, but is none: no host and no command would say a word about it.

Two kinds: a fence whose header is near to that of a mechanism (another letter case, a letter too many), and the marks
and header of a mechanism where no fence can begin (a table cell, a heading, behind an invisible character).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from .codes import finding
from .diagnostics import Diagnostic, Location, quote
from .fence_scan import Fence, fences, is_code, is_mechanism, opens, page_lines, without_comments

NAME = "mechanism"
HINT = 'write it as mechanism src="FILE.json"'

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_WORD = re.compile(r"[^\s{}\[\]().,;:/=#\"'%|]+")
_CLASS = re.compile(r"\bclass\s*=\s*[\"']?mechanism\b", re.IGNORECASE)
_MARKS = re.compile(r"(?<![`~])(?P<mark>`{3,}|~{3,})(?P<info>[^`~\n]+)(?P<end>(?:`{3,}|~{3,})?)(?P<rest>.*)")
# What may stand before marks that were meant to begin a line: list markers, and what is no word.
_LEAD = re.compile(r"(?:[^\w`~]|\d+[.)][ \t])*|.*\|[ \t]*")
# Python-Markdown does not end lines at these, but editors do.
_BREAKS = re.compile("[\v\f\x1c-\x1e\x85\u2028\u2029]")


def scan_near(text: str) -> tuple[Fence, ...]:
    """Return what was probably meant as a mechanism fence in a raw page."""
    return tuple(find_near(page_lines(text)))


def find_near(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield what was probably meant as a mechanism fence; not in longer fences, comments and indented code."""
    if not any("```" in line or "~~~" in line for line in lines):
        return
    shown = without_comments(lines)
    free = 0
    for fence in (*fences(shown), None):
        end = len(shown) if fence is None else fence.line - 1
        for index in range(free, end):
            stray = None if opens(shown[index]) else _stray(shown[index], index + 1)
            if stray is not None and not is_code(shown, stray):
                yield stray
        if fence is not None:
            free = fence.end
            if is_near(fence.header) and not is_code(shown, fence):
                yield fence


def near_finding(fence: Fence, place: Location) -> Diagnostic:
    """Return the warning about what `find_near` found, at its place in the page."""
    if is_mechanism(fence.header):
        message = "the fence is not rendered: its marks do not begin a line, or end on the same"
        return finding("fence-near", message, place, hint="give both of its lines to the marks alone")
    message = f"the fence {quote(fence.header.strip())} is no figure, though its header is near to a mechanism's"
    return finding("fence-near", message, place, hint=HINT)


def is_near(info: str) -> bool:
    """Return whether an info string is not a mechanism's, but was probably meant to be."""
    if is_mechanism(info):
        return False
    visible = "".join(character for character in info if unicodedata.category(character) != "Cf")
    words = _WORD.findall(_QUOTED.sub("", visible))
    if not words:
        return False
    first, has_src = words[0].casefold(), "src" in words
    if _is_like(first) or (first.startswith(NAME) and has_src):
        return True
    is_named = NAME in (word.casefold() for word in words) and (has_src or "{" in info)
    return is_named or bool(_CLASS.search(info))


def _is_like(word: str) -> bool:
    """Return whether a word is the name, or one letter more, less, changed or swapped with its neighbor."""
    if word == NAME:
        return True
    at = next((i for i, one in enumerate(word) if one != NAME[i : i + 1]), len(word))
    here, there = word[at:], NAME[at:]
    is_swapped = here[:2] == there[1::-1] and here[2:] == there[2:] and len(there) > 1
    return here[1:] in (there, there[1:]) or here == there[1:] or is_swapped


def _stray(line: str, number: int) -> Fence | None:
    """Return the marks and header of a mechanism in a line that no fence begins."""
    for match in _MARKS.finditer(line):
        lead = _BREAKS.split(line[: match.start()])[-1]
        info = _BREAKS.split(match["info"])[0]
        # In a sentence it is a sample; a cell or a line of its own is none.
        is_alone = _LEAD.fullmatch(lead) and not re.search(r"\w", match["rest"].partition("|")[0])
        is_meant = is_mechanism(info) or is_near(info)
        if is_alone and is_meant and ("src" in info or ".json" in info):
            column = match.start("info") + 1
            prefix = re.match(r"[> \t]*", line)
            return Fence(info, (), number, column, prefix[0] if prefix else "", match["mark"], number, is_closed=True)
    return None
