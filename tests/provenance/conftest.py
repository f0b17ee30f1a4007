from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mkdocs_mechanism.checking import Checked, check
from mkdocs_mechanism.diagnostics import Diagnostic, Location
from mkdocs_mechanism.request import Request
from mkdocs_mechanism.workspace import Workspace
from tests.documents import changed

DOCUMENT = "docs/cache.json"
NOTES = "notes/cache.md"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Repository:
    """A folder with a document and its sources, under git where a test wants it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)

    def write(self, path: str, data: bytes) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(data)

    def document(self, *sources: dict[str, Any]) -> None:
        listed = [{"description": "", **source} for source in sources]
        self.write(DOCUMENT, json.dumps(changed(lambda d: d.update(sources=listed)), indent=2).encode())

    def git(self, *arguments: str, date: str = "2026-01-31T12:00:00Z") -> str:
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        return run_git(self.root, *arguments, **dates)

    def commit(self, subject: str, date: str = "2026-01-31T12:00:00Z") -> None:
        if not (self.root / ".git").exists():
            self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject, date=date)

    def pinned(self, data: bytes) -> None:
        """Commit a source and a document that is pinned to it."""
        self.write(NOTES, data)
        self.document({"path": NOTES, "sha256": sha256(data)})
        self.commit("Pin")

    def check(self, **options: Any) -> Checked:
        found = check(
            Request(DOCUMENT, Location(options.pop("page", DOCUMENT))),
            Workspace(self.root, **options),
            needs_endpoints=False,
        )
        assert str(self.root) not in repr(found.diagnostics)
        return found

    def only(self, **options: Any) -> Diagnostic:
        """Return the one finding about the sources."""
        (found,) = [each for each in self.check(**options).diagnostics if each.code.startswith("source-")]
        return found


def run_git(folder: Path, *arguments: str, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    names = {
        f"GIT_{role}_{what}": "reader@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **names, **environment}
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    done = subprocess.run(command, cwd=folder, env=kept | own, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "work")


@pytest.fixture
def git() -> None:
    """Git, or the test is skipped, and says so."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")


@pytest.fixture
def cloned(repository: Repository, tmp_path: Path) -> Callable[..., Repository]:
    """Clone the repository, with options of `git clone`."""

    def clone(*options: str) -> Repository:
        target = tmp_path / "clone"
        run_git(tmp_path, "clone", "-q", *options, f"file://{repository.root}", str(target))
        return Repository(target)

    return clone
