"""What a committed `SHA256SUMS` says of a source that is not here, such as a paper that may not be copied.

The sums file lies in the source's folder or above it; the nearest one that names the source counts. It stands in for
the file only where its digest is the pinned one, and that is always said.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..document.model import Source
from ..workspace import Workspace, WorkspaceError, quote_path
from .sums import SUMS_LIMIT, read_sums, sums_beside


@dataclass(frozen=True, slots=True)
class Recorded:
    """A line about a source, or why there is none."""

    file: str
    """Path of the sums file in the workspace."""
    is_pinned: bool
    """True when the line holds the pinned digest of the whole file."""
    problem: str = ""
    """Why it does not stand in for the file; empty when it does."""


def find_recorded(source: Source, workspace: Workspace) -> Recorded | None:
    """Return what the nearest sums file that names the source says; None when there is none, or nothing to compare."""
    if source.sha256 is None:
        return None
    for file, name in sums_beside(source.path):
        try:
            data = workspace.read(file, SUMS_LIMIT)
        except WorkspaceError:
            continue
        sums = read_sums(data)
        if sums is None:
            return Recorded(file, False, f"{quote_path(file)} is no list of digests in the form of sha256sum")
        if name not in sums:
            continue
        if source.part:
            return Recorded(file, False, f"{quote_path(file)} records the whole file, and only a part of it is pinned")
        if sums[name] != source.sha256:
            return Recorded(file, False, f"{quote_path(file)} records another digest than the pinned one: {sums[name]}")
        return Recorded(file, True)
    return None
