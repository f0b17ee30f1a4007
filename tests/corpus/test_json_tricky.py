"""Every document of the shared corpus of tricky JSON gets the verdict that its index gives it, within a second.

The verdicts on source paths and on a digest that is not the file's belong to the sources; their documents are read
here as well, and must be valid as documents.
"""

from __future__ import annotations

import csv
import time
from dataclasses import dataclass

import pytest

from mkdocs_mechanism.document.reader import Reading, read
from tests.conftest import SHARED

CORPUS = SHARED / "corpora/json-tricky"

# What the reader has to say about a row, by the words of its verdict; the first that matches decides.
CODES = (
    ("duplicate key", "duplicate-key"),
    ("duration out of range", "json-number"),
    ("number too long", "json-number"),
    ("duration must be", "wrong-value"),
    ("unknown key or too deep", "json-depth"),
    ("too deep", "json-depth"),
    ("BOM named", "json-bom"),
    ("must be UTF-8", "json-encoding"),
    ("lone surrogate", "lone-surrogate"),
    ("control character", "control-character"),
    ("not JSON", "json-syntax"),
    ("extra data", "json-syntax"),
    ("line and column", "json-syntax"),
    ("line 1", "json-syntax"),
    ("did you mean scenarios", "unknown-key"),
    ("did you mean client", "unknown-target"),
    ("names the supported versions", "unsupported-version"),
    ("names differ only in normalisation", "similar-names"),
    ("too long", "too-long"),
    ("unknown key", "unknown-key"),
    ("type", "wrong-type"),
    ("kind", "wrong-kind"),
    ("SHA-", "wrong-value"),
    ("MD5", "wrong-value"),
    ("64 hex digits", "wrong-value"),
    ("listed twice", "listed-twice"),
    ("conflict", "listed-twice"),
)
NAMED = {
    "syn-overlong.json": "json-encoding",
    "syn-empty.json": "json-syntax",
    "syn-null.json": "not-an-object",
    "syn-array-root.json": "not-an-object",
    "ref-dup-scenario-id.json": "duplicate-id",
    "ref-no-steps.json": "no-steps",
    "sha-empty.json": "wrong-value",
}
"""Rows whose verdict is a bare `reject`."""
WORDS = {
    "key-unknown.json": 'did you mean "scenarios"?',
    "ref-unknown-target.json": 'did you mean "client"?',
    "key-version-future.json": "reads version 1",
    "sha-sha1.json": "SHA-1",
    "sha-md5.json": "MD5",
    "sha-sha512.json": "SHA-512",
    "src-dup-conflict.json": "another digest",
    "syn-merge-conflict.json": "merge conflict",
    "syn-bom.json": "byte order mark",
}
NOT_XML_NAMES = {"id-space.json", "id-selector.json", "id-css-escape.json"}


@dataclass(frozen=True)
class Row:
    file: str
    expected: str

    @property
    def is_of_the_sources(self) -> bool:
        """Whether another stage gives this verdict."""
        named_here = {"path-nul.json", "path-newline.json", "path-long.json"}
        return self.file == "sha-zeros.json" or (self.file.startswith("path-") and self.file not in named_here)


def rows() -> list[Row]:
    if not CORPUS.is_dir():
        return []
    with (CORPUS / "index.tsv").open(encoding="utf-8", newline="") as index:
        return [
            Row(row["file"], row["expected"]) for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]


ROWS = rows()


def read_row(row: Row) -> Reading:
    data = (CORPUS / row.file).read_bytes()
    start = time.process_time()
    reading = read(data, file=row.file)
    assert time.process_time() - start < 1
    return reading


def said(reading: Reading) -> str:
    return "\n".join(f"{found.code}: {found.message} {found.hint}" for found in reading.diagnostics)


def test_the_corpus_is_there(shared):
    assert len(ROWS) == len(list(CORPUS.glob("*.json")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.file)
def test_verdict(row: Row) -> None:
    reading = read_row(row)
    codes = {found.code for found in reading.diagnostics}
    if row.is_of_the_sources:
        assert reading.mechanism is not None
    elif row.expected.startswith("accept if it is an XML name"):
        assert (reading.mechanism is None) == (row.file in NOT_XML_NAMES)
        assert codes == ({"invalid-id"} if row.file in NOT_XML_NAMES else set())
    elif row.expected.startswith("accept"):
        assert reading.mechanism is not None
        # Documents that say one text everywhere say it as alternative as well.
        assert codes <= {"alt-repeats"}
    elif row.file.startswith("jts-"):
        assert reading.mechanism is None
    else:
        expected = NAMED.get(row.file) or next(code for words, code in CODES if words in row.expected)
        assert expected in codes
        assert (reading.mechanism is None) == row.expected.startswith("reject")


@pytest.mark.parametrize("row", [row for row in ROWS if row.file.startswith("jts-n_")], ids=lambda row: row.file)
def test_what_is_not_json_is_called_so(row: Row) -> None:
    codes = [found.code for found in read_row(row).diagnostics]
    assert codes[-1] in ("json-syntax", "json-encoding")


@pytest.mark.parametrize("row", [row for row in ROWS if row.file.startswith("jts-y_")], ids=lambda row: row.file)
def test_what_is_json_is_refused_by_the_format_only(row: Row) -> None:
    codes = {found.code for found in read_row(row).diagnostics}
    assert codes & {"not-an-object", "duplicate-key"}
    assert not codes & {"json-syntax", "json-encoding"}


@pytest.mark.parametrize("row", [row for row in ROWS if row.file in WORDS], ids=lambda row: row.file)
def test_words(row: Row) -> None:
    assert WORDS[row.file] in said(read_row(row))


@pytest.mark.parametrize("row", [row for row in ROWS if row.file.startswith("syn-")], ids=lambda row: row.file)
def test_every_finding_has_line_and_column(row: Row) -> None:
    for found in read_row(row).diagnostics:
        assert found.location.line is not None
        assert found.location.column is not None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.file)
def test_no_message_moves_a_terminal(row: Row) -> None:
    for found in read_row(row).diagnostics:
        shown = (found.message, found.hint, found.location.path, *found.detail)
        assert all(text.isprintable() for text in shown)


def test_line_endings_change_nothing(shared) -> None:
    crlf = read((CORPUS / "syn-crlf.json").read_bytes(), file="x.json")
    lf = read((CORPUS / "ok-minimal.json").read_bytes(), file="x.json")
    assert crlf.mechanism == lf.mechanism
