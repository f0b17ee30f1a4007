"""The rules can fail: each is broken on purpose in an otherwise clean layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from grid_documents import made
from layout_rules import broken

from mkdocs_mechanism.drawing.geometry import Box, Path, Point
from mkdocs_mechanism.drawing.grid import arrange_grid
from mkdocs_mechanism.drawing.layout import Label, Layout, NodeBox, Route

MECHANISM, NUMBERS = made("oauth")


def clean() -> Layout:
    found = arrange_grid(MECHANISM, NUMBERS, is_narrow=False)
    assert found is not None
    return found[0]


def with_node(layout: Layout, index: int, change: Callable[[NodeBox], NodeBox]) -> Layout:
    nodes = list(layout.nodes)
    nodes[index] = change(nodes[index])
    return replace(layout, nodes=tuple(nodes))


def with_route(layout: Layout, index: int, change: Callable[[Route], Route]) -> Layout:
    routes = list(layout.routes)
    routes[index] = change(routes[index])
    return replace(layout, routes=tuple(routes))


def with_label(layout: Layout, index: int, x: float, y: float) -> Layout:
    """Return the layout with the middle of a label moved to a place."""

    def moved(route: Route) -> Route:
        label = route.label
        assert label is not None
        box = Box(x - label.box.width / 2, y - label.box.height / 2, label.box.width, label.box.height)
        return replace(route, label=replace(label, box=box))

    return with_route(layout, index, moved)


def straight(layout: Layout, index: int, start: Point, end: Point) -> Layout:
    return with_route(layout, index, lambda route: replace(route, path=Path(start, ((end,),))))


def shifted(route: Route, x: float, y: float) -> Route:
    def move(point: Point) -> Point:
        return Point(point.x + x, point.y + y)

    segments = tuple(tuple(move(point) for point in segment) for segment in route.path.segments)
    return replace(route, path=Path(move(route.path.start), segments))


def narrower(label: Label | None) -> Label:
    assert label is not None
    return replace(label, box=label.box._replace(width=label.box.width / 2))


def test_the_layout_is_clean_before_it_is_broken() -> None:
    assert broken(clean(), MECHANISM, NUMBERS) == []


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("complete", lambda clean: replace(clean, nodes=clean.nodes[1:] + clean.nodes[:1])),
        ("complete", lambda clean: replace(clean, routes=clean.routes[::-1])),
        ("complete", lambda clean: with_route(clean, 0, lambda route: replace(route, label=None))),
        ("inside", lambda clean: with_label(clean, 0, 0, 10)),
        ("inside", lambda clean: replace(clean, height=clean.nodes[2].box.bottom)),
        ("words", lambda clean: with_node(clean, 0, lambda node: replace(node, lines=("Brow",)))),
        ("words", lambda clean: with_node(clean, 2, lambda node: replace(node, lines=("Authorization server",)))),
        ("words", lambda clean: with_route(clean, 5, lambda route: replace(route, label=narrower(route.label)))),
        ("boxes", lambda clean: with_node(clean, 0, lambda node: replace(node, box=clean.nodes[1].box))),
        ("labels", lambda clean: with_label(clean, 0, *clean.routes[1].label.box.center)),
        ("labels-on-boxes", lambda clean: with_label(clean, 0, *clean.nodes[3].box.center)),
        ("labels-on-routes", lambda clean: with_label(clean, 0, *clean.routes[5].path.point_at(0.5))),
        ("labels-on-numbers", lambda clean: with_label(clean, 5, *clean.routes[0].number)),
        ("ticks", lambda clean: with_label(clean, 5, clean.nodes[0].box.right, clean.nodes[0].box.y)),
        ("ends", lambda clean: with_route(clean, 5, lambda route: shifted(route, 4, 0))),
        ("ends", lambda clean: with_route(clean, 5, lambda route: replace(route, angle=90.0))),
        ("ports", lambda clean: with_route(clean, 1, lambda route: shifted(route, 0, -8))),
        (
            "routes-through-boxes",
            lambda clean: straight(clean, 0, clean.nodes[0].box.center, clean.nodes[3].box.center),
        ),
        ("numbers", lambda clean: with_route(clean, 5, lambda route: replace(route, number=route.path.start))),
        ("numbers", lambda clean: with_route(clean, 5, lambda route: replace(route, number=Point(10, 10)))),
        (
            "crossings",
            lambda clean: straight(clean, 0, Point(clean.routes[5].number.x, 0), Point(clean.routes[5].number.x, 99)),
        ),
        ("crossings", lambda clean: with_route(clean, 1, lambda _: shifted(clean.routes[0], 0, 4))),
    ],
)  # fmt: skip
def test_a_broken_layout_is_found(rule: str, change: Callable[[Layout], Layout]) -> None:
    found = broken(change(clean()), MECHANISM, NUMBERS)
    assert rule in {line.split(":")[0] for line in found}, found
