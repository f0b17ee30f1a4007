"""The data block of a figure: nothing in a document can end it, and what is read is what was written."""

from __future__ import annotations

import html5lib
import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_mechanism.provenance.jsonld import data_block, read_block
from mkdocs_mechanism.provenance.record import FigureRecord, SourceRecord, plain, shown, unplain

ODD = [
    "</script>",
    "<!--<script>",
    "]]>",
    "&lt;/script&gt;",
    "\u2028\u2029",
    '"\\',
    "<\u00e9&",
    "\U0001f600",
    "</SCRIPT\n>",
]
TEXT = st.one_of(
    st.sampled_from(ODD), st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=20)
)
SOURCE = st.builds(
    SourceRecord,
    name=TEXT,
    status=st.sampled_from(["verified", "changed", "missing", "unpinned", "refused", "cited"]),
    recorded=st.sampled_from(["", "0" * 64]),
    sha256=st.sampled_from(["", "f" * 64]),
    size=st.one_of(st.none(), st.integers(0, 2**40)),
    media_type=st.sampled_from(["", "text/plain"]),
    lines=st.sampled_from(["", "1-2"]),
    description=TEXT,
    copy=st.sampled_from(["", "provenance/sources/00/n.txt", "provenance/sources/00/a b%é?#.txt"]),
)
RECORD = st.builds(
    FigureRecord,
    title=TEXT,
    description=TEXT,
    caption=TEXT,
    language=st.just("en"),
    verified=st.just("some"),
    document=TEXT,
    sha256=st.just("a" * 64),
    reviewed_by=st.one_of(st.just(""), TEXT),
    sources=st.lists(SOURCE, max_size=3).map(tuple),
)


@settings(deadline=None)
@given(RECORD, st.sampled_from(["index.html", "a.html", "a/index.html", "a/b/c.html"]))
def test_a_record_comes_back_from_its_page(record: FigureRecord, page: str) -> None:
    block = data_block(record, "fig", "../" * page.count("/"))
    html = f"<!doctype html><p>before</p><figure>{block}<b>after</b></figure>"
    for text in (
        next(html5lib.parse(html, namespaceHTMLElements=False).iter("script")).text,
        next(lxml.html.document_fromstring(html).iter("script")).text,
    ):
        assert read_block(text, page) == ("fig", record)
    assert not set("<>&\u2028\u2029") & set(block.removeprefix('<script type="application/ld+json">')[:-9])


@settings(deadline=None)
@given(RECORD)
def test_a_record_comes_back_from_a_statement(record: FigureRecord) -> None:
    assert unplain(plain(record)) == record


def test_hidden_paths_are_in_no_record() -> None:
    secret = FigureRecord(
        title="t",
        description="d",
        caption="c",
        language="en",
        verified="all",
        document="secret-folder/doc.json",
        sha256="",
        sources=(SourceRecord("secret-folder/secret-name.md", "verified", media_type="text/markdown"),),
    )
    assert "secret-folder" in data_block(shown(secret, "full"), "x", "")
    assert "secret-folder" not in data_block(shown(secret, "name"), "x", "")
    assert "secret-name" in data_block(shown(secret, "name"), "x", "")
    assert "secret" not in data_block(shown(secret, "hide"), "x", "")


@pytest.mark.parametrize("text", ["", "[]", "1", "{}", '{"@id":"#x","isBasedOn":[]}', '{"@id":"#x","isBasedOn":[1]}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        read_block(text, "index.html")


@pytest.mark.parametrize(
    "values", [None, [], {}, {"title": 1}, {"odd": ""}, {"sources": 1}, {"sources": [{"size": True}]}]
)
def test_what_is_no_plain_record_is_refused(values: object) -> None:
    with pytest.raises(ValueError, match=r".*"):
        unplain(values)
