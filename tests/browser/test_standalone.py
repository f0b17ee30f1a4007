"""A drawing in a file of its own carries its style: it moves in an `img` element and alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from browser.serving import Site
from golden.cases import FOLDER, request
from lxml import etree
from playwright.sync_api import Browser, Page

from mkdocs_mechanism.pipeline import draw
from mkdocs_mechanism.workspace import Workspace

Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def drawing(site: Site) -> str:
    """Path of a drawing on the site."""
    site.put("/loop.svg", svg("loop"))
    return "/loop.svg"


def svg(name: str, **wish: str) -> bytes:
    drawn = draw(request(FOLDER / name, name), Workspace(FOLDER / name), **wish)
    assert drawn.svg is not None
    return drawn.svg


def in_a_page(drawing: str) -> str:
    return f'<!doctype html><title>A page</title><img src="{drawing}" alt="A drawing" width="656">'


def pictures_change(page: Page, tries: int) -> bool:
    first = page.screenshot()
    return any(page.wait_for_timeout(150) or page.screenshot() != first for _ in range(tries))


def test_image_moves(open_page: Opener, drawing: str) -> None:
    assert pictures_change(open_page(in_a_page(drawing)), 20)


def test_image_moves_under_a_strict_policy(open_page: Opener, drawing: str) -> None:
    assert pictures_change(open_page(in_a_page(drawing), manner="/strict"), 20)


def test_file_alone_moves(open_page: Opener, drawing: str, site: Site) -> None:
    page = open_page("")
    page.goto(site.url + drawing)
    assert page.evaluate("document.documentElement.localName") == "svg"
    assert pictures_change(page, 20)


@pytest.fixture(scope="module")
def calm_browser(browser: Browser, chromium: str) -> Iterator[Browser]:
    """A browser of somebody who wants no motion: emulation in the page does not reach its images."""
    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"]
    launched = browser.browser_type.launch(executable_path=chromium, args=flags)
    yield launched
    launched.close()


def test_image_stands_for_readers_who_want_no_motion(calm_browser: Browser, drawing: str, site: Site) -> None:
    """For longer than the first step, after which a playing one differs even without its token."""
    page = calm_browser.new_page()
    page.goto(site.put("/calm.html", in_a_page(drawing)))
    page.wait_for_timeout(100)
    assert not pictures_change(page, 17)


def test_file_alone_stands_for_readers_who_want_no_motion(open_page: Opener, drawing: str, site: Site) -> None:
    page = open_page("", reduced_motion="reduce")
    page.goto(site.url + drawing)
    assert page.evaluate("document.getAnimations().length") == 0
    widths = "[...document.querySelectorAll('.body, .edge path:first-child')].map(e => getComputedStyle(e).strokeWidth)"
    assert set(page.evaluate(widths)) == {"1.5px"}


def test_file_follows_a_dark_system(open_page: Opener, drawing: str, site: Site) -> None:
    page = open_page("", color_scheme="dark")
    page.goto(site.url + drawing)
    assert page.evaluate("getComputedStyle(document.querySelector('.ground')).fill") == "rgb(26, 29, 37)"


@pytest.mark.parametrize("layout", ["wide", "narrow"])
@pytest.mark.parametrize("name", ["loop", "choice", "groups", "rtl", "cjk", "pairs", "scroll"])
def test_file_is_well_formed_and_names_nothing_outside(name: str, layout: str) -> None:
    root = etree.fromstring(svg(name, layout=layout))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not [each for each in root.iter() if each.get("href") or "style" in each.attrib]
    assert b"url(" not in svg(name, layout=layout)
    ids = [each.get("id") for each in root.iter() if each.get("id")]
    assert len(ids) == len(set(ids)) == 2


def test_scenario_of_the_file_is_a_choice() -> None:
    first, second = svg("choice"), svg("choice", scenario="shelved")
    assert first != second
    assert second.count(b'stroke-dasharray="3 5"') == 4
