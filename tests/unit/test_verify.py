"""The state of each source, the verdict of the figure, and findings that name line and cure."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.document.model import Mechanism, Source
from mkdocs_mechanism.sources.verify import Status, Verification, verdict, verify
from mkdocs_mechanism.workspace import Workspace

HIT = hashlib.sha256(b"hit\n").hexdigest()


def locate(path: Sequence[str | int]) -> Location:
    return Location("docs/m/cache.json", 7, 3, "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path))


def verified(root: Path, *sources: Source) -> Verification:
    mechanism = Mechanism(1, "en", "t", "d", "c", "a", sources, (), {}, {}, {}, {}, (), "right")
    return verify(mechanism, Workspace(root), document="docs/m/cache.json", locate=locate)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "docs/m").mkdir(parents=True)
    (tmp_path / "docs/m/cache.json").write_text("{}")
    (tmp_path / "docs/m/beside.md").write_text("")
    (tmp_path / "notes.md").write_bytes(b"hit\n")
    return tmp_path


def test_verified(root: Path) -> None:
    result = verified(root, Source("notes.md", HIT, "x"))
    assert result.diagnostics == ()
    assert result.verdict == "all"
    (state,) = result.states
    assert (state.status, state.actual, state.size) == (Status.VERIFIED, HIT, 4)


def test_one_byte_changes_it(root: Path) -> None:
    (root / "notes.md").write_bytes(b"hit\r\n")
    present = hashlib.sha256(b"hit\r\n").hexdigest()
    result = verified(root, Source("notes.md", HIT, "x"))
    (found,) = result.diagnostics
    assert found.code == "source-changed"
    assert found.message == (
        f'source "notes.md" has changed since it was pinned: pinned {HIT[:8]}..., now {present[:8]}...'
    )
    why = "why     only the line endings differ: pinned with LF, here CRLF"
    assert found.detail == (f"pinned  {HIT}", f"present {present} (5 bytes)", why)
    assert found.hint.startswith("add `/notes.md -text` to .gitattributes")
    assert found.location.path == ".sources[0].sha256"
    assert (result.verdict, result.states[0].status, result.states[0].actual) == ("failed", "changed", present)


def test_a_line_to_add_is_shown_as_it_is_written(root: Path) -> None:
    (root / "sp ace.md").write_bytes(b"hit\r\n")
    (found,) = verified(root, Source("sp ace.md", HIT, "x")).diagnostics
    assert found.hint.startswith('add `"/sp ace.md" -text` to .gitattributes')


def test_a_change_that_is_no_near_miss_is_to_be_read(root: Path) -> None:
    (root / "notes.md").write_bytes(b"miss\n")
    (found,) = verified(root, Source("notes.md", HIT, "x")).diagnostics
    assert [line.split()[0] for line in found.detail] == ["pinned", "present"]
    assert found.hint.startswith("read the change, correct the mechanism if needed, then run: ")
    assert found.hint.endswith("mkdocs-mechanism pin docs/m/cache.json")


def test_missing_wins_over_unpinned(root: Path) -> None:
    result = verified(root, Source("gone.md", None, "x"))
    (found,) = result.diagnostics
    assert (found.code, found.message) == ("source-missing", 'source "gone.md" is not there')
    assert found.hint == 'a source\'s path is relative to the workspace root, which the option "root" sets'
    assert found.location.path == ".sources[0].path"
    assert (result.verdict, result.states[0].status, result.states[0].actual) == ("failed", "missing", None)


def test_missing_but_beside_the_document(root: Path) -> None:
    (found,) = verified(root, Source("beside.md", None, "x")).diagnostics
    assert found.code == "source-missing"
    assert found.hint == (
        'write "docs/m/beside.md": a source\'s path is relative to the workspace root, not to the document'
    )


def test_unpinned_prints_what_to_write(root: Path) -> None:
    result = verified(root, Source("notes.md", None, "x"))
    (found,) = result.diagnostics
    assert (found.code, found.message) == ("source-unpinned", 'source "notes.md" has no recorded digest')
    assert found.hint == f'write: "path": "notes.md", "sha256": "{HIT}"'
    assert (result.verdict, result.states[0].status) == ("none", "unpinned")


@pytest.mark.parametrize("path", ["docs/m/cache.json", "alias.json"])
def test_the_document_itself_is_refused(root: Path, path: str) -> None:
    (root / "alias.json").symlink_to("docs/m/cache.json")
    result = verified(root, Source(path, HIT, "x"))
    (found,) = result.diagnostics
    assert found.code == "source-refused"
    assert found.message == f'source "{path}" is the document itself; expected what it was derived from'
    assert (result.verdict, result.states[0].status) == ("failed", "refused")


def test_a_path_against_the_rule_is_refused_unread(root: Path) -> None:
    result = verified(root, Source("docs/../notes.md", HIT, "x"))
    (found,) = result.diagnostics
    assert (found.code, found.hint) == ("source-path", 'write "notes.md"')
    assert found.message == 'source "docs/../notes.md" holds the segment ".."; expected the normal form'
    assert (result.verdict, result.states[0].status) == ("failed", "refused")


def test_not_portable_is_a_warning_and_is_compared(root: Path) -> None:
    (root / "aux.md").write_bytes(b"hit\n")
    result = verified(root, Source("aux.md", HIT, "x"))
    assert [found.code for found in result.diagnostics] == ["source-not-portable"]
    assert result.verdict == "all"


def test_too_large_is_refused(root: Path) -> None:
    with (root / "big").open("wb") as file:
        file.truncate(256 * 2**20 + 1)
    (found,) = verified(root, Source("big", HIT, "x")).diagnostics
    assert (found.code, found.message) == ("source-refused", 'source "big" is larger than 256 MiB')


def test_all_findings_in_one_run_and_no_absolute_path(root: Path) -> None:
    sources = (
        Source("gone.md", HIT, "x"),
        Source("docs", HIT, "x"),
        Source("/etc", HIT, "x"),
        Source("notes.md", None, "x"),
    )
    result = verified(root, *sources)
    codes = ["source-missing", "source-refused", "source-path", "source-unpinned"]
    assert [found.code for found in result.diagnostics] == codes
    assert [state.source for state in result.states] == list(sources)
    assert str(root) not in repr(result)


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ("", "none"), ("verified", "all"), ("verified verified", "all"), ("verified unpinned", "some"),
        ("unpinned", "none"), ("cited", "none"), ("verified cited", "all"), ("unpinned cited", "none"),
        ("verified changed", "failed"),
        ("verified recorded", "some"), ("recorded", "none"), ("recorded missing", "failed"),
        ("missing", "failed"), ("refused unpinned", "failed"),
    ],
)  # fmt: skip
def test_verdict(statuses: str, expected: str) -> None:
    assert verdict([Status(status) for status in statuses.split()]) == expected
