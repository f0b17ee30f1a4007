"""Sites with artefacts: built in this process, or in one of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import yaml


def build_site(project: Path, site: Path, **config: object) -> Path:
    """Build a project in this process and return the site's folder."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the theme
        loaded = load_config(str(project / "mkdocs.yml"), site_dir=str(site), **config)
        loaded.plugins.on_startup(command="build", dirty=False)
        build(loaded)
        loaded.plugins.on_shutdown()
    return site


def configure(project: Path, **options: object) -> None:
    """Set options of our plugin in a project's configuration."""
    file = project / "mkdocs.yml"
    values = yaml.safe_load(file.read_text(encoding="utf-8"))
    values["plugins"] = [
        {"mechanism": {**each["mechanism"], **options}} if isinstance(each, dict) else each
        for each in values["plugins"]
    ]
    file.write_text(yaml.safe_dump(values), encoding="utf-8")


def copy_project(project: Path, folder: Path, **options: object) -> Path:
    """Copy a project, with options set, and return the copy."""
    shutil.copytree(project, folder)
    configure(folder, **options)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    """Path to bytes of every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, in the project's folder."""
    variables = {**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=project, env=variables, capture_output=True, text=True, timeout=120, check=False)
