"""What git knows about a path, asked read-only: never needed, never over the network, and within bounds.

A workspace folder and a path go in, a few facts come out, or None where git is not installed, the folder is in no
repository, or an answer takes too long. No program that a repository's configuration names is run.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

SECONDS = 5
"""How long one question may take."""

# A hook's own variables would send git to another repository. Any transport is refused, so that a partial clone
# fetches nothing, and paths are no patterns.
_KEPT = frozenset({"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CEILING_DIRECTORIES"})
_SET = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
# What a repository's own configuration could make these commands run is switched off: the file system monitor, hooks,
# the check of signatures, a pager.
_COMMAND = (
    *("git", "--no-pager", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}"),
    *("-c", "log.showSignature=false", "-c", "core.quotePath=false"),
)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit as people name it."""

    id: str
    """Its abbreviated id."""
    date: str
    """YYYY-MM-DD."""
    subject: str

    def __str__(self) -> str:
        """Return `a1b2c3d of 2026-01-31`."""
        return f"{self.id} of {self.date}"


@dataclass(frozen=True, slots=True)
class Tracked:
    """How git's index holds a path."""

    path: str
    """The path itself, or the submodule that it lies in."""
    is_submodule: bool
    is_sparse: bool
    """True when it is outside of what a sparse checkout writes."""


def ask(root: Path, *arguments: str, given: str = "", seconds: float = SECONDS) -> bytes | None:
    """Return what git says; None when it fails, is not installed or takes too long.

    Args:
        root: The folder to ask in; paths are relative to it.
        arguments: A command that only reads, and its arguments.
        given: What git reads on its standard input.
        seconds: How long it may take.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
    try:
        done = subprocess.run(  # noqa: S603  # a fixed program; paths and revisions are never options
            [*_COMMAND, *arguments],
            cwd=root,
            env=inherited | _SET,
            input=given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def commit_since(root: Path, document: str, pinned: str, source: str) -> Commit | None:
    """Return the last commit that touched a source after its pin came into the document; None without one.

    Args:
        root: The folder that the paths are relative to.
        document: The document's path.
        pinned: The digits of the pin, as they stand in the document.
        source: The source's path.
    """
    # A text conversion is a program that the repository names.
    plain = ("--no-textconv", "--no-ext-diff", "--format=%H")
    when = ask(root, "log", "-1", *plain, f"-S{pinned}", "--", document) or ask(
        root, "log", "-1", *plain, "--", document
    )
    if not when:
        return None
    since = f"{when.decode().strip()}..HEAD"
    told = ask(root, "log", "-1", "--format=%h%x00%cs%x00%s", since, "--", source)
    parts = (told or b"").decode(errors="replace").rstrip("\n").split("\0")
    return Commit(parts[0], parts[1], parts[2]) if len(parts) == 3 else None


def committed(root: Path, path: str, limit: int) -> bytes | None:
    """Return a file's bytes in the last commit; None when it is not there, or longer than `limit` bytes."""
    size = ask(root, "cat-file", "-s", f"HEAD:./{path}")
    if size is None or not size.strip().isdigit() or int(size) > limit:
        return None
    return ask(root, "cat-file", "blob", f"HEAD:./{path}")


def tracked(root: Path, path: str) -> Tracked | None:
    """Return how git's index holds a path, or the submodule above it; None when it does not."""
    told = ask(root, "ls-files", "-z", "-t", "--stage", "--", path) or b""
    for entry in told.split(b"\0"):
        tag, _, rest = entry.partition(b" ")
        if rest.partition(b"\t")[2] == path.encode():
            return Tracked(path, is_submodule=False, is_sparse=tag == b"S")
    parts = path.split("/")
    above = ["/".join(parts[:count]) for count in range(1, len(parts))]
    # Of a folder `ls-files` would list every file, `ls-tree` lists one line.
    told = (ask(root, "ls-tree", "-z", "HEAD", "--", *above) or b"") if above else b""
    for entry in told.split(b"\0"):
        mode, _, name = entry.partition(b"\t")
        if mode.startswith(b"160000 "):
            return Tracked(name.decode(errors="replace"), is_submodule=True, is_sparse=False)
    return None
