"""Which near miss it is: the right line for each, and none where the change is a real one."""

from __future__ import annotations

import hashlib
import re
import time
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.sources.explain import attributes_line, explain, explain_missing
from mkdocs_mechanism.sources.pointers import link_pointer, pointer
from mkdocs_mechanism.sources.run import Place
from mkdocs_mechanism.sources.twins import only, twin
from mkdocs_mechanism.workspace import Workspace
from tests.provenance.conftest import git, run_git  # noqa: F401  # the fixture `git`

TEXT = b"# Cache\n\nA hit costs 1 ms.\nA miss costs 90 ms.\n"
BOM = b"\xef\xbb\xbf"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def why(here: bytes, pinned: bytes) -> str:
    changes = twin(here, sha256(pinned))
    return only(changes) if changes else ""


CHANGES = {
    "the byte order mark": lambda b: BOM + b,
    "the blanks at the ends of lines": lambda b: b.replace(b"ms.", b"ms.  "),
    "the final newline": lambda b: b.rstrip(b"\r\n"),
    "the line endings": lambda b: b.replace(b"\n", b"\r\n"),
}


@pytest.mark.parametrize("names", [names for count in (1, 2, 3, 4) for names in combinations(CHANGES, count)])
def test_every_combination_is_told_in_full(names: tuple[str, ...]) -> None:
    here = TEXT
    for name in names:
        here = CHANGES[name](here)
    told = why(here, TEXT)
    assert [name for name in CHANGES if name in told] == list(names)
    assert told.startswith("only ")


def test_the_fewest_changes_are_told() -> None:
    # Without its BOM the file is the pinned one; that its blanks could be stripped, too, is nothing to say.
    text = b"a  \nb\n"
    assert why(BOM + text, text) == "only the byte order mark differs: pinned without, here with one"


@pytest.mark.parametrize(
    ("here", "pinned", "expected"),
    [
        (b"a\n\n\n", b"a\n", "only the empty lines at the end differ: pinned without, here with"),
        (b"a\n\n", b"a", "only the final newlines differ: pinned without, here with"),
        (b"a\n", b"a\n\n", "only the empty line at the end differs: pinned with, here without"),
        (b"a\r\nb", b"a\r\nb\r\n", "only the final newline differs: pinned with, here without"),
        (b"a", b"a\n", "only the final newline differs: pinned with, here without"),
        (b"a\r\nb\n", b"a\r\nb\r\n", "only the line endings differ: pinned with CRLF, here mixed"),
        (b"a\tb \nc", b"a\tb\nc", "only the blanks at the ends of lines differ: pinned without, here with some"),
        (b"", BOM, "only the byte order mark differs: pinned with one, here without"),
    ],
)
def test_ends_of_files(here: bytes, pinned: bytes, expected: str) -> None:
    assert why(here, pinned) == expected


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_nothing_is_told_that_is_not_proved(here: bytes, pinned: bytes) -> None:
    changes = twin(here, sha256(pinned))
    for change in changes:
        here = change.apply(here)
    assert not changes or here == pinned


@pytest.mark.parametrize("data", [b" " * 200_000 + b"x", b"\n" * 200_000 + b"x", b" \t" * 400_000, b"\r\n" * 400_000])
def test_odd_files_take_no_time(data: bytes) -> None:
    started = time.process_time()
    assert not twin(data, "0" * 64)
    assert time.process_time() - started < 2


# The line of .gitattributes, as git reads it


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize(
    "path",
    [
        "notes.md",
        "notes/cache.md",
        "my notes/a b.md",
        "a[1].md",
        "x*.md",
        "#1.md",
        "!a.md",
        'q"q.md',
        "é.md",
        "deep/er/x.md",
    ],
)
def test_the_attributes_line_means_this_file_alone(path: str, tmp_path: Path) -> None:
    run_git(tmp_path, "init", "-q")
    (tmp_path / ".gitattributes").write_text(attributes_line(path) + "\n", encoding="utf-8")
    others = ["other.md", f"sub/{path}", re.sub(r"[*\[]", "z", path) if re.search(r"[*\[]", path) else "zz.md"]
    for name, expected in [(path, "unset"), *((other, "unspecified") for other in others)]:
        told = run_git(tmp_path, "check-attr", "-z", "text", "--", name)
        assert told.split("\0")[2] == expected, name


# Where the pinned lines stand now


def place(root: Path) -> Place:
    return Place(Workspace(root), "docs/cache.json", asks_git=False)


def test_lines_that_moved(tmp_path: Path) -> None:
    rows = [f"line {number}\n".encode() for number in range(30)]
    pinned = b"".join(rows[11:14])
    whole = b"new\n" + b"".join(rows)
    source = Source("a.md", sha256(pinned), "", lines="12-14")
    told = explain(b"".join(whole.splitlines(keepends=True)[11:14]), source, place(tmp_path), whole)
    assert told is not None
    assert told.text == "the pinned lines now stand at 13-15, unchanged"
    assert told.hint.startswith('write "lines": "13-15"')
    gone = explain(b"x", Source("a.md", sha256(b"gone\n"), "", lines="3"), place(tmp_path), whole)
    assert gone is None


def test_lines_that_moved_are_looked_for_within_bounds(tmp_path: Path) -> None:
    whole = b"x\n" * 200_000
    started = time.process_time()
    assert explain(b"x\n", Source("a", "0" * 64, "", lines="1-90000"), place(tmp_path), whole) is None
    assert time.process_time() - started < 3


def test_near_misses_of_a_part_are_those_of_its_bytes(tmp_path: Path) -> None:
    part = b"a\r\nb\r\n"
    told = explain(part, Source("n/a.md", sha256(b"a\nb\n"), "", region="x"), place(tmp_path), b"top\r\n" + part)
    assert told is not None
    assert told.text == "only the line endings differ: pinned with LF, here CRLF"
    assert "`n/a.md -text`" in told.hint


# Pointers


@pytest.mark.parametrize(
    ("head", "tool", "oid"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:%b\nsize 1\n" % (b"a" * 64), "Git LFS", "a" * 64),
        (
            b"version https://git-lfs.github.com/spec/v9\next-0-x sha256:1\noid sha256:%b\n" % (b"a" * 64),
            "Git LFS",
            "a" * 64,
        ),
        (
            b"version https://hawser.github.com/spec/v1\r\noid sha256:%b\r\nsize 1\r\n" % (b"a" * 64),
            "Git LFS",
            "a" * 64,
        ),
        (b"version https://git-lfs.github.com/spec/v1\noid sha1:1\n", "Git LFS", None),
        (b"/annex/objects/SHA256E-s3--%b.pdf\n" % (b"b" * 64), "git-annex", "b" * 64),
        (b"/annex/objects/MD5E-s3--%b.pdf\n" % (b"b" * 32), "git-annex", None),
    ],
)
def test_pointers(head: bytes, tool: str, oid: str | None) -> None:
    found = pointer(head)
    assert found is not None
    assert (found.tool, found.oid) == (tool, oid)


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"version 1\n",
        b"version https://example.org/spec/v1\noid",
        b" /annex/objects/x",
        b"/annex/objects/x\nmore\n",
    ],
)
def test_what_is_no_pointer(head: bytes) -> None:
    assert pointer(head) is None


def test_a_long_file_is_no_pointer() -> None:
    assert pointer(b"version https://git-lfs.github.com/spec/v1\n" + b"x" * 1000) is None


def test_links_into_an_annex() -> None:
    key = f"SHA256E-s3--{'c' * 64}.pdf"
    found = link_pointer(f"../../.git/annex/objects/0x/1y/{key}/{key}")
    assert found is not None
    assert found.oid == "c" * 64
    assert link_pointer("../other/file.pdf") is None


# Missing


def test_dvc(tmp_path: Path) -> None:
    (tmp_path / "data.csv.dvc").write_text("outs: []\n")
    told = explain_missing(Source("data.csv", None, ""), place(tmp_path))
    assert told is not None
    assert (told.text, told.hint) == ("DVC keeps its content elsewhere", "run: dvc pull data.csv.dvc")
    assert explain_missing(Source("other.csv", None, ""), place(tmp_path)) is None


def test_an_empty_folder_alone_is_no_submodule(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    assert explain_missing(Source("papers/x.md", None, ""), place(tmp_path)) is None


def test_git_that_hangs_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mkdocs_mechanism.sources import history

    slow = tmp_path / "bin/git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")
    started = time.monotonic()
    assert history.ask(tmp_path, "version", seconds=0.3) is None
    assert time.monotonic() - started < 10
