"""How a place in a document is called in a message: `node "cache"`, `step 2 of scenario "miss"`."""

from __future__ import annotations

from ..diagnostics import quote
from .loader import Json, OutOfRange
from .positions import Path
from .written import target_form

_NAMED = {"groups": "group", "stateLabels": "state label", "state": "state", "initial": "state"}


def at(value: Json, path: Path) -> Json:
    """Return the value at a path, or None where there is none."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def subject(document: Json, path: Path) -> str:
    """Return what the author would call the value at a path."""
    match path:
        case ():
            return "the document"
        case ("targets", str(name)):
            return f"{kind_word(at(document, path))} {quote(name)}"
        case ("sources", int(index)):
            named = at(document, (*path, "path")) or at(document, (*path, "url"))
            if isinstance(named, str) and "@" in named and "://" in named:
                named = None  # a password may stand before the @, and messages are seen by many
            return _by_name("source", named, index)
        case ("scenarios", int(index)):
            return _by_name("scenario", at(document, (*path, "id")), index)
        case ("scenarios", int(scenario), "steps", int(index)):
            return f"step {index + 1} of {subject(document, ('scenarios', scenario))}"
        case ("limitations", int(index)):
            return f"limitation {index + 1}"
        case (str(key),):
            return quote(key)
    return _member(document, path)


def _member(document: Json, path: Path) -> str:
    *above, last = path
    owner = tuple(above)
    if isinstance(last, int):
        return f"entry {last + 1} of {subject(document, owner)}"
    if owner and owner[-1] in _NAMED and (len(owner) == 1 or owner[0] == "scenarios"):
        named = f"{_NAMED[str(owner[-1])]} {quote(last)}"
        return named if len(owner) == 1 else f"{named} of {subject(document, owner[:-1])}"
    return f"{quote(last)} of {subject(document, owner)}"


def kind_word(target: Json) -> str:
    """Return `node` or `edge` for a target as written; `target` when it says neither."""
    if isinstance(target, dict) and target.get("kind", "node") not in ("node", "edge"):
        return "target"
    if not isinstance(target, str | dict):
        return "target"
    return target_form(target).split()[-1]


def _by_name(noun: str, name: Json, index: int) -> str:
    return f"{noun} {quote(name)}" if isinstance(name, str) and name else f"{noun} {index + 1}"


def shown(value: Json) -> str:
    """Return a value as a message names it: `true`, `the number 800.0`, `the string "1"`, `a list`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, OutOfRange):
        return f"a number of {len(value.written)} characters"
    if isinstance(value, int | float):
        return f"the number {value!r}"
    if isinstance(value, str):
        return f"the string {quote(value)}"
    return "a list" if isinstance(value, list) else "an object"
