"""Copies of sources for publication: only where a site asks for them, and only of what the figure says it rests on.

A copy holds exactly the bytes that its digest covers: of a source that is a part of a file, the part. Its path is made
from its content, so the same copy serves every figure.
"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..codes import finding
from ..diagnostics import Diagnostic
from ..document.model import Source
from ..request import Request
from ..sources.verify import SourceState, Status
from ..workspace import Workspace, WorkspaceError, quote_path
from .record import FigureRecord
from .site import COPIES

_PUBLISHED = frozenset({Status.VERIFIED, Status.UNPINNED})
_TEXTS = ("bib", "csv", "json", "log", "markdown", "md", "rst", "tex", "toml", "tsv", "txt", "yaml", "yml")
_PICTURES = ("avif", "bmp", "gif", "jpeg", "jpg", "pdf", "png", "webp")
_ARCHIVES = ("7z", "bz2", "gz", "tar", "tgz", "xz", "zip")
_INERT = frozenset((*_TEXTS, *_PICTURES, *_ARCHIVES))
"""Endings that no browser runs and no server obeys; every other file is published as plain text.

A list of what is dangerous would never be whole: any XML can hold XHTML, and servers know endings of their own.
"""
_PACKED = frozenset({"bz2", "gz", "xz"})
"""Endings that servers take for an encoding of what stands before them: `x.svg.gz` is a picture to a browser."""
_SHORT = 16
"""Digits of the digest in a path."""


@dataclass(frozen=True, slots=True)
class Copies:
    """What a figure has published with it."""

    record: FigureRecord
    """The record, with the path of each copy."""
    files: dict[str, bytes]
    """Path relative to the site, to content."""
    diagnostics: tuple[Diagnostic, ...]


def copies(record: FigureRecord, states: Sequence[SourceState], workspace: Workspace, request: Request) -> Copies:
    """Read the sources of a figure once more, for publication.

    Args:
        record: what may be seen; one source for each state.
        states: what was found of the sources; a changed or refused one is not published.
        workspace: where the sources are.
        request: where a finding belongs, and the options: with hidden paths, a copy is not called after its source.
    """
    files: dict[str, bytes] = {}
    found: list[Diagnostic] = []
    sources = []
    for each, state in zip(record.sources, states, strict=True):
        if state.status in _PUBLISHED:
            data = _read(state, workspace, request.options.source_limit)
            if data is None:
                message = f"source {quote_path(state.source.path)} changed while it was read, so no copy is published"
                found.append(finding("source-refused", message, request.location, hint="run it again"))
            else:
                name = _path(state.source, each.sha256, request.options.source_paths)
                files[name] = data
                each = replace(each, copy=name)  # noqa: PLW2901  # the same source, with its copy
        sources.append(each)
    return Copies(replace(record, sources=tuple(sources)), files, tuple(found))


def _read(state: SourceState, workspace: Workspace, limit: int) -> bytes | None:
    """Return the bytes that were compared; None where they are others by now."""
    try:
        data = workspace.read(state.source.path, limit)
    except WorkspaceError:
        return None
    if state.source.part:
        from ..sources.parts import part

        found = part(data, state.source)
        data = found if isinstance(found, bytes) else b""
    return data if hashlib.sha256(data).hexdigest() == state.actual else None


def _path(source: Source, sha256: str, paths: str) -> str:
    name = posixpath.basename(source.path)
    # Servers obey files such as `.htaccess` and `web.config`.
    is_inert = not name.startswith(".") and _is_inert(name)
    if paths == "hide":
        name = f"source{posixpath.splitext(name)[1]}"
    return f"{COPIES}{sha256[:_SHORT]}/{name if is_inert else f'{name}.txt'}"


def _is_inert(name: str) -> bool:
    stem, dotted = posixpath.splitext(name)
    ending = dotted[1:].lower()
    return ending in _INERT and not (ending in _PACKED and posixpath.splitext(stem)[1] and not _is_inert(stem))
