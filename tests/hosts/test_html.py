"""Fences in HTML that shows no element: they are reported, unless they are commented out."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from markdown import Markdown

from mkdocs_mechanism.fence import scan
from mkdocs_mechanism.hosts.markdown import MechanismExtension
from mkdocs_mechanism.hosts.markdown.html import PLACES

PAGES = Path(__file__).parent / "pages"
FENCE = '```mechanism src="loop.json"\n```'
READERS = pytest.mark.parametrize("reader", [[], ["fenced_code"], ["pymdownx.superfences"]])

UNSHOWN = {
    **{
        name: (f"<{name}>\n{FENCE}\n</{name}>", f"<{name}>")
        for name in ("script", "style", "textarea", "title", "template", "noscript")
    },
    "upper case": (f'<SCRIPT type="x">\n{FENCE}\n</SCRIPT >', "<script>"),
    "character data": (f"<![CDATA[\n{FENCE}\n]]>", "a declaration"),
    "instruction": (f"<?php\n{FENCE}\n?>", "a declaration"),
    "document type": (f"<!DOCTYPE\n{FENCE}\n>", "a declaration"),
}
SHOWN = {
    "comment of five": f"<!-->\n\n{FENCE}\n\nx -->",
    "comment of six": f"<!--->\n\n{FENCE}\n\nx -->",
    "comment in an attribute": f'<div data-x="<!--"></div>\n\n{FENCE}\n\n<div data-x="-->"></div>',
    "script in an attribute": f'<div data-x="<script>"></div>\n\n{FENCE}\n\n<div data-x="</script>"></div>',
    "after elements that are closed": f"<script>\nlet a = '<!--';\n</script>\n\n<style>\na {{}}\n</style>\n\n{FENCE}",
    "a quotation mark in a value": f"<p title=it's>a</p>\n\n{FENCE}\n\nit's",
    "an element": f"<div>\n{FENCE}\n</div>",
}


def convert(text: str, reader: list[str]) -> str:
    return Markdown(extensions=[*reader, MechanismExtension(base_path=str(PAGES))]).convert(text + "\n\nafter\n")


@READERS
@pytest.mark.parametrize("name", UNSHOWN)
def test_a_fence_where_no_element_is_shown_is_an_error(name, reader, caplog):
    text, holder = UNSHOWN[name]
    html = convert(text, reader)
    assert '<figure class="mechanism' not in html
    assert '```mechanism src="loop.json"' in html
    assert f"the fence is not rendered: it stands in {holder} [fence-syntax]; move it out of there" in caplog.text
    assert "after" in html


@READERS
@pytest.mark.parametrize("name", SHOWN)
def test_a_fence_after_what_only_looks_unclosed_is_a_figure(name, reader, caplog):
    assert len(scan(SHOWN[name])) == 1
    assert convert(SHOWN[name], reader).count('<figure class="mechanism m-') == 1
    assert not caplog.records


@READERS
@pytest.mark.parametrize(
    "text", [f"<!--\n{FENCE}\n-->", f"<!-- a --> <!--\n\n{FENCE}\n\n-->", f"<!-- a --\n\n{FENCE}\n\n--> x"]
)
def test_what_is_commented_out_is_no_figure(text, reader, caplog):
    assert scan(text) == ()
    assert "<figure" not in convert(text, reader)
    assert not caplog.records


@pytest.mark.parametrize(
    "text", ["<a " * 20_000, '<a b="' * 20_000, "<a b='" * 20_000, "<a" + " b" * 50_000, "<!--" * 20_000, "<? " * 9000]
)
def test_places_are_found_in_good_time(text):
    start = time.process_time()
    PLACES.sub("", text)
    assert time.process_time() - start < 1
