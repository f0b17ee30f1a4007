"""What is wrong, where, and the one thing to do about it.

Findings are data: every stage returns diagnostics, nothing is raised for an author's mistake. This module knows
no stage, no host and no file; the codes it lists are the contract that `accept`, the docs and the tests rely on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Severity(StrEnum):
    """How much a finding weighs: an error fails every build, a warning fails `--strict`, a note never fails."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file of the workspace."""

    file: str
    """Path relative to the workspace root, with `/`."""
    line: int | None = None
    """Line, counted from 1."""
    column: int | None = None
    """Column in code points, counted from 1."""
    path: str = ""
    """JSONPath (RFC 9535) of the value, such as `$.sources[0].sha256`; empty outside JSON."""

    def __str__(self) -> str:
        """Return `file:line:column` with the parts that are known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding."""

    code: str
    """Stable kebab-case name; a key of `codes.CODES`."""
    severity: Severity
    message: str
    """What is, then what was expected; one line, user text quoted with `quote`."""
    location: Location
    hint: str = ""
    """One action in the imperative; empty when there is none."""
    detail: tuple[str, ...] = ()
    """Further lines, such as the pinned and the present digest."""
    relaxed: str = ""
    """Why the severity is lower than the code's own, such as `accept` or `verify: warn`; empty when it is not."""

    def relax(self, severity: Severity, reason: str) -> Diagnostic:
        """Return the finding with a lower severity and the option that lowered it."""
        return replace(self, severity=severity, relaxed=reason)


LIMIT = 60
"""Longest quoted text, in code points: a message stays one line."""


def quote(text: str) -> str:
    """Return user text in double quotes: unprintable characters escaped, cut at `LIMIT` code points."""
    cut = text if len(text) <= LIMIT else text[: LIMIT - 3] + "..."
    shown = "".join(c if c.isprintable() else _escape(c) for c in cut)
    return f'"{shown}"'


def printable(text: str) -> str:
    """Return text for one line of output: what can't be printed is escaped, so that it moves no cursor."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
