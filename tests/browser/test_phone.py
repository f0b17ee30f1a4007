"""On a telephone of 360 by 640 px stage, controls and the step's words are on the screen at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.pages import figure, reference_figure
from browser.shown import Shown

from mkdocs_mechanism.pipeline import Result

Show = Callable[..., Shown]
PHONE = {"width": 360, "height": 640}
SIZES = """id => {
  const svg = [...document.querySelectorAll(`[id='${id}'] .mechanism-stage > svg`)].find(each => each.checkVisibility())
  const scale = svg.getScreenCTM().a
  return [...svg.querySelectorAll('text')].map(each => parseFloat(getComputedStyle(each).fontSize) * scale)
}"""


@pytest.fixture(params=["reference", "loop"])
def six_nodes(request: pytest.FixtureRequest) -> Result:
    """A figure of six nodes."""
    return figure("loop") if request.param == "loop" else reference_figure(request.getfixturevalue("shared"))


def test_drawing_controls_and_sentence_fit_the_screen(show: Show, six_nodes: Result) -> None:
    shown = show(six_nodes, **PHONE)
    for item in shown.root.locator(".mechanism-steps > li").all()[1:]:
        shown.step(int((item.get_attribute("class") or "").removeprefix("t")))
        top = shown.root.bounding_box()
        sentence = item.locator("p:not([class])").bounding_box()
        assert top
        assert sentence
        assert sentence["y"] + sentence["height"] - top["y"] <= PHONE["height"]


def test_narrow_drawing_is_the_one_that_is_seen(show: Show, six_nodes: Result) -> None:
    shown = show(six_nodes, **PHONE)
    assert shown.root.locator("svg.mechanism-narrow").is_visible()
    assert not shown.root.locator("svg.mechanism-wide").is_visible()


@pytest.mark.parametrize("width", [1280, 360])
def test_labels_are_13_px_or_about(show: Show, six_nodes: Result, width: int) -> None:
    """13 px in the two widths that count, and never under 11; numbers are smaller."""
    shown = show(six_nodes, width=width)
    sizes: list[float] = shown.page.evaluate(SIZES, shown.id)
    assert min(sizes) >= 11
    labels = shown.root.locator(".labels text").count()
    assert sum(size >= 12.9 for size in sizes) >= labels / 2


@pytest.mark.parametrize("width", [1280, 320])
def test_drawing_that_scrolls_keeps_its_size(show: Show, width: int) -> None:
    shown = show("scroll", width=width)
    assert min(shown.page.evaluate(SIZES, shown.id)) >= 11


@pytest.mark.parametrize(("width", "height"), [(360, 640), (412, 900), (700, 600), (1280, 800)])
def test_link_to_a_step_brings_the_drawing_too(show: Show, width: int, height: int) -> None:
    """The step's words are the target; stage and controls above them are on the screen as well."""
    shown = show("loop", fragment="#loop-retry-4", width=width, height=height)
    stage = shown.root.locator(".mechanism-stage").bounding_box()
    words = shown.root.locator("[id='loop-retry-4'] .mechanism-title").bounding_box()
    assert stage
    assert words
    assert 0 <= stage["y"] < 40
    assert words["y"] + words["height"] <= height


def test_link_to_a_step_of_a_tall_drawing_brings_its_words(show: Show) -> None:
    shown = show("scroll", fragment="#scroll-book-2", width=360, height=640)
    words = shown.root.locator("[id='scroll-book-2'] .mechanism-title").bounding_box()
    assert words
    assert 0 < words["y"] < 600
