"""What options make of a finding, and that an error of the document is never relaxed."""

from __future__ import annotations

from itertools import product

import pytest

from mkdocs_mechanism.codes import CODES, finding
from mkdocs_mechanism.diagnostics import Diagnostic, Location, Severity
from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.sources.levels import apply_levels, is_acceptable

SOURCES = ("source-changed", "source-missing", "source-part", "source-path", "source-refused")
E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE


def leveled(code: str, options: FigureOptions) -> Diagnostic:
    (diagnostic,) = apply_levels([finding(code, "x", Location("a.json", 1, 1))], options)
    return diagnostic


@pytest.mark.parametrize("code", SOURCES)
@pytest.mark.parametrize(
    ("level", "severity", "relaxed"), [("error", E, ""), ("warn", W, "verify: warn"), ("ignore", N, "verify: ignore")]
)
def test_verify(code: str, level: str, severity: Severity, relaxed: str) -> None:
    diagnostic = leveled(code, FigureOptions(verify=level))
    assert (diagnostic.severity, diagnostic.relaxed) == (severity, relaxed)


@pytest.mark.parametrize(
    ("level", "severity", "relaxed"), [("error", E, ""), ("warn", W, ""), ("ignore", N, "unpinned: ignore")]
)
def test_unpinned(level: str, severity: Severity, relaxed: str) -> None:
    diagnostic = leveled("source-unpinned", FigureOptions(unpinned=level))
    assert (diagnostic.severity, diagnostic.relaxed) == (severity, relaxed)


@pytest.mark.parametrize("code", sorted(code for code, about in CODES.items() if about.severity is W))
def test_every_warning_can_be_accepted_by_its_code(code: str) -> None:
    diagnostic = leveled(code, FigureOptions(accept=frozenset({code})))
    assert (diagnostic.severity, diagnostic.relaxed) == (N, "accept")


@pytest.mark.parametrize("code", SOURCES)
def test_the_state_of_a_source_can_be_accepted(code: str) -> None:
    diagnostic = leveled(code, FigureOptions(accept=frozenset({code}), verify="warn"))
    assert (diagnostic.severity, diagnostic.relaxed) == (N, "accept")


@pytest.mark.parametrize(
    "code", sorted(code for code, about in CODES.items() if about.severity is E and code not in SOURCES)
)
def test_no_other_error_is_relaxed(code: str) -> None:
    assert not is_acceptable(code)
    for verify, unpinned in product(("error", "warn", "ignore"), repeat=2):
        options = FigureOptions(verify=verify, unpinned=unpinned, accept=frozenset(CODES))
        assert leveled(code, options) == leveled(code, FigureOptions())
        assert leveled(code, options).severity is E


def test_order_and_number_stay() -> None:
    found = [finding(code, "x", Location("a.json")) for code in CODES]
    options = FigureOptions(verify="ignore", unpinned="ignore", accept=frozenset(CODES))
    assert [diagnostic.code for diagnostic in apply_levels(found, options)] == list(CODES)
