"""`check`: what is wrong with documents, the fences that show them, and the sources they rest on. Writes nothing."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from ..checking import Begun, Checked, begin, finish
from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..document.comparison import source_name
from ..report import Extent, below
from ..report_markdown import Row
from ..request import Request
from ..sources.run import Run
from ..workspace import WorkspaceError
from .findings import show
from .progress import Progress
from .scope import Scope, collect, figures, near
from .site import base_of

AHEAD = 16
"""Documents that are begun before the first of them is compared."""


@dataclass(frozen=True, slots=True)
class _Job:
    """One document, or one figure of a page."""

    name: str
    begun: Begun | None
    """None when there is no document to compare."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """What is wrong before the document is looked at."""
    needs_endpoints: bool = False


def run(arguments: argparse.Namespace) -> int:
    """Check what the paths name and return the exit code."""
    scopes = collect(arguments.paths, arguments.root, arguments.sources)
    found: list[Diagnostic] = []
    rows: list[Row] = []
    documents: set[tuple[str, str]] = set()
    total = sum(len(scope.documents) + len(scope.pages) for scope in scopes)
    with Progress("checking", total, is_shown=not arguments.quiet) as progress:
        for scope in scopes:
            is_moved = len(scopes) > 1 or arguments.format == "github"
            base = base_of(scope.site, arguments.format) if is_moved else ""
            names: set[str] = set()
            found += below(base, _check(scope, names, rows, progress))
            documents |= {(str(scope.site.workspace.root), name) for name in names}
    checked = Extent(len(documents), sum(len(scope.pages) for scope in scopes))
    return show(found, checked, arguments, rows)


def _check(scope: Scope, names: set[str], rows: list[Row], progress: Progress) -> Iterator[Diagnostic]:
    """Yield what is found, and note the documents that pages name and the sources of each figure."""
    yield from scope.site.diagnostics
    waiting: deque[_Job] = deque()
    # While one document is compared, the large sources of the next ones are hashed.
    for job in chain(_jobs(scope, Run(), progress), repeat(None, AHEAD)):
        if job is not None:
            waiting.append(job)
        if waiting and (job is None or len(waiting) > AHEAD):
            done = waiting.popleft()
            yield from done.diagnostics
            if done.begun is not None:
                checked = finish(done.begun, needs_endpoints=done.needs_endpoints)
                if checked.is_read:
                    names.add(done.begun.request.document)
                rows += _rows(done.name, checked)
                yield from checked.diagnostics


def _jobs(scope: Scope, run: Run, progress: Progress) -> Iterator[_Job]:
    """Yield the documents and figures of a scope, each begun with."""
    site = scope.site
    for document in scope.documents:
        progress.next(document)
        request = Request(document, Location(document), site.figure_options)
        yield _Job(document, begin(request, site.workspace, run))
    for page in scope.pages:
        progress.next(page)
        try:
            shown = figures(site, page)
            yield _Job(page, None, near(site, page))
        except WorkspaceError as error:
            refused = finding("document-refused", f"page {error.message}", Location(page), hint=error.hint)
            yield _Job(page, None, (refused,))
            continue
        for figure in shown:
            begun = begin(figure.request, site.workspace, run) if figure.request is not None else None
            # A fence with mistakes may have lost its endpoint lines: what is missing then is said already.
            yield _Job(f"{page}#{figure.id}", begun, figure.diagnostics, needs_endpoints=not figure.diagnostics)


def _rows(figure: str, checked: Checked) -> Iterator[Row]:
    """Yield a row for each source of a figure; one without a source for a figure that has none."""
    states = checked.verification.states if checked.verification is not None else ()
    review = checked.mechanism.review if checked.mechanism is not None else None
    told = f"{review.by}, {review.on}" if review is not None else ""
    for name, status in [(source_name(state.source), state.status.value) for state in states] or [("", "")]:
        yield Row(figure, name, status, told, checked.has_stale_review)
