"""The costs of placements, and the search among them."""

from __future__ import annotations

from itertools import permutations

import pytest

from mkdocs_mechanism.drawing.patterns import Place
from mkdocs_mechanism.drawing.placement import BLOCKED, CROSSING, Costs, Graph
from mkdocs_mechanism.drawing.search import Search, grids, packed
from mkdocs_mechanism.drawing.ways import Board, Way, board


def cheapest(tail: tuple[int, int], head: tuple[int, int], *others: tuple[int, int], rows: int = 3) -> Way | None:
    """Return the way between two cells of three columns, with other cells taken."""
    grid = Board(3, rows, "right")
    numbers = [grid.number(Place(*cell)) for cell in (tail, head, *others)]
    taken = 0
    for number in numbers:
        taken |= grid.masks[number]
    return grid.choice(numbers[0], numbers[1]).free(taken)


@pytest.mark.parametrize(
    ("tail", "head", "others", "sides", "cost"),
    [
        ((0, 0), (1, 0), [], "RL", 0.0),
        ((0, 0), (2, 0), [], "RL", 0.5),
        ((0, 0), (0, 1), [], "BT", 0.5),
        ((0, 0), (0, 2), [], "BT", 0.7 + 0.5),
        ((1, 0), (0, 0), [], "LR", 0.7),
        ((0, 1), (0, 0), [], "TB", 2.0),
        ((0, 0), (1, 1), [(0, 1)], "RT", 1.2 + 0.5),
        ((0, 0), (2, 1), [(0, 1)], "RT", 1.5 + 0.5),
        ((0, 0), (1, 1), [(0, 1), (1, 0)], "BT", 2.0 + 0.5),
        ((0, 0), (2, 0), [(1, 0)], "BB", 4.0 + 1.0),
    ],
    ids=str,
)
def test_the_cost_of_one_forward_edge(
    tail: tuple[int, int], head: tuple[int, int], others: list[tuple[int, int]], sides: str, cost: float
) -> None:
    way = cheapest(tail, head, *others)
    assert way is not None
    assert way.forward == pytest.approx(cost)
    if len(way.runs) != 2:
        assert way.sides == sides


def test_an_edge_against_the_order_is_free_to_go_back() -> None:
    ways = [cheapest((1, 0), (0, 0)), cheapest((0, 1), (0, 0)), cheapest((0, 0), (1, 0)), cheapest((0, 0), (0, 1))]
    assert [way.back for way in ways if way] == [0, 0, 0.2, 0.2]


def test_left_mirrors_and_down_swaps_the_costs() -> None:
    left, down = Board(3, 3, "left"), Board(3, 3, "down")
    a, b, c = (left.number(Place(*cell)) for cell in ((0, 0), (1, 0), (0, 1)))
    assert left.choice(b, a).all()[0].forward == 0
    assert left.choice(a, b).all()[0].forward == pytest.approx(0.7)
    assert down.choice(a, c).all()[0].forward == 0
    assert down.choice(c, a).all()[0].forward == pytest.approx(0.7)


def test_a_lane_does_not_pass_a_node_of_several_rows() -> None:
    grid = Board(3, 2, "right")
    tall = grid.number(Place(1, 0, 2))
    ends = [grid.number(Place(0, 0)), grid.number(Place(2, 1))]
    taken = grid.masks[tall] | grid.masks[ends[0]] | grid.masks[ends[1]]
    way = grid.choice(ends[0], ends[1]).free(taken)
    assert way is not None
    assert way.lane in (0, 2)


def crossing(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> float:
    grid = Board(3, 3, "right")
    ways = []
    for a, b, c, d in (first, second):
        ways.append(grid.choice(grid.number(Place(a, b)), grid.number(Place(c, d))).free(0))
    assert ways[0] is not None
    assert ways[1] is not None
    return grid.crossings(ways[0], ways[1])


def test_crossings_are_counted() -> None:
    assert crossing((1, 0, 1, 2), (0, 1, 2, 1)) == 1
    assert crossing((0, 0, 0, 2), (1, 1, 2, 1)) == 0
    assert crossing((0, 0, 1, 0), (1, 0, 2, 0)) == 0


def test_a_crossing_costs_three() -> None:
    graph = Graph(4, ((0, 1), (2, 3)))
    costs = Costs(graph, Board(3, 3, "right"), 0.0)
    number = costs.board.number
    crossed = tuple(number(Place(*cell)) for cell in ((1, 0), (1, 2), (0, 1), (2, 1)))
    beside = tuple(number(Place(*cell)) for cell in ((1, 0), (1, 2), (2, 0), (2, 2)))
    ways = costs.ways(crossed)
    assert costs.cost(crossed) - costs.cost(beside) > CROSSING - 1.5
    assert all(ways)


@pytest.mark.parametrize("direction", ["right", "left", "down"])
@pytest.mark.parametrize(
    "edges",
    [((0, 1), (1, 2), (2, 3)), ((0, 1), (1, 2), (2, 3), (3, 0)), ((0, 1), (0, 2), (0, 3), (3, 0))],
    ids=["chain", "ring", "star"],
)
def test_the_search_finds_the_cheapest_of_all_placements(edges: tuple[tuple[int, int], ...], direction: str) -> None:
    graph = Graph(4, edges)
    costs = Costs(graph, board(3, 2, direction, is_narrow=False), 0.5)
    least = min(costs.cost(numbers) for numbers in permutations(range(6), 4))
    assert Search(costs).run() == pytest.approx(least)


def test_a_hub_is_given_several_rows() -> None:
    star = Graph(6, tuple((0, node) for node in range(1, 6)))
    spans = [fixed[0].rows for _, fixed in grids(star, "right", is_narrow=True) if fixed]
    assert max(spans) == 5
    chain = Graph(6, tuple((node, node + 1) for node in range(5)))
    assert not any(fixed for _, fixed in grids(chain, "right", is_narrow=True))


def test_empty_rows_and_columns_are_taken_out() -> None:
    search = Search(Costs(Graph(2, ((0, 1),)), board(3, 3, "right", is_narrow=False), 0.0))
    number = search.board.number
    packing = packed((number(Place(0, 0)), number(Place(2, 2))), search)
    assert packing == ((Place(0, 0), Place(1, 1)), 2, 2)


def test_an_edge_without_a_way_costs_more_than_anything() -> None:
    graph = Graph(9, ((0, 8),))
    costs = Costs(graph, Board(1, 9, "right"), 0.0)
    assert costs.cost(tuple(range(9))) >= BLOCKED
