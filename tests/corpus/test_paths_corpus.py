"""Every `path-*` and `sha-*` document of the corpus, with the verdict that its index gives it.

The document's folder is the root, as `README.md` of the corpora says. For the path rule, findings that the source is
missing or changed are set aside.
"""

from __future__ import annotations

import csv
import hashlib
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from mkdocs_mechanism.checking import check
from mkdocs_mechanism.diagnostics import Diagnostic, Location, Severity
from mkdocs_mechanism.request import Request
from mkdocs_mechanism.workspace import Workspace
from tests.conftest import SHARED

CORPUS = SHARED / "corpora/json-tricky"
ASIDE = {"source-missing", "source-changed"}
MADE = {"path-case", "path-nfd", "path-nfc", "path-site-output", "path-dev-rel"}
"""Documents for which the test makes the file that they name."""
LITERAL = {"path-env", "path-glob", "path-percent", "path-leading-dash"}
EMPTY = hashlib.sha256(b"").hexdigest()

WORDS = {
    "path-parent-inside": 'write "notes/cache.md"',
    "path-leading-dot-slash": 'write "notes/cache.md"',
    "path-absolute": "is an absolute path",
    "path-dev": "is an absolute path",
    "path-drive-relative": "begins with a drive letter",
    "path-unc": "is a network (UNC) path",
    "path-verbatim": "is a Windows device path",
    "path-file-url": "is a URL",
    "path-http-url": "nothing is fetched",
    "path-trailing-slash": 'ends with "/"',
    "path-dot": "names a folder",
    "path-trailing-space": "begins or ends with a blank",
    "path-site-output": "build output",
    "path-self": "the document itself",
    "path-long": "at most",
    "path-zero-width": "U+200B",
}
"""What message or hint must say; for the others the code is enough."""


@dataclass(frozen=True)
class Row:
    name: str
    verdict: str


def rows(prefix: str) -> list[Row]:
    if not CORPUS.is_dir():
        return []
    with (CORPUS / "index.tsv").open(encoding="utf-8", newline="") as file:
        table = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Row(row[0].removesuffix(".json"), row[4]) for row in table if row[0].startswith(prefix)]


def put(root: Path, name: str, *, named: bool) -> str:
    """Copy the document into a folder of its own, with the empty source beside it; return the path it names."""
    (root / "notes").mkdir()
    (root / "notes/cache.md").write_bytes(b"")
    data = (CORPUS / f"{name}.json").read_bytes()
    (root / "mechanism.json").write_bytes(data)
    path = str(json.loads(data)["sources"][0]["path"])
    if named:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"")
    return path


def checked(root: Path) -> tuple[Diagnostic, ...]:
    request = Request("mechanism.json", Location("mechanism.json"))
    started = time.perf_counter()
    found = check(request, Workspace(root), needs_endpoints=False).diagnostics
    assert time.perf_counter() - started < 1
    assert str(root) not in repr(found)
    return found


def test_the_corpus_is_there(shared: Path) -> None:
    assert len(rows("path-")) >= 27
    assert len(rows("sha-")) >= 9


@pytest.mark.parametrize("row", rows("path-"), ids=lambda row: row.name)
def test_path(row: Row, tmp_path: Path) -> None:
    put(tmp_path, row.name, named=row.name in MADE)
    found = [each for each in checked(tmp_path) if each.code not in ASIDE]
    errors = [each for each in found if each.severity is Severity.ERROR]
    if row.verdict.startswith("warn"):
        assert [each.code for each in found] == ["source-not-portable"]
    elif row.name in LITERAL | {"path-case", "path-nfd", "path-nfc", "path-dev-rel"}:
        assert not errors
        assert {each.code for each in found} <= {"source-not-portable"}
    else:
        assert row.verdict.startswith("reject")
        (error,) = errors
        assert error.location.path.startswith("$.sources[0].path")
        assert error.location.line is not None
        assert WORDS.get(row.name, "") in f"{error.message}; {error.hint}"


@pytest.mark.parametrize("row", [row for row in rows("path-") if row.name in LITERAL], ids=lambda row: row.name)
def test_literal_paths_are_read_under_exactly_that_name(row: Row, tmp_path: Path) -> None:
    put(tmp_path, row.name, named=True)
    assert "source-changed" in {each.code for each in checked(tmp_path)}


@pytest.mark.usefixtures("shared")
class TestWithoutTheFile:
    def test_letter_case(self, tmp_path: Path) -> None:
        put(tmp_path, "path-case", named=False)
        (found,) = checked(tmp_path)
        assert (found.code, found.hint) == ("source-refused", 'write "notes/Cache.md"')

    def test_normalization(self, tmp_path: Path) -> None:
        put(tmp_path, "path-nfd", named=False)
        (tmp_path / "notes/caf\u00e9.md").write_bytes(b"")
        (found,) = checked(tmp_path)
        assert found.code == "source-missing"
        assert "NFC" in found.hint

    def test_a_device_in_its_place(self, tmp_path: Path) -> None:
        path = put(tmp_path, "path-dev-rel", named=False)
        (tmp_path / path).parent.mkdir()
        os.mkfifo(tmp_path / path)
        (found,) = checked(tmp_path)
        assert (found.code, found.message) == (
            "source-refused",
            'source "dev/zero" is a named pipe; expected a regular file',
        )


@pytest.mark.parametrize("row", rows("sha-"), ids=lambda row: row.name)
def test_digest(row: Row, tmp_path: Path) -> None:
    put(tmp_path, row.name, named=False)
    (error,) = [each for each in checked(tmp_path) if each.severity is Severity.ERROR]
    assert error.location.path.startswith("$.sources[0].")
    if row.name == "sha-zeros":
        assert error.code == "source-changed"
        assert any("0" * 64 in line for line in error.detail)
        assert any(EMPTY in line for line in error.detail)
    else:
        assert error.code in {"wrong-value", "wrong-type", "empty-text", "unknown-key"}
