"""`SHA256SUMS` in place of a file that is not here: only where its own line is the pin, and never in silence."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.sources.sums import read_sums, sums_beside, write_sums
from tests.unit.test_verify import verified

PAPER = hashlib.sha256(b"paper").hexdigest()
OTHER = hashlib.sha256(b"other").hexdigest()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "papers/2024").mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("papers/2024/SHA256SUMS", "lru.pdf"),
        ("papers/SHA256SUMS", "2024/lru.pdf"),
        ("SHA256SUMS", "./papers/2024/lru.pdf"),
    ],
)
def test_it_stands_in_for_the_file(root: Path, file: str, name: str) -> None:
    (root / file).write_text(f"{OTHER}  else.pdf\n{PAPER}  {name}\n")
    result = verified(root, Source("papers/2024/lru.pdf", PAPER, "x"))
    (found,) = result.diagnostics
    assert (found.code, found.severity) == ("source-recorded", "warning")
    assert f'"{file}" records the pinned digest in its place' in found.message
    assert "--sources" in found.hint
    assert (result.states[0].status, result.states[0].actual, result.verdict) == ("recorded", None, "none")


def test_it_never_makes_all(root: Path) -> None:
    (root / "here.md").write_bytes(b"paper")
    (root / "papers/SHA256SUMS").write_text(f"{PAPER}  lru.pdf\n")
    result = verified(root, Source("papers/lru.pdf", PAPER, "x"), Source("here.md", PAPER, "x"))
    assert result.verdict == "some"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{OTHER}  lru.pdf\n", f'why     "papers/SHA256SUMS" records another digest than the pinned one: {OTHER}'),
        (f"{PAPER}  lru.pdf\n{OTHER}  lru.pdf\n", "no list of digests"),
        (f"{PAPER} lru.pdf\n", "no list of digests"),
        (f"{PAPER[:-1]}  lru.pdf\n", "no list of digests"),
        ("<<<<<<< HEAD\n", "no list of digests"),
    ],
)
def test_only_its_own_line_counts(root: Path, text: str, why: str) -> None:
    (root / "papers/SHA256SUMS").write_text(text)
    result = verified(root, Source("papers/lru.pdf", PAPER, "x"))
    (found,) = result.diagnostics
    assert found.code == "source-missing"
    assert why in found.detail[0]
    assert result.verdict == "failed"


def test_a_file_that_is_here_is_read(root: Path) -> None:
    (root / "papers/SHA256SUMS").write_text(f"{PAPER}  lru.pdf\n")
    (root / "papers/lru.pdf").write_bytes(b"other")
    assert verified(root, Source("papers/lru.pdf", PAPER, "x")).states[0].status == "changed"


def test_nothing_stands_in_for_a_source_without_pin_or_for_a_part(root: Path) -> None:
    (root / "papers/SHA256SUMS").write_text(f"{PAPER}  lru.md\n")
    assert verified(root, Source("papers/lru.md", None, "x")).states[0].status == "missing"
    result = verified(root, Source("papers/lru.md", PAPER, "x", lines="3"))
    assert result.states[0].status == "missing"
    assert "only a part of it is pinned" in result.diagnostics[0].detail[0]


def test_where_sums_are_looked_for() -> None:
    assert sums_beside("a/b/c.md") == (
        ("a/b/SHA256SUMS", "c.md"),
        ("a/SHA256SUMS", "b/c.md"),
        ("SHA256SUMS", "a/b/c.md"),
    )


NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="/\0"), min_size=1, max_size=12)


@given(st.dictionaries(NAMES.filter(lambda name: name not in (".", "..")), st.sampled_from([PAPER, OTHER]), max_size=5))
def test_what_is_written_is_read(sums: dict[str, str]) -> None:
    data = write_sums(sums)
    assert read_sums(data) == sums
    assert data == write_sums(dict(reversed(sums.items())))


def test_forms_that_coreutils_read() -> None:
    text = f"# a comment\n{PAPER} *binary.pdf\r\n\n{OTHER}  two  blanks.md"
    assert read_sums(text.encode()) == {"binary.pdf": PAPER, "two  blanks.md": OTHER}
    assert read_sums(b"\xff\xfe") is None
