"""What changed in a source since it was pinned, for people to read: from the version that git has with that digest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..diagnostics import printable
from ..document.comparison import source_name
from ..document.model import Source
from ..sources.difference import Difference, difference
from ..sources.history import Commit
from ..sources.parts import part
from ..sources.run import Run
from ..sources.verify import SHORT, SourceState
from ..sources.versions import LARGEST, Versions
from ..workspace import Workspace, WorkspaceError, quote_path


@dataclass(frozen=True, slots=True)
class Since:
    """A source's way from a recorded digest to its present bytes."""

    source: Source
    commit: Commit
    """The newest commit that has the recorded bytes."""
    difference: Difference

    def lines(self, most: int) -> Iterator[str]:
        """Yield a unified difference with at most so many lines after its head."""
        name = printable(source_name(self.source))
        yield f"--- {name}\tas pinned, in {self.commit}: {printable(self.commit.subject)}"
        yield f"+++ {name}\tnow: {self.difference}"
        yield from self.difference.lines[:most]
        if len(self.difference.lines) > most:
            yield f"... {len(self.difference.lines) - most} more lines"


def expect(workspace: Workspace, source: Source, versions: Versions) -> None:
    """Say that `since` will be asked about a source."""
    try:
        home = Run().home(workspace, source.path)
        versions.expect(home.root, home.resolve(source.path))
    except WorkspaceError:
        return  # nothing to compare with


def since(workspace: Workspace, source: Source, digest: str, versions: Versions) -> Since | None:
    """Return what changed; None where git has no version with the digest, or there is no file to compare it with.

    Args:
        workspace: Where the source is.
        source: The source as the document names it now.
        digest: The digest recorded for it, now or at an earlier time.
        versions: What git has, shared by the sources of one command.
    """
    try:
        home = Run().home(workspace, source.path)
        now = _selected(home.read(source.path, LARGEST), source)
        path = home.resolve(source.path)
    except WorkspaceError:
        return None
    if now is None:
        return None
    version = versions.with_digest(home.root, path, digest, lambda data: _selected(data, source))
    then = _selected(version.data, source) if version is not None else None
    if version is None or then is None:
        return None
    return Since(source, version.commit, difference(then, now))


def _selected(data: bytes, source: Source) -> bytes | None:
    """Return the bytes that the digest covers."""
    selected = part(data, source)
    return selected if isinstance(selected, bytes) else None


def unknown(versions: Versions) -> str:
    """Return why there is nothing to show of a source."""
    if versions.is_over:
        return "git was not asked for the recorded version: that takes too long here"
    return "git has no version with the recorded digest"


def pin_line(document: str, state: SourceState) -> str:
    """Return what pinning does to one source: its name, and the digest before and after."""
    pinned, present = (state.source.sha256 or "")[:SHORT], (state.actual or "")[:SHORT]
    before = f"{pinned}..." if pinned else "no digest"
    return f"{quote_path(source_name(state.source))} in {quote_path(document)}: {before} -> {present}..."
