"""What a statement names, against a folder that holds it: documents and sources, are they still the same?"""

from __future__ import annotations

import hashlib
import posixpath
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..document.model import Source
from ..sources.parts import part
from ..workspace import Workspace, WorkspaceError, quote_path
from ..workspace_site import SiteFiles
from .record import FigureRecord
from .site import STATEMENT
from .statement import Statement

_NO_LIMIT = sys.maxsize
"""A site was built with a limit of its own; files are hashed block by block."""
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
    may_be_absent: bool = False
    """True where the site was built without the file, too: a committed `SHA256SUMS` stood in for it."""


def compare_origins(said: Statement, workspace: Workspace) -> Iterator[Diagnostic]:
    """Yield what is no longer as the statement has it.

    A file whose path was not published is looked for by its name, or by its content alone. A source that the site was
    built without is compared where it is there, and noted where not, if its digest was recorded; others (a missing
    source, a citation) are not looked for.
    """
    origins = dict.fromkeys(each for figure in said.figures if figure.record for each in _origins(figure.record))
    files: SiteFiles | None = None
    for origin in sorted(origins, key=lambda each: (each.name, each.sha256, each.lines, each.region)):
        if origin.paths == "full":
            yield from _compare(origin, workspace)
            continue
        files = files or SiteFiles(workspace.root)
        candidates = list(_candidates(origin, files))
        if any(_digest(path, origin, workspace) == origin.sha256 for path in candidates):
            continue
        # With hidden paths every file is a candidate, so none of them is known to be the wrong one.
        if origin.may_be_absent and (origin.paths == "hide" or not candidates):
            yield _absent(origin)
        else:
            message = f"{origin.kind} {quote_path(origin.name)} is not there: no file has the bytes that were published"
            yield finding("source-missing", message, Location(STATEMENT), detail=(f"recorded {origin.sha256}",))


def _origins(record: FigureRecord) -> Iterator[Origin]:
    paths = record.paths or "full"
    yield Origin("document", record.document, record.sha256, paths)
    for each in record.sources:
        if each.sha256 and each.status in ("verified", "changed", "unpinned", "recorded"):
            absent = each.status == "recorded"
            yield Origin("source", each.name, each.sha256, paths, each.lines, each.region, absent)


def _absent(origin: Origin) -> Diagnostic:
    message = f"source {quote_path(origin.name)} is not here, nor was it when the site was built: it is not compared"
    return finding("site-source-absent", message, Location(STATEMENT))


def _candidates(origin: Origin, files: SiteFiles) -> Iterator[str]:
    hidden = (path for path in files if not any(name.startswith(".") for name in path.split("/")[:-1]))
    return (path for path in hidden if origin.paths == "hide" or posixpath.basename(path) == origin.name)


def _compare(origin: Origin, workspace: Workspace) -> Iterator[Diagnostic]:
    what = f"{origin.kind} {quote_path(origin.name)}"
    try:
        present = _digest_of(origin.name, origin, workspace)
    except WorkspaceError as error:
        if origin.may_be_absent and error.kind == "missing":
            yield _absent(origin)
            return
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
        return workspace.digest(path, _NO_LIMIT).sha256
    found = part(workspace.read(path, _NO_LIMIT), source)
    return hashlib.sha256(found).hexdigest() if isinstance(found, bytes) else ""
