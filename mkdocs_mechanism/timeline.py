"""Scenario -> frames: what is active, visited and moving at each step, and when.

It computes times and states only; it does not know where anything stands or how it looks. Times are milliseconds
from the start of the scenario. "Start" (frame 0) is no part of the timeline: it lasts 0 ms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .document.model import Mechanism, Scenario, Step

REST = 2000
"""Milliseconds that the last step stays before the loop begins again."""
TOKEN_BEGIN, TOKEN_SHARE = 0.08, 0.78
"""The token starts after 8 % of its step and takes 78 % of it."""
LANDING = 0.62
"""Where the token of a still step stands, as a share of its route."""
LANDING_TIME = 0.49506
"""The share of its time in which a token gets there, under `cubic-bezier(.45,.05,.4,1)`."""


@dataclass(frozen=True, slots=True)
class Move:
    """One edge's token in one step."""

    edge: str
    level: int
    begin: float
    """When the token leaves the tail, in ms."""
    end: float
    """When it reaches the head, in ms."""
    gone: float
    """When it is no longer seen, in ms: the next level begins, or the step ends."""


@dataclass(frozen=True, slots=True)
class StateValue:
    """One row of a step's state table."""

    key: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Frame:
    """The full visual state at a step."""

    number: int
    """0 is Start."""
    title: str
    description: str
    begin: int
    duration: int
    active: frozenset[str]
    """Names of nodes and edges."""
    visited: frozenset[str]
    """Names of nodes and edges that an earlier step used."""
    moves: tuple[Move, ...]
    """In the order of the step's `paths`."""
    state: tuple[StateValue, ...]
    """Every row that has a value by now, inherited ones included."""
    changed: frozenset[str] = frozenset()
    """Keys of the rows that this step gave another value."""

    @property
    def landing(self) -> float:
        """Return the moment that stands for the step, in ms: its last tokens are where a still step shows them."""
        share = self.duration * TOKEN_SHARE
        begin = self.begin + self.duration * TOKEN_BEGIN
        last = max((move.begin for move in self.moves), default=begin)
        return last + LANDING_TIME * (
            self.begin + self.duration * (TOKEN_BEGIN + TOKEN_SHARE) - last if self.moves else share
        )


@dataclass(frozen=True, slots=True)
class Timeline:
    """The frames of one scenario."""

    scenario: str
    title: str
    description: str
    frames: tuple[Frame, ...]
    cycle: int
    """Length of one loop in ms, the rest included."""
    numbers: Mapping[str, str]
    """Edge name to the steps that use it, such as `2, 6`; unused edges are absent."""
    unselected: frozenset[str]
    """Names of nodes and edges that look unselected."""


def timelines(mechanism: Mechanism) -> tuple[Timeline, ...]:
    """Return the timeline of each scenario, in document order."""
    return tuple(_timeline(mechanism, scenario) for scenario in mechanism.scenarios)


def widest_numbers(lines: tuple[Timeline, ...]) -> dict[str, str]:
    """Return the longest number text that each edge shows over all scenarios (the layout reserves its room)."""
    widest: dict[str, str] = {}
    for line in lines:
        for edge, text in line.numbers.items():
            if len(text) > len(widest.get(edge, "")):
                widest[edge] = text
    return widest


def _timeline(mechanism: Mechanism, scenario: Scenario) -> Timeline:
    state = dict(scenario.initial)
    frames = [Frame(0, "", "", 0, 0, frozenset(), frozenset(), (), _rows(mechanism, state))]
    visited: set[str] = set()
    begin = 0
    for number, step in enumerate(scenario.steps, 1):
        changed = frozenset(key for key, value in step.state.items() if state.get(key) != value)
        state |= step.state
        active = frozenset((*step.active, *step.paths))
        moves = _moves(mechanism, step, begin)
        rows = _rows(mechanism, state)
        frames.append(
            Frame(
                number,
                step.title,
                step.description,
                begin,
                step.duration,
                active,
                frozenset(visited),
                moves,
                rows,
                changed,
            )
        )
        visited |= active
        begin += step.duration
    return Timeline(
        scenario.id,
        scenario.title,
        scenario.description,
        tuple(frames),
        begin + REST,
        _numbers(scenario),
        _unselected(mechanism, scenario),
    )


def _rows(mechanism: Mechanism, state: Mapping[str, str]) -> tuple[StateValue, ...]:
    return tuple(StateValue(key, label, state[key]) for key, label in mechanism.state_labels.items() if key in state)


def _moves(mechanism: Mechanism, step: Step, begin: int) -> tuple[Move, ...]:
    levels = _levels(mechanism, step)
    count = max(levels, default=0) + 1
    share = step.duration * TOKEN_SHARE / count
    first = begin + step.duration * TOKEN_BEGIN
    moves = []
    for edge, level in zip(step.paths, levels, strict=True):
        start = first + level * share
        last = level == count - 1
        moves.append(Move(edge, level, start, start + share, begin + step.duration if last else start + share))
    return tuple(moves)


def _levels(mechanism: Mechanism, step: Step) -> list[int]:
    """Return each path's level: one after every earlier listed edge that ends where it starts, else 0."""
    levels: list[int] = []
    heads: dict[str | None, int] = {}
    for name in step.paths:
        edge = mechanism.edges[name]
        level = heads.get(edge.tail, -1) + 1 if edge.tail is not None else 0
        levels.append(level)
        heads[edge.head] = max(level, heads.get(edge.head, -1))
    return levels


def _numbers(scenario: Scenario) -> dict[str, str]:
    steps: dict[str, list[str]] = {}
    for number, step in enumerate(scenario.steps, 1):
        for edge in dict.fromkeys(step.paths):
            steps.setdefault(edge, []).append(str(number))
    return {edge: ", ".join(used if len(used) <= 3 else (*used[:2], "…")) for edge, used in steps.items()}


def _unselected(mechanism: Mechanism, scenario: Scenario) -> frozenset[str]:
    names = set(scenario.unselected)
    names.update(edge.name for edge in mechanism.edges.values() if edge.tail in names or edge.head in names)
    return frozenset(names)
