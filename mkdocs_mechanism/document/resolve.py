"""From the document as written to the mechanism: every short form spelled out."""

from __future__ import annotations

from collections.abc import Mapping

from .model import Edge, Mechanism, Node, Review, Scenario, Source, Step, text_direction
from .names import free, slug
from .outline import Target
from .reading_time import usual_duration
from .written import (
    WrittenCitation,
    WrittenEdge,
    WrittenMechanism,
    WrittenNode,
    WrittenReview,
    WrittenScenario,
    WrittenSource,
    WrittenStep,
)


def resolve(written: WrittenMechanism, targets: Mapping[str, Target], stem: str) -> Mechanism:
    """Return the mechanism of a document without errors.

    Args:
        written: The document.
        targets: Its targets in outline, with the ends from document and fence.
        stem: The document's file name without folder and ending; default ids start with it.
    """
    ids = _ids(written, stem)
    nodes: dict[str, Node] = {}
    edges: dict[str, Edge] = {}
    for name, target in written.targets.items():
        if isinstance(target, WrittenNode):
            nodes[name] = Node(
                name, ids[name], target.label, target.detail, target.shape, target.group if target.group else None
            )
        elif isinstance(target, WrittenEdge) or targets[name].kind == "edge":
            edges[name] = _edge(targets[name], ids[name])
        else:
            nodes[name] = Node(name, ids[name], target)
    usual = "left" if text_direction(written.language) == "rtl" else "right"
    return Mechanism(
        version=written.version,
        language=written.language,
        title=written.title,
        description=written.description,
        caption=written.caption,
        alt=written.alt,
        sources=tuple(_source(source) for source in written.sources),
        limitations=tuple(written.limitations),
        nodes=nodes,
        edges=edges,
        groups=written.groups,
        state_labels=written.state_labels,
        scenarios=tuple(_scenario(scenario, edges) for scenario in written.scenarios),
        direction=written.direction if "direction" in written.model_fields_set else usual,
        review=_review(written.review) if "review" in written.model_fields_set else None,
    )


def _source(written: WrittenSource | WrittenCitation) -> Source:
    digest = written.sha256 or None
    if isinstance(written, WrittenCitation):
        return Source("", digest, written.description, url=written.url)
    return Source(written.path, digest, written.description, written.lines, written.region)


def _review(written: WrittenReview) -> Review:
    return Review(written.by, written.on, written.content, written.sources or None)


def _ids(written: WrittenMechanism, stem: str) -> dict[str, str]:
    """Return the id of each target: its own, else STEM-NAME slugged, numbered from 2 where that is taken."""
    own = {name: target.id for name, target in written.targets.items() if not isinstance(target, str) and target.id}
    taken = set(own.values())
    ids: dict[str, str] = {}
    for name in written.targets:
        ids[name] = own.get(name) or free(slug(f"{stem}-{name}"), taken)
        taken.add(ids[name])
    return ids


def _edge(target: Target, id_: str) -> Edge:
    tail, head = (end.name if end else None for end in (target.tail, target.head))
    return Edge(target.name, id_, target.label, tail, head)


def _scenario(written: WrittenScenario, edges: Mapping[str, Edge]) -> Scenario:
    description = written.description if "description" in written.model_fields_set else written.title
    return Scenario(
        id=written.id,
        title=written.title,
        description=description,
        initial=written.initial,
        unselected=tuple(written.unselected),
        steps=tuple(_step(step, edges) for step in written.steps),
    )


def _step(written: WrittenStep, edges: Mapping[str, Edge]) -> Step:
    given = written.model_fields_set
    return Step(
        title=written.title,
        description=written.description,
        duration=written.duration if "duration" in given else usual_duration(written.description),
        active=tuple(written.active) if "active" in given else _ends(written.paths, edges),
        paths=tuple(written.paths),
        state=written.state,
    )


def _ends(paths: list[str], edges: Mapping[str, Edge]) -> tuple[str, ...]:
    """Return the ends of a step's edges, each once, in the order of the edges; nothing where they are unknown."""
    ends = (end for path in paths for end in (edges[path].tail, edges[path].head) if end is not None)
    return tuple(dict.fromkeys(ends))
