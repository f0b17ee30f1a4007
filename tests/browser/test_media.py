"""Paper and forced colors: the still picture, all of its words, and strokes that are seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from browser.contrast import contrast
from browser.shown import Shown

Show = Callable[..., Shown]


def on_paper(shown: Shown) -> Shown:
    shown.page.emulate_media(media="print")
    return shown


def test_nothing_is_active_on_paper(show: Show) -> None:
    shown = on_paper(show("loop"))
    assert {look["width"] for look in shown.nodes().values()} == {1.5}
    assert {look["width"] for look in shown.edges().values()} == {1.5}
    assert shown.tokens() == {}


def test_chosen_step_is_not_lit_on_paper(show: Show) -> None:
    shown = show("loop")
    shown.step(4)
    assert max(shown.widths().values()) == 3.5
    on_paper(shown)
    assert set(shown.widths().values()) == {1.5}
    assert {look["tick"] for look in shown.nodes().values()} == {0}
    assert shown.tokens() == {}


def test_numbers_stay_on_paper(show: Show) -> None:
    shown = on_paper(show("loop"))
    assert shown.edges()["take"]["number"] == "2, 5"
    assert all(look["number"] for look in shown.edges().values())


def test_scenario_then_shown_is_the_one_on_paper(show: Show) -> None:
    shown = show("choice")
    shown.scenario(1)
    on_paper(shown)
    assert {edge: look["number"] for edge, look in shown.edges().items() if look["number"]} == {
        "ask": "1",
        "look": "2",
        "give": "3",
    }
    assert shown.edges()["fetch"]["dashes"] == "3px, 5px"


def test_all_steps_are_on_paper(show: Show) -> None:
    shown = on_paper(show("choice"))
    assert len(shown.words()) == 9
    boxes = [each.bounding_box() for each in shown.root.locator(".mechanism-steps > li").all()]
    assert all(a and b and a["y"] + a["height"] <= b["y"] + 0.5 for a, b in pairwise(boxes))
    assert shown.root.locator(".mechanism-description").is_visible()


def test_sources_are_on_paper(show: Show) -> None:
    shown = on_paper(show("loop"))
    rows = shown.root.locator(".mechanism-sources li")
    boxes = [row.bounding_box() for row in rows.all()]
    assert len(boxes) == 2
    assert min(box["height"] if box else 0 for box in boxes) > 20
    assert shown.page.evaluate(
        "document.querySelector('.mechanism-sources li').checkVisibility({contentVisibilityAuto: true})"
    )


def test_controls_are_not_on_paper(show: Show) -> None:
    """Only the name of the scenario then shown, as words above its picture."""
    shown = show("choice")
    shown.scenario(1)
    on_paper(shown)
    labels = [each for each in shown.root.locator("label").all() if each.is_visible()]
    assert [each.inner_text() for each in labels] == ["From the shelf"]
    place, stage = labels[0].bounding_box(), shown.root.locator(".mechanism-stage").bounding_box()
    assert place
    assert stage
    assert place["y"] < stage["y"]
    assert labels[0].evaluate("each => getComputedStyle(each).borderStyle") == "none"


def test_figure_of_one_scenario_has_no_control_on_paper(show: Show) -> None:
    shown = on_paper(show("loop"))
    assert [each for each in shown.root.locator("label, input").all() if each.is_visible()] == []


@pytest.mark.parametrize("colors", ["light", "dark"])
def test_strokes_and_words_are_seen_in_forced_colors(show: Show, colors: str) -> None:
    shown = show("loop", forced_colors="active", color_scheme=colors)
    shown.step(1)
    ground = shown.root.locator(".mechanism-stage").evaluate("each => getComputedStyle(each).backgroundColor")
    nodes, edges = shown.nodes(), shown.edges()
    assert all(contrast(look["stroke"], ground) >= 3 for look in (nodes | edges).values())
    assert {look["width"] for look in nodes.values()} == {1.5, 3}
    words = shown.root.locator("svg.mechanism-wide :is(.node, .labels) text")
    fills = words.evaluate_all("all => all.map(each => getComputedStyle(each).fill)")
    bodies = {look["fill"] for look in nodes.values()}
    assert all(contrast(fill, body) >= 4.5 for fill in fills for body in bodies)
    number = shown.root.locator(".number.e0 text").first.evaluate("each => getComputedStyle(each).fill")
    assert contrast(number, edges["describe"]["filled"]) >= 4.5
