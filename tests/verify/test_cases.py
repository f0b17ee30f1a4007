"""A folder a case: what is changed in a published site or in its sources, and what `verify` says then.

`site/` was built from `start/` once and is kept as it was published: releases to come must be able to check it. A
folder whose name ends in `_fail` holds a site that must be refused. `--update-golden` builds the site anew.

edits  [[file, text that stands there once, what replaces it], ...];  files  further files;  remove  files taken away;
move   [[from, to], ...];  arguments  what follows `verify site`
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tomllib
from pathlib import Path

import pytest
from provenance.building import build_site

from mkdocs_mechanism.cli import main

HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("*/case.toml"))
PUBLISHED = ("index.html", "guide/index.html", "plain/index.html", "assets/mechanism", "provenance")
"""What is kept of the built site; the theme's files are no concern of ours."""


@pytest.fixture(scope="session", autouse=True)
def _published(update_golden: bool, tmp_path_factory: pytest.TempPathFactory) -> None:
    if not update_golden:
        return
    site = build_site(HERE / "start", tmp_path_factory.mktemp("published") / "site")
    shutil.rmtree(HERE / "site", ignore_errors=True)
    for name in PUBLISHED:
        (HERE / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (site / name).is_dir() else shutil.copy)(site / name, HERE / "site" / name)


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


def test_a_name_that_is_not_utf_8_stops_nothing(tmp_path: Path) -> None:
    prepare({}, tmp_path)
    try:
        (tmp_path / "site" / os.fsdecode(b"odd-\xff.html")).write_bytes(b'<figure class="mechanism"></figure>')
    except OSError:
        pytest.skip("this file system has no such names")
    assert verify(tmp_path, "site")[0] == 0


def test_a_file_that_can_not_be_read_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare({}, tmp_path)

    def denied(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert verify(tmp_path, "site") == (2, "", 'mkdocs-mechanism: SITE: "site" can\'t be read: permission denied\n')
