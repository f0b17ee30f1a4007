"""`pin`: record the present digests of sources, and reviews; a document is rewritten as a whole or not at all."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from ..checking import Checked, begin, finish
from ..diagnostics import Diagnostic, Location, quote
from ..document.comparison import source_name
from ..document.meaning import content_digest, pins_digest
from ..document.model import Mechanism, Review
from ..document.reader import read
from ..report import Extent, below
from ..request import Request
from ..sources.pin import is_writable, pin
from ..sources.run import Asking, Run
from ..sources.verify import SourceState, Status
from ..sources.versions import Versions
from ..workspace import WorkspaceError, quote_path
from .changes import expect, pin_line
from .consent import Consent
from .findings import show
from .output import UsageError, say, write_file
from .progress import Progress
from .scope import Scope, collect, documents_of, relative
from .site import Site, base_of
from .sums import write_sums_file

# Not this command's matter: it is about a path and not its digest.
_NOT_HERE = frozenset({"source-not-portable"})
_UNSEEN = frozenset({Status.CHANGED, Status.MISSING, Status.REFUSED, Status.UNPINNED})
"""States of a source that nobody can have looked at with the document as it is, or whose change would go unnoticed."""


@dataclass(frozen=True, slots=True)
class Work:
    """One document that was read, and what there is to write into it."""

    site: Site
    document: str
    checked: Checked
    wanted: tuple[int, ...]
    """Indexes of the sources to pin."""
    asking: Asking
    """What all documents share."""
    is_unreviewed: bool = False
    """True when a review was asked for and there was something against it."""

    @property
    def states(self) -> tuple[SourceState, ...]:
        """States of the sources; none where an error in the document may hide some."""
        is_sound = self.checked.mechanism is not None and self.checked.verification is not None
        return self.checked.verification.states if is_sound and self.checked.verification is not None else ()


def run(arguments: argparse.Namespace) -> int:
    """Pin what the paths name and return the exit code."""
    if arguments.date and not arguments.reviewed_by:
        raise UsageError("--date is the day of a review; add --reviewed-by NAME")
    scopes = collect(arguments.paths, arguments.root, arguments.sources)
    works = _works(scopes, arguments)
    pending = [len(work.wanted) for work in works if work.wanted]
    is_change = all(work.states[index].status is Status.CHANGED for work in works for index in work.wanted)
    versions = Versions()
    for work in works:
        for index in work.wanted:
            expect(work.site.workspace, work.states[index].source, versions)
    consent = Consent(pending, arguments, versions, is_change=is_change)
    done = [_settle(work, consent, arguments) for work in works] if consent.is_given else works
    if consent.is_given and arguments.sums is not None:
        write_sums_file(arguments.sums, [(work.site, work.states) for work in done], is_quiet=arguments.quiet)
    is_moved = len(scopes) > 1 or arguments.format == "github"
    found: list[Diagnostic] = []
    for work in done:
        left = [each for each in work.checked.diagnostics if each.code not in _NOT_HERE]
        found += below(base_of(work.site, arguments.format) if is_moved else "", left)
    code = show(found, Extent(sum(work.checked.is_read for work in works)), arguments)
    if not consent.is_given:
        say(f"nothing was written: {consent.why_not}")
        return 2
    return 1 if consent.left or any(work.is_unreviewed for work in done) else code


def _works(scopes: Sequence[Scope], arguments: argparse.Namespace) -> list[Work]:
    """Read every document and verify its sources."""
    named = [(scope.site, document) for scope in scopes for document in documents_of(scope)]
    works: list[Work] = []
    only = arguments.only or ()
    unused = set(only)
    asking = Asking()
    with Progress("reading", len(named), is_shown=not arguments.quiet) as progress:
        for site, document in named:
            progress.next(document)
            work = Work(site, document, _check(site, document, asking), (), asking)
            chosen = {name: _in_workspace(site, name) for name in only}
            wanted = []
            for index, state in enumerate(work.states):
                asked = {name for name, path in chosen.items() if state.source.path in (name, path)}
                unused -= asked
                if is_writable(state) and (asked or not only):
                    wanted.append(index)
            works.append(replace(work, wanted=tuple(wanted)))
    if unused:
        raise UsageError(f"--only: no document here names source {quote_path(min(unused))}")
    return works


def _check(site: Site, document: str, asking: Asking) -> Checked:
    request = Request(document, Location(document), site.figure_options)
    return finish(begin(request, site.workspace, Run(asking=asking)), needs_endpoints=False)


def _in_workspace(site: Site, name: str) -> str:
    """Return a path of the command line as sources are named; as it is where no such file is here."""
    try:
        return relative(site, Path(name))
    except UsageError:
        return name


def _settle(work: Work, consent: Consent, arguments: argparse.Namespace) -> Work:
    """Ask about each source, write what was agreed to, and return the document as it is then."""
    chosen = tuple(index for index in work.wanted if consent.ask(work.site, work.document, work.states[index]))
    review, is_unreviewed = None, False
    if arguments.reviewed_by and work.checked.mechanism is not None:
        is_unreviewed = _is_unseen(work, chosen)
        review = None if is_unreviewed else _review(work, work.checked.mechanism, chosen, arguments)
    if not chosen and review is None:
        return replace(work, is_unreviewed=is_unreviewed)
    _write(work, pin(work.checked.data, work.states, only=chosen, review=review))
    if not arguments.quiet:
        for line in _told(work, chosen, review):
            say(line)
    checked = _check(work.site, work.document, work.asking)
    return replace(work, checked=checked, is_unreviewed=is_unreviewed)


def _is_unseen(work: Work, chosen: Sequence[int]) -> bool:
    """Return whether a source stands against a review, and say which."""
    unseen = [state for index, state in enumerate(work.states) if state.status in _UNSEEN and index not in chosen]
    if unseen:
        name = quote_path(source_name(unseen[0].source))
        say(f"no review was recorded in {quote_path(work.document)}: source {name} is {unseen[0].status.value}")
    return bool(unseen)


def _review(work: Work, mechanism: Mechanism, chosen: Sequence[int], arguments: argparse.Namespace) -> Review | None:
    """Return the review to record; None where the document has it."""
    day = arguments.date or datetime.now(UTC).date().isoformat()
    pinned = [
        replace(state.source, sha256=state.actual) if index in chosen else state.source
        for index, state in enumerate(work.states)
    ]
    review = Review(arguments.reviewed_by, day, content_digest(mechanism), pins_digest(pinned))
    return None if mechanism.review == review else review


def _write(work: Work, data: bytes) -> None:
    """Put the document in place, unless that would not be the same document."""
    workspace, name = work.site.workspace, quote_path(work.document)
    after = read(data, file=work.document).mechanism
    if (
        after is None
        or work.checked.mechanism is None
        or content_digest(after) != content_digest(work.checked.mechanism)
    ):
        raise UsageError(
            f"document {name} could not be changed without changing what it says; nothing was written to it"
        )
    try:
        is_same = workspace.read(work.document) == work.checked.data
        real = workspace.resolve(work.document)
    except WorkspaceError as error:
        raise UsageError(f"document {error.message}") from None
    if not is_same:
        raise UsageError(f"document {name} changed meanwhile; nothing was written to it")
    write_file(workspace.root / real, data)


def _told(work: Work, chosen: Sequence[int], review: Review | None) -> Iterator[str]:
    """Yield a line for everything that was written."""
    for index in chosen:
        yield f"pinned {pin_line(work.document, work.states[index])}"
    name = quote_path(work.document)
    old = work.checked.mechanism.review if work.checked.mechanism is not None else None
    if review is not None:
        yield f"reviewed {name}: {quote(review.by)} on {review.on}"
    elif old is not None:
        yield f"the review of {name} by {quote(old.by)} is older than these pins: it no longer holds"
