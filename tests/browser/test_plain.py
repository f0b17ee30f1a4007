"""Without any stylesheet, and in a feed, the figure is a numbered overview with all of its words."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from browser.contrast import contrast
from browser.pages import document, figure, without_sheets
from browser.shown import Shown
from playwright.sync_api import Page

Show = Callable[..., Shown]
CASES = pytest.mark.parametrize("name", ["loop", "choice", "groups", "rtl", "scroll"])
BRIGHTNESS = """async data => {
  const image = new Image()
  image.src = data
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
  canvas.drawImage(image, 0, 0)
  const {data: pixels} = canvas.getImageData(0, 0, image.width, image.height)
  let dark = 0
  for (let at = 0; at < pixels.length; at += 4) dark += pixels[at] + pixels[at + 1] + pixels[at + 2] < 300
  return dark / (pixels.length / 4)
}"""


def dark_share(page: Page, picture: bytes) -> float:
    """Return the share of dark pixels of a PNG."""
    share: float = page.evaluate(BRIGHTNESS, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
    return share


@CASES
def test_one_drawing_is_seen(show: Show, name: str) -> None:
    shown = show(name, change=without_sheets)
    seen = shown.root.locator(".mechanism-stage > svg").evaluate_all(
        "all => all.filter(each => each.checkVisibility()).map(each => each.getAttribute('class'))"
    )
    assert len(seen) == 1
    assert "mechanism-wide" in seen[0]


@CASES
def test_drawing_is_no_black_box(show: Show, name: str) -> None:
    shown = show(name, change=without_sheets, scripts=True)
    stage = shown.root.locator(".mechanism-stage")
    assert 0.002 < dark_share(shown.page, stage.screenshot()) < 0.12
    shown.page.evaluate("document.querySelectorAll('svg, svg *').forEach(each => each.removeAttribute('fill'))")
    assert dark_share(shown.page, stage.screenshot()) > 0.12, "the control: without its attributes it is one"


@CASES
def test_words_are_dark_on_light(show: Show, name: str) -> None:
    shown = show(name, change=without_sheets)
    fills = shown.root.locator("svg.mechanism-wide text").evaluate_all("all => all.map(e => getComputedStyle(e).fill)")
    assert min(contrast(fill, "#f7f8fb") for fill in fills) >= 4.5
    assert min(contrast(fill, "#fff") for fill in fills) >= 4.5


def test_numbers_of_the_scenario_are_there_and_nothing_is_active(show: Show) -> None:
    shown = show("choice", change=without_sheets)
    assert {edge: look["number"] for edge, look in shown.edges().items()} == {
        "ask": "1",
        "look": "2",
        "fetch": "3",
        "bring": "3",
        "put": "4",
        "give": "4",
    }
    assert {look["width"] for look in (shown.nodes() | shown.edges()).values()} == {1.5}
    assert {look["tick"] for look in shown.nodes().values()} == {0}
    assert shown.tokens() == {}


def test_all_words_are_seen_without_stylesheets(show: Show) -> None:
    shown = show("choice", change=without_sheets)
    written = document("choice")
    text = shown.root.inner_text()
    for scenario in written["scenarios"]:
        for step in scenario["steps"]:
            assert step["title"] in text
            assert step["description"] in text
    assert written["description"] in text
    assert written["caption"] in text
    assert written["limitations"][0] in text


def test_feed_has_markup_that_needs_nothing_else() -> None:
    """What feed readers strip is not needed: no class, no style, no script."""
    markup = without_sheets(figure("loop").markup)
    assert "url(" not in markup
    assert "href=" not in markup
