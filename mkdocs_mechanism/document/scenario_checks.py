"""The rules of scenarios and steps: names, kinds, states, unselected targets, pace."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ..diagnostics import quote
from . import limits
from .findings import Findings
from .loader import Json
from .outline import Target
from .positions import Path
from .reading_time import reading_time, usual_duration, words
from .wording import subject

_Object = dict[str, Json]


def check_scenarios(document: Mapping[str, Json], targets: Mapping[str, Target] | None, findings: Findings) -> None:
    """Check the scenarios and their steps; names only when the targets are known."""
    scenarios = document.get("scenarios")
    if not isinstance(scenarios, list):
        return
    labels = document.get("stateLabels", {})
    states = labels if isinstance(labels, dict) else None
    ids: dict[str, int] = {}
    for index, scenario in enumerate(scenarios):
        if isinstance(scenario, dict):
            path: Path = ("scenarios", index)
            _check_id(scenario.get("id"), index, ids, findings)
            _Scenario(dict(document), path, scenario, targets, states, findings).check()


def _check_id(written: Json, index: int, ids: dict[str, int], findings: Findings) -> None:
    if isinstance(written, str):
        first = ids.setdefault(written, index)
        if first != index:
            message = f"scenario {index + 1} has the id {quote(written)}, which scenario {first + 1} has already"
            findings.add("duplicate-id", message, ("scenarios", index, "id"), "give each scenario its own id")


class _Scenario:
    """The checks of one scenario."""

    def __init__(
        self,
        document: _Object,
        path: Path,
        scenario: _Object,
        targets: Mapping[str, Target] | None,
        states: Collection[str] | None,
        findings: Findings,
    ) -> None:
        self.document = document
        self.path = path
        self.scenario = scenario
        self.targets = targets
        self.states = states
        self.findings = findings
        self.unselected = {name for _, name in _names(scenario.get("unselected"), ())}
        self.candidates: dict[str, list[str]] = {
            kind: [t.name for t in (targets or {}).values() if kind == "target" or t.kind in (kind, "target")]
            for kind in ("node", "edge", "target")
        }

    def check(self) -> None:
        """Check what the scenario names, then step by step."""
        self._check_list(self.scenario, self.path, "unselected", "target")
        self._check_states(self.scenario.get("initial"), (*self.path, "initial"))
        steps = self.scenario.get("steps")
        for index, step in enumerate(steps if isinstance(steps, list) else []):
            if isinstance(step, dict):
                path = (*self.path, "steps", index)
                self._check_list(step, path, "active", "node")
                self._check_list(step, path, "paths", "edge")
                self._check_states(step.get("state"), (*path, "state"))
                self._check_pace(step, path)

    def _check_list(self, owner: _Object, path: Path, field: str, kind: str) -> None:
        """Check a list of names: each known, of the right kind, listed once, and taking part."""
        seen: set[str] = set()
        for place, name in _names(owner.get(field), (*path, field)):
            if name in seen:
                message = f"{quote(field)} of {subject(self.document, path)} lists {quote(name)} twice"
                self.findings.add("listed-twice", message, place, "keep one of the two")
                continue
            seen.add(name)
            if self.targets is None:
                continue
            target = self.targets.get(name)
            if target is None:
                self._unknown(name, kind, path, place)
            elif kind != "target" and target.kind not in (kind, "target"):
                self._wrong_kind(target, field, path, place)
            elif field != "unselected":
                self._check_selected(target, path, place)

    def _unknown(self, name: str, kind: str, path: Path, place: Path) -> None:
        verb = {"node": "activates", "edge": "uses", "target": "lists"}[kind]
        message = f"{subject(self.document, path)} {verb} {quote(name)}, which is not a {kind}"
        message = message.replace("a edge", "an edge") if kind == "edge" else message
        hint = self.findings.suggest(name, self.candidates[kind], f"{kind}s")
        self.findings.add("unknown-target", message, place, hint)

    def _wrong_kind(self, target: Target, field: str, path: Path, place: Path) -> None:
        is_node = target.kind == "node"
        kind, other, right = ("node", "edges", "active") if is_node else ("edge", "nodes", "paths")
        message = (
            f"{quote(field)} of {subject(self.document, path)} lists the {kind} {quote(target.name)}, expected {other}"
        )
        hint = f'move it to "{right}"'
        if is_node and "->" in target.label:
            hint = "write blanks on both sides of the arrow of the target, as in NODE -> NODE"
        elif is_node and self._is_without_form(target.name):
            hint = f'if {quote(target.name)} is an edge, add "from" and "to", or "kind": "edge"'
        self.findings.add("wrong-kind", message, place, hint)

    def _is_without_form(self, name: str) -> bool:
        """Return whether a target is an object that is a node only because it says nothing else."""
        targets = self.document.get("targets")
        value = targets.get(name) if isinstance(targets, dict) else None
        return isinstance(value, dict) and value.keys().isdisjoint({"kind", "detail", "shape", "group"})

    def _check_selected(self, target: Target, path: Path, place: Path) -> None:
        if not self.unselected:
            return
        used = f"{subject(self.document, path)} uses {target.kind} {quote(target.name)}"
        dimmed = next((end.name for end in target.ends if end.name in self.unselected), None)
        if target.name in self.unselected:
            message = f"{used}, which the scenario lists as unselected"
            self.findings.add("unselected-used", message, place, _out_of_unselected(target.name))
        elif dimmed is not None:
            message = f"{used}, whose end {quote(dimmed)} the scenario lists as unselected"
            self.findings.add("unselected-used", message, place, _out_of_unselected(dimmed))

    def _check_states(self, states: Json, path: Path) -> None:
        if self.states is None or not isinstance(states, dict):
            return
        for key in states:
            if key not in self.states:
                what = f"{quote(str(path[-1]))} of {subject(self.document, path[:-1])}"
                message = f'{what} sets {quote(key)}, which is not in "stateLabels"'
                hint = self.findings.suggest(key, self.states, "states") or f'add {quote(key)} to "stateLabels"'
                self.findings.add("unknown-state", message, (*path, key), hint, at_key=True)

    def _check_pace(self, step: _Object, path: Path) -> None:
        description = step.get("description")
        text = description if isinstance(description, str) and len(description) <= limits.TEXT else ""
        duration = step.get("duration", usual_duration(text))
        if not isinstance(duration, int) or not limits.DURATION_LEAST <= duration <= limits.DURATION_MOST:
            return
        what, place = subject(self.document, path), (*path, "duration" if "duration" in step else "description")
        needed = reading_time(text)
        if duration < limits.DURATION_SHORT:
            message = f"{what} lasts {duration} ms, less than {limits.DURATION_SHORT} ms: too short to follow"
            least = min(max(limits.DURATION_SHORT, needed), limits.DURATION_MOST)
            self.findings.add("short-step", message, place, f"write {least} or more")
        elif duration < needed:
            count = words(text)
            message = f"{what} lasts {duration} ms, but its {count} words take {needed} ms to read"
            enough = needed <= limits.DURATION_MOST
            hint = f'write {needed}, or remove "duration"' if enough else "shorten the description"
            self.findings.add("fast-reading", message, place, hint)


def _names(value: Json, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield place and name of each string in a list."""
    for index, name in enumerate(value if isinstance(value, list) else []):
        if isinstance(name, str):
            yield (*path, index), name


def _out_of_unselected(name: str) -> str:
    return f'take {quote(name)} out of "unselected", or out of the step'
