"""What `diff` says about a document and its sources, and what it says where it can't."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from mkdocs_mechanism.cli.changes import since, unknown
from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.sources.versions import Versions
from mkdocs_mechanism.workspace import Workspace
from tests.cli.conftest import Outcome
from tests.provenance.conftest import Repository

Run = Callable[..., Outcome]
DOCUMENT = "docs/mechanisms/cache.json"
NOTES = "notes/cache.md"


def edit(repository: Repository, *pairs: tuple[str, str], file: str = DOCUMENT) -> None:
    text = (repository.root / file).read_text()
    for old, new in pairs:
        assert text.count(old) == 1
        text = text.replace(old, new)
    repository.write(file, text.encode())


def test_nothing_changed(repository: Repository, run: Run) -> None:
    code, out, err = run("diff", DOCUMENT)
    assert (code, err) == (0, "")
    assert out.startswith("docs/mechanisms/cache.json since ")
    assert out.endswith(" of 2026-01-31: nothing changed\n")
    assert run("diff", DOCUMENT, "--quiet") == (0, "", "")


def test_how_it_is_written_does_not_count(repository: Repository, run: Run) -> None:
    edit(repository, ('"client": "Client",\n', ""), ('"cache": "Cache",', '"cache":"Cache", "client": "Client",'))
    assert run("diff", DOCUMENT).out.endswith("nothing changed\n")


def test_in_the_words_of_the_document(repository: Repository, run: Run) -> None:
    edit(
        repository,
        ('"A hit"', '"A \\u001b hit" '.replace("\\u001b ", "good ")),
        ('"client": "Client",', '"client": "Caller", "origin": "Origin",'),
        ('"ask": "client -> cache: Request"', '"ask": "client -> origin: Request"'),
        ('"The cache answers."', '"The cache answers at once."'),
        ('"Times are not to scale."', '"Times are not to scale.", "Nothing fails."'),
    )
    out = run("diff", DOCUMENT).out
    assert out.split(": ", 1)[1] == (
        "7 changes in the document\n"
        "  limitation 2\n    + Nothing fails.\n"
        '  node "client": label\n    - Client\n    + Caller\n'
        '  node "origin"\n    + Origin\n'
        '  edge "ask": to\n    - cache\n    + origin\n'
        '  scenario "hit": title\n    - A hit\n    + A good hit\n'
        '  scenario "hit": description\n    - A hit\n    + A good hit\n'
        '  step 1 "Ask" of "hit": active\n    - "client", "cache"\n    + "client", "origin"\n'
        '  step 2 "Answer" of "hit": description\n    - The cache answers.\n    + The cache answers at once.\n'
    ).replace("7 changes", "8 changes")


def test_sources_before_and_after_they_are_pinned(repository: Repository, run: Run) -> None:
    repository.write(NOTES, b"Hits are served from memory, mostly.\n")
    out = run("diff", "docs").out
    assert "0 changes in the document, 1 source changed\n" in out
    assert '  source "notes/cache.md": 938cf694... -> ' in out
    assert "... (not pinned yet)\n--- notes/cache.md\tas pinned, in " in out
    assert "\n-Hits are served from memory.\n+Hits are served from memory, mostly.\n" in out
    assert run("pin", "--yes")[0] == 0
    out = run("diff", DOCUMENT).out
    assert '  source "notes/cache.md": pin\n    - 938cf694' in out
    assert "... (pinned)\n--- notes/cache.md\tas pinned" in out
    repository.commit("Pin it", "2026-02-01T12:00:00Z")
    assert run("diff", DOCUMENT).out.endswith("nothing changed\n")
    assert "... (pinned)\n--- notes/cache.md" in run("diff", DOCUMENT, "--from", "HEAD~1").out


def test_it_writes_nothing(repository: Repository, run: Run) -> None:
    repository.write(NOTES, b"x\n")
    before = {path: path.stat().st_mtime_ns for path in repository.root.rglob("*") if path.is_file()}
    run("diff", DOCUMENT)
    assert {path: path.stat().st_mtime_ns for path in repository.root.rglob("*") if path.is_file()} == before


def test_markdown(repository: Repository, run: Run) -> None:
    edit(repository, ('"client": "Client",', '"client": "@all <b> | ``` \\u200e",'))
    repository.write(NOTES, b"```\n</details> @all\n")
    code, out, _ = run("diff", DOCUMENT, "--format", "markdown")
    assert code == 0
    assert out.startswith("### `docs/mechanisms/cache.json`\n\nSince `")
    assert '| node "client": label | Client | &#64;all &#60;b> &#124; \\`\\`\\` \\\\u200e |\n' in out
    assert '<details><summary>source "notes/cache.md": 938cf694... -&gt; ' in out
    # The marks are longer than those in the text.
    assert "\n````diff\n--- notes/cache.md\t" in out
    assert out.endswith("+```\n+</details> @all\n````\n\n</details>\n")


def test_a_new_document_and_one_with_errors(repository: Repository, run: Run) -> None:
    (repository.root / "docs/new.json").write_bytes((repository.root / DOCUMENT).read_bytes())
    assert run("diff", "docs/new.json").out.endswith(": the document is new\n")
    repository.write(DOCUMENT, b"{")
    assert run("diff", DOCUMENT).out.endswith(
        "the document has errors; run: mkdocs-mechanism check docs/mechanisms/cache.json\n"
    )
    repository.commit("Break it")
    subprocess.run(["git", "checkout", "-q", "HEAD~1", "--", DOCUMENT], cwd=repository.root, check=True)
    assert run("diff", DOCUMENT).out.endswith("the document had errors then\n")


def test_a_document_that_moved(repository: Repository, run: Run) -> None:
    repository.git("mv", DOCUMENT, "docs/store.json")
    edit(repository, ('"client": "Client",', '"client": "Caller",'), file="docs/store.json")
    out = run("diff", "docs/store.json").out
    assert f': it was "{DOCUMENT}" then, 1 change in the document\n  node "client": label\n' in out
    code, out, err = run("diff", DOCUMENT)
    assert (code, out.endswith(': the document is now "docs/store.json"\n'), err) == (0, True, "")
    repository.commit("Move it", "2026-02-01T12:00:00Z")
    assert f'it was "{DOCUMENT}" then' in run("diff", "docs/store.json", "--from", "HEAD~1").out


def test_a_document_that_was_deleted(repository: Repository, run: Run) -> None:
    (repository.root / DOCUMENT).unlink()
    for path in (DOCUMENT, "docs"):  # a page still names it
        code, out, err = run("diff", path)
        assert (code, out.startswith(f"{DOCUMENT} since "), err) == (0, True, "")
        assert out.endswith(": the document was deleted\n")
    (repository.root / DOCUMENT).parent.rmdir()
    assert run("diff", DOCUMENT).out.endswith(": the document was deleted\n")
    refused = (2, "", 'mkdocs-mechanism: there is no file or folder "docs/nothing.json"\n')
    assert run("diff", "docs/nothing.json") == refused


def long_history(repository: Repository, sources: int, commits: int) -> None:
    """Make a document with many sources, a long history since, and change each source."""
    stream = ["reset refs/heads/main\nfrom refs/heads/main^0\n\n"]
    named = [f"notes/{number}.md" for number in range(sources)]
    for turn in range(commits):
        path, text = (named[turn], f"{turn}\n") if turn < sources else (f"other/{turn % 100}.md", f"{turn}\n")
        stream.append(
            f"commit refs/heads/main\ncommitter A <a@example.org> {1770000000 + turn} +0000\n"
            f"data {len(str(turn))}\n{turn}\nM 100644 inline {path}\ndata {len(text)}\n{text}\n"
        )
    command = ["git", "fast-import", "--quiet"]
    subprocess.run(command, cwd=repository.root, input="".join(stream).encode(), check=True)
    repository.git("reset", "-q", "--hard")
    value = json.loads((repository.root / DOCUMENT).read_text())
    value["sources"] = [
        {"path": path, "sha256": hashlib.sha256(f"{turn}\n".encode()).hexdigest(), "description": ""}
        for turn, path in enumerate(named)
    ]
    repository.write(DOCUMENT, json.dumps(value, indent=1).encode())
    for path in named:
        repository.write(path, b"new\n")


def test_a_long_history_with_many_changed_sources(
    repository: Repository, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_history(repository, 100, 4000)
    log, command = tmp_path / "asked", tmp_path / "bin/git"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec {shutil.which("git")} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent), prepend=os.pathsep)
    out = run("diff", DOCUMENT).out
    assert (out.count("\n+new\n"), out.count("\n- ")) == (100, 0)
    # One look at the revision, and one walk through the history for all sources.
    assert log.read_text().count(" log ") == 2
    assert run("pin", "--yes").code == 0


def test_nothing_is_said_of_versions_that_git_was_not_asked_for(repository: Repository) -> None:
    source, workspace = Source(NOTES, "0" * 64, ""), Workspace(repository.root)
    digest = hashlib.sha256((repository.root / NOTES).read_bytes()).hexdigest()
    asked, spent = Versions(), Versions(seconds=0)
    assert since(workspace, source, digest, asked) is not None
    assert since(workspace, source, "0" * 64, asked) is None
    assert unknown(asked) == "git has no version with the recorded digest"
    assert since(workspace, source, digest, spent) is None
    assert unknown(spent) == "git was not asked for the recorded version: that takes too long here"


@pytest.mark.parametrize("revision", ["nothing", "--all", "HEAD^{tree}", ""])
def test_no_such_commit(repository: Repository, run: Run, revision: str) -> None:
    code, out, err = run("diff", DOCUMENT, f"--from={revision}")
    assert (code, out) == (2, "")
    assert err == f'mkdocs-mechanism: --from: there is no commit "{revision}" in this repository\n'


def test_without_git(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    message = "mkdocs-mechanism: diff needs git and a repository; here is none of them, or git was not found\n"
    assert run("diff", DOCUMENT) == (2, "", message)
    monkeypatch.setenv("PATH", "")
    assert run("diff", DOCUMENT) == (2, "", message)


def test_below_the_root_of_the_repository(repository: Repository, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository.root
    (root / "web").mkdir()
    for name in ("docs", "notes", "mkdocs.yml"):
        (root / name).rename(root / "web" / name)
    repository.commit("Move it", "2026-02-01T12:00:00Z")
    repository.write(f"web/{NOTES}", b"x\n")
    monkeypatch.chdir(root / "web/docs")
    # A hook's own variables name another repository.
    monkeypatch.setenv("GIT_DIR", str(root / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", "nothing")
    assert "\n-Hits are served from memory.\n+x\n" in run("diff", "mechanisms/cache.json").out
