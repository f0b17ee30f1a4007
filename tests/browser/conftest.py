"""A site on this machine, and a way to show a page of it as one kind of reader has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.pages import ASSETS, PAGE_CSS, figure, html, without_player
from browser.playing import WATCH, Playing
from browser.serving import Site
from browser.shown import Shown
from playwright.sync_api import Browser, BrowserContext, Page

from mkdocs_mechanism.pipeline import Result

Opener = Callable[..., Page]
COUNT = itertools.count()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser: `-m "not browser"` leaves it out."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A site with no page yet."""
    served = Site()
    served.put("/page.css", PAGE_CSS)
    yield served
    served.close()


@pytest.fixture(scope="session")
def contexts(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """One context a kind of reader, kept for the session: a new one for each test costs more than most tests."""
    opened: dict[str, BrowserContext] = {}
    yield opened
    for context in opened.values():
        context.close()


@pytest.fixture
def open_page(browser: Browser, contexts: dict[str, BrowserContext], site: Site) -> Iterator[Opener]:
    """Return a function that shows HTML as a page.

    Its arguments: the HTML (or a path of the site), `manner` (`/strict`, `/late` or both), `fragment`, `width`,
    `height`, `scripts` (False: the reader has them off), and `new_context`'s own, such as `reduced_motion`.
    """
    pages: list[Page] = []

    def opened(
        content: str,
        *,
        manner: str = "",
        fragment: str = "",
        width: int = 1280,
        height: int = 800,
        scripts: bool = False,
        before: Callable[[Page], None] | None = None,
        **kind: Any,
    ) -> Page:
        options = {"viewport": {"width": width, "height": height}, "java_script_enabled": scripts, **kind}
        key = repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**options)
        page = contexts[key].new_page()
        pages.append(page)
        if before:
            before(page)
        path = f"/pages/{next(COUNT)}.html"
        site.put(path, content)
        page.goto(f"{site.url}{manner}{path}{fragment}")
        return page

    yield opened
    for page in pages:
        page.close()


@pytest.fixture
def show(open_page: Opener, site: Site) -> Callable[..., Shown]:
    """Return a function that shows one figure (a golden case's name, or a result) in a page of its own.

    `change` takes the figure's markup and returns what the page holds; `request` are fields of the request; with
    `player` the page loads the script too; all else is for `open_page`.
    """

    def shown(
        what: str | Result,
        *,
        change: Callable[[str], str] = str,
        request: dict[str, Any] | None = None,
        scheme: str = "default",
        player: bool = False,
        **kind: Any,
    ) -> Shown:
        result = figure(what, **(request or {})) if isinstance(what, str) else what
        site.put_all(ASSETS, result.files)
        markup = result.markup if player else without_player(result.markup)
        page = open_page(html(change(markup), scheme=scheme), **kind)
        return Shown(page, min(result.ids, key=len))

    return shown


@pytest.fixture
def play(show: Callable[..., Shown]) -> Callable[..., Playing]:
    """Return a function that shows a figure with its player; `attributes` are the player's own."""

    def shown(what: str | Result = "choice", attributes: str = 'autoplay="false"', **kind: Any) -> Playing:
        before = kind.pop("before", None)
        change = kind.pop("change", str)

        def prepare(page: Page) -> None:
            page.add_init_script(WATCH)
            if before:
                before(page)

        def with_attributes(markup: str) -> str:
            return str(change(markup)).replace("<mechanism-player ", f"<mechanism-player {attributes} ", 1)

        figure = show(what, player=True, scripts=True, before=prepare, change=with_attributes, **kind)
        return Playing(figure.page, figure.id)

    return shown
