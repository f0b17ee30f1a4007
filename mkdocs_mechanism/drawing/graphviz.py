"""Boxes, routes and words placed by Graphviz: for what the grid refuses, and for more nodes than it is good at.

A few drawings are made and the calmest is kept: sideways where that fits, else downwards, words wrapping more and more
tightly. dot places boxes and reserves room for words; routes and words then look for a better place (`strokes`,
`captions`), and keep what dot gave them where that is calmer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ..diagnostics import quote
from ..document.model import Edge, Mechanism
from .assembly import Assembly, Drawing, margins, union
from .curves import around
from .dot import Arc, Cluster, Graph, LayoutEngine, Placed, installed_engine, place
from .geometry import Box
from .layout import Layout, LayoutError
from .setting import (
    Words,
    Wrapping,
    label_room,
    loop_room,
    set_words,
    used_groups,
    words_size,
)

WIDE, NARROW = 656.0, 328.0
"""Width of the stage in a text column and on a phone, px."""
LEAST_SCALE, LEAST_SCALE_NARROW = 0.92, 0.85
"""Smallest scale at which words still wrap more loosely; below it they are tightened."""
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
LARGE = 60
"""Edges from which on dot's own drawing is taken: redrawing takes time with the square of their number."""
CALM = 3.0
"""A drawing that costs no more is taken without a look at others."""


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
    return draw_with_graphviz(mechanism, numbers, is_narrow=is_narrow, engine=engine).layout


def draw_with_graphviz(
    mechanism: Mechanism, numbers: Mapping[str, str], *, is_narrow: bool, engine: LayoutEngine | None = None
) -> Drawing:
    """Return the calmest of a few drawings; arguments and errors are those of `arrange_graphviz`."""
    job = _Job(mechanism, numbers, is_narrow, engine or installed_engine())
    drawings = job.drawings()
    best = next(drawings)
    while best.cost > CALM and (other := next(drawings, None)) is not None:
        best = min(best, other, key=lambda drawing: drawing.cost)
    return best


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
    """What stays the same while drawings are tried."""

    mechanism: Mechanism
    numbers: Mapping[str, str]
    is_narrow: bool
    engine: LayoutEngine

    @property
    def stage(self) -> float:
        """Return the width that a drawing should have."""
        return NARROW if self.is_narrow else WIDE

    @property
    def least_scale(self) -> float:
        """Return the scale below which words are too small."""
        return LEAST_SCALE_NARROW if self.is_narrow else LEAST_SCALE

    def drawings(self) -> Iterator[Drawing]:
        """Yield drawings, those that are likely to be best first."""
        if len(self.mechanism.edges) > LARGE:
            yield self._drawing(self._trial(LADDER[-1]), is_redrawn=False)
            return
        if not self.is_narrow and self.mechanism.direction != "down" and self._may_fit_sideways():
            trial = self._trial(SIDEWAYS, is_sideways=True)
            if self._fits(trial):
                yield self._drawing(trial)
        ladder = LADDER[NARROW_START:] if self.is_narrow else LADDER
        best = self._trial(ladder[0])
        tried = 0
        while not self._fits(best) and tried < len(ladder) - 1:
            tried = self._next_step(ladder, tried, best.width)
            best = min(best, self._trial(ladder[tried]), key=lambda trial: trial.width)
        yield self._drawing(best)
        yield self._drawing(best, is_redrawn=False)

    def _fits(self, trial: _Trial) -> bool:
        """Tell whether the drawing is shown hardly smaller than it is."""
        return trial.width * self.least_scale <= self.stage

    def _next_step(self, ladder: tuple[Wrapping, ...], tried: int, used: float) -> int:
        """Return the loosest of the tighter steps that is likely to fit, so that few are tried."""
        for step in range(tried + 1, len(ladder) - 1):
            now, then = ladder[tried], ladder[step]
            share = (then.box + then.label + then.node_gap) / (now.box + now.label + now.node_gap)
            if used * share * self.least_scale <= self.stage:
                return step
        return len(ladder) - 1

    def _may_fit_sideways(self) -> bool:
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

    def _trial(self, wrapping: Wrapping, *, is_sideways: bool = False) -> _Trial:
        """Return the places that the engine finds with one wrapping."""
        words = set_words(self.mechanism, wrapping)
        graph = self._graph(words, wrapping, is_sideways)
        placed = place(graph, self.engine)
        if self._lost(graph, placed):
            placed = place(replace(graph, splines="polyline"), self.engine)
        lost = self._lost(graph, placed)
        if lost:
            raise LayoutError(f"{self.engine.name} returned no place for {lost[0]}")
        return _Trial(words, graph, placed, _extent(graph, placed).width + 2 * margins(self.is_narrow)[0])

    def _drawing(self, trial: _Trial, *, is_redrawn: bool = True) -> Drawing:
        """Return the drawing that a trial becomes."""
        return Assembly(
            self.mechanism,
            self.numbers,
            trial.words,
            trial.graph,
            trial.placed,
            is_narrow=self.is_narrow,
            stage=self.stage,
            engine=self.engine.name,
            is_redrawn=is_redrawn,
        ).drawing()

    def _lost(self, graph: Graph, placed: Placed) -> list[str]:
        edges = self.mechanism.edges.values()
        lost = [f"edge {quote(e.name)}" for e, curve in zip(edges, placed.curves, strict=True) if not curve]
        labels = zip(edges, graph.arcs, placed.labels, strict=True)
        lost += [f"the label of edge {quote(e.name)}" for e, arc, at in labels if e.label and arc.room and at is None]
        groups = zip(used_groups(self.mechanism), placed.clusters, strict=True)
        return lost + [f"group {quote(name)}" for name, box in groups if box is None]

    def _graph(self, words: Words, wrapping: Wrapping, is_sideways: bool) -> Graph:
        mechanism = self.mechanism
        order = {name: index for index, name in enumerate(mechanism.nodes)}
        tallest = max(height for _, height in words.sizes)
        sizes = tuple((width, tallest) for width, _ in words.sizes) if is_sideways else words.sizes
        arcs = self._arcs(words, order, is_sideways)
        clusters = tuple(
            Cluster(
                tuple(order[node.name] for node in mechanism.nodes.values() if node.group == group), words_size(lines)
            )
            for group, lines in zip(used_groups(mechanism), words.groups, strict=True)
        )
        return Graph(
            sizes=sizes,
            arcs=arcs,
            clusters=clusters,
            order=self._rows_of_lone(order, words.sizes[0][0] + wrapping.node_gap),
            is_sideways=is_sideways,
            node_gap=wrapping.node_gap,
            rank_gap=36.0 if any(arc.room for arc in arcs) else 50.0,
        )

    def _arcs(self, words: Words, order: Mapping[str, int], is_sideways: bool) -> tuple[Arc, ...]:
        """Return the edges, with the room that each needs."""
        ends = Counter(_pair(edge) for edge in self.mechanism.edges.values())
        arcs = []
        for edge, lines in zip(self.mechanism.edges.values(), words.labels, strict=True):
            tail, head = order[edge.tail or ""], order[edge.head or ""]
            number = self.numbers.get(edge.name, "")
            weight = WEIGHT_FORWARD if tail < head else 1
            if tail == head:
                arcs.append(Arc(tail, head, loop_room(lines, number, is_sideways), weight))
            else:
                arcs.append(Arc(tail, head, label_room(lines, number, ends[_pair(edge)] > 1, is_sideways), weight))
        return tuple(arcs)

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


def _extent(graph: Graph, placed: Placed) -> Box:
    """Return the room that boxes, words, frames and the joints of the curves take."""
    boxes = [around(point, size) for point, size in zip(placed.nodes, graph.sizes, strict=True)]
    boxes += [around(at, arc.room) for arc, at in zip(graph.arcs, placed.labels, strict=True) if at and arc.room]
    boxes += [box for box in placed.clusters if box]
    boxes += [around(point, (2, 2)) for curve in placed.curves for point in (curve or ())[::3]]
    return union(boxes)
