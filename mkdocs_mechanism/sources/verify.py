"""Compare each source of a mechanism with the file in the workspace.

In goes a mechanism and a workspace; out comes a state for every source, the verdict for the whole figure
(`data-verified`) and a finding for every source that is not the recorded one, located in the document. Digests are
over raw bytes, always. Severities are those of `codes.CODES`; what a site makes of them is `levels`' matter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from ..codes import finding
from ..diagnostics import Diagnostic, Location
from ..document.model import Mechanism, Source
from ..workspace import HEAD, SOURCE_LIMIT, Digest, Workspace, WorkspaceError, quote_path
from .paths import check_path
from .pointers import Pointer, pointer
from .run import Place, Run

if TYPE_CHECKING:
    from .explain import Why
    from .recorded import Recorded

Locate = Callable[[Sequence[str | int]], Location]
"""From a place in the document, such as `("sources", 0, "path")`, to line and column."""


class Status(StrEnum):
    """What is known of a source; the value is what the figure and the record carry."""

    VERIFIED = "verified"
    CHANGED = "changed"
    MISSING = "missing"
    UNPINNED = "unpinned"
    REFUSED = "refused"
    RECORDED = "recorded"
    """Not here; a committed `SHA256SUMS` records the pinned digest. Not counted as verified."""
    CITED = "cited"
    """Recorded and never compared. Not counted in the verdict."""


SHORT = 8
"""Digits of a digest in a message; the whole of it is in the finding's detail."""
MISSING_HINT = 'a source\'s path is relative to the workspace root, which the option "root" sets'
"""Said of a source that is not there when no other path is near."""
FAILED = frozenset({Status.CHANGED, Status.MISSING, Status.REFUSED})


@dataclass(frozen=True, slots=True)
class SourceState:
    """One source and what was found of it."""

    source: Source
    status: Status
    actual: str | None
    """Digest of the bytes that are there, of the part where one is named: 64 hex digits; None when nothing was read."""
    size: int | None
    """Bytes; None when nothing was read."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What a figure rests on, at this moment."""

    states: tuple[SourceState, ...]
    """One for every source, in the document's order."""
    diagnostics: tuple[Diagnostic, ...]
    verdict: str
    """`failed`, `all`, `some` or `none`: the value of `data-verified`."""


def verify(
    mechanism: Mechanism,
    workspace: Workspace,
    *,
    document: str,
    locate: Locate,
    page: str = "",
    limit: int = SOURCE_LIMIT,
    run: Run | None = None,
) -> Verification:
    """Return states, findings and verdict. Never raises.

    Args:
        mechanism: Whose sources are compared.
        workspace: Where they are; in its archive they are looked for first.
        document: The document's path in the workspace.
        locate: Tells where a value stands in the document.
        page: The page that shows the figure, where it is known.
        limit: Bytes of the longest source.
        run: What is shared with the other documents of one run, which has begun with this one; None: it is alone.
    """
    if run is None:
        run = Run()
        run.begin(mechanism, workspace, limit)
    states: list[SourceState] = []
    diagnostics: list[Diagnostic] = []
    for index, source in enumerate(mechanism.sources):
        one = _One(source, Place(workspace, document, page), limit, run)
        state, found = one.verify(partial(_at, locate, index))
        states.append(state)
        diagnostics += found
    return Verification(tuple(states), tuple(diagnostics), verdict([state.status for state in states]))


def verdict(statuses: Sequence[Status]) -> str:
    """Return `failed` if any source is changed, missing or refused, else `all`, `some` or `none` of them verified."""
    counted = [status for status in statuses if status is not Status.CITED]
    if any(status in FAILED for status in counted):
        return "failed"
    verified = counted.count(Status.VERIFIED)
    if verified == 0:
        return "none"
    return "all" if verified == len(counted) else "some"


def _at(locate: Locate, index: int, key: str) -> Location:
    return locate(("sources", index, key))


class _One:
    """The verification of one source."""

    def __init__(self, source: Source, place: Place, limit: int, run: Run) -> None:
        self.source = source
        self.place = place
        self.limit = limit
        self.run = run

    def verify(self, at: Callable[[str], Location]) -> tuple[SourceState, list[Diagnostic]]:
        """Return the state, and what is wrong; `at` tells where a member of the source stands."""
        if self.source.url:
            return self._state(Status.CITED), []
        found = []
        if (fault := check_path(self.source.path)) is not None:
            code = "source-not-portable" if fault.is_warning else "source-path"
            hint = fault.hint if fault.is_warning else self._meant() or fault.hint
            found.append(finding(code, f"{self._name} {fault.message}", at("path"), hint=hint))
            if not fault.is_warning:
                return self._state(Status.REFUSED), found
        try:
            state, more = self._read(at)
        except WorkspaceError as error:
            state, more = self._not_read(error, at("path"))
        return state, [*found, *more]

    @property
    def _name(self) -> str:
        return f"source {quote_path(self.source.path)}"

    def _state(self, status: Status, digest: Digest | None = None) -> SourceState:
        return SourceState(self.source, status, digest.sha256 if digest else None, digest.size if digest else None)

    def _read(self, at: Callable[[str], Location]) -> tuple[SourceState, list[Diagnostic]]:
        """Compare the bytes that are there; raises WorkspaceError."""
        path, workspace = self.source.path, self.place.workspace
        home = self.run.home(workspace, path)
        is_document = path == self.place.document
        if self.source.part and not is_document:
            is_document = home is workspace and workspace.resolve(path) == self.place.document
        digest = None
        if not self.source.part and not is_document:
            digest = self.run.hashing.digest(home, path, self.limit)
            is_document = home is workspace and digest.real == self.place.document
        if is_document:
            message = f"{quote_path(path)} is the document itself; expected what it was derived from"
            raise WorkspaceError("refused", message)
        if digest is None:
            return self._read_part(home, at)
        if (found := pointer(digest.head)) is not None and digest.size < HEAD:
            return self._pointer(found, at("path"), is_pinned=digest.sha256 == self.source.sha256)
        return self._compare(digest, home, at)

    def _compare(
        self, digest: Digest, home: Workspace, at: Callable[[str], Location], part: tuple[bytes, bytes] | None = None
    ) -> tuple[SourceState, list[Diagnostic]]:
        """Return the verdict about a digest; `part` holds the bytes of the part and of the file."""
        if self.source.sha256 is None:
            return self._state(Status.UNPINNED, digest), [self._unpinned(digest, at("path"))]
        if digest.sha256 == self.source.sha256:
            return self._state(Status.VERIFIED, digest), []
        return self._state(Status.CHANGED, digest), [self._changed(digest, home, part, at("sha256"))]

    def _read_part(self, home: Workspace, at: Callable[[str], Location]) -> tuple[SourceState, list[Diagnostic]]:
        from .parts import PART_LIMIT, PartFault, part

        try:
            data = home.read(self.source.path, min(self.limit, PART_LIMIT))
        except WorkspaceError as error:
            if error.kind == "too-large" and self.limit >= PART_LIMIT:
                error.hint = "pin the whole file: a part is taken of smaller ones"
            raise
        if (found := pointer(data[:HEAD])) is not None and len(data) < HEAD:
            return self._pointer(found, at("path"), is_pinned=False)
        taken = part(data, self.source)
        if isinstance(taken, PartFault):
            place = at("lines" if self.source.lines else "region")
            found_fault = finding("source-part", f"{self._name} {taken.message}", place, hint=taken.hint)
            return self._state(Status.MISSING), [found_fault]
        digest = Digest(hashlib.sha256(taken).hexdigest(), len(taken))
        return self._compare(digest, home, at, (taken, data))

    def _pointer(self, found: Pointer, location: Location, *, is_pinned: bool) -> tuple[SourceState, list[Diagnostic]]:
        """Return what is said of a file that stands for its content; its own digest is nobody's."""
        from .explain import explain_pointer

        why = explain_pointer(found, self.source)
        detail = (f"why     {why.text}",)
        if is_pinned:
            message = f"{self._name} is only a {found.tool} pointer, and the pointer is what was pinned"
            hint = f"{why.hint}, then pin the content"
            return self._state(Status.REFUSED), [finding("source-refused", message, location, hint=hint, detail=detail)]
        message = f"{self._name} is only a {found.tool} pointer: its content was not downloaded"
        return self._state(Status.MISSING), [finding("source-missing", message, location, hint=why.hint, detail=detail)]

    def _not_read(self, error: WorkspaceError, location: Location) -> tuple[SourceState, list[Diagnostic]]:
        if error.kind != "missing":
            hint = error.hint
            if error.kind == "too-large" and not hint:
                hint = 'name a smaller file, or raise "source_limit" in the site\'s configuration'
            return self._state(Status.REFUSED), [
                finding("source-refused", f"source {error.message}", location, hint=hint)
            ]
        from .recorded import find_recorded

        recorded = find_recorded(self.source, self.place.workspace)
        if recorded is not None and recorded.is_pinned:
            message = f"{self._name} is not here; {quote_path(recorded.file)} records the pinned digest in its place"
            hint = "check where the file is, with: mkdocs-mechanism check --sources DIR"
            return self._state(Status.RECORDED), [finding("source-recorded", message, location, hint=hint)]
        detail, hint = self._why_missing(recorded)
        details = (f"why     {detail}",) if detail else ()
        found = finding(
            "source-missing",
            f"source {error.message}",
            location,
            hint=hint or error.hint or MISSING_HINT,
            detail=details,
        )
        return self._state(Status.MISSING), [found]

    def _meant(self) -> str:
        """Return a hint where the path was meant relative to the document."""
        from .explain import beside_the_document

        return beside_the_document(self.source.path, self.place)

    def _why_missing(self, recorded: Recorded | None) -> tuple[str, str]:
        """Return why the file is not there, and the cure; each may be empty."""
        from .explain import explain_missing

        if hint := self._meant():
            return "", hint
        if recorded is not None:
            return recorded.problem, ""
        with self.run.asking.one() as asks_git:
            why = explain_missing(self.source, replace(self.place, asks_git=asks_git))
        return (why.text, why.hint) if why is not None else ("", "")

    def _changed(
        self, digest: Digest, home: Workspace, part: tuple[bytes, bytes] | None, location: Location
    ) -> Diagnostic:
        pinned, present = self.source.sha256 or "", digest.sha256
        short = f"pinned {pinned[:SHORT]}..., now {present[:SHORT]}..."
        why = self._why(home, part)
        hint = f"read the change, correct the mechanism if needed, then run: {self.place.pin}"
        what = f"{self._name} has changed" if part is None else f"{self.source.part} of {self._name} changed"
        detail = [f"pinned  {pinned}", f"present {present} ({digest.size} bytes)"]
        return finding(
            "source-changed",
            f"{what} since it was pinned: {short}",
            location,
            hint=(why.hint if why is not None else "") or hint,
            detail=(*detail, f"why     {why.text}") if why is not None else tuple(detail),
        )

    def _why(self, home: Workspace, part: tuple[bytes, bytes] | None) -> Why | None:
        from .explain import explain
        from .twins import TWIN_LIMIT

        data, whole = part if part is not None else (b"", None)
        if part is None:
            try:
                data = home.read(self.source.path, TWIN_LIMIT)
            except WorkspaceError:
                return None
        with self.run.asking.one(is_wanted=home is self.place.workspace) as asks_git:
            return explain(data, self.source, replace(self.place, asks_git=asks_git), whole)

    def _unpinned(self, digest: Digest, location: Location) -> Diagnostic:
        source = self.source
        member = {"lines": source.lines, "region": source.region}
        named = "".join(f', "{key}": {json.dumps(value)}' for key, value in member.items() if value)
        path = json.dumps(source.path, ensure_ascii=False)
        what = f"{source.part} of {self._name}" if source.part else self._name
        return finding(
            "source-unpinned",
            f"{what} has no recorded digest",
            location,
            hint=f'write: "path": {path}{named}, "sha256": "{digest.sha256}"',
        )
