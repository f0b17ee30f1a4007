"""A defect of ours is an error figure with a place, not a traceback; tests fail for it all the same."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from markdown import Markdown

from mkdocs_mechanism.diagnostics import Severity
from mkdocs_mechanism.fence import scan
from mkdocs_mechanism.hosts.markdown.context import PageContext
from mkdocs_mechanism.hosts.markdown.figures import Figures
from mkdocs_mechanism.hosts.markdown.marks import Marks, token
from mkdocs_mechanism.options import SiteOptions
from mkdocs_mechanism.workspace import Workspace


class Broken(Workspace):
    """A workspace with a mistake in it."""

    def read(self, path: str, limit: int = 0) -> bytes:
        if path.endswith(".md"):
            return super().read(path)
        raise ZeroDivisionError(path, limit)


@pytest.mark.defect
@pytest.mark.parametrize("header", ["mechanism loop.json", "mechanism loop.json step=x"])
def test_an_exception_becomes_an_error_figure(tmp_path: Path, header, caplog):
    marks = Marks()
    marks.clear(["the page"])
    marks.put(scan(f"```{header}\n```")[0])
    figures = Figures(Markdown(), PageContext(Broken(tmp_path), "page.md", "."), SiteOptions(), marks)
    html = figures.render(f"<p>before</p>\n{token(f'{marks.key}-0')}\n<p>after</p>")
    assert "mechanism-error" in html
    assert html.startswith("<p>before</p>")
    assert html.endswith("<p>after</p>")
    (found,) = figures.findings
    assert (found.code, found.severity) == ("internal-error", Severity.ERROR)
    assert found.message == "a defect of mkdocs-mechanism: ZeroDivisionError"
    (record,) = caplog.records
    assert record.levelno == logging.DEBUG
