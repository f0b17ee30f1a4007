"""The player in a real site of Material for MkDocs: instant navigation with slow files, its keys, its palette."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from acceptance.site import build, write
from browser.pages import FOLDER
from browser.playing import WATCH, Playing
from browser.serving import Site
from browser.test_shift import OBSERVE, shifts
from playwright.sync_api import Browser, Page

CONFIG = """\
site_name: Test
site_url: http://127.0.0.1:8000/
theme:
  name: material
  font: false
  features: [navigation.instant, navigation.footer]
  palette:
    - {scheme: default, toggle: {icon: material/weather-night, name: To dark}}
    - {scheme: slate, toggle: {icon: material/weather-sunny, name: To light}}
plugins: [search, mechanism]
nav: [index.md, figure.md, last.md]
"""
FIGURE = '# Figure\n\nWords.\n\n```mechanism src="choice.json" id="choice"\n{ends}```\n\nMore words.\n'


@pytest.fixture(scope="session")
def material(site: Site, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of the site; below `/late` each of its files takes 200 ms."""
    folder = tmp_path_factory.mktemp("material")
    fence = FOLDER / "choice" / "fence.txt"
    ends = fence.read_text(encoding="utf-8") if fence.is_file() else ""
    links = "# Home\n\n[To the figure](figure.md)\n\n[To its third step](figure.md#choice-archived-3)\n"
    write(folder, {"docs/index.md": links, "docs/figure.md": FIGURE.format(ends=ends), "docs/last.md": "# Last\n"})
    (folder / "mkdocs.yml").write_text(CONFIG, encoding="utf-8")
    shutil.copy(FOLDER / "choice" / "document.json", folder / "docs" / "choice.json")
    built = build(folder)
    assert built.code == 0, built.output
    for path in built.site.rglob("*"):
        if path.is_file():
            name = f"/material/{path.relative_to(built.site).as_posix()}"
            content = path.read_bytes()
            if name.endswith("sitemap.xml"):
                content = content.replace(b"http://127.0.0.1:8000/", f"{site.url}/late/material/".encode())
            site.put(name, content)
            site.put(name.removesuffix("index.html"), content)
    return f"{site.url}/late/material/"


@pytest.fixture
def visit(browser: Browser, material: str) -> Callable[[str], Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    page.add_init_script(OBSERVE)

    def opened(path: str) -> Page:
        page.goto(material + path)
        page.wait_for_load_state("networkidle")
        page.evaluate("window.stayed = true")
        return page

    yield opened
    context.close()


def arrive(page: Page, link: str) -> Playing:
    """Follow a link to the figure, without a page load."""
    page.get_by_role("link", name=link).first.click()
    page.wait_for_selector("mechanism-player[data-ready]")
    page.wait_for_timeout(600)
    assert page.evaluate("window.stayed")
    return Playing(page, "choice")


def test_arriving_by_instant_navigation_starts_the_player_and_shifts_nothing(visit: Callable[[str], Page]) -> None:
    page = visit("")
    shown = arrive(page, "To the figure")
    assert shown.root.locator(".mechanism-bar").count() == 1
    assert shown.plays()
    assert shifts(page) == []
    assert shown.errors() == []


def test_leaving_stops_the_player_and_coming_back_starts_it(visit: Callable[[str], Page]) -> None:
    page = visit("")
    shown = arrive(page, "To the figure")
    page.evaluate("window.kept = document.querySelector('mechanism-player')")
    page.go_back()
    page.wait_for_function("!document.querySelector('mechanism-player')")
    assert page.evaluate("[kept.since, 'ready' in kept.dataset]") == [0, False]
    page.go_forward()
    page.wait_for_selector("mechanism-player[data-ready]")
    assert page.evaluate("window.stayed")
    shown.press("next")
    assert shown.root.locator(".mechanism-bar").count() == 1
    assert shown.errors() == []


def test_link_to_a_step_from_another_page_shows_it(visit: Callable[[str], Page]) -> None:
    shown = arrive(visit(""), "To its third step")
    assert (shown.at(), shown.plays()) == (3, False)
    box = shown.root.bounding_box()
    header = shown.page.locator(".md-header").bounding_box()
    assert box
    assert header
    assert header["height"] <= box["y"] <= 200


def test_address_of_a_step_shows_figure_below_the_header(visit: Callable[[str], Page]) -> None:
    shown = Playing(visit("figure/#choice-shelved-2"), "choice")
    state = shown.state()
    assert (state["scenario"], state["step"], state["plays"]) == ("shelved", 2, False)


def test_keys_of_the_theme_work_outside_and_ours_inside(visit: Callable[[str], Page]) -> None:
    shown = Playing(visit("figure/"), "choice")
    shown.focus("play")
    shown.key("2", "ArrowRight", "Home", "End", "PageUp")
    assert (shown.at(), shown.page.evaluate("location.pathname")) == (3, "/late/material/figure/")
    shown.page.evaluate("document.activeElement.blur()")
    shown.key("ArrowRight", "1")
    assert shown.at() == 3
    shown.key("s")
    shown.page.wait_for_function("document.querySelector('#__search').checked")
    shown.key("Escape")
    shown.key("n")
    shown.page.wait_for_url("**/last/")


def test_palette_changes_while_it_plays(visit: Callable[[str], Page]) -> None:
    shown = Playing(visit("figure/"), "choice")
    shown.call("player.play()")
    before = shown.root.locator("mechanism-player").evaluate("each => getComputedStyle(each).backgroundColor")
    shown.page.locator("label[title='To dark']").click()
    shown.page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
    assert shown.plays()
    assert shown.root.locator("mechanism-player").evaluate("each => getComputedStyle(each).backgroundColor") != before
