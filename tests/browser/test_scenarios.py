"""Several scenarios: one is shown, and which one follows from address and radio buttons, in this order of strength."""

from __future__ import annotations

from collections.abc import Callable

from browser.pages import figure
from browser.shown import Shown
from browser.test_motion import expected_widths

from mkdocs_mechanism.options import FigureOptions

Show = Callable[..., Shown]
FIRST = {"ask": "1", "look": "2", "fetch": "3", "bring": "3", "put": "4", "give": "4"}
SECOND = {"ask": "1", "look": "2", "give": "3", "fetch": "", "bring": "", "put": ""}


def numbers(shown: Shown) -> dict[str, str]:
    return {edge: look["number"] for edge, look in shown.edges().items()}


def dashed(shown: Shown) -> list[str]:
    looks = shown.nodes() | shown.edges()
    return [name for name, look in looks.items() if look["dashes"] == "3px, 5px"]


def steps_offered(shown: Shown) -> list[str]:
    labels = shown.root.locator(".mechanism-playback label").all()
    return [label.inner_text() for label in labels if label.is_visible()]


def test_first_scenario_is_shown(show: Show) -> None:
    shown = show("choice")
    assert numbers(shown) == FIRST
    assert dashed(shown) == []
    assert steps_offered(shown) == ["Play", "Pause", "1", "2", "3", "4"]
    assert "From the archive" in shown.lit()


def test_chosen_scenario_changes_numbers_steps_and_dashes(show: Show) -> None:
    shown = show("choice")
    shown.scenario(1)
    assert numbers(shown) == SECOND
    assert dashed(shown) == ["archive", "fetch", "bring", "put"]
    assert steps_offered(shown) == ["Play", "Pause", "1", "2", "3"]
    assert "From the shelf" in shown.lit()
    assert "From the archive" not in shown.lit()
    shown.scenario(0)
    assert numbers(shown) == FIRST
    assert dashed(shown) == []


def test_chosen_scenario_plays_its_own_steps_and_words(show: Show) -> None:
    shown = show("choice")
    shown.scenario(1)
    for step in (1, 2, 3):
        shown.ask("seek", 1000 * step - 500)
        assert shown.widths() == expected_widths("choice", step, scenario=1)
        assert shown.words() == [f"choice-shelved-{step}"]


def test_step_of_the_chosen_scenario_is_shown(show: Show) -> None:
    shown = show("choice")
    shown.scenario(1)
    shown.step(2, scenario=1)
    assert shown.widths() == expected_widths("choice", 2, scenario=1)
    assert shown.words() == ["choice-shelved-2"]
    assert shown.stands()


def test_step_of_another_scenario_counts_as_play(show: Show) -> None:
    shown = show("choice")
    shown.step(3)
    assert shown.stands()
    shown.scenario(1)
    assert numbers(shown) == SECOND
    assert shown.moves()
    shown.ask("seek", 500)
    assert shown.widths() == expected_widths("choice", 1, scenario=1)


def test_first_shown_scenario_is_an_option(show: Show) -> None:
    options = FigureOptions(id="choice", scenario="shelved")
    shown = show(figure("choice", options=options))
    assert numbers(shown) == SECOND
    assert dashed(shown) == ["archive", "fetch", "bring", "put"]
    assert steps_offered(shown) == ["Play", "Pause", "1", "2", "3"]
    shown.ask("seek", 500)
    assert shown.words() == ["choice-shelved-1"]
    shown.scenario(0)
    assert numbers(shown) == FIRST
    assert dashed(shown) == []


def test_step_in_the_address_is_shown_and_stands(show: Show) -> None:
    shown = show("choice", fragment="#choice-archived-3")
    assert shown.widths() == expected_widths("choice", 3)
    assert shown.words() == ["choice-archived-3"]
    assert shown.stands()


def test_step_in_the_address_brings_its_scenario(show: Show) -> None:
    shown = show("choice", fragment="#choice-shelved-2")
    assert shown.widths() == expected_widths("choice", 2, scenario=1)
    assert shown.words() == ["choice-shelved-2"]
    assert numbers(shown) == SECOND
    assert dashed(shown) == ["archive", "fetch", "bring", "put"]


def test_start_in_the_address_shows_nothing_active(show: Show) -> None:
    shown = show("choice", fragment="#choice-archived-0")
    assert set(shown.widths().values()) == {1.5}
    assert shown.words() == ["choice-archived-0"]
    assert shown.tokens() == {}
    assert shown.stands()


def test_start_of_another_scenario_in_the_address(show: Show) -> None:
    shown = show("choice", fragment="#choice-shelved-0")
    assert shown.words() == ["choice-shelved-0"]
    assert numbers(shown) == SECOND
    assert shown.stands()


def test_checked_radio_button_wins_over_the_address(show: Show) -> None:
    shown = show("choice", fragment="#choice-archived-3")
    shown.step(1)
    assert shown.widths() == expected_widths("choice", 1)
    assert shown.words() == ["choice-archived-1"]
    shown.play()
    assert shown.moves()


def test_scenario_of_the_address_wins_until_playback_is_chosen(show: Show) -> None:
    shown = show("choice", fragment="#choice-shelved-2")
    shown.play()
    assert numbers(shown) == FIRST
    shown.ask("seek", 500)
    assert shown.words() == ["choice-archived-1"]


def test_address_that_is_chosen_on_the_page_is_followed(show: Show) -> None:
    shown = show("choice", change=lambda markup: '<a id="go" href="#choice-shelved-3">step 3</a>' + markup)
    shown.page.locator("#go").click()
    assert shown.words() == ["choice-shelved-3"]
    assert shown.widths() == expected_widths("choice", 3, scenario=1)


def test_chosen_scenario_wins_over_the_address(show: Show) -> None:
    shown = show("choice", fragment="#choice-shelved-2")
    shown.scenario(0)
    assert numbers(shown) == FIRST
    assert [each.partition("-")[2].partition("-")[0] for each in shown.words()] == ["archived"]
