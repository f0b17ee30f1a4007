"""A folder a case: `case.toml` says what is changed in `start/` and what is run; beside it, what is printed.

edits   [[file, text that stands there once, what replaces it], ...];  files  further files;  remove  files taken away
changed the file whose new content is in `changed.txt`; without it, the command may not change any file
"""

from __future__ import annotations

import contextlib
import io
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from mkdocs_mechanism.cli import main

HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("cases/*/case.toml"))


def content(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def prepare(case: dict[str, Any], root: Path) -> None:
    shutil.copytree(HERE / "start", root)
    for name in case.get("remove", []):
        (root / name).unlink()
    for name, text in case.get("files", {}).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    for name, old, new in case.get("edits", []):
        before = (root / name).read_bytes().decode()
        assert before.count(old) == 1, f"{old!r} stands {before.count(old)} times in {name}"
        (root / name).write_bytes(before.replace(old, new).encode())


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder: Path, tmp_path: Path, update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    case = tomllib.loads((folder / "case.toml").read_text(encoding="utf-8"))
    root = tmp_path / "work"
    prepare(case, root)
    before = content(root)
    for name in ("GITHUB_WORKSPACE", "CI"):
        monkeypatch.delenv(name, raising=False)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(root), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(case["command"])

    after = content(root)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    assert changed == ({case["changed"]} if "changed" in case else set())
    found = {"stdout.txt": out.getvalue(), "stderr.txt": err.getvalue()}
    if changed:
        found["changed.txt"] = after[case["changed"]].decode()
    for name, text in found.items():
        if update_golden:
            (folder / name).write_bytes(text.encode())
        assert text == (folder / name).read_bytes().decode(), name
    assert code == case["exit"]
    assert str(tmp_path) not in out.getvalue() + err.getvalue()


def test_there_are_cases() -> None:
    assert len(CASES) >= 20
