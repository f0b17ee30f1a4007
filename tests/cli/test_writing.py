"""What commands write to, what they leave alone, and how they stop."""

from __future__ import annotations

import os
import pty
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

Run = Callable[..., tuple[int, str, str]]
DOCUMENT = "docs/mechanisms/cache.json"
COMMAND = [sys.executable, "-m", "mkdocs_mechanism"]


class TestWhereADrawingGoes:
    @pytest.fixture
    def svg(self, site: Path, run: Run) -> str:
        return run("draw", DOCUMENT)[1]

    def test_stdout_by_name(self, site: Path, run: Run, svg: str) -> None:
        assert run("draw", DOCUMENT, "-o", "-") == (0, svg, "")
        assert not (site / "-").exists()
        command = f"({' '.join(COMMAND)} draw {DOCUMENT} -o /dev/stdout; echo after) > x.svg"
        subprocess.run(["bash", "-c", command], cwd=site, check=True)
        assert (site / "x.svg").read_text() == svg + "after\n"

    def test_pipe(self, site: Path, run: Run, svg: str) -> None:
        os.mkfifo(site / "pipe")
        (site / "link").symlink_to("pipe")
        for name in ("pipe", "link"):
            read: list[str] = []
            # A daemon: where nobody writes to the pipe, the test fails and does not hang.
            reader = threading.Thread(target=lambda read=read: read.append((site / "pipe").read_text()), daemon=True)
            reader.start()
            assert run("draw", DOCUMENT, "-o", name) == (0, "", "1 document checked\n")
            reader.join(10)
            assert read == [svg]
            assert (site / "pipe").is_fifo()
            assert (site / "link").is_symlink()

    def test_pipe_without_a_name(self, site: Path, svg: str) -> None:
        command = f"{' '.join(COMMAND)} draw {DOCUMENT} -o >(cat > x.svg); wait $!"
        subprocess.run(["bash", "-c", command], cwd=site, check=True)
        assert (site / "x.svg").read_text() == svg

    def test_device(self, site: Path, run: Run) -> None:
        # A node of its own, never the system's: where this test fails, the node is gone.
        try:
            os.mknod(site / "null", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
            (site / "null").write_bytes(b"")
        except OSError:
            pytest.skip("no device can be made or opened here")
        (site / "link").symlink_to("null")
        for name in ("null", "link"):
            assert run("draw", DOCUMENT, "-o", name) == (0, "", "1 document checked\n")
            assert (site / "null").is_char_device()
        assert (site / "link").is_symlink()

    def test_socket(self, site: Path, run: Run) -> None:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind("s")
            code, out, err = run("draw", DOCUMENT, "-o", "s")
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert err.startswith("mkdocs-mechanism: s can't be written: ")
            assert (site / "s").is_socket()

    def test_link_to_a_file(self, site: Path, run: Run, svg: str) -> None:
        (site / "link.svg").symlink_to("real.svg")
        for _ in range(2):  # the first time it leads to nothing
            assert run("draw", DOCUMENT, "-o", "link.svg")[0] == 0
            assert (site / "link.svg").is_symlink()
            assert (site / "real.svg").read_text() == svg

    @pytest.mark.parametrize("name", [".", "docs", "docs/"])
    def test_folder(self, site: Path, run: Run, name: str) -> None:
        expected = f'mkdocs-mechanism: "{Path(name)}" is a folder; expected the name of a file\n'
        assert run("draw", DOCUMENT, "-o", name) == (2, "", expected)


class TestDrawKeepsWhatItDraws:
    @pytest.mark.parametrize(
        ("file", "what"),
        [
            (DOCUMENT, "the document itself"),
            ("docs/index.md", "the page itself"),
            ("notes/cache.md", "a source of the document"),
            ("mkdocs.yml", "the site's configuration"),
        ],
    )
    @pytest.mark.parametrize("form", ["name", "link", "hard link"])
    def test_refused(self, site: Path, run: Run, file: str, what: str, form: str) -> None:
        output = file if form == "name" else "x.svg"
        if form == "link":
            (site / output).symlink_to(file)
        elif form == "hard link":
            (site / output).hardlink_to(site / file)
        before = (site / file).read_bytes()
        expected = f'mkdocs-mechanism: "{output}" is {what}; nothing was written, name another file\n'
        assert run("draw", "docs/index.md#cache", "-o", output) == (2, "", expected)
        assert (site / file).read_bytes() == before

    def test_a_document_without_a_site(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        before = (site / DOCUMENT).read_bytes()
        assert run("draw", DOCUMENT, "--root", ".", "-o", DOCUMENT)[0] == 2
        assert (site / DOCUMENT).read_bytes() == before

    def test_what_is_not_drawn_may_be_replaced(self, site: Path, run: Run) -> None:
        (site / "other.json").write_text("{}")
        assert run("draw", DOCUMENT, "-o", "other.json")[0] == 0


class TestDrawIsXml:
    def test_characters_that_xml_has_not(self, site: Path, run: Run) -> None:
        text = (site / DOCUMENT).read_text()
        for sign in "\ufffe\uffff":
            (site / DOCUMENT).write_text(text.replace("client -> cache: Request", f"client -> cache: {sign}"), "utf-8")
            code, out, _ = run("draw", DOCUMENT)
            assert (code, f"U+{ord(sign):04X}, which is no character [control-character]" in out) == (1, True)

    def test_other_noncharacters(self, site: Path, run: Run) -> None:
        text = (site / DOCUMENT).read_text()
        (site / DOCUMENT).write_text(text.replace("client -> cache: Request", "client -> cache: a\U0001fffe\ufdd0"))
        code, out, _ = run("draw", DOCUMENT)
        assert code == 0
        assert "a\U0001fffe\ufdd0" in "".join(ET.fromstring(out).itertext())


class TestPin:
    @pytest.mark.parametrize("names", [(DOCUMENT, "alias.json"), ("alias.json", DOCUMENT), ("alias.json", "docs")])
    def test_a_document_and_a_link_to_it(self, site: Path, run: Run, names: tuple[str, ...]) -> None:
        (site / "notes/cache.md").write_text("other\n")
        (site / "alias.json").symlink_to(DOCUMENT)
        code, out, err = run("pin", "--yes", *names)
        assert (code, out, err.count("pinned ")) == (0, "", 1)
        assert f'in "{names[0]}"' in err
        assert run("check")[0] == 0

    def test_interrupted_at_the_question(self, site: Path) -> None:
        (site / "notes/cache.md").write_text("other\n")
        before = (site / DOCUMENT).read_bytes()
        leader, follower = pty.openpty()
        with subprocess.Popen([*COMMAND, "pin"], cwd=site, stdin=follower, stdout=follower, stderr=follower) as process:
            os.close(follower)
            shown = b""
            while b"[y/" not in shown:
                shown += os.read(leader, 4096)
            process.send_signal(signal.SIGINT)
            process.wait(20)
            with suppress(OSError):  # the other end is closed
                shown += os.read(leader, 4096)
        os.close(leader)
        assert process.returncode == 130
        assert b"Traceback" not in shown
        assert (site / DOCUMENT).read_bytes() == before


class TestNew:
    @pytest.mark.parametrize(("name", "file"), [("b.JSON", "b.JSON"), ("b.Json", "b.Json"), ("b.svg", "b.svg.json")])
    def test_endings(self, site: Path, run: Run, name: str, file: str) -> None:
        before = set(os.listdir(site))
        code, out, err = run("new", name)
        assert (code, err) == (0, f"wrote {file}; edit it, then paste this into a page:\n")
        assert set(os.listdir(site)) - before == {file}
        assert run("check", "--strict", file)[0] == 0
        (site / "docs/new.md").write_text(out)
        assert run("check", "--strict", "docs/new.md")[0] == 0

    @pytest.mark.parametrize("name", ["x.md", "x.MD", "docs/x.markdown"])
    def test_name_of_a_page(self, site: Path, run: Run, name: str) -> None:
        expected = (
            f'mkdocs-mechanism: "{name}" is the name of a page; expected that of a document, with or without ".json"\n'
        )
        assert run("new", name) == (2, "", expected)

    @pytest.mark.parametrize("name", ["CON", "con.json", "nul.x", "COM1", "lpt9.JSON", "aux.b"])
    def test_names_that_windows_keeps(self, site: Path, run: Run, name: str) -> None:
        before = set(os.listdir(site))
        code, out, err = run("new", name)
        assert (code, out) == (2, "")
        assert "which Windows reserves for a device" in err
        assert set(os.listdir(site)) == before
