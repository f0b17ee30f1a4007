"""The repository as a reader meets it: speaks of the product alone, small parts, no leftovers."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
import warnings

import pytest

from mkdocs_mechanism.codes import CODES
from tests.conftest import ROOT

# A path of some machine: home folders, and folders at the top that only one machine has.
MACHINE = re.compile(r"(?<![\w.:/-])/(?:home|root|Users|work|farm)/\w")
# Registries are reached through their clients; naming their hosts would tie the project to one of them.
REGISTRY = re.compile(r"https?://[\w.-]*(?:pypi|pythonhosted|npmjs|debian)\b", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|NotImplemented" + r"Error")

MODULE_LINES, FUNCTION_LINES = 300, 40


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing is tracked here")
    names = listed.stdout.decode().split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def lines_with(pattern: re.Pattern[str], *, suffixes: tuple[str, ...] = ()) -> list[str]:
    found = []
    for name in tracked():
        if name.startswith("tests/corpus/") or (suffixes and not name.endswith(suffixes)):
            continue
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{name}:{i}: {line.strip()[:120]}" for i, line in enumerate(text.split("\n"), 1) if pattern.search(line)
        ]
    return found


def test_no_path_of_a_machine() -> None:
    assert MACHINE.search("see " + "/" + "home/me/x")
    assert not lines_with(MACHINE)


def test_no_host_of_a_registry() -> None:
    assert REGISTRY.search("https" + "://pypi.org/simple")
    assert not lines_with(REGISTRY)


def test_nothing_is_left_unfinished() -> None:
    assert not lines_with(UNFINISHED, suffixes=(".py", ".js", ".css"))


def test_line_endings_are_lf() -> None:
    wrong = [
        name
        for name in tracked()
        if not name.startswith(("tests/corpus/", "tests/golden/")) and b"\r\n" in (ROOT / name).read_bytes()
    ]
    assert not wrong


def test_ci_script_can_be_run() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make site" in readme
    assert "make test" in readme


def test_version_is_the_changelogs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"## [{project['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("default:larger than")
def test_sizes_are_reported() -> None:
    """A module over 300 lines or a function over 40 is a smell, no crime: it is reported, and fails at the double."""
    large: list[str] = []
    for name in tracked():
        if not (name.startswith("mkdocs_mechanism/") and name.endswith(".py")):
            continue
        source = (ROOT / name).read_text(encoding="utf-8")
        parts = [(name, source.count("\n"), MODULE_LINES)]
        parts += [
            (f"{name}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1, FUNCTION_LINES)
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        large += [f"{what}: {lines} lines" for what, lines, limit in parts if lines > limit]
        assert not [what for what, lines, limit in parts if lines > 2 * limit]
    if large:
        warnings.warn("larger than it should be:\n  " + "\n  ".join(large), stacklevel=1)


def test_every_code_is_used_by_the_package() -> None:
    used = "".join(
        (ROOT / name).read_text(encoding="utf-8")
        for name in tracked()
        if name.startswith("mkdocs_mechanism/") and name.endswith(".py") and not name.endswith("/codes.py")
    )
    unused = [code for code in CODES if f'"{code}"' not in used]
    assert not unused
