"""Nothing of the page is pushed about: when the figure comes, when its stylesheets are late, while it plays."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from browser.pages import ASSETS, TEXT, figure, html, late, without_sheets
from browser.serving import LATE, Site
from browser.shown import Shown
from playwright.sync_api import Page

from mkdocs_mechanism.figure.assets import shared_name

OBSERVE = """
window.shifts = []
new PerformanceObserver(list => shifts.push(...list.getEntries().map(each => each.value)))
  .observe({type: 'layout-shift', buffered: true})
"""
SCRIPTED = {"scripts": True, "before": lambda page: page.add_init_script(OBSERVE)}
Show = Callable[..., Shown]
WAIT = 1000 * LATE + 250


def shifts(page: Page) -> list[float]:
    """Return every shift so far, those after a reader's action included."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[float] = page.evaluate("window.shifts")
    return found


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("change", [str, late])
def test_page_that_loads_does_not_shift(show: Show, change: Callable[[str], str], width: int) -> None:
    shown = show("choice", change=change, width=width, **SCRIPTED)
    shown.page.wait_for_timeout(WAIT)
    assert shifts(shown.page) == []


def test_playback_and_choice_of_steps_do_not_shift(show: Show) -> None:
    shown = show("choice", **SCRIPTED)
    for time in range(100, 7500, 400):
        shown.ask("seek", time)
        assert shifts(shown.page) == []
    for step in (1, 4, 2):
        shown.step(step)
    shown.scenario(1)
    shown.step(3, scenario=1)
    shown.pause()
    shown.play()
    shown.page.wait_for_timeout(300)
    assert shifts(shown.page) == []


def test_figure_of_all_steps_shifts(show: Show) -> None:
    """The control: what opens the list moves what is below it, and the observer sees that."""
    shown = show("loop", **SCRIPTED)
    shown.root.locator(".mechanism-all input").check()
    shown.page.wait_for_timeout(300)
    assert shifts(shown.page) != []


def arrive(page: Page, markup: str) -> None:
    """Put another page's content into this one, as a theme's instant navigation does."""
    content = json.dumps(f"<h1>Another page</h1>{TEXT}{markup}{TEXT}")
    page.evaluate(f"document.querySelector('main').innerHTML = {content}")


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", ["loop", "choice"])
def test_arriving_by_instant_navigation_does_not_shift(
    open_page: Callable[..., Page], site: Site, name: str, width: int
) -> None:
    """The shared stylesheet is in the head of every page; content is put in by a script, its own sheet comes later."""
    result = figure(name)
    site.put_all(ASSETS, result.files)
    head = f'<link rel="stylesheet" href="{ASSETS}{shared_name()}">'
    page = open_page(html(head=head), width=width, **SCRIPTED)
    arrive(page, result.markup.replace(f'href="{ASSETS}m-', f'href="/late{ASSETS}m-'))
    page.wait_for_timeout(WAIT)
    assert shifts(page) == []
    assert Shown(page, name).moves()


def test_arriving_without_the_shared_sheet_shifts(open_page: Callable[..., Page], site: Site) -> None:
    """The control of the test above."""
    result = figure("loop")
    site.put_all(ASSETS, result.files)
    page = open_page(html(), **SCRIPTED)
    arrive(page, without_sheets(result.markup))
    page.wait_for_timeout(100)
    page.evaluate(
        f"document.head.insertAdjacentHTML('beforeend', '<link rel=stylesheet href=\"/late{ASSETS}{shared_name()}\">')"
    )
    page.wait_for_timeout(WAIT)
    assert shifts(page) != []
