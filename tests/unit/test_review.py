"""A review holds for one state of the document, and of the sources; whether it still does is found and shown."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_mechanism.checking import check
from mkdocs_mechanism.diagnostics import Diagnostic, Location
from mkdocs_mechanism.document.meaning import content_digest, pins_digest
from mkdocs_mechanism.document.model import Endpoints, Review
from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.options import FigureOptions, Given, SiteOptions, figure_options, site_options
from mkdocs_mechanism.pipeline import build
from mkdocs_mechanism.request import Request
from mkdocs_mechanism.sources.pin import pin
from mkdocs_mechanism.workspace import Workspace

SOURCE = b"What we measured.\n"
DOCUMENT: dict[str, Any] = {
    "version": 1,
    "language": "en",
    "title": "Loop",
    "description": "A loop.",
    "caption": "One loop.",
    "alt": "Two boxes and an arrow.",
    "sources": [{"path": "notes.md", "sha256": hashlib.sha256(SOURCE).hexdigest(), "description": "Notes"}],
    "limitations": ["Times are not to scale."],
    "targets": {"a": "A", "b": "B", "go": {"kind": "edge", "label": "Go"}},
    "scenarios": [{"id": "s", "title": "S", "steps": [{"title": "One", "description": "It goes.", "paths": ["go"]}]}],
}
ENDS = {"go": Endpoints("a", "b", Location("page.md", 3))}


def content(value: dict[str, Any]) -> str:
    mechanism = read(json.dumps(value).encode(), file="loop.json").mechanism
    assert mechanism is not None
    return content_digest(mechanism)


def pins(value: dict[str, Any]) -> str:
    mechanism = read(json.dumps(value).encode(), file="loop.json").mechanism
    assert mechanism is not None
    return pins_digest(mechanism.sources)


def reviewed(**changes: Any) -> dict[str, Any]:
    review = {"by": "A. Reader", "on": "2026-05-31", "content": content(DOCUMENT), "sources": pins(DOCUMENT)}
    return DOCUMENT | changes | {"review": review}


class Site:
    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "notes.md").write_bytes(SOURCE)

    def request(self, value: dict[str, Any], **options: Any) -> Request:
        (self.root / "loop.json").write_text(json.dumps(value, indent=1))
        return Request("loop.json", Location("page.md", 1), FigureOptions(**options), ENDS)

    def found(self, value: dict[str, Any], **options: Any) -> list[Diagnostic]:
        return list(check(self.request(value, **options), Workspace(self.root)).diagnostics)

    def markup(self, value: dict[str, Any]) -> str:
        return build(self.request(value), Workspace(self.root)).markup


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def test_a_review_that_holds_is_no_finding_also_where_the_fence_has_the_ends(site: Site) -> None:
    assert site.found(reviewed()) == []
    assert site.found(reviewed(), require_review=True) == []


def test_no_review_is_a_finding_only_where_one_is_required(site: Site) -> None:
    assert site.found(DOCUMENT) == []
    (found,) = site.found(DOCUMENT, require_review=True)
    assert (found.code, found.severity, found.location.line) == ("review-missing", "error", 1)
    assert found.hint.endswith("run: mkdocs-mechanism pin loop.json --reviewed-by NAME")


def test_a_document_that_changed(site: Site) -> None:
    (found,) = site.found(reviewed(caption="Another one."))
    assert (found.code, found.severity, found.location.path) == ("review-stale", "warning", "$.review")
    assert found.message == 'the review by "A. Reader" on 2026-05-31 is out of date: the document has changed'


def test_a_source_that_changed(site: Site) -> None:
    value = reviewed()
    (site.root / "notes.md").write_bytes(SOURCE + b"More.\n")
    codes = {found.code: found for found in site.found(value)}
    assert list(codes) == ["source-changed", "review-stale"]
    assert codes["review-stale"].message.endswith('is out of date: source "notes.md" has changed')


def test_pins_taken_anew_do_not_carry_an_old_review(site: Site) -> None:
    value = reviewed()
    (site.root / "notes.md").write_bytes(b"Other.\n")
    request = site.request(value)
    checked = check(request, Workspace(site.root))
    assert checked.verification is not None
    after = json.loads(pin(checked.data, checked.verification.states))
    assert after["review"] == value["review"]
    (found,) = site.found(after)
    assert found.message.endswith("is out of date: the recorded digests have changed")
    # With another review it holds again.
    review = Review("B", "2026-06-01", content(DOCUMENT), pins(after))
    again = json.loads(pin(checked.data, checked.verification.states, review=review))
    assert site.found(again, require_review=True) == []


def test_a_digest_written_by_hand_does_not_carry_an_old_review(site: Site) -> None:
    value = reviewed()
    (site.root / "notes.md").write_bytes(b"Other.\n")
    value["sources"] = [DOCUMENT["sources"][0] | {"sha256": hashlib.sha256(b"Other.\n").hexdigest()}]
    (found,) = site.found(value)
    assert (found.code, found.message.endswith("is out of date: the recorded digests have changed")) == (
        "review-stale",
        True,
    )


def test_a_review_that_does_not_record_the_pins(site: Site) -> None:
    value = reviewed()
    del value["review"]["sources"]
    (found,) = site.found(value)
    assert found.message.endswith("is out of date: it does not record which digests it was about")
    # The next review is written into the same object.
    review = Review("B", "2026-06-01", content(DOCUMENT), pins(DOCUMENT))
    checked = check(site.request(value), Workspace(site.root))
    assert checked.verification is not None
    again = json.loads(pin(checked.data, checked.verification.states, review=review))
    assert site.found(again, require_review=True) == []
    # Without any pins there is nothing to record.
    value["sources"] = []
    value["review"]["content"] = content(DOCUMENT | {"sources": []})
    assert site.found(value) == []


def test_the_order_of_sources_is_no_part_of_the_pins() -> None:
    first, second = DOCUMENT["sources"][0], DOCUMENT["sources"][0] | {"lines": "2"}
    assert pins({**DOCUMENT, "sources": [first, second]}) == pins({**DOCUMENT, "sources": [second, first]})
    assert pins({**DOCUMENT, "sources": [first]}) != pins({**DOCUMENT, "sources": [second]})


def test_levels(site: Site) -> None:
    stale = reviewed(caption="Another one.")
    assert [found.severity for found in site.found(stale, require_review=True)] == ["error"]
    accepted = site.found(stale, accept=frozenset({"review-stale"}))
    assert [(found.severity, found.relaxed) for found in accepted] == [("note", "accept")]


def test_options() -> None:
    assert site_options({"require_review": True})[0].require_review
    given = {"accept": Given("review-stale", Location("page.md", 1))}
    options, (found,) = figure_options(SiteOptions(), given)
    assert (found.code, options.accept) == ("option-not-allowed", frozenset())
    options, found_none = figure_options(SiteOptions(allow_fence_verify=True, require_review=True), given)
    assert (found_none, options.accept, options.require_review) == ((), {"review-stale"}, True)
    _, (not_here,) = figure_options(SiteOptions(), {"require_review": Given("false", Location("page.md", 1))})
    assert not_here.code == "option-not-allowed"
    _, wrong = site_options({"accept": ["review-missing"]})
    assert "can't be accepted" in wrong["accept"].message


def test_the_panel_says_who_and_when(site: Site) -> None:
    day = '<time datetime="2026-05-31">2026-05-31</time>'
    assert f'<p class="mechanism-review">Reviewed by <bdi>A. Reader</bdi> on {day}</p>' in site.markup(reviewed())
    assert f"on {day}, before the document or a source changed</p>" in site.markup(reviewed(caption="Another one."))
    assert "mechanism-review" not in site.markup(DOCUMENT)
    hostile = reviewed()
    hostile["review"] = hostile["review"] | {"by": "<b>{on} & {by}\u202e"}
    assert "Reviewed by <bdi>&lt;b&gt;{on} &amp; {by}\u202e</bdi> on <time" in site.markup(hostile)


def test_a_missing_review_leaves_the_figure(site: Site) -> None:
    result = build(site.request(DOCUMENT, require_review=True), Workspace(site.root))
    assert [found.code for found in result.diagnostics] == ["review-missing"]
    assert 'data-verified="all"' in result.markup


LAYOUTS = {
    "compact": (
        '{"sources":[],"scenarios":[{"id":"s"}]}',
        ('{"sources":[],"review":{"by":"J\u00f3","on":"D","content":"C"},"s'),
    ),
    "one line": (
        '{"sources": [{ "path": "x" }], "z": 1}',
        '{"sources": [{ "path": "x" }], "review": { "by": "J\u00f3", "on": "D", "content": "C" }, "z": 1}',
    ),
    "one line each": (
        '{\n  "sources": [\n    {"path": "x", "sha256": "0"}\n  ],\n  "z": 1\n}',
        '  ],\n  "review": {"by": "J\u00f3", "on": "D", "content": "C"},\n  "z": 1\n}',
    ),
    "open, tabs, crlf": (
        '{\r\n\t"z": 1,\r\n\t"sources" : [\r\n\t\t{\r\n\t\t\t"path" : "x"\r\n\t\t}\r\n\t]\r\n}\r\n',
        '\t],\r\n\t"review" : {\r\n\t\t"by" : "J\u00f3",\r\n\t\t"on" : "D",\r\n\t\t"content" : "C"\r\n\t}\r\n}\r\n',
    ),
    "escapes": (
        '{"a": "\\u00e9", "sources": [{"path": "x"}]}',
        '"review": {"by": "J\\u00f3", "on": "D", "content": "C"}}',
    ),
    "there already": (
        '{"review" : {"on":"d", "by": "\\u0061", "content" :"c"}, "sources": [{"path": "x"}]}',
        '{"review" : {"on":"D", "by": "J\\u00f3", "content" :"C"}, "sources": [{"path": "x"}]}',
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_review_is_written_as_the_rest(name: str) -> None:
    before, expected = LAYOUTS[name]
    after = pin(before.encode(), [], review=Review("J\u00f3", "D", "C")).decode()
    assert expected in after
    read_before, read_after = json.loads(before), json.loads(after)
    assert read_after.pop("review") == {"by": "J\u00f3", "on": "D", "content": "C"}
    read_before.pop("review", None)
    assert read_after == read_before
