"""Every trap of the provenance research (A.4, P1 to P22): each has its test, here or where `ELSEWHERE` says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from mkdocs_mechanism.sources.sums import read_sums, write_sums
from tests.conftest import ROOT
from tests.provenance.conftest import DOCUMENT, NOTES, Repository, run_git, sha256

Clone = Callable[..., Repository]

TEXT = b"# Cache\n\nA hit costs 1 ms.\nA miss costs 90 ms.\n"

ELSEWHERE = {
    "P12": "tests/unit/test_verify.py::test_unpinned_prints_what_to_write",
    "P13": "tests/corpus/test_paths_corpus.py::test_digest",
    "P16": "tests/corpus/test_documents.py::test_messages",
    "P18": "tests/unit/test_pin.py::test_only_the_digits_differ",
    "P19": "tests/cli/cases/pin-unasked",
    "P20": "tests/provenance/test_flips.py::test_a_flipped_byte_is_found",
    "P21": "tests/provenance/test_artefacts.py::test_nothing_about_the_machine_is_published",
    "P22": "tests/provenance/test_artefacts.py::test_no_source_is_published_unasked",
}
"""Traps whose tests stand with what they are about."""


def why(found) -> str:
    return next((line.removeprefix("why     ") for line in found.detail if line.startswith("why ")), "")


def test_every_trap_has_a_test() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    for number in range(1, 23):
        name = f"P{number}"
        if name in ELSEWHERE:
            path, _, test = ELSEWHERE[name].partition("::")
            assert (ROOT / path).exists()
            assert not test or f"def {test}" in (ROOT / path).read_text(encoding="utf-8")
        else:
            assert f"def test_p{number:02}_" in here, name


# P1: line endings


@pytest.mark.usefixtures("git")
def test_p01_a_clone_with_autocrlf(repository: Repository, cloned: Clone) -> None:
    repository.pinned(TEXT)
    clone = cloned("-c", "core.autocrlf=true")
    assert b"\r\n" in (clone.root / NOTES).read_bytes()
    assert run_git(clone.root, "status", "--porcelain") == ""
    found = clone.only()
    assert (found.code, why(found)) == (
        "source-changed",
        "only the line endings differ: pinned with LF, here CRLF",
    )
    assert "`notes/cache.md -text` to .gitattributes" in found.hint
    # The very line, and what the hint says to do, cure it.
    (clone.root / ".gitattributes").write_text("notes/cache.md -text\n")
    (clone.root / NOTES).unlink()
    run_git(clone.root, "checkout", "--", NOTES)
    assert clone.check().verification.verdict == "all"


@pytest.mark.usefixtures("git")
def test_p01_attributes_in_the_repository_keep_every_clone_right(repository: Repository, cloned: Clone) -> None:
    repository.write(NOTES, TEXT)
    repository.write(".gitattributes", b"* -text\n")
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    repository.commit("All")
    assert cloned("-c", "core.autocrlf=true").check().verification.verdict == "all"


# P2: Git LFS and git-annex

SPEC = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345\n"


@pytest.mark.parametrize("version", [b"v1", b"v2"])
def test_p02_pointer_to_the_pinned_content(repository: Repository, version: bytes) -> None:
    pinned = sha256(TEXT)
    repository.write(NOTES, (SPEC % pinned.encode()).replace(b"v1", version))
    repository.document({"path": NOTES, "sha256": pinned})
    found = repository.only()
    assert found.code == "source-missing"
    assert found.message == f'source "{NOTES}" is only a Git LFS pointer: its content was not downloaded'
    assert why(found) == "a Git LFS pointer to exactly the pinned content: its oid equals the pin"
    assert found.hint == "run: git lfs pull --include notes/cache.md"


def test_p02_pointer_to_another_content(repository: Repository) -> None:
    other = sha256(b"other")
    repository.write(NOTES, SPEC % other.encode())
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    assert why(repository.only()) == f"a Git LFS pointer to another content than the pinned one: its oid is {other}"


def test_p02_malformed_pointer(repository: Repository) -> None:
    repository.write(NOTES, b"version https://git-lfs.github.com/spec/v1\noid md5:12\n")
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    assert why(repository.only()) == "a Git LFS pointer that does not name a SHA-256"


def test_p02_a_pinned_pointer_is_refused(repository: Repository) -> None:
    data = SPEC % sha256(TEXT).encode()
    repository.write(NOTES, data)
    repository.document({"path": NOTES, "sha256": sha256(data)})
    found = repository.only()
    assert found.code == "source-refused"
    assert "the pointer is what was pinned" in found.message
    assert found.hint.startswith("run: git lfs pull")
    assert repository.check().verification.verdict == "failed"


def test_p02_no_pointer_s_digest_is_proposed(repository: Repository) -> None:
    data = SPEC % sha256(TEXT).encode()
    repository.write(NOTES, data)
    repository.document({"path": NOTES})
    assert sha256(data) not in repr(repository.check())
    assert repository.check().verification.states[0].actual is None


def test_p02_text_about_pointers_is_text(repository: Repository) -> None:
    data = b"# Pointers\n\n" + SPEC % sha256(TEXT).encode()
    repository.write(NOTES, data)
    repository.document({"path": NOTES, "sha256": sha256(data)})
    assert repository.check().verification.verdict == "all"


@pytest.mark.parametrize("is_link", [True, False])
def test_p02_git_annex(repository: Repository, is_link: bool) -> None:
    pinned = sha256(TEXT)
    key = f"SHA256E-s{len(TEXT)}--{pinned}.md"
    repository.document({"path": NOTES, "sha256": pinned})
    (repository.root / "notes").mkdir()
    if is_link:
        (repository.root / NOTES).symlink_to(f"../.git/annex/objects/Qz/k3/{key}/{key}")
    else:
        repository.write(NOTES, f"/annex/objects/{key}\n".encode())
    found = repository.only()
    assert found.code == "source-missing"
    assert why(found).endswith("a git-annex pointer to exactly the pinned content: its oid equals the pin")
    assert found.hint == "run: git annex get notes/cache.md"


# P3, P4, P5, P6: names and links


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside.md", "loop.md", "nothing.md"])
def test_p03_links(repository: Repository, target: str) -> None:
    (repository.root.parent / "outside.md").write_bytes(TEXT)
    repository.document({"path": "notes/loop.md", "sha256": sha256(TEXT)})
    (repository.root / "notes").mkdir()
    (repository.root / "notes/loop.md").symlink_to(f"../{target}" if target.startswith("..") else target)
    assert repository.only().code in ("source-refused", "source-missing")
    assert repository.check().verification.states[0].actual is None


def test_p03_a_link_inside_is_followed(repository: Repository) -> None:
    repository.write("kept/cache.md", TEXT)
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    (repository.root / "notes").symlink_to("kept")
    assert repository.check().verification.verdict == "all"


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../x.md", "C:/x.md", "//host/x", "~/x.md", "file:///x", "a\\b.md", "a/./b.md", "a/"]
)
def test_p04_the_text_decides_before_any_file(repository: Repository, path: str) -> None:
    repository.document({"path": path, "sha256": sha256(TEXT)})
    assert repository.only().code == "source-path"


def test_p05_letter_case(repository: Repository) -> None:
    repository.write("notes/Cache.md", TEXT)
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    found = repository.only()
    assert "is not there under that letter case" in found.message
    assert found.hint == 'write "notes/Cache.md"'


@pytest.mark.parametrize(("there", "asked", "form"), [("é", "e\u0301", "NFC"), ("e\u0301", "é", "NFD")])
def test_p06_unicode_twin(repository: Repository, there: str, asked: str, form: str) -> None:
    repository.write(f"notes/{there}.md", TEXT)
    if (repository.root / f"notes/{asked}.md").exists():
        pytest.skip("this file system normalizes names")
    repository.document({"path": f"notes/{asked}.md", "sha256": sha256(TEXT)})
    found = repository.only()
    assert found.code == "source-missing"
    assert form in found.hint
    # With both there, each is itself.
    repository.write(f"notes/{asked}.md", b"other")
    assert repository.only().code == "source-changed"


# P7, P8, P9: large, special and changing files


def test_p07_two_gibibytes_are_one_clear_line(repository: Repository) -> None:
    repository.document({"path": "big.bin", "sha256": sha256(TEXT)})
    with (repository.root / "big.bin").open("wb") as file:
        file.truncate(2**31)
    found = repository.only()
    assert (found.code, found.message) == ("source-refused", 'source "big.bin" is larger than 256 MiB')
    assert "source_limit" in found.hint
    assert found.detail == ()


def test_p08_a_pipe_does_not_hang(repository: Repository) -> None:
    repository.document({"path": "pipe", "sha256": sha256(TEXT)})
    os.mkfifo(repository.root / "pipe")
    answer: list[str] = []
    asking = threading.Thread(target=lambda: answer.append(repository.only().message), daemon=True)
    asking.start()
    asking.join(5)
    assert answer == ['source "pipe" is a named pipe; expected a regular file']


def test_p09_a_file_that_changes_all_the_time(repository: Repository) -> None:
    """Either an error, or the digest of one of the two states: never of a mixture."""
    states = [b"a" * 400_000, b"b" * 400_000]
    repository.document({"path": "big.bin", "sha256": sha256(states[0])})
    repository.write("big.bin", states[0])
    is_over = threading.Event()

    def flip() -> None:
        for turn in range(10_000):
            if is_over.is_set():
                return
            (repository.root / "new").write_bytes(states[turn % 2])
            (repository.root / "new").replace(repository.root / "big.bin")

    flipping = threading.Thread(target=flip)
    flipping.start()
    try:
        for _ in range(20):
            (state,) = repository.check().verification.states
            assert state.actual in (None, sha256(states[0]), sha256(states[1]))
    finally:
        is_over.set()
        flipping.join()


# P10: how names are separated


def test_p10_only_slashes(repository: Repository) -> None:
    repository.write("notes/deep/cache.md", TEXT)
    repository.document({"path": "notes\\deep\\cache.md", "sha256": sha256(TEXT)})
    assert repository.only().hint == 'write "notes/deep/cache.md"'


# P11: submodules, sparse and shallow checkouts


@pytest.fixture
def with_submodule(repository: Repository, tmp_path: Path) -> Repository:
    papers = Repository(tmp_path / "papers")
    papers.write("lru.md", TEXT)
    papers.commit("Papers")
    repository.document({"path": "papers/lru.md", "sha256": sha256(TEXT)})
    repository.commit("Document")
    repository.git("submodule", "--quiet", "add", f"file://{papers.root}", "papers")
    repository.commit("Papers as a submodule")
    return repository


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize("has_git", [True, False])
def test_p11_submodule_that_is_not_checked_out(
    with_submodule: Repository, cloned: Clone, has_git: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert with_submodule.check().verification.verdict == "all"
    clone = cloned()
    if not has_git:
        monkeypatch.setenv("PATH", "")
    found = clone.only()
    assert found.code == "source-missing"
    assert why(found) == 'it lies in the submodule "papers", which is not checked out'
    assert found.hint == "run: git submodule update --init papers"


@pytest.mark.usefixtures("git")
def test_p11_submodule_below_the_top_of_the_repository(repository: Repository, tmp_path: Path, cloned: Clone) -> None:
    papers = Repository(tmp_path / "papers")
    papers.write("lru.md", TEXT)
    papers.commit("Papers")
    site = Repository(repository.root / "site")
    site.document({"path": "papers/lru.md", "sha256": sha256(TEXT)})
    repository.commit("Document")
    repository.git("submodule", "--quiet", "add", f"file://{papers.root}", "site/papers")
    repository.commit("Papers")
    assert site.check().verification.verdict == "all"
    found = Repository(cloned().root / "site").only()
    assert why(found) == 'it lies in the submodule "papers", which is not checked out'


@pytest.mark.usefixtures("git")
@pytest.mark.parametrize("extra", [(), ("--sparse-index",)])
def test_p11_outside_of_the_sparse_cone(repository: Repository, cloned: Clone, extra: tuple[str, ...]) -> None:
    repository.pinned(TEXT)
    clone = cloned("--sparse")
    run_git(clone.root, "sparse-checkout", "set", "--cone", *extra, "docs")
    found = clone.only()
    assert found.code == "source-missing"
    assert why(found) == "git has it, but it is outside of what this sparse checkout writes"
    assert found.hint == "run: git sparse-checkout add notes"
    run_git(clone.root, *found.hint.removeprefix("run: git ").split())
    assert clone.check().verification.verdict == "all"


@pytest.mark.usefixtures("git")
def test_p11_shallow_clone(repository: Repository, cloned: Clone) -> None:
    """A cut history invents no commit; what it shows is told."""
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.commit("Measure again", date="2026-02-01T12:00:00Z")
    assert "Measure again" in why(repository.only())
    assert why(cloned("--depth", "1").only()) == ""


@pytest.mark.usefixtures("git")
def test_p11_deleted_here(repository: Repository) -> None:
    repository.pinned(TEXT)
    (repository.root / NOTES).unlink()
    found = repository.only()
    assert (why(found), found.hint) == (
        "git has it, but it was deleted here",
        "run: git checkout -- notes/cache.md",
    )


# P14: what editors do by themselves

NEAR = {
    "final newline added": (TEXT.rstrip(b"\n"), TEXT, "only the final newline differs: pinned without, here with"),
    "final newline taken": (TEXT, TEXT.rstrip(b"\n"), "only the final newline differs: pinned with, here without"),
    "BOM added": (TEXT, b"\xef\xbb\xbf" + TEXT, "only the byte order mark differs: pinned without, here with one"),
    "BOM taken": (b"\xef\xbb\xbf" + TEXT, TEXT, "only the byte order mark differs: pinned with one, here without"),
    "blanks added": (
        TEXT,
        TEXT.replace(b"ms.\n", b"ms. \t\n"),
        "only the blanks at the ends of lines differ: pinned without, here with some",
    ),
    "LF to CRLF": (TEXT, TEXT.replace(b"\n", b"\r\n"), "only the line endings differ: pinned with LF, here CRLF"),
    "CRLF to LF": (TEXT.replace(b"\n", b"\r\n"), TEXT, "only the line endings differ: pinned with CRLF, here LF"),
    "one line CRLF": (
        TEXT,
        TEXT.replace(b"\n", b"\r\n", 1),
        "only the line endings differ: pinned with LF, here mixed",
    ),
}


@pytest.mark.parametrize("name", NEAR)
def test_p14_near_misses(repository: Repository, name: str) -> None:
    pinned, here, expected = NEAR[name]
    repository.write(NOTES, here)
    repository.document({"path": NOTES, "sha256": sha256(pinned)})
    found = repository.only()
    assert (found.code, why(found)) == ("source-changed", expected)


# P15: generated sources


def test_p15_build_output_and_the_document_itself(repository: Repository) -> None:
    repository.write("site/cache.md", TEXT)
    repository.document({"path": "site/cache.md", "sha256": sha256(TEXT)})
    assert repository.only().code == "source-refused"
    repository.document({"path": DOCUMENT, "sha256": sha256(TEXT)})
    assert "is the document itself" in repository.only().message


FENCE = b'# Cache\n\n```mechanism src="cache.json"\n```\n\n## Notes\n\nA hit costs 1 ms.\n'


@pytest.mark.parametrize("page", [DOCUMENT, "docs/cache.md"])
def test_p15_the_page_that_shows_the_figure(repository: Repository, page: str) -> None:
    repository.write("docs/cache.md", FENCE)
    repository.document({"path": "docs/cache.md", "sha256": sha256(b"earlier\n")})
    found = repository.only(page=page)
    assert why(found).startswith("it is the page that shows this very figure")
    assert '"region": "NAME"' in found.hint


# P17: odd names, in the sums file


@pytest.mark.parametrize("name", ["-n", " a", "a b", "é.md", "back\\slash", "line\nfeed"])
def test_p17_sums_are_those_of_sha256sum(tmp_path: Path, name: str) -> None:
    if shutil.which("sha256sum") is None:
        pytest.skip("sha256sum is not installed")
    (tmp_path / name).write_bytes(TEXT)
    (tmp_path / "SHA256SUMS").write_bytes(write_sums({name: sha256(TEXT)}))
    command = ["sha256sum", "-c", "--strict", "SHA256SUMS"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    made = subprocess.run(["sha256sum", "--", name], cwd=tmp_path, capture_output=True, check=True).stdout
    assert read_sums(made) == {name: sha256(TEXT)}


# History: never needed, never trusted


@pytest.mark.usefixtures("git")
def test_the_commit_that_changed_the_source_is_named(repository: Repository) -> None:
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.commit("Measure the misses again", date="2026-02-03T12:00:00Z")
    commit = repository.git("log", "-1", "--format=%h").strip()
    found = repository.only()
    expected = f'it was last changed by commit {commit} of 2026-02-03, "Measure the misses again", after it was pinned'
    assert why(found) == expected
    assert found.hint.startswith("read the change")


@pytest.mark.usefixtures("git")
def test_a_later_edit_of_the_document_is_no_pin(repository: Repository) -> None:
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.commit("Measure again")
    repository.document({"path": NOTES, "sha256": sha256(TEXT), "description": "Other words"})
    repository.commit("Other words")
    assert '"Measure again", after it was pinned' in why(repository.only())


@pytest.mark.usefixtures("git")
def test_a_link_that_was_checked_out_as_text(repository: Repository, cloned: Clone) -> None:
    repository.write("kept/cache.md", TEXT)
    (repository.root / "notes").mkdir()
    (repository.root / NOTES).symlink_to("../kept/cache.md")
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    repository.commit("All")
    assert repository.check().verification.verdict == "all"
    found = cloned("-c", "core.symlinks=false").only()
    assert why(found) == 'it is a symbolic link to "kept/cache.md" that was checked out as a text file'


@pytest.mark.usefixtures("git")
def test_a_change_that_is_not_committed(repository: Repository) -> None:
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    assert why(repository.only()) == "the change is not committed: the last commit still has the pinned bytes"


@pytest.mark.usefixtures("git")
def test_nothing_that_a_repository_configures_is_run(repository: Repository, tmp_path: Path) -> None:
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.commit("Again")
    mark = tmp_path / "run"
    script = tmp_path / "script"
    script.write_text(f"#!{sys.executable}\nopen({str(mark)!r}, 'w').close()\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "gpg.program", "diff.external", "core.sshCommand", "pager.log"):
        repository.git("config", key, str(script))
    repository.git("config", "log.showSignature", "true")
    repository.git("config", "core.hooksPath", str(tmp_path))
    repository.write(".gitattributes", b"* diff=x filter=x\n")
    for key in ("diff.x.textconv", "diff.x.command", "filter.x.smudge", "filter.x.clean"):
        repository.git("config", key, str(script))
    mark.unlink(missing_ok=True)
    assert "Again" in why(repository.only())
    (repository.root / NOTES).unlink()
    assert why(repository.only()) == "git has it, but it was deleted here"
    assert not mark.exists()


@pytest.mark.usefixtures("git")
def test_a_partial_clone_fetches_nothing(repository: Repository, cloned: Clone) -> None:
    repository.pinned(TEXT)
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.commit("Again")
    repository.git("config", "uploadpack.allowFilter", "true")
    clone = cloned("--filter=blob:none")
    clone.write(NOTES, b"other\n")
    objects = sorted(path.name for path in (clone.root / ".git/objects").rglob("*"))
    assert clone.only().code == "source-changed"
    assert sorted(path.name for path in (clone.root / ".git/objects").rglob("*")) == objects


def test_without_git_all_but_the_history_is_said(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    repository.write(NOTES, TEXT.replace(b"90", b"80"))
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    found = repository.only()
    assert (found.code, why(found)) == ("source-changed", "")


def test_git_is_not_asked_when_all_is_well(repository: Repository) -> None:
    repository.write(NOTES, TEXT)
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    code = (
        "import sys; from mkdocs_mechanism.checking import check; from mkdocs_mechanism.request import Request\n"
        "from mkdocs_mechanism.diagnostics import Location; from mkdocs_mechanism.workspace import Workspace\n"
        f"assert check(Request({DOCUMENT!r}, Location('x')), Workspace(sys.argv[1])).verification.verdict == 'all'\n"
        "loaded = {name for name in sys.modules if name.startswith('mkdocs_mechanism.sources.')}\n"
        "print(*sorted(name.rpartition('.')[2] for name in loaded))\n"
        "assert 'subprocess' not in sys.modules"
    )
    command = [sys.executable, "-c", code, str(repository.root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert not {"explain", "history", "twins"} & set(done.stdout.split())


def test_the_archive_comes_first_and_is_named_by_nobody(repository: Repository, tmp_path: Path) -> None:
    repository.document({"path": NOTES, "sha256": sha256(TEXT)})
    assert repository.only().code == "source-missing"
    archive = tmp_path / "archive"
    (archive / "notes").mkdir(parents=True)
    (archive / NOTES).write_bytes(TEXT)
    assert repository.check(archive=archive).verification.verdict == "all"
    repository.write(NOTES, b"another state\n")
    assert repository.check(archive=archive).verification.verdict == "all"
    (archive / NOTES).write_bytes(b"changed\n")
    found = repository.check(archive=archive).diagnostics
    assert [each.code for each in found if each.code.startswith("source-")] == ["source-changed"]
    assert str(archive) not in repr(found)
