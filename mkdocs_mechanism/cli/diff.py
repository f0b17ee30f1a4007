"""`diff`: what changed in a document and its sources since a commit. Read only, and for people; git is needed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..diagnostics import printable
from ..document.comparison import Changed, compare, source_name
from ..document.model import Mechanism, Source
from ..document.reader import read
from ..report_markdown import code, escaped, fenced, summary_element, table
from ..sources.history import Commit
from ..sources.verify import SHORT, SourceState, Status, verify
from ..sources.versions import commit_of, content_at, has_git
from ..workspace import WorkspaceError, quote_path
from .changes import Since, since
from .output import UsageError, out, say
from .scope import collect, documents_of
from .site import Site

AT_MOST = 400
"""Lines of a source's difference that are shown."""


@dataclass(frozen=True, slots=True)
class _SourceChange:
    """A source whose bytes are not those that the document was pinned to."""

    state: SourceState
    pinned: str
    """The digest that was recorded then."""
    since: Since | None


@dataclass(frozen=True, slots=True)
class _Difference:
    """What changed in one document."""

    document: str
    commit: Commit
    remark: str
    """What kept the two states from being compared, or that there is only one."""
    changed: tuple[Changed, ...]
    sources: tuple[_SourceChange, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.remark or self.changed or self.sources)


def run(arguments: argparse.Namespace) -> int:
    """Show what changed in the documents that the path names and return the exit code."""
    scopes = collect([arguments.path], arguments.root, arguments.sources)
    found = [
        _difference(scope.site, document, arguments.revision) for scope in scopes for document in documents_of(scope)
    ]
    shown = [each for each in found if not (each.is_empty and arguments.quiet)]
    if arguments.format == "markdown":
        out("\n\n".join(part for each in shown for part in _markdown(each)) + "\n" * bool(shown))
    else:
        out("".join(f"{line}\n" for each in shown for line in _text(each)))
    if not found:
        say("no document is named there")
    return 0


def _difference(site: Site, document: str, revision: str) -> _Difference:
    root = site.workspace.root
    if not has_git(root):
        raise UsageError("diff needs git and a repository; here is none of them, or git was not found")
    commit = commit_of(root, revision)
    if commit is None:
        raise UsageError(f"--from: there is no commit {quote_path(revision)} in this repository")
    try:
        data = site.workspace.read(document)
        path = site.workspace.resolve(document)
    except WorkspaceError as error:
        raise UsageError(f"document {error.message}") from None
    reading = read(data, file=document)
    if reading.mechanism is None:
        remark = f"the document has errors; run: mkdocs-mechanism check {document}"
        return _Difference(document, commit, remark, (), ())
    states = verify(reading.mechanism, site.workspace, document=document, locate=reading.locate).states
    before = content_at(root, commit, path)
    old = read(before, file=document).mechanism if before is not None else None
    remark = "" if old is not None else "the document is new" if before is None else "the document had errors then"
    changed = compare(old, reading.mechanism) if old is not None else ()
    return _Difference(document, commit, remark, changed, tuple(_sources(site, old, states)))


def _sources(site: Site, old: Mechanism | None, states: Sequence[SourceState]) -> Iterator[_SourceChange]:
    """Yield the sources that have other bytes than the document recorded then, or records now."""
    then = {source_name(source): source.sha256 for source in old.sources} if old is not None else {}
    for state in states:
        pinned = then.get(source_name(state.source)) or state.source.sha256
        if pinned is not None and state.status is not Status.CITED and state.actual != pinned:
            yield _SourceChange(state, pinned, since(site.workspace, state.source, pinned))


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
    return told if found.since is not None else f"{told}; git has no version with the recorded digest"
