"""What a drawing must not do, found in a finished layout."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.drawing.curves import around, crosses, flat, number_size
from mkdocs_mechanism.drawing.geometry import Box, Point
from mkdocs_mechanism.drawing.layout import Layout


def numbered(mechanism: Mechanism) -> dict[str, str]:
    """Every edge has a number; some edges are used often."""
    texts = {name: str(index + 1) for index, name in enumerate(mechanism.edges)}
    return texts | {"e1": "2, 6", "e7": "4, 7, …"}


def gap(point: Point, box: Box) -> float:
    """Distance of a point outside a box from it; of one inside from its border, negative."""
    dx, dy = max(box.x - point.x, point.x - box.right), max(box.y - point.y, point.y - box.bottom)
    return math.hypot(max(dx, 0), max(dy, 0)) if dx > 0 or dy > 0 else max(dx, dy)


def problems(mechanism: Mechanism, layout: Layout, numbers: Mapping[str, str]) -> list[str]:
    """Return everything that stands on something else or outside the drawing."""
    found = []
    nodes = {node.name: node.box for node in layout.nodes}
    labels = {f"label of {r.edge}": r.label.box for r in layout.routes if r.label}
    titles = {f"title of {group.name}": group.label.box for group in layout.groups}
    discs = {
        f"number of {r.edge}": around(r.number, number_size(numbers[r.edge]))
        for r in layout.routes
        if numbers.get(r.edge)
    }
    solid = nodes | labels | titles
    found += [f"{a} on {b}" for (a, p), (b, q) in combinations(solid.items(), 2) if p.overlaps(q)]
    found += [f"{a} on {b}" for a, p in discs.items() for b, q in solid.items() if p.overlaps(q)]
    found += [f"{a} on {b}" for (a, p), (b, q) in combinations(discs.items(), 2) if p.overlaps(q)]
    for r in layout.routes:
        edge = mechanism.edges[r.edge]
        for name, box in nodes.items():
            if name not in (edge.tail, edge.head) and crosses(flat(r.path, 24), box):
                found.append(f"{r.edge} through {name}")
        own = labels.get(f"label of {r.edge}")
        if own and crosses(flat(r.path, 24), own):
            found.append(f"{r.edge} through its own label")
    page = Box(0, 0, layout.width, layout.height)
    frames = {group.name: group.box for group in layout.groups}
    for name, box in (solid | discs | frames).items():
        if box.x < 4 or box.y < 4 or box.right > page.right - 4 or box.bottom > page.bottom - 4:
            found.append(f"{name} outside")
    return found
