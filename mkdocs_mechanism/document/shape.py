"""The shape of a document: what the models of `written` refuse, in the author's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast, get_args

from pydantic import ValidationError

from ..diagnostics import quote
from ..suggestions import listing, nearest
from . import limits
from .digest_spelling import explain_digest
from .findings import Findings
from .loader import Json, OutOfRange
from .names import LANGUAGE, SCENARIO_ID, SHA256, VISIBLE, XML_NAME, fits, slug
from .positions import Path
from .source_spelling import explain_source
from .wording import at, shown, subject
from .written import (
    LATER,
    Direction,
    Shape,
    Written,
    WrittenCitation,
    WrittenEdge,
    WrittenMechanism,
    WrittenNode,
    WrittenReview,
    WrittenScenario,
    WrittenSource,
    WrittenStep,
)

_ALLOWED: dict[str, tuple[str, ...]] = {
    "kind": ("node", "edge"),
    "shape": get_args(Shape),
    "direction": get_args(Direction),
}
_EXPECTED = {
    "string_type": "a string",
    "int_type": "a whole number",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
}
_ADVICE: dict[Path, str] = {
    ("alt",): "describe in one or two sentences what the picture shows; readers who can't see it have nothing else",
    ("version",): 'add "version": 1',
    ("language",): 'add the language of the texts, such as "language": "en"',
    ("sources",): 'list the files that the figure rests on; "sources": [] when there are none',
    ("limitations",): 'say what the picture leaves out; "limitations": [] when nothing',
}


def check_shape(document: Mapping[str, Json], findings: Findings) -> WrittenMechanism | None:
    """Return the document as its model, or None; everything that the model refuses goes to the findings."""
    try:
        return WrittenMechanism.model_validate(document)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
    _numbers(cast("Json", document), (), findings)
    shape = _Shape(cast("Json", document), findings)
    keys: dict[Path, tuple[list[str], list[str]]] = {}
    for one in errors[: limits.FINDINGS * 2]:
        path = _path(one["loc"])
        if one["type"] in ("missing", "extra_forbidden"):
            missing, unknown = keys.setdefault(path[:-1], ([], []))
            (missing if one["type"] == "missing" else unknown).append(str(path[-1]))
        elif not isinstance(at(shape.document, path), OutOfRange):
            shape.value(one["type"], path, one.get("ctx", {}), is_key=one["loc"][-1] == "[key]")
    for path, (missing, unknown) in keys.items():
        shape.keys(path, missing, unknown)
    return None


def _path(loc: Iterable[str | int]) -> Path:
    """Return the path of an error: without the form after a target's name or a source's index, and without `[key]`."""
    path = tuple(loc)
    if path[-1] == "[key]":
        path = path[:-1]
    return (*path[:2], *path[3:]) if path[0] in ("targets", "sources") and len(path) > 2 else path


def _numbers(value: Json, path: Path, findings: Findings) -> None:
    """Find the numbers that the loader could not hold, wherever they stand."""
    if isinstance(value, OutOfRange):
        hint = "write a whole number of milliseconds" if path[-1:] == ("duration",) else ""
        size = len(value.written)
        what = f"has {size} characters, at most {limits.NUMBER} are read" if size > limits.NUMBER else "is out of range"
        findings.add("json-number", f"the number {quote(value.written)} {what}", path, hint)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if not isinstance(item, str):
                _numbers(item, (*path, index), findings)
    elif isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(item, str):
                _numbers(item, (*path, key), findings)


def _fields(model: type[Written]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in model.model_fields.items())


_FIELDS = {
    "document": _fields(WrittenMechanism),
    "source": tuple(dict.fromkeys(_fields(WrittenSource) + _fields(WrittenCitation))),
    "review": _fields(WrittenReview),
    "target": tuple(dict.fromkeys(_fields(WrittenNode) + _fields(WrittenEdge))),
    "scenario": _fields(WrittenScenario),
    "step": _fields(WrittenStep),
}


class _Shape:
    """Puts the errors of one document into words."""

    def __init__(self, document: Json, findings: Findings) -> None:
        self.document = document
        self.findings = findings

    # Keys

    def keys(self, path: Path, missing: list[str], unknown: list[str]) -> None:
        """Say which keys of an object are unknown and which are absent; a misspelt key is one finding."""
        owner = _owner(path)
        for key in unknown:
            if "\ufffd" in key and self.findings.has("lone-surrogate"):
                continue  # `characters` has found this key; here it is only its mended spelling
            if key in LATER.get(owner, ()):
                hint = f'remove {quote(key)}; "$comment" may hold it until then'
                self.findings.add(
                    "not-supported-yet", f"{quote(key)} is not supported yet", (*path, key), hint, at_key=True
                )
            elif (meant := nearest(key, missing)) is not None:
                missing.remove(meant)
                message = f"unknown key {quote(key)}, and {quote(meant)} is missing"
                hint = f"rename {quote(key)} to {quote(meant)}"
                self.findings.add("unknown-key", message, (*path, key), hint, at_key=True)
            else:
                self._unknown(path, key)
        for key in missing:
            message = f"{subject(self.document, path)} has no {quote(key)}"
            hint = _ADVICE.get((*path, key)) or f"add {quote(key)}"
            self.findings.add("missing-key", message, path, hint)

    def _unknown(self, path: Path, key: str) -> None:
        owner = at(self.document, path)
        present = owner if isinstance(owner, dict) else {}
        message = f"unknown key {quote(key)} in {subject(self.document, path)}"
        known = _FIELDS[_owner(path)]
        meant = nearest(key, known) if len(key) <= limits.LABEL else None
        if _owner(path) == "target" and key in known:
            kind = "nodes" if key in _fields(WrittenNode) else "edges"
            message = f"{subject(self.document, path)} has {quote(key)}, which only {kind} have"
            hint = f"remove {quote(key)}"
        elif _owner(path) == "source" and key in known:
            message = f'{subject(self.document, path)} has {quote(key)} beside "url"; a citation has no file'
            hint = f'remove "url" or {quote(key)}: name the copy that is here, or the place on the web'
        elif meant is None:
            hint = 'remove it, or put it into "$comment"'
        elif meant in present:
            hint = f"did you mean {quote(meant)}? That key is there already: keep one of the two"
        else:
            hint = f"did you mean {quote(meant)}?"
        self.findings.add("unknown-key", message, (*path, key), hint, at_key=True)

    # Values

    def value(self, error: str, path: Path, context: Mapping[str, Any], *, is_key: bool) -> None:
        """Say what is wrong with one value, or with one name that is a key."""
        value = at(self.document, path)
        what = subject(self.document, path)
        if is_key:
            self._name(error, path)
        elif error == "literal_error":
            self._choice(path, value, what)
        elif error in _EXPECTED:
            self._type(error, path, value, what)
        elif error in ("greater_than_equal", "less_than_equal"):
            self._range(path, value, what)
        elif error == "string_too_long":
            self._long(path, f"{what} has {len(str(value))} characters", context["max_length"])
        elif error == "string_pattern_mismatch":
            self._pattern(context["pattern"], path, str(value), what)
        else:
            self._count(error, path, value, context)

    def _name(self, error: str, path: Path) -> None:
        name = str(path[-1])
        noun = {"targets": "target", "groups": "group"}.get(str(path[-2]), "state")
        if error == "string_too_long":
            message = f"the name {quote(name)} has {len(name)} characters, at most {limits.LABEL} are allowed"
            self.findings.add("too-long", message, path, "shorten it", at_key=True)
        elif error == "string_pattern_mismatch":
            message = f"the name of a {noun} is empty, expected at least one visible character"
            self.findings.add("empty-text", message, path, f"name the {noun}", at_key=True)

    def _choice(self, path: Path, value: Json, what: str) -> None:
        allowed = _ALLOWED[str(path[-1])]
        if isinstance(value, str):
            meant = nearest(value, allowed) if len(value) <= limits.LABEL else None
            message = f"{what} is {quote(value)}; allowed: {listing(allowed)}"
            self.findings.add("wrong-value", message, path, f"did you mean {quote(meant)}?" if meant else "")
        else:
            self.findings.add("wrong-type", f"{what} is {shown(value)}; allowed: {listing(allowed)}", path)

    def _type(self, error: str, path: Path, value: Json, what: str) -> None:
        expected = _EXPECTED[error]
        if len(path) == 2 and path[0] == "targets":
            expected = "an object or a string"
        self.findings.add(
            "wrong-type", f"{what} is {shown(value)}, expected {expected}", path, _cure(error, path, value)
        )

    def _range(self, path: Path, value: Json, what: str) -> None:
        if path == ("version",):
            return  # `reader` has said it
        low, high = limits.DURATION_LEAST, limits.DURATION_MOST
        message = f"{what} is {value} ms, expected {low} to {high} ms"
        hint = (
            f"write {high}"
            if isinstance(value, int) and value > high
            else f"write {low} or more: at most three changes a second are safe to watch"
        )
        if isinstance(value, int) and 0 < value <= high // 1000:
            hint = f"durations are milliseconds: write {value * 1000} for {value} s"
        self.findings.add("wrong-value", message, path, hint)

    def _long(self, path: Path, measured: str, most: int) -> None:
        self.findings.add("too-long", f"{measured}, at most {most} are allowed", path, "shorten it")

    def _pattern(self, pattern: str, path: Path, value: str, what: str) -> None:
        if pattern == SHA256:
            problem, hint = explain_digest(value)
            self.findings.add("wrong-value", f"{what} {problem}", path, hint)
        elif pattern == LANGUAGE:
            self.findings.add(
                "wrong-value",
                f'{what} is {quote(value)}, expected a BCP 47 tag such as "en" or "pt-BR"',
                path,
                _tag(value),
            )
        elif pattern == XML_NAME:
            message = f"{what} is {quote(value)}, expected an XML name: a letter or _ first, no blanks"
            hint = (
                f'write "{slug(value)}"'
                if value.strip() and len(value) <= limits.LABEL
                else 'write a name, or remove "id"'
            )
            self.findings.add("invalid-id", message, path, hint)
        elif pattern == SCENARIO_ID:
            message = f"{what} is {quote(value)}, expected a letter, then letters, digits, _ and -"
            self.findings.add("wrong-value", message, path)
        elif pattern == VISIBLE:
            self.findings.add("empty-text", f"{what} is empty, expected a text that says something", path, _fill(path))
        else:
            problem, hint = explain_source(pattern, value)
            self.findings.add("wrong-value", f"{what} {problem}", path, hint)

    def _count(self, error: str, path: Path, value: Json, context: Mapping[str, Any]) -> None:
        if error == "too_short":
            message = f"{subject(self.document, path[:-1])} has no {'steps' if path[-1] == 'steps' else 'scenarios'}"
            self.findings.add(
                "no-steps",
                message,
                path,
                'add a step: { "title": "...", "description": "...", "paths": [] }'
                if path[-1] == "steps"
                else "add a scenario with at least one step",
            )
        else:
            # No model here has another kind of error; say so much at least.
            self.findings.add("wrong-value", f"{subject(self.document, path)} is {shown(value)}: {context}", path)


def _owner(path: Path) -> str:
    """Return what kind of object a path leads to."""
    match path:
        case ():
            return "document"
        case ("review",):
            return "review"
        case ("sources", _):
            return "source"
        case ("targets", _):
            return "target"
        case ("scenarios", _):
            return "scenario"
    return "step"


def _cure(error: str, path: Path, value: Json) -> str:
    if error == "int_type":
        if isinstance(value, float) and value.is_integer():
            return f"write {int(value)}"
        return f"write {value} without quotes" if isinstance(value, str) and value.isascii() and value.isdigit() else ""
    if error == "list_type" and isinstance(value, str):
        return f"write [{quote(value)}]"
    if error == "string_type" and path[-1] == "sha256" and value is None:
        return 'remove "sha256" until the source is pinned'
    if error == "string_type" and isinstance(value, int | float) and not isinstance(value, bool):
        return f'write "{value}" in double quotes'
    return ""


def _fill(path: Path) -> str:
    if path[0] == "limitations":
        return "write the limitation, or remove the entry"
    return _ADVICE.get(path) or "write the text"


def _tag(value: str) -> str:
    tag = value.strip().replace("_", "-").split(".")[0]
    return f'write "{tag}"' if tag != value and fits(LANGUAGE, tag) else ""
