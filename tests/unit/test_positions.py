"""Line and column of every value and key, for any JSON text and without an exception for any other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.document.loader import load
from mkdocs_mechanism.document.positions import Lines, Positions, json_path, repeated_keys
from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.document.syntax import first_fault

TEXT = '{\n  "title": "a",\r\n  "list": [1,\r    {"\\u0041b": null}]\n}'

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=20,
)
layouts = st.sampled_from([{}, {"indent": 2}, {"indent": 1, "separators": (" , ", " : ")}, {"ensure_ascii": False}])
fragments = st.lists(
    st.sampled_from(
        [*'{}[],:"\\-+.0123456789eE \n\r\tu', "true", "false", "null", '"a"', '{"a":', "[1", "NaN", "\ufeff"]
    ),
    max_size=25,
).map("".join)


def every_path(value, path=()):
    yield path, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in members:
        yield from every_path(item, (*path, step))


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ((), (1, 1), (1, 1)),
        (("title",), (2, 12), (2, 3)),
        (("list",), (3, 11), (3, 3)),
        (("list", 0), (3, 12), (3, 12)),
        (("list", 1), (4, 5), (4, 5)),
        (("list", 1, "Ab"), (4, 17), (4, 6)),
    ],
)
def test_places(path, value, key) -> None:
    positions = Positions(TEXT)
    assert positions.line_column(positions.value(path)) == value
    assert positions.line_column(positions.key(path)) == key


def test_what_is_not_there_has_no_place_but_a_nearest_one() -> None:
    positions = Positions(TEXT)
    assert positions.value(("list", 2)) is None
    assert positions.key(("nothing", "below")) is None
    assert positions.nearest(("list", 1, "zz", 5)) == (("list", 1), TEXT.index('{"'))


@given(values, layouts)
def test_each_value_stands_where_it_is_said_to(value, layout) -> None:
    text = json.dumps(value, **layout)
    positions = Positions(text)
    for path, expected in every_path(value):
        offset = positions.value(path)
        found, _ = json.JSONDecoder(strict=False).raw_decode(text, offset)
        assert found == expected
        if path and isinstance(path[-1], str):
            key, _ = json.JSONDecoder(strict=False).raw_decode(text, positions.key(path))
            assert key == path[-1]


@given(values, layouts)
def test_a_column_counts_code_points(value, layout) -> None:
    text = json.dumps(value, **layout)
    lines = Lines(text)
    for offset in range(0, len(text), 7):
        line, column = lines.at(offset)
        # A carriage return or line feed inside a string is escaped, so only the layout breaks lines.
        assert text.split("\n")[line - 1][column - 1 : column] == text[offset : offset + 1].strip("\n")


@given(st.text())
def test_any_text_has_some_place(text) -> None:
    positions = Positions(text)
    line, column = positions.line_column(positions.nearest(("a", 0, "b"))[1])
    assert (line, column) >= (1, 1)
    list(repeated_keys(text))


@given(fragments)
def test_the_walk_and_the_parser_mean_the_same_grammar(text) -> None:
    def refuse(constant):
        raise ValueError(constant)

    try:
        json.loads(text, parse_constant=refuse)
    except ValueError:
        assert first_fault(text) is not None
    else:
        assert first_fault(text) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 9)), max_size=6))
def test_every_repeated_key_is_found_at_its_later_place(pairs) -> None:
    text = "[{" + ",".join(f'"{key}":{{"n":{value}}}' for key, value in pairs) + "}]"
    expected = [index for index, (key, _) in enumerate(pairs) if key in [earlier for earlier, _ in pairs[:index]]]
    found = list(repeated_keys(text))
    assert len(found) == len(expected)
    assert [path for path, _, _ in found] == [(0, pairs[index][0]) for index in expected]
    assert all(first < again for _, first, again in found)


@given(st.binary() | fragments.map(str.encode))
def test_reading_never_raises(data) -> None:
    reading = read(data, file="x.json")
    assert reading.mechanism is None
    assert any(found.severity == "error" for found in reading.diagnostics)
    assert reading.locate(("sources", 0, "path")).file == "x.json"


@given(values)
def test_whatever_the_loader_accepts_is_what_the_standard_library_reads(value) -> None:
    text = json.dumps(value)
    loaded = load(text.encode(), "x.json")
    if loaded.is_json:
        assert json.loads(text, object_pairs_hook=without_comments) == loaded.value


def without_comments(pairs):
    return {key: value for key, value in pairs if key not in ("$schema", "$comment")}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), "$"),
        (("sources", 0, "sha256"), "$.sources[0].sha256"),
        (("targets", "read-kv"), "$.targets['read-kv']"),
        (("targets", "数据"), "$.targets.数据"),
        (("targets", "it's\n"), "$.targets['it\\'s\\n']"),
        (("targets", "\x1b\ud800"), "$.targets['\\u001b\\ud800']"),
        (("targets", ""), "$.targets['']"),
    ],
)
def test_json_path(path, expected) -> None:
    assert json_path(path) == expected
