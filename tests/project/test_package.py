"""What is installed: the wheel's contents, and that it works where nothing else of this repository is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mkdocs_mechanism.options_words import LANGUAGES
from tests.conftest import ROOT, SHARED

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=clean | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pip(*arguments: str | Path, cwd: Path) -> str:
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT, cwd=folder)
    return next(folder.glob("*.whl"))


def environment(folder: Path, *requirements: str) -> Path:
    """Make an empty environment with what is named, and return its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip("--python", python, "install", "--quiet", *requirements, cwd=folder)
    return python


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("bare") / "venv", str(wheel))


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    package = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "mkdocs_mechanism").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    info = sorted(name for name in names if ".dist-info/" in name)
    assert sorted(name for name in names if ".dist-info/" not in name) == package
    assert "mkdocs_mechanism/py.typed" in package
    assert any(name.endswith(".css") for name in package)
    assert "mkdocs_mechanism/figure/assets/mechanism-player.js" in package
    assert {f"mkdocs_mechanism/figure/words/{language}.json" for language in LANGUAGES} < set(package)
    assert any(name.endswith("licenses/LICENSE") for name in info)


def test_wheel_renders_a_figure_without_mkdocs(bare: Path, tmp_path: Path) -> None:
    """The ten lines of the README, in an environment that has neither MkDocs nor this checkout."""
    lines = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert lines is not None
    assert len(lines[1].strip().split("\n")) <= 10
    shutil.copy(ROOT / "example_site" / "docs" / "mechanisms" / "thermostat.json", tmp_path / "thermostat.json")
    script = tmp_path / "figure.py"
    script.write_text(lines[1], encoding="utf-8")
    run(bare, script, cwd=tmp_path)
    page = (tmp_path / "thermostat.html").read_text(encoding="utf-8")
    assert re.search(r"<figure[^>]* data-mechanism=\"thermostat\"", page)
    assert "<svg" in page
    listed = run(bare, "-c", "import importlib.util as u; print(u.find_spec('mkdocs'))", cwd=tmp_path)
    assert listed.strip() == "None"


def test_wheel_brings_the_command(bare: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "example_site" / "docs" / "mechanisms" / "thermostat.json", tmp_path / "thermostat.json")
    run(bare.with_name("mkdocs-mechanism"), "check", "thermostat.json", cwd=tmp_path)
    run(bare, "-m", "mkdocs_mechanism", "draw", "thermostat.json", "-o", "thermostat.svg", cwd=tmp_path)
    assert (tmp_path / "thermostat.svg").read_text(encoding="utf-8").startswith("<")


def test_wheel_checks_the_corpus(bare: Path, tmp_path: Path) -> None:
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared beside the repository")
    document = tmp_path / "decode-loop.json"
    shutil.copy(SHARED / "seed" / "decode-loop.json", document)
    schema = run(bare, "-m", "mkdocs_mechanism", "schema", cwd=tmp_path)
    assert '"$schema"' in schema


def test_wheel_with_mkdocs_builds_the_example_site(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", f"{wheel}[mkdocs]")
    site = tmp_path / "example_site"
    shutil.copytree(ROOT / "example_site", site, ignore=shutil.ignore_patterns("site", ".cache"))
    run(python, "-m", "mkdocs", "build", "--strict", cwd=site, NO_MKDOCS_2_WARNING="1")
    assert 'data-mechanism="thermostat"' in (site / "site" / "index.html").read_text(encoding="utf-8")
