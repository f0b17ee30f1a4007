"""Earlier versions of files, where git has them: what a pinned digest stood for, and a document as it was committed.

A workspace folder and a path go in, bytes and the commit come out. Git is asked read-only, without network and within
bounds; whatever it can't answer is None. Nothing but what people read depends on it.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from .history import Commit, ask

COMMITS = 200
"""Commits for each path that are looked through, the newest first."""
LARGEST = 8 * 2**20
"""Bytes of a version that is looked at: nobody reads a longer difference."""
TOGETHER = 64 * 2**20
"""Bytes of all versions of one path that are looked at."""
SECONDS = 20
"""How long one question about a commit may take."""
SECONDS_TOGETHER = 30
"""How long all questions of one run about earlier versions may take; in a large history one may take seconds."""
PATHS = 500
"""Paths of one question: a command line is not endless."""

_RAW = re.compile(r"\n?:[0-7]{6} [0-7]{6} [0-9a-f]+ (?P<blob>[0-9a-f]+) [A-Z][0-9]*")


@dataclass(frozen=True, slots=True)
class Version:
    """A file as one commit has it."""

    data: bytes
    commit: Commit


class Past:
    """The files of a workspace as they were in one commit."""

    def __init__(self, root: Path, commit: Commit) -> None:
        """Take the workspace root and the commit."""
        self.root = root
        self.commit = commit

    def content(self, path: str) -> bytes | None:
        """Return a file's bytes in the commit; None when it is not there."""
        return _git(self.root, "cat-file", "blob", f"{self.commit.id}:./{path}")

    @cached_property
    def moves(self) -> Mapping[str, str]:
        """Present path to the path in the commit of every file that git's index has under another name."""
        # The index and not the files: to compare these, git would run filters that its configuration names.
        found = ("--cached", "-M", "--diff-filter=R", "--name-status", "-z", "--relative")
        told = _git(self.root, "diff-index", *found, self.commit.id, "--") or b""
        fields = told.decode(errors="replace").split("\0")
        return dict(zip(fields[2::3], fields[1::3], strict=False))


class Versions:
    """Earlier versions of the files of one run: git is asked about all expected paths at once, and within bounds."""

    def __init__(self, seconds: float = SECONDS_TOGETHER) -> None:
        """Begin; `seconds` is how long all questions together may take."""
        self._seconds = seconds
        self._expected: dict[Path, dict[str, None]] = {}
        self._blobs: dict[tuple[Path, str], dict[str, Commit]] = {}

    @property
    def is_over(self) -> bool:
        """True when git is not asked any more, so that nothing is known of a version that was not found."""
        return self._seconds <= 0

    def expect(self, root: Path, path: str) -> None:
        """Say that a version of a file will be asked for."""
        if (root, path) not in self._blobs:
            self._expected.setdefault(root, {})[path] = None

    def with_digest(
        self, root: Path, path: str, digest: str, select: Callable[[bytes], bytes | None]
    ) -> Version | None:
        """Return the newest version of a file whose bytes have a digest.

        Args:
            root: The workspace root.
            path: The file, relative to it.
            digest: SHA-256 as 64 hex digits.
            select: Takes a version's bytes and returns those that the digest covers, or None.
        """
        self.expect(root, path)
        expected = iter(self._expected.pop(root, {}))
        while paths := tuple(islice(expected, PATHS)):
            self._look(root, paths)
        blobs = self._blobs[root, path]
        for blob, data in self._contents(root, list(blobs)):
            selected = select(data)
            if selected is not None and hashlib.sha256(selected).hexdigest() == digest:
                return Version(data, blobs[blob])
        return None

    def _look(self, root: Path, paths: Sequence[str]) -> None:
        """Find the blobs that paths were, each with the newest commit that brought it."""
        self._blobs.update({(root, path): {} for path in paths})
        told = self._ask(
            root, "log", f"--max-count={COMMITS * len(paths)}", "--format=commit %h %cs %s", "--raw", "-z",
            "--no-renames", "--diff-merges=first-parent", "--relative", "--", *paths,
        )  # fmt: skip
        fields = iter((told or b"").decode(errors="surrogateescape").split("\0"))
        commit = Commit("", "", "")
        for field in fields:
            if (raw := _RAW.fullmatch(field)) is not None:
                blobs = self._blobs.get((root, next(fields, "")))
                if blobs is not None and len(blobs) < COMMITS and raw["blob"].strip("0"):
                    blobs.setdefault(raw["blob"], commit)
            elif field.startswith("commit "):
                _, short, day, subject = field.split(" ", 3)
                commit = Commit(short, day, subject.encode(errors="surrogateescape").decode(errors="replace"))

    def _contents(self, root: Path, blobs: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Yield the bytes of blobs in their order, as long as the bounds allow."""
        told = self._batch(root, "--batch-check", blobs).decode().splitlines()
        room = TOGETHER
        wanted: list[str] = []
        for blob, line in zip(blobs, told, strict=False):
            parts = line.split(" ")
            if len(parts) == 3 and parts[1] == "blob" and int(parts[2]) <= min(LARGEST, room):
                wanted.append(blob)
                room -= int(parts[2])
        stream = self._batch(root, "--batch", wanted)
        start = 0
        for blob in wanted:
            end = stream.find(b"\n", start)
            if end < 0:
                return
            length = int(stream[start:end].split(b" ")[2])
            yield blob, stream[end + 1 : end + 1 + length]
            start = end + length + 2

    def _batch(self, root: Path, how: str, blobs: Sequence[str]) -> bytes:
        given = "".join(f"{blob}\n" for blob in blobs)
        return (self._ask(root, "cat-file", how, given=given) or b"") if blobs else b""

    def _ask(self, root: Path, *arguments: str, given: str = "") -> bytes | None:
        if self.is_over:
            return None
        begun = time.monotonic()
        told = ask(root, *arguments, given=given, seconds=self._seconds)
        self._seconds -= time.monotonic() - begun
        return told


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


def _git(root: Path, *arguments: str) -> bytes | None:
    return ask(root, *arguments, seconds=SECONDS)
