"""`check`: what is wrong with documents, the fences that show them, and the sources they rest on. Writes nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..checking import Checked, check
from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..report import Extent, below
from ..request import Request
from ..workspace import WorkspaceError
from .findings import show
from .scope import Scope, collect, figures, near
from .site import base_of


def run(arguments: argparse.Namespace) -> int:
    """Check what the paths name and return the exit code."""
    scopes = collect(arguments.paths, arguments.root)
    found: list[Diagnostic] = []
    documents: set[tuple[str, str]] = set()
    for scope in scopes:
        is_moved = len(scopes) > 1 or arguments.format == "github"
        base = base_of(scope.site, arguments.format) if is_moved else ""
        names: set[str] = set()
        found += below(base, _check(scope, names))
        documents |= {(str(scope.site.workspace.root), name) for name in names}
    checked = Extent(len(documents), sum(len(scope.pages) for scope in scopes))
    return show(found, checked, arguments)


def _check(scope: Scope, names: set[str]) -> Iterator[Diagnostic]:
    """Yield what is found, and note the documents that were read."""
    site = scope.site
    yield from site.diagnostics
    for document in scope.documents:
        request = Request(document, Location(document), site.figure_options)
        yield from _noted(check(request, site.workspace, needs_endpoints=False), document, names)
    for page in scope.pages:
        try:
            shown = figures(site, page)
            yield from near(site, page)
        except WorkspaceError as error:
            yield finding("document-refused", f"page {error.message}", Location(page), hint=error.hint)
            continue
        for figure in shown:
            yield from figure.diagnostics
            if figure.request is not None:
                # A fence with mistakes may have lost its endpoint lines: what is missing then is said already.
                checked = check(figure.request, site.workspace, needs_endpoints=not figure.diagnostics)
                yield from _noted(checked, figure.request.document, names)


def _noted(checked: Checked, document: str, names: set[str]) -> tuple[Diagnostic, ...]:
    if checked.is_read:
        names.add(document)
    return checked.diagnostics
