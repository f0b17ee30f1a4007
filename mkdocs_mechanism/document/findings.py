"""Findings while a document is read: first by path, at the end by line and column."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from ..codes import CODES, finding
from ..diagnostics import Diagnostic, Location, Severity
from ..suggestions import suggestion
from .limits import FINDINGS, LABEL, SUGGESTIONS, TARGETS
from .positions import Path, Positions, json_path


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding whose place is a path in the document."""

    code: str
    message: str
    path: Path
    hint: str = ""
    at_key: bool = False
    """True when the key is at fault rather than its value."""


@dataclass(slots=True)
class Findings:
    """What has been found so far; at most `FINDINGS` of them."""

    problems: list[Problem] = field(default_factory=list)
    elsewhere: list[Diagnostic] = field(default_factory=list)
    """Findings about another file: the fence's endpoint lines."""
    _looked_up: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """True when no more findings are kept."""
        return len(self.problems) >= FINDINGS

    @property
    def has_no_error(self) -> bool:
        """True when all that was found is warnings and notes."""
        errors = (CODES[p.code].severity is Severity.ERROR for p in self.problems)
        return not any(errors) and not any(d.severity is Severity.ERROR for d in self.elsewhere)

    def has(self, code: str) -> bool:
        """Return whether something of a code has been found."""
        return any(problem.code == code for problem in self.problems)

    def add(self, code: str, message: str, path: Path, hint: str = "", *, at_key: bool = False) -> None:
        """Keep a finding about the value, or the key, at a path."""
        if self.is_full:
            return
        self.problems.append(Problem(code, message, path, hint, at_key))
        if len(self.problems) == FINDINGS - 1:
            message = f"the document has {FINDINGS - 1} findings or more; the others are left out"
            self.problems.append(Problem("too-many", message, (), "cure these and check again"))

    def suggest(self, word: str, candidates: Collection[str], noun: str) -> str:
        """Return the hint for an unknown name: the nearest candidate, else up to five of them.

        `noun` is the plural of what the candidates are, such as `nodes`.
        """
        if not candidates:
            return ""
        known = self._looked_up.get((noun, word))
        if known is None:
            if len(self._looked_up) >= SUGGESTIONS or len(word) > LABEL or len(candidates) > TARGETS:
                return ""
            known = self._looked_up[(noun, word)] = suggestion(word, candidates, noun)
        return known

    def diagnostics(self, file: str, positions: Callable[[], Positions]) -> tuple[Diagnostic, ...]:
        """Return all findings with their places, by line and column, those about other files last."""
        found = [finding(p.code, p.message, self._place(p, file, positions()), hint=p.hint) for p in self.problems]
        found.sort(key=lambda d: (d.location.line or 0, d.location.column or 0))
        return (*found, *self.elsewhere)

    @staticmethod
    def _place(problem: Problem, file: str, positions: Positions) -> Location:
        path, offset = positions.nearest(problem.path, at_key=problem.at_key)
        line, column = positions.line_column(offset)
        return Location(file, line, column, json_path(path))
