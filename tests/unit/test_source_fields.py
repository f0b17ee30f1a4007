"""The fields `lines`, `region`, `url` and `review`: what the reader takes, and its words for near misses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.documents import changed, found_in, mechanism_of, only

DIGEST = "0" * 64
REVIEW = {"by": "A. Reader", "on": "2026-05-31", "content": DIGEST}


def with_source(**members: Any) -> dict[str, Any]:
    return changed(lambda d: d.update(sources=[{"description": "", **members}]))


def test_what_is_read() -> None:
    (source,) = mechanism_of(with_source(path="a.md", lines="3-4", sha256=DIGEST)).sources
    assert (source.path, source.lines, source.region, source.url, source.sha256) == ("a.md", "3-4", "", "", DIGEST)
    (source,) = mechanism_of(with_source(path="a.md", region="loop")).sources
    assert (source.region, source.part, source.sha256) == ("loop", "region loop", None)
    (source,) = mechanism_of(with_source(url="https://example.org/a?b#c")).sources
    assert (source.path, source.url, source.name) == ("", "https://example.org/a?b#c", "https://example.org/a?b#c")
    review = mechanism_of(changed(lambda d: d.update(review=REVIEW))).review
    assert review is not None
    assert (review.by, review.on, review.content) == ("A. Reader", "2026-05-31", DIGEST)
    assert mechanism_of(changed(lambda d: None)).review is None


@pytest.mark.parametrize(
    ("lines", "hint"),
    [
        ("12 - 40", 'write "12-40"'), ("12..40", 'write "12-40"'), ("L12-L40", 'write "12-40"'), ("012", 'write "12"'),
        ("12–40", 'write "12-40"'), ("1,5", ""), ("0-3", ""), ("", ""), ("all", ""), ("1-2-3", ""),
        ("12-", 'write "12"'),
    ],
)  # fmt: skip
def test_lines(lines: str, hint: str) -> None:
    found = only(with_source(path="a.md", lines=lines))
    assert (found.code, found.location.path, found.hint) == ("wrong-value", "$.sources[0].lines", hint)
    assert "counted from 1" in found.message


def test_a_range_that_ends_before_it_begins() -> None:
    found = only(with_source(path="a.md", lines="40-12"))
    assert (found.message, found.hint) == ('the range of lines "40-12" ends before it begins', 'write "12-40"')


def test_a_part_is_one_thing() -> None:
    found = only(with_source(path="a.md", lines="1", region="x"))
    assert found.message == 'source 1 has both "lines" and "region"; a part is one of them'


@pytest.mark.parametrize("region", ["", "a b", "a:b", "é", "-a", "a\u2028"])
def test_region(region: str) -> None:
    assert only(with_source(path="a.md", region=region)).code == "wrong-value"


@pytest.mark.parametrize(
    ("url", "hint"),
    [
        ("http://example.org/a", 'write "https://example.org/a"'),
        ("HTTPS://example.org/a", 'write "https://example.org/a"'),
        ("example.org/a", 'write "https://example.org/a"'),
        ("//example.org/a", 'write "https://example.org/a"'),
        ("https://example.org/a b", 'write "https://example.org/a%20b"'),
        ("https://user:secret@example.org/", "remove what stands before the @"),
        ("https://müller.de/", "write the host in its ASCII form (xn--...)"),
        ("ftp://example.org/a", ""),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("https://", ""),
        ("https:///a", ""),
        ("https://example.org\\@evil.example/", ""),
        ("", 'write the address, or name a file with "path"'),
    ],
)
def test_url(url: str, hint: str) -> None:
    found = only(with_source(url=url))
    assert (found.code, found.location.path) == ("wrong-value", "$.sources[0].url")
    assert found.hint == hint
    assert "secret" not in found.message


@pytest.mark.parametrize(
    "url", ["https://example.org", "https://example.org:8443/ä?x=[1]", "https://doi.org/10.1000/182", "https://[::1]/"]
)
def test_urls_that_are_taken(url: str) -> None:
    is_taken = "[::" not in url
    assert (found_in(with_source(url=url)) == []) == is_taken


def test_a_citation_has_no_file() -> None:
    found = only(with_source(url="https://example.org/", path="a.md"))
    assert found.message == 'source "a.md" has "path" beside "url"; a citation has no file'
    assert found.location.path == "$.sources[0].path"
    assert only(with_source(url="https://example.org/", lines="3")).code == "unknown-key"


def test_neither_path_nor_url() -> None:
    found = only(with_source())
    assert (found.code, found.message) == ("missing-key", 'source 1 has no "path"')


def test_two_parts_of_one_file_are_two_sources() -> None:
    parts: list[dict[str, Any]] = [{"path": "a.md"}, {"path": "a.md", "lines": "1"}, {"path": "a.md", "region": "x"}]
    listed = [{"description": "", **part} for part in parts]
    assert found_in(changed(lambda d: d.update(sources=listed))) == []
    twice = [*listed, {"description": "", "path": "a.md", "lines": "1"}]
    assert found_in(changed(lambda d: d.update(sources=twice))) == [("listed-twice", "$.sources[3].path")]
    cited = [{"description": "", "url": "https://example.org/"}] * 2
    assert found_in(changed(lambda d: d.update(sources=cited))) == [("listed-twice", "$.sources[1].url")]


@pytest.mark.parametrize(
    ("on", "hint"),
    [
        ("2026-5-1", 'write "2026-05-01"'),
        ("20260501", 'write "2026-05-01"'),
        ("2026-05-01T10:00:00Z", 'write "2026-05-01"'),
        ("May 1", ""),
        ("", ""),
    ],
)
def test_the_day_of_a_review(on: str, hint: str) -> None:
    found = only(changed(lambda d: d.update(review=REVIEW | {"on": on})))
    assert (found.code, found.location.path, found.hint) == ("wrong-value", "$.review.on", hint)


def test_a_day_that_no_month_has() -> None:
    found = only(changed(lambda d: d.update(review=REVIEW | {"on": "2026-02-30"})))
    assert found.message == '"on" of "review" is "2026-02-30", a day that no month has'


@pytest.mark.parametrize(
    ("review", "expected"),
    [
        (None, [("wrong-type", "$.review")]),
        ({"by": "A", "on": "2026-05-31"}, [("missing-key", "$.review")]),
        (REVIEW | {"who": "A"}, [("unknown-key", "$.review.who")]),
        (REVIEW | {"by": " "}, [("empty-text", "$.review.by")]),
        (REVIEW | {"content": "A" * 64}, [("wrong-value", "$.review.content")]),
    ],
)
def test_the_shape_of_a_review(review: Any, expected: list[tuple[str, str]]) -> None:
    assert found_in(changed(lambda d: d.update(review=review))) == expected
