"""Small graphs on a grid of cells: `arrange_grid` chooses a placement, draws a few and returns the best.

Up to 12 nodes (narrow 9) without groups and self-loops; everything else is refused and left to another engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from ..document.model import Mechanism
from .boxes import RULES, Columns, Rules, Words, boxed, columns, tick_of
from .frame import Frame, frame, level_room, level_words, node_box
from .labels import Asked, choose, obstacles
from .layout import Layout, NodeBox, Route
from .lettering import NUMBER, width
from .placement import Candidate, Graph, Search, packed
from .ports import Ports, ports
from .routes import DISC, PILL, Line, angle, corners, crossings, path, place_numbers, segments
from .ways import board

MOST_NODES = {False: 12, True: 9}
TRIED = 4
"""Placements that are drawn, at most."""
CROSSED = 3.0
SHARED = 20.0
BAD_NUMBER = 6.0
CROWDED = 6.0
ROW_COST = {False: 0.8, True: 1.2}
TALL = 3.0
"""Cost of a drawing as tall as wide."""


def arrange_grid(mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool) -> tuple[Layout, float] | None:
    """Return the layout of a small mechanism and its defects (0: nothing covers anything), or None when refused.

    Args:
        mechanism: Every edge has its endpoints.
        numbers: Edge to the widest text of its number; empty or absent: none.
        is_narrow: For a phone (328 px wide) instead of a text column (656 px).
    """
    graph = _graph(mechanism, is_narrow)
    if graph is None:
        return None
    best: tuple[float, Layout, float] | None = None
    for plan in _plans(graph, mechanism.direction, is_narrow)[:TRIED]:
        for layout, defects, cost in _drawn(mechanism, numbers, graph, plan, is_narrow):
            if best is None or plan.cost + cost < best[0]:
                best = (plan.cost + cost, layout, defects)
        if best and best[2] == 0:
            break
    return (best[1], best[2]) if best else None


def _graph(mechanism: Mechanism, is_narrow: bool) -> Graph | None:
    names = {name: index for index, name in enumerate(mechanism.nodes)}
    if not names or len(names) > MOST_NODES[is_narrow] or any(node.group for node in mechanism.nodes.values()):
        return None
    edges = []
    for edge in mechanism.edges.values():
        if edge.tail is None or edge.head is None or edge.tail == edge.head:
            return None
        edges.append((names[edge.tail], names[edge.head]))
    return Graph(len(names), tuple(edges))


def _plans(graph: Graph, direction: str, is_narrow: bool) -> list[Candidate]:
    """Return the cheapest placements over all grids that hold the nodes, the best first."""
    found: dict[object, Candidate] = {}
    for count, rows in _grids(graph.nodes, direction, is_narrow):
        search = Search(graph, board(count, rows, direction), ROW_COST[is_narrow])
        search.run()
        ranked = sorted((cost, places) for places, cost in search.known.items() if cost < 1e6)
        for _cost, places in ranked[: 2 * TRIED]:
            plan = packed(graph, places, search.board, search.row_cost)
            if plan is not None:
                found.setdefault((plan.places, plan.board.columns), plan)
    return sorted(found.values(), key=lambda plan: (plan.cost, plan.places))


def _grids(nodes: int, direction: str, is_narrow: bool) -> Iterator[tuple[int, int]]:
    most = RULES[is_narrow].columns
    if direction == "down":
        least = ceil(nodes / most)
        for rows in sorted({least, least + 1, *([nodes] if nodes <= 4 else [])}):
            yield min(most, nodes), rows
        return
    count = min(most, nodes)
    least = ceil(nodes / count)
    yield count, least
    if nodes > 2:
        yield count, least + 1


def _drawn(
    mechanism: Mechanism, numbers: Mapping[str, str], graph: Graph, plan: Candidate, is_narrow: bool
) -> Iterator[tuple[Layout, float, float]]:
    """Yield the drawings of a placement with their defects and cost, one for each margin."""
    rules = RULES[is_narrow]
    column_of = [place.column for place in plan.places]
    for margin in rules.margins:
        for room in rules.rooms:
            held = boxed(mechanism, rules, room)
            across = columns(held, column_of, plan.board.columns, margin, rules)
            if plan.board.columns == 1 or across.gap(1)[1] - across.gap(1)[0] >= rules.least_gap:
                break
        yield _draw(mechanism, numbers, graph, plan, held, across, is_narrow)


def _draw(
    mechanism: Mechanism,
    numbers: Mapping[str, str],
    graph: Graph,
    plan: Candidate,
    held: tuple[Words, ...],
    across: Columns,
    is_narrow: bool,
) -> tuple[Layout, float, float]:
    labels = [edge.label for edge in mechanism.edges.values()]
    height = max(words.height for words in held)
    counted = [
        len(level_words(text, level_room(across, way))[0]) if text and way.is_straight and way.sides[0] in "LR" else 0
        for text, way in zip(labels, plan.ways, strict=True)
    ]
    halves = [width / 2 for width in across.widths]
    met = ports(graph, plan, counted, halves, height)
    rows = frame(graph, plan, across, met, labels, [0.0] * (plan.board.rows + 1))
    texts = [numbers.get(name, "") for name in mechanism.edges]
    lines, bad = place_numbers(
        [corners(plan, across, rows, met, edge) for edge in range(len(labels))],
        [max(DISC, (width(text, NUMBER) + PILL) / 2) if text else 0.0 for text in texts],
    )
    return _lettered(mechanism, plan, held, across, met, rows, lines, bad, is_narrow)


def _lettered(
    mechanism: Mechanism,
    plan: Candidate,
    held: tuple[Words, ...],
    across: Columns,
    met: Ports,
    rows: Frame,
    lines: tuple[Line, ...],
    bad: int,
    is_narrow: bool,
) -> tuple[Layout, float, float]:
    boxes = [node_box(plan, across, rows, node) for node in range(len(held))]
    ticks = [tick_of(box, mechanism.is_rtl) for box in boxes]
    asked = [
        Asked(
            edge.label,
            line,
            met.bundles.get(index),
            level_room(across, way) if way.is_straight and way.sides[0] in "LR" else 0.0,
            (rows.tops[way.lines[0]], rows.tops[way.lines[0]] + rows.box_height)
            if way.sides[0] in "LR"
            else (0.0, 0.0),
        )
        for index, (edge, line, way) in enumerate(zip(mechanism.edges.values(), lines, plan.ways, strict=True))
    ]
    spots, covered, cost = choose(asked, obstacles(boxes, ticks, lines), (across.width, rows.height))
    crossed, shared = crossings([segments(line.points) for line in lines])
    defects = covered + CROSSED * crossed + SHARED * shared + BAD_NUMBER * bad + CROWDED * met.crowded
    routes = tuple(
        Route(name, path(line.points), angle(line.points), line.number, spot.label() if spot else None)
        for name, line, spot in zip(mechanism.edges, lines, spots, strict=True)
    )
    nodes = tuple(
        NodeBox(name, box, words.lines, words.detail)
        for name, box, words in zip(mechanism.nodes, boxes, held, strict=True)
    )
    layout = Layout(across.width, rows.height, nodes, routes, is_narrow=is_narrow, is_rtl=mechanism.is_rtl)
    return layout, defects, defects + cost + TALL * rows.height / across.width
