"""The player under odd use: listeners that stop it, numbers that are none, keys while it is expanded."""

from __future__ import annotations

from collections.abc import Callable

from browser.playing import Playing

Play = Callable[..., Playing]


def test_listener_that_pauses_on_a_step_leaves_no_timer(play: Play) -> None:
    shown = play(attributes='autoplay="false" speed="4"')
    shown.call("player.addEventListener('mechanism-step', ({detail}) => detail.step === 2 && player.pause())")
    shown.call("player.play()")
    shown.page.wait_for_timeout(2500)
    assert (shown.state()["step"], shown.state()["plays"]) == (2, False)
    ticks = shown.call(
        """new Promise(done => {
          let count = 0
          const own = window.setTimeout
          window.setTimeout = (...rest) => { count += 1; return own(...rest) }
          own(() => { window.setTimeout = own; done(count) }, 500)
        })"""
    )
    assert ticks == 0


def test_numbers_that_are_none_show_something_that_is(play: Play) -> None:
    shown = play()
    shown.call("player.go(2.5)")
    assert shown.state()["step"] == 2
    shown.call("player.go(NaN)")
    assert shown.state()["step"] == 0
    shown.call("player.seek(NaN)")
    assert shown.state()["time"] == 0
    assert shown.errors() == []


def test_expanding_and_closing_leave_the_page_where_it_was(play: Play) -> None:
    shown = play(height=500)
    shown.page.evaluate("document.body.style.paddingBlock = '900px'")
    shown.call("player.querySelector('[data-part=bar]').scrollIntoView()")
    before = shown.page.evaluate("scrollY")
    shown.press("expand")
    shown.page.wait_for_timeout(150)
    assert shown.page.evaluate("scrollY") == before
    shown.page.keyboard.press("Escape")
    shown.page.wait_for_timeout(150)
    assert shown.page.evaluate("scrollY") == before


def test_keys_step_from_all_of_the_player_and_zoom_while_expanded(play: Play) -> None:
    shown = play()
    shown.root.locator(".mechanism-all input").focus()
    shown.page.keyboard.press("ArrowRight")
    assert shown.state()["step"] == 1
    shown.press("expand")
    shown.page.keyboard.press("+")
    assert shown.call("player.scale") == 1.25
    shown.page.keyboard.press("Control+-")
    assert shown.call("player.scale") == 1.25
