"""Our own documents: each invalid one with its exact messages, each valid one without any.

A file `invalid/CODE.json` shows the finding CODE, beside what else the same mistakes bring; the others show how one
mistake does not hide another, and the commonest slips of the pen in JSON. The messages stand in `CODE.txt`, as
`mkdocs-mechanism check` prints them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mkdocs_mechanism.codes import CODES
from mkdocs_mechanism.document.limits import BYTES
from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.report import Extent, report

HERE = Path(__file__).parent
INVALID = sorted((HERE / "invalid").glob("*.json"))
VALID = sorted((HERE / "valid").glob("*.json"))


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_messages(path: Path, update_golden: bool) -> None:
    reading = read(path.read_bytes(), file=path.name)
    assert all(found.location.file == path.name for found in reading.diagnostics)
    shown = report(reading.diagnostics, "text", Extent(1))
    golden = path.with_suffix(".txt")
    if update_golden:
        golden.write_text(shown, "utf-8", newline="\n")
    assert shown == golden.read_text("utf-8")


@pytest.mark.parametrize("path", [path for path in INVALID if path.stem in CODES], ids=lambda path: path.stem)
def test_a_file_shows_the_code_it_is_named_after(path: Path) -> None:
    reading = read(path.read_bytes(), file=path.name)
    assert path.stem in {found.code for found in reading.diagnostics}
    has_error = any(found.severity == "error" for found in reading.diagnostics)
    assert (reading.mechanism is None) == has_error


def test_every_code_of_the_document_has_a_file() -> None:
    codes = {code for code, about in CODES.items() if about.group == "document"}
    # The one file that is too large is made below.
    assert codes - {path.stem for path in INVALID} == {"document-too-large"}


def test_a_document_that_is_too_large_is_not_parsed() -> None:
    text = report(read(b"x" * (BYTES + 1), file="big.json").diagnostics, "text", Extent(1))
    assert text.splitlines()[0] == (
        "big.json: error: the document has 4194305 bytes, at most 4194304 (4 MiB) are allowed [document-too-large]"
    )


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_documents_are_read_without_a_finding(path: Path) -> None:
    reading = read(path.read_bytes(), file=path.name)
    assert reading.diagnostics == ()
    assert reading.mechanism is not None
