"""`pin`: record the present digests of sources that changed; a document is rewritten as a whole or not at all."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..checking import check
from ..diagnostics import Diagnostic, Location
from ..report import Extent, below
from ..request import Request
from ..sources.pin import pin
from ..sources.verify import SHORT, SourceState, Status
from ..workspace import WorkspaceError, quote_path
from .findings import show
from .output import UsageError, say, write_file
from .scope import Scope, collect, figures
from .site import Site, base_of

# Left out once the digests are written: the first is cured by that, the second is about a path and not its digest.
_NOT_HERE = frozenset({"source-changed", "source-not-portable"})


@dataclass(frozen=True, slots=True)
class _Work:
    """One document that was read, and what there is to write into it."""

    site: Site
    document: str
    data: bytes
    states: tuple[SourceState, ...]
    diagnostics: tuple[Diagnostic, ...]
    """Everything that was found."""
    is_read: bool
    """False when the document is not there or may not be read."""

    @property
    def changed(self) -> tuple[SourceState, ...]:
        return tuple(state for state in self.states if state.status is Status.CHANGED)


def run(arguments: argparse.Namespace) -> int:
    """Pin what the paths name and return the exit code."""
    scopes = collect(arguments.paths, arguments.root)
    works = [_work(scope.site, document) for scope in scopes for document in _documents(scope)]
    is_moved = len(scopes) > 1 or arguments.format == "github"
    open_work = [work for work in works if work.changed]
    answer = _consent(open_work, arguments) if open_work else True
    if answer:
        for work in open_work:
            _write(work, arguments)
    found: list[Diagnostic] = []
    for work in works:
        left = [_left(each) for each in work.diagnostics if not answer or each.code not in _NOT_HERE]
        found += below(base_of(work.site, arguments.format) if is_moved else "", left)
    code = show(found, Extent(sum(work.is_read for work in works)), arguments)
    if answer is None:
        why = f"{_count(open_work)} changed; read what changed, then run it on a terminal or with --yes"
        say(f"nothing was written: {why}")
        return 2
    if not answer:
        say("nothing was written")
        return 1
    return code


def _documents(scope: Scope) -> tuple[str, ...]:
    documents = dict(scope.documents)
    for page in scope.pages:
        try:
            shown = figures(scope.site, page)
        except WorkspaceError as error:
            raise UsageError(f"page {error.message}") from None
        documents.update({figure.request.document: None for figure in shown if figure.request is not None})
    # A document and a link to it are one file, which is written once: under the name that came first.
    files: dict[str, str] = {}
    for document in documents:
        files.setdefault(os.path.realpath(scope.site.workspace.root / document), document)
    return tuple(files.values())


def _work(site: Site, document: str) -> _Work:
    request = Request(document, Location(document), site.figure_options)
    checked = check(request, site.workspace, needs_endpoints=False)
    # An error in the document may hide sources: nothing of it is written.
    is_sound = checked.verification is not None and checked.mechanism is not None
    states = checked.verification.states if checked.verification is not None and is_sound else ()
    return _Work(site, document, checked.data, states, checked.diagnostics, checked.is_read)


def _consent(works: Sequence[_Work], arguments: argparse.Namespace) -> bool | None:
    """Return True to write, False for a no, None where nobody can be asked."""
    if arguments.yes:
        return True
    is_automatic = os.environ.get("CI", "").lower() not in ("", "0", "false")
    streams = (sys.stdin, sys.stderr)
    if is_automatic or not all(stream is not None and stream.isatty() for stream in streams):
        return None
    for work in works:
        for state in work.changed:
            say(_line(work, state))
    sys.stderr.write(f"Pin {_count(works)}? Each change should have been read. [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _write(work: _Work, arguments: argparse.Namespace) -> None:
    data = pin(work.data, work.states)
    try:
        is_same = work.site.workspace.read(work.document) == work.data
        real = work.site.workspace.resolve(work.document)
    except WorkspaceError as error:
        raise UsageError(f"document {error.message}") from None
    if not is_same:
        raise UsageError(f"document {quote_path(work.document)} changed meanwhile; nothing was written to it")
    write_file(work.site.workspace.root / real, data)
    if not arguments.quiet:
        for state in work.changed:
            say("pinned " + _line(work, state))


def _line(work: _Work, state: SourceState) -> str:
    pinned, present = (state.source.sha256 or "")[:SHORT], (state.actual or "")[:SHORT]
    return f"{quote_path(state.source.path)} in {quote_path(work.document)}: {pinned}... -> {present}..."


def _count(works: Sequence[_Work]) -> str:
    sources, documents = sum(len(work.changed) for work in works), len(works)
    return f"{sources} source{'s' * (sources != 1)} in {documents} document{'s' * (documents != 1)}"


def _left(found: Diagnostic) -> Diagnostic:
    """Return a finding about a source that this command leaves, with what it can't do."""
    if found.code != "source-unpinned":
        return found
    return replace(found, hint=f"inserting a digest is not supported yet; {found.hint}")
