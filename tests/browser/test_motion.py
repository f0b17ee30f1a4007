"""Without any script the figure moves, and its reader can stop it, go through its steps, and let it move again."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from browser.pages import document, without_own_sheet
from browser.shown import Shown

Show = Callable[..., Shown]
STEPS = document("loop")["scenarios"][0]["steps"]
NODE = {"idle": 1.5, "active": 3, "visited": 1.5}
EDGE = {"idle": 1.5, "active": 3.5, "visited": 2.25}


def expected_widths(name: str, step: int, scenario: int = 0) -> dict[str, float]:
    """Return the stroke widths at a step, from the document alone."""
    written = document(name)
    steps = written["scenarios"][scenario]["steps"]
    widths = {}
    for target, value in written["targets"].items():
        is_edge = value["kind"] == "edge" if isinstance(value, dict) else " -> " in value
        used = [target in (*each["active"], *each["paths"]) for each in steps[:step]]
        state = "active" if used and used[-1] else "visited" if any(used) else "idle"
        widths[target] = (EDGE if is_edge else NODE)[state]
    return widths


def test_figure_moves(show: Show) -> None:
    assert show("loop").moves()


def test_without_its_own_stylesheet_nothing_moves(show: Show) -> None:
    """The control of the test above: it is the stylesheet that moves the figure, and the probe can tell."""
    assert show("loop", change=without_own_sheet).stands()


def test_pictures_at_two_times_differ(show: Show) -> None:
    shown = show("loop")
    stage = shown.root.locator(".mechanism-stage")
    first = stage.screenshot()
    assert any(shown.page.wait_for_timeout(150) or stage.screenshot() != first for _ in range(20))


def test_token_advances_along_its_edge(show: Show) -> None:
    shown = show("loop")
    places = []
    for time in (250, 500, 800, 1100):
        shown.ask("seek", time)
        places.append(shown.tokens()["describe"][0])
    assert places == sorted(set(places))
    assert places[-1] - places[0] > 50


@pytest.mark.parametrize("step", range(1, len(STEPS) + 1))
def test_playing_shows_each_step_and_its_words(show: Show, step: int) -> None:
    shown = show("loop")
    begin = sum(each["duration"] for each in STEPS[: step - 1])
    for time in (begin + 5, begin + STEPS[step - 1]["duration"] - 5):
        shown.ask("seek", time)
        assert shown.widths() == expected_widths("loop", step)
        assert shown.words() == [f"loop-retry-{step}"]
        assert shown.lit() == ["Play", str(step)]


def test_last_step_rests_before_the_loop_begins_again(show: Show) -> None:
    shown = show("loop")
    length = sum(each["duration"] for each in STEPS)
    shown.ask("seek", length + 1900)
    assert shown.widths() == expected_widths("loop", len(STEPS))
    assert shown.tokens() == {}
    shown.ask("seek", length + 2005)
    assert shown.widths() == expected_widths("loop", 1)


def test_edges_one_after_the_other_have_one_token_at_a_time(show: Show) -> None:
    """Step 4 goes from the worker to the report, and from there to the queue."""
    shown = show("loop")
    begin = sum(each["duration"] for each in STEPS[:3])
    seen = []
    for share in (0.2, 0.4, 0.55, 0.8):
        shown.ask("seek", begin + share * STEPS[3]["duration"])
        seen.append(sorted(shown.tokens()))
    assert seen == [["tell"], ["tell"], ["again"], ["again"]]


def test_edges_side_by_side_move_together(show: Show) -> None:
    shown = show("loop")
    shown.ask("seek", STEPS[0]["duration"] + 1500)
    assert sorted(shown.tokens()) == ["fetch", "take"]


def test_pause_stops_and_play_moves_again(show: Show) -> None:
    shown = show("loop")
    shown.pause()
    assert shown.stands()
    assert shown.lit() == ["Pause", "1"]
    shown.play()
    assert shown.moves()


@pytest.mark.parametrize("step", range(1, len(STEPS) + 1))
def test_chosen_step_is_shown_and_stands(show: Show, step: int) -> None:
    shown = show("loop")
    shown.step(step)
    assert shown.widths() == expected_widths("loop", step)
    assert shown.words() == [f"loop-retry-{step}"]
    assert shown.lit() == [str(step)]
    tokens = shown.tokens()
    assert sorted(tokens) == sorted(STEPS[step - 1]["paths"])
    for edge, at in tokens.items():
        assert math.dist(at, shown.ask("landing", edge)) <= 0.5


def test_chosen_step_stands_still_and_play_moves_again(show: Show) -> None:
    shown = show("loop")
    shown.step(3)
    assert shown.stands()
    shown.play()
    assert shown.moves()
    assert shown.lit()[0] == "Play"


def test_steps_are_chosen_by_keyboard(show: Show) -> None:
    shown = show("loop")
    shown.root.locator(".mechanism-play").focus()
    for _ in range(4):
        shown.page.keyboard.press("ArrowRight")
    assert shown.widths() == expected_widths("loop", 3)


def test_edges_show_the_numbers_of_their_steps(show: Show) -> None:
    shown = show("loop")
    numbers = {edge: look["number"] for edge, look in shown.edges().items()}
    expected = {"describe": "1", "wait": "1", "take": "2, 5", "fetch": "2", "keep": "3", "tell": "4", "again": "4"}
    assert numbers == expected


def test_rules_without_a_script_end_where_the_script_begins(show: Show) -> None:
    """The player sets `data-ready`; from then on a checked radio button means nothing."""
    shown = show("loop")
    shown.step(3)
    shown.page.evaluate("document.querySelector('mechanism-player').setAttribute('data-ready', '')")
    shown.ask("seek", 5)
    assert shown.widths() == expected_widths("loop", 1)


def test_narrow_drawing_moves_too(show: Show) -> None:
    shown = show("loop", width=360)
    assert shown.moves()
    shown.step(4)
    assert shown.widths() == expected_widths("loop", 4)
    for edge, at in shown.tokens().items():
        assert math.dist(at, shown.ask("landing", edge)) <= 0.5


def test_page_has_no_script(show: Show) -> None:
    """What this file says of readers without scripts is said of a page that has none."""
    assert show("loop").page.locator("script").count() == 0


def test_figure_with_its_rules_in_the_page_moves_too(show: Show) -> None:
    """Where a host can't publish files."""
    shown = show("loop", request={"assets": "inline"})
    assert shown.root.locator("link").count() == 0
    assert shown.moves()
    shown.step(4)
    assert shown.widths() == expected_widths("loop", 4)
