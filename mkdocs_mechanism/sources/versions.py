"""Earlier versions of files, where git has them: what a pinned digest stood for, and a document as it was committed.

A workspace folder and a path go in, bytes and the commit come out. Git is asked read-only, without network and within
bounds; whatever it can't answer is None. Nothing but what people read depends on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .history import Commit, ask

COMMITS = 200
"""Commits of one path that are looked through, the newest first."""
LARGEST = 8 * 2**20
"""Bytes of a version that is looked at: nobody reads a longer difference."""
TOGETHER = 64 * 2**20
"""Bytes of all versions of one path that are looked at."""
SECONDS = 20
"""How long one question may take."""


@dataclass(frozen=True, slots=True)
class Version:
    """A file as one commit has it."""

    data: bytes
    commit: Commit


def has_git(root: Path) -> bool:
    """Return whether git is installed and the folder lies in a repository."""
    return _git(root, "rev-parse", "--is-inside-work-tree") == b"true\n"


def commit_of(root: Path, revision: str) -> Commit | None:
    """Return the commit that a revision names; None when it names none."""
    if revision.startswith("-"):
        return None
    full = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    told = _git(root, "log", "-1", "--format=%h%x00%cs%x00%s", full.decode().strip(), "--") if full else None
    return Commit(*told.decode(errors="replace").rstrip("\n").split("\0")) if told else None


def content_at(root: Path, commit: Commit, path: str) -> bytes | None:
    """Return a file's bytes in a commit; None when it is not there."""
    return _git(root, "cat-file", "blob", f"{commit.id}:./{path}")


def version_with(root: Path, path: str, digest: str, select: Callable[[bytes], bytes | None]) -> Version | None:
    """Return the newest version of a file whose bytes have a digest.

    Args:
        root: The workspace root.
        path: The file, relative to it.
        digest: SHA-256 as 64 hex digits.
        select: Takes a version's bytes and returns those that the digest covers, or None.
    """
    blobs = _blobs(root, path)
    for blob, data in _contents(root, list(blobs)):
        selected = select(data)
        if selected is not None and hashlib.sha256(selected).hexdigest() == digest:
            return Version(data, blobs[blob])
    return None


def _blobs(root: Path, path: str) -> dict[str, Commit]:
    """Return the blobs that a path was, each with the newest commit that brought it."""
    # Two NUL begin a commit: no part of it can hold one.
    told = _git(
        root, "log", f"--max-count={COMMITS}", "--format=%x00%x00%h%x00%cs%x00:%s%x00", "--raw", "--no-renames",
        "--diff-merges=first-parent", "--", path,
    )  # fmt: skip
    blobs: dict[str, Commit] = {}
    for entry in (told or b"").decode(errors="replace").split("\0\0")[1:]:
        short, day, subject, raw = entry.split("\0")
        for line in raw.split("\n"):
            if line.startswith(":"):
                blobs.setdefault(line.split(" ")[3].rstrip("."), Commit(short, day, subject[1:]))
    return {blob: commit for blob, commit in blobs.items() if blob.strip("0")}


def _contents(root: Path, blobs: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the bytes of blobs in their order, as long as the bounds allow."""
    told = _batch(root, "--batch-check", blobs).decode().splitlines()
    room = TOGETHER
    wanted: list[str] = []
    for blob, line in zip(blobs, told, strict=False):
        parts = line.split(" ")
        if len(parts) == 3 and parts[1] == "blob" and int(parts[2]) <= min(LARGEST, room):
            wanted.append(blob)
            room -= int(parts[2])
    stream = _batch(root, "--batch", wanted)
    start = 0
    for blob in wanted:
        end = stream.find(b"\n", start)
        if end < 0:
            return
        length = int(stream[start:end].split(b" ")[2])
        yield blob, stream[end + 1 : end + 1 + length]
        start = end + length + 2


def _batch(root: Path, how: str, blobs: Sequence[str]) -> bytes:
    return (_git(root, "cat-file", how, given="".join(f"{blob}\n" for blob in blobs)) or b"") if blobs else b""


def _git(root: Path, *arguments: str, given: str = "") -> bytes | None:
    return ask(root, *arguments, given=given, seconds=SECONDS)
