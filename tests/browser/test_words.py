"""The words of one step are seen, or of all; sources open; nothing is seen twice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from browser.pages import document
from browser.shown import Shown

Show = Callable[..., Shown]


def test_one_step_is_seen_at_every_time(show: Show) -> None:
    shown = show("choice")
    for time in range(0, 9000, 450):
        shown.ask("seek", time)
        assert len(shown.words()) == 1, time


def test_all_steps_of_all_scenarios_are_seen_on_demand(show: Show) -> None:
    shown = show("choice")
    shown.root.locator(".mechanism-all input").check()
    steps = [("archived", 4), ("shelved", 3)]
    assert shown.words() == [f"choice-{name}-{step}" for name, last in steps for step in range(last + 1)]
    assert shown.root.locator(".mechanism-description").is_visible()
    assert [each.inner_text() for each in shown.root.locator(".mechanism-scenario b").all()] == [
        scenario["title"] for scenario in document("choice")["scenarios"]
    ]
    assert shown.moves()
    shown.root.locator(".mechanism-all input").uncheck()
    assert len(shown.words()) == 1


def test_steps_of_the_open_list_lie_one_below_the_other(show: Show) -> None:
    shown = show("loop")
    shown.root.locator(".mechanism-all input").check()
    boxes = [each.bounding_box() for each in shown.root.locator(".mechanism-steps > li").all()]
    for above, below in pairwise(boxes):
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"] + 0.5


@pytest.mark.parametrize("width", [1280, 360])
def test_steps_share_one_place(show: Show, width: int) -> None:
    """The tallest keeps the room, so that what follows stays where it is."""
    shown = show("loop", width=width)
    below = shown.root.locator(".mechanism-sources")
    places = set()
    for step in range(1, 6):
        shown.step(step)
        words = shown.root.locator(f"[id='loop-retry-{step}']")
        places.add((words.bounding_box()["y"], below.bounding_box()["y"]))
    assert len(places) == 1


def test_state_shows_what_earlier_steps_set(show: Show) -> None:
    """Step 3 of the loop sets nothing."""
    shown = show("loop")
    shown.step(3)
    rows = shown.root.locator("[id='loop-retry-3'] dl > div").all()
    assert [each.inner_text().split("\n") for each in rows] == [["Job", "running"], ["Jobs waiting", "0"]]


def test_what_moves_is_told(show: Show) -> None:
    shown = show("loop")
    shown.step(4)
    moves = shown.root.locator("[id='loop-retry-4'] .mechanism-moves > li").all()
    told = [each.inner_text().replace("\n", " ") for each in moves]
    assert told == ["Tell the result (Worker → Report)", "Try failed jobs again (Report → Queue)"]


def test_sources_open(show: Show) -> None:
    shown = show("loop")
    rows = shown.root.locator(".mechanism-sources li")
    assert not rows.first.is_visible()
    shown.root.locator("summary").click()
    assert [row.get_attribute("data-status") for row in rows.all() if row.is_visible()] == ["verified", "unpinned"]


def test_caption_and_limitations_are_seen(show: Show) -> None:
    shown = show("loop")
    written = document("loop")
    for text in (written["caption"], *written["limitations"]):
        assert shown.root.locator("figcaption").get_by_text(text, exact=True).is_visible()
