"""The public names: all there, typed, and the same version everywhere."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import tomllib

import pytest

import mkdocs_mechanism
from tests.conftest import ROOT

PUBLIC = {
    *("Request", "FigureOptions", "Location", "Workspace", "build", "Result", "draw", "Diagnostic"),
    *("makeExtension", "__version__"),
}
"""What a program may rely on: a name that goes, or one that comes by accident, is a change for everybody."""


def test_public_names_are_these() -> None:
    assert set(mkdocs_mechanism.__all__) == PUBLIC


@pytest.mark.parametrize("name", mkdocs_mechanism.__all__)
def test_public_name_is_there(name: str) -> None:
    assert getattr(mkdocs_mechanism, name) is not None


def test_another_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'render'"):
        _ = mkdocs_mechanism.render


def test_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == mkdocs_mechanism.__version__ == importlib.metadata.version("mkdocs-mechanism")
    printed = subprocess.run(
        [sys.executable, "-m", "mkdocs_mechanism", "--version"], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert mkdocs_mechanism.__version__ in printed.stdout


def test_entry_points_load() -> None:
    groups = {
        "mkdocs.plugins": {"mechanism"},
        "markdown.extensions": {"mechanism", "mkdocs_mechanism"},
        "console_scripts": {"mkdocs-mechanism"},
    }
    for group, names in groups.items():
        points = [p for p in importlib.metadata.entry_points(group=group) if p.value.startswith("mkdocs_mechanism")]
        assert {point.name for point in points} == names
        for point in points:
            assert callable(point.load())
