"""Markdown for summaries and comments: whatever a name holds, it is shown and never acted upon."""

from __future__ import annotations

import html
import re

import pytest
from markdown import markdown as rendered

from mkdocs_mechanism.codes import finding
from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.report import Extent, report
from mkdocs_mechanism.report_markdown import ROWS, Row, code, escaped, fenced, markdown

HOSTILE = [
    "a | b", "`x`", "**x**", "_x_ __init__.py", "[a](javascript:alert(1))", "![x](y)", "<img src=x>", "&lt;", "a\\|b",
    "~~x~~", "x\ny", "\x1b[2J", "- x", "# x", "> x", "1 | 2 \\", "$x$", "docs/a b.json", " lead", "trail ", "``` x",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("write", [escaped, code])
def test_text_is_shown_as_it_is(text: str, write: object) -> None:
    table = f"| head |\n| --- |\n| x{write(text)}y |\n"  # type: ignore[operator]
    shown = rendered(table, extensions=["tables"])
    cells = re.findall(r"<td>(.*?)</td>", shown, re.S)
    assert len(cells) == 1, shown
    plain = html.unescape(re.sub(r"</?code>", "", cells[0]))
    assert "<img" not in cells[0]
    expected = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    # Python-Markdown knows no backslash before these; GitHub does.
    assert re.sub(r"\\(?=[~$])", "", plain) == f"x{expected}y"


@pytest.mark.parametrize("text", ["@team", "#12", "https://example.org", "www.example.org", "a@b.org"])
def test_nobody_is_called_and_nothing_is_linked(text: str) -> None:
    shown = escaped(text)
    assert text not in shown
    assert html.unescape(shown) == text


def test_marks_are_longer_than_those_inside() -> None:
    assert fenced(["a", "````", "```"], "diff") == "`````diff\na\n````\n```\n`````"
    assert fenced(["a"], "") == "```\na\n```"


def test_a_long_table_keeps_what_is_not_in_order() -> None:
    rows = [Row(f"a#{number}", "x.md", "verified", "") for number in range(ROWS)]
    rows += [Row("b", "y.md", "changed", ""), Row("c", "z.md", "verified", "R", is_stale=True)]
    text = markdown(rows, [], "all")
    assert text.count("\n| ") == 4
    assert "| `b` | `y.md` | **changed** | – |\n| `c` | `z.md` | unchanged | **out of date:** R |\n" in text
    assert text.endswith(f"Not shown: {ROWS} more rows.\n")


def test_findings_and_counts() -> None:
    found = finding(
        "missing-src", "the fence names no document", Location("a b.md", 4, 1), hint="name *it*", detail=("x",)
    )
    assert report([found], "markdown", Extent(2, 1)) == (
        "**mkdocs-mechanism:** 1 error in 1 file (1 page and 2 documents checked)\n\n"
        "- **error** `a b.md:4:1`: the fence names no document `missing-src`\\\n  x\\\n  hint: name \\*it\\*\n"
    )
    assert report([], "markdown", Extent(2)) == "**mkdocs-mechanism:** 2 documents checked\n"
