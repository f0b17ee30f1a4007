"""`diff`: what changed in a document and its sources since a commit. Read only, and for people; git is needed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..diagnostics import printable
from ..document.comparison import Changed, compare, source_name
from ..document.model import Mechanism, Source
from ..document.reader import read
from ..report_markdown import code, escaped, fenced, summary_element, table
from ..sources.history import Commit
from ..sources.run import Asking, Run
from ..sources.verify import SHORT, SourceState, Status, verify
from ..sources.versions import Past, Versions, commit_of, has_git
from ..workspace import WorkspaceError, quote_path
from .changes import Since, expect, since, unknown
from .output import UsageError, out, say
from .scope import Scope, collect, documents_of, site_of
from .site import Site

AT_MOST = 400
"""Lines of a source's difference that are shown."""


@dataclass(frozen=True, slots=True)
class _SourceChange:
    """A source whose bytes are not those that the document was pinned to."""

    state: SourceState
    pinned: str
    """The digest that was recorded then."""
    since: Since | None = None
    remark: str = ""
    """Why there is nothing to show."""


@dataclass(frozen=True, slots=True)
class _Difference:
    """What changed in one document."""

    document: str
    commit: Commit
    remark: str
    """What kept the two states from being compared, or that there is only one."""
    changed: tuple[Changed, ...]
    sources: tuple[_SourceChange, ...]
    moved_from: str = ""
    """Where it was then; empty when it has not moved."""

    @property
    def is_empty(self) -> bool:
        return not (self.remark or self.changed or self.sources or self.moved_from)


def run(arguments: argparse.Namespace) -> int:
    """Show what changed in the documents that the path names and return the exit code."""
    versions = Versions()
    found = _deleted(arguments) or [
        each
        for scope in collect([arguments.path], arguments.root, arguments.sources)
        for each in _differences(scope, arguments.revision, versions)
    ]
    shown = [each for each in found if not (each.is_empty and arguments.quiet)]
    if arguments.format == "markdown":
        out("\n\n".join(part for each in shown for part in _markdown(each)) + "\n" * bool(shown))
    else:
        out("".join(f"{line}\n" for each in shown for line in _text(each)))
    if not found:
        say("no document is named there")
    return 0


def _past(site: Site, revision: str) -> Past:
    """Return the workspace as it was in a commit."""
    root = site.workspace.root
    if not has_git(root):
        raise UsageError("diff needs git and a repository; here is none of them, or git was not found")
    commit = commit_of(root, revision)
    if commit is None:
        raise UsageError(f"--from: there is no commit {quote_path(revision)} in this repository")
    return Past(root, commit)


def _deleted(arguments: argparse.Namespace) -> list[_Difference]:
    """Return what is to say of a path that is not here, but was in the commit; nothing for any other."""
    path = Path(os.path.abspath(arguments.path))
    if "\0" in arguments.path or os.path.lexists(path):
        return []
    site = site_of(next(folder for folder in path.parents if folder.is_dir()), arguments.root, arguments.sources)
    try:
        document = site.workspace.relative(path)
    except WorkspaceError:
        return []
    if not has_git(site.workspace.root):
        return []
    past = _past(site, arguments.revision)
    return [_gone(past, document)] if past.content(document) is not None else []


def _gone(past: Past, document: str) -> _Difference:
    now = next((new for new, old in past.moves.items() if old == document), None)
    remark = "the document was deleted" if now is None else f"the document is now {quote_path(now)}"
    return _Difference(document, past.commit, remark, (), ())


def _differences(scope: Scope, revision: str, versions: Versions) -> list[_Difference]:
    """Return what changed in the documents of a site; git is asked about all their sources at once."""
    documents = documents_of(scope)
    if not documents:
        return []
    site, past = scope.site, _past(scope.site, revision)
    found = [_difference(site, document, past) for document in documents]
    for each in found:
        for change in each.sources:
            expect(site.workspace, change.state.source, versions)
    return [replace(each, sources=tuple(_shown(site, each.sources, versions))) for each in found]


def _shown(site: Site, changes: Sequence[_SourceChange], versions: Versions) -> Iterator[_SourceChange]:
    """Yield the changes of sources with what git has of them."""
    for change in changes:
        found = since(site.workspace, change.state.source, change.pinned, versions)
        yield replace(change, since=found, remark="" if found is not None else unknown(versions))


def _difference(site: Site, document: str, past: Past) -> _Difference:
    try:
        data = site.workspace.read(document)
        path = site.workspace.resolve(document)
    except WorkspaceError as error:
        if error.kind == "missing" and past.content(document) is not None:
            return _gone(past, document)
        raise UsageError(f"document {error.message}") from None
    reading = read(data, file=document)
    if reading.mechanism is None:
        remark = f"the document has errors; run: mkdocs-mechanism check {document}"
        return _Difference(document, past.commit, remark, (), ())
    silent = Run(asking=Asking(0))
    states = verify(reading.mechanism, site.workspace, document=document, locate=reading.locate, run=silent).states
    before, moved_from = past.content(path), ""
    if before is None and (moved_from := past.moves.get(path, "")):
        before = past.content(moved_from)
    old = read(before, file=document).mechanism if before is not None else None
    remark = "" if old is not None else "the document is new" if before is None else "the document had errors then"
    changed = compare(old, reading.mechanism) if old is not None else ()
    return _Difference(document, past.commit, remark, changed, tuple(_sources(old, states)), moved_from)


def _sources(old: Mechanism | None, states: Sequence[SourceState]) -> Iterator[_SourceChange]:
    """Yield the sources that have other bytes than the document recorded then, or records now."""
    then = {source_name(source): source.sha256 for source in old.sources} if old is not None else {}
    for state in states:
        pinned = then.get(source_name(state.source)) or state.source.sha256
        if pinned is not None and state.status is not Status.CITED and state.actual != pinned:
            yield _SourceChange(state, pinned)


def _text(found: _Difference) -> Iterator[str]:
    """Yield the lines for a terminal."""
    yield f"{printable(found.document)} since {found.commit}: {_summary(found)}"
    for each in found.changed:
        yield f"  {printable(each.what)}"
        if each.before is not None:
            yield f"    - {printable(each.before)}"
        if each.after is not None:
            yield f"    + {printable(each.after)}"
    for source in found.sources:
        yield f"  {_source_line(source)}"
        yield from source.since.lines(AT_MOST) if source.since is not None else ()


def _markdown(found: _Difference) -> Iterator[str]:
    """Yield the blocks for a pull request."""
    yield f"### {code(found.document)}"
    yield f"Since {code(found.commit.id)} ({escaped(found.commit.subject)}): {escaped(_summary(found))}"
    if found.changed:
        rows = [(escaped(each.what), escaped(each.before or ""), escaped(each.after or "")) for each in found.changed]
        yield table(("what", "before", "after"), rows)
    for source in found.sources:
        if source.since is None:
            yield f"- {escaped(_source_line(source))}"
        else:
            head = summary_element(_source_line(source))
            yield f"<details>{head}\n\n{fenced(source.since.lines(AT_MOST), 'diff')}\n\n</details>"


def _summary(found: _Difference) -> str:
    if found.is_empty:
        return "nothing changed"
    count, sources = len(found.changed), len(found.sources)
    told = [f"{count} change{'s' * (count != 1)} in the document"] if not found.remark else [found.remark]
    if found.moved_from:
        told.insert(0, f"it was {quote_path(found.moved_from)} then")
    if sources:
        told.append(f"{sources} source{'s' * (sources != 1)} changed")
    return ", ".join(told)


def _source_line(found: _SourceChange) -> str:
    source: Source = found.state.source
    name = f"source {quote_path(source_name(source))}"
    if found.state.actual is None:
        return f"{name}: {found.state.status.value}"
    present = f"{found.state.actual[:SHORT]}..."
    pinned = "pinned" if source.sha256 == found.state.actual else "not pinned yet"
    told = f"{name}: {found.pinned[:SHORT]}... -> {present} ({pinned})"
    return told if found.since is not None else f"{told}; {found.remark}"
