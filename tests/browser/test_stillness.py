"""A figure stands still where its reader, the author or the page wants it to; its steps can be chosen all the same."""

from __future__ import annotations

from collections.abc import Callable

from browser.pages import figure
from browser.shown import Shown
from browser.test_motion import expected_widths

from mkdocs_mechanism.options import FigureOptions

Show = Callable[..., Shown]
WAITS = {"options": FigureOptions(id="loop", verify="warn", autoplay=False)}
REDUCED = {"reduced_motion": "reduce"}


def test_reduced_motion_stands_with_nothing_active(show: Show) -> None:
    shown = show("loop", **REDUCED)
    assert shown.stands()
    assert set(shown.widths().values()) == {1.5}
    assert shown.words() == ["loop-retry-0"]
    assert shown.lit() == []


def test_reduced_motion_shows_a_chosen_step_without_tokens(show: Show) -> None:
    shown = show("loop", **REDUCED)
    shown.step(4)
    assert shown.widths() == expected_widths("loop", 4)
    assert shown.words() == ["loop-retry-4"]
    assert shown.tokens() == {}


def test_reduced_motion_shows_the_step_of_the_address(show: Show) -> None:
    shown = show("choice", fragment="#choice-shelved-2", **REDUCED)
    assert shown.widths() == expected_widths("choice", 2, scenario=1)
    assert shown.tokens() == {}
    assert shown.stands()


def test_reduced_motion_plays_without_tokens_when_told_to(show: Show) -> None:
    shown = show("loop", **REDUCED)
    shown.play()
    shown.ask("seek", 1000)
    assert shown.widths() == expected_widths("loop", 1)
    assert shown.tokens() == {}


def test_figure_that_waits_stands_until_play(show: Show) -> None:
    shown = show("loop", request=WAITS)
    assert shown.stands()
    assert set(shown.widths().values()) == {1.5}
    assert shown.words() == ["loop-retry-0"]
    assert shown.lit() == []
    shown.play()
    assert shown.moves()


def test_figure_that_waits_shows_a_chosen_step(show: Show) -> None:
    shown = show("loop", request=WAITS)
    shown.step(2)
    assert shown.widths() == expected_widths("loop", 2)


def test_pause_of_a_figure_that_waits_leaves_it_still(show: Show) -> None:
    shown = show("loop", request=WAITS)
    shown.pause()
    assert shown.stands()


def test_step_option_is_the_step_first_shown(show: Show) -> None:
    options = FigureOptions(id="loop", verify="warn", autoplay=False, step=3)
    shown = show(figure("loop", options=options))
    assert shown.widths() == expected_widths("loop", 3)
    assert shown.words() == ["loop-retry-3"]
    assert sorted(shown.tokens()) == ["keep"]
    assert shown.stands()
    shown.step(1)
    assert shown.widths() == expected_widths("loop", 1)
    shown.play()
    assert shown.moves()


def test_step_option_gives_way_to_the_address(show: Show) -> None:
    options = FigureOptions(id="loop", verify="warn", autoplay=False, step=3)
    shown = show(figure("loop", options=options), fragment="#loop-retry-1")
    assert shown.widths() == expected_widths("loop", 1)
    assert shown.words() == ["loop-retry-1"]


def test_picture_of_an_excerpt_stands_and_leads_to_the_post(show: Show) -> None:
    shown = show("still")
    assert shown.root.locator("mechanism-player, input, ol").count() == 0
    assert shown.root.locator("a").get_attribute("href") == "../a-post/#still"
    assert {look["width"] for look in (shown.nodes() | shown.edges()).values()} == {1.5}
    assert {edge: look["number"] for edge, look in shown.edges().items()} == {"shut": "2", "push": "1"}
    assert shown.stands()
