"""Files that stand for a content which is elsewhere: pointers of Git LFS and git-annex.

The first bytes of a file, or the target of a link, go in; which tool it belongs to and the SHA-256 of the content come
out. Their digest is never a source's digest (provenance research A.4, P2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEAD = 1024
"""Bytes of a file that are looked at; a pointer is shorter (Git LFS specification)."""

# The version is not part of it: older pointers name hawser, and no reader should insist on /v1.
_LFS = re.compile(rb"version https?://(?:git-lfs\.github\.com|hawser\.github\.com|git-media\.io)/[^\n]*\n")
_OID = re.compile(rb"^oid sha256:([0-9a-f]{64})\r?$", re.MULTILINE)
_ANNEX_FILE = re.compile(rb"/annex/objects/([^/\n]+)\n?\Z")
_ANNEX_LINK = re.compile(r"(?:^|/)\.git/(?:[^/]+/)*annex/objects/(?:[^/]+/)*([^/]+)\Z")
_KEY = re.compile(r"SHA256E?(?:-[sSmC][0-9]+)*--([0-9a-f]{64})(?:\.|\Z)")


@dataclass(frozen=True, slots=True)
class Pointer:
    """A file in place of its content."""

    tool: str
    """`Git LFS` or `git-annex`."""
    oid: str | None
    """SHA-256 of the content: 64 hex digits; None where the pointer does not say it."""
    command: str
    """What brings the content, without the path."""


def pointer(head: bytes) -> Pointer | None:
    """Return what a file is a pointer to, from its first `HEAD` bytes, or all of them; None for an ordinary file."""
    if _LFS.match(head) and len(head) < HEAD:
        found = _OID.search(head)
        return Pointer("Git LFS", found[1].decode() if found else None, "git lfs pull --include")
    annexed = _ANNEX_FILE.match(head)
    return _annex(annexed[1].decode(errors="replace")) if annexed else None


def link_pointer(target: str) -> Pointer | None:
    """Return what a symbolic link is a pointer to, from the text of its target."""
    found = _ANNEX_LINK.search(target.replace("\\", "/"))
    return _annex(found[1]) if found else None


def _annex(key: str) -> Pointer:
    found = _KEY.match(key)
    return Pointer("git-annex", found[1] if found else None, "git annex get")
