from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mkdocs_mechanism.cli import main

SITE = Path(__file__).parent / "start"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of `start/`, and the current folder."""
    root = tmp_path / "work"
    shutil.copytree(SITE, root)
    monkeypatch.chdir(root)
    for name in ("GITHUB_WORKSPACE", "CI"):
        monkeypatch.delenv(name, raising=False)
    return root


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run the command line in this process."""

    def running(*arguments: str) -> Outcome:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "internal error" not in err
        return Outcome(code, out, err)

    return running
