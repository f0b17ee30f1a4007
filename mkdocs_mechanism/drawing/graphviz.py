"""Boxes, routes and words placed by Graphviz: for what the grid refuses, and for more nodes than it is good at.

All boxes are equally large and edges run down; sideways only where that fits. Words wrap more tightly, step by step,
until the drawing is hardly wider than the stage. The rules and the numbers are those of the grid wherever dot leaves
the choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..diagnostics import quote
from ..document.model import Edge, Mechanism
from .curves import Obstacles, around, number_places, number_size, path_between, tip_angle
from .dot import Arc, Cluster, Graph, LayoutEngine, LayoutError, Placed, installed_engine, place
from .geometry import Box, Path, Point
from .layout import BASELINE_DETAIL, BASELINE_LABEL, BASELINE_NAME, GroupFrame, Label, Layout, NodeBox, Route
from .lettering import DETAIL, LABEL, NAME, Font, least_room, width, wrap

WIDE, NARROW = 656.0, 328.0
"""Width of the stage in a text column and on a phone, px."""
LEAST_SCALE = 0.92
"""Smallest scale at which words still wrap more loosely; below it they are tightened."""
BESIDE = 13.0
"""From a line to the words beside it, px: half a token and a little."""
ASCENT = 11.5
"""From the top of a label's room to its first baseline, px."""
PAD = 7.0
FRAME_PAD = 14.0
FRAME_LABEL = 24.0
MARGIN_WIDE, MARGIN_NARROW = (24.0, 26.0), (14.0, 24.0)
"""Left and right, top and bottom: room for the ring of an active box and the tick at its corner, px."""


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


LADDER = (
    Wrapping(136, 120, 120, 24),
    Wrapping(110, 96, 112, 22),
    Wrapping(96, 80, 100, 20),
    Wrapping(84, 66, 92, 16),
    Wrapping(72, 56, 84, 14),
)
SIDEWAYS = Wrapping(96, 80, 100, 28)


@dataclass(frozen=True, slots=True)
class _Words:
    """Every text, wrapped, and the one size of all boxes."""

    names: tuple[tuple[str, ...], ...]
    details: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    size: tuple[float, float]


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
    engine = engine or installed_engine()
    job = _Job(mechanism, numbers, is_narrow, engine)
    if not is_narrow and mechanism.direction != "down" and job.may_fit_sideways():
        layout = job.arrange(SIDEWAYS, is_sideways=True)
        if job.fits(layout):
            return layout
    ladder = LADDER[2:] if is_narrow else LADDER
    best = job.arrange(ladder[0])
    tried = 0
    while not job.fits(best) and tried < len(ladder) - 1:
        tried = job.next_step(ladder, tried, best.width)
        best = min(best, job.arrange(ladder[tried]), key=lambda layout: layout.width)
    return best


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

    def fits(self, layout: Layout) -> bool:
        """Tell whether the drawing is shown hardly smaller than it is."""
        return layout.width * LEAST_SCALE <= self.stage

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
        order = {name: index for index, name in enumerate(self.mechanism.nodes)}
        depth = dict.fromkeys(order, 0)
        for edge in sorted(self.mechanism.edges.values(), key=lambda edge: order[edge.tail or ""]):
            tail, head = edge.tail or "", edge.head or ""
            if order[tail] < order[head]:
                depth[head] = max(depth[head], depth[tail] + 1)
        ranks = max(depth.values(), default=0)
        return (ranks + 1) * SIDEWAYS.box + ranks * 70 <= WIDE / LEAST_SCALE

    def arrange(self, wrapping: Wrapping, *, is_sideways: bool = False) -> Layout:
        """Return the layout with one wrapping."""
        words = _words(self.mechanism, wrapping)
        graph = self._graph(words, wrapping, is_sideways)
        placed = place(graph, self.engine)
        if self._lost(placed):
            placed = place(replace(graph, splines="polyline"), self.engine)
        lost = self._lost(placed)
        if lost:
            raise LayoutError(f"{self.engine.name} returned no place for {lost[0]}")
        return _Assembly(self, words, graph, placed).layout()

    def _lost(self, placed: Placed) -> list[str]:
        lost = [f"edge {quote(e)}" for e, curve in zip(self.mechanism.edges, placed.curves, strict=True) if not curve]
        lost += [
            f"the label of edge {quote(edge.name)}"
            for edge, at in zip(self.mechanism.edges.values(), placed.labels, strict=True)
            if edge.label and at is None
        ]
        used = _used_groups(self.mechanism)
        return lost + [f"group {quote(g)}" for g, box in zip(used, placed.clusters, strict=True) if box is None]

    def _graph(self, words: _Words, wrapping: Wrapping, is_sideways: bool) -> Graph:
        mechanism = self.mechanism
        order = {name: index for index, name in enumerate(mechanism.nodes)}
        ends = Counter(_pair(edge) for edge in mechanism.edges.values())
        arcs = []
        for edge, lines in zip(mechanism.edges.values(), words.labels, strict=True):
            tail, head = order[edge.tail or ""], order[edge.head or ""]
            room = _label_room(lines, self.numbers.get(edge.name, ""), ends[_pair(edge)] > 1, is_sideways)
            arcs.append(Arc(tail, head, room, 4 if tail < head else 1))
        clusters = tuple(
            Cluster(
                tuple(order[node.name] for node in mechanism.nodes.values() if node.group == group),
                (min(width(mechanism.groups[group], LABEL), words.size[0]), FRAME_LABEL - 8),
            )
            for group in _used_groups(mechanism)
        )
        return Graph(
            count=len(order),
            size=words.size,
            arcs=tuple(arcs),
            clusters=clusters,
            order=self._rows_of_lone(order, words.size[0] + wrapping.node_gap),
            is_sideways=is_sideways,
            node_gap=wrapping.node_gap,
            rank_gap=30.0 if is_sideways else 44.0 if any(words.labels) else 52.0,
        )

    def _rows_of_lone(self, order: Mapping[str, int], step: float) -> tuple[tuple[int, int], ...]:
        """Return pairs that put nodes without edges into rows instead of a single one."""
        busy = {end for edge in self.mechanism.edges.values() for end in (edge.tail, edge.head)}
        lone = [order[node.name] for node in self.mechanism.nodes.values() if node.name not in busy and not node.group]
        columns = max(1, int(self.stage // step) - (1 if busy else 0))
        return tuple(zip(lone, lone[columns:], strict=False))


def _pair(edge: Edge) -> frozenset[str | None]:
    return frozenset((edge.tail, edge.head))


def _used_groups(mechanism: Mechanism) -> tuple[str, ...]:
    """Return the groups that hold a node, in document order."""
    used = {node.group for node in mechanism.nodes.values()}
    return tuple(name for name in mechanism.groups if name in used)


def _words(mechanism: Mechanism, wrapping: Wrapping) -> _Words:
    names = tuple(wrap(node.label, wrapping.name, NAME) for node in mechanism.nodes.values())
    details = tuple(wrap(node.detail, wrapping.name, DETAIL) for node in mechanism.nodes.values())
    labels = tuple(
        wrap(edge.label, max(wrapping.label, min(least_room(edge.label, LABEL), 120)), LABEL)
        for edge in mechanism.edges.values()
    )
    widest = max(_widest(lines, NAME) for lines in names)
    widest = max(widest, *(_widest(lines, DETAIL) for lines in details))
    tallest = max(
        BASELINE_NAME * len(name) + BASELINE_DETAIL * len(detail) for name, detail in zip(names, details, strict=True)
    )
    return _Words(names, details, labels, (round(max(wrapping.box, widest + 32)), max(56.0, tallest + 30)))


def _widest(lines: tuple[str, ...], font: Font) -> float:
    return max((width(line, font) for line in lines), default=0.0)


def _label_room(
    lines: tuple[str, ...], number: str, has_twin: bool, is_sideways: bool
) -> tuple[float, float] | None:
    """Return what to reserve beside an edge: for its words, a wide number, or the gap to a twin without words."""
    pill, height = number_size(number)
    is_wide = pill > 2 * BESIDE
    if not lines:
        return (max(12.0, pill / 2 + 6), 12.0) if has_twin or is_wide else None
    size = _widest(lines, LABEL), BASELINE_LABEL * len(lines)
    if is_sideways:
        return size[0] + 2 * PAD, size[1] + BESIDE + 3
    return size[0] + BESIDE + PAD, size[1] + (height + 12 if is_wide else 6)


class _Assembly:
    """The engine's places and our words, put together."""

    def __init__(self, job: _Job, words: _Words, graph: Graph, placed: Placed) -> None:
        self.job, self.words, self.graph, self.placed = job, words, graph, placed
        self.is_mirrored = job.mechanism.direction == "left"

    def layout(self) -> Layout:
        """Return the layout, moved to the middle of a drawing that holds everything."""
        boxes = tuple(around(self._at(point), self.words.size) for point in self.placed.nodes)
        paths = tuple(
            path_between([self._at(p) for p in curve or ()], boxes[arc.tail], boxes[arc.head])
            for arc, curve in zip(self.graph.arcs, self.placed.curves, strict=True)
        )
        labels = tuple(self._label(index) for index in range(len(paths)))
        frames = tuple(self._frame(index, boxes, labels, paths) for index in range(len(self.graph.clusters)))
        texts = [self.job.numbers.get(name, "") for name in self.job.mechanism.edges]
        words = tuple(label.box for label in labels if label) + tuple(frame.label.box for frame in frames)
        spots = number_places(texts, Obstacles(boxes + words, paths))
        discs = tuple(around(spot, number_size(text)) for spot, text in zip(spots, texts, strict=True) if text)
        return self._framed(boxes, paths, labels, frames, spots, discs)

    def _at(self, point: Point) -> Point:
        return Point(-point.x, point.y) if self.is_mirrored else point

    def _label(self, index: int) -> Label | None:
        """Return an edge's words in the room that the engine kept for them."""
        lines, at, room = self.words.labels[index], self.placed.labels[index], self.graph.arcs[index].room
        if not lines or at is None or room is None:
            return None
        size = (_widest(lines, LABEL), BASELINE_LABEL * len(lines))
        middle = self._at(at)
        if self.graph.is_sideways:
            box = around(middle, size)
            return Label(lines, Point(box.center.x, box.y + ASCENT), "middle", box)
        is_down = self.placed.nodes[self.graph.arcs[index].tail].y < at.y
        spare = room[1] - size[1] - 6
        shift = (spare / 2 if is_down else -spare / 2) if spare > 6 else 0.0
        inner = (room[0] - size[0]) / 2 - PAD
        box = around(Point(middle.x + (-inner if self.is_mirrored else inner), middle.y + shift), size)
        anchor = "right" if self.is_mirrored else "left"
        return Label(lines, Point(box.right if self.is_mirrored else box.x, box.y + ASCENT), anchor, box)

    def _frame(
        self, index: int, boxes: tuple[Box, ...], labels: tuple[Label | None, ...], paths: tuple[Path, ...]
    ) -> GroupFrame:
        """Return a group's frame: the engine's box and whatever of the group's own edges sticks out of it."""
        name = _used_groups(self.job.mechanism)[index]
        cluster, members = self.placed.clusters[index], self.graph.clusters[index].members
        assert cluster is not None
        corner = self._at(Point(cluster.right if self.is_mirrored else cluster.x, cluster.y))
        frame = Box(corner.x, corner.y, cluster.width, cluster.height)
        for number, arc in enumerate(self.graph.arcs):
            if arc.tail in members and arc.head in members:
                own = labels[number]
                inner = [_bounds(paths[number].samples(8))] + ([own.box] if own else [])
                for box in inner:
                    grown = _union([frame, box.grown(FRAME_PAD - 6)])
                    foreign = (other for place, other in enumerate(boxes) if place not in members)
                    if not any(grown.grown(6).overlaps(other) for other in foreign):
                        frame = grown
        text = self.job.mechanism.groups[name]
        lines = (text,)
        size = (width(text, LABEL), BASELINE_LABEL)
        x = frame.right - 12 - size[0] if self.job.mechanism.is_rtl else frame.x + 12
        box = Box(x, frame.y + 6, *size)
        anchor = "right" if self.job.mechanism.is_rtl else "left"
        at = Point(box.right if anchor == "right" else box.x, box.y + ASCENT)
        return GroupFrame(name, frame, Label(lines, at, anchor, box))

    def _framed(
        self,
        boxes: tuple[Box, ...],
        paths: tuple[Path, ...],
        labels: tuple[Label | None, ...],
        frames: tuple[GroupFrame, ...],
        spots: tuple[Point, ...],
        discs: tuple[Box, ...],
    ) -> Layout:
        words = [label.box for label in labels if label] + [frame.label.box for frame in frames]
        shapes = [frame.box for frame in frames] + [_bounds(path.samples(8)) for path in paths]
        all_in = _union([*boxes, *words, *shapes, *discs])
        side, end = MARGIN_NARROW if self.job.is_narrow else MARGIN_WIDE
        total = max(self.job.stage, all_in.width + 2 * side)
        dx, dy = (total - all_in.width) / 2 - all_in.x, end - all_in.y
        mechanism = self.job.mechanism
        routes = zip(mechanism.edges, paths, labels, spots, strict=True)
        return Layout(
            width=round(total, 2),
            height=round(all_in.height + 2 * end, 2),
            nodes=tuple(
                NodeBox(name, _box_by(box, dx, dy), lines, detail)
                for name, box, lines, detail in zip(
                    mechanism.nodes, boxes, self.words.names, self.words.details, strict=True
                )
            ),
            routes=tuple(_moved(name, path, label, spot, dx, dy) for name, path, label, spot in routes),
            groups=tuple(
                GroupFrame(frame.name, _box_by(frame.box, dx, dy), _label_by(frame.label, dx, dy)) for frame in frames
            ),
            engine=self.job.engine.name,
            is_narrow=self.job.is_narrow,
            is_rtl=mechanism.is_rtl,
        )


def _moved(name: str, path: Path, label: Label | None, spot: Point, dx: float, dy: float) -> Route:
    moved = Path(
        _by(path.start, dx, dy), tuple(tuple(_by(p, dx, dy) for p in segment) for segment in path.segments)
    )
    return Route(name, moved, tip_angle(moved), _by(spot, dx, dy), label and _label_by(label, dx, dy))


def _by(point: Point, dx: float, dy: float) -> Point:
    return Point(point.x + dx, point.y + dy)


def _box_by(box: Box, dx: float, dy: float) -> Box:
    return Box(box.x + dx, box.y + dy, box.width, box.height)


def _label_by(label: Label, dx: float, dy: float) -> Label:
    return replace(label, at=_by(label.at, dx, dy), box=_box_by(label.box, dx, dy))


def _bounds(points: tuple[Point, ...]) -> Box:
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _union(boxes: list[Box]) -> Box:
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
