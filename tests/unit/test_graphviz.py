from __future__ import annotations

import json
import math
import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import pytest
from drawn import gap, numbered, problems
from graphs import graph

from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.drawing.curves import around, flat
from mkdocs_mechanism.drawing.dot import (
    Arc,
    Graph,
    GraphvizPure,
    LayoutEngine,
    LayoutError,
    dot_text,
    installed_engine,
    place,
)
from mkdocs_mechanism.drawing.geometry import Path, Point
from mkdocs_mechanism.drawing.graphviz import arrange_graphviz
from mkdocs_mechanism.drawing.layout import TEXT_INSET, TIP_GAP, Layout, Route
from mkdocs_mechanism.drawing.lettering import DETAIL, NAME, width

DECODE = graph(
    {
        "request": "Request text",
        "ids": "Token IDs",
        "sched": "Scheduler",
        "kv": "KV cache",
        "run": "Forward pass",
        "new": "New token",
    },
    [
        ("request", "ids", "Format and tokenize"),
        ("ids", "sched", "Add to queue"),
        ("sched", "run", "Select GPU work"),
        ("kv", "run", "Read cached K/V"),
        ("run", "kv", "Append new K/V"),
        ("run", "new", "Sample from logits"),
        ("new", "sched", "Reschedule unfinished request"),
    ],
)
SERVICES = graph(
    {
        "user": "Browser", "edge": "Edge proxy | TLS ends here", "web": "Web server", "cache": "Page cache | 60 s",
        "api": "API", "auth": "Token check", "queue": "Job queue", "worker": "Worker | 4 processes",
        "db": "Database | primary", "replica": "Replica", "blob": "Object store", "mail": "Mail gateway",
    },
    [
        ("user", "edge", "HTTPS request"), ("edge", "web", "Plain HTTP"), ("web", "cache", "Look up page"),
        ("cache", "web", "Hit"), ("web", "api", "Call for data"), ("api", "auth", "Check token"),
        ("auth", "api", "Claims"), ("api", "db", "Read rows"),
        ("api", "queue", "Add job"), ("queue", "worker", "Take next job"), ("worker", "blob", "Write file"),
        ("db", "replica", "Stream log"), ("worker", "mail", "Send receipt"), ("worker", "queue", "Retry failed job"),
        ("web", "user", "Response"),
    ],
    groups={
        "front": ["edge", "web", "cache"], "core": ["api", "auth", "queue", "worker"],
        "data": ["db", "replica", "blob"],
    },
)  # fmt: skip
HARD = graph(
    {"p": "Parser", "q": "Queue", "r": "Retry loop", "s": "Store", "lone": "Monitor"},
    [
        ("p", "q", "Push"), ("p", "q", "Push again"), ("q", "p", "Acknowledge"), ("r", "r", "Back off"),
        ("q", "r", "Failed"), ("r", "q", ""), ("q", "s", "Flush"), ("s", "s", ""), ("s", "s", "Compact"),
        ("p", "s", ""),
    ],
)  # fmt: skip
ARABIC = graph(
    {"a": "المستخدم", "b": "الخادم | المعالجة", "c": "قاعدة البيانات"},
    [("a", "b", "إرسال الطلب"), ("b", "c", "استعلام"), ("c", "b", "إرجاع النتيجة"), ("b", "b", "إعادة المحاولة")],
    direction="left",
    language="ar",
)
CASES = {"decode": DECODE, "services": SERVICES, "hard": HARD, "arabic": ARABIC}


def draw(mechanism: Mechanism, *, is_narrow: bool = False, numbers: Mapping[str, str] | None = None) -> Layout:
    return arrange_graphviz(mechanism, numbered(mechanism) if numbers is None else numbers, is_narrow=is_narrow)


def route(layout: Layout, name: str) -> Route:
    return next(route for route in layout.routes if route.edge == name)


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_nothing_stands_on_anything_else(case: str, is_narrow: bool) -> None:
    mechanism = CASES[case]
    assert problems(mechanism, draw(mechanism, is_narrow=is_narrow), numbered(mechanism)) == []


@pytest.mark.parametrize("seed", range(12))
def test_random_graphs_have_boxes_words_and_numbers_apart(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"n{index}" for index in range(dice.randrange(6, 17))]
    words = ["Send", "Read rows", "Write the page back", "", "Acknowledge", "Retry failed job"]
    edges = [(dice.choice(names[:index]), names[index], dice.choice(words)) for index in range(1, len(names))]
    edges += [(*dice.sample(names, 2), dice.choice(words)) for _ in range(len(names) // 3)]
    mechanism = graph(names, edges)
    numbers = {name: str(index + 1) for index, name in enumerate(mechanism.edges)}
    for is_narrow in (False, True):
        layout = draw(mechanism, is_narrow=is_narrow, numbers=numbers)
        touched = [text for text in problems(mechanism, layout, numbers) if not text.startswith("number of")]
        assert touched == []


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_a_route_starts_on_the_border_and_its_tip_stands_two_px_before_the_head(case: str, is_narrow: bool) -> None:
    mechanism = CASES[case]
    layout = draw(mechanism, is_narrow=is_narrow)
    boxes = {node.name: node.box for node in layout.nodes}
    assert [r.edge for r in layout.routes] == list(mechanism.edges)
    for r in layout.routes:
        edge = mechanism.edges[r.edge]
        assert gap(r.path.start, boxes[edge.tail or ""]) == pytest.approx(0, abs=0.01)
        assert gap(r.path.end, boxes[edge.head or ""]) == pytest.approx(TIP_GAP, abs=0.9)
        assert gap(r.path.end, boxes[edge.head or ""].grown(TIP_GAP)) == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("case", CASES)
def test_the_arrow_points_into_its_box(case: str) -> None:
    mechanism = CASES[case]
    layout = draw(mechanism)
    boxes = {node.name: node.box for node in layout.nodes}
    for r in layout.routes:
        turn = math.radians(r.angle)
        inside = Point(r.path.end.x + 5 * math.cos(turn), r.path.end.y + 5 * math.sin(turn))
        assert gap(inside, boxes[mechanism.edges[r.edge].head or ""]) < 1.5
        assert 0 <= r.angle < 360


@pytest.mark.parametrize("case", CASES)
def test_a_number_stands_on_its_route_away_from_the_box_it_leaves(case: str) -> None:
    mechanism = CASES[case]
    layout = draw(mechanism)
    boxes = {node.name: node.box for node in layout.nodes}
    for r in layout.routes:
        line = flat(r.path, 48)
        assert min(math.dist(r.number, point) for point in line + _between(line)) < 2
        if r.path.length() > 70:
            assert math.dist(r.number, r.path.start) > 14
            assert gap(r.number, boxes[mechanism.edges[r.edge].tail or ""]) > 5


def _between(line: list[Point]) -> list[Point]:
    """Return points on the stretches of a line."""
    return [Point(a.x + (b.x - a.x) * k / 40, a.y + (b.y - a.y) * k / 40) for a, b in pairwise(line) for k in range(40)]


def test_boxes_are_equally_wide_and_hold_their_words() -> None:
    layout = draw(SERVICES)
    assert len({node.box.width for node in layout.nodes}) == 1
    for node in layout.nodes:
        assert node.box.height >= 56
        for lines, font in ((node.lines, NAME), (node.detail, DETAIL)):
            assert all(width(line, font) + TEXT_INSET <= node.box.width for line in lines)


# The gaps of the engine, one by one.


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("second", [("a", "b", ""), ("b", "a", "")])
def test_a_pair_of_which_one_has_no_words_is_far_enough_apart(second: tuple[str, str, str], is_narrow: bool) -> None:
    layout = draw(graph(["a", "b"], [("a", "b", "Send"), second]), is_narrow=is_narrow, numbers={})
    one, two = (route(layout, name).path.point_at(0.5) for name in ("e0", "e1"))
    assert math.dist(one, two) >= 16


def test_a_pair_without_any_words_is_far_enough_apart() -> None:
    layout = draw(graph(["a", "b"], [("a", "b", ""), ("b", "a", "")]), numbers={})
    assert math.dist(route(layout, "e0").path.point_at(0.5), route(layout, "e1").path.point_at(0.5)) >= 12


@pytest.mark.parametrize("is_narrow", [False, True])
def test_a_self_loop_leaves_and_enters_one_side_with_its_words_beyond(is_narrow: bool) -> None:
    layout = draw(HARD, is_narrow=is_narrow)
    boxes = {node.name: node.box for node in layout.nodes}
    loop = route(layout, "e3")
    assert math.dist(loop.path.start, loop.path.end) >= 20
    assert loop.label
    assert gap(loop.label.box.center, boxes["r"]) > 20
    first, second = route(layout, "e7"), route(layout, "e8")
    assert second.path.length() > first.path.length() + 20


def test_nodes_without_edges_are_placed_in_rows() -> None:
    layout = draw(graph([f"Service {index}" for index in range(14)], [("Service 0", "Service 1", "Call")]))
    assert layout.width == 656
    assert len({round(node.box.y) for node in layout.nodes}) <= 6


@pytest.mark.parametrize("is_narrow", [False, True])
def test_a_frame_holds_its_boxes_its_title_and_the_words_of_its_own_edges(is_narrow: bool) -> None:
    layout = draw(SERVICES, is_narrow=is_narrow)
    nodes = {node.name: node for node in layout.nodes}
    assert [group.name for group in layout.groups] == ["front", "core", "data"]
    for group in layout.groups:
        members = {name for name, node in SERVICES.nodes.items() if node.group == group.name}
        inner = [nodes[name].box.grown(8) for name in members] + [group.label.box.grown(2)]
        for r in layout.routes:
            edge = SERVICES.edges[r.edge]
            if {edge.tail, edge.head} <= members:
                inner += [around(point, (2, 2)) for point in flat(r.path)]
                inner += [r.label.box] if r.label else []
        for box in inner:
            assert group.box.x <= box.x
            assert group.box.y <= box.y
            assert box.right <= group.box.right
            assert box.bottom <= group.box.bottom
        for name in nodes.keys() - members:
            assert not group.box.overlaps(nodes[name].box)


def test_an_empty_group_has_no_frame() -> None:
    assert draw(graph(["a", "b"], [("a", "b", "")], groups={"g": []})).groups == ()


def test_forward_edges_are_kept_straighter_and_no_ports_or_ranks_are_forced() -> None:
    text = dot_text(Graph(((72, 56), (72, 56)), (Arc(0, 1, (40, 20), 4), Arc(1, 0, None))))
    assert "n0 -> n1 [id=e0 weight=4" in text
    assert "n1 -> n0 [id=e1 weight=1]" in text
    assert "rank=same" not in text
    assert "constraint" not in text
    assert ":" not in text


@dataclass(frozen=True)
class Recorder:
    """The real engine, and what it was given."""

    given: list[str]
    real: LayoutEngine
    name: str = "recorder"

    def __call__(self, dot: str) -> bytes:
        self.given.append(dot)
        return self.real(dot)


def test_no_name_and_no_word_of_the_author_reaches_the_engine() -> None:
    evil = '"];}<b>&</TABLE> $(id) \\N é'
    mechanism = graph({evil: evil, "b": "b | " + evil}, [(evil, "b", evil)], groups={evil: [evil]})
    recorder = Recorder([], installed_engine())
    layout = arrange_graphviz(mechanism, {"e0": "1"}, is_narrow=False, engine=recorder)
    assert layout.engine == "recorder"
    assert layout.nodes[0].name == evil
    for text in recorder.given:
        assert text.isascii()
        assert "$" not in text
        assert "<b>" not in text
        assert "\\" not in text


def test_the_engine_reserves_the_room_of_a_label() -> None:
    placed = place(Graph(((72, 56), (72, 56)), (Arc(0, 1, (70, 32)),)), installed_engine())
    assert placed.nodes[1].y - placed.nodes[0].y >= 56 + 32
    assert placed.labels[0] is not None
    assert placed.labels[0].x - placed.nodes[0].x == pytest.approx(35, abs=2)


@dataclass(frozen=True)
class Forgetful:
    """The real engine, losing things of the first edge: always, or only with curved lines."""

    key: str
    is_always: bool
    real: LayoutEngine
    name: str = "forgetful"

    def __call__(self, dot: str) -> bytes:
        answer = json.loads(self.real(dot))
        if self.is_always or "splines=true" in dot:
            del answer["edges"][0][self.key]
        return json.dumps(answer).encode()


@pytest.mark.parametrize("key", ["pos", "lp"])
def test_a_lost_route_or_label_is_asked_for_again_with_straight_lines(key: str) -> None:
    engine = Forgetful(key, False, installed_engine())
    layout = arrange_graphviz(DECODE, {}, is_narrow=False, engine=engine)
    assert all(r.path.length() > 20 and r.label for r in layout.routes)


@pytest.mark.parametrize(("key", "what"), [("pos", 'edge "e0"'), ("lp", 'the label of edge "e0"')])
def test_what_stays_lost_is_an_error_that_names_it(key: str, what: str) -> None:
    with pytest.raises(LayoutError, match=f"forgetful returned no place for {what}"):
        arrange_graphviz(DECODE, {}, is_narrow=False, engine=Forgetful(key, True, installed_engine()))


def test_an_engine_that_is_not_there_or_fails_is_an_error() -> None:
    with pytest.raises(LayoutError, match="could not be started"):
        GraphvizPure("/nowhere/graphviz-pure")("digraph {}")
    with pytest.raises(LayoutError, match="ended with status"):
        installed_engine()("digraph { a -> ")


def test_an_answer_that_is_no_layout_is_an_error() -> None:
    @dataclass(frozen=True)
    class Silly:
        name: str = "silly"

        def __call__(self, dot: str) -> bytes:
            return b'{"bb": "0,0,1"}'

    with pytest.raises(LayoutError, match="silly gave an answer that can't be read"):
        arrange_graphviz(DECODE, {}, is_narrow=False, engine=Silly())


@pytest.mark.parametrize("case", CASES)
def test_the_same_mechanism_gives_the_same_layout(case: str) -> None:
    mechanism = CASES[case]
    assert draw(mechanism) == draw(mechanism)


def test_small_and_middling_graphs_fit_the_stage() -> None:
    for mechanism in CASES.values():
        layout = draw(mechanism)
        assert 656 <= layout.width <= 656 / 0.92
    assert 328 <= draw(ARABIC, is_narrow=True).width <= 328 / 0.92


def test_direction_is_kept_where_it_fits() -> None:
    chain = [("a", "b", "Go"), ("b", "c", "Go")]
    xs, ys = ({}, {})
    for direction in ("right", "left", "down"):
        layout = draw(graph(["a", "b", "c"], chain, direction=direction))
        xs[direction] = [node.box.x for node in layout.nodes]
        ys[direction] = [node.box.y for node in layout.nodes]
    assert xs["right"] == sorted(xs["right"])
    assert len(set(ys["right"])) == 1
    assert xs["left"] == sorted(xs["left"], reverse=True)
    assert ys["down"] == sorted(ys["down"])
    assert len(set(xs["down"])) == 1


def test_words_of_a_mirrored_drawing_stand_left_of_their_line() -> None:
    layout = draw(ARABIC, is_narrow=True)
    first = route(layout, "e0")
    assert layout.is_rtl
    assert first.label
    assert first.label.anchor == "right"
    assert first.label.box.right < first.path.start.x


def test_a_nearly_straight_route_is_straight() -> None:
    layout = draw(DECODE, is_narrow=True)
    path = route(layout, "e0").path
    assert path == Path(path.start, ((path.end,),))
    assert path.start.x == path.end.x
