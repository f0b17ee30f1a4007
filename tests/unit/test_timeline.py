"""Frames and moves: what is active, visited and moving, and when."""

from __future__ import annotations

from mkdocs_mechanism.document.model import Edge, Mechanism, Node, Scenario, Step
from mkdocs_mechanism.timeline import REST, Timeline, timelines, widest_numbers


def mechanism(*steps: Step, unselected: tuple[str, ...] = (), edges: str = "ab bc ca ad") -> Mechanism:
    names = sorted({name for pair in edges.split() for name in pair})
    return Mechanism(
        version=1,
        language="en",
        title="T",
        description="D",
        caption="C",
        alt="A",
        sources=(),
        limitations=(),
        nodes={name: Node(name, name, name.upper()) for name in names},
        edges={pair: Edge(pair, pair, pair, pair[0], pair[1]) for pair in edges.split()},
        groups={},
        state_labels={"stage": "Stage", "count": "Count"},
        scenarios=(Scenario("main", "Main", "Main", {"stage": "idle"}, unselected, steps),),
        direction="right",
    )


def step(*paths: str, active: tuple[str, ...] = (), duration: int = 1000, **state: str) -> Step:
    return Step("t", "d", duration, active, paths, state)


def line(*steps: Step, unselected: tuple[str, ...] = ()) -> Timeline:
    return timelines(mechanism(*steps, unselected=unselected))[0]


def test_start_shows_the_initial_state_and_nothing_active() -> None:
    start = line(step("ab")).frames[0]
    assert (start.number, start.duration, start.active, start.visited) == (0, 0, frozenset(), frozenset())
    assert [(row.key, row.value) for row in start.state] == [("stage", "idle")]


def test_a_state_key_that_a_step_leaves_out_keeps_its_last_value() -> None:
    frames = line(step("ab", stage="one", count="1"), step("bc", count="2")).frames
    assert [(row.label, row.value) for row in frames[2].state] == [("Stage", "one"), ("Count", "2")]


def test_visited_is_what_earlier_steps_used() -> None:
    frames = line(step("ab", active=("a",)), step("bc")).frames
    assert frames[1].visited == frozenset()
    assert frames[2].visited == {"a", "ab"}


def test_edges_of_one_step_move_together_unless_one_continues_an_earlier_listed_one() -> None:
    chain = line(step("ab", "bc")).frames[1].moves
    assert [move.level for move in chain] == [0, 1]
    assert (chain[0].begin, chain[0].end) == (80, 470)
    assert (chain[1].begin, chain[1].end, chain[1].gone) == (470, 860, 1000)
    against = line(step("bc", "ab")).frames[1].moves
    assert [move.level for move in against] == [0, 0]
    fork = line(step("ca", "ab", "ad")).frames[1].moves
    assert [move.level for move in fork] == [0, 1, 1]


def test_levels_share_the_time_of_the_token_equally() -> None:
    moves = line(step("ab", "bc", "ca")).frames[1].moves
    assert [round(move.end - move.begin) for move in moves] == [260, 260, 260]


def test_the_cycle_ends_with_a_rest() -> None:
    assert line(step("ab", duration=1200), step("bc", duration=800)).cycle == 2000 + REST


def test_numbers_tell_the_first_two_of_many_steps() -> None:
    numbers = line(step("ab"), step("ab", "bc"), step("ab"), step("bc"), step("ab")).numbers
    assert numbers == {"ab": "1, 2, …", "bc": "2, 4"}


def test_the_widest_number_over_all_scenarios_is_what_the_layout_reserves() -> None:
    first, second = line(step("ab"), step("bc"), step("ab")), line(step("bc"), step("bc"))
    assert widest_numbers((first, second)) == {"ab": "1, 3", "bc": "1, 2"}


def test_an_unselected_node_takes_its_edges_along() -> None:
    assert line(step("bc"), unselected=("a",)).unselected == {"a", "ab", "ca", "ad"}
