"""Where a text stops being JSON (RFC 8259), what was expected there, and the cure.

The standard parser says only that a text is wrong, and differently in each Python version; this walk over the same
grammar runs only then, and knows what stood before.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ..diagnostics import quote
from .positions import Lines

_BLANKS = re.compile(r"[ \t\n\r]*+")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+')
_NUMBER = re.compile(r"-?+(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][-+]?+[0-9]++)?+")
_LITERAL = re.compile(r"true|false|null")
_WORD = re.compile(r"[^\s,:\[\]{}\"]{1,80}+")
_NUMBER_LIKE = re.compile(r"[-+.]?\.?\d")
_CONFLICT = re.compile(r"^(?:<{7}|>{7}|\|{7}|={7})(?= |\r?$)", re.MULTILINE)
_WIDTH = 100
"""Longest piece of a line in an excerpt, in code points (minified documents are one line)."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first place where the text is not JSON."""

    offset: int
    message: str
    hint: str


def merge_conflict(text: str) -> Fault | None:
    """Return the first conflict marker that a version control system left in a text, if there is one."""
    match = _CONFLICT.search(text)
    if match is None:
        return None
    line = text[match.start() :].split("\n", 1)[0].rstrip("\r")
    return Fault(
        match.start(),
        f"the document holds an unresolved merge conflict: this line starts with {quote(line)}",
        "keep one side, and remove the lines that start with <<<<<<<, ||||||| , ======= and >>>>>>>".replace(" ,", ","),
    )


def first_fault(text: str) -> Fault | None:
    """Return the first place where a text breaks the grammar of JSON, or None when it is JSON."""
    return _Walk(text).run()


def excerpt(text: str, offset: int, lines: Lines) -> tuple[str, ...]:
    """Return the line of an offset with the line before it and a caret below, numbered, cut to a readable width."""
    line, column = lines.at(offset)
    width = len(str(line))
    shown = []
    for number in (line - 1, line):
        if number:
            start = lines.starts[number - 1]
            end = lines.starts[number] if number < len(lines.starts) else len(text)
            shown.append((number, text[start:end].rstrip("\r\n")))
    cut = max(0, column - 1 - _WIDTH * 2 // 3)
    rows = [f"{number:>{width}} | {_printable(content[cut : cut + _WIDTH])}".rstrip() for number, content in shown]
    before = _printable(shown[-1][1][cut : column - 1])
    return (*rows, f"{'':>{width}} | {' ' * _cells(before)}^")


def _printable(text: str) -> str:
    # One cell for one: the caret below must stay in its place.
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def _cells(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


class _Walk:
    """One pass over the text with a stack of open brackets."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open: list[int] = []
        self.last = 0
        """Offset of the last token before the present one."""

    def run(self) -> Fault | None:
        """Walk until something else than the grammar asks for is found."""
        state = "value"
        while True:
            self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]  # matches the empty text too
            if state == "end" and self.at == len(self.text):
                return None
            following = self._step(state, self.text[self.at : self.at + 1])
            if isinstance(following, Fault):
                return following
            state = following

    def _step(self, state: str, sign: str) -> str | Fault:
        """Take one token; return the next state or the fault."""
        start = self.at
        if state in ("value", "value or end", "key or end", "key"):
            following = self._value(state, sign) if state.startswith("value") else self._key(state, sign)
        elif (state == "colon" and sign == ":") or (state == "comma" and sign == ","):
            self.at += 1
            following = "value" if state == "colon" or self.text[self.open[-1]] == "[" else "key"
        elif state == "comma" and sign and sign == self._closing():
            following = self._close()
        else:
            following = self._fault(state)
        if not isinstance(following, Fault):
            self.last = start
        return following

    def _value(self, state: str, sign: str) -> str | Fault:
        if sign == "]" and state == "value or end":
            return self._close()
        if sign and sign in "{[":
            self.open.append(self.at)
            self.at += 1
            return "key or end" if sign == "{" else "value or end"
        if sign == '"':
            return self._string() or self._after_value()
        match = _NUMBER.match(self.text, self.at) or _LITERAL.match(self.text, self.at)
        following = _WORD.match(self.text, match.end()) if match else None
        if match is None or following:
            return self._fault("value")
        self.at = match.end()
        return self._after_value()

    def _key(self, state: str, sign: str) -> str | Fault:
        if sign == "}" and state == "key or end":
            return self._close()
        if sign == '"':
            return self._string() or "colon"
        return self._fault("key")

    def _string(self) -> Fault | None:
        start = self.at
        end = _STRING.match(self.text, start).end()  # type: ignore[union-attr]  # starts at a quote
        sign = self.text[end : end + 1]
        if sign == '"':
            self.at = end + 1
            return None
        if sign == "\\":
            wrong = self.text[end : end + 2]
            hint = 'write \\\\ for a backslash; the escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX'
            if wrong == "\\u":
                wrong, hint = self.text[end : end + 6].split('"')[0], "write four hexadecimal digits after \\u"
            return Fault(end, f"expected an escape that JSON knows, found {quote(wrong)}", hint)
        hint = "close the string with a double quote on its own line; texts hold no line breaks"
        if sign in ("\n", "\r", ""):
            found = "a line break" if sign else "the end of the document"
            return Fault(
                end,
                f'expected the closing " of the string that starts in column {self._column(start)}, found {found}',
                hint,
            )
        return Fault(
            end,
            f"expected a character of the string, found the control character {quote(sign)}",
            "remove the character",
        )

    def _column(self, offset: int) -> int:
        return offset - max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset))

    def _after_value(self) -> str:
        return "comma" if self.open else "end"

    def _closing(self) -> str:
        return "}" if self.text[self.open[-1]] == "{" else "]"

    def _close(self) -> str:
        self.open.pop()
        self.at += 1
        return self._after_value()

    # What is said about it

    def _fault(self, state: str) -> Fault:
        expected = {
            "value": "a value",
            "key": "a key in double quotes",
            "colon": '":" after the key',
            "end": "the end of the document",
        }.get(state) or f'"," or "{self._closing()}"'
        if not self.text.strip(" \t\r\n"):
            return Fault(0, "the document is empty, expected a JSON object", "start from: mkdocs-mechanism new NAME")
        return Fault(self.at, f"expected {expected}, found {self._found()}", self._hint(state))

    def _found(self) -> str:
        if self.at >= len(self.text):
            return "the end of the document"
        if self.text[self.at] == '"':
            return f"the string {quote(_STRING.match(self.text, self.at).group()[1:])}"  # type: ignore[union-attr]
        word = _WORD.match(self.text, self.at)
        return quote(word.group() if word else self.text[self.at])

    def _hint(self, state: str) -> str:
        word = _WORD.match(self.text, self.at)
        sign = self.text[self.at : self.at + 1]
        general = self._hint_anywhere(word.group() if word else "", sign)
        if general:
            return general
        if state in ("value", "key"):
            return self._hint_value(state, word.group() if word else "", sign)
        if state == "comma" and (sign in '"{[' or word):
            return f"put a comma at the end of line {self._line(self.last)}"
        if state == "comma" and sign in "]}":
            return (
                f'close the "{self.text[self.open[-1]]}" of line {self._line(self.open[-1])} with "{self._closing()}"'
            )
        if state == "end":
            return "keep one JSON object in the file, and remove what follows it"
        return ""

    def _hint_anywhere(self, word: str, sign: str) -> str:
        if not sign and self.open:
            return (
                f'close the "{self.text[self.open[-1]]}" of line {self._line(self.open[-1])} with "{self._closing()}"'
            )
        if word.startswith(("//", "/*", "#")):
            return 'JSON has no comments: remove it, or write "$comment": "..." inside an object'
        if sign in ("'", "\u2018", "\u2019", "\u201c", "\u201d"):
            return "use straight double quotes"
        if sign in ("\ufeff", "\u2060", "\u200b"):
            return "remove the invisible character"
        return ""

    def _hint_value(self, state: str, word: str, sign: str) -> str:
        if sign and sign in "]},":
            before = self.text[self.last]
            return f"remove the comma at the end of line {self._line(self.last)}" if before == "," else "remove it"
        if state == "key":
            return f'write the key in double quotes: "{word}"' if re.fullmatch(r"[A-Za-z_$][\w$-]*", word) else ""
        if word.lower() in ("true", "false", "null", "none"):
            return f"write {'null' if word == 'None' else word.lower()}"
        if word.lower().lstrip("+-") in ("nan", "inf", "infinity"):
            return "write a number; JSON has no NaN and no Infinity"
        if _NUMBER_LIKE.match(word) or word == "-":
            return "write the number like 12, -3 or 0.5: ASCII digits, no plus sign, no leading zero, no bare point"
        return "write texts in double quotes" if word[:1].isalpha() or word[:1] == "_" else ""

    def _line(self, offset: int) -> int:
        return Lines(self.text).at(offset)[0]
