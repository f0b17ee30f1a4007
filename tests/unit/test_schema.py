"""The JSON Schema and the reader agree in shape, in both directions.

Valid documents are changed at every place; each outcome that the reader accepts must fit the schema, and each that the
reader refuses for its shape must not. Rules across fields are the reader's alone.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.document.schema import schema
from tests.conftest import SHARED
from tests.documents import BASE, VALID, changed, reading_of

SCHEMA = schema()
VALIDATOR = Draft202012Validator(SCHEMA)

SHAPE = {
    "not-an-object",
    "unsupported-version",
    "unknown-key",
    "not-supported-yet",
    "wrong-type",
    "empty-text",
    "control-character",
    "lone-surrogate",
    "invalid-id",
    "no-steps",
    "missing-key",
}
"""Codes of which every finding is about the shape of one value."""

DOCUMENTS = {path.stem: json.loads(path.read_bytes()) for path in sorted(VALID.glob("*.json"))}
if SHARED.is_dir():
    DOCUMENTS["seed"] = json.loads((SHARED / "seed/decode-loop.json").read_bytes())

Place = tuple[str | int, ...]

VALUES: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    333,
    334,
    800.5,
    60_000,
    60_001,
    "",
    "  ",
    "\ufeff",
    "\u200b\u2060",
    "x",
    "a -> b",
    "node",
    "edge",
    "box",
    "en_US",
    "a b",
    "1a",
    "a\nb",
    "a\n",
    "\u0085",
    "\ud800",
    "a\ufffe",
    "\uffff",
    "\U0001fffe",
    "x" * 200,
    "x" * 201,
    "x" * 4000,
    "x" * 4001,
    "0" * 64,
    "0" * 65,
    "A" * 64,
    "\uff10" * 64,
    [],
    [1],
    ["x"],
    {},
    {"x": "y"},
    {"": "y"},
    {"x" * 201: "y"},
    {"x\u0000": "y"},
    {"$comment": 1},
    {"label": "x"},
    {"label": ""},
    {"label": "", "kind": "edge"},
]
KEYS = ["x", "$comment", "$schema", "drawing", "url", "label", "from", "kind", "detail", "shape", "path", "", "a\u0007"]


def places(value: Any, path: Place = ()) -> Iterator[Place]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in members:
        yield from places(item, (*path, step))


def owner_of(document: Any, path: Place) -> Any:
    for step in path[:-1]:
        document = document[step]
    return document


def is_of_the_shape(document: Any) -> bool | None:
    """Return True for a valid shape, False for a refused one, None where only rules across fields are broken."""
    findings = reading_of(document).diagnostics
    errors = [found for found in findings if found.severity == "error"]
    if any(found.code in SHAPE for found in errors):
        return False
    if any(is_shape(found) for found in errors):
        return False
    return None if errors else True


def is_shape(found) -> bool:
    """Return whether one finding is about one value; these codes are used for rules across fields as well."""
    last = found.location.path.rsplit(".", 1)[-1]
    if found.code == "wrong-value":
        # The parts of an edge's short form are no pattern of the schema.
        return "NODE -> NODE" not in found.message
    if found.code == "too-long":
        return not found.message.startswith("the label of edge")
    return found.code == "too-many" and "steps[" not in last


def agree(document: Any) -> None:
    fits = VALIDATOR.is_valid(document)
    verdict = is_of_the_shape(document)
    if verdict is not None:
        assert fits == verdict, [error.message[:200] for error in VALIDATOR.iter_errors(document)]


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    text = json.dumps(SCHEMA, ensure_ascii=False)
    assert "Written" not in text
    # A schema with half a surrogate pair could not be saved.
    text.encode()


def test_every_field_says_what_it_means() -> None:
    for part in (SCHEMA, *SCHEMA["$defs"].values()):
        for name, field in part["properties"].items():
            assert field is True or field["description"], name


def test_the_schema_is_printed_the_same_each_time() -> None:
    assert json.dumps(schema()) == json.dumps(schema())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_valid_documents_fit(name) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(DOCUMENTS[name])] == []


@pytest.mark.parametrize("name", ["tls13", "dns", "arabic", "parallel"])
def test_the_cases_fit(shared, name) -> None:
    assert VALIDATOR.is_valid(json.loads((shared / f"cases/{name}.json").read_bytes()))


@pytest.mark.parametrize("name", ["minimal", "base", "everything"])
def test_each_value_replaced_by_each_other(name) -> None:
    document = DOCUMENTS[name]
    seen = {True: 0, False: 0, None: 0}
    for path in places(document):
        for value in VALUES:
            mutant = copy.deepcopy(document)
            if path:
                owner_of(mutant, path)[path[-1]] = copy.deepcopy(value)
            else:
                mutant = value
            agree(mutant)
            seen[is_of_the_shape(mutant)] += 1
    assert min(seen.values()) > 20


@pytest.mark.parametrize("name", ["minimal", "base", "everything", "odd-names"])
def test_each_key_removed_and_each_foreign_key_added(name) -> None:
    document = DOCUMENTS[name]
    for path in places(document):
        mutant = copy.deepcopy(document)
        if path:
            del owner_of(mutant, path)[path[-1]]
            agree(mutant)
        target = owner_of(copy.deepcopy(document), (*path, ""))
        for key in KEYS if isinstance(target, dict) else ():
            mutant = copy.deepcopy(document)
            owner_of(mutant, (*path, ""))[key] = "x"
            agree(mutant)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=150)
def test_several_changes_at_once(data) -> None:
    document = copy.deepcopy(DOCUMENTS[data.draw(st.sampled_from(["minimal", "base", "everything"]))])
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from([path for path in places(document) if path]))
        owner_of(document, path)[path[-1]] = copy.deepcopy(data.draw(st.sampled_from(VALUES)))
    agree(document)


@pytest.mark.parametrize("field", ["targets", "groups", "stateLabels"])
def test_comments_do_not_count(field) -> None:
    most = 500 if field == "targets" else 1000
    names = {"entry": "E"} if field == "stateLabels" else dict(BASE.get(field, {}))
    names |= {f"n{number}": "N" for number in range(most - len(names))}
    comments = {"$comment": 1, "$schema": 2}
    for comment in ({}, {"$comment": 1}, {"$schema": 1}, comments):
        document = changed(lambda d, comment=comment: d.update({field: names | comment}))
        assert reading_of(document).mechanism is not None
        assert VALIDATOR.is_valid(document)
        document[field]["over"] = "N"
        assert reading_of(document).mechanism is None
        assert not VALIDATOR.is_valid(document)


def test_a_whole_number_with_a_point_is_the_readers_alone() -> None:
    # To a JSON Schema 3000.0 and 3000 are one number; the reader refuses the first, as counts are whole.
    text = json.dumps(BASE).replace("3000", "3000.0")
    assert VALIDATOR.is_valid(json.loads(text))
    assert [found.code for found in read(text.encode(), file="x.json").diagnostics] == ["wrong-type"]
