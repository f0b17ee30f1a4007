"""Digests of a run: each file once, large ones at the same time, within bounds of memory."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from mkdocs_mechanism.sources.hashing import LARGE, Hashing
from mkdocs_mechanism.workspace import SOURCE_LIMIT, Workspace, WorkspaceError
from tests.conftest import ROOT


def test_each_file_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(b"x")
    (tmp_path / "large").write_bytes(b"x" * LARGE)
    workspace, hashing = Workspace(tmp_path), Hashing()
    for name in ("small", "large"):
        hashing.begin(workspace, name, SOURCE_LIMIT)
        first = hashing.digest(workspace, name, SOURCE_LIMIT)
        assert first.sha256 == hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        (tmp_path / name).write_bytes(b"other")
        assert hashing.digest(workspace, name, SOURCE_LIMIT) is first
    assert Hashing().digest(workspace, "large", SOURCE_LIMIT).size == 5


def test_many_large_files_and_few_threads(tmp_path: Path) -> None:
    before = threading.active_count()
    workspace, hashing = Workspace(tmp_path), Hashing(threads=2)
    for number in range(40):
        (tmp_path / f"{number}").write_bytes(b"%d" % number + b"x" * LARGE)
        hashing.begin(workspace, f"{number}", SOURCE_LIMIT)
    assert threading.active_count() <= before + 2
    for number in reversed(range(40)):
        expected = hashlib.sha256(b"%d" % number + b"x" * LARGE).hexdigest()
        assert hashing.digest(workspace, f"{number}", SOURCE_LIMIT).sha256 == expected


def test_an_error_comes_where_the_digest_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * LARGE)
    workspace, hashing = Workspace(tmp_path), Hashing()
    hashing.begin(workspace, "large", SOURCE_LIMIT)
    hashing.begin(workspace, "none", SOURCE_LIMIT)
    assert hashing.digest(workspace, "large", SOURCE_LIMIT).size == LARGE
    with pytest.raises(WorkspaceError, match="is not there"):
        hashing.digest(workspace, "none", SOURCE_LIMIT)
    with pytest.raises(WorkspaceError, match="larger than 1 KiB"):
        hashing.digest(workspace, "large", 1024)


def test_a_gibibyte_takes_no_memory(tmp_path: Path) -> None:
    for number in range(4):
        with (tmp_path / f"{number}").open("wb") as file:
            file.truncate(2**28)
    script = """
        import resource, sys
        from mkdocs_mechanism.sources.hashing import Hashing
        from mkdocs_mechanism.workspace import Workspace
        workspace, hashing = Workspace(sys.argv[1]), Hashing(threads=4)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(4):
            hashing.begin(workspace, str(number), 2**30)
        assert len({hashing.digest(workspace, str(number), 2**30).sha256 for number in range(4)}) == 1
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(done.stdout) < 32 * 1024  # KiB


def test_names_once_listed_are_believed_and_new_ones_are_found(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_bytes(b"a")
    workspace = Workspace(tmp_path, remembers=True)
    assert workspace.read("notes/a.md") == b"a"
    (tmp_path / "notes/b.md").write_bytes(b"b")
    assert workspace.read("notes/b.md") == b"b"
    (tmp_path / "notes/a.md").unlink()
    with pytest.raises(WorkspaceError, match="is not there"):
        workspace.read("notes/a.md")
    (tmp_path / "notes/a.md").symlink_to("/etc/passwd")
    with pytest.raises(WorkspaceError, match="leaves the workspace root"):
        workspace.read("notes/a.md")


def test_checking_many_documents_is_quick(tmp_path: Path) -> None:
    """1,000 documents of 3 sources each: at most 4 s of CPU, the command's start included (measured: 0.6 s)."""
    script = """
        import hashlib, json, resource, sys
        from pathlib import Path
        from mkdocs_mechanism.cli import main
        root, base = Path(sys.argv[1]), json.loads(Path("tests/corpus/valid/base.json").read_bytes())
        (root / "docs").mkdir()
        (root / "mkdocs.yml").write_text("site_name: x")
        page = ""
        for number in range(1000):
            base["sources"] = []
            for name in (f"{number}-{which}.md" for which in range(3)):
                (root / name).write_bytes(name.encode() * 200)
                digest = hashlib.sha256(name.encode() * 200).hexdigest()
                base["sources"].append({"path": name, "sha256": digest, "description": ""})
            (root / f"docs/{number}.json").write_text(json.dumps(base))
            page += f'```mechanism src="{number}.json"\\n```\\n\\n'
        (root / "docs/page.md").write_text(page)
        before = resource.getrusage(resource.RUSAGE_SELF)
        assert main(["check", "--quiet", "--strict", str(root / "docs")]) == 0
        after = resource.getrusage(resource.RUSAGE_SELF)
        print(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(done.stdout) < 4


def test_checking_large_sources_costs_little_more_than_hashing_them(tmp_path: Path) -> None:
    """At most 1.2 times the CPU of a bare loop: the rule for 1 GiB, here for a quarter of it and without the start."""
    script = """
        import hashlib, json, sys, time
        from pathlib import Path
        from mkdocs_mechanism.cli import main
        root, base = Path(sys.argv[1]), json.loads(Path("tests/corpus/valid/base.json").read_bytes())
        base["sources"] = []
        for number in range(4):
            with (root / f"{number}").open("wb") as file:
                file.truncate(2**26)
            digest = hashlib.sha256(bytes(2**26)).hexdigest()
            base["sources"].append({"path": f"{number}", "sha256": digest, "description": ""})
        (root / "mechanism.json").write_text(json.dumps(base))

        def bare():
            for number in range(4):
                with (root / f"{number}").open("rb") as file:
                    hashlib.file_digest(file, "sha256")

        def check():
            assert main(["check", "--quiet", str(root / "mechanism.json")]) == 0

        def cpu(act):
            started = time.process_time()
            act()
            return time.process_time() - started

        check()
        print(min(cpu(check) for _ in range(5)) / min(cpu(bare) for _ in range(5)))
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert float(done.stdout) < 1.2
