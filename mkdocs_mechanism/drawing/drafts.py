"""One drawing of a placement: boxes, ports, rows, routes, numbers and labels put together, and what is bad about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..document.model import Mechanism
from .boxes import RULES, Columns, Rules, Words, boxed, columns, tick_of
from .frame import Frame, frame, node_box
from .labels import Asked, Spot, choose, obstacles
from .layout import Layout, NodeBox, Route
from .lettering import LABEL, NUMBER, least_room, width, wrap
from .placement import Candidate, Graph
from .ports import Beside, ports
from .routes import DISC, PILL, Line, angle, corners, crossings, path, place_numbers, segments
from .spaces import level

CROSSED = 3.0
SHARED = 20.0
BAD_NUMBER = 6.0
CROWDED = 6.0
TALL = 3.0
"""Cost of a drawing as tall as wide."""
UPRIGHT_ROOM = 66.0
"""In what room the words beside a vertical line are expected to wrap when little is left."""


@dataclass(frozen=True, slots=True)
class Task:
    """What every drawing of one mechanism has in common."""

    mechanism: Mechanism
    graph: Graph
    is_narrow: bool
    labels: tuple[str, ...]
    halves: tuple[float, ...]
    """Half the width of each edge's number; 0 for none."""
    needs: tuple[float, ...]
    """How wide each label is beside a vertical line with little room."""

    @property
    def rules(self) -> Rules:
        """Return the sizes that hold."""
        return RULES[self.is_narrow]


@dataclass(frozen=True, slots=True)
class Draft:
    """A finished drawing."""

    layout: Layout
    defects: float
    """What covers what: 0 for a clean drawing."""
    cost: float
    """Defects, less good places of labels, and height."""
    sore: tuple[int, ...]
    """Gaps between rows in which a label found no free place."""


def task(mechanism: Mechanism, numbers: Mapping[str, str], graph: Graph, *, is_narrow: bool) -> Task:
    """Return what the drawings of a mechanism have in common."""
    labels = tuple(edge.label for edge in mechanism.edges.values())
    texts = [numbers.get(name, "") for name in mechanism.edges]
    halves = tuple(_half(text) for text in texts)
    return Task(mechanism, graph, is_narrow, labels, halves, tuple(_need(label) for label in labels))


def _half(number: str) -> float:
    """Return half the width of a number: a disc for two characters, a pill for more."""
    if len(number) < 3:
        return DISC if number else 0.0
    return max(DISC, (width(number, NUMBER) + PILL) / 2)


def _need(label: str) -> float:
    room = max(UPRIGHT_ROOM, least_room(label, LABEL)) if label else 0.0
    return max((width(line, LABEL) for line in wrap(label, room, LABEL)), default=0.0)


def draft(work: Task, plan: Candidate, margin: float, extra: Sequence[float]) -> Draft:
    """Return the drawing of a placement with this outer margin, and `extra` px in each gap between rows."""
    held, across = _across(work, plan, margin)
    is_rtl = work.mechanism.is_rtl
    spaces = [level(work.graph, plan, across, edge, is_rtl=is_rtl) for edge in range(len(work.labels))]
    beside = [
        Beside(len(space.words(label)[0]) if space else 0, need, half)
        for space, label, need, half in zip(spaces, work.labels, work.needs, work.halves, strict=True)
    ]
    met = ports(work.graph, plan, beside, across, max(words.height for words in held))
    rows = frame(plan, across, met, work.labels, spaces, extra)
    places = [corners(plan, across, rows, met, edge) for edge in range(len(work.labels))]
    boxes = [node_box(plan, across, rows, node) for node in range(len(held))]
    lines, bad = place_numbers(places, work.halves, boxes)
    ticks = [tick_of(box, is_rtl) for box in boxes]
    asked = []
    for edge, (label, line, space) in enumerate(zip(work.labels, lines, spaces, strict=True)):
        top = rows.tops[plan.ways[edge].lines[0]] if space else 0.0
        asked.append(Asked(label, line, met.bundles.get(edge), space, (top, top + rows.box_height)))
    spots, hits, cost = choose(asked, obstacles(boxes, ticks, lines), (across.width, rows.height))
    crossed, shared = crossings([segments(line.points) for line in lines])
    defects = sum(hits) + CROSSED * crossed + SHARED * shared + BAD_NUMBER * bad + CROWDED * met.crowded
    nodes = tuple(
        NodeBox(name, box, words.lines, words.detail)
        for name, box, words in zip(work.mechanism.nodes, boxes, held, strict=True)
    )
    layout = Layout(
        across.width,
        rows.height,
        nodes,
        _routes(work.mechanism, lines, spots),
        is_narrow=work.is_narrow,
        is_rtl=is_rtl,
    )
    total = defects + cost + TALL * rows.height / across.width
    return Draft(layout, defects, total, _sore(rows, spots, hits))


def _across(work: Task, plan: Candidate, margin: float) -> tuple[tuple[Words, ...], Columns]:
    """Return the words of the boxes and the columns; names wrap sooner where columns would stand too close."""
    rules = work.rules
    nodes = [place.column for place in plan.places]
    for room in rules.rooms:
        held = boxed(work.mechanism, rules, room)
        across = columns(held, nodes, plan.board.columns, margin, rules)
        if plan.board.columns == 1 or across.gap(1)[1] - across.gap(1)[0] >= rules.least_gap:
            break
    return held, across


def _routes(mechanism: Mechanism, lines: Sequence[Line], spots: Sequence[Spot | None]) -> tuple[Route, ...]:
    return tuple(
        Route(name, path(line.points), angle(line.points), line.number, spot.label() if spot else None)
        for name, line, spot in zip(mechanism.edges, lines, spots, strict=True)
    )


def _sore(rows: Frame, spots: Sequence[Spot | None], hits: Sequence[float]) -> tuple[int, ...]:
    found = set()
    for spot, hit in zip(spots, hits, strict=True):
        if spot and hit:
            y = (spot.bounds[1] + spot.bounds[3]) / 2
            found.add(min(range(len(rows.gaps)), key=lambda gap: max(rows.gaps[gap][0] - y, y - rows.gaps[gap][1])))
    return tuple(sorted(found))
