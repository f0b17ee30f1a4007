"""Boxes, routes and words placed by Graphviz: for what the grid refuses, and for more nodes than it is good at.

All boxes are equally large and edges run down; sideways only where that fits. Words wrap more tightly, step by step,
until the drawing is hardly wider than the stage; at the last step each box is only as wide as its own words. The rules
and the numbers are those of the grid wherever dot leaves the choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..diagnostics import quote
from ..document.model import Edge, Mechanism
from .assembly import BESIDE, PAD, Assembly, Words, loop_reach, margins, union, used_groups, words_size
from .curves import DISC, around, number_size
from .dot import Arc, Cluster, Graph, LayoutEngine, LayoutError, Placed, installed_engine, place
from .geometry import Box
from .layout import BASELINE_DETAIL, BASELINE_NAME, Layout
from .lettering import DETAIL, LABEL, NAME, least_room, wrap

WIDE, NARROW = 656.0, 328.0
"""Width of the stage in a text column and on a phone, px."""
LEAST_SCALE = 0.92
"""Smallest scale at which words still wrap more loosely; below it they are tightened."""
LONGEST_PART = 136.0
"""The widest part of a name or label that is not torn, px: the widest box less its insets."""


@dataclass(frozen=True, slots=True)
class Wrapping:
    """How tightly words are set."""

    name: float
    """Widest line of a name or detail, px."""
    label: float
    """Widest line of a label, px."""
    box: float
    """Least width of a box, px."""
    node_gap: float
    is_equal: bool = True
    """Whether all boxes are as wide as the widest."""


LADDER = (
    Wrapping(136, 120, 120, 24),
    Wrapping(110, 96, 112, 22),
    Wrapping(96, 80, 100, 20),
    Wrapping(84, 66, 92, 16),
    Wrapping(72, 56, 84, 14),
    Wrapping(72, 56, 72, 12, is_equal=False),
)
NARROW_START = 2
SIDEWAYS = Wrapping(96, 80, 100, 28)
WEIGHT_FORWARD = 4
"""How much straighter an edge along the document's order is than one against it."""


def arrange_graphviz(
    mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool, engine: LayoutEngine | None = None
) -> Layout:
    """Return the layout of a mechanism whose edges all have endpoints.

    Args:
        mechanism: What to place.
        numbers: For each edge the widest number shown on it; absent or empty for none.
        is_narrow: For a phone (328 px) instead of a text column (656 px). Where the graph needs more, the layout is
            wider than that.
        engine: What runs dot; by default the installed `graphviz-pure`.

    Raises:
        LayoutError: There is no engine, or it did not place every node and edge.
    """
    job = _Job(mechanism, numbers, is_narrow, engine or installed_engine())
    if not is_narrow and mechanism.direction != "down" and job.may_fit_sideways():
        trial = job.trial(SIDEWAYS, is_sideways=True)
        if job.fits(trial):
            return job.layout(trial)
    ladder = LADDER[NARROW_START:] if is_narrow else LADDER
    best = job.trial(ladder[0])
    tried = 0
    while not job.fits(best) and tried < len(ladder) - 1:
        tried = job.next_step(ladder, tried, best.width)
        best = min(best, job.trial(ladder[tried]), key=lambda trial: trial.width)
    return job.layout(best)


@dataclass(frozen=True, slots=True)
class _Trial:
    """One run of the engine."""

    words: Words
    graph: Graph
    placed: Placed
    width: float
    """What the drawing needs, px."""


@dataclass(frozen=True, slots=True)
class _Job:
    """What stays the same while the wrapping is tried."""

    mechanism: Mechanism
    numbers: Mapping[str, str]
    is_narrow: bool
    engine: LayoutEngine

    @property
    def stage(self) -> float:
        """Return the width that a drawing should have."""
        return NARROW if self.is_narrow else WIDE

    def fits(self, trial: _Trial) -> bool:
        """Tell whether the drawing is shown hardly smaller than it is."""
        return trial.width * LEAST_SCALE <= self.stage

    def next_step(self, ladder: tuple[Wrapping, ...], tried: int, used: float) -> int:
        """Return the loosest of the tighter steps that is likely to fit, so that few are tried."""
        for step in range(tried + 1, len(ladder) - 1):
            now, then = ladder[tried], ladder[step]
            share = (then.box + then.label + then.node_gap) / (now.box + now.label + now.node_gap)
            if used * share * LEAST_SCALE <= self.stage:
                return step
        return len(ladder) - 1

    def may_fit_sideways(self) -> bool:
        """Tell whether the longest chain of forward edges fits side by side, counting boxes and the least gaps."""
        ranks = max(self._depths())
        return (ranks + 1) * SIDEWAYS.box + ranks * 70 <= WIDE / LEAST_SCALE

    def _depths(self) -> list[int]:
        """Return for each node the length of the longest chain of forward edges that ends there."""
        order = {name: index for index, name in enumerate(self.mechanism.nodes)}
        depths = [0] * len(order)
        for tail, head in sorted((order[e.tail or ""], order[e.head or ""]) for e in self.mechanism.edges.values()):
            if tail < head:
                depths[head] = max(depths[head], depths[tail] + 1)
        return depths

    def trial(self, wrapping: Wrapping, *, is_sideways: bool = False) -> _Trial:
        """Return the places that the engine finds with one wrapping."""
        words = _words(self.mechanism, wrapping)
        graph = self._graph(words, wrapping, is_sideways)
        placed = place(graph, self.engine)
        if self._lost(placed):
            placed = place(replace(graph, splines="polyline"), self.engine)
        lost = self._lost(placed)
        if lost:
            raise LayoutError(f"{self.engine.name} returned no place for {lost[0]}")
        return _Trial(words, graph, placed, _extent(graph, placed).width + 2 * margins(self.is_narrow)[0])

    def layout(self, trial: _Trial) -> Layout:
        """Return the layout that a trial has become."""
        return Assembly(
            self.mechanism,
            self.numbers,
            trial.words,
            trial.graph,
            trial.placed,
            is_narrow=self.is_narrow,
            stage=self.stage,
            engine=self.engine.name,
        ).layout()

    def _lost(self, placed: Placed) -> list[str]:
        edges = self.mechanism.edges.values()
        lost = [f"edge {quote(e.name)}" for e, curve in zip(edges, placed.curves, strict=True) if not curve]
        labels = zip(edges, placed.labels, strict=True)
        lost += [f"the label of edge {quote(e.name)}" for e, at in labels if e.label and at is None]
        groups = zip(used_groups(self.mechanism), placed.clusters, strict=True)
        return lost + [f"group {quote(name)}" for name, box in groups if box is None]

    def _graph(self, words: Words, wrapping: Wrapping, is_sideways: bool) -> Graph:
        mechanism = self.mechanism
        order = {name: index for index, name in enumerate(mechanism.nodes)}
        ends = Counter(_pair(edge) for edge in mechanism.edges.values())
        arcs = []
        for edge, lines in zip(mechanism.edges.values(), words.labels, strict=True):
            tail, head = order[edge.tail or ""], order[edge.head or ""]
            number = self.numbers.get(edge.name, "")
            room = (
                _loop_room(lines, number, is_sideways)
                if tail == head
                else _label_room(lines, number, ends[_pair(edge)] > 1, is_sideways)
            )
            arcs.append(Arc(tail, head, room, WEIGHT_FORWARD if tail < head else 1))
        clusters = tuple(
            Cluster(
                tuple(order[node.name] for node in mechanism.nodes.values() if node.group == group), words_size(lines)
            )
            for group, lines in zip(used_groups(mechanism), words.groups, strict=True)
        )
        return Graph(
            sizes=words.sizes,
            arcs=tuple(arcs),
            clusters=clusters,
            order=self._rows_of_lone(order, words.sizes[0][0] + wrapping.node_gap),
            is_sideways=is_sideways,
            node_gap=wrapping.node_gap,
            rank_gap=36.0 if any(arc.room for arc in arcs) else 50.0,
        )

    def _rows_of_lone(self, order: Mapping[str, int], step: float) -> tuple[tuple[int, int], ...]:
        """Return pairs that put nodes without edges into rows: beside the others if one row does, else below them."""
        busy = {end for edge in self.mechanism.edges.values() for end in (edge.tail, edge.head)}
        lone = [order[node.name] for node in self.mechanism.nodes.values() if node.name not in busy and not node.group]
        columns = max(1, int(self.stage // step))
        if not busy or len(lone) < columns:
            return tuple(zip(lone, lone[columns:], strict=False))
        depths = self._depths()
        last = depths.index(max(depths))
        return (*((last, first) for first in lone[:columns]), *zip(lone, lone[columns:], strict=False))


def _pair(edge: Edge) -> frozenset[str | None]:
    return frozenset((edge.tail, edge.head))


def _words(mechanism: Mechanism, wrapping: Wrapping) -> Words:
    nodes = mechanism.nodes.values()
    parts = [least_room(node.label, NAME) for node in nodes] + [least_room(node.detail, DETAIL) for node in nodes]
    room = max(wrapping.name, min(max(parts), LONGEST_PART))
    names = tuple(wrap(node.label, room, NAME) for node in nodes)
    details = tuple(wrap(node.detail, room, DETAIL) for node in nodes)
    labels = tuple(
        wrap(edge.label, max(wrapping.label, min(least_room(edge.label, LABEL), LONGEST_PART)), LABEL)
        for edge in mechanism.edges.values()
    )
    widths = [
        max(words_size(name, NAME)[0], words_size(detail, DETAIL)[0])
        for name, detail in zip(names, details, strict=True)
    ]
    heights = [BASELINE_NAME * len(a) + BASELINE_DETAIL * len(b) for a, b in zip(names, details, strict=True)]
    tallest = max(56.0, max(heights) + 30)
    own = widths if not wrapping.is_equal else [max(widths)] * len(widths)
    sizes = tuple((float(round(max(wrapping.box, size + 32))), tallest) for size in own)
    groups = tuple(wrap(mechanism.groups[name], 120, LABEL) for name in used_groups(mechanism))
    return Words(names, details, labels, groups, sizes)


def _label_room(lines: tuple[str, ...], number: str, has_twin: bool, is_sideways: bool) -> tuple[float, float] | None:
    """Return what to reserve beside an edge: for its words, a wide number, or the gap to a twin without words."""
    pill, height = number_size(number)
    is_wide = pill > 2 * BESIDE
    if not lines:
        return (max(12.0, pill / 2 + PAD), 12.0) if has_twin or number else None
    size = words_size(lines)
    if is_sideways:
        return size[0] + 2 * PAD, size[1] + DISC + 8
    return size[0] + BESIDE + PAD, size[1] + (height + 12 if is_wide else 6)


def _loop_room(lines: tuple[str, ...], number: str, is_sideways: bool) -> tuple[float, float]:
    """Return what to reserve beside a box for a self-loop and its words; across, no more than the box has."""
    size, reach = words_size(lines), loop_reach(number, is_sideways)
    if is_sideways:
        return size[0] + 2 * PAD, reach + size[1] + (2 * PAD if lines else PAD)
    return reach + size[0] + (2 * PAD if lines else PAD), size[1]


def _extent(graph: Graph, placed: Placed) -> Box:
    """Return the room that boxes, words, frames and the joints of the curves take."""
    boxes = [around(point, size) for point, size in zip(placed.nodes, graph.sizes, strict=True)]
    boxes += [around(at, arc.room) for arc, at in zip(graph.arcs, placed.labels, strict=True) if at and arc.room]
    boxes += [box for box in placed.clusters if box]
    boxes += [around(point, (2, 2)) for curve in placed.curves for point in (curve or ())[::3]]
    return union(boxes)
