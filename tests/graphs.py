"""Mechanisms made of nodes and edges only, for tests of the drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mkdocs_mechanism.document.model import Edge, Mechanism, Node


def graph(
    nodes: Mapping[str, str] | Sequence[str],
    edges: Sequence[tuple[str, str, str]],
    *,
    groups: Mapping[str, Sequence[str]] | None = None,
    direction: str = "right",
    language: str = "en",
) -> Mechanism:
    """Return a mechanism of `NAME: LABEL` nodes (a label may end in `| detail`) and `(tail, head, label)` edges.

    Edges are named `e0`, `e1` and so on; a group's label is its name in capitals.
    """
    labels = nodes if isinstance(nodes, Mapping) else {name: name for name in nodes}
    member = {name: group for group, names in (groups or {}).items() for name in names}
    return Mechanism(
        version=1,
        language=language,
        title="T",
        description="D",
        caption="C",
        alt="A",
        sources=(),
        limitations=(),
        nodes={name: _node(name, label, member.get(name)) for name, label in labels.items()},
        edges={
            f"e{index}": Edge(f"e{index}", f"e{index}", label, tail, head)
            for index, (tail, head, label) in enumerate(edges)
        },
        groups={name: name.upper() for name in groups or {}},
        state_labels={},
        scenarios=(),
        direction=direction,
    )


def _node(name: str, text: str, group: str | None) -> Node:
    label, _, detail = text.partition("|")
    return Node(name, name, label.strip(), detail.strip(), group=group)
