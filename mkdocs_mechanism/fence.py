"""Read a fence: header and body as text, out come the document's reference, options, endpoints and findings.

The header is read here, in every form that authors write, and nowhere else: what a host's own parser makes of it does
not matter. The module knows no host, no file and no document; names of edges are checked by the document's reader.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .codes import finding
from .diagnostics import Diagnostic, Location, quote
from .document.model import Endpoints
from .document.shorthand import LineError, read_endpoints
from .fence_scan import Fence, find, is_mechanism, scan
from .options import OPTIONS, Given, OptionError
from .options import find as find_option
from .suggestions import near

__all__ = ["Fence", "ParsedFence", "find", "is_mechanism", "parse", "resolve_document", "scan"]

ENDPOINT_HINT = "write NAME: NAME -> NAME"
SRC_HINT = 'name it: mechanism src="FILE.json"'


@dataclass(frozen=True, slots=True)
class ParsedFence:
    """What a fence says."""

    src: str
    """Reference to the document as written; empty when there is none."""
    src_location: Location
    options: Mapping[str, Given]
    """Every known option of the header but `src`, still as text (`options.figure_options` reads it)."""
    endpoints: Mapping[str, Endpoints]
    """Edge name to its ends."""
    diagnostics: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Reading:
    """What has been read so far; frozen into a ParsedFence at the end."""

    location: Location
    src: Given | None = None
    options: dict[str, Given] = field(default_factory=dict)
    endpoints: dict[str, Endpoints] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)
    is_src_misspelt: bool = False
    """True: the header names the document, under an option that does not exist."""

    def complain(self, code: str, message: str, location: Location, hint: str = "") -> None:
        self.findings.append(finding(code, message, location, hint=hint))

    def take_src(self, value: str, location: Location) -> None:
        if not value.strip():
            self.complain("option-value", 'option "src" is empty', location, SRC_HINT)
        elif self.src is not None:
            message = f"the fence names a second document, {quote(value)}, after {quote(self.src.value)}"
            self.complain("fence-syntax", message, location, "keep one of them")
        else:
            self.src = Given(value, location)

    def take_option(self, name: str, value: str, location: Location) -> None:
        if name == "src":
            self.take_src(value, location)
            return
        try:
            find_option(name, fence=True)
        except OptionError as error:
            self.findings.append(error.at(location))
            self.is_src_misspelt |= error.code == "unknown-option" and error.hint == near("src", ("src",))
            return
        if name == "class" and name in self.options:
            value = f"{self.options[name].value} {value}"
        elif name in self.options:
            self.complain("fence-syntax", f"option {quote(name)} is given twice", location, "keep one of them")
            return
        self.options[name] = Given(value, location)


def parse(header: str, body: str | Sequence[str], location: Location, *, indent: int = 0) -> ParsedFence:
    """Read header and body of a fence.

    Args:
        header: The info string, everything after the marks of the first line.
        body: The lines between the marks, without the prefix of their container.
        location: Where the header begins: file, line and column.
        indent: Code points of that prefix on the lines of the body, so that columns are right.

    Returns:
        What is there, and every finding; what is wrong is left out.
    """
    reading = _Reading(location)
    _read_header(reading, header)
    lines = body.split("\n") if isinstance(body, str) else body
    is_first = True
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        column = indent + len(line) - len(line.lstrip()) + 1
        at = Location(location.file, None if location.line is None else location.line + number, column)
        _read_line(reading, text, at, is_first=is_first)
        is_first = False
    is_said = reading.is_src_misspelt or {"fence-syntax", "option-value"} & {each.code for each in reading.findings}
    if reading.src is None and not is_said:
        reading.complain("missing-src", "the fence names no document", location, SRC_HINT)
    src, place = (reading.src.value, reading.src.location) if reading.src else ("", location)
    return ParsedFence(src, place, reading.options, reading.endpoints, tuple(reading.findings))


# --- the header ------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""(?P<key>[A-Za-z_][\w-]*)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<plain>[^\s"'}][^\s}]*))
      | \#(?P<id>[^\s}]+)
      | \.(?P<class>[^\s}./][^\s}./]*)(?=[\s}]|$)
      | (?P<word>[^\s{}"'=][^\s{}"'=]*)(?=[\s{}]|$)""",
    re.VERBOSE,
)
_SKIPPED = re.compile(r"[\s{}]*")


def _read_header(reading: _Reading, header: str) -> None:
    """Take the header apart; braces only group, so that every mixture of the known forms is read the same."""
    if header.count("{") != header.count("}") and "{" in header:
        reading.complain("fence-syntax", "the header's brace is not closed", reading.location, "close it with }")
    position = _SKIPPED.match(header).end()  # type: ignore[union-attr]  # matches the empty text
    is_named = False
    while position < len(header):
        at = _shifted(reading.location, position)
        token = _TOKEN.match(header, position)
        if token is None:
            rest = header[position:].strip()
            reading.complain("fence-syntax", f"the header can't be read from {quote(rest)} on", at, _quoting(rest))
            return
        if not is_named and "mechanism" in (token["word"], token["class"], (token["word"] or "").lstrip(".")):
            is_named = True
        else:
            _take_token(reading, token, at)
        position = _SKIPPED.match(header, token.end()).end()  # type: ignore[union-attr]


def _take_token(reading: _Reading, token: re.Match[str], at: Location) -> None:
    if token["key"]:
        value = next(token[kind] for kind in ("double", "single", "plain") if token[kind] is not None)
        reading.take_option(token["key"], value, at)
    elif token["id"]:
        reading.take_option("id", token["id"], at)
    elif token["class"]:
        reading.take_option("class", token["class"], at)
    elif token["word"] in OPTIONS:
        reading.complain(
            "fence-syntax", f"option {quote(token['word'])} has no value", at, f'write {token["word"]}="..."'
        )
    else:
        reading.take_src(token["word"], at)


def _quoting(rest: str) -> str:
    if rest.count('"') % 2 or rest.count("'") % 2:
        return "close the quotation mark"
    return 'write options as name="value"'


def _shifted(location: Location, offset: int) -> Location:
    column = None if location.column is None else location.column + offset
    return Location(location.file, location.line, column)


# --- the body --------------------------------------------------------------------------------------------------------


def _read_line(reading: _Reading, text: str, at: Location, *, is_first: bool) -> None:
    """Read a path (first line only, without arrow) or NAME: NAME -> NAME."""
    if "->" not in text and is_first and not _looks_like_pair(text):
        reading.take_src(text, at)
        return
    try:
        line = read_endpoints(text)
    except LineError as fault:
        reading.complain("fence-syntax", f"{quote(text)} is no endpoint line: {fault}", at, _line_hint(text))
        return
    if line.name in reading.endpoints:
        first = reading.endpoints[line.name].location.line
        where = "" if first is None else f" in line {first}"
        message = f"edge {quote(line.name)} has its ends{where} already"
        reading.complain("endpoint-repeated", message, at, "keep one of the lines")
    else:
        reading.endpoints[line.name] = Endpoints(line.tail, line.head, at)


def _looks_like_pair(text: str) -> bool:
    """Return whether a line without arrow was meant as an endpoint or an option, not as a path."""
    name, colon, rest = text.partition(":")
    return (bool(colon) and (not rest or rest[0].isspace()) and "/" not in name) or text.startswith('"')


def _line_hint(text: str) -> str:
    name, _, value = text.partition(":")
    if name.strip() in OPTIONS and "->" not in text:
        return f'options stand in the header: mechanism {name.strip()}="{value.strip()}"'
    if text.endswith(".json"):
        return "the document's path is the first line"
    return ENDPOINT_HINT


# --- the document ----------------------------------------------------------------------------------------------------


def resolve_document(src: str, page: str, docs_dir: str) -> tuple[str | None, tuple[str, ...]]:
    """Return where the document lies.

    Args:
        src: The reference as written.
        page: Path of the page, relative to the workspace root.
        docs_dir: Path of the docs folder, relative to the workspace root (`.` or empty: the root itself).

    Returns:
        The path relative to the workspace root, or None when it would leave the root or is no path at all,
        and what was tried, for the message.
    """
    if "\\" in src or "\0" in src or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", src):
        return None, (src,)
    base = docs_dir if src.startswith("/") else posixpath.dirname(page)
    path = posixpath.normpath(posixpath.join(base, src.lstrip("/")) if base else src.lstrip("/"))
    is_outside = path in (".", "..") or path.startswith(("../", "/"))
    return (None if is_outside else path), (path,)
