"""What a document means, apart from how it is written: the thing that a review is about.

A mechanism goes in, plain values or a digest come out. Left out are the pins (each says by itself whether it still
holds), the review, and the ids of targets, which bind an author's drawing and are never shown. A field that a later
release brings is left out where it is not used, so that a digest stays what it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from .model import Edge, Mechanism, Node, Scenario, Source, Step


def content_digest(mechanism: Mechanism) -> str:
    """Return the SHA-256 of the meaning: 64 hex digits over canonical JSON (sorted keys, no blanks, UTF-8).

    The mechanism must be that of the document alone: ends that a fence gives would make it another one.
    """
    text = json.dumps(meaning(mechanism), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def pins_digest(sources: Iterable[Source]) -> str:
    """Return the SHA-256 of the pins: which digest is recorded for which file or part, in whatever order they stand."""
    pins = sorted([source.name, source.lines, source.region, source.sha256 or ""] for source in sources)
    return hashlib.sha256(json.dumps(pins, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def meaning(mechanism: Mechanism) -> dict[str, Any]:
    """Return everything that the document says, as JSON values; names are keys, so their order does not count."""
    return {
        "version": mechanism.version,
        "language": mechanism.language,
        "title": mechanism.title,
        "description": mechanism.description,
        "caption": mechanism.caption,
        "alt": mechanism.alt,
        "direction": mechanism.direction,
        "sources": [_source(source) for source in mechanism.sources],
        "limitations": list(mechanism.limitations),
        "groups": dict(mechanism.groups),
        "stateLabels": dict(mechanism.state_labels),
        "nodes": {name: _node(node) for name, node in mechanism.nodes.items()},
        "edges": {name: _edge(edge) for name, edge in mechanism.edges.items()},
        "scenarios": [_scenario(scenario) for scenario in mechanism.scenarios],
    }


def _source(source: Source) -> dict[str, Any]:
    parts = {"path": source.path, "lines": source.lines, "region": source.region, "url": source.url}
    return {key: value for key, value in parts.items() if value} | {"description": source.description}


def _node(node: Node) -> dict[str, Any]:
    return {"label": node.label, "detail": node.detail, "shape": node.shape, "group": node.group}


def _edge(edge: Edge) -> dict[str, Any]:
    return {"label": edge.label, "from": edge.tail, "to": edge.head}


def _scenario(scenario: Scenario) -> dict[str, Any]:
    return {
        "id": scenario.id,
        "title": scenario.title,
        "description": scenario.description,
        "initial": dict(scenario.initial),
        "unselected": list(scenario.unselected),
        "steps": [_step(step) for step in scenario.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "title": step.title,
        "description": step.description,
        "duration": step.duration,
        "active": list(step.active),
        "paths": list(step.paths),
        "state": dict(step.state),
    }
