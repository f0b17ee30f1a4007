"""Change single members of a JSON text and leave every other character as it is.

A text that the loader accepted goes in, changes come out: replace these characters by those. What is inserted is
written as its neighbors are: separators, indent and line ends are theirs. This knows nothing of what members mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .positions import TOKEN, decode_key

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """Characters of a text, and what replaces them."""

    start: int
    end: int
    """Offset after the last character; the same as `start` to insert."""
    text: str


@dataclass(frozen=True, slots=True)
class _Member:
    """One member of an object, as offsets: of its key, after its key, of its value, after its value."""

    key: str
    start: int
    key_end: int
    value: int
    end: int


def apply_changes(text: str, changes: Iterable[Change]) -> str:
    """Return the text with all changes made; they must not overlap."""
    pieces: list[str] = []
    done = 0
    for change in sorted(changes):
        pieces += (text[done : change.start], change.text)
        done = change.end
    return "".join((*pieces, text[done:]))


def replaced(text: str, value: int, new: str) -> Change:
    """Return the change that gives another content to the string at an offset; its quotes stay."""
    token = TOKEN.match(text, value)
    if token is None or token.group()[0] != '"':
        raise ValueError("there is no string at this place")
    return Change(token.start() + 1, token.end() - 1, written(text, new)[1:-1])


def inserted(text: str, at: int, key: str, value: str, *, after: str) -> Change:
    """Return the change that puts a member into an object.

    Args:
        text: The document.
        at: Offset of the object's brace.
        key: The new member's key.
        value: Its value, as JSON.
        after: Key of the member that it follows.
    """
    members = list(_members(text, at))
    index = _index(members, after)
    here = members[index]
    colon = text[here.key_end : here.value]
    separator = _separator(text, at, members, index)
    return Change(here.end, here.end, f"{separator}{json.dumps(key)}{colon}{value}")


def object_like(text: str, template: int, members: Mapping[str, str], *, root: int, after: str) -> str:
    """Return an object of strings as JSON, laid out as another one of the document.

    Args:
        text: The document.
        template: Offset of the brace of the object to imitate.
        members: Key to text.
        root: Offset of the brace of the object that the new one goes into.
        after: Key of the member of that object which it will follow.
    """
    outer = list(_members(text, root))
    around = _separator(text, root, outer, _index(outer, after)).partition(",")[2]
    inner = list(_members(text, template))
    opening = text[template + 1 : inner[0].start]
    colon = text[inner[0].key_end : inner[0].value]
    last = inner[-1].end
    closing = text[last : text.index("}", last)]
    separator = text[inner[0].end : inner[1].start] if len(inner) > 1 else ""
    line_ends = _LINE_END.findall(around)
    if line_ends and _LINE_END.search(opening):
        indent = _LINE_END.split(around)[-1]
        closing = line_ends[-1] + indent
        opening, separator = closing + indent, f",{closing}{indent}"
    else:
        opening, closing = (blank if not _LINE_END.search(blank) else "" for blank in (opening, closing))
        if not separator or _LINE_END.search(separator):
            separator = ", " if colon != ":" else ","
    pairs = separator.join(f"{json.dumps(key)}{colon}{written(text, value)}" for key, value in members.items())
    return f"{{{opening}{pairs}{closing}}}"


def written(text: str, value: str) -> str:
    """Return a string as JSON, with escapes for what is not ASCII only where the document has such escapes itself."""
    return json.dumps(value, ensure_ascii=text.isascii() and "\\u" in text)


def _members(text: str, at: int) -> Iterator[_Member]:
    """Yield the members of the object whose brace stands at an offset."""
    if text[at : at + 1] != "{":
        raise ValueError("there is no object at this place")
    depth = 0
    key: re.Match[str] | None = None
    value = end = -1
    for token in TOKEN.finditer(text, at):
        sign = token.group()[0]
        is_closing = sign in "}]"
        depth -= is_closing
        if key is not None and value >= 0 and ((depth == 1 and sign == ",") or depth == 0):
            yield _Member(decode_key(key.group()), key.start(), key.end(), value, end)
            key, value = None, -1
        elif depth == 1 and key is None and sign == '"':
            key = token
        elif depth == 1 and key is not None and value < 0 and sign != ":":
            value = token.start()
        if depth == 0 and is_closing:
            return
        depth += sign in "{["
        end = token.end()


def _index(members: list[_Member], key: str) -> int:
    return next(index for index, member in enumerate(members) if member.key == key)


def _separator(text: str, at: int, members: list[_Member], index: int) -> str:
    """Return what stands between a member and the next: comma and blanks; after the last one, as before it."""
    if len(members) == 1:
        opening = text[at + 1 : members[0].start]
        return "," + (opening if _LINE_END.search(opening) else " ")
    first = index if index + 1 < len(members) else index - 1
    return text[members[first].end : members[first + 1].start]
