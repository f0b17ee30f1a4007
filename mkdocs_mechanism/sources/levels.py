"""How much a finding weighs here: `verify`, `unpinned`, `accept` and `require_review`, applied to what was found.

Only findings about the state of sources and warnings can be relaxed; an error of the document itself never is.
Whatever is relaxed stays in the list and says by which option, so that `check` can print and count it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..codes import CODES
from ..diagnostics import Diagnostic, Severity
from ..options import SOURCE_CODES, FigureOptions

UNPINNED_CODES = frozenset({"source-unpinned"})
SEVERITIES = {"error": Severity.ERROR, "warn": Severity.WARNING, "ignore": Severity.NOTE}
"""Level as written in an option, to severity. What is ignored is a note: it is still counted."""
_ORDER = (Severity.NOTE, Severity.WARNING, Severity.ERROR)


def is_acceptable(code: str) -> bool:
    """Return whether `accept` may hold the code: any warning, and the state of a source."""
    return code in SOURCE_CODES or (code in CODES and CODES[code].severity is Severity.WARNING)


def apply_levels(diagnostics: Iterable[Diagnostic], options: FigureOptions) -> tuple[Diagnostic, ...]:
    """Return the findings with the severity they have under these options; order and number stay."""
    return tuple(_apply(diagnostic, options) for diagnostic in diagnostics)


def _apply(diagnostic: Diagnostic, options: FigureOptions) -> Diagnostic:
    if diagnostic.severity is Severity.NOTE:
        return diagnostic
    if diagnostic.code in options.accept and is_acceptable(diagnostic.code):
        return diagnostic.relax(Severity.NOTE, "accept")
    if diagnostic.code in SOURCE_CODES:
        return _set(diagnostic, "verify", options.verify)
    if diagnostic.code in UNPINNED_CODES:
        return _set(diagnostic, "unpinned", options.unpinned)
    if diagnostic.code == "review-stale" and options.require_review:
        return replace(diagnostic, severity=Severity.ERROR)
    return diagnostic


def _set(diagnostic: Diagnostic, option: str, level: str) -> Diagnostic:
    severity = SEVERITIES[level]
    own = CODES[diagnostic.code].severity
    is_lower = _ORDER.index(severity) < _ORDER.index(own)
    return diagnostic.relax(severity, f"{option}: {level}" if is_lower else "")
