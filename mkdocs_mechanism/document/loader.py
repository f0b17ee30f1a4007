"""Bytes to JSON values, stricter than the standard library.

Refused: what is not UTF-8, a key that stands twice (also when spelled with escapes), NaN and Infinity, nesting deeper
than `limits.DEPTH` (before the parser recurses), numbers longer than `limits.NUMBER`. `$schema` and `$comment` are
taken out of every object: they are for editors and people.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Union

from ..codes import finding
from ..diagnostics import Diagnostic, Location, quote
from .limits import BYTES, DEPTH, NUMBER
from .positions import Lines, Path, json_path, repeated_keys

Json = Union[dict[str, "Json"], list["Json"], str, int, float, bool, None, "OutOfRange"]
"""A value as the document holds it."""

IGNORED = ("$schema", "$comment")
"""Keys that every object may hold and nothing reads."""


class OutOfRange:
    """Stands for a number that is too long or too large to be one."""

    def __init__(self, written: str) -> None:
        """Keep the number as written."""
        self.written = written


@dataclass(frozen=True, slots=True)
class Loaded:
    """The outcome of loading: the text, the value, and what was found."""

    text: str
    """The document decoded, without byte order mark; empty when it is not UTF-8."""
    is_json: bool
    value: Json
    """None as well when `is_json` is false."""
    diagnostics: tuple[Diagnostic, ...]


def load(data: bytes, file: str) -> Loaded:
    """Return the value of a document's bytes, and the findings about its encoding and syntax.

    Args:
        data: The whole file.
        file: Its path, for the locations.
    """
    if len(data) > BYTES:
        message = f"the document has {len(data)} bytes, at most {BYTES} (4 MiB) are allowed"
        return _refused("", finding("document-too-large", message, Location(file)))
    text, problem = _decode(data, file)
    warnings = (problem,) if problem else ()
    if text is None:
        return _refused("", *warnings)
    if deep := _too_deep(text, file):
        return _refused(text, *warnings, deep)
    return _parse(text, file, warnings)


def _refused(text: str, *diagnostics: Diagnostic) -> Loaded:
    return Loaded(text, is_json=False, value=None, diagnostics=diagnostics)


def _decode(data: bytes, file: str) -> tuple[str | None, Diagnostic | None]:
    """Return the text, and the finding about its encoding: an error without text, or the warning of a mark."""
    name = _other_encoding(data)
    if name:
        hint = "save the file as UTF-8 without byte order mark"
        return None, finding(
            "json-encoding", f"the document is {name}, expected UTF-8", Location(file, 1, 1), hint=hint
        )
    has_mark = data.startswith(b"\xef\xbb\xbf")
    try:
        text = data[3 if has_mark else 0 :].decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start + (3 if has_mark else 0)
        before = data[3 if has_mark else 0 : start].decode("utf-8")
        line, column = Lines(before).at(len(before))
        message = f"the document is not UTF-8: found the byte 0x{data[start]:02x}"
        hint = "save the file as UTF-8"
        return None, finding("json-encoding", message, Location(file, line, column), hint=hint)
    if has_mark:
        message = "the document starts with a byte order mark (BOM), expected plain UTF-8"
        hint = "save the file as UTF-8 without byte order mark"
        return text, finding("json-bom", message, Location(file, 1, 1), hint=hint)
    return text, None


def _other_encoding(data: bytes) -> str:
    """Return the name of a wider encoding, by its mark or by the zeros around an ASCII character (RFC 4627, 3)."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    zeros = tuple(byte == 0 for byte in data[:4])
    if zeros in ((True, True, True, False), (False, True, True, True)):
        return "UTF-32"
    if zeros in ((True, False, True, False), (False, True, False, True)):
        return "UTF-16"
    return ""


# A string as in `TOKEN`; all that needs no look is passed over without stopping.
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+[^\[\]{}"]*+|[\[\]{}]', re.DOTALL)


def _too_deep(text: str, file: str) -> Diagnostic | None:
    if text.count("[") + text.count("{") <= DEPTH:
        return None
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        sign = text[match.start()]
        if sign in "[{":
            depth += 1
            if depth > DEPTH:
                line, column = Lines(text).at(match.start())
                message = f"values are nested deeper than {DEPTH} levels"
                return finding(
                    "json-depth",
                    message,
                    Location(file, line, column),
                    hint="remove the nesting: the format needs 6 levels",
                )
        elif sign in "]}":
            depth -= 1
    return None


class _NotANumberError(ValueError):
    """NaN, Infinity or -Infinity."""


class _Parser:
    """The standard parser with our hooks."""

    def __init__(self) -> None:
        self.has_repeated_key = False

    def object(self, pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        members = dict(pairs)
        if len(members) != len(pairs):
            self.has_repeated_key = True
        for key in IGNORED:
            members.pop(key, None)
        return members

    @staticmethod
    def whole(written: str) -> int | OutOfRange:
        return int(written) if len(written) <= NUMBER else OutOfRange(written)

    @staticmethod
    def fraction(written: str) -> float | OutOfRange:
        # Long fractions are legal, only pointless; a thousand digits are read in no time.
        value = float(written) if len(written) <= 1000 else math.inf
        return value if math.isfinite(value) else OutOfRange(written)

    @staticmethod
    def constant(written: str) -> Json:
        raise _NotANumberError(written)


def _parse(text: str, file: str, warnings: tuple[Diagnostic, ...]) -> Loaded:
    parser = _Parser()
    try:
        value = json.loads(
            text,
            object_pairs_hook=parser.object,
            parse_int=parser.whole,
            parse_float=parser.fraction,
            parse_constant=parser.constant,
        )
    except ValueError as error:
        return _refused(text, *warnings, _syntax(text, file, error))
    repeated = _repeated(text, file) if parser.has_repeated_key else ()
    return Loaded(text, is_json=True, value=value, diagnostics=(*warnings, *repeated))


def _syntax(text: str, file: str, error: ValueError) -> Diagnostic:
    from .syntax import Fault, excerpt, first_fault, merge_conflict  # only a broken document needs them

    fault = merge_conflict(text) or first_fault(text)
    if fault is None:
        # The two grammars are the same (a property test holds them to that); say something true all the same.
        fault = Fault(getattr(error, "pos", 0), "the document is not JSON (RFC 8259)", "")
    lines = Lines(text)
    line, column = lines.at(fault.offset)
    detail = excerpt(text, fault.offset, lines) if text.strip() else ()
    return finding("json-syntax", fault.message, Location(file, line, column), hint=fault.hint, detail=detail)


_MOST_REPEATED = 100


def _repeated(text: str, file: str) -> tuple[Diagnostic, ...]:
    """Return one finding for each key that stands again in its object, at the later key."""
    lines = Lines(text)
    found: list[Diagnostic] = []
    for path, first, again in repeated_keys(text):
        found.append(_repeated_key(path, lines.at(first)[0], Location(file, *lines.at(again), json_path(path))))
        if len(found) >= _MOST_REPEATED:
            break
    return tuple(found)


def _repeated_key(path: Path, first_line: int, location: Location) -> Diagnostic:
    message = f"the key {quote(str(path[-1]))} stands twice in one object; it is on line {first_line} already"
    return finding("duplicate-key", message, location, hint="keep one of the two")


MAY_HOLD_CONTROLS = re.compile(r"\\[bfnrtu]|[\x7f-\x9f\ufffe\uffff]")
"""Found in every JSON text whose strings hold what `characters` refuses: raw below U+0020 is no JSON."""
