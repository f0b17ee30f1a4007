from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mkdocs_mechanism.cli import main
from tests.provenance.conftest import Repository

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


@pytest.fixture
def repository(site: Path) -> Repository:
    """The same site, under git; without git the test is skipped, and says so."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    repository = Repository(site)
    repository.commit("Write it")
    return repository


def on_a_terminal(folder: Path, typed: str, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run the command line as a person does, and return exit code and what the terminal was sent."""
    leader, follower = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "CI"}
    with subprocess.Popen(
        [sys.executable, "-m", "mkdocs_mechanism", *arguments],
        cwd=folder,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=kept | environment,
    ) as process:
        os.close(follower)
        os.write(leader, typed.encode())
        shown = b""
        while True:
            try:
                block = os.read(leader, 4096)
            except OSError:  # the other end is closed
                break
            if not block:
                break
            shown += block
    os.close(leader)
    return process.returncode, shown.decode()
