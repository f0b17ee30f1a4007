"""Figures on one page leave each other alone: ids, radio buttons, rules and motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from browser.pages import ASSETS, figure, html
from browser.serving import Site
from browser.shown import Shown
from playwright.sync_api import Page

from mkdocs_mechanism.options import FigureOptions

Pair = tuple[Shown, Shown]


@pytest.fixture
def pair(open_page: Callable[..., Page], site: Site) -> Callable[[str, str], Pair]:
    """Return a function that shows two figures on a page; the second has to make room for the first's ids."""

    def shown(first: str, second: str) -> Pair:
        above = figure(first, options=FigureOptions(verify="warn"))
        below = figure(second, options=FigureOptions(verify="warn"), taken=above.ids, moves=False)
        for each in (above, below):
            site.put_all(ASSETS, each.files)
        page = open_page(html(above.markup, below.markup))
        return Shown(page, min(above.ids, key=len)), Shown(page, min(below.ids, key=len))

    return shown


@pytest.fixture
def twins(pair: Callable[[str, str], Pair]) -> Pair:
    return pair("choice", "choice")


def test_no_id_is_there_twice(twins: Pair) -> None:
    ids = twins[0].page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) > 20
    assert sorted(ids) == sorted(set(ids))


def test_no_radio_name_is_shared(twins: Pair) -> None:
    names = [
        set(each.root.locator("input[type=radio]").evaluate_all("all => all.map(each => each.name)")) for each in twins
    ]
    assert len(names[0]) == len(names[1]) == 2
    assert not names[0] & names[1]


def test_only_the_first_moves_by_itself(twins: Pair) -> None:
    first, second = twins
    assert [each.root.get_attribute("data-motion") for each in twins] == ["auto", "none"]
    assert first.moves()
    assert second.stands()


def test_second_plays_when_it_is_told_to(twins: Pair) -> None:
    first, second = twins
    first.pause()
    second.play()
    assert second.moves()
    assert first.stands()


def test_step_of_one_is_no_step_of_the_other(twins: Pair) -> None:
    first, second = twins
    second.step(3)
    assert max(second.widths().values()) == 3.5
    assert first.moves()
    first.step(1)
    assert [each.words()[0].rpartition("-")[2] for each in twins] == ["1", "3"]


def test_scenario_of_one_is_no_scenario_of_the_other(twins: Pair) -> None:
    first, second = twins
    second.scenario(1)
    assert second.edges()["put"]["dashes"] == "3px, 5px"
    assert first.edges()["put"]["dashes"] != "3px, 5px"
    assert first.edges()["put"]["number"] == "4"


@pytest.mark.parametrize("order", [("loop", "choice"), ("choice", "loop")])
def test_words_are_those_of_one_step_whichever_sheet_comes_last(pair: Callable[..., Pair], order: Pair) -> None:
    """The second figure links the shared stylesheet once more, after the first one's own."""
    for shown in pair(*order):
        shown.step(2)
        assert [each.rpartition("-")[2] for each in shown.words()] == ["2"]


def test_same_figure_is_the_same_file_once_more() -> None:
    first, second = figure("loop"), figure("loop", taken=figure("loop").ids, options=FigureOptions(verify="warn"))
    assert first.ids.isdisjoint(second.ids)
    assert first.stylesheet == second.stylesheet
    assert replace(first, markup="").files == replace(second, markup="").files
