"""A MkDocs site in a temporary folder: written from a dict, built in this process, looked at as HTML."""

from __future__ import annotations

import json
import logging
import posixpath
import re
import traceback
import warnings
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import html5lib
import pytest
import yaml

LOOP = json.loads((Path(__file__).parent / "pages" / "loop.json").read_text(encoding="utf-8"))
"""The document of the pages here: two nodes, two edges, no sources, no finding."""


def document(**changes: Any) -> str:
    """The document as JSON, with fields changed."""
    return json.dumps({**LOOP, **changes}, indent=2)


@dataclass
class Site:
    """A site's folder, and what its last build said."""

    folder: Path
    log: list[tuple[str, str]] = field(default_factory=list)
    failure: str | None = None

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def configure(self, **config: Any) -> None:
        values = {"site_name": "Test", "site_url": "https://example.org/sub/", "theme": "mkdocs", **config}
        self.write({"mkdocs.yml": yaml.safe_dump(values, sort_keys=False)})

    def build(self, *, strict: bool = True, dirty: bool = False) -> Site:
        from mkdocs.commands.build import build
        from mkdocs.config import load_config
        from mkdocs.exceptions import MkDocsException

        handler = _Records()
        logger = logging.getLogger("mkdocs")
        logger.addHandler(handler)
        level = logger.level
        logger.setLevel(logging.INFO)
        self.failure = None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of the theme
                config = load_config(str(self.folder / "mkdocs.yml"), strict=strict)
                config.plugins.on_startup(command="build", dirty=dirty)
                try:
                    build(config, dirty=dirty)
                finally:
                    config.plugins.on_shutdown()
        except (MkDocsException, SystemExit) as error:
            self.failure = str(error)
        finally:
            logger.removeHandler(handler)
            logger.setLevel(level)
        self.log = handler.entries
        return self

    def said(self, level: str) -> list[str]:
        return [text for name, text in self.log if name == level and "mechanism" in text]

    def html(self, page: str) -> str:
        return (self.folder / "site" / page).read_text(encoding="utf-8")

    def tree(self, page: str) -> ET.Element:
        return html5lib.parse(self.html(page), namespaceHTMLElements=False)

    def figures(self, page: str) -> list[ET.Element]:
        return [each for each in self.tree(page).iter("figure") if "mechanism" in (each.get("class") or "").split()]

    def pages(self) -> list[str]:
        site = self.folder / "site"
        return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))

    def links(self, page: str) -> list[str]:
        """Every stylesheet, script and link inside a figure of a page, as a path of the site."""
        found = []
        for figure in self.figures(page):
            found += [each.get("href") for each in figure.iter() if each.tag in ("a", "link")]
        return [link for link in found if link and not link.startswith("#")]

    def target(self, page: str, link: str) -> tuple[str, str]:
        """The file that a relative link of a page leads to, and the fragment."""
        url, fragment = urldefrag(link)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(url)))
        return (posixpath.join(path, "index.html") if url.endswith("/") else path), fragment

    def check_pages(self) -> int:
        """Every asset and link of every figure leads somewhere, and no id or radio name is used twice.

        Returns the number of figures.
        """
        count = 0
        for page in self.pages():
            ids = Counter(each.get("id") for each in self.tree(page).iter() if each.get("id"))
            assert not [name for name, times in ids.items() if times > 1], page
            names = Counter()
            for figure in self.figures(page):
                names.update({each.get("name") for each in figure.iter("input") if each.get("name")})
            assert not [name for name, times in names.items() if times > 1], page
            for link in self.links(page):
                path, fragment = self.target(page, link)
                assert (self.folder / "site" / path).is_file(), f"{page} links {link}"
                assert not fragment or f'id="{fragment}"' in self.html(path), f"{page} links {link}"
            for name in re.findall(r'(?:aria-labelledby|aria-describedby)="([^"]*)"', self.html(page)):
                assert set(name.split()) <= set(ids), page
            count += len(self.figures(page))
        return count


class _Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.entries: list[tuple[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.entries.append((record.levelname, record.getMessage()))


class _Defects(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.tracebacks: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.tracebacks.append("".join(traceback.format_exception(*record.exc_info)))


@pytest.fixture(autouse=True)
def no_defect(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail where an exception of ours became an error figure, except in tests that are about just that."""
    handler, logger = _Defects(), logging.getLogger("mkdocs.plugins.mechanism")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield
    logger.removeHandler(handler)
    logger.setLevel(level)
    expected = request.node.get_closest_marker("defect") is not None
    assert bool(handler.tracebacks) == expected, "\n".join(handler.tracebacks)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    return Site(tmp_path)
