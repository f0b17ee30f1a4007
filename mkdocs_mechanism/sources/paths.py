"""The rule for a source's path, on its text alone: the same verdict on every system, before any file is looked for.

A path is a relative POSIX path in normal form below the workspace root. Each near miss is told apart, so that the
hint can be the text to write (the list of cases is BagIt's). Nothing is expanded or decoded: `$HOME`, `*` and `%2e` are
plain characters of a name.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass

from ..diagnostics import quote
from ..workspace import quote_path

LONGEST_PATH = 1024
"""Bytes of UTF-8 in a path: what every system in use can open (macOS: PATH_MAX)."""
LONGEST_NAME = 255
"""Bytes of UTF-8 in one segment (NAME_MAX)."""

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(?:\.|:|$)", re.IGNORECASE)
# One match is faster than all the rules: names of ASCII letters, digits, -, _ and dots within, none of them reserved.
_NAME = r"(?!(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:[./]|$))[a-z0-9_-]+(?:\.+[a-z0-9_-]+)*"
_PLAIN = re.compile(f"{_NAME}(?:/{_NAME})*", re.ASCII | re.IGNORECASE)
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|(?:file|data|https?|ftp|mailto):", re.IGNORECASE)
_JOINERS = frozenset("\u200c\u200d")
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")


@dataclass(frozen=True, slots=True)
class PathFault:
    """Why a text is no source path, or no portable one."""

    is_warning: bool
    """True when the path is valid here, but not on Windows."""
    message: str
    """A predicate about the quoted path, such as `is an absolute path`."""
    hint: str = ""


def check_path(path: str) -> PathFault | None:
    """Return the first rule that the text breaks, the warning about Windows last; None for a good path."""
    if len(path) <= LONGEST_NAME and _PLAIN.fullmatch(path):
        return None
    return _first_fault(path)


def _first_fault(path: str) -> PathFault | None:
    for rule in (_characters, _length, _system_forms, _normal_form):
        if (fault := rule(path)) is not None:
            return fault
    return _portable(path)


def _error(message: str, hint: str = "") -> PathFault:
    return PathFault(False, message, hint)


def _write(path: str) -> str:
    return f"write {quote_path(path)}" if path else ""


def _characters(path: str) -> PathFault | None:
    if not path:
        return _error("is empty; expected the path of a file")
    is_plain = path.isascii() and path.isprintable()
    for index, character in enumerate("" if is_plain else path):
        name = f"U+{ord(character):04X}"
        category = unicodedata.category(character)
        if category == "Cc":
            return _error(f"holds the control character {name}", "rename the file without it")
        if category == "Cs":
            return _error(f"holds half of a surrogate pair, {name}", "write the character itself")
        if _is_invisible(path, index):
            cleaned = "".join(c for i, c in enumerate(path) if not _is_invisible(path, i))
            return _error(f"holds the invisible character {name}", _write(cleaned))
    if path != path.strip():
        return _error("begins or ends with a blank", _write(path.strip()))
    return None


def _is_invisible(path: str, index: int) -> bool:
    """Return whether a reader can't see the character; after a non-ASCII one, joiners and selectors have a use."""
    character = path[index]
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    if character in _JOINERS or is_selector:
        return index == 0 or ord(path[index - 1]) < 0x80
    return character in _FILLERS or unicodedata.category(character) in ("Cf", "Zl", "Zp")


def _length(path: str) -> PathFault | None:
    longest = max(len(part.encode()) for part in path.split("/"))
    if len(path.encode()) > LONGEST_PATH:
        return _error(f"is {len(path.encode())} bytes long; at most {LONGEST_PATH} are allowed")
    if longest > LONGEST_NAME:
        return _error(f"has a name of {longest} bytes; at most {LONGEST_NAME} are allowed")
    return None


def _system_forms(path: str) -> PathFault | None:
    """Forms that some system or library takes for something else than a file below the root."""
    relative = "expected a path relative to the workspace root"
    if _URL.match(path):
        hint = "save a copy below the root and name that: nothing is fetched"
        return _error("is a URL; expected a file below the workspace root", hint)
    if path.startswith(("\\\\?\\", "\\\\.\\", "//?/", "//./")):
        return _error(f"is a Windows device path; {relative}")
    if path.startswith(("\\\\", "//")):
        return _error(f"is a network (UNC) path; {relative}")
    if re.match(r"[A-Za-z]:", path):
        return _error(f"begins with a drive letter; {relative}")
    if path.startswith(("/", "\\")):
        return _error(f"is an absolute path; {relative}")
    if "\\" in path:
        return _error("holds a backslash; names are separated by /", _write(path.replace("\\", "/")))
    if ":" in path.split("/", maxsplit=1)[0]:
        return _error("has a colon in its first name, as a drive or a URL has", "rename the file or folder")
    if path.startswith("~"):
        return _error(f'begins with "~", which shells take for a home folder; {relative}')
    return None


def _normal_form(path: str) -> PathFault | None:
    parts = path.split("/")
    normal = posixpath.normpath(path)
    if normal == ".." or normal.startswith("../"):
        return _error('leads out of the workspace root by ".."', "copy the file below the root and name the copy")
    if normal == ".":
        return _error("names a folder; expected a file")
    if path.endswith("/") and "." not in parts and ".." not in parts and "" not in parts[:-1]:
        return _error('ends with "/", as a folder does; expected a file', "name the file in it")
    if ".." in parts:
        return _error('holds the segment ".."; expected the normal form', _write(normal))
    if "." in parts:
        return _error('holds the segment "."; expected the normal form', _write(normal))
    if "" in parts:
        return _error('holds an empty segment ("//"); expected the normal form', _write(normal))
    return None


def _portable(path: str) -> PathFault | None:
    for part in path.split("/"):
        if _RESERVED.match(part):
            return PathFault(True, f"holds the name {quote(part)}, which Windows reserves for a device", _RENAME)
        if part.endswith((".", " ")):
            return PathFault(True, f"holds the name {quote(part)}; Windows drops the dot or blank at its end", _RENAME)
        if odd := sorted(set(part) & set('<>:"|?*')):
            return PathFault(True, f"holds {quote(odd[0])}, which no Windows file name can hold", _RENAME)
    return None


_RENAME = "rename it if the site is ever built on Windows"
