"""The targets of a document as far as they can be made out, also when the document has faults.

The rules across fields read this instead of the finished model, so a misspelt key in one place hides no wrong name in
another. A target whose own form is unclear is known by name, and nothing is said about its kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..codes import finding
from ..diagnostics import Diagnostic, Location, quote
from .findings import Findings
from .loader import Json
from .model import Endpoints
from .positions import Path
from .shorthand import ARROW, read_edge
from .wording import kind_word
from .written import target_form


@dataclass(frozen=True, slots=True)
class End:
    """One end of an edge: the node's name, and where it is written."""

    name: str
    path: Path
    """Place in the document; empty when a line of the fence says it."""
    location: Location | None = None
    """Place in the page when the fence says it."""


@dataclass(frozen=True, slots=True)
class Target:
    """A target in outline."""

    name: str
    kind: str
    """`node`, `edge`, or `target` when it can't be told."""
    label: str = ""
    tail: End | None = None
    head: End | None = None

    @property
    def ends(self) -> tuple[End, ...]:
        """The ends that are known."""
        return tuple(end for end in (self.tail, self.head) if end is not None)


def outline(document: Mapping[str, Json], findings: Findings) -> dict[str, Target] | None:
    """Return the targets by name, or None when the document has no object of targets; short edges are read here."""
    targets = document.get("targets")
    if not isinstance(targets, dict):
        return None
    return {name: _target(name, value, findings) for name, value in targets.items()}


def _target(name: str, value: Json, findings: Findings) -> Target:
    path = ("targets", name)
    if isinstance(value, str):
        return _short_target(name, value, findings)
    if not isinstance(value, dict):
        return Target(name, "target")
    label = value.get("label")
    text = label if isinstance(label, str) else ""
    if target_form(value) != "edge":
        return Target(name, kind_word(value), text)
    ends = [
        End(end, (*path, key)) if isinstance(end, str) else None
        for key, end in (("from", value.get("from")), ("to", value.get("to")))
    ]
    return Target(name, kind_word(value), text, *ends)


def _short_target(name: str, value: str, findings: Findings) -> Target:
    path = ("targets", name)
    if target_form(value) == "short node":
        return Target(name, "node", value)
    edge = read_edge(value)
    if edge is None:
        message = f'edge {quote(name)} is {quote(value)}, expected "NODE -> NODE" or "NODE -> NODE: LABEL"'
        tail, _, head = value.partition(ARROW)
        hint = "write a name that holds a colon or an arrow as a JSON string, or the edge as an object with from and to"
        if not tail.strip() or not head.strip(" :"):
            hint = "name a node on both sides of the arrow"
        findings.add("wrong-value", message, path, hint)
        return Target(name, "edge")
    return Target(name, "edge", edge.label, End(edge.tail, path), End(edge.head, path))


def with_endpoints(
    targets: Mapping[str, Target], endpoints: Mapping[str, Endpoints], findings: Findings
) -> dict[str, Target]:
    """Return the targets with the ends that the fence gives to edges without any.

    A line for what is no edge, and one for an edge whose ends the document gives, is a finding in the page.
    """
    merged = dict(targets)
    for name, ends in endpoints.items():
        target = targets.get(name)
        if target is None or target.kind == "node":
            findings.elsewhere.append(_unknown_edge(name, target, ends, targets, findings))
        elif target.ends:
            message = f"edge {quote(name)} has its ends in the document already"
            hint = "remove this line, or from and to in the document"
            findings.elsewhere.append(finding("endpoint-conflict", message, ends.location, hint=hint))
        else:
            tail, head = (End(end, (), ends.location) for end in (ends.tail, ends.head))
            merged[name] = replace(target, tail=tail, head=head)
    return merged


def _unknown_edge(
    name: str, target: Target | None, ends: Endpoints, targets: Mapping[str, Target], findings: Findings
) -> Diagnostic:
    edges = [other.name for other in targets.values() if other.kind == "edge"]
    what = "is a node" if target else "is no edge of the document"
    hint = findings.suggest(name, edges, "edges")
    return finding("unknown-edge", f"{quote(name)} {what}", ends.location, hint=hint)
