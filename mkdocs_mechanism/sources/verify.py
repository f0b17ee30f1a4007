"""Compare each source of a mechanism with the file in the workspace.

In goes a mechanism and a workspace; out comes a state for every source, the verdict for the whole figure
(`data-verified`) and a finding for every source that is not the recorded one, located in the document. Digests are
over raw bytes, always. Severities are those of `codes.CODES`; what a site makes of them is `levels`' matter.
"""

from __future__ import annotations

import json
import posixpath
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..document.model import Mechanism, Source
from ..workspace import SOURCE_LIMIT, Workspace, WorkspaceError, quote_path
from .paths import check_path

Locate = Callable[[Sequence[str | int]], Location]
"""From a place in the document, such as `("sources", 0, "path")`, to line and column."""


class Status(StrEnum):
    """What is known of a source; the value is what the figure and the record carry."""

    VERIFIED = "verified"
    CHANGED = "changed"
    MISSING = "missing"
    UNPINNED = "unpinned"
    REFUSED = "refused"
    CITED = "cited"
    """Recorded and never compared. Not counted in the verdict."""


SHORT = 8
"""Digits of a digest in a message; the whole of it is in the finding's detail."""
MISSING_HINT = 'a source\'s path is relative to the workspace root, which the option "root" sets'
"""Said of a source that is not there when no other path is near."""
FAILED = frozenset({Status.CHANGED, Status.MISSING, Status.REFUSED})


@dataclass(frozen=True, slots=True)
class SourceState:
    """One source and what was found of it."""

    source: Source
    status: Status
    actual: str | None
    """Digest of the bytes that are there: 64 hex digits; None when nothing was read."""
    size: int | None
    """Bytes; None when nothing was read."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What a figure rests on, at this moment."""

    states: tuple[SourceState, ...]
    """One for every source, in the document's order."""
    diagnostics: tuple[Diagnostic, ...]
    verdict: str
    """`failed`, `all`, `some` or `none`: the value of `data-verified`."""


def verify(mechanism: Mechanism, workspace: Workspace, *, document: str, locate: Locate) -> Verification:
    """Return states, findings and verdict; `document` is the document's path in the workspace. Never raises."""
    states: list[SourceState] = []
    diagnostics: list[Diagnostic] = []
    for index, source in enumerate(mechanism.sources):
        at_path, at_digest = (("sources", index, key) for key in ("path", "sha256"))
        if (fault := check_path(source.path)) is not None:
            code = "source-not-portable" if fault.is_warning else "source-path"
            message = f"source {quote_path(source.path)} {fault.message}"
            diagnostics.append(finding(code, message, locate(at_path), hint=fault.hint))
            if not fault.is_warning:
                states.append(SourceState(source, Status.REFUSED, None, None))
                continue
        try:
            state = _compare(source, workspace, document)
        except WorkspaceError as error:
            states.append(SourceState(source, _status(error), None, None))
            diagnostics.append(_not_read(error, source, workspace, document, locate(at_path)))
            continue
        states.append(state)
        if state.status is Status.CHANGED:
            diagnostics.append(_changed(state, document, locate(at_digest)))
        elif state.status is Status.UNPINNED:
            diagnostics.append(_unpinned(state, locate(at_path)))
    return Verification(tuple(states), tuple(diagnostics), verdict([state.status for state in states]))


def verdict(statuses: Sequence[Status]) -> str:
    """Return `failed` if any source is changed, missing or refused, else `all`, `some` or `none` of them verified."""
    counted = [status for status in statuses if status is not Status.CITED]
    if any(status in FAILED for status in counted):
        return "failed"
    verified = counted.count(Status.VERIFIED)
    if verified == 0:
        return "none"
    return "all" if verified == len(counted) else "some"


def _compare(source: Source, workspace: Workspace, document: str) -> SourceState:
    if source.path == document or workspace.resolve(source.path) == document:
        message = f"{quote_path(source.path)} is the document itself; expected what it was derived from"
        raise WorkspaceError("refused", message)
    digest = workspace.digest(source.path, SOURCE_LIMIT)
    if source.sha256 is None:
        status = Status.UNPINNED
    else:
        status = Status.VERIFIED if digest.sha256 == source.sha256 else Status.CHANGED
    return SourceState(source, status, digest.sha256, digest.size)


def _status(error: WorkspaceError) -> Status:
    return Status.MISSING if error.kind == "missing" else Status.REFUSED


def _not_read(
    error: WorkspaceError, source: Source, workspace: Workspace, document: str, location: Location
) -> Diagnostic:
    hint = error.hint
    if error.kind == "missing":
        hint = _beside_the_document(source.path, workspace, document) or hint or MISSING_HINT
    code = "source-missing" if error.kind == "missing" else "source-refused"
    return finding(code, f"source {error.message}", location, hint=hint)


def _beside_the_document(path: str, workspace: Workspace, document: str) -> str:
    """Return a hint where the path was meant relative to the document: the usual mistake."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(document), path))
    if beside == path:
        return ""
    try:
        workspace.resolve(beside)
    except WorkspaceError:
        return ""
    return f"write {quote_path(beside)}: a source's path is relative to the workspace root, not to the document"


def _changed(state: SourceState, document: str, location: Location) -> Diagnostic:
    pinned, present = state.source.sha256 or "", state.actual or ""
    short = f"pinned {pinned[:SHORT]}..., now {present[:SHORT]}..."
    command = f"mkdocs-mechanism pin {shlex.quote(document)}"
    return finding(
        "source-changed",
        f"source {quote_path(state.source.path)} has changed since it was pinned: {short}",
        location,
        hint=f"read the change, correct the mechanism if needed, then run: {command}",
        detail=(f"pinned  {pinned}", f"present {present} ({state.size} bytes)"),
    )


def _unpinned(state: SourceState, location: Location) -> Diagnostic:
    path = json.dumps(state.source.path, ensure_ascii=False)
    return finding(
        "source-unpinned",
        f"source {quote_path(state.source.path)} has no recorded digest",
        location,
        hint=f'write: "path": {path}, "sha256": "{state.actual}"',
    )
