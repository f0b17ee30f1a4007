"""A scripted `mkdocs serve`: what is edited shows, what is broken is said, and the server lives."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hosts.conftest import Site, document

SECONDS = 30
"""How long an edit may take to show; the server looks for changes every half second."""


class Served:
    """A served site; its log is a file, so that nothing waits for a pipe."""

    def __init__(self, site: Site, *arguments: str) -> None:
        self.site = site
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log_file = site.folder / "serve.log"
        command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "-a", f"127.0.0.1:{self.port}", *arguments]
        with self.log_file.open("w") as log:
            environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_MKDOCS_2_WARNING": "1"}
            self.process = subprocess.Popen(command, cwd=site.folder, stdout=log, stderr=log, env=environment)

    def log(self) -> str:
        return self.log_file.read_text()

    def page(self) -> str:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/sub/", timeout=SECONDS) as answer:
                return answer.read().decode()
        except OSError:
            return ""

    def until(self, is_so: Callable[[str], bool]) -> str:
        """Ask for the page until it is as expected."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            page = self.page()
            if page and is_so(page):
                return page
            assert self.process.poll() is None, self.log()
            time.sleep(0.2)
        raise AssertionError(f"the page did not change\n{self.log()}")

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def content(title: str = "Request and answer", sources: tuple[tuple[str, str], ...] = (("notes/a.md", "old"),)) -> str:
    return document(
        title=title,
        sources=[
            {"path": path, "sha256": hashlib.sha256(text.encode()).hexdigest(), "description": "A note."}
            for path, text in sources
        ],
    )


@pytest.fixture
def served(site: Site) -> Iterator[Served]:
    """A site whose document and source lie outside the docs folder, where only our plugin watches."""
    site.write(
        {
            "docs/index.md": '# Home\n\n```mechanism src="../figs/loop.json"\n```\n',
            "figs/loop.json": content(),
            "notes/a.md": "old",
            "notes/later/b.md": "old",
        }
    )
    site.configure(plugins=["mechanism"])
    server = Served(site)
    yield server
    server.stop()


def verdict(page: str) -> str:
    found = re.search(r'data-verified="(\w+)"', page)
    return found[1] if found else ""


@pytest.mark.slow
def test_edit_tamper_break_and_mend(served: Served):
    root: Path = served.site.folder
    served.until(lambda page: verdict(page) == "all")

    (root / "figs/loop.json").write_text(content("Another title"))
    served.until(lambda page: "Another title" in page)

    (root / "notes/a.md").write_text("tampered")
    page = served.until(lambda page: verdict(page) == "failed")
    assert 'data-status="changed"' in page
    assert "WARNING" in served.log()
    assert "notes/a.md" in served.log()

    (root / "figs/loop.json").write_text('{"version": 1,}')
    served.until(lambda page: "mechanism-error" in page)
    assert "figs/loop.json:1:15" in served.log()

    (root / "notes/a.md").write_text("old")
    (root / "figs/loop.json").write_text(content())
    served.until(lambda page: verdict(page) == "all" and "mechanism-error" not in page)

    # A source that is named later is watched from then on.
    (root / "figs/loop.json").write_text(content(sources=(("notes/a.md", "old"), ("notes/later/b.md", "old"))))
    served.until(lambda page: page.count('data-status="verified"') == 2)
    (root / "notes/later/b.md").write_text("tampered")
    served.until(lambda page: verdict(page) == "failed")

    # So is one that is deleted and comes back.
    (root / "notes/later/b.md").unlink()
    served.until(lambda page: 'data-status="missing"' in page)
    (root / "notes/later/b.md").write_text("old")
    served.until(lambda page: verdict(page) == "all")

    assert "Traceback" not in served.log()
    rebuilds = served.log().count("Detected file changes")
    time.sleep(2)
    assert served.log().count("Detected file changes") == rebuilds  # nothing of ours starts a rebuild


@pytest.mark.slow
def test_a_site_that_is_broken_from_the_start_is_served(served: Served):
    served.stop()
    (served.site.folder / "figs/loop.json").unlink()
    again = Served(served.site)
    try:
        again.until(lambda page: "mechanism-error" in page)
        (served.site.folder / "figs/loop.json").write_text(content())
        again.until(lambda page: verdict(page) == "all")
    finally:
        again.stop()
