"""The engine's places and our words, put together into a layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..document.model import Mechanism
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
from .layout import BASELINE_LABEL, GroupFrame, Label, Layout, NodeBox, Route
from .lettering import LABEL, Font, width

BESIDE = 13.0
"""From a line to the words beside it, px: half a token and a little."""
PAD = 10.5
"""From words to whatever else is there, px: half a disc and 2."""
ASCENT = 11.5
"""From the top of a label's room to its first baseline, px."""
FRAME_PAD = 8.0
"""From the words and lines of a group to its frame, px; the engine keeps twice as much around boxes."""
LOOP_REACH, LOOP_SPREAD = 26.0, 14.0
MARGIN_WIDE, MARGIN_NARROW = (24.0, 26.0), (14.0, 24.0)
"""Left and right, top and bottom: room for the ring of an active box and the tick at its corner, px."""


@dataclass(frozen=True, slots=True)
class Words:
    """Every text, wrapped, and the sizes of the boxes."""

    names: tuple[tuple[str, ...], ...]
    details: tuple[tuple[str, ...], ...]
    labels: tuple[tuple[str, ...], ...]
    groups: tuple[tuple[str, ...], ...]
    """For each group that holds a node."""
    sizes: tuple[tuple[float, float], ...]
    """Width and height of each node's box."""


def words_size(lines: Sequence[str], font: Font = LABEL) -> tuple[float, float]:
    """Return width and height of a block of lines."""
    return max((width(line, font) for line in lines), default=0.0), BASELINE_LABEL * len(lines)


def loop_reach(number: str, is_sideways: bool) -> float:
    """Return how far a self-loop goes out of its box, so that its number leaves the line visible."""
    pill = number_size(number)[0]
    return LOOP_REACH + (pill if pill > 2 * BESIDE and not is_sideways else 0.0)


def used_groups(mechanism: Mechanism) -> tuple[str, ...]:
    """Return the groups that hold a node, in document order."""
    used = {node.group for node in mechanism.nodes.values()}
    return tuple(name for name in mechanism.groups if name in used)


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

    def layout(self) -> Layout:
        """Return the layout, moved to the middle of a drawing that holds everything."""
        boxes = tuple(
            around(self._at(point), size) for point, size in zip(self.placed.nodes, self.words.sizes, strict=True)
        )
        paths, labels = self._edges(boxes)
        lines = [flat(path) for path in paths]
        frames = tuple(self._frame(index, boxes, labels, lines) for index in range(len(self.graph.clusters)))
        texts = [self.numbers.get(name, "") for name in self.mechanism.edges]
        words = tuple(label.box for label in labels if label) + tuple(frame.label.box for frame in frames)
        spots = number_places(texts, Obstacles(boxes + words, paths))
        discs = [around(spot, number_size(text)) for spot, text in zip(spots, texts, strict=True) if text]
        extent = union([*boxes, *words, *discs, *(frame.box for frame in frames), *map(bounds, lines)])
        routes = [
            Route(name, path, tip_angle(path), spot, label)
            for name, path, spot, label in zip(self.mechanism.edges, paths, spots, labels, strict=True)
        ]
        return self._framed(boxes, routes, frames, extent)

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

    def _edges(self, boxes: Sequence[Box]) -> tuple[tuple[Path, ...], tuple[Label | None, ...]]:
        paths: list[Path] = []
        labels: list[Label | None] = []
        loops: dict[int, float] = {}
        for index, (arc, name) in enumerate(zip(self.graph.arcs, self.mechanism.edges, strict=True)):
            if arc.tail == arc.head:
                out = loops.get(arc.tail, 0.0)
                path, label, end = self._loop(
                    boxes[arc.tail],
                    self.words.labels[index],
                    loop_reach(self.numbers.get(name, ""), self.graph.is_sideways),
                    out,
                )
                loops[arc.tail] = end
            else:
                points = [self._at(point) for point in self.placed.curves[index] or ()]
                path, label = path_between(points, boxes[arc.tail], boxes[arc.head]), self._label(index)
            paths.append(path)
            labels.append(label)
        return tuple(paths), tuple(labels)

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

    def _label(self, index: int) -> Label | None:
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

    def _frame(
        self, index: int, boxes: Sequence[Box], labels: Sequence[Label | None], lines: Sequence[Sequence[Point]]
    ) -> GroupFrame:
        """Return a group's frame: the engine's box and whatever of the group's own edges sticks out of it."""
        members = self.graph.clusters[index].members
        cluster = self.placed.clusters[index] or union(boxes[member] for member in members)
        frame = around(self._at(cluster.center), (cluster.width, cluster.height))
        foreign = [box for node, box in enumerate(boxes) if node not in members]
        for number, arc in enumerate(self.graph.arcs):
            if arc.tail not in members or arc.head not in members:
                continue
            own = labels[number]
            for inner in [bounds(lines[number])] + ([own.box] if own else []):
                grown = union([frame, inner.grown(FRAME_PAD)])
                if not any(grown.grown(FRAME_PAD).overlaps(other) for other in foreign):
                    frame = grown
        return GroupFrame(used_groups(self.mechanism)[index], frame, self._title(index, frame, labels, lines))

    def _title(self, index: int, frame: Box, labels: Sequence[Label | None], lines: Sequence[Sequence[Point]]) -> Label:
        """Return a group's words at the top of its frame, where the fewest lines cross them."""
        text = self.words.groups[index]
        size = words_size(text)
        left, middle, right = frame.x + 12, frame.center.x - size[0] / 2, frame.right - 12 - size[0]
        ways = [(left, "left"), (right, "right"), (middle, "middle")]
        if self.mechanism.is_rtl:
            ways = [ways[1], ways[0], ways[2]]
        found: list[tuple[int, Box, str]] = []
        for x, anchor in ways:
            box = Box(x, frame.y + 7, *size)
            cost = sum(crosses(line, box.grown(4)) for line in lines)
            cost += sum(label is not None and label.box.overlaps(box.grown(4)) for label in labels)
            found.append((cost, box, anchor))
        _, box, anchor = min(found, key=lambda entry: entry[0])
        x = {"left": box.x, "middle": box.center.x, "right": box.right}[anchor]
        return Label(text, Point(x, box.y + ASCENT), anchor, box)

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
