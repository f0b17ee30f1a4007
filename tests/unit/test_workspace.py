"""A workspace reads what lies below its root and nothing else."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from mkdocs_mechanism.workspace import SOURCE_LIMIT, Workspace, WorkspaceError, find_root

NFC, NFD = "caf\u00e9.md", "cafe\u0301.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "work/notes").mkdir(parents=True)
    (tmp_path / "work/notes/cache.md").write_bytes(b"hit\r\nmiss\n")
    (tmp_path / "outside.md").write_bytes(b"secret")
    return tmp_path / "work"


def refusal(root: Path, path: str, limit: int = SOURCE_LIMIT) -> WorkspaceError:
    """The error of the digest, and the same one of read: both go through one door."""
    with pytest.raises(WorkspaceError) as digest:
        Workspace(root).digest(path, limit)
    with pytest.raises(WorkspaceError) as read:
        Workspace(root).read(path, limit)
    assert (digest.value.kind, digest.value.message) == (read.value.kind, read.value.message)
    return digest.value


def test_bytes_and_digest_are_raw(root: Path) -> None:
    assert Workspace(root).read("notes/cache.md") == b"hit\r\nmiss\n"
    digest = Workspace(root).digest("notes/cache.md")
    assert digest.sha256 == hashlib.sha256(b"hit\r\nmiss\n").hexdigest()
    assert digest.size == 10


def test_missing_names_the_nearest_file(root: Path) -> None:
    error = refusal(root, "notes/cahce.md")
    assert error.kind == "missing"
    assert error.message == '"notes/cahce.md" is not there'
    assert error.hint == 'write "notes/cache.md"'
    assert refusal(root, "nothing/here.md").hint == ""
    assert refusal(root, "notes/cache.md/deeper").kind == "missing"


@pytest.mark.parametrize("path", ["Notes/cache.md", "notes/Cache.md", "NOTES/CACHE.MD"])
def test_letter_case_is_the_listing_s(root: Path, path: str) -> None:
    error = refusal(root, path)
    assert error.kind == "refused"
    assert error.message.startswith(f'"{path}" is not there under that letter case: the name on disk is "')


def test_letter_case_is_compared_where_the_file_system_ignores_it(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A case-insensitive disk opens notes/Cache.md and lists cache.md; a second link under that name does the same here.
    os.link(root / "notes/cache.md", root / "notes/Cache.md")
    listed = os.listdir
    monkeypatch.setattr(os, "listdir", lambda folder: [name for name in listed(folder) if name != "Cache.md"])
    assert refusal(root, "notes/Cache.md").kind == "refused"


@pytest.mark.parametrize(("there", "asked", "form"), [(NFC, NFD, "NFC"), (NFD, NFC, "NFD")])
def test_normalization_twin_is_named(root: Path, there: str, asked: str, form: str) -> None:
    (root / there).write_bytes(b"")
    if asked in os.listdir(root) or (root / asked).exists():
        pytest.skip("this file system normalizes names")
    error = refusal(root, asked)
    assert error.kind == "missing"
    assert error.message.endswith("is not there; the name on disk has other code points")
    assert form in error.hint


def test_two_twins_are_two_files(root: Path) -> None:
    for name in (NFC, NFD):
        (root / name).write_bytes(name.encode())
    assert [Workspace(root).read(name) for name in (NFC, NFD)] == [NFC.encode(), NFD.encode()]


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "../outside.md", "notes/../notes/cache.md", "notes//cache.md", "notes/", "/etc/passwd", "a\0"],
)
def test_text_that_could_leave_the_root_is_refused_before_the_disk(root: Path, path: str) -> None:
    assert refusal(root, path).kind == "refused"


def test_odd_names_are_missing_not_a_crash(root: Path) -> None:
    assert refusal(root, "notes/\ud800").kind == "missing"
    assert refusal(root, "a" * 5000).kind == "missing"
    assert refusal(root, "a/" * 5000 + "a").kind == "missing"


class TestLinks:
    def test_inside_is_followed(self, root: Path) -> None:
        (root / "alias.md").symlink_to("notes/cache.md")
        (root / "folder").symlink_to(root / "notes")
        assert Workspace(root).read("alias.md") == Workspace(root).read("folder/cache.md") == b"hit\r\nmiss\n"
        assert Workspace(root).resolve("folder/cache.md") == "notes/cache.md"

    def test_out_of_the_root_is_refused(self, root: Path) -> None:
        (root / "out.md").symlink_to("../outside.md")
        (root / "far.md").symlink_to("/etc/passwd")
        (root / "up").symlink_to("..")
        for path in ("out.md", "far.md", "up/outside.md"):
            error = refusal(root, path)
            assert (error.kind, error.message) == ("refused", f'"{path}" is a link that leaves the workspace root')

    def test_a_link_to_a_link_out_is_refused(self, root: Path) -> None:
        (root / "second.md").symlink_to("../outside.md")
        (root / "first.md").symlink_to("second.md")
        assert refusal(root, "first.md").kind == "refused"

    def test_loop_and_nothing(self, root: Path) -> None:
        (root / "a").symlink_to("b")
        (root / "b").symlink_to("a")
        (root / "dangling").symlink_to("nothing")
        assert refusal(root, "a").message == '"a" can\'t be read: its links lead in a circle'
        assert refusal(root, "dangling").kind == "missing"

    def test_the_root_itself_may_be_a_link(self, root: Path) -> None:
        link = root.parent / "link"
        link.symlink_to(root)
        assert Workspace(link).read("notes/cache.md") == b"hit\r\nmiss\n"


class TestOnlyRegularFiles:
    def test_folder(self, root: Path) -> None:
        assert refusal(root, "notes").message == '"notes" is a folder; expected a regular file'

    def test_pipe_does_not_hang(self, root: Path) -> None:
        os.mkfifo(root / "pipe")
        caught: list[WorkspaceError] = []
        thread = threading.Thread(target=lambda: caught.append(refusal(root, "pipe")), daemon=True)
        thread.start()
        thread.join(5)
        assert not thread.is_alive()
        assert caught[0].message == '"pipe" is a named pipe; expected a regular file'

    def test_pipe_put_there_after_the_look(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        target = root / "notes/cache.md"

        def swap(path: object, flags: int) -> int:
            target.unlink()
            os.mkfifo(target)
            return opened(path, flags)

        opened = os.open
        monkeypatch.setattr(os, "open", swap)
        with pytest.raises(WorkspaceError, match="named pipe"):
            Workspace(root).digest("notes/cache.md")

    def test_socket_and_device(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(root)
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("socket")
            assert refusal(root, "socket").message == '"socket" is a socket; expected a regular file'
        with pytest.raises(WorkspaceError, match="is a device"):
            Workspace("/dev").digest("zero")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_permission(root: Path) -> None:
    (root / "notes/cache.md").chmod(0)
    assert refusal(root, "notes/cache.md").message == '"notes/cache.md" can\'t be read: permission denied'


@pytest.mark.parametrize("folder", [".git", ".hg", ".svn", ".jj", ".GIT"])
def test_version_control_is_refused(root: Path, folder: str) -> None:
    (root / "vendor" / folder).mkdir(parents=True)
    (root / "vendor" / folder / "config").write_text("")
    assert "version control" in refusal(root, f"vendor/{folder}/config").message
    (root / "alias").symlink_to(f"vendor/{folder}/config")
    assert "version control" in refusal(root, "alias").message


def test_output_is_refused(root: Path) -> None:
    (root / "site").mkdir()
    (root / "site/index.html").write_text("")
    (root / "alias").symlink_to("site/index.html")
    for path in ("site/index.html", "alias"):
        assert refusal(root, path).message == f'"{path}" lies in the build output, "site"'
    assert Workspace(root, output=()).read("site/index.html") == b""
    with pytest.raises(WorkspaceError, match="build output"):
        Workspace(root, output=(str(root / "notes"),)).read("notes/cache.md")


@pytest.mark.parametrize("path", ["site/x.md", "vendor/.git/config", ".hg/x"])
def test_the_verdict_does_not_depend_on_what_is_there(root: Path, path: str) -> None:
    before = refusal(root, path)
    (root / path).parent.mkdir(parents=True)
    (root / path).write_text("")
    after = refusal(root, path)
    assert (before.kind, before.message, before.hint) == (after.kind, after.message, after.hint)
    assert before.kind == "refused"


def test_output_that_is_the_root_does_not_refuse_everything(root: Path) -> None:
    assert Workspace(root, output=(".", "", "..")).read("notes/cache.md")


def test_limit(root: Path) -> None:
    assert Workspace(root).digest("notes/cache.md", 10).size == 10
    error = refusal(root, "notes/cache.md", 9)
    assert (error.kind, error.message) == ("too-large", '"notes/cache.md" is larger than 9 bytes')
    with (root / "big").open("wb") as file:
        file.truncate(SOURCE_LIMIT + 1)
    assert refusal(root, "big").message == '"big" is larger than 256 MiB'


def test_a_large_source_takes_no_memory(root: Path) -> None:
    with (root / "big").open("wb") as file:
        file.truncate(300 * 2**20)
    script = """
        import resource, sys
        from mkdocs_mechanism.workspace import Workspace
        workspace = Workspace(sys.argv[1])
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert workspace.digest("big", 2**30).size == 300 * 2**20
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """
    command = [sys.executable, "-c", textwrap.dedent(script), str(root)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert int(result.stdout) < 64 * 1024  # KiB


class TestChangedWhileRead:
    @pytest.fixture
    def workspace(self, root: Path) -> Workspace:
        (root / "big").write_bytes(b"x" * 3 * 2**20)
        return Workspace(root)

    def after_first_block(self, monkeypatch: pytest.MonkeyPatch, act: object) -> None:
        read, blocks = os.read, []

        def reading(descriptor: int, size: int) -> bytes:
            block = read(descriptor, size)
            if not blocks:
                act()
            blocks.append(block)
            return block

        monkeypatch.setattr(os, "read", reading)

    def test_written_in_place(self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
        def write() -> None:
            with (workspace.root / "big").open("r+b") as file:
                file.write(b"y")

        self.after_first_block(monkeypatch, write)
        with pytest.raises(WorkspaceError, match="changed while it was read"):
            workspace.digest("big")

    def test_replaced(self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
        (workspace.root / "new").write_bytes(b"y" * 3 * 2**20)
        self.after_first_block(monkeypatch, lambda: os.replace(workspace.root / "new", workspace.root / "big"))
        with pytest.raises(WorkspaceError, match="changed while it was read"):
            workspace.digest("big")

    def test_cut_and_grown(self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
        for size in (2**20, 5 * 2**20):
            with monkeypatch.context() as patch:
                self.after_first_block(patch, lambda size=size: os.truncate(workspace.root / "big", size))
                with pytest.raises(WorkspaceError, match="changed while it was read"):
                    workspace.digest("big")

    def test_removed(self, workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
        self.after_first_block(monkeypatch, (workspace.root / "big").unlink)
        with pytest.raises(WorkspaceError, match="changed while it was read"):
            workspace.digest("big")


def test_root_is_the_folder_of_the_nearest_configuration(tmp_path: Path) -> None:
    deep = tmp_path / "a/b/c"
    deep.mkdir(parents=True)
    (tmp_path / "mkdocs.yml").write_text("")
    assert find_root(deep) == tmp_path.resolve()
    for name in ("properdocs.yml", "zensical.toml"):
        (tmp_path / "a" / name).write_text("")
        assert find_root(deep) == (tmp_path / "a").resolve()
        (tmp_path / "a" / name).unlink()


def test_relative(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "notes")
    assert Workspace(root).relative(Path("cache.md")) == "notes/cache.md"
    assert Workspace(root).relative(Path("../notes/cache.md")) == "notes/cache.md"
    assert Workspace(root).relative(root) == "."
    with pytest.raises(WorkspaceError, match="outside") as error:
        Workspace(root).relative(root.parent / "outside.md")
    assert str(root.parent) not in error.value.message


def test_pages(root: Path) -> None:
    for path in (
        "index.md",
        "notes/A.MD",
        "notes/data.json",
        ".hidden/x.md",
        "site/x.md",
        "node_modules/x.md",
        ".x.md",
    ):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text("")
    (root / "notes/again").symlink_to(root / "notes")
    (root / "notes/up").symlink_to(root.parent)
    assert Workspace(root).pages(".") == ("index.md", "notes/A.MD", "notes/cache.md")
    assert Workspace(root).pages("notes") == ("notes/A.MD", "notes/cache.md")
    assert Workspace(root).pages("nothing") == ()
