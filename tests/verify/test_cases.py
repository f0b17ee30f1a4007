"""A folder a case: what is changed in a published site or in its sources, and what `verify` says then.

`site/` was built from `start/` once and is kept as it was published: releases to come must be able to check it. A
folder whose name ends in `_fail` holds a site that must be refused. `--update-golden` builds the site anew.

edits  [[file, text that stands there once, what replaces it], ...];  files  further files;  remove  files taken away;
move   [[from, to], ...];  arguments  what follows `verify site`
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from provenance.building import build_site, copy_project

from mkdocs_mechanism.cli import main
from mkdocs_mechanism.provenance.origins import compare_origins
from mkdocs_mechanism.provenance.page import PublishedFigure
from mkdocs_mechanism.provenance.record import FigureRecord, SourceRecord
from mkdocs_mechanism.provenance.statement import Statement
from mkdocs_mechanism.sources.sums import read_sums, write_sums
from mkdocs_mechanism.workspace import SOURCE_LIMIT, Workspace

HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("*/case.toml"))
CONFIGURATION = {
    "site_name": "Caches",
    "theme": {"name": None, "custom_dir": str(HERE / "theme")},
    "repo_url": "https://github.com/example/caches",
    "edit_uri": "edit/main/docs/",
    "plugins": [{"mechanism": {"provenance": True, "publish_sources": True}}],
}
"""A theme of one small page: every page, stylesheet and script of a site is recorded, so all of it is kept here."""


@pytest.fixture(scope="session", autouse=True)
def _published(update_golden: bool, tmp_path_factory: pytest.TempPathFactory) -> None:
    if not update_golden:
        return
    project = tmp_path_factory.mktemp("published") / "project"
    shutil.copytree(HERE / "start", project)
    (project / "mkdocs.yml").write_text(yaml.safe_dump(CONFIGURATION), encoding="utf-8")
    shutil.rmtree(HERE / "site", ignore_errors=True)
    build_site(project, HERE / "site")
    for path in (*(HERE / "site").glob("sitemap*"), HERE / "site" / "mechanisms"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def prepare(case: dict, root: Path) -> None:
    shutil.copytree(HERE / "site", root / "site")
    shutil.copytree(HERE / "start", root / "sources")
    for name in case.get("remove", []):
        (root / name).unlink()
    for old, new in case.get("move", []):
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        (root / old).rename(root / new)
    for name, text in case.get("files", {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    for name, old, new in case.get("edits", []):
        before = (root / name).read_bytes().decode()
        assert before.count(old) == 1, f"{old!r} stands {before.count(old)} times in {name}"
        (root / name).write_bytes(before.replace(old, new).encode())


def verify(root: Path, *arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(root), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["verify", *arguments])
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder: Path, tmp_path: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    prepare(case, tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    code, out, err = verify(tmp_path, "site", *case.get("arguments", []))

    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    if update_golden:
        (folder / "stdout.txt").write_bytes(out.encode())
    assert out == (folder / "stdout.txt").read_bytes().decode()
    assert code == int(folder.name.endswith("_fail"))
    assert "Traceback" not in err
    assert str(tmp_path) not in out + err


def test_there_are_cases_of_both_kinds() -> None:
    failing = [folder for folder in CASES if folder.name.endswith("_fail")]
    assert len(failing) >= 15
    assert len(CASES) - len(failing) >= 3


def test_a_site_built_today_verifies(tmp_path: Path) -> None:
    build_site(HERE / "start", tmp_path / "site")
    assert verify(tmp_path, "site", "--sources", str(HERE / "start"), "--strict")[:2] == (0, "")


@pytest.mark.parametrize("paths", ["full", "name", "hide"])
def test_a_source_that_was_only_recorded_is_compared_where_it_is_there(tmp_path: Path, paths: str) -> None:
    project = copy_project(HERE / "start", tmp_path / "project", source_paths=paths)
    paper = project / "notes" / "cache.md"
    data = paper.read_bytes()
    sums = f"{hashlib.sha256(data).hexdigest()}  cache.md\n"
    (project / "notes" / "SHA256SUMS").write_text(sums, encoding="utf-8")
    paper.unlink()
    build_site(project, tmp_path / "site")
    code, out, _ = verify(tmp_path, "site", "--sources", "project", "--strict")
    assert (code, out.count("[site-source-absent]")) == (0, 1)

    paper.write_bytes(data)
    assert verify(tmp_path, "site", "--sources", "project", "--strict")[:2] == (0, "")

    paper.write_bytes(data + b"More.\n")
    code, out, _ = verify(tmp_path, "site", "--sources", "project")
    assert code == int(paths != "hide")
    assert ({"full": "[source-changed]", "name": "[source-missing]", "hide": "[site-source-absent]"}[paths]) in out


def test_a_source_may_have_any_size(tmp_path: Path) -> None:
    """The site was built with a limit of its own."""
    data = (HERE / "start" / "notes" / "cache.md").read_bytes()
    large = SourceRecord("large.bin", "verified", sha256=sparse(tmp_path / "large.bin", data))
    record = FigureRecord("", "", "", "en", "all", "large.bin", large.sha256, sources=(large,))
    said = Statement({}, (PublishedFigure("index.html", "x", record),), {})
    assert list(compare_origins(said, Workspace(tmp_path))) == []


def sparse(path: Path, data: bytes) -> str:
    """Write a file just over the limit that sources have by default, and return its digest."""
    with path.open("wb") as file:
        file.truncate(SOURCE_LIMIT + 1)
        file.write(data)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def test_wrong_usage_exits_with_two(tmp_path: Path) -> None:
    code, out, err = verify(tmp_path, "nowhere")
    assert (code, out, err) == (2, "", 'mkdocs-mechanism: SITE: there is no folder "nowhere"\n')
    (tmp_path / "site").mkdir()
    assert verify(tmp_path, "site", "--sources", "nowhere")[0] == 2
    assert verify(tmp_path)[0] == 2


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
def test_a_link_is_no_published_file(tmp_path: Path) -> None:
    """What a link leads to is not published with the site, even where its bytes are right."""
    prepare({}, tmp_path)
    page = tmp_path / "site" / "index.html"
    page.rename(tmp_path / "page")
    page.symlink_to(tmp_path / "page")
    code, out, _ = verify(tmp_path, "site")
    assert code == 1
    assert "[site-file-missing]" in out
    assert 'index.html: error: "index.html" is a symbolic link [site-file-refused]' in out


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs symbolic links")
@pytest.mark.parametrize("target", ["guide", "../elsewhere", "nothing"])
def test_any_link_is_reported(tmp_path: Path, target: str) -> None:
    prepare({}, tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "site" / "plain" / "more").symlink_to(target)
    code, out, _ = verify(tmp_path, "site")
    assert code == 1
    assert '"plain/more" is a symbolic link [site-file-refused]' in out


SPELLINGS = {
    "another case": b"<FIGURE CLASS='Mechanism mechanism' ID=x></FIGURE>",
    "a reference": b'<figure class="&#109;echanism" id="x"></figure>',
    "UTF-16": '\ufeff<figure class="mechanism" id="x"></figure>'.encode("utf-16-le"),
    "UTF-16, the other way": '\ufeff<figure class="mechanism" id="x"></figure>'.encode("utf-16-be"),
    "UTF-8 with a mark": b'\xef\xbb\xbf<figure class="mechanism" id="x"></figure>',
    "EBCDIC": b'<meta charset="cp037">' + '<figure class="mechanism" id="x"></figure>'.encode("cp037"),
    "an encoding that is none": b'<meta charset="zlib"><figure class="mechanism" id="x"></figure>',
}


@pytest.mark.parametrize("how", SPELLINGS)
def test_a_figure_is_found_however_it_is_written(tmp_path: Path, how: str) -> None:
    prepare({}, tmp_path)
    (tmp_path / "site" / "more.HTM").write_bytes(SPELLINGS[how])
    code, out, _ = verify(tmp_path, "site")
    assert code == 1
    assert 'more.HTM: error: figure "x" has no record [site-figure-changed]' in out
    assert "[site-file-added]" in out


def forge(root: Path, change: Callable[[bytes], bytes]) -> None:
    """Change the statement, and make predicate and sums anew, as somebody would who knows them."""
    folder = root / "site" / "provenance"
    before = (folder / "mechanism.intoto.json").read_bytes()
    after = change(before)
    assert after != before
    (folder / "mechanism.intoto.json").write_bytes(after)
    predicate = json.dumps(json.loads(after)["predicate"], indent=2).encode() + b"\n"
    (folder / "predicate.json").write_bytes(predicate)
    sums = dict(read_sums((folder / "SHA256SUMS").read_bytes()) or {})
    for name, data in (("mechanism.intoto.json", after), ("predicate.json", predicate)):
        sums[f"provenance/{name}"] = hashlib.sha256(data).hexdigest()
    (folder / "SHA256SUMS").write_bytes(write_sums(sums))


def without_dependencies(data: bytes) -> bytes:
    value = json.loads(data)
    del value["predicate"]["buildDefinition"]["resolvedDependencies"][0]
    return json.dumps(value, indent=2).encode() + b"\n"


@pytest.mark.parametrize(
    "change",
    [
        without_dependencies,
        lambda data: data.replace(b'"_type"', b'"subject": [],\n  "_type"', 1),
        lambda data: data.replace(b'"_type"', b'"more": 1,\n  "_type"', 1),
        lambda data: data.replace(b'      "name": "assets', b'      "name": "\\ud800assets', 1),
        lambda data: data + b"\n",
    ],
    ids=["dependency", "duplicate key", "further member", "lone surrogate", "line feed"],
)
def test_a_statement_that_is_not_made_of_its_records_is_refused(
    tmp_path: Path, change: Callable[[bytes], bytes]
) -> None:
    prepare({}, tmp_path)
    forge(tmp_path, change)
    code, out, _ = verify(tmp_path, "site")
    assert code == 1
    assert "it says something else than its own records [site-record]" in out


def test_signatures_are_no_additions(tmp_path: Path) -> None:
    """They are made after the artefacts, and lie beside them."""
    prepare({}, tmp_path)
    folder = tmp_path / "site" / "provenance"
    for name in ("SHA256SUMS.sigstore.json", "SHA256SUMS.cosign.json", "SHA256SUMS.asc", "predicate.json.sig"):
        (folder / name).write_bytes(b"{}")
    assert verify(tmp_path, "site")[:2] == (0, "")
    for name in ("SHA256SUMS.html", "more.txt", "predicate.json.sig.svg"):
        (folder / name).write_bytes(b"{}")
    code, out, _ = verify(tmp_path, "site")
    assert (code, out.count("[site-file-added]")) == (1, 3)


def test_a_name_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    prepare({}, tmp_path)
    try:
        (tmp_path / "site" / os.fsdecode(b"odd-\xff.html")).write_bytes(b'<figure class="mechanism"></figure>')
    except OSError:
        pytest.skip("this file system has no such names")
    code, out, _ = verify(tmp_path, "site")
    assert code == 1
    assert "has a name that is not UTF-8 [site-file-refused]" in out


def test_a_file_that_can_not_be_read_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare({}, tmp_path)

    def denied(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert verify(tmp_path, "site") == (2, "", 'mkdocs-mechanism: SITE: "site" can\'t be read: permission denied\n')
