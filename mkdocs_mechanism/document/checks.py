"""The rules that look at more than one place of a document.

They read the JSON values and the outline of the targets, not the finished model, and pass over what has another shape
than they need: `shape` has said so already. Rules about scenarios and steps are in `scenario_checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from unicodedata import normalize

from ..codes import finding
from ..diagnostics import quote
from .findings import Findings
from .limits import LABEL
from .loader import Json
from .names import DATE, LINES, fits
from .outline import End, Target
from .scenario_checks import check_scenarios
from .shorthand import ARROW


def check_document(document: Mapping[str, Json], targets: Mapping[str, Target] | None, findings: Findings) -> None:
    """Check every rule across fields.

    Args:
        document: The document's object.
        targets: Its targets in outline, with the fence's ends; None when they can't be made out.
        findings: Where to put what is found.
    """
    _check_sources(document, findings)
    _check_review(document, findings)
    _check_texts(document, findings)
    for field, noun in (("targets", "targets"), ("groups", "groups"), ("stateLabels", "states")):
        _check_similar_names(document, field, noun, findings)
    _check_arrows(document, findings)
    if targets is not None:
        _check_ids(document, targets, findings)
        _check_edges(document, targets, findings)
        _check_groups(document, targets, findings)
    check_scenarios(document, targets, findings)


def _check_arrows(document: Mapping[str, Json], findings: Findings) -> None:
    """Tell of a node whose label was probably meant as an edge: an arrow that lacks its blanks."""
    for name, value in _object(document.get("targets")).items():
        if isinstance(value, str) and "->" in value and ARROW not in value:
            message = f"target {quote(name)} is a node, whose label {quote(value)} holds an arrow without blanks"
            hint = f"for an edge, write {quote(' -> '.join(part.strip() for part in value.split('->', 1)))}"
            findings.add("looks-like-edge", message, ("targets", name), hint)


def _object(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _check_sources(document: Mapping[str, Json], findings: Findings) -> None:
    first: dict[tuple[str, str, str], tuple[int, Json]] = {}
    for index, value in enumerate(_list(document.get("sources"))):
        source = _object(value)
        lines, region, digest = source.get("lines"), source.get("region"), source.get("sha256")
        _check_part(lines, region, index, findings)
        field = "url" if "url" in source else "path"
        name = source.get(field)
        if not isinstance(name, str):
            continue
        # Two parts of one file are two sources.
        whole = (name, lines if isinstance(lines, str) else "", region if isinstance(region, str) else "")
        if whole not in first:
            first[whole] = (index, digest)
            continue
        earlier, recorded = first[whole]
        what = f"source {quote(name)} is listed twice: it is source {earlier + 1} already"
        if digest is not None and recorded is not None and digest != recorded:
            what += ", with another digest, so one of the two is wrong"
        findings.add("listed-twice", what, ("sources", index, field), "keep one of the two")


def _check_part(lines: Json, region: Json, index: int, findings: Findings) -> None:
    if lines is not None and region is not None:
        message = f'source {index + 1} has both "lines" and "region"; a part is one of them'
        findings.add(
            "wrong-value", message, ("sources", index, "region"), 'remove "lines": a region moves with the text'
        )
    if isinstance(lines, str) and fits(LINES, lines):
        first, _, last = lines.partition("-")
        if last and int(first) > int(last):
            message = f"the range of lines {quote(lines)} ends before it begins"
            findings.add("wrong-value", message, ("sources", index, "lines"), f'write "{last}-{first}"')


def _check_review(document: Mapping[str, Json], findings: Findings) -> None:
    day = _object(document.get("review")).get("on")
    if isinstance(day, str) and fits(DATE, day):
        try:
            date.fromisoformat(day)
        except ValueError:
            findings.add("wrong-value", f'"on" of "review" is {quote(day)}, a day that no month has', ("review", "on"))


def _check_texts(document: Mapping[str, Json], findings: Findings) -> None:
    if document.get("limitations") == []:
        message = "the document names no limitations: nothing says what the picture leaves out"
        hint = "say what a reader could wrongly conclude from the picture"
        findings.add("no-limitations", message, ("limitations",), hint)
    alt = document.get("alt")
    for field in ("title", "caption"):
        other = document.get(field)
        if isinstance(alt, str) and isinstance(other, str) and alt.strip() and _plain(alt) == _plain(other):
            hint = "describe what the picture shows: the parts, and what leads where"
            findings.add("alt-repeats", f'"alt" only repeats "{field}"', ("alt",), hint)
            return


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().rstrip(".!? ")


def _check_similar_names(document: Mapping[str, Json], field: str, noun: str, findings: Findings) -> None:
    first: dict[str, str] = {}
    for name in _object(document.get(field)):
        same = first.setdefault(normalize("NFC", name), name)
        if same != name:
            message = f"the {noun} {_escaped(same)} and {_escaped(name)} differ only in Unicode normalization"
            findings.add("similar-names", message, (field, name), "rename one of the two", at_key=True)


def _escaped(name: str) -> str:
    # The two look the same on a screen, so the characters beyond ASCII are spelled out.
    return quote(name.encode("ascii", "backslashreplace").decode("ascii"))


def _check_ids(document: Mapping[str, Json], targets: Mapping[str, Target], findings: Findings) -> None:
    first: dict[str, Target] = {}
    for name, value in _object(document.get("targets")).items():
        written = _object(value).get("id")
        if not isinstance(written, str):
            continue
        other = first.setdefault(written, targets[name])
        if other.name != name:
            kind = targets[name].kind
            message = (
                f"{kind} {quote(name)} has the id {quote(written)}, which {other.kind} {quote(other.name)} has already"
            )
            findings.add("duplicate-id", message, ("targets", name, "id"), "give each target its own id")


def _check_edges(document: Mapping[str, Json], targets: Mapping[str, Target], findings: Findings) -> None:
    written = _object(document.get("targets"))
    nodes = [target.name for target in targets.values() if target.kind != "edge"]
    for edge in targets.values():
        if edge.kind != "edge":
            continue
        if isinstance(written[edge.name], str):
            _check_short_label(edge, findings)
        for end, verb in ((edge.tail, "starts"), (edge.head, "ends")):
            if end is not None:
                _check_end(edge, end, verb, targets, nodes, findings)
        # Both or neither: half an edge can't be drawn, and the fence may not complete it.
        for present, absent in (("from", "to"), ("to", "from")):
            value = _object(written[edge.name])
            if present in value and absent not in value:
                message = f"edge {quote(edge.name)} has {quote(present)} but no {quote(absent)}"
                hint = f"add {quote(absent)}, or remove {quote(present)} and give both ends in the fence"
                findings.add("missing-key", message, ("targets", edge.name), hint)


def _check_short_label(edge: Target, findings: Findings) -> None:
    if len(edge.label) > LABEL:
        message = f"the label of edge {quote(edge.name)} has {len(edge.label)} characters, at most {LABEL} are allowed"
        findings.add("too-long", message, ("targets", edge.name), "shorten it")


def _check_end(
    edge: Target, end: End, verb: str, targets: Mapping[str, Target], nodes: list[str], findings: Findings
) -> None:
    target = targets.get(end.name)
    if target is not None and target.kind != "edge":
        return
    what = "which is an edge" if target else "which is not a node"
    message = f"edge {quote(edge.name)} {verb} at {quote(end.name)}, {what}"
    hint = findings.suggest(end.name, nodes, "nodes")
    if end.location is not None:
        findings.elsewhere.append(finding("unknown-node", message, end.location, hint=hint))
    else:
        findings.add("unknown-node", message, end.path, hint)


def _check_groups(document: Mapping[str, Json], targets: Mapping[str, Target], findings: Findings) -> None:
    groups = document.get("groups", {})
    if not isinstance(groups, dict):
        return
    for name, value in _object(document.get("targets")).items():
        group = _object(value).get("group")
        if isinstance(group, str) and group not in groups and targets[name].kind != "edge":
            message = f'node {quote(name)} is in group {quote(group)}, which is not in "groups"'
            hint = findings.suggest(group, groups, "groups") or f'add "groups": {{ {quote(group)}: "..." }}'
            findings.add("unknown-group", message, ("targets", name, "group"), hint)
