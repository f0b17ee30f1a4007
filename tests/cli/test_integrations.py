"""What others build on: the problem matcher, the hook for pre-commit, the page about reviews, and the progress line."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
import yaml

from mkdocs_mechanism import cli
from tests.cli.conftest import Outcome, on_a_terminal
from tests.conftest import ROOT
from tests.provenance.conftest import Repository

Run = Callable[..., Outcome]
GOLDEN = sorted((ROOT / "tests/cli/cases").glob("*/stdout.txt"))


def matcher() -> tuple[re.Pattern[str], dict[str, int]]:
    text = resources.files(cli).joinpath("problem-matcher.json").read_text(encoding="utf-8")
    (only,) = json.loads(text)["problemMatcher"]
    (pattern,) = only["pattern"]
    return re.compile(pattern.pop("regexp")), pattern


def test_the_problem_matcher_reads_every_finding(run: Run, site: Path) -> None:
    pattern, groups = matcher()
    seen = 0
    for file in GOLDEN:
        first = [
            line for line in file.read_text().splitlines() if re.search(r": (error|warning): .* \[[a-z-]+\]", line)
        ]
        if not first or first[0].startswith(("::", "{", " ")):
            continue
        for line in first:
            found = pattern.fullmatch(line)
            assert found is not None, line
            assert found[groups["severity"]] in ("error", "warning")
            assert found[groups["code"]] == re.search(r"\[([a-z-]+)\](?: \(relaxed .*)?$", line)[1]  # type: ignore[index]
            seen += 1
    assert seen >= 10
    (site / "mkdocs.yml").write_text("plugins:\n  - mechanism: {verifi: warn}\n")
    (line, *_) = run("check").out.splitlines()
    found = pattern.fullmatch(line)  # a finding without a line
    assert found is not None
    assert (found[groups["file"]], found[groups["line"]]) == ("mkdocs.yml", None)


def test_the_problem_matcher_reads_nothing_else() -> None:
    pattern, _ = matcher()
    for line in (
        "  hint: write: [x]", "1 error in 1 document (1 checked)", "14 documents checked",
        "a.json:1:2: note: x [fast-reading]", "--- notes/cache.md\tas pinned", "error: x [y]",
    ):  # fmt: skip
        assert pattern.search(line) is None, line


def test_the_hook(site: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["pass_filenames"], hook["always_run"], hook["language"]) == (False, True, "python")
    command = shlex.split(hook["entry"])
    assert command[0] == "mkdocs-mechanism"
    # As git runs hooks: with variables that name the repository from its root.
    environment = os.environ | {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index", "GIT_PREFIX": ""}
    arguments = [sys.executable, "-m", "mkdocs_mechanism", *command[1:]]
    assert subprocess.run(arguments, cwd=site, env=environment, capture_output=True).returncode == 0
    (site / "notes/cache.md").write_text("other\n")
    assert subprocess.run(arguments, cwd=site, env=environment, capture_output=True).returncode == 1


def test_the_page_about_reviews_works_line_by_line(repository: Repository, run: Run) -> None:
    text = (ROOT / "docs/pages/review.md").read_text(encoding="utf-8")
    repository.write("notes/cache.md", b"Hits are served from memory.\nMostly.\n")
    repository.commit("Change a source", "2026-02-01T12:00:00Z")
    (repository.root / "papers").mkdir()
    lines = [line for block in re.findall(r"^```bash\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
    assert len(lines) >= 8
    for line in lines:
        command, _, code = line.partition("  # exits with ")
        assert run(*shlex.split(command)[1:]).code == int(code or 0), line


class TestProgress:
    @pytest.fixture
    def slow(self, site: Path) -> Path:
        # A page that takes its time: the module that reads it is slowed down, in the process of the command.
        (site / "sitecustomize.py").write_text(
            "import sys, time\n"
            "from mkdocs_mechanism.cli import scope\n"
            "real = scope.figures\n"
            "def slowly(*arguments):\n"
            "    time.sleep(1.6)\n"
            "    return real(*arguments)\n"
            "scope.figures = slowly\n"
        )
        return site

    def test_on_a_terminal_after_a_second_and_gone_at_the_end(self, slow: Path) -> None:
        code, shown = on_a_terminal(slow, "", "check", PYTHONPATH=f"{slow}:{ROOT}")
        assert code == 0
        assert "\rchecking 1 of 1: docs/index.md\r" in shown
        blanks = " " * len("checking 1 of 1: docs/index.md")
        assert f"\r{blanks}\r" in shown
        assert shown.rstrip().endswith("1 page and 1 document checked")

    def test_not_when_quiet_or_fast(self, slow: Path, site: Path) -> None:
        assert "checking" not in on_a_terminal(slow, "", "check", "--quiet", PYTHONPATH=f"{slow}:{ROOT}")[1]
        assert "checking" not in on_a_terminal(site, "", "check")[1]

    def test_not_without_a_terminal(self, slow: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs_mechanism", "check"],
            cwd=slow,
            env=os.environ | {"PYTHONPATH": f"{slow}:{ROOT}"},
            capture_output=True,
        )
        assert (done.stdout, done.stderr) == (b"", b"1 page and 1 document checked\n")

    def test_it_costs_no_time(self, site: Path) -> None:
        from mkdocs_mechanism.cli.progress import Progress

        before = time.perf_counter()
        with Progress("checking", 1000) as progress:
            for number in range(1000):
                progress.next(str(number))
        assert time.perf_counter() - before < 0.5
