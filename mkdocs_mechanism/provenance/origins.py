"""What a statement names, against a folder that holds it: documents and sources, are they still the same?"""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..document.model import Source
from ..sources.parts import part
from ..workspace import SOURCE_LIMIT, Workspace, WorkspaceError, quote_path
from ..workspace_site import SiteFiles
from .record import FigureRecord
from .site import STATEMENT
from .statement import Statement

_SHORT = 8
"""Digits of a digest in a message."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A document or source as the statement names it."""

    kind: str
    """`document` or `source`."""
    name: str
    sha256: str
    paths: str
    """How much of its path the name is: `full`, `name` or `hide`."""
    lines: str = ""
    region: str = ""


def compare_origins(said: Statement, workspace: Workspace) -> Iterator[Diagnostic]:
    """Yield what is no longer as the statement has it.

    A file whose path was not published is looked for by its name, or by its content alone. What the site was built
    without (a missing source, a citation) is not looked for.
    """
    origins = dict.fromkeys(each for figure in said.figures if figure.record for each in _origins(figure.record))
    files: SiteFiles | None = None
    for origin in sorted(origins, key=lambda each: (each.name, each.sha256, each.lines, each.region)):
        if origin.paths == "full":
            yield from _compare(origin, workspace)
            continue
        files = files or SiteFiles(workspace.root)
        if not any(_digest(path, origin, workspace) == origin.sha256 for path in _candidates(origin, files)):
            message = f"{origin.kind} {quote_path(origin.name)} is not there: no file has the bytes that were published"
            yield finding("source-missing", message, Location(STATEMENT), detail=(f"recorded {origin.sha256}",))


def _origins(record: FigureRecord) -> Iterator[Origin]:
    paths = record.paths or "full"
    yield Origin("document", record.document, record.sha256, paths)
    for each in record.sources:
        if each.sha256 and each.status in ("verified", "changed", "unpinned"):
            yield Origin("source", each.name, each.sha256, paths, each.lines, each.region)


def _candidates(origin: Origin, files: SiteFiles) -> Iterator[str]:
    hidden = (path for path in files if not any(name.startswith(".") for name in path.split("/")[:-1]))
    return (path for path in hidden if origin.paths == "hide" or posixpath.basename(path) == origin.name)


def _compare(origin: Origin, workspace: Workspace) -> Iterator[Diagnostic]:
    what = f"{origin.kind} {quote_path(origin.name)}"
    try:
        present = _digest_of(origin.name, origin, workspace)
    except WorkspaceError as error:
        code = "source-missing" if error.kind == "missing" else "source-refused"
        yield finding(code, f"{origin.kind} {error.message}", Location(STATEMENT), hint=error.hint)
        return
    if present != origin.sha256:
        now = f"{present[:_SHORT]}..." if present else "without that part"
        message = f"{what} has changed since it was published: published {origin.sha256[:_SHORT]}..., now {now}"
        detail = (f"published {origin.sha256}", f"present   {present}" if present else "present   no such part")
        yield finding("source-changed", message, Location(STATEMENT), detail=detail)


def _digest(path: str, origin: Origin, workspace: Workspace) -> str:
    try:
        return _digest_of(path, origin, workspace)
    except WorkspaceError:
        return ""


def _digest_of(path: str, origin: Origin, workspace: Workspace) -> str:
    """Return the digest of a file, or of the part that counts; empty where there is no such part."""
    source = Source(path, None, "", origin.lines, origin.region)
    if not source.part:
        return workspace.digest(path, SOURCE_LIMIT).sha256
    found = part(workspace.read(path, SOURCE_LIMIT), source)
    return hashlib.sha256(found).hexdigest() if isinstance(found, bytes) else ""
