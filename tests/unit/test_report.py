"""One set of fields, three formats."""

from __future__ import annotations

import json

from mkdocs_mechanism.codes import finding
from mkdocs_mechanism.diagnostics import Diagnostic, Location, Severity
from mkdocs_mechanism.report import Extent, arrange, below, report, summary

CHANGED = finding(
    "source-changed",
    'source "notes.md" has changed since it was pinned',
    Location("m/cache.json", 12, 17, "$.sources[0].sha256"),
    hint="read the change, 100%: then pin",
    detail=("pinned  aa", "present bb"),
)
UNPINNED = finding("source-unpinned", 'source "a.md" has no recorded digest', Location("m/cache.json", 3, 1))
ON_PAGE = finding("missing-src", "the fence names no document", Location("index.md", 4, 1))


def test_text() -> None:
    assert report([UNPINNED, CHANGED], "text", Extent(14)) == (
        'm/cache.json:3:1: warning: source "a.md" has no recorded digest [source-unpinned]\n'
        'm/cache.json:12:17: error: source "notes.md" has changed since it was pinned [source-changed]\n'
        "  at $.sources[0].sha256\n"
        "  pinned  aa\n"
        "  present bb\n"
        "  hint: read the change, 100%: then pin\n"
        "1 error, 1 warning in 1 document (14 checked)\n"
    )


def test_text_says_what_was_relaxed_and_counts_it() -> None:
    relaxed = [CHANGED.relax(Severity.WARNING, "verify: warn"), UNPINNED.relax(Severity.NOTE, "accept")]
    text = report(relaxed, "text", Extent(1))
    assert "[source-changed] (relaxed by verify: warn)\n" in text
    assert "[source-unpinned] (relaxed by accept)\n" in text
    assert text.endswith("\n1 warning, 1 note in 1 document (1 checked); 2 relaxed by options\n")


def test_nothing_found() -> None:
    assert report([], "text", Extent(14)) == ""
    assert summary([], Extent(14)) == "14 documents checked"
    assert summary([], Extent(1)) == "1 document checked"
    assert summary([], Extent(4, 1)) == "1 page and 4 documents checked"


def test_pages_are_files() -> None:
    assert summary([ON_PAGE, CHANGED], Extent(4, 3)) == "2 errors in 2 files (3 pages and 4 documents checked)"


def test_json() -> None:
    value = json.loads(report([CHANGED.relax(Severity.WARNING, "verify: warn"), ON_PAGE], "json", Extent(1, 1)))
    assert value["counts"] == {"errors": 1, "warnings": 1, "notes": 0, "relaxed": 1}
    assert value["checked"] == {"documents": 1, "pages": 1}
    assert value["findings"][0] == {
        "code": "source-changed",
        "severity": "warning",
        "message": 'source "notes.md" has changed since it was pinned',
        "file": "m/cache.json",
        "line": 12,
        "column": 17,
        "path": "$.sources[0].sha256",
        "detail": ["pinned  aa", "present bb"],
        "hint": "read the change, 100%: then pin",
        "relaxed": "verify: warn",
    }
    assert json.loads(report([], "json", Extent(2)))["findings"] == []


def test_github() -> None:
    note = UNPINNED.relax(Severity.NOTE, "accept")
    assert report(below("sub", [CHANGED, note]), "github", Extent(1)) == (
        "::error file=sub/m/cache.json,line=12,col=17,title=source-changed::"
        'source "notes.md" has changed since it was pinned%0Aat $.sources[0].sha256%0Apinned  aa%0Apresent bb'
        "%0Ahint: read the change, 100%25: then pin\n"
        "::notice file=sub/m/cache.json,line=3,col=1,title=source-unpinned::"
        'source "a.md" has no recorded digest (relaxed by accept)\n'
    )


def test_odd_names_move_no_cursor_and_end_no_line() -> None:
    odd = finding("missing-src", "x", Location("a\n\x1b[2J,b:c\udcff.md", 1, 1))
    assert report([odd], "text", Extent(0, 1)).startswith("a\\n\\x1b[2J,b:c\\udcff.md:1:1: error")
    assert "file=a\\n\\x1b[2J%2Cb%3Ac\\udcff.md,line=1" in report([odd], "github", Extent(0, 1))
    for form in ("text", "json", "github"):
        report([odd], form, Extent(0, 1)).encode("ascii")


def test_order_and_repeats() -> None:
    def at(file: str, line: int | None, code: str = "missing-src") -> Diagnostic:
        return finding(code, "x", Location(file, line))

    relaxed = at("a", 1, "source-missing").relax(Severity.NOTE, "accept")
    found = [at("b", 1), at("a", 10), at("a", 2), at("a", None), relaxed, at("a", 1, "source-missing"), at("b", 1)]
    arranged = arrange(found)
    assert [(d.location.file, d.location.line) for d in arranged] == [
        ("a", None),
        ("a", 1),
        ("a", 2),
        ("a", 10),
        ("b", 1),
    ]
    assert arranged[1].severity is Severity.ERROR
