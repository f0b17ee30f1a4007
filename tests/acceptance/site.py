"""A throw-away MkDocs site in a folder, built by the real command."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CONFIG = """\
site_name: Test
site_url: https://example.org/
theme:
  name: material
  font: false
plugins:
  - search
  - mechanism{options}
"""


@dataclass(frozen=True)
class Built:
    """What a build left behind."""

    code: int
    output: str
    site: Path

    def page(self, name: str = "index.html") -> str:
        return (self.site / name).read_text(encoding="utf-8")

    def pages(self) -> list[str]:
        """Return every page of the site, the 404 page included."""
        return sorted(str(path.relative_to(self.site)) for path in self.site.rglob("*.html"))


def write(folder: Path, files: dict[str, str | bytes], options: str = "") -> None:
    """Write a configuration and files; `options` are indented lines below the plugin."""
    files = {"mkdocs.yml": CONFIG.format(options=f":\n{options}" if options else ""), **files}
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def build(folder: Path, *arguments: str) -> Built:
    """Run `mkdocs build` in a folder."""
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Built(done.returncode, done.stdout + done.stderr, folder / "site")


def endpoint_lines(shared: Path, name: str) -> list[tuple[str, str, str]]:
    """Return (edge, tail, head) for a document of `cases/endpoints.tsv`."""
    with (shared / "cases" / "endpoints.tsv").open(encoding="utf-8", newline="") as table:
        return [(row[1], row[2], row[3]) for row in csv.reader(table, delimiter="\t") if row[0] == name]


def fence(src: str, lines: list[tuple[str, str, str]], options: str = "") -> str:
    """Return a fence with an endpoint line for each edge."""
    body = "".join(f"{edge}: {tail} -> {head}\n" for edge, tail, head in lines)
    return f'```mechanism src="{src}"{options}\n{body}```\n'
