r"""`SHA256SUMS` files in GNU's form: digests of files that may not be here.

Bytes go in, digest by path come out, and the other way round; the paths are relative to the file's own folder.
Lines are `DIGEST`, two blanks (or a blank and `*`), and the path; a line that begins with `\` has a path in which `\`
and line feeds are escaped (GNU coreutils, "cksum output modes").
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

NAME = "SHA256SUMS"
SUMS_LIMIT = 4 * 2**20
"""Longest file that is read, in bytes."""

_LINE = re.compile(r"(?P<escaped>\\?)(?P<digest>[0-9a-f]{64}) [ *](?P<path>.+)")
_ESCAPES = {"\\\\": "\\", "\\n": "\n", "\\r": "\r"}


def read_sums(data: bytes) -> Mapping[str, str] | None:
    """Return path to digest; None when it is no such file: another line, or one path with two digests."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    sums: dict[str, str] = {}
    for line in text.split("\n"):
        bare = line.removesuffix("\r")
        if not bare or bare.startswith("#"):
            continue
        match = _LINE.fullmatch(bare)
        if match is None:
            return None
        path = match["path"]
        if match["escaped"]:
            path = re.sub(r"\\[\\nr]", lambda found: _ESCAPES[found[0]], path)
        path = posixpath.normpath(path)
        if sums.setdefault(path, match["digest"]) != match["digest"]:
            return None
    return sums


def write_sums(sums: Mapping[str, str]) -> bytes:
    """Return the file for paths and digests: sorted by the paths' bytes, LF, UTF-8; empty for nothing."""
    return "".join(_line(path, sums[path]) for path in sorted(sums, key=str.encode)).encode()


def _line(path: str, digest: str) -> str:
    if any(character in path for character in "\\\n\r"):
        escaped = path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
        return f"\\{digest}  {escaped}\n"
    return f"{digest}  {path}\n"


def sums_beside(path: str) -> tuple[tuple[str, str], ...]:
    """Return where the digest of a source may be recorded: sums files and the source's path in each, nearest first."""
    found = []
    folder, name = posixpath.split(path)
    while True:
        found.append((posixpath.join(folder, NAME), name))
        if not folder:
            return tuple(found)
        folder, last = posixpath.split(folder)
        name = posixpath.join(last, name)
