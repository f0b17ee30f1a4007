"""The engine's places and our words, put together into a layout: routes, words, frames and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..document.model import Mechanism
from .captions import ASCENT, Captions, Scene
from .curves import (
    Obstacles,
    around,
    bounds,
    crosses,
    flat,
    loop_path,
    number_places,
    number_size,
    path_between,
    tip_angle,
)
from .dot import Graph, Placed
from .geometry import Box, Path, Point
from .layout import GroupFrame, Label, Layout, NodeBox, Route
from .setting import PAD, Words, label_lines, loop_reach, used_groups, words_size
from .strokes import Strokes, crossings

FRAME_PAD = 8.0
"""From the words and lines of a group to its frame, px; the engine keeps twice as much around boxes."""
TITLE_INSET, TITLE_TOP = 12.0, 7.0
"""From the corner of a frame to its title, px."""
LOOP_SPREAD = 14.0
MARGIN_WIDE, MARGIN_NARROW = (24.0, 26.0), (14.0, 24.0)
"""Left and right, top and bottom: room for the ring of an active box and the tick at its corner, px."""
LABEL_ROOMS = (150.0, 110.0, 84.0, 62.0)
"""Rooms that a label is set in; the narrowest gives the most lines, px."""
CROSSING_COST, HIT_COST, TITLE_COST, STRAY_COST = 2.0, 20.0, 2.0, 100.0
FITS = {False: (656.0, 0.92, 540.0, 40.0), True: (328.0, 0.85, 1000.0, 200.0)}
"""Width of the stage, the least scale, the height up to which nothing is lost, and what counts 1 beyond it, px."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A layout, and how good it is."""

    layout: Layout
    defects: float
    """0: nothing touches or crosses anything."""

    @property
    def cost(self) -> float:
        """Return how far the drawing is from a calm one that fits: defects, what is shrunk, and how tall it is."""
        layout = self.layout
        stage, least, most, unit = FITS[layout.is_narrow]
        over = max(0.0, layout.width - stage) / stage
        excess = max(0.0, layout.width * least - stage) / stage
        return self.defects + 12 * over + 200 * excess + max(0.0, layout.height - most) / unit


def margins(is_narrow: bool) -> tuple[float, float]:
    """Return what a drawing keeps free left and right, and at top and bottom."""
    return MARGIN_NARROW if is_narrow else MARGIN_WIDE


@dataclass(frozen=True, slots=True)
class Assembly:
    """All that is known about one layout."""

    mechanism: Mechanism
    numbers: Mapping[str, str]
    words: Words
    graph: Graph
    placed: Placed
    is_narrow: bool
    stage: float
    engine: str
    is_redrawn: bool = True
    """Whether routes and words find their own places; else they keep those that the engine gave and reserved."""

    def drawing(self) -> Drawing:
        """Return the layout, moved to the middle of a drawing that holds everything, and its cost."""
        sizes = zip(self.placed.nodes, self.graph.sizes, strict=True)
        boxes = tuple(around(self._at(point), size) for point, size in sizes)
        clusters = [self._cluster(index, boxes) for index in range(len(self.graph.clusters))]
        titles = [self._title(index, frame) for index, frame in enumerate(clusters)]
        span = self._span([*boxes, *clusters])
        paths, loops = self._paths(boxes, [title.box for title in titles], span)
        lines = [flat(path) for path in paths]
        labels, cost = self._labels(
            Scene(boxes, [t.box for t in titles], clusters, paths, lines, span, self.mechanism.is_rtl), loops
        )
        frames = tuple(self._frame(index, frame, boxes, labels, lines) for index, frame in enumerate(clusters))
        texts = [self.numbers.get(name, "") for name in self.mechanism.edges]
        words = tuple(label.box for label in labels if label) + tuple(frame.label.box for frame in frames)
        spots, hidden = number_places(texts, Obstacles(boxes + words, tuple(paths)))
        discs = [around(spot, number_size(text)) for spot, text in zip(spots, texts, strict=True) if text]
        extent = union([*boxes, *words, *discs, *(frame.box for frame in frames), *map(bounds, lines)])
        routes = [
            Route(name, path, tip_angle(path), spot, label)
            for name, path, spot, label in zip(self.mechanism.edges, paths, spots, labels, strict=True)
        ]
        cost += hidden + CROSSING_COST * crossings(lines)
        cost += self._hits(boxes, [frame.label.box for frame in frames], lines) + self._strays(boxes, clusters)
        return Drawing(self._framed(boxes, routes, frames, extent), cost)

    def _hits(self, boxes: Sequence[Box], titles: Sequence[Box], lines: Sequence[Sequence[Point]]) -> float:
        """Return the cost of routes through boxes that they don't join, and through titles."""
        cost = 0.0
        for arc, line in zip(self.graph.arcs, lines, strict=True):
            reach = bounds(line).grown(1)
            for index, box in enumerate(boxes):
                if index not in (arc.tail, arc.head) and reach.overlaps(box) and crosses(line, box):
                    cost += HIT_COST
            cost += TITLE_COST * sum(reach.overlaps(box) and crosses(line, box) for box in titles)
        return cost

    def _strays(self, boxes: Sequence[Box], frames: Sequence[Box]) -> float:
        """Return the cost of frames around foreign boxes, or on each other: they would say what is not so."""
        count = 0
        for index, frame in enumerate(frames):
            members = self.graph.clusters[index].members
            count += sum(frame.overlaps(box) for node, box in enumerate(boxes) if node not in members)
            count += sum(frame.overlaps(other) for other in frames[:index])
        return STRAY_COST * count

    @property
    def is_mirrored(self) -> bool:
        """Tell whether left and right are exchanged."""
        return self.mechanism.direction == "left"

    @property
    def _is_flipped(self) -> bool:
        """Tell whether a sideways drawing stands on its head: the engine stacks a rank from bottom to top."""
        if not self.graph.is_sideways or any(arc.tail == arc.head for arc in self.graph.arcs):
            return False
        middles = self.placed.nodes
        rising = sum(
            (later.y < earlier.y) - (later.y > earlier.y)
            for index, earlier in enumerate(middles)
            for later in middles[index + 1 :]
            if abs(earlier.x - later.x) < 1
        )
        return rising > 0

    def _at(self, point: Point) -> Point:
        return Point(-point.x if self.is_mirrored else point.x, -point.y if self._is_flipped else point.y)

    def _span(self, boxes: Sequence[Box]) -> tuple[float, float]:
        """Return what the stage shows without being scaled down, the boxes in its middle."""
        extent = union(boxes)
        half = max(extent.width / 2 + 4, self.stage / 2 - margins(self.is_narrow)[0])
        return extent.center.x - half, extent.center.x + half

    def _paths(
        self, boxes: Sequence[Box], titles: Sequence[Box], span: tuple[float, float]
    ) -> tuple[list[Path], dict[int, Label | None]]:
        """Return all routes, and the words of the self-loops."""
        paths: list[Path | None] = []
        loops: dict[int, Label | None] = {}
        reached: dict[int, float] = {}
        for index, (arc, name) in enumerate(zip(self.graph.arcs, self.mechanism.edges, strict=True)):
            if arc.tail == arc.head:
                reach = loop_reach(self.numbers.get(name, ""), self.graph.is_sideways)
                out = reached.get(arc.tail, 0.0)
                path: Path | None
                path, loops[index], reached[arc.tail] = self._loop(
                    boxes[arc.tail], self.words.labels[index], reach, out
                )
            else:
                points = [self._at(point) for point in self.placed.curves[index] or ()]
                path = path_between(points, boxes[arc.tail], boxes[arc.head]) if points else None
            paths.append(path)
        if self.is_redrawn:
            return Strokes(boxes, titles, span).draw([(arc.tail, arc.head) for arc in self.graph.arcs], paths), loops
        return [path for path in paths if path is not None], loops

    def _loop(self, box: Box, lines: tuple[str, ...], reach: float, out: float) -> tuple[Path, Label | None, float]:
        """Return a self-loop beyond those that the box already has, its words, and where they end."""
        size = words_size(lines)
        far = out + reach
        end = far + (PAD + size[1 if self.graph.is_sideways else 0] if lines else 0.0) + PAD
        spread = min(
            LOOP_SPREAD + (8.0 if out else 0.0), (box.width if self.graph.is_sideways else box.height) / 2 - 10
        )
        if self.graph.is_sideways:
            room = Box(box.center.x - size[0] / 2, box.y - far - PAD - size[1], *size)
            way, anchor, x = Point(0, -1), "middle", room.center.x
        elif self.is_mirrored:
            room = Box(box.x - far - PAD - size[0], box.center.y - size[1] / 2, *size)
            way, anchor, x = Point(-1, 0), "right", room.right
        else:
            room = Box(box.right + far + PAD, box.center.y - size[1] / 2, *size)
            way, anchor, x = Point(1, 0), "left", room.x
        label = Label(lines, Point(x, room.y + ASCENT), anchor, room) if lines else None
        return loop_path(box, way, reach=far, spread=spread), label, end

    def _labels(self, scene: Scene, loops: Mapping[int, Label | None]) -> tuple[list[Label | None], float]:
        """Return each route's words, and what they cover; those of short routes choose first."""
        captions = Captions(scene)
        labels: list[Label | None] = [None] * len(scene.paths)
        for index, label in loops.items():
            labels[index] = label
            captions.keep(index, label)
        rooms = sorted({*LABEL_ROOMS, max((words_size(lines)[0] for lines in self.words.labels), default=0)})
        edges = list(self.mechanism.edges.values())
        sizes = [bounds(line) for line in scene.lines]
        for index in sorted(range(len(edges)), key=lambda each: (round(sizes[each].width + sizes[each].height), each)):
            if index in loops or not edges[index].label:
                continue
            kept = self._reserved(index)
            if self.is_redrawn or kept is None:
                texts = list(dict.fromkeys(label_lines(edges[index].label, room) for room in rooms))
                labels[index] = captions.put(index, texts, kept)
            else:
                labels[index] = kept
                captions.keep(index, kept)
        return labels, captions.cost

    def _reserved(self, index: int) -> Label | None:
        """Return an edge's words in the room that the engine kept for them."""
        arc, lines, place = self.graph.arcs[index], self.words.labels[index], self.placed.labels[index]
        if not lines or place is None or arc.room is None:
            return None
        size, middle = words_size(lines), self._at(place)
        if self.graph.is_sideways:
            box = around(middle, size)
            return Label(lines, Point(box.center.x, box.y + ASCENT), "middle", box)
        spare = (arc.room[1] - size[1] - 6) / 2
        shift = 0.0 if spare <= 0 else spare if self.placed.nodes[arc.tail].y < place.y else -spare
        inner = (arc.room[0] - size[0]) / 2 - PAD
        box = around(Point(middle.x + (-inner if self.is_mirrored else inner), middle.y + shift), size)
        if self.is_mirrored:
            return Label(lines, Point(box.right, box.y + ASCENT), "right", box)
        return Label(lines, Point(box.x, box.y + ASCENT), "left", box)

    def _cluster(self, index: int, boxes: Sequence[Box]) -> Box:
        """Return a group's frame as the engine placed it."""
        cluster = self.placed.clusters[index] or union(boxes[member] for member in self.graph.clusters[index].members)
        return around(self._at(cluster.center), (cluster.width, cluster.height))

    def _frame(
        self,
        index: int,
        frame: Box,
        boxes: Sequence[Box],
        labels: Sequence[Label | None],
        lines: Sequence[Sequence[Point]],
    ) -> GroupFrame:
        """Return a group's frame: the engine's box and whatever of the group's own edges sticks out of it."""
        members = self.graph.clusters[index].members
        foreign = [box for node, box in enumerate(boxes) if node not in members]
        for number, arc in enumerate(self.graph.arcs):
            if arc.tail not in members or arc.head not in members:
                continue
            own = labels[number]
            for inner in [bounds(lines[number])] + ([own.box] if own else []):
                grown = union([frame, inner.grown(FRAME_PAD)])
                title = self._title(index, grown).box
                if any(label is not None and label.box.overlaps(title) for label in labels):
                    continue
                if not any(grown.grown(FRAME_PAD).overlaps(other) for other in foreign):
                    frame = grown
        return GroupFrame(used_groups(self.mechanism)[index], frame, self._title(index, frame))

    def _title(self, index: int, frame: Box) -> Label:
        """Return a group's words at the corner of its frame where reading starts."""
        text = self.words.groups[index]
        size = words_size(text)
        x = frame.right - TITLE_INSET - size[0] if self.mechanism.is_rtl else frame.x + TITLE_INSET
        box = Box(x, frame.y + TITLE_TOP, *size)
        anchor, at = ("right", box.right) if self.mechanism.is_rtl else ("left", box.x)
        return Label(text, Point(at, box.y + ASCENT), anchor, box)

    def _framed(
        self, boxes: Sequence[Box], routes: Sequence[Route], frames: Sequence[GroupFrame], extent: Box
    ) -> Layout:
        side, end = margins(self.is_narrow)
        total = max(self.stage, extent.width + 2 * side)
        dx, dy = (total - extent.width) / 2 - extent.x, end - extent.y
        words = zip(self.mechanism.nodes, boxes, self.words.names, self.words.details, strict=True)
        return Layout(
            width=round(total, 2),
            height=round(extent.height + 2 * end, 2),
            nodes=tuple(NodeBox(name, _box_by(box, dx, dy), lines, detail) for name, box, lines, detail in words),
            routes=tuple(_route_by(route, dx, dy) for route in routes),
            groups=tuple(
                GroupFrame(frame.name, _box_by(frame.box, dx, dy), _label_by(frame.label, dx, dy)) for frame in frames
            ),
            engine=self.engine,
            is_narrow=self.is_narrow,
            is_rtl=self.mechanism.is_rtl,
        )


def union(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around boxes."""
    every = list(boxes)
    x, y = min(box.x for box in every), min(box.y for box in every)
    return Box(x, y, max(box.right for box in every) - x, max(box.bottom for box in every) - y)


def _by(point: Point, dx: float, dy: float) -> Point:
    return Point(point.x + dx, point.y + dy)


def _box_by(box: Box, dx: float, dy: float) -> Box:
    return Box(box.x + dx, box.y + dy, box.width, box.height)


def _label_by(label: Label, dx: float, dy: float) -> Label:
    return replace(label, at=_by(label.at, dx, dy), box=_box_by(label.box, dx, dy))


def _route_by(route: Route, dx: float, dy: float) -> Route:
    segments = tuple(tuple(_by(point, dx, dy) for point in segment) for segment in route.path.segments)
    return replace(
        route,
        path=Path(_by(route.path.start, dx, dy), segments),
        number=_by(route.number, dx, dy),
        label=route.label and _label_by(route.label, dx, dy),
    )
