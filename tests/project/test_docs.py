"""What README and documentation say is what the package does: generated parts, commands, files, pictures."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from mkdocs_mechanism.codes import CODES
from tests.conftest import ROOT

README = ROOT / "README.md"
PAGES = ROOT / "docs" / "pages"
EXAMPLE = ROOT / "example_site"
THERMOSTAT = EXAMPLE / "docs" / "mechanisms" / "thermostat.json"

FENCE = re.compile(r"^(?P<marks>`{3,})(?P<info>[^`\n]*)\n(?P<text>.*?)^(?P=marks)$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    title: str
    text: str


def blocks(page: Path) -> list[Block]:
    found = []
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        title = re.search(r'title="([^"]*)"', match["info"])
        found.append(Block(match["info"].split(" ")[0], title[1] if title else "", match["text"]))
    return found


def shell(command: str, folder: Path, *, code: int = 0) -> str:
    """Run a line as a reader would, with this environment's commands first, and return what is seen on the terminal."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = os.environ | {"PATH": path, "NO_MKDOCS_2_WARNING": "1", "COLUMNS": "100"}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == code, f"{command}: exit {done.returncode}\n{done.stdout}"
    return done.stdout


def test_generated_parts_are_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs" / "generate.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[:4000]}{done.stderr[-2000:]}"


def test_a_drifted_page_is_noticed(tmp_path: Path) -> None:
    """The control of the test above: one changed word in a generated part turns it red."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("site", "__pycache__"))
    shutil.copytree(EXAMPLE / "docs", tmp_path / "example_site" / "docs")
    page = tmp_path / "docs" / "pages" / "reference" / "options.md"
    text = page.read_text(encoding="utf-8")
    assert "| `unpinned` |" in text
    page.write_text(text.replace("| `unpinned` |", "| `unpined` |"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "docs" / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "-| `unpined` |" in done.stdout


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    text = (PAGES / "reference" / "diagnostics.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^### ([\w-]+)$", text, re.MULTILINE)) == sorted(CODES)


def test_every_code_is_produced_by_its_example() -> None:
    """The generator runs each example through the real command, and stops where the code does not come out."""
    examples = tomllib.loads((ROOT / "docs" / "examples" / "index.toml").read_text(encoding="utf-8"))
    assert sorted(examples) == sorted(CODES)


def test_docs_build_without_a_warning(tmp_path: Path) -> None:
    site = tmp_path / "site"
    shell(f"mkdocs build --strict --config-file {shlex.quote(str(ROOT / 'docs' / 'mkdocs.yml'))} -d {site}", tmp_path)
    index = (site / "index.html").read_text(encoding="utf-8")
    assert 'data-mechanism="build"' in index
    assert 'data-verified="all"' in index


def test_readme_picture_is_what_draw_makes(tmp_path: Path) -> None:
    shutil.copy(THERMOSTAT, tmp_path)
    shell("mkdocs-mechanism draw thermostat.json -o thermostat.svg", tmp_path)
    drawn = (tmp_path / "thermostat.svg").read_text(encoding="utf-8")
    assert (ROOT / "docs" / "thermostat.svg").read_text(encoding="utf-8") == drawn, "run: make docs-update"


def test_readme_shows_the_documents_targets() -> None:
    fragment = next(block.text for block in blocks(README) if block.language == "json")
    assert json.loads("{" + fragment + "}")["targets"] == json.loads(THERMOSTAT.read_text(encoding="utf-8"))["targets"]


def test_readme_commands_work(tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.copytree(EXAMPLE, tmp_path / "site", ignore=shutil.ignore_patterns("site", ".cache"))
    commands = re.findall(r"^\$ ([^#\n]+?)(?:\s+#.*)?$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        if command.startswith("pip install"):
            assert command == f'pip install "{project["name"]}[mkdocs]"'
            assert "mkdocs" in project["optional-dependencies"]
        elif command.startswith("make "):
            if shutil.which("make"):
                shell(f"make --dry-run {command.removeprefix('make ')}", ROOT)
        else:
            shell(command, tmp_path / "site")


def test_readme_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", README.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            assert (ROOT / target).is_file(), target


def test_sentences_about_make_are_true() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in (README, *PAGES.rglob("*.md")):
        for name in re.findall(r"`make ([\w-]+)`", page.read_text(encoding="utf-8")):
            assert re.search(rf"^{name}:", makefile, re.MULTILINE), f"{page.name} names make {name}"


SETTING_UP = {
    "python3 -m venv .venv",
    ". .venv/bin/activate",
    'python3 -m pip install "mkdocs-mechanism[mkdocs]"',
}
"""Lines that bring the package: `test_package` does the same with the wheel."""


def test_getting_started_works_line_by_line(tmp_path: Path) -> None:
    """Every file and command of the page, in its order, in an empty folder; what is printed is what the page says."""
    steps = blocks(PAGES / "getting-started.md")
    printed, ran = "", 0
    for block in steps:
        if block.title:
            path = tmp_path / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "bash":
            printed = ""
            for line in block.text.strip().split("\n"):
                command, _, code = line.partition("  # exits with ")
                if command in SETTING_UP:
                    continue
                if command == "mkdocs serve":
                    command = "mkdocs build"  # the same build, without the server; test_serve has that
                printed += shell(command, tmp_path, code=int(code or 0))
                ran += 1
        elif block.language == "json":
            document = tmp_path / "docs" / "kettle.json"
            before = document.read_text(encoding="utf-8")
            assert '  "sources": [],\n' in before
            document.write_text(before.replace('  "sources": [],\n', block.text), encoding="utf-8")
        elif block.language == "text":
            assert block.text.strip() == printed.strip()
    assert ran >= 5
    assert {line for block in steps for line in block.text.split("\n")} >= SETTING_UP
    assert '<figure class="mechanism' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted(PAGES.rglob("*.md")), ids=lambda page: page.stem)
def test_samples_of_configuration_are_read(page: Path) -> None:
    """A YAML sample is a mapping, and what it says about the plugin is accepted."""
    import yaml

    from mkdocs_mechanism.options import site_options

    for block in blocks(page):
        if block.language == "yaml":
            for entry in (yaml.safe_load(block.text) or {}).get("plugins", []):
                values = entry.get("mechanism") if isinstance(entry, dict) else None
                assert not site_options(values or {})[1]


@pytest.mark.parametrize("page", sorted(PAGES.rglob("*.md")), ids=lambda page: page.stem)
def test_samples_of_fences_are_read(page: Path) -> None:
    """Every fence that a page shows as a sample has a header and body without a finding."""
    from mkdocs_mechanism.diagnostics import Location
    from mkdocs_mechanism.fence import parse, scan

    if page.name == "diagnostics.md":
        return  # its samples are mistakes, and each is run by the generator
    for block in blocks(page):
        if block.language == "markdown":
            for fence in scan(block.text):
                read = parse(fence.header, fence.body, Location(page.name, fence.line, fence.column))
                assert not read.diagnostics
                assert read.src
