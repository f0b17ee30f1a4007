"""`check`: what is wrong with documents, the fences that show them, and the sources they rest on. Writes nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..checking import check
from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..report import Checked, below
from ..request import Request
from ..workspace import WorkspaceError
from .findings import show
from .scope import Scope, collect, figures
from .site import base_of


def run(arguments: argparse.Namespace) -> int:
    """Check what the paths name and return the exit code."""
    scopes = collect(arguments.paths, arguments.root)
    found: list[Diagnostic] = []
    documents: set[tuple[str, str]] = set()
    for scope in scopes:
        is_moved = len(scopes) > 1 or arguments.format == "github"
        base = base_of(scope.site, arguments.format) if is_moved else ""
        names: set[str] = set(scope.documents)
        found += below(base, _check(scope, names))
        documents |= {(str(scope.site.workspace.root), name) for name in names}
    checked = Checked(len(documents), sum(len(scope.pages) for scope in scopes))
    return show(found, checked, arguments)


def _check(scope: Scope, names: set[str]) -> Iterator[Diagnostic]:
    """Yield what is found, and note the documents that pages name."""
    site = scope.site
    yield from site.diagnostics
    for document in scope.documents:
        request = Request(document, Location(document), site.figure_options)
        yield from check(request, site.workspace, needs_endpoints=False).diagnostics
    for page in scope.pages:
        try:
            shown = figures(site, page)
        except WorkspaceError as error:
            yield finding("document-refused", f"page {error.message}", Location(page), hint=error.hint)
            continue
        for figure in shown:
            yield from figure.diagnostics
            if figure.request is not None:
                names.add(figure.request.document)
                # A fence with mistakes may have lost its endpoint lines: what is missing then is said already.
                is_whole = not figure.diagnostics
                yield from check(figure.request, site.workspace, needs_endpoints=is_whole).diagnostics
