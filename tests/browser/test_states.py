"""Every state is told without color: by width, bar, ring, tick, filled number and dashes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.contrast import contrast
from browser.shown import Shown

Show = Callable[..., Shown]
SCHEMES = pytest.mark.parametrize("scheme", ["default", "slate"])


@SCHEMES
def test_states_of_nodes(show: Show, scheme: str) -> None:
    """At step 2, worker and cache are active; push, job and queue were; the report is idle."""
    shown = show("loop", scheme=scheme)
    shown.step(2)
    looks = {
        name: tuple(look[part] for part in ("width", "bar", "ring", "tick", "dashes"))
        for name, look in shown.nodes().items()
    }
    idle, active, visited = (
        (1.5, 0, 0, 0, "3px, 0px"),
        (3, 1, 0.28, 0, "3px, 0px"),
        (1.5, 0, 0, 1, "3px, 0px"),
    )
    expected = {"push": visited, "job": visited, "queue": visited, "worker": active, "cache": active, "report": idle}
    assert looks == expected


@SCHEMES
def test_states_of_edges(show: Show, scheme: str) -> None:
    shown = show("loop", scheme=scheme)
    shown.step(2)
    widths = {name: look["width"] for name, look in shown.edges().items()}
    assert widths == {"describe": 2.25, "wait": 2.25, "take": 3.5, "fetch": 3.5, "keep": 1.5, "tell": 1.5, "again": 1.5}


@SCHEMES
def test_numbers_of_used_edges_are_filled(show: Show, scheme: str) -> None:
    shown = show("loop", scheme=scheme)
    shown.step(2)
    stage = shown.root.locator(".mechanism-stage").evaluate("each => getComputedStyle(each).backgroundColor")
    strength = {name: contrast(look["filled"], stage) for name, look in shown.edges().items()}
    filled = {name for name, ratio in strength.items() if ratio >= 3}
    assert filled == {"describe", "wait", "take", "fetch"}
    assert max(strength[name] for name in ("keep", "tell", "again")) < 1.05


def test_node_that_is_used_again_is_active_and_has_no_tick(show: Show) -> None:
    shown = show("loop")
    shown.step(5)
    assert shown.nodes()["worker"]["tick"] == 0
    assert shown.nodes()["cache"]["tick"] == 1


def test_unselected_is_dashed_without_number_and_not_filled(show: Show) -> None:
    shown = show("choice")
    shown.scenario(1)
    dashes = {name: look["dashes"] for name, look in (shown.nodes() | shown.edges()).items()}
    assert {name for name, value in dashes.items() if value == "3px, 5px"} == {"archive", "fetch", "bring", "put"}
    assert [shown.edges()[name]["number"] for name in ("fetch", "bring", "put")] == ["", "", ""]
    opacity = "each => getComputedStyle(each.querySelector('.body')).fillOpacity"
    wide = shown.root.locator("svg.mechanism-wide")
    assert [wide.locator(f"[data-node={name}]").evaluate(opacity) for name in ("archive", "desk")] == ["0", "1"]


def test_shapes_have_the_states_of_boxes(show: Show) -> None:
    shown = show("groups")
    shown.step(4)
    looks = shown.nodes()
    assert {name: looks[name]["width"] for name in ("editor", "fonts", "jobs", "printer", "sheets")} == {
        "editor": 1.5,
        "fonts": 1.5,
        "jobs": 3,
        "printer": 3,
        "sheets": 3,
    }
    assert {name: looks[name]["tick"] for name in ("editor", "fonts", "jobs")} == {"editor": 1, "fonts": 1, "jobs": 0}


def test_dark_scheme_of_the_theme_is_followed(show: Show) -> None:
    light, dark = (show("loop", scheme=scheme) for scheme in ("default", "slate"))
    ground = [
        each.root.locator("mechanism-player").evaluate("each => getComputedStyle(each).backgroundColor")
        for each in (light, dark)
    ]
    assert ground == ["rgb(255, 255, 255)", "rgb(38, 42, 53)"]


def test_light_scheme_of_the_theme_wins_over_a_dark_system(show: Show) -> None:
    shown = show("loop", scheme="default", color_scheme="dark")
    ground = shown.root.locator("mechanism-player").evaluate("each => getComputedStyle(each).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
