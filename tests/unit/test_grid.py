"""The grid as a whole: what it accepts, and that nothing on its drawings covers anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from graphs import graph
from grid_documents import CASES, MADE, case, made, random_graph
from layout_rules import broken

from mkdocs_mechanism.drawing.grid import arrange_grid
from mkdocs_mechanism.drawing.layout import Layout

SIZES = pytest.mark.parametrize("is_narrow", [False, True], ids=["wide", "narrow"])


def drawn(name: str, is_narrow: bool, shared: Path | None = None) -> Layout:
    """Return the clean layout of a document."""
    mechanism, numbers = case(name, shared) if shared else made(name)
    found = arrange_grid(mechanism, numbers, is_narrow=is_narrow)
    assert found is not None
    layout, defects = found
    assert defects == 0
    assert broken(layout, mechanism, numbers) == []
    return layout


@SIZES
@pytest.mark.parametrize("name", CASES)
def test_shared_cases_are_drawn_without_a_fault(name: str, is_narrow: bool, shared: Path) -> None:
    layout = drawn(name, is_narrow, shared)
    assert layout.width == (328 if is_narrow else 656)
    assert layout.is_narrow == is_narrow


@SIZES
@pytest.mark.parametrize("name", [name for name in MADE if name != "chain of twelve"])
def test_hard_shapes_are_drawn_without_a_fault(name: str, is_narrow: bool) -> None:
    assert drawn(name, is_narrow).width == (328 if is_narrow else 656)


def test_twelve_nodes_are_drawn_wide_and_refused_narrow() -> None:
    assert len(drawn("chain of twelve", is_narrow=False).nodes) == 12
    assert arrange_grid(*made("chain of twelve"), is_narrow=True) is None


@SIZES
@pytest.mark.parametrize("seeds", [range(start, start + 25) for start in range(0, 300, 25)], ids=str)
def test_random_graphs_without_defects_break_no_rule(seeds: range, is_narrow: bool) -> None:
    """What the grid calls clean is clean; and it finds a clean drawing for most graphs."""
    clean = accepted = 0
    for seed in seeds:
        mechanism, numbers = random_graph(seed)
        found = arrange_grid(mechanism, numbers, is_narrow=is_narrow)
        if found is None:
            assert len(mechanism.nodes) > 9, seed
            continue
        accepted += 1
        if found[1] == 0:
            clean += 1
            assert broken(found[0], mechanism, numbers) == [], seed
    assert clean >= accepted / 4


@SIZES
@pytest.mark.parametrize(
    "mechanism",
    [
        graph(["a"], [("a", "a", "again")]),
        graph(["a", "b"], [("a", "b", "go")], groups={"g": ["a"]}),
        graph([], []),
        graph([f"n{index}" for index in range(13)], []),
        graph([*"abcde"], [(tail, head, "go") for tail, head in combinations("abcde", 2)]),
    ],
    ids=["self-loop", "group", "no node", "too many", "too dense"],
)
def test_what_it_is_not_made_for_is_refused(mechanism: object, is_narrow: bool) -> None:
    assert arrange_grid(mechanism, {}, is_narrow=is_narrow) is None  # type: ignore[arg-type]


def test_the_reference_document_is_no_taller_than_its_mockups(shared: Path) -> None:
    assert drawn("seed", False, shared).height <= 276
    assert drawn("seed", True, shared).height <= 460


def test_right_to_left_starts_at_the_right(shared: Path) -> None:
    layout = drawn("arabic", False, shared)
    assert layout.is_rtl
    assert [node.box.x for node in layout.nodes] == sorted((node.box.x for node in layout.nodes), reverse=True)


def test_left_mirrors_the_placement_and_not_the_script() -> None:
    layout = drawn("leftwards", is_narrow=False)
    assert not layout.is_rtl
    assert layout.nodes[0].box.x > layout.nodes[1].box.x


def test_down_goes_down() -> None:
    tops = [node.box.y for node in drawn("downwards", is_narrow=False).nodes]
    assert tops == sorted(tops)
    assert len(set(tops)) == 4


@pytest.mark.parametrize("is_narrow", [False, True])
def test_a_hub_stands_beside_all_its_neighbors(is_narrow: bool) -> None:
    layout = drawn("hub of eight", is_narrow)
    hub = layout.nodes[0].box
    assert all(hub.y <= node.box.center.y <= hub.bottom for node in layout.nodes[1:])
    assert all(len(route.path.segments) == 1 for route in layout.routes)


def test_boxes_are_equal_but_for_a_hub() -> None:
    sizes = {(node.box.width, node.box.height) for node in drawn("oauth", is_narrow=False).nodes}
    assert len(sizes) == 1
    assert len({node.box.width for node in drawn("raft", is_narrow=False).nodes}) == 1


def test_three_parallel_edges_make_the_boxes_taller() -> None:
    assert all(node.box.height >= 96 for node in drawn("three parallel", is_narrow=False).nodes)


def test_a_detail_wider_than_its_box_wraps() -> None:
    layout = drawn("wide detail", is_narrow=True)
    assert len(layout.nodes[1].detail) > 1
    assert all(len(line) > 2 for node in layout.nodes for line in (*node.lines, *node.detail))


def test_a_queue_has_room_for_its_bars_and_a_store_for_its_rim() -> None:
    plain = graph(["Jobs that wait"], [])
    sizes = {}
    for shape in ("box", "queue", "store"):
        nodes = {
            name: replace(node, label="Jobs that wait for work", shape=shape) for name, node in plain.nodes.items()
        }
        found = arrange_grid(replace(plain, nodes=nodes), {}, is_narrow=True)
        assert found is not None
        sizes[shape] = found[0].nodes[0].box
    assert sizes["queue"].width > sizes["box"].width
    assert sizes["store"].height > sizes["box"].height


PRINT_LAYOUTS = """
from grid_documents import made, random_graph
from mkdocs_mechanism.drawing.grid import arrange_grid
for drawn in (made("raft"), made("tree"), random_graph(3), random_graph(11)):
    for is_narrow in (False, True):
        print(arrange_grid(*drawn, is_narrow=is_narrow))
"""


def test_the_same_document_gives_the_same_layout_in_every_process() -> None:
    root = Path(__file__).resolve().parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_LAYOUTS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert "Layout(" in outputs.pop()
