"""The example site: builds strictly, and every page is whole."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.conftest import ROOT

EXAMPLE = ROOT / "example_site"


class Page(HTMLParser):
    """What the tests look at in a page: ids, radio groups, linked files, styles in the page, figures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.styles: list[str] = []
        self.figures: list[dict[str, str | None]] = []
        self.radios: dict[str, set[str]] = {}
        self.still_pictures = 0
        self.inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if values.get("id"):
            self.ids[str(values["id"])] += 1
        for name in ("href", "src"):
            if values.get(name):
                self.links.append(str(values[name]))
        classes = (values.get("class") or "").split()
        if tag == "figure" and "mechanism" in classes:
            self.figures.append(values)
            self.still_pictures += "mechanism-still" in classes
            self.inside.append("")
        if self.inside:
            if tag == "style" or "style" in values:
                self.styles.append(self.get_starttag_text() or tag)
            if tag == "input" and values.get("type") == "radio":
                self.radios.setdefault(str(values["name"]), set()).add(str(self.figures[-1].get("id")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "figure" and self.inside:
            self.inside.pop()


@pytest.fixture(scope="module", params=["folders", "files"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with both kinds of URL."""
    folder = tmp_path_factory.mktemp(request.param)
    source = folder / "example_site"
    shutil.copytree(EXAMPLE, source, ignore=shutil.ignore_patterns("site", ".cache"))
    config = source / "mkdocs.yml"
    is_folders = str(request.param == "folders").lower()
    config.write_text(f"{config.read_text(encoding='utf-8')}use_directory_urls: {is_folders}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=source,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return source / "site"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    return {
        path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
        if path.name != "404.html"
    }


def stem(name: str) -> str:
    return name.removesuffix("/index.html").removesuffix(".html")


def test_each_page_has_its_figures(pages: dict[str, Page]) -> None:
    counts = {stem(name): [str(f["data-mechanism"]) for f in page.figures] for name, page in pages.items()}
    assert counts["index"] == ["thermostat"]
    assert counts["caching"] == ["page-cache"]
    assert counts["storage/write-ahead-log"] == ["write-ahead-log"]
    assert counts["two-views"] == ["page-cache", "page-cache"]
    assert counts["blog/2026/10/21/one-token-at-a-time"] == ["decode-loop"]
    assert counts["blog/2026/11/09/which-cache-answered"] == ["page-cache"]
    assert counts["blog"] == counts["blog/archive/2026"] == counts["blog/category/language-models"] == ["decode-loop"]


def test_excerpts_hold_still_pictures(pages: dict[str, Page]) -> None:
    still = {stem(name) for name, page in pages.items() if page.still_pictures}
    assert still == {"blog", "blog/archive/2026", "blog/category/language-models"}


def test_sources_are_as_the_fence_accepts_them(pages: dict[str, Page]) -> None:
    states = {
        str(figure["data-mechanism"]): figure["data-verified"]
        for page in pages.values()
        for figure in page.figures
        if "data-verified" in figure
    }
    assert states == {"thermostat": "none", "page-cache": "all", "write-ahead-log": "all", "decode-loop": "some"}


def test_only_the_first_figure_moves_by_itself(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        motions = [figure["data-motion"] for figure in page.figures]
        assert "auto" not in motions[1:], name
    still_first = next(page for name, page in pages.items() if stem(name) == "two-views")
    assert [figure["data-motion"] for figure in still_first.figures] == ["none", "none"]


def test_no_id_stands_twice(pages: dict[str, Page]) -> None:
    twice = {
        name: [i for i, count in page.ids.items() if count > 1 and not i.startswith("__")]
        for name, page in pages.items()
    }
    assert not {name: ids for name, ids in twice.items() if ids}


def test_no_radio_group_spans_two_figures(pages: dict[str, Page]) -> None:
    assert not [
        (name, group) for name, page in pages.items() for group, figures in page.radios.items() if len(figures) > 1
    ]
    assert any(page.radios for page in pages.values())


def test_no_style_stands_in_a_page(pages: dict[str, Page]) -> None:
    assert not {name: page.styles for name, page in pages.items() if page.styles}


def test_every_linked_file_exists(site: Path, pages: dict[str, Page]) -> None:
    missing = []
    for name, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            path = posixpath.normpath(posixpath.join("/", posixpath.dirname(name), unquote(parts.path)))
            target = site / path.lstrip("/")
            if not (target.is_file() or (target / "index.html").is_file()):
                missing.append(f"{name}: {link}")
    assert not missing


def test_each_figure_has_its_stylesheet(site: Path, pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        sheets = [link for link in page.links if re.search(r"m-[0-9a-f]{10}[^/]*\.css$", link)]
        assert len(sheets) == len(page.figures) - page.still_pictures, name  # a still picture needs none
