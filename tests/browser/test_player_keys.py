"""The player by keyboard: order of focus, every key, and what no key does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.pages import document
from browser.playing import Playing

Play = Callable[..., Playing]
LAST = 4


def test_tab_goes_through_the_controls_in_order(play: Play) -> None:
    shown = play()
    shown.focus("previous")
    order = []
    for _ in range(10):
        order.append(shown.focused())
        shown.key("Tab")
    assert order == ["previous", "play", "next", "slider", "scenario", "speed", "pace", "link", "expand", "input"]


def test_order_of_focus_is_the_one_that_is_seen(play: Play) -> None:
    shown = play()
    shown.focus("previous")
    places = []
    for _ in range(9):
        places.append(shown.page.evaluate("document.activeElement.getBoundingClientRect().x"))
        shown.key("Tab")
    assert places == sorted(places)


@pytest.mark.parametrize("part", ["play", "previous", "slider"])
def test_arrows_page_keys_home_end_and_digits(play: Play, part: str) -> None:
    shown = play()
    shown.focus(part)
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", 2),
        ("PageUp", 1),
        ("End", LAST),
        ("ArrowRight", LAST),
        ("Home", 1),
        ("3", 3),
        ("9", 3),
        ("0", 3),
        ("Home", 1),
        ("ArrowLeft", 0),
        ("ArrowLeft", 0),
    ):
        shown.key(key)
        assert shown.at() == step, key
        assert not shown.plays()
    assert shown.focused() == part


@pytest.mark.parametrize("part", ["play", "slider"])
def test_space_plays_and_pauses(play: Play, part: str) -> None:
    shown = play()
    shown.focus(part)
    shown.key("Space")
    assert shown.plays()
    shown.key("Space")
    assert not shown.plays()


def test_space_on_another_button_is_that_button(play: Play) -> None:
    shown = play()
    shown.focus("next")
    shown.key("Space")
    assert (shown.at(), shown.plays()) == (1, False)


def test_arrow_while_it_plays_steps_and_stands(play: Play) -> None:
    shown = play()
    shown.focus("play")
    shown.key("Space", "ArrowRight")
    assert (shown.at(), shown.plays()) == (2, False)


def test_shift_and_arrow_move_the_slider_by_a_quarter_of_a_second(play: Play) -> None:
    shown = play()
    shown.call("player.seek(1000)")
    shown.focus("slider")
    shown.key("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft")
    assert shown.state()["time"] == 1250


def test_arrows_follow_the_direction_of_writing(play: Play) -> None:
    shown = play("rtl")
    shown.focus("play")
    shown.key("ArrowLeft", "ArrowLeft")
    assert shown.at() == 2
    shown.key("ArrowRight")
    assert shown.at() == 1
    boxes = [shown.root.locator(f"[data-part={name}]").bounding_box() for name in ("previous", "play", "next")]
    places = [box["x"] for box in boxes if box]
    assert places == sorted(places, reverse=True)


def test_arrows_in_a_choice_change_the_choice_only(play: Play) -> None:
    shown = play()
    shown.call("player.go(2)")
    shown.focus("speed")
    shown.key("ArrowDown", "ArrowRight", "2", "Home")
    assert shown.at() == 2


@pytest.mark.parametrize("key", ["Control+ArrowRight", "Alt+ArrowRight", "Meta+ArrowRight", "Control+1"])
def test_keys_of_browser_and_system_are_left_alone(play: Play, key: str) -> None:
    shown = play()
    shown.focus("play")
    before = shown.page.url
    shown.key(key)
    assert (shown.at(), shown.page.url) == (0, before)


def test_no_letter_does_anything(play: Play) -> None:
    shown = play()
    shown.focus("play")
    shown.key(*"abcdefghijklmnopqrstuvwxyz")
    assert (shown.at(), shown.plays()) == (0, False)


def test_keys_work_only_while_the_focus_is_inside(play: Play) -> None:
    shown = play()
    shown.page.evaluate("document.activeElement.blur()")
    shown.key("ArrowRight", "3", "Space", "End")
    assert (shown.at(), shown.plays()) == (0, False)
    shown.root.locator(".mechanism-all input").focus()
    shown.key("ArrowRight")
    assert shown.at() == 1
    shown.key("3")
    assert shown.at() == 3


def test_keys_that_are_used_go_no_further(play: Play) -> None:
    """A theme's own keys on the page never hear of them; of others it does."""
    shown = play()
    shown.page.evaluate("window.keys = []; addEventListener('keydown', event => keys.push(event.key))")
    shown.focus("play")
    shown.key("ArrowRight", "2", "Home", "PageUp", "s", "ArrowDown")
    assert shown.page.evaluate("window.keys") == ["s", "ArrowDown"]


def test_arrows_on_a_stage_that_scrolls_scroll_it(play: Play) -> None:
    shown = play("scroll", width=320)
    stage = shown.root.locator(".mechanism-stage")
    stage.focus()
    shown.key("ArrowRight")
    shown.wait("player.querySelector('.mechanism-stage').scrollLeft > 0")
    assert shown.at() == 0


def test_stage_that_scrolls_shows_what_is_active(play: Play) -> None:
    shown = play("scroll", width=320)
    top = shown.page.evaluate("scrollY")
    for step in range(1, len(document("scroll")["scenarios"][0]["steps"]) + 1):
        shown.call(f"player.go({step})")
        assert shown.shows_active(".mechanism-stage"), step
    assert shown.page.evaluate("scrollY") == top
