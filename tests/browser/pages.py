"""Pages with figures in them, as a host makes them: stylesheets are linked, no script is there."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from golden.cases import DOCUMENT, FOLDER, PAGE
from golden.cases import request as golden_request

from mkdocs_mechanism.document.model import Endpoints
from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.pipeline import Request, Result, build
from mkdocs_mechanism.workspace import Workspace

ASSETS = "/assets/"
TEXT = "<p>" + "Some words of the page, which nothing may push up or down. " * 4 + "</p>"


def request(name: str, **further: Any) -> Request:
    """Return what a page asks for that shows a golden case; `further` are fields of the request."""
    return replace(golden_request(FOLDER / name, name), asset_base=ASSETS, **further)


@cache
def figure(name: str, **further: Any) -> Result:
    """Return the figure of a golden case (built once for all tests)."""
    result = build(request(name, **further), Workspace(FOLDER / name))
    assert result.stylesheet, result.diagnostics
    return result


def document(name: str) -> dict[str, Any]:
    """Return the document of a golden case, as it was written."""
    loaded: dict[str, Any] = json.loads((FOLDER / name / DOCUMENT).read_text(encoding="utf-8"))
    return loaded


def reference_ends(shared: Path) -> dict[str, tuple[str, str]]:
    """Return the endpoints that a careful reader gave the edges of the reference document."""
    with (shared / "cases" / "endpoints.tsv").open(encoding="utf-8", newline="") as file:
        return {row[1]: (row[2], row[3]) for row in csv.reader(file, delimiter="\t") if row[0] == "seed"}


@cache
def reference_figure(shared: Path) -> Result:
    """Return the figure of the reference document."""
    ends = {name: Endpoints(tail, head, PAGE) for name, (tail, head) in reference_ends(shared).items()}
    options = FigureOptions(verify="warn")
    wish = Request("decode-loop.json", PAGE, options, ends, assets="link", asset_base=ASSETS)
    return build(wish, Workspace(shared / "seed"))


def html(*figures: str, scheme: str = "default", head: str = "") -> str:
    """Return a whole page with figures between its words."""
    body = TEXT + TEXT.join(figures) + TEXT
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}'
        '<link rel="stylesheet" href="/page.css"></head>'
        f'<body data-md-color-scheme="{scheme}"><main><h1>A page</h1>{body}</main></body></html>'
    )


PAGE_CSS = """
body { max-width: 688px; margin: 16px auto; padding: 0 16px; font: 16px/1.6 Roboto, sans-serif; }
body[data-md-color-scheme="slate"] { background: #1e2129; color: #e2e4e9; }
figure { width: fit-content; margin: 1em auto; }
"""
"""As much of a theme as gets in the way: a column, and Material's rule for figures."""


def late(markup: str) -> str:
    """Return markup whose stylesheets come 200 ms later."""
    return markup.replace(f'href="{ASSETS}', f'href="/late{ASSETS}')


def without_own_sheet(markup: str) -> str:
    """Return markup that lacks the link to the figure's own stylesheet."""
    return re.sub(r'<link rel="stylesheet" href="[^"]*/m-[0-9a-f]{10}\.css">', "", markup)


def without_player(markup: str) -> str:
    """Return markup that does not load the player, as where its script is blocked."""
    return re.sub(r"<script [^>]*></script>", "", markup)


def without_sheets(markup: str) -> str:
    """Return markup that links no stylesheet, as a feed gives it out."""
    return re.sub(r"<link [^>]*>", "", markup)
