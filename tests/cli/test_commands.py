"""The other commands, and what every command does with a terminal, a pipe, a full disk and an odd encoding."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
DOCUMENT = "docs/mechanisms/cache.json"
COMMAND = [sys.executable, "-m", "mkdocs_mechanism"]


class TestUsage:
    @pytest.mark.parametrize("command", ["endpoints", "assets"])
    def test_commands_of_later_releases(self, run: Run, command: str) -> None:
        expected = f'mkdocs-mechanism: command "{command}" is not supported yet\n'
        assert run(command, "x", "--any") == (2, "", expected)

    @pytest.mark.parametrize(
        "arguments",
        ["draw x.json --step 2", "draw x.json --sheet", "draw x.json --editable"],
    )
    def test_options_of_later_releases(self, run: Run, arguments: str) -> None:
        code, out, err = run(*arguments.split())
        assert (code, out) == (2, "")
        assert "is not supported yet" in err

    @pytest.mark.parametrize("arguments", ["", "nothing", "check --stric", "check --format xml", "draw", "new"])
    def test_wrong(self, run: Run, arguments: str) -> None:
        code, out, err = run(*arguments.split())
        assert (code, out) == (2, "")
        assert "usage: mkdocs-mechanism" in err

    def test_help_and_version(self, run: Run) -> None:
        code, out, err = run("--help")
        assert (code, err) == (0, "")
        for command in ("check", "pin", "diff", "verify", "draw", "new", "schema"):
            assert f"    {command}" in out
        assert run("--version").out.startswith("mkdocs-mechanism 0.")


class TestDraw:
    def test_document_to_file_and_stdout(self, site: Path, run: Run) -> None:
        assert run("draw", DOCUMENT, "-o", "out.svg") == (0, "", "1 document checked\n")
        svg = (site / "out.svg").read_text()
        assert svg.startswith("<svg")
        result = subprocess.run([*COMMAND, "draw", DOCUMENT], capture_output=True, cwd=site)
        assert (result.returncode, result.stdout.decode(), result.stderr) == (0, svg, b"")

    def test_layouts_differ(self, site: Path, run: Run) -> None:
        pictures = {run("draw", DOCUMENT, "--layout", layout).out for layout in ("wide", "narrow")}
        assert len(pictures) == 2

    def test_figure_of_a_page(self, site: Path, run: Run) -> None:
        page = site / "docs/index.md"
        assert run("draw", "docs/index.md").out == run("draw", "docs/index.md#cache").out == run("draw", DOCUMENT).out
        page.write_text(page.read_text().split("````")[0] * 2)
        assert run("draw", "docs/index.md#cache-2")[0] == 0
        code, out, err = run("draw", "docs/index.md")
        assert (code, out) == (2, "")
        assert err.endswith(
            'page "docs/index.md" has 2 figures; write PAGE.md#ID with one of its ids: cache, cache-2\n'
        )
        assert "no figure" in run("draw", "docs/index.md#nothing").err

    def test_figure_whose_id_a_heading_has(self, site: Path, run: Run) -> None:
        page = site / "docs/index.md"
        page.write_text("# Cache\n\n" + page.read_text())  # in the built page the figure is cache-2
        assert run("draw", "docs/index.md#cache-2") == run("draw", "docs/index.md#cache")
        assert run("draw", "docs/index.md#cache-2").code == 0
        assert "no figure" in run("draw", "docs/index.md#cache-x").err
        assert "no figure" in run("draw", "docs/index.md#other-2").err

    def test_endpoints_of_the_fence(self, site: Path, run: Run) -> None:
        whole = run("draw", DOCUMENT).out
        document = (site / DOCUMENT).read_text()
        edge = '{"kind": "edge", "label": "Request"}'
        (site / DOCUMENT).write_text(document.replace('"client -> cache: Request"', edge))
        (site / "docs/index.md").write_text('```mechanism src="mechanisms/cache.json"\nask: client -> cache\n```\n')
        code, out, _ = run("draw", DOCUMENT)
        assert (code, "[missing-endpoints]" in out) == (1, True)
        assert run("draw", "docs/index.md#cache").out == whole

    def test_unknown_scenario(self, site: Path, run: Run) -> None:
        code, out, _ = run("draw", DOCUMENT, "--scenario", "nothing", "-o", "out.svg")
        assert (code, "[unknown-scenario]" in out) == (1, True)
        (site / "docs/index.md").write_text('```mechanism src="mechanisms/cache.json" step=9 scenario=hot\n```\n')
        assert run("draw", "docs/index.md").out.startswith("docs/index.md:1:49: error: the document has no scenario")
        assert run("draw", "docs/index.md", "--scenario", "not").out.startswith("docs/index.md:1:14: error:")
        assert run("draw", "docs/index.md", "--scenario", "hit").code == 0
        assert not (site / "out.svg").exists()

    def test_findings_beside_a_picture_on_stdout(self, site: Path, run: Run) -> None:
        text = (site / DOCUMENT).read_text()
        (site / DOCUMENT).write_text(text.replace('"paths": ["ask"]', '"duration": 334, "paths": ["ask"]', 1))
        picture = run("draw", DOCUMENT, "--quiet")
        assert (picture.code, picture.out[:4]) == (0, "<svg")
        assert "[short-step]" in picture.err
        (site / DOCUMENT).write_text(text.replace('"paths": ["ask"]', '"duration": 900, "paths": ["ask"]', 1))
        assert "[fast-reading]" in run("draw", DOCUMENT).err
        assert run("draw", DOCUMENT, "--quiet").err == ""  # a note
        (site / DOCUMENT).write_text(text.replace('"paths": ["ask"]', '"duration": 334, "paths": ["ask"]', 1))
        strict = run("draw", DOCUMENT, "--strict")
        assert (strict.code, strict.out) == (1, picture.out)

    def test_folder_that_is_not_there(self, site: Path, run: Run) -> None:
        code, _, err = run("draw", DOCUMENT, "-o", "nowhere/out.svg")
        assert (code, err) == (2, "mkdocs-mechanism: out.svg can't be written: no such file or directory\n")


class TestNew:
    @pytest.mark.parametrize("name", ["tls", "TLS_1.3", "a b", "caf\u00e9", "docs/mechanisms/x.json"])
    def test_is_valid_and_can_be_drawn(self, site: Path, run: Run, name: str) -> None:
        code, out, _ = run("new", name)
        assert code == 0
        path = name.removesuffix(".json") + ".json"
        assert run("check", "--strict", path) == (0, "", "1 document checked\n")
        assert run("draw", path, "-o", "x.svg")[0] == 0
        # What is printed works where it is pasted.
        (site / "docs/new.md").write_text(out)
        assert run("check", "--strict", "docs/new.md") == (0, "", "1 page and 1 document checked\n")

    def test_one_target_a_line(self, site: Path, run: Run) -> None:
        run("new", "x")
        text = (site / "x.json").read_text()
        for name in json.loads(text)["targets"]:
            assert [line for line in text.splitlines() if line.startswith(f'    "{name}": "')]

    def test_does_not_overwrite(self, site: Path, run: Run) -> None:
        (site / "x.json").write_text("mine")
        assert run("new", "x") == (2, "", 'mkdocs-mechanism: "x.json" is there already; nothing was written\n')
        assert (site / "x.json").read_text() == "mine"
        (site / "y.json").symlink_to("nothing")
        assert run("new", "y")[0] == 2

    def test_common_options(self, site: Path, run: Run) -> None:
        options = ("--format", "json", "--strict", "--quiet")
        assert run("new", "docs/x", "--root", ".", *options) == (0, '```mechanism src="/x.json"\n```\n', "")
        assert run("new", "y", "--root", "nowhere").code == 2
        assert not (site / "y.json").exists()

    @pytest.mark.parametrize("name", ["", "..", ".x", 'a"b', "a\nb", "nowhere/x", "a:b"])
    def test_names_that_are_refused(self, site: Path, run: Run, name: str) -> None:
        code, out, err = run("new", name)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_schema(run: Run) -> None:
    code, out, _ = run("schema")
    assert code == 0
    assert json.loads(out)["$schema"]
    assert run("schema", "--root", ".", "--format", "json", "--strict", "--quiet") == (0, out, "")


class TestStreams:
    @pytest.fixture(autouse=True)
    def broken(self, site: Path) -> None:
        (site / "docs/\u4e2d\u6587.json").write_text('{"version": 2, "language": "\u4e2d"}', encoding="utf-8")

    def shell(self, site: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        command = " ".join(COMMAND)
        result = subprocess.run(
            ["bash", "-c", line.replace("RUN", command)], capture_output=True, cwd=site, env=os.environ | environment
        )
        assert b"Traceback" not in result.stderr
        assert b"Exception ignored" not in result.stderr
        return result

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8", "utf-16"])
    def test_encodings(self, site: Path, encoding: str) -> None:
        result = self.shell(site, "RUN check docs/*.json", PYTHONIOENCODING=encoding)
        assert result.returncode == 1
        assert "json:1:" in result.stdout.decode(encoding)

    def test_locale_c(self, site: Path) -> None:
        result = self.shell(site, "RUN check docs/*.json", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert result.returncode == 1

    def test_reader_that_goes_away(self, site: Path) -> None:
        assert self.shell(site, "RUN schema | head -c 1; exit ${PIPESTATUS[0]}").returncode == 0
        assert self.shell(site, "RUN check docs/*.json | true; exit ${PIPESTATUS[0]}").returncode == 1
        assert self.shell(site, "RUN draw docs/mechanisms/cache.json | true; exit ${PIPESTATUS[0]}").returncode == 0

    def test_closed_streams(self, site: Path) -> None:
        assert self.shell(site, "RUN check docs/*.json >&-").returncode == 1
        assert self.shell(site, "RUN check docs/*.json 2>&-").returncode == 1
        assert self.shell(site, "RUN draw docs/mechanisms/cache.json >&-").returncode == 0

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
    def test_full_disk(self, site: Path) -> None:
        result = self.shell(site, "RUN schema > /dev/full")
        assert (result.returncode, result.stderr) == (2, b"mkdocs-mechanism: the output can't be written\n")

    def test_findings_on_stdout_the_rest_on_stderr(self, site: Path) -> None:
        result = self.shell(site, "RUN check docs/mechanisms/cache.json")
        assert (result.stdout, result.stderr) == (b"", b"1 document checked\n")
        result = self.shell(site, "RUN check docs/*.json")
        assert (result.stdout.endswith(b"(1 checked)\n"), result.stderr) == (True, b"")
