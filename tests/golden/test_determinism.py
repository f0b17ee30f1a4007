"""The same documents give the same bytes: in another process, with another hash seed, in another folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from golden.cases import ARTEFACTS, FOLDER, NAMES, request

from mkdocs_mechanism.pipeline import build
from mkdocs_mechanism.workspace import Workspace

DIGEST = Path(__file__).parent / "digest.py"


def run(folder: Path, seed: str, current: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, str(DIGEST), str(folder)]
    return subprocess.Popen(command, cwd=current, env=environment, stdout=subprocess.PIPE, text=True)


def test_output_depends_on_nothing_but_the_document(tmp_path: Path) -> None:
    elsewhere = tmp_path / "another root" / "cases"
    shutil.copytree(FOLDER, elsewhere)
    here, there = run(FOLDER, "0", FOLDER.parent), run(elsewhere, "4242", tmp_path)
    first, second = here.communicate(timeout=60)[0], there.communicate(timeout=60)[0]
    assert here.returncode == there.returncode == 0
    assert len(first.splitlines()) == len(NAMES) * len(ARTEFACTS)
    assert first == second


def test_stylesheet_is_named_by_its_content() -> None:
    """The class is the hash of the sheet with the class left blank: the same figure anywhere is the same file."""
    for name in NAMES:
        wish, workspace = request(FOLDER / name, name), Workspace(FOLDER / name)
        result = build(wish, workspace)
        elsewhere = build(replace(wish, prefix="view-", moves=False, asset_base="../../"), workspace)
        css, css_class = result.files[result.stylesheet].decode(), result.stylesheet.removesuffix(".css")
        assert css_class == f"m-{hashlib.sha256(css.replace(css_class, '').encode()).hexdigest()[:10]}"
        assert elsewhere.stylesheet == result.stylesheet
        assert elsewhere.files[result.stylesheet] == result.files[result.stylesheet]
