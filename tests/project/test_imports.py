"""Who may import whom: data flows one way, hosts stay thin, one module opens files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "mkdocs_mechanism"

ALLOWED: dict[str, set[str]] = {
    "diagnostics": set(),
    "suggestions": {"diagnostics"},
    "codes": {"diagnostics"},
    "workspace": {"diagnostics", "codes"},
    "options": {"diagnostics", "codes", "suggestions"},
    "document": {"diagnostics", "codes", "suggestions"},
    "timeline": {"document"},
    "sources": {"diagnostics", "codes", "options", "workspace", "document"},
    "fence": {"diagnostics", "suggestions", "codes", "options", "workspace", "document", "request"},
    "drawing": {"diagnostics", "codes", "document", "timeline"},
    "authored": {"diagnostics", "codes", "suggestions", "document", "timeline", "drawing"},
    "figure": {"diagnostics", "document", "timeline", "sources", "drawing"},
    "report": {"diagnostics", "codes"},
}
"""Room -> the rooms that it may import. The stages come in the order of the data: nothing looks back."""
ALLOWED["request"] = {"diagnostics", "options", "document"}
ALLOWED["checking"] = {
    *("diagnostics", "suggestions", "codes", "options", "workspace", "document", "sources", "request")
}
ALLOWED["provenance"] = {*ALLOWED["checking"], "checking", "figure"}
ALLOWED["pipeline"] = set(ALLOWED)
ALLOWED["hosts"] = set(ALLOWED) | {"__init__"}
ALLOWED["cli"] = (set(ALLOWED) - {"hosts"}) | {"__init__"}
ALLOWED["__init__"] = {"pipeline", "request", "options", "workspace", "diagnostics"}
ALLOWED["__main__"] = {"cli"}

HOSTS = {"docutils", "markdown", "material", "mkdocs", "properdocs", "pymdownx", "sphinx", "zensical"}
FILES = {"glob", "io", "os", "pathlib", "shutil", "tempfile"}
RUN_A_PROGRAM = {"drawing/dot.py", "sources/history.py", "sources/versions.py"}
"""Modules that find and ask the layout engine or git: they need a folder and the environment, and open nothing."""
PURE = {"PurePath", "PurePosixPath", "PureWindowsPath", "posixpath", "PathLike"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room(path: Path) -> str:
    return room_of(path.relative_to(PACKAGE).with_suffix("").parts[0])


def room_of(name: str) -> str:
    """Return the room of a top-level name: `fence_scan` is a part of `fence`."""
    return next((known for known in ALLOWED if name.startswith(f"{known}_")), name)


def imports(path: Path) -> Iterator[tuple[str, str, int]]:
    """Yield (absolute module, imported name or "", line) of every import, also of those inside functions."""
    package = ("mkdocs_mechanism", *path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *(node.module.split(".") if node.module else ())))
            for alias in node.names:
                yield module, alias.name, node.lineno


def imported_room(module: str, name: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "mkdocs_mechanism":
        return None
    if len(parts) > 1:
        return room_of(parts[1])
    return room_of(name) if (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file() else "__init__"


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_only_what_comes_before_it(path: Path) -> None:
    here = room(path)
    assert here in ALLOWED, f"{here} is a new room: say in ALLOWED what it may import"
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {here} imports {there}"
        for module, name, line in imports(path)
        if (there := imported_room(module, name)) not in (None, here, *ALLOWED[here])
    ]
    assert not wrong, "\n".join(wrong)


def test_only_hosts_import_a_host() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}"
        for path in modules()
        if room(path) != "hosts"
        for module, _, line in imports(path)
        if module.split(".")[0] in HOSTS
    ]
    assert not wrong, "\n".join(wrong)


def test_the_svg_writer_does_not_know_documents() -> None:
    path = PACKAGE / "drawing" / "svg.py"
    assert not [line for module, _, line in imports(path) if module.startswith("mkdocs_mechanism.document")]


def test_only_workspace_hosts_and_commands_touch_files() -> None:
    wrong = []
    for path in modules():
        if room(path) in ("workspace", "hosts", "cli") or path.relative_to(PACKAGE).as_posix() in RUN_A_PROGRAM:
            continue
        wrong += [
            f"{path.relative_to(ROOT)}:{line}: imports {module} {name}"
            for module, name, line in imports(path)
            if module.split(".")[0] in FILES and name not in PURE
        ]
        wrong += [
            f"{path.relative_to(ROOT)}:{node.lineno}: calls open()"
            for node in ast.walk(ast.parse(path.read_bytes()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
        ]
    assert not wrong, "\n".join(wrong)


def test_only_commands_print_and_only_hosts_log() -> None:
    wrong = []
    for path in modules():
        calls = [
            node.lineno
            for node in ast.walk(ast.parse(path.read_bytes()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        ]
        if room(path) != "cli":
            wrong += [f"{path.relative_to(ROOT)}:{line}: prints" for line in calls]
        if room(path) != "hosts":
            wrong += [
                f"{path.relative_to(ROOT)}:{line}: logs" for module, _, line in imports(path) if module == "logging"
            ]
    assert not wrong, "\n".join(wrong)


def test_no_network_is_imported() -> None:
    network = {"socket", "ssl", "http", "urllib", "requests", "httpx", "ftplib", "smtplib", "asyncio"}
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {module}.{name}"
        for path in modules()
        for module, name, line in imports(path)
        if module.split(".")[0] in network and module != "urllib.parse"
    ]
    assert not wrong, "\n".join(wrong)


def test_importing_the_package_loads_no_host() -> None:
    code = "import sys, mkdocs_mechanism; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not HOSTS & set(loaded.stdout.split())


def test_the_rules_can_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The walker sees plain, relative and nested imports; a rule that can't see can't fail."""
    module = tmp_path / "x.py"
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    module.write_text("import markdown.util\ndef f():\n    from pathlib import Path\n")
    assert list(imports(module)) == [("markdown.util", "", 1), ("pathlib", "Path", 3)]
    module.write_text("from .hosts import markdown\nfrom . import pipeline\n")
    assert [module for module, _, _ in imports(module)] == ["mkdocs_mechanism.hosts", "mkdocs_mechanism"]


def test_what_is_imported_is_installed_with_the_package():
    """A module that only the groups for development bring is missing at a user's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {re.split(r"[^\w-]", each)[0] for each in project["dependencies"]}
    extra = {re.split(r"[^\w-]", each)[0] for each in project["optional-dependencies"]["mkdocs"]}
    names = {"fontTools": "fonttools", "graphviz_pure": "graphviz-pure", "pydantic_core": "pydantic", "yaml": "mkdocs"}
    known = set(sys.stdlib_module_names) | {"mkdocs_mechanism"} | HOSTS
    for path in modules():
        tops = {module.partition(".")[0] for module, _, _ in imports(path)} - known
        missing = {names.get(top, top) for top in tops} - wanted - extra
        assert not missing, f"{path.relative_to(PACKAGE)} imports what the package does not bring: {sorted(missing)}"
