"""Counts within their limits, before anything looks at each entry.

A list over its limit is one finding and is cut for all later checks: four mebibytes of wrong entries would otherwise
cost seconds and gigabytes to describe.
"""

from __future__ import annotations

from .findings import Findings
from .limits import ENTRIES, STEPS, TARGETS
from .loader import Json
from .positions import Path
from .wording import subject

_Object = dict[str, Json]

_TOP = ("sources", "limitations", "groups", "stateLabels", "scenarios")
_SCENARIO = ("initial", "unselected")
_STEP = ("active", "paths", "state")


def within_limits(document: _Object, findings: Findings) -> _Object:
    """Return the document with every list and map cut to its limit; what was cut is in the findings."""
    cut = _Cut(document, findings)
    document = cut.members(document, (), _TOP)
    document = cut.member(document, (), "targets", TARGETS)
    scenarios = document.get("scenarios")
    if isinstance(scenarios, list):
        kept = [cut.scenario(index, scenario) for index, scenario in enumerate(scenarios)]
        document = _replaced(document, "scenarios", _same(scenarios, kept))
    return document


class _Cut:
    """Cuts the members of one document."""

    def __init__(self, document: _Object, findings: Findings) -> None:
        self.document = document
        self.findings = findings
        self.steps = 0

    def scenario(self, index: int, scenario: Json) -> Json:
        """Return a scenario with its lists, its steps and their lists cut; steps count over all scenarios."""
        if not isinstance(scenario, dict):
            return scenario
        path: Path = ("scenarios", index)
        scenario = self.members(scenario, path, _SCENARIO)
        steps = scenario.get("steps")
        if not isinstance(steps, list):
            return scenario
        room = STEPS - self.steps
        self.steps += len(steps)
        if 0 <= room < len(steps):
            message = f"the document has more than {STEPS} steps in all"
            hint = "split the mechanism into several documents"
            self.findings.add("too-many", message, (*path, "steps", room), hint)
        kept = [
            self.members(step, (*path, "steps", at), _STEP) if isinstance(step, dict) else step
            for at, step in enumerate(steps[: max(room, 1)])
        ]
        return _replaced(scenario, "steps", _same(steps, kept))

    def members(self, owner: _Object, path: Path, fields: tuple[str, ...]) -> _Object:
        """Return an object with the lists and maps of some fields cut to the common limit."""
        for field in fields:
            owner = self.member(owner, path, field, ENTRIES)
        return owner

    def member(self, owner: _Object, path: Path, field: str, most: int) -> _Object:
        """Return an object with the list or map of one field cut."""
        value = owner.get(field)
        if not isinstance(value, list | dict) or len(value) <= most:
            return owner
        what = subject(self.document, (*path, field))
        message = f"{what} has {len(value)} entries, at most {most} are allowed"
        self.findings.add("too-many", message, (*path, field), "split the mechanism into several documents")
        return _replaced(owner, field, value[:most] if isinstance(value, list) else dict(list(value.items())[:most]))


def _same(old: list[Json], new: list[Json]) -> list[Json]:
    """Return the old list when the new one holds the very same entries."""
    return old if len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True)) else new


def _replaced(owner: _Object, field: str, value: Json) -> _Object:
    # Nothing is copied for a document within the limits.
    if owner.get(field) is value:
        return owner
    return {key: value if key == field else old for key, old in owner.items()}
