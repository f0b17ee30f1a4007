"""The same project gives the same site, whatever the machine is like; and a build opens nothing but the project."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from provenance.building import content, copy_project, run

START = Path(__file__).parent.parent / "verify" / "start"
BUILD = ("-m", "mkdocs", "build", "--quiet", "--site-dir")
EPOCH = "1700000000"
"""MkDocs itself writes the time into the sitemap and the home page, unless it is told one."""
VARIATIONS = {
    "hash seed": {"PYTHONHASHSEED": "4242"},
    "time zone": {"TZ": "Pacific/Kiritimati"},
    "locale": {"LC_ALL": "C.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de"},
    "user and home": {"USER": "somebody", "LOGNAME": "somebody", "HOME": "/nonexistent", "USERNAME": "somebody"},
    "host": {"HOSTNAME": "elsewhere", "HOST": "elsewhere"},
    "terminal": {"COLUMNS": "40", "TERM": "dumb", "NO_COLOR": "1"},
    "interpreter": {"PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "0"},
    "processors and temporary files": {"PYTHON_CPU_COUNT": "1"},
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("first")
    project = copy_project(START, folder / "project")
    done = run(project, *BUILD, str(folder / "site"), SOURCE_DATE_EPOCH=EPOCH, PYTHONHASHSEED="0")
    assert done.returncode == 0, done.stderr
    return content(folder / "site")


def test_there_are_eight_variations() -> None:
    assert len(VARIATIONS) == 8


@pytest.mark.parametrize("name", VARIATIONS)
def test_environment_changes_no_byte(name: str, built: dict[str, bytes], tmp_path: Path) -> None:
    """Each variation builds in another folder too, with files made in another order, under another mask."""
    project = tmp_path / "another place" / "p"
    project.mkdir(parents=True)
    mask = os.umask(0o077)
    try:
        for path in sorted(START.rglob("*"), reverse=True):
            if path.is_file():
                target = project / path.relative_to(START)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        (tmp_path / "tmp").mkdir()
        environment = {"SOURCE_DATE_EPOCH": EPOCH, "TMPDIR": str(tmp_path / "tmp"), **VARIATIONS[name]}
        done = run(project, *BUILD, str(tmp_path / "site"), **environment)
    finally:
        os.umask(mask)
    assert done.returncode == 0, done.stderr
    again = content(tmp_path / "site")
    assert again.keys() == built.keys()
    assert [path for path in built if built[path] != again[path]] == []
    assert "provenance/SHA256SUMS" in built


def test_without_an_epoch_the_artefacts_are_the_same_but_for_the_themes_time(built, tmp_path: Path) -> None:
    """Nothing of ours reads a clock: what differs is the home page, on which the theme writes the time."""
    project = copy_project(START, tmp_path / "project")
    assert run(project, *BUILD, str(tmp_path / "site")).returncode == 0
    again = content(tmp_path / "site")
    ours = [path for path in built if path.startswith(("assets/mechanism/", "provenance/sources/", "guide/"))]
    assert len(ours) >= 5
    assert [path for path in ours if built[path] != again[path]] == []


AUDIT = """
import os, sys, sysconfig

project, site, log = sys.argv[1:4]
seen = []


def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        seen.append(("open", os.path.realpath(os.fsdecode(arguments[0]))))
    elif event.split(".")[0] in ("socket", "subprocess", "urllib", "ftplib", "smtplib", "http") or event in (
        "os.system", "os.exec", "os.posix_spawn", "os.spawn"
    ):
        seen.append((event, str(arguments[0])[:200] if arguments else ""))


sys.addaudithook(hook)
from mkdocs.__main__ import cli

try:
    cli(["build", "--quiet", "--site-dir", site])
finally:
    lines = [f"{event}\\t{path}" for event, path in seen]
    with open(log, "w") as file:
        file.write("\\n".join(lines))
"""


def audited(project: Path, folder: Path) -> tuple[set[Path], list[str]]:
    """Build under an audit hook and return the files outside of what is allowed, and every other event."""
    script, log = folder / "audit.py", folder / "log"
    script.write_text(AUDIT, encoding="utf-8")
    done = run(project, str(script), str(project), str(folder / "site"), str(log), PYTHONDONTWRITEBYTECODE="1")
    assert done.returncode == 0, done.stderr
    seen = [line.split("\t", 1) for line in log.read_text(encoding="utf-8").splitlines()]
    opened = {Path(path) for event, path in seen if event == "open"}
    assert {project / "notes" / "cache.md", project / "docs" / "mechanisms" / "cache.json"} <= opened
    # The host asks for the machine's time zone.
    allowed = [project, folder / "site", log, script, Path("/dev/null"), Path("/usr/share/zoneinfo"), *_interpreter()]
    odd = {path for path in opened if not any(path.is_relative_to(each) for each in allowed)}
    return odd, [f"{event} {what}" for event, what in seen if event != "open"]


def test_a_build_reads_only_the_project_and_opens_no_socket(tmp_path: Path) -> None:
    project = copy_project(START, tmp_path / "project", unpinned="ignore")
    assert audited(project, tmp_path) == (set(), [])


HOOK = """
import socket


def on_post_build(config):
    open("../outside.md").close()
    socket.socket().close()
"""


def test_the_audit_sees_what_it_looks_for(tmp_path: Path) -> None:
    """The control of the test above: a hook that opens a file outside and a socket is seen."""
    project = copy_project(START, tmp_path / "project", unpinned="ignore")
    (tmp_path / "outside.md").write_text("not yours\n", encoding="utf-8")
    (project / "hook.py").write_text(HOOK, encoding="utf-8")
    with (project / "mkdocs.yml").open("a", encoding="utf-8") as file:
        file.write("hooks: [hook.py]\n")
    odd, others = audited(project, tmp_path)
    assert odd == {tmp_path / "outside.md"}
    assert [each.split(" ")[0] for each in others] == ["socket.__new__"]


def _interpreter() -> list[Path]:
    """Where Python and its packages are: what a build may read besides the project."""
    import sysconfig

    import mkdocs_mechanism

    places = {
        *sysconfig.get_paths().values(),
        sys.prefix,
        sys.base_prefix,
        *Path(mkdocs_mechanism.__file__).parents[:1],
    }
    return [Path(os.path.realpath(each)) for each in places]
