from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from graphs import graph

from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.drawing.arrange import arrange
from mkdocs_mechanism.drawing.graphviz import arrange_graphviz
from mkdocs_mechanism.drawing.grid import arrange_grid

RING = graph(
    ["one", "two", "three", "four"],
    [("one", "two", "Send"), ("two", "three", "Check"), ("three", "four", "Store"), ("four", "one", "Answer")],
)


def chain(count: int) -> Mechanism:
    names = [f"n{index}" for index in range(count)]
    return graph(names, [(a, b, "Next") for a, b in pairwise(names)])


@pytest.mark.parametrize("is_narrow", [False, True])
def test_a_small_graph_is_drawn_on_the_grid(is_narrow: bool) -> None:
    layout = arrange(RING, {"e0": "1"}, is_narrow=is_narrow)
    assert layout.engine == "grid"
    assert layout.is_narrow == is_narrow
    assert layout.width == (328 if is_narrow else 656)


@pytest.mark.parametrize(
    "mechanism",
    [
        chain(13),
        graph(["a", "b"], [("a", "b", "")], groups={"g": ["a"]}),
        graph(["a", "b"], [("a", "b", ""), ("a", "a", "Again")]),
    ],
    ids=["thirteen nodes", "groups", "self-loop"],
)
def test_what_the_grid_is_not_made_for_is_drawn_on_cells_without_an_engine(mechanism: Mechanism) -> None:
    layout = arrange(mechanism, {}, is_narrow=False)
    assert layout.engine == "cells"
    assert layout.width == 656


def test_many_nodes_are_drawn_by_graphviz() -> None:
    assert arrange(chain(21), {}, is_narrow=False).engine == "graphviz-pure"


def hub(spokes: int) -> Mechanism:
    names = ["hub", *(f"spoke {index}" for index in range(spokes))]
    edges = [pair for name in names[1:] for pair in (("hub", name, "Ask for zone"), (name, "hub", "Answer with data"))]
    return graph(names, edges, groups={"all": names})


def test_where_no_narrow_layout_is_good_the_wide_one_is_returned() -> None:
    mechanism = hub(8)
    numbers = dict.fromkeys(mechanism.edges, "1")
    assert arrange_grid(mechanism, numbers, is_narrow=True) is None
    assert arrange_graphviz(mechanism, numbers, is_narrow=True).width > 328 / 0.85
    wide = arrange(mechanism, numbers, is_narrow=False)
    assert arrange(mechanism, numbers, is_narrow=True, wide=wide) is wide
    assert arrange(mechanism, numbers, is_narrow=True) == wide
    assert not wide.is_narrow


def test_a_mechanism_without_nodes_has_an_empty_layout() -> None:
    layout = arrange(graph([], []), {}, is_narrow=True)
    assert (layout.width, layout.nodes, layout.routes, layout.is_narrow) == (328, (), (), True)


def test_the_engine_is_not_even_imported_for_the_grid() -> None:
    program = (
        "import sys; from graphs import graph; from mkdocs_mechanism.drawing.arrange import arrange\n"
        "arrange(graph(['a', 'b'], [('a', 'b', 'Go')]), {}, is_narrow=False)\n"
        "assert 'mkdocs_mechanism.drawing.dot' not in sys.modules, 'the engine was loaded'\n"
        "assert 'subprocess' not in sys.modules, 'subprocess was loaded'"
    )
    path = "import sys; sys.path[:0] = ['.', 'tests']\n"
    done = subprocess.run([sys.executable, "-c", path + program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
