from __future__ import annotations

import random
from itertools import pairwise

import pytest
from drawn import gap, numbered, problems
from graphs import graph

from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.drawing.arrange import arrange
from mkdocs_mechanism.drawing.assembly import Drawing
from mkdocs_mechanism.drawing.curves import around, distance, flat, number_size
from mkdocs_mechanism.drawing.layout import TIP_GAP, Layout
from mkdocs_mechanism.drawing.tiles import drawings_on_cells

LOGIN = graph(
    {
        "user": "Browser", "app": "Web app | holds no secret", "session": "Session store", "api": "API server",
        "login": "Sign-in page", "token": "Token endpoint | checks the code", "keys": "Signing keys", "db": "Orders",
    },
    [
        ("user", "app", "Open page"), ("app", "login", "Redirect with state"), ("login", "user", "Ask for password"),
        ("login", "app", "Code"), ("app", "token", "Exchange code"), ("token", "keys", "Sign"),
        ("token", "app", "Access token"), ("app", "session", "Save session"), ("app", "api", "Call with token"),
        ("api", "db", "Read orders"), ("api", "app", "Orders"),
    ],
    groups={"ours": ["app", "session", "api", "db"], "provider": ["login", "token", "keys"]},
)  # fmt: skip
LOG = graph(
    {
        "client": "Client", "backend": "Backend | one a connection", "pool": "Buffer pool | pages of 8 KiB",
        "buffer": "Log buffer", "log": "Write-ahead log | append only", "data": "Data files",
        "checkpointer": "Checkpointer", "startup": "Startup process | runs after a crash",
    },
    [
        ("client", "backend", "UPDATE, COMMIT"), ("data", "pool", "Read page"), ("backend", "pool", "Change row"),
        ("backend", "buffer", "Add record"), ("buffer", "log", "Write, sync"), ("backend", "client", "Committed"),
        ("pool", "checkpointer", "Changed pages"), ("checkpointer", "data", "Write, sync pages"),
        ("checkpointer", "log", "Checkpoint record"), ("log", "startup", "Read records"),
        ("startup", "pool", "Change again"),
    ],
    groups={"memory": ["pool", "buffer"], "disk": ["log", "data"]},
)  # fmt: skip
COMPILER = graph(
    [
        "Source", "Lexer", "Parser", "Resolver", "Type checker", "Desugarer", "Middle IR", "Optimizer", "Inliner",
        "Borrow checker", "Code generator", "Assembler", "Linker", "Executable",
    ],
    [
        ("Source", "Lexer", "Characters"), ("Lexer", "Parser", "Tokens"), ("Parser", "Resolver", "Tree"),
        ("Resolver", "Type checker", "Bound names"), ("Type checker", "Desugarer", "Typed tree"),
        ("Desugarer", "Middle IR", "Lower"), ("Middle IR", "Borrow checker", "Check loans"),
        ("Borrow checker", "Optimizer", "Accepted"), ("Optimizer", "Inliner", "Ask to inline"),
        ("Inliner", "Optimizer", "Inlined body"), ("Optimizer", "Middle IR", "Run again"),
        ("Optimizer", "Code generator", "Final IR"), ("Code generator", "Assembler", "Assembly"),
        ("Assembler", "Linker", "Objects"), ("Linker", "Executable", "Link"),
        ("Type checker", "Resolver", "Import a module"), ("Borrow checker", "Source", "Report an error"),
    ],
)  # fmt: skip
HEBREW = graph(
    {"a": "לקוח", "b": "שרת", "c": "מסד נתונים"},
    [("a", "b", "בקשה"), ("b", "c", "שאילתה"), ("c", "b", "שורות"), ("b", "b", "ניסיון חוזר")],
    groups={"g": ["b", "c"]},
    direction="left",
    language="he",
)
CASES = {"login": LOGIN, "log": LOG, "compiler": COMPILER, "hebrew": HEBREW}


def calmest(mechanism: Mechanism, *, is_narrow: bool) -> Drawing:
    return min(drawings_on_cells(mechanism, numbered(mechanism), is_narrow=is_narrow), key=lambda drawing: drawing.cost)


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_no_words_stand_on_a_box_or_on_other_words_and_no_route_runs_through_a_box(case: str, is_narrow: bool) -> None:
    mechanism = CASES[case]
    layout = arrange(mechanism, numbered(mechanism), is_narrow=is_narrow)
    assert problems(mechanism, layout, numbered(mechanism)) == []


@pytest.mark.parametrize("case", CASES)
def test_a_wide_drawing_is_hardly_scaled_and_never_a_tower(case: str) -> None:
    layout = arrange(CASES[case], numbered(CASES[case]), is_narrow=False)
    assert layout.engine == "cells"
    assert 656 <= layout.width <= 656 / 0.92
    assert layout.height <= 690


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_routes_join_their_boxes_and_bear_their_numbers(case: str, is_narrow: bool) -> None:
    mechanism = CASES[case]
    layout = calmest(mechanism, is_narrow=is_narrow).layout
    boxes = {node.name: node.box for node in layout.nodes}
    for route in layout.routes:
        edge = mechanism.edges[route.edge]
        assert gap(route.path.start, boxes[edge.tail or ""]) == pytest.approx(0, abs=0.01)
        assert gap(route.path.end, boxes[edge.head or ""]) == pytest.approx(TIP_GAP, abs=0.01)
        line = flat(route.path, 48)
        assert min(distance(route.number, a, b) for a, b in pairwise(line)) < 1


@pytest.mark.parametrize("is_narrow", [False, True])
@pytest.mark.parametrize("case", ["login", "log", "hebrew"])
def test_a_frame_holds_its_boxes_and_no_other_and_its_title_stands_where_reading_starts(
    case: str, is_narrow: bool
) -> None:
    mechanism = CASES[case]
    layout = calmest(mechanism, is_narrow=is_narrow).layout
    for group in layout.groups:
        for node in layout.nodes:
            if mechanism.nodes[node.name].group == group.name:
                assert group.box.x <= node.box.x - 8
                assert group.box.y <= group.label.box.y
                assert group.label.box.bottom <= node.box.y
                assert node.box.right + 8 <= group.box.right
                assert node.box.bottom + 8 <= group.box.bottom
            else:
                assert not group.box.overlaps(node.box)
        side = group.box.right - group.label.box.right if layout.is_rtl else group.label.box.x - group.box.x
        assert side == pytest.approx(12)


def test_boxes_of_a_row_are_equally_high_and_those_of_a_column_equally_wide() -> None:
    layout = calmest(LOG, is_narrow=False).layout
    for one in layout.nodes:
        for two in layout.nodes:
            if one.box.center.y == pytest.approx(two.box.center.y):
                assert one.box.height == two.box.height
            if one.box.center.x == pytest.approx(two.box.center.x):
                assert one.box.width == two.box.width


@pytest.mark.parametrize("seed", range(10))
def test_random_graphs_with_groups_have_boxes_words_and_numbers_apart(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"n{index}" for index in range(dice.randrange(4, 13))]
    words = ["Send", "Read rows", "Write the page back", "", "Acknowledge", "Retry failed job"]
    edges = [(dice.choice(names[:index]), names[index], dice.choice(words)) for index in range(1, len(names))]
    edges += [(*dice.sample(names, 2), dice.choice(words)) for _ in range(len(names) // 3)]
    half = len(names) // 2
    mechanism = graph(names, edges, groups={"one": names[1:half], "two": names[half : half + 2]})
    numbers = {name: str(index + 1) for index, name in enumerate(mechanism.edges)}
    for is_narrow in (False, True):
        layout = arrange(mechanism, numbers, is_narrow=is_narrow)
        assert [text for text in problems(mechanism, layout, numbers) if not text.startswith("number of")] == []


def test_the_same_mechanism_gives_the_same_drawing() -> None:
    for mechanism in CASES.values():
        assert calmest(mechanism, is_narrow=False) == calmest(mechanism, is_narrow=False)


def test_mirrored_drawings_start_at_the_right() -> None:
    layout: Layout = calmest(HEBREW, is_narrow=False).layout
    xs = {node.name: node.box.x for node in layout.nodes}
    assert xs["a"] > xs["b"]
    discs = [around(r.number, number_size("1")) for r in layout.routes]
    assert all(disc.x >= 4 for disc in discs)
