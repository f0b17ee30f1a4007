"""Which site a path belongs to, what its configuration says, and paths of every kind."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
DOCUMENT = "docs/mechanisms/cache.json"


def codes(text: str) -> list[str]:
    return [found["code"] for found in json.loads(text)["findings"]]


def test_the_seed_document(shared: Path, run: Run) -> None:
    code, out, _ = run("check", str(shared / "seed/decode-loop.json"), "--format", "json")
    assert code == 1
    findings = json.loads(out)["findings"]
    assert [found["code"] for found in findings] == ["source-missing"] * 3
    assert [(found["line"], found["column"]) for found in findings] == [(10, 15), (15, 15), (20, 15)]
    sources = json.loads((shared / "seed/decode-loop.json").read_bytes())["sources"]
    for found, source in zip(findings, sources, strict=True):
        assert f'"{source["path"]}"' in found["message"]  # whole, however long


@pytest.mark.parametrize("name", ["arabic", "dns", "parallel", "tls13"])
def test_the_cases_verify(shared: Path, run: Run, name: str) -> None:
    code, out, err = run("check", str(shared / f"cases/{name}.json"), "--strict")
    assert (code, out, err) == (0, "", "1 document checked\n")


class TestWhichRoot:
    def test_from_below_the_site(self, site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(site / "docs/mechanisms")
        assert run("check", "cache.json")[0] == 0
        assert run("check")[0] == 0
        assert run("check", "../index.md")[0] == 0

    def test_from_elsewhere(self, site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir("/")
        assert run("check", str(site / DOCUMENT))[0] == 0
        assert run("check", str(site / "docs"))[0] == 0

    def test_without_a_configuration_a_document_has_its_own_folder(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        code, out, _ = run("check", DOCUMENT)
        assert code == 1
        assert out.startswith('cache.json:9:14: error: source "notes/cache.md" is not there [source-missing]')
        assert run("check", DOCUMENT, "--root", ".")[0] == 0

    def test_without_a_configuration_a_page_has_the_current_folder(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        assert run("check", "docs/index.md")[0] == 0
        assert run("check", "docs")[0] == 0

    def test_nothing_here_is_wrong_usage(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        code, out, err = run("check")
        assert (code, out) == (2, "")
        assert err.endswith("there is no mkdocs.yml, properdocs.yml or zensical.toml here or above; name a PATH\n")

    def test_the_option_root_of_the_site(self, site: Path, run: Run) -> None:
        (site / "web").mkdir()
        for name in ("mkdocs.yml", "docs"):
            (site / name).rename(site / "web" / name)
        assert run("check", "web/docs")[0] == 1
        text = (site / "web/mkdocs.yml").read_text().replace("  - mechanism", "  - mechanism: {root: ..}")
        (site / "web/mkdocs.yml").write_text(text)
        assert run("check", "web/docs") == (0, "", "1 page and 1 document checked\n")

    def test_docs_folder_beside_that_of_the_configuration(self, site: Path, run: Run) -> None:
        (site / "web").mkdir()
        (site / "mkdocs.yml").rename(site / "web/mkdocs.yml")
        text = (site / "web/mkdocs.yml").read_text() + "docs_dir: ../docs\n"
        (site / "web/mkdocs.yml").write_text(text)
        err = run("check", "web/mkdocs.yml").err
        assert err.endswith('; set the option "root" to a folder that holds both, as in root: ..\n')
        assert "in --root\n" in run("check", "web/mkdocs.yml", "--root", "web").err
        (site / "web/mkdocs.yml").write_text(text.replace("  - mechanism", "  - mechanism: {root: ..}"))
        (site / "web/x.json").write_text((site / DOCUMENT).read_text())
        assert run("check", "web/x.json")[0] == 0

    def test_root_that_is_not_there_or_elsewhere(self, site: Path, run: Run) -> None:
        assert run("check", DOCUMENT, "--root", "nowhere").err.endswith('--root: there is no folder "nowhere"\n')
        code, _, err = run("check", DOCUMENT, "--root", "notes")
        assert code == 2
        assert "outside the workspace root" in err

    def test_two_sites_in_one_run(self, site: Path, run: Run) -> None:
        (site / "other").mkdir()
        (site / "other/zensical.toml").write_text("")
        (site / "other/x.json").write_text("{")
        code, out, _ = run("check", DOCUMENT, "other/x.json")
        assert code == 1
        assert out.startswith("other/x.json:1:")
        assert out.endswith("(2 checked)\n")


class TestConfiguration:
    def test_properdocs(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").rename(site / "properdocs.yml")
        assert run("check") == (0, "", "1 page and 1 document checked\n")

    def test_zensical(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        (site / "notes/cache.md").unlink()
        (site / "docs").rename(site / "pages")
        (site / "zensical.toml").write_text(
            '[project]\ndocs_dir = "pages"\n[project.markdown_extensions.mkdocs_mechanism]\nverify = "ignore"\n'
        )
        code, out, _ = run("check")
        assert code == 0
        assert "pages/mechanisms/cache.json:9:14: note:" in out
        assert "(relaxed by verify: ignore)" in out

    @pytest.mark.parametrize(
        "text",
        [
            "plugins:\n  mechanism:\n    verify: ignore\n",
            "plugins:\n  mechanism: {verify: error}\nmarkdown_extensions:\n  - mkdocs_mechanism: {verify: ignore}\n",
            "markdown_extensions:\n  - mechanism\nmdx_configs:\n  mechanism:\n    verify: ignore\n",
            "plugins:\n  - mechanism:\n      verify: !ENV [LEVEL, ignore]\n",
            "plugins:\n  - mechanism:\n      verify: !ENV THE_LEVEL\n",
            "INHERIT: base/mkdocs.yml\nplugins:\n  mechanism: {unpinned: warn}\n",
        ],
    )
    def test_where_options_stand(self, site: Path, run: Run, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("THE_LEVEL", "ignore")
        (site / "notes/cache.md").unlink()
        (site / "base").mkdir()
        (site / "base/mkdocs.yml").write_text("plugins:\n  mechanism: {verify: ignore, unpinned: error}\n")
        (site / "mkdocs.yml").write_text(f"site_name: x\n{text}")
        code, out, _ = run("check")
        assert (code, "relaxed by verify: ignore" in out) == (0, True)

    @pytest.mark.parametrize(
        ("plugins", "expected"),
        [
            ("- mechanism: {enabled: true, verify: ignore}", 0),
            ("- mechanism: {enabled: !ENV [NO_SUCH_VARIABLE, true], verify: ignore}", 0),
            ("- mechanism: {enabled: false, verify: ignore}", 1),  # MkDocs leaves the plugin and its options out
            ("- mechanism: {enabled: false, no_such_option: 3}", 1),
        ],
    )
    def test_a_plugin_that_is_switched_on_or_off(self, site: Path, run: Run, plugins: str, expected: int) -> None:
        (site / "notes/cache.md").unlink()
        (site / "mkdocs.yml").write_text(f"plugins:\n  {plugins}\n")
        code, out, _ = run("check", "--format", "json")
        assert (code, codes(out)) == (expected, ["source-missing"])

    def test_enabled_is_no_option_of_the_extension(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").write_text("markdown_extensions:\n  - mkdocs_mechanism: {enabled: true}\n")
        assert "[unknown-option]" in run("check")[1]

    def test_codes_of_plugin_and_extension_add_up(self, site: Path, run: Run) -> None:
        (site / "notes/cache.md").unlink()
        (site / "notes/origin.md").write_text("")
        plugin = "plugins:\n  - mechanism: {accept: source-missing}\n"
        extension = "markdown_extensions:\n  - mkdocs_mechanism: {accept: [source-changed]}\n"
        (site / "mkdocs.yml").write_text(plugin)
        assert run("check")[0] == 1
        (site / "mkdocs.yml").write_text(plugin + extension)
        code, out, _ = run("check")
        assert (code, out.count("(relaxed by accept)")) == (0, 2)
        (site / "mkdocs.yml").write_text(plugin.replace("source-missing", "3") + extension)
        assert "[option-value]" in run("check").out

    @pytest.mark.parametrize("text", ["a: [", "\t- x", "a: b: c", "- 2024-13-45", "&a [*a, *b]", "\x00"])
    def test_broken_yaml_is_one_line(self, site: Path, run: Run, text: str) -> None:
        (site / "mkdocs.yml").write_text(text)
        code, out, err = run("check")
        assert (code, out) == (2, "")
        assert err.startswith("mkdocs-mechanism: mkdocs.yml")
        assert err.count("\n") == 1

    @pytest.mark.parametrize("text", ["", "just text", "plugins: null", "plugins: [null, 3, {1: 2}]", "docs_dir: 3"])
    def test_odd_yaml_is_no_crash(self, site: Path, run: Run, text: str) -> None:
        (site / "mkdocs.yml").write_text(text)
        assert run("check")[0] == 0

    def test_broken_toml(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").unlink()
        (site / "zensical.toml").write_text("a = ")
        assert run("check").err.startswith("mkdocs-mechanism: zensical.toml is not TOML")

    def test_inheriting_in_a_circle(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").write_text("INHERIT: mkdocs.yml\n")
        assert run("check") == (2, "", "mkdocs-mechanism: mkdocs.yml inherits from too many files\n")

    def test_without_yaml_documents_are_checked_and_it_is_said(
        self, site: Path, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "yaml", None)
        code, out, err = run("check", DOCUMENT)
        assert (code, out) == (0, "")
        assert err.startswith("mkdocs.yml was not read, so its options do not count here: PyYAML is not installed\n")

    def test_build_output_is_no_source(self, site: Path, run: Run) -> None:
        (site / "mkdocs.yml").write_text("site_dir: notes\n")
        code, out, _ = run("check", "--format", "json")
        assert (code, codes(out)) == (1, ["source-refused"] * 2)


class TestPaths:
    def test_folder_without_pages(self, site: Path, run: Run) -> None:
        code, out, err = run("check", "docs/mechanisms")
        assert (code, out) == (2, "")
        assert 'folder "docs/mechanisms" holds no Markdown page' in err

    def test_pipe_and_unreadable(self, site: Path, run: Run) -> None:
        os.mkfifo(site / "docs/pipe.json")
        os.mkfifo(site / "docs/pipe.md")
        (site / "docs/link.md").symlink_to("/etc/passwd")
        (site / "docs/loop.json").symlink_to("loop.json")
        code, out, _ = run(
            "check", "docs/pipe.json", "docs/pipe.md", "docs/link.md", "docs/loop.json", "--format", "json"
        )
        assert (code, codes(out)) == (1, ["document-refused"] * 4)

    @pytest.mark.parametrize("name", ["", "\udcff.json", "a\nb.json", "x" * 5000, "nul\0"])
    def test_odd_names(self, site: Path, run: Run, name: str) -> None:
        code, out, err = run("check", name)
        assert (code, out, err.count("\n")) == (2 if name else 0, "", 1)

    def test_odd_names_that_are_there(self, site: Path, run: Run) -> None:
        for name in ("\udcff.json", "a\nb.json", "-rf.json", " .json", "\u202e.json"):
            (site / "docs" / name).write_text("{")
            code, out, _ = run("check", f"docs/{name}")
            assert code == 1
            assert out.count("\n") == 4 or "hint" in out
            assert out.isascii()

    def test_page_that_is_not_utf8(self, site: Path, run: Run) -> None:
        with (site / "docs/index.md").open("ab") as file:
            file.write(b"\xe9\xff")
        assert run("check")[0] == 0

    def test_not_a_document(self, site: Path, run: Run) -> None:
        (site / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        assert run("check", "x.png")[0] == 1

    def test_one_document_on_two_pages_is_reported_once(self, site: Path, run: Run) -> None:
        (site / "notes/cache.md").unlink()
        (site / "docs/second.md").write_text((site / "docs/index.md").read_text())
        code, out, _ = run("check")
        assert (code, out.count("[source-missing]")) == (1, 1)
        assert out.endswith("1 error in 1 file (2 pages and 1 document checked)\n")

    def test_a_document_that_is_not_there_does_not_count_as_checked(self, site: Path, run: Run) -> None:
        (site / DOCUMENT).unlink()
        assert run("check").out.endswith("1 error in 1 file (1 page checked)\n")
        assert run("pin", "docs/index.md").out.endswith("(0 checked)\n")

    def test_two_figures_with_one_id(self, site: Path, run: Run) -> None:
        fence = '```mechanism src="mechanisms/cache.json" id="a"\n```\n\n'
        (site / "docs/index.md").write_text(fence * 2)
        code, out, _ = run("check", "--format", "json")
        assert (code, codes(out)) == (1, ["figure-id"])

    def test_fence_that_is_never_closed(self, site: Path, run: Run) -> None:
        (site / "docs/index.md").write_text('```mechanism src="mechanisms/cache.json"\n')
        code, out, _ = run("check", "--format", "json")
        assert (code, codes(out)) == (1, ["fence-syntax"])


def test_annotations_start_at_the_repository(site: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (site / "notes/cache.md").unlink()
    monkeypatch.setenv("GITHUB_WORKSPACE", str(site.parent))
    assert run("check", "--format", "github").out.startswith(
        "::error file=work/docs/mechanisms/cache.json,line=9,col=14"
    )
