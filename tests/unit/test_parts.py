"""Parts of text files: exactly which bytes a range of lines or a region has, and why there is no such part."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.sources.parts import PartFault, part

TEXT = b"one\ntwo\r\nthree\n\nfive"


def lines(text: bytes, wanted: str) -> bytes | PartFault:
    return part(text, Source("a.md", None, "", lines=wanted))


def region(text: bytes, name: str = "loop") -> bytes | PartFault:
    return part(text, Source("a.md", None, "", region=name))


def fault(found: bytes | PartFault) -> str:
    assert isinstance(found, PartFault)
    return found.message


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("1", b"one\n"), ("2", b"two\r\n"), ("2-3", b"two\r\nthree\n"), ("4", b"\n"), ("5", b"five"),
        ("1-5", TEXT), ("4-5", b"\nfive"),
    ],
)  # fmt: skip
def test_lines_with_their_ends(wanted: str, expected: bytes) -> None:
    assert lines(TEXT, wanted) == expected


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        (TEXT, "6", "has 5 lines; expected line 6"),
        (TEXT, "4-6", "has 5 lines; expected lines 4-6"),
        (b"one\n", "2", "has 1 line; expected line 2"),
        (b"", "1", "is empty; expected line 1"),
        (b"a\0b\n", "1", "holds NUL bytes; line 1 can only be taken of a text file"),
    ],
)
def test_lines_beyond_the_end(text: bytes, wanted: str, message: str) -> None:
    assert fault(lines(text, wanted)) == message


@given(
    st.lists(st.binary(max_size=5).map(lambda b: b.replace(b"\n", b"").replace(b"\0", b"")), min_size=1, max_size=8),
    st.data(),
)
def test_the_ranges_of_a_file_make_up_the_file(rows: list[bytes], data: st.DataObject) -> None:
    text = b"".join(row + b"\n" for row in rows)
    cut = data.draw(st.integers(1, len(rows)))
    head = lines(text, f"1-{cut}")
    tail = lines(text, f"{cut + 1}-{len(rows)}") if cut < len(rows) else b""
    assert isinstance(head, bytes)
    assert isinstance(tail, bytes)
    assert head + tail == text


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("# region: loop", "# endregion: loop"),
        ("  // region: loop", "  // endregion: loop"),
        ("<!-- region: loop -->", "<!-- endregion: loop -->"),
        ("/* region: loop */", "/* endregion: loop */"),
        ("[//]: # (region: loop)", "[//]: # (endregion: loop)"),
        ("-- region:loop", "-- endregion:loop"),
        ("rem region: loop", "REM EndRegion: loop"),
        ("region: loop", "endregion: loop"),
        ("# --8<-- [start:loop]", "# --8<-- [end:loop]"),
        ("<!-- --8<-- [ start : loop ] -->", "<!-- --8<-- [ end : loop ] -->"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_marker_lines_of_many_languages(start: str, end: str, newline: str) -> None:
    text = newline.join(["before", start, "  inside ", "", "more", end, "after"]).encode()
    assert region(text) == newline.join(["  inside ", "", "more", ""]).encode()


def test_markers_at_both_ends_of_the_file() -> None:
    assert region(b"# region: loop\nx\n# endregion: loop") == b"x\n"


def test_regions_may_overlap_and_hold_others() -> None:
    text = b"# region: loop\na\n# region: inner\nb\n# endregion: inner\nc\n# endregion: loop\n"
    assert region(text) == b"a\n# region: inner\nb\n# endregion: inner\nc\n"
    assert region(text, "inner") == b"b\n"


@pytest.mark.parametrize(
    "line",
    [
        b"The region: loop of this program", b'"region": "loop"', b"# subregion: loop", b"# region: looping",
        b"# region: loop.2", b";--8<-- [start:loop]", b"# region loop",
    ],
)  # fmt: skip
def test_lines_that_are_no_marker(line: bytes) -> None:
    assert fault(region(line + b"\nx\n# endregion: loop\n")) == 'ends region "loop" on line 3 and never starts it'


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("x\n", 'has no region "loop"', "put the text between the lines"),
        ("# region: loops\nx\n# endregion: loops\n", 'has no region "loop"', 'did you mean "loops"?'),
        ("# region: other\nx\n# endregion: other\n", 'has no region "loop"', 'its regions are "other"'),
        ("x\n# region: loop\nx\n", 'starts region "loop" on line 2 and never ends it', "endregion: loop"),
        ("# endregion: loop\nx\n# region: loop\n", 'ends region "loop" before it starts it', "order"),
        (
            "# region: loop\n# endregion: loop\n# region: loop\n# endregion: loop\n",
            'starts region "loop" more than once, on lines 1, 3',
            "its own name",
        ),
        (
            "# region: loop\nx\n# endregion: loop\n# endregion: loop\n",
            'ends region "loop" more than once, on lines 3, 4',
            "its own name",
        ),
        ("# region: loop\n# endregion: loop\n", 'has nothing in region "loop"', "between"),
    ],
)
def test_regions_that_are_not_there(text: str, message: str, hint: str) -> None:
    found = region(text.encode())
    assert fault(found) == message
    assert isinstance(found, PartFault)
    assert hint in found.hint


def test_an_edit_elsewhere_changes_nothing() -> None:
    text = b"a\n# region: loop\nx\n# endregion: loop\nb\n"
    other = b"aa\n\n" + text[2:] + b"more\n"
    assert region(text) == region(other)


def test_a_whole_file_is_taken_as_it_is() -> None:
    assert part(b"\0\n", Source("a", None, "")) == b"\0\n"


@pytest.mark.parametrize(
    "text",
    [
        b"# " * 50_000,
        b"region: " * 20_000,
        b"-" * 100_000,
        b"-8<-" * 30_000,
        (b"-8<-" * 100 + b"\n") * 2000,
        b"region:\n" * 50_000,
        b" " * 100_000 + b"x",
    ],
)
def test_odd_lines_are_read_in_linear_time(text: bytes) -> None:
    import time

    started = time.process_time()
    region(text)
    assert time.process_time() - started < 1


def test_names_of_parts() -> None:
    names = [
        Source("a", None, "", lines="3").part,
        Source("a", None, "", "3-4").part,
        Source("a", None, "", "", "x").part,
    ]
    assert names == ["line 3", "lines 3-4", "region x"]
    assert hashlib.sha256(b"").hexdigest().startswith("e3b0")
