"""The player: what it shows at first, and what each control, option and method does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.pages import document
from browser.playing import Playing

Play = Callable[..., Playing]
FAST = 'autoplay="false" speed="20"'


def durations(name: str = "choice", scenario: int = 0) -> list[int]:
    return [step["duration"] for step in document(name)["scenarios"][scenario]["steps"]]


def test_first_frame_is_start(play: Play) -> None:
    shown = play()
    state = shown.state()
    assert (state["step"], state["time"], state["plays"], state["ready"]) == (0, 0, False, "hold")
    assert shown.words() == [f"choice-{state['scenario']}-0"]
    assert max(shown.widths().values()) == 1.5
    assert shown.tokens() == {}
    assert shown.heard() == []


def test_bar_takes_the_place_of_the_radio_buttons(play: Play) -> None:
    shown = play()
    assert shown.root.locator(".mechanism-bar").is_visible()
    assert not shown.root.locator(".mechanism-nojs").is_visible()


def test_play_pause_and_replay(play: Play) -> None:
    shown = play()
    assert shown.state()["button"] == "Play"
    shown.press("play")
    assert shown.state()["button"] == "Pause"
    shown.press("play")
    assert shown.state()["button"] == "Play"
    assert not shown.plays()
    shown.call("player.setAttribute('speed', 20)")
    shown.press("play")
    shown.wait("player.time === player.now.end && !player.since")
    state = shown.state()
    assert (state["button"], state["step"], state["ready"]) == ("Replay", len(durations()), "run")
    shown.call("player.setAttribute('speed', 1)")
    shown.press("play")
    assert shown.plays()
    assert shown.at() < len(durations())


def test_playing_goes_through_every_step_in_its_time(play: Play) -> None:
    shown = play(attributes='autoplay="false" speed="4"')
    times = shown.page.evaluate(
        """new Promise(done => {
          const player = document.querySelector('mechanism-player'), times = []
          for (const name of ['play', 'step', 'end'])
            player.addEventListener(`mechanism-${name}`, ({detail}) => {
              times.push([name, detail.step, performance.now()])
              if (name === 'end') done(times)
            })
          player.play()
        })"""
    )
    assert [each[:2] for each in times if each[0] == "step"] == [["step", n + 1] for n in range(len(durations()))]
    assert times[-1][0] == "end"
    assert times[-1][2] - times[0][2] == pytest.approx(sum(durations()) / 4, abs=400)


def test_previous_and_next_show_the_landing_of_each_step(play: Play) -> None:
    shown = play()
    shown.press("next")
    shown.press("next")
    shown.press("next")
    assert shown.at() == 3
    assert shown.state()["ready"] == "hold"
    assert set(shown.tokens()) == {"fetch", "bring"}
    shown.press("previous")
    assert shown.at() == 2
    assert set(shown.tokens()) == {"look"}
    assert not shown.plays()


def test_controls_stop_at_the_ends_and_keep_the_focus(play: Play) -> None:
    shown = play()
    assert shown.state()["disabled"] == ["previous"]
    shown.press("previous")
    assert shown.at() == 0
    shown.call(f"player.go({len(durations())})")
    assert shown.state()["disabled"] == ["next"]
    shown.press("next")
    assert (shown.at(), shown.focused()) == (len(durations()), "next")


def test_slider_has_a_segment_for_each_step_as_wide_as_it_lasts(play: Play) -> None:
    shown = play()
    for scenario, title in ((0, "From the archive"), (1, "From the shelf")):
        shown.root.locator("[data-part=scenario]").select_option(title)
        widths = shown.root.locator(".mechanism-track > i").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().width).filter(width => width)"
        )
        assert len(widths) == len(durations(scenario=scenario))
        share = [width / sum(widths) for width in widths]
        expected = [each / sum(durations(scenario=scenario)) for each in durations(scenario=scenario)]
        assert share == pytest.approx(expected, abs=0.01)


def test_segment_of_the_step_is_thicker(play: Play) -> None:
    shown = play()
    shown.call("player.go(2)")
    heights = shown.root.locator(".mechanism-track > i").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert [height == max(heights) for height in heights] == [False, True, False, False]


def test_dragging_the_slider_seeks_and_stands(play: Play) -> None:
    shown = play(attributes='autoplay="false"')
    shown.press("play")
    box = shown.root.locator("[data-part=slider]").bounding_box()
    assert box
    shown.page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2)
    state = shown.state()
    assert not state["plays"]
    assert state["time"] == pytest.approx(0.6 * sum(durations()), rel=0.05)
    assert (state["ready"], state["value"]) == ("run", pytest.approx(state["time"]))


def test_speed_changes_how_fast_it_plays(play: Play) -> None:
    shown = play()
    shown.root.locator("[data-part=speed]").select_option("2")
    assert not shown.plays()
    rate = """new Promise(done => {
      player.play()
      const time = player.time, now = performance.now()
      setTimeout(() => done((player.time - time) / (performance.now() - now)), 400)
    })"""
    assert shown.call(rate) == pytest.approx(2, abs=0.05)
    rates = "player.querySelector('svg').getAnimations({subtree: true}).map(each => each.playbackRate)"
    assert set(shown.call(rates)) == {2}
    shown.root.locator("[data-part=speed]").select_option("0.5")
    assert shown.plays()


def test_choice_of_scenario_begins_at_its_start(play: Play) -> None:
    shown = play()
    shown.call("player.go(3)")
    shown.root.locator("[data-part=scenario]").select_option("From the shelf")
    state = shown.state()
    assert (state["scenario"], state["step"], state["plays"]) == ("shelved", 0, False)
    assert state["current"] == shown.words() == ["choice-shelved-0"]
    assert shown.root.get_attribute("data-scenario") == "shelved"
    assert shown.edges()["put"]["dashes"] == "3px, 5px"
    shown.press("next")
    assert shown.words() == ["choice-shelved-1"]


def test_figure_of_one_scenario_offers_no_choice(play: Play) -> None:
    assert not play("loop").root.locator("[data-part=scenario]").is_visible()


def test_readers_pace_stops_after_each_step_until_next(play: Play) -> None:
    shown = play(attributes=FAST)
    shown.press("pace")
    assert shown.root.locator("[data-part=pace]").get_attribute("aria-pressed") == "true"
    for step in range(1, 4):
        shown.press("next")
        shown.wait(f"!player.since && player.step === {step}")
        state = shown.state()
        assert (state["time"], state["button"]) == (sum(durations()[:step]), "Play")
        assert shown.words() == [f"choice-archived-{step}"]
    shown.press("play")
    shown.wait("!player.since && player.step === 4")
    assert [each for each in shown.heard() if each[0] != "step"][:4] == [
        ["play", 1],
        ["pause", 1],
        ["play", 2],
        ["pause", 2],
    ]


def test_readers_pace_may_be_the_figures_own(play: Play) -> None:
    shown = play(attributes='pace="reader" speed="20"')
    shown.wait("player.step === 1 && !player.since")
    shown.page.wait_for_timeout(200)
    assert shown.at() == 1


def test_readers_pace_under_reduced_motion_steps(play: Play) -> None:
    shown = play(attributes='pace="reader"', reduced_motion="reduce")
    shown.press("next")
    assert (shown.at(), shown.plays()) == (1, False)


def test_loop_begins_again_after_a_rest(play: Play) -> None:
    shown = play(attributes='autoplay="false" loop speed="20"')
    shown.press("play")
    shown.wait("heard.filter(each => each[0] === 'play').length === 2")
    names = [each[0] for each in shown.heard() if each[0] != "step"]
    assert names == ["play", "pause", "end", "play"]


def test_loop_that_rests_can_be_left(play: Play) -> None:
    shown = play(attributes='autoplay="false" loop speed="20"')
    shown.press("play")
    shown.wait("heard.at(-1)[0] === 'end'")
    shown.press("previous")
    shown.page.wait_for_timeout(2200)
    assert (shown.at(), shown.plays()) == (3, False)


def test_figure_ends_without_loop(play: Play) -> None:
    shown = play(attributes="speed='20'")
    shown.wait("heard.at(-1)?.[0] === 'end'")
    shown.page.wait_for_timeout(300)
    assert not shown.plays()


@pytest.mark.parametrize(("attributes", "step"), [('autoplay="false"', 2), ("", 2)])
def test_own_scenario_and_step_are_shown_first(play: Play, attributes: str, step: int) -> None:
    shown = play(
        attributes=attributes,
        change=lambda markup: markup.replace('class="s0"', f'class="s1 t{step}"').replace(
            'data-scenario="archived"', 'data-scenario="shelved"'
        ),
        reduced_motion="reduce",
    )
    state = shown.state()
    assert (state["scenario"], state["step"], state["plays"]) == ("shelved", step, False)
    assert shown.words() == ["choice-shelved-2"]


def test_methods_keep_within_the_scenario(play: Play) -> None:
    shown = play()
    last = len(durations())
    for call, step, time in (
        ("go(99)", last, None),
        ("go(-3)", 0, 0),
        ("seek(1e9)", last, sum(durations())),
        ("seek(-5)", 1, 0),
        ("use('none')", 0, 0),
    ):
        shown.call(f"player.{call}")
        assert shown.at() == step
        assert time is None or shown.state()["time"] == time
    assert shown.errors() == []


def test_methods_stop_what_plays_and_tell(play: Play) -> None:
    shown = play()
    for call in ("go(2)", "seek(10)", "use('shelved')", "pause()"):
        shown.call("player.play()")
        shown.call(f"player.{call}")
        assert not shown.plays()
        assert [name for name, _ in shown.heard() if name != "step"][-2:] == ["play", "pause"]


def test_events_bubble_with_the_moment(play: Play) -> None:
    shown = play()
    detail = shown.page.evaluate(
        """new Promise(done => {
          const told = ({detail, target}) => done({...detail, tag: target.localName})
          addEventListener('mechanism-step', told, {once: true})
          document.querySelector('mechanism-player').go(2)
        })"""
    )
    assert detail.pop("time") == pytest.approx(durations()[0] + 0.466 * durations()[1], abs=20)
    assert detail == {"scenario": "archived", "step": 2, "duration": sum(durations()), "tag": "mechanism-player"}


def test_changed_values_are_marked(play: Play) -> None:
    shown = play("loop")
    for step in (1, 3):
        shown.call(f"player.go({step})")
        item = shown.root.locator("[aria-current]")
        marked = item.locator(".mechanism-changed").evaluate_all(
            "all => all.map(each => getComputedStyle(each).backgroundImage)"
        )
        assert all(each.startswith("linear-gradient") for each in marked)
        before, after = (
            dict(zip(each.locator("dt").all_text_contents(), each.locator("dd").all_text_contents(), strict=True))
            for each in (shown.root.locator(f"li.t{step - 1}"), item)
        )
        changed = {key for key, value in after.items() if before.get(key) != value}
        assert set(item.locator(".mechanism-changed dt").all_text_contents()) == changed
