"""`pin --sums`: the digests of a folder's sources in its `SHA256SUMS`, for places where the files may not be."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..sources.run import Run
from ..sources.sums import NAME, SUMS_LIMIT, read_sums, write_sums
from ..sources.verify import SourceState, Status
from ..workspace import WorkspaceError, quote_path
from .output import UsageError, say, write_file
from .scope import relative
from .site import Site


def write_sums_file(folder: str, works: Iterable[tuple[Site, Sequence[SourceState]]], *, is_quiet: bool) -> None:
    """Record every source below a folder that a document pins to the bytes that are here; other lines are kept.

    Args:
        folder: As on the command line; below the workspace root.
        works: Each document's site and the states of its sources.
        is_quiet: Whether nothing is said about it.

    Raises:
        UsageError: The folder is not there, no source lies in it, or the file that is there is no such file.
    """
    found: dict[str, str] = {}
    places: dict[str, Site] = {}
    for site, states in works:
        below = relative(site, Path(folder))
        places[below] = site
        for state in states:
            path = state.source.path
            if state.status is Status.VERIFIED and (below == "." or path.startswith(f"{below}/")):
                home = Run().home(site.workspace, path)
                found[posixpath.relpath(path, below)] = home.digest(path, site.options.source_limit).sha256
    if not found:
        raise UsageError(f"--sums: no pinned source that is here lies in {quote_path(folder)}")
    below, site = next(iter(places.items()))
    name = NAME if below == "." else f"{below}/{NAME}"
    old = _present(site, name)
    write_file(site.workspace.root / name, write_sums({**old, **found}))
    if not is_quiet:
        kept = len(old.keys() - found.keys())
        say(f"wrote {quote_path(name)}: {_count(found)}" + (f", {kept} kept as they were" if kept else ""))


def _present(site: Site, name: str) -> dict[str, str]:
    """Return what the file says already."""
    try:
        data = site.workspace.read(name, SUMS_LIMIT)
    except WorkspaceError as error:
        if error.kind == "missing":
            return {}
        raise UsageError(error.message) from None
    sums = read_sums(data)
    if sums is None:
        raise UsageError(f"{quote_path(name)} is there and is no list of SHA-256 digests; nothing was written to it")
    return dict(sums)


def _count(found: Sequence[str] | dict[str, str]) -> str:
    return f"{len(found)} source{'s' * (len(found) != 1)}"
