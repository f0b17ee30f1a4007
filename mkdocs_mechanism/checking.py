"""Request + Workspace -> Checked: the document read, its sources verified, everything found at the levels asked for.

This is what `check` and a figure share; nothing is laid out or drawn here.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass

from .codes import CODES, finding
from .diagnostics import Diagnostic, Severity, quote
from .document.limits import BYTES
from .document.meaning import content_digest
from .document.model import Mechanism
from .document.reader import Reading, read
from .request import Request
from .sources.levels import apply_levels
from .sources.review import STALE, check_review
from .sources.run import Run
from .sources.verify import Verification, verify
from .suggestions import suggestion
from .workspace import Workspace, WorkspaceError, quote_path

SHOWN_NAMES = 12
"""Edges without endpoints that a message names; a longer list helps nobody."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A document as it was found."""

    mechanism: Mechanism | None
    """None when the document can't be read."""
    diagnostics: tuple[Diagnostic, ...]
    verification: Verification | None
    data: bytes
    """The document's bytes; empty when it is not there."""
    shown: int = 0
    """Index of the scenario that is shown."""
    is_read: bool = True
    """False when the document is not there or may not be read."""

    @property
    def has_stale_review(self) -> bool:
        """True when the review is from before the document or its sources changed."""
        return any(each.code == STALE for each in self.diagnostics)

    @property
    def drawable(self) -> tuple[Mechanism, Verification] | None:
        """Return what a figure is made of, unless a finding says that it can't be drawn (a source's never does)."""
        if self.mechanism is None or self.verification is None:
            return None
        found = self.diagnostics
        stops = (each.severity is Severity.ERROR and CODES[each.code].group != "source" for each in found)
        return None if any(stops) else (self.mechanism, self.verification)


@dataclass(frozen=True, slots=True)
class Begun:
    """A document that was read; large sources of it are being hashed."""

    request: Request
    workspace: Workspace
    data: bytes
    reading: Reading | None
    """None when the document can't be had."""
    problem: Diagnostic | None
    run: Run


def begin(request: Request, workspace: Workspace, run: Run) -> Begun:
    """Read the document that a request names, and begin with its sources; `finish` is to be called with the outcome."""
    try:
        data = workspace.read(request.document, BYTES)
    except WorkspaceError as error:
        return Begun(request, workspace, b"", None, _not_read(error, request, workspace), run)
    reading = read(data, file=request.document, endpoints=request.endpoints)
    if reading.mechanism is not None:
        run.begin(reading.mechanism, workspace, request.options.source_limit)
    return Begun(request, workspace, data, reading, None, run)


def check(request: Request, workspace: Workspace, *, scenario: str = "", needs_endpoints: bool = True) -> Checked:
    """Read the document that a request names and verify its sources. Never raises for an author's mistake.

    Args:
        request: which document, and the options that set the levels.
        workspace: where document and sources are.
        scenario: id of the scenario to show, over the one in the options.
        needs_endpoints: whether an edge without ends is a finding (it is one of drawing, not of the document).
    """
    return finish(begin(request, workspace, Run()), scenario=scenario, needs_endpoints=needs_endpoints)


def finish(begun: Begun, *, scenario: str = "", needs_endpoints: bool = True) -> Checked:
    """Verify the sources of a document that was begun with; arguments as of `check`."""
    request, workspace, data, reading, run = begun.request, begun.workspace, begun.data, begun.reading, begun.run
    if reading is None:
        return Checked(None, (begun.problem,) if begun.problem is not None else (), None, b"", is_read=False)
    found = list(reading.diagnostics)
    verification, shown = None, 0
    if reading.mechanism is not None:
        verification = verify(
            reading.mechanism,
            workspace,
            document=request.document,
            locate=reading.locate,
            page=request.location.file,
            limit=request.options.source_limit,
            run=run,
        )
        found.extend(verification.diagnostics)
        found.extend(_review(reading, verification, request, data))
        if needs_endpoints:
            found.extend(_missing_endpoints(reading, request))
        shown, problems = _shown(reading.mechanism, request, scenario)
        found.extend(problems)
    return Checked(reading.mechanism, apply_levels(tuple(found), request.options), verification, data, shown)


def _review(reading: Reading, verification: Verification, request: Request, data: bytes) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the document's review."""
    mechanism, document = reading.mechanism, request.document
    if mechanism is None or (mechanism.review is None and not request.options.require_review):
        return ()
    # What was reviewed is the document: the ends that a fence gives are no part of it.
    alone = read(data, file=document).mechanism if request.endpoints else mechanism
    return check_review(
        mechanism,
        content_digest(alone or mechanism),
        verification.states,
        document=document,
        locate=reading.locate,
        is_required=request.options.require_review,
    )


def _not_read(error: WorkspaceError, request: Request, workspace: Workspace) -> Diagnostic:
    codes = {"missing": "document-not-found", "too-large": "document-too-large"}
    code = codes.get(error.kind, "document-refused")
    hint = error.hint
    page = request.location.file
    if page != request.document and error.kind == "missing":
        # A fence names its document relative to its page, messages name files relative to the root.
        near = error.near or workspace.named(posixpath.basename(request.document))
        if near:
            hint = f"write {quote_path(posixpath.relpath(near, posixpath.dirname(page) or '.'))}"
    return finding(code, f"document {error.message}", request.location, hint=hint)


def id_taken(request: Request) -> Diagnostic:
    """Return the finding that the id which a fence asks for is not free on its page."""
    message = f"id {quote(request.options.id)}, or an id made from it, is already used on this page"
    return finding("figure-id", message, request.places.get("id", request.location), hint="choose another id")


def _missing_endpoints(reading: Reading, request: Request) -> list[Diagnostic]:
    """Return the finding for edges without ends, with both cures; endpoints are never guessed."""
    edges = reading.mechanism.edges.values() if reading.mechanism else ()
    names = [edge.name for edge in edges if edge.tail is None or edge.head is None]
    if not names:
        return []
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    shown = ", ".join(quote(name) for name in names[:SHOWN_NAMES]) + more
    count = f"{len(names)} edges have" if len(names) > 1 else "1 edge has"
    message = f"{count} no endpoints, so document {quote_path(request.document)} can't be drawn: {shown}"
    cure = (
        f'add "from" and "to" to the edges in the document, or a line `{names[0]}: NODE -> NODE` for each to the fence'
    )
    return [finding("missing-endpoints", message, request.location, hint=cure)]


def _shown(mechanism: Mechanism, request: Request, scenario: str) -> tuple[int, list[Diagnostic]]:
    """Return the index of the scenario asked for, and what is wrong with that wish."""
    wanted = scenario or request.options.scenario
    ids = [each.id for each in mechanism.scenarios]
    if wanted and wanted not in ids:
        place = request.places.get("scenario", request.location)
        hint = suggestion(wanted, ids, "scenarios")
        return 0, [finding("unknown-scenario", f"the document has no scenario {quote(wanted)}", place, hint=hint)]
    index = ids.index(wanted) if wanted else 0
    count = len(mechanism.scenarios[index].steps)
    if request.options.step > count:
        message = f"scenario {quote(ids[index])} has no step {request.options.step}; its last is {count}"
        place = request.places.get("step", request.location)
        return index, [finding("unknown-scenario", message, place, hint=f"write 0 (Start) to {count}")]
    return index, []
