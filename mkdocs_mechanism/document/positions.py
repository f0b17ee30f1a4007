"""Where each value and each key of a JSON text stands.

Used only when there is something to say about a place, so reading a document without findings never pays for it. The
text is one that the loader accepted; for anything else the answers are rough, but never an exception.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

Path = tuple[str | int, ...]
"""Keys and indexes from the root to a value."""

# Possessive throughout: linear in the text's length, whatever it holds. An unclosed string reaches to the end.
TOKEN = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)
"""A string, a bracket, a comma, a colon, or a run of anything else (numbers, literals)."""

_LINE_END = re.compile(r"\r\n?|\n")
# Compiled when the first place is named: the ranges take 5 ms, which a run without a finding need not spend.
_PLAIN_KEY = r"[A-Za-z_\u0080-\ud7ff\ue000-\U0010ffff][0-9A-Za-z_\u0080-\ud7ff\ue000-\U0010ffff]*"


class Lines:
    """Offsets of a text as line and column."""

    def __init__(self, text: str) -> None:
        """Note where each line starts: after a line feed, a carriage return, or both."""
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 1, the column in code points."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


class Positions:
    """The places in one JSON text, worked out container by container as they are asked for."""

    def __init__(self, text: str) -> None:
        """Keep the text; nothing is scanned yet."""
        self._text = text
        self._lines: Lines | None = None
        self._members: dict[int, dict[str | int, tuple[int, int]]] = {}

    def value(self, path: Sequence[str | int]) -> int | None:
        """Return the offset of the first character of the value at a path, or None when there is no such value."""
        found, offset, _ = self._walk(path)
        return offset if found == len(path) else None

    def key(self, path: Sequence[str | int]) -> int | None:
        """Return the offset of the key (its quote) that leads to a value; for an element of a list, of the value."""
        found, _, key = self._walk(path)
        return key if found == len(path) else None

    def nearest(self, path: Sequence[str | int], *, at_key: bool = False) -> tuple[Path, int]:
        """Return the longest start of a path that exists, and its offset: of the key, or of the value."""
        found, offset, key = self._walk(path)
        is_whole = found == len(path)
        return tuple(path[:found]), key if at_key and is_whole else offset

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, counted from 1, in code points."""
        if self._lines is None:
            self._lines = Lines(self._text)
        return self._lines.at(offset)

    def _walk(self, path: Sequence[str | int]) -> tuple[int, int, int]:
        first = TOKEN.search(self._text)
        offset = key = first.start() if first else 0
        for count, step in enumerate(path):
            member = self._inside(offset).get(step)
            if member is None:
                return count, offset, key
            key, offset = member
        return len(path), offset, key

    def _inside(self, start: int) -> dict[str | int, tuple[int, int]]:
        known = self._members.get(start)
        if known is None:
            known = self._members[start] = {}
            if self._text[start : start + 1] in ("{", "["):
                for step, key, value in _scan(self._text, start):
                    known[step] = (key, value)
        return known


def _scan(text: str, start: int) -> Iterator[tuple[str | int, int, int]]:
    """Yield key or index, offset of the key and offset of the value for each member of the container at `start`."""
    is_object = text[start] == "{"
    depth = index = 0
    key: tuple[str, int] | None = None
    is_named = not is_object
    for match in TOKEN.finditer(text, start):
        here = match.start()
        sign = text[here]
        if sign in "]}":
            depth -= 1
            if depth == 0:
                return
            continue
        if depth == 1 and sign == ",":
            index, key, is_named = index + 1, None, not is_object
        elif depth == 1 and sign == ":":
            is_named = key is not None
        elif depth == 1 and not is_named and sign == '"':
            key = decode_key(match.group()), here
        elif depth == 1 and is_named:
            yield (key[0], key[1], here) if key else (index, here, here)
        depth += sign in "[{"


def decode_key(token: str) -> str:
    """Return the string that a JSON string token stands for; the token's own characters when it is no such token."""
    try:
        value = json.loads(token)
    except ValueError:
        return token.strip('"')
    return value if isinstance(value, str) else token


def repeated_keys(text: str) -> Iterator[tuple[Path, int, int]]:
    """Yield path, offset of the first and offset of the repeated key for each key that an object holds once more."""
    path: list[str | int] = []
    seen: list[dict[str, int] | None] = []
    expects_key = False
    for match in TOKEN.finditer(text):
        here = match.start()
        sign = text[here]
        if sign in "[{":
            seen.append({} if sign == "{" else None)
            path.append(0 if sign == "[" else "")
            expects_key = sign == "{"
        elif sign in "]}":
            if seen:
                seen.pop()
                path.pop()
            expects_key = False
        elif sign == "," and seen:
            last = path[-1]
            expects_key = seen[-1] is not None
            path[-1] = last + 1 if isinstance(last, int) else last
        elif sign == '"' and expects_key and seen:
            keys = seen[-1] if seen[-1] is not None else {}
            key = path[-1] = decode_key(match.group())
            expects_key = False
            if key in keys:
                yield tuple(path), keys[key], here
            else:
                keys[key] = here


def json_path(path: Sequence[str | int]) -> str:
    """Return a path in the notation of RFC 9535: `$.targets['read-kv'].label`."""
    parts = ["$"]
    for step in path:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif re.fullmatch(_PLAIN_KEY, step):
            parts.append(f".{step}")
        else:
            parts.append(f"['{_escaped(step)}']")
    return "".join(parts)


_ESCAPES = {"'": "\\'", "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _escaped(key: str) -> str:
    return "".join(_ESCAPES.get(c) or (c if c.isprintable() else _code(c)) for c in key)


def _code(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
