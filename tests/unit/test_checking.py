"""What a page wishes to show: named where the wish stands, with the nearest name that there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mkdocs_mechanism.checking import check
from mkdocs_mechanism.diagnostics import Diagnostic, Location
from mkdocs_mechanism.fence_request import ask
from mkdocs_mechanism.fence_scan import scan
from mkdocs_mechanism.options import SiteOptions
from mkdocs_mechanism.workspace import Workspace
from tests.documents import BASE

IDS = ("cold", "warm", "stale", "full", "empty", "late")


def found(root: Path, header: str, ids: tuple[str, ...] = IDS) -> tuple[Diagnostic, ...]:
    """The findings of one fence in a page."""
    scenario = BASE["scenarios"][0]
    document = {**BASE, "sources": [], "scenarios": [{**scenario, "id": each} for each in ids]}
    (root / "x.json").write_text(json.dumps(document))
    (fence,) = scan(f"# Page\n\n```mechanism src=x.json {header}\n```\n")
    asked = ask(fence, fence.place("page.md"), SiteOptions(), ".")
    assert asked.diagnostics == ()
    assert asked.request is not None
    return check(asked.request, Workspace(root), needs_endpoints=False).diagnostics


@pytest.mark.parametrize(
    ("header", "ids", "message", "hint"),
    [
        ("scenario=could", IDS, 'the document has no scenario "could"', 'did you mean "cold"?'),
        (
            "scenario=zzz",
            IDS,
            'the document has no scenario "zzz"',
            'the scenarios are "cold", "warm", "stale", "full", "empty", "late"',
        ),
        ("scenario=zzz", ("a", "b"), 'the document has no scenario "zzz"', 'the scenarios are "a", "b"'),
        ("step=9", ("a",), 'scenario "a" has no step 9; its last is 2', "write 0 (Start) to 2"),
    ],
)
def test_unknown_scenario_or_step(tmp_path: Path, header: str, ids: tuple[str, ...], message: str, hint: str) -> None:
    (one,) = found(tmp_path, f"id=figure {header}", ids)
    assert (one.code, one.message, one.hint) == ("unknown-scenario", message, hint)
    assert one.location == Location("page.md", 3, 35)
