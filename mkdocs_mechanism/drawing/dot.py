"""A graph of sizes to places, by Graphviz `dot`: no name and no word of the author's gets near it.

The whole contract with an engine is one DOT text in, the bytes of Graphviz's `json0` out. Lengths are px here and
points there (1 px = 1 point); node sizes are inches in both (72 px). Nothing is asked of a font: the room of a label is
reserved by an empty table of fixed size.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Protocol

from .geometry import Box, Point
from .layout import LayoutError

INCH = 72.0
SECONDS = 120
"""Longest run of the engine; thirty nodes take 0.015, and a busy machine must not decide whether a site builds."""


class LayoutEngine(Protocol):
    """Anything that lays out DOT text."""

    @property
    def name(self) -> str:
        """The name that a layout is marked with."""

    def __call__(self, dot: str) -> bytes:
        """Return the `json0` of the laid out graph, or raise `LayoutError`."""


@dataclass(frozen=True, slots=True)
class GraphvizPure:
    """The command `graphviz-pure`, a self-contained `dot`."""

    command: str
    name: str = "graphviz-pure"

    def __call__(self, dot: str) -> bytes:
        """Run the command once; about 1 ms and then some 4 for a dozen nodes."""
        try:
            done = subprocess.run(  # noqa: S603 - a fixed command, and no text of the author's
                [self.command, "-Tjson0"], input=dot.encode("ascii"), capture_output=True, timeout=SECONDS, check=False
            )
        except OSError as error:
            raise LayoutError(f"{self.name} could not be started: {error.strerror}") from error
        except subprocess.TimeoutExpired as error:
            raise LayoutError(f"{self.name} took longer than {SECONDS} s") from error
        if done.returncode != 0 or not done.stdout:
            raise LayoutError(f"{self.name} ended with status {done.returncode} and no layout")
        return done.stdout


def installed_engine() -> LayoutEngine:
    """Return `graphviz-pure` of this Python's environment, else of the PATH."""
    folder = str(FilePath(sys.executable).parent)
    command = shutil.which("graphviz-pure", path=folder) or shutil.which("graphviz-pure")
    if command is None:
        raise LayoutError("graphviz-pure is not installed", "Install the package graphviz-pure.")
    return GraphvizPure(command)


@dataclass(frozen=True, slots=True)
class Arc:
    """An edge to route, between nodes given by their index."""

    tail: int
    head: int
    room: tuple[float, float] | None
    """Width and height to reserve beside the line; None reserves nothing."""
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Cluster:
    """A frame around nodes."""

    members: tuple[int, ...]
    room: tuple[float, float]
    """Width and height of its label."""


@dataclass(frozen=True, slots=True)
class Graph:
    """What is to be placed. Edges run down, or right when `is_sideways`."""

    sizes: tuple[tuple[float, float], ...]
    """Width and height of each node."""
    arcs: tuple[Arc, ...]
    clusters: tuple[Cluster, ...] = ()
    order: tuple[tuple[int, int], ...] = ()
    """Pairs of nodes of which the second stands on a later rank, without a line between them."""
    is_sideways: bool = False
    node_gap: float = 20.0
    rank_gap: float = 36.0
    splines: str = "true"


@dataclass(frozen=True, slots=True)
class Placed:
    """The engine's answer, y growing downwards. What an arc or cluster did not get is None."""

    nodes: tuple[Point, ...]
    """The middles."""
    curves: tuple[tuple[Point, ...] | None, ...]
    """For each arc a point and then three for each cubic curve, from tail to head."""
    labels: tuple[Point | None, ...]
    """For each arc the middle of its reserved room."""
    clusters: tuple[Box | None, ...]


def dot_text(graph: Graph) -> str:
    """Return the graph in the DOT language. Nodes come in their order: dot reverses cycles as seen from there."""
    flow = "LR" if graph.is_sideways else "TB"
    lines = [
        "digraph {",
        f"graph [rankdir={flow} splines={graph.splines}]",
        f"graph [nodesep={graph.node_gap / INCH:.4f} ranksep={graph.rank_gap / INCH:.4f}]",
        'node [shape=box fixedsize=true label=""]',
        "edge [arrowhead=none]",
        *(f"n{index} [width={w / INCH:.4f} height={h / INCH:.4f}]" for index, (w, h) in enumerate(graph.sizes)),
    ]
    for index, cluster in enumerate(graph.clusters):
        members = " ".join(f"n{member}" for member in cluster.members)
        label = _table(cluster.room)
        lines.append(f"subgraph cluster_{index} {{ margin=16 labeljust=l label=<{label}> {members} }}")
    for index, arc in enumerate(graph.arcs):
        label = f" label=<{_table(arc.room)}>" if arc.room else ""
        lines.append(f"n{arc.tail} -> n{arc.head} [id=e{index} weight={arc.weight}{label}]")
    lines.extend(f"n{above} -> n{below} [style=invis]" for above, below in graph.order)
    return "\n".join([*lines, "}"])


def _table(room: tuple[float, float]) -> str:
    size = f'WIDTH="{round(room[0])}" HEIGHT="{round(room[1])}"'
    fixed = 'BORDER="0" CELLBORDER="0" CELLSPACING="0" FIXEDSIZE="TRUE"'
    return f"<TABLE {fixed} {size}><TR><TD></TD></TR></TABLE>"


def place(graph: Graph, engine: LayoutEngine) -> Placed:
    """Return the engine's places for a graph, or raise `LayoutError`. Single arcs may still lack theirs."""
    raw = engine(dot_text(graph))
    try:
        return _read(json.loads(raw), graph)
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise LayoutError(f"{engine.name} gave an answer that can't be read") from error


def _read(answer: Mapping[str, Any], graph: Graph) -> Placed:
    top = float(answer["bb"].split(",")[3])
    objects: Sequence[Mapping[str, Any]] = answer.get("objects", ())
    by_name = {item["name"]: item for item in objects}
    edges = {item["id"]: item for item in answer.get("edges", ()) if "id" in item}
    arcs = [edges.get(f"e{index}", {}) for index in range(len(graph.arcs))]
    return Placed(
        nodes=tuple(_points(by_name[f"n{index}"]["pos"], top)[0] for index in range(len(graph.sizes))),
        curves=tuple(_curve(arc, top) for arc in arcs),
        labels=tuple(_points(arc["lp"], top)[0] if "lp" in arc else None for arc in arcs),
        clusters=tuple(_frame(by_name.get(f"cluster_{index}", {}), top) for index in range(len(graph.clusters))),
    )


def _points(text: str, top: float) -> tuple[Point, ...]:
    """Return the points of an attribute, without the `e,` and `s,` entries that mark arrow tips."""
    pairs = (entry.split(",") for entry in text.split() if entry[0] not in "es")
    return tuple(Point(float(x), top - float(y)) for x, y in pairs)


def _curve(arc: Mapping[str, Any], top: float) -> tuple[Point, ...] | None:
    points = _points(arc["pos"], top) if "pos" in arc and ";" not in arc["pos"] else ()
    return points if len(points) >= 4 and len(points) % 3 == 1 else None


def _frame(item: Mapping[str, Any], top: float) -> Box | None:
    if "bb" not in item:
        return None
    left, lower, right, upper = (float(part) for part in item["bb"].split(","))
    return Box(left, top - upper, right - left, upper - lower)
