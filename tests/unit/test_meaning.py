"""One meaning, one digest: however a document is written; and another one for everything that it says."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from mkdocs_mechanism.document.comparison import compare
from mkdocs_mechanism.document.meaning import content_digest
from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.document.reader import read
from tests.conftest import ROOT

DOCUMENT = ROOT / "tests/corpus/valid/everything.json"


def document() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(DOCUMENT.read_bytes().decode("utf-8-sig"))
    return loaded


def mechanism(value: dict[str, Any], *, file: str = "docs/everything.json", indent: int | None = None) -> Mechanism:
    reading = read(json.dumps(value, indent=indent).encode(), file=file)
    assert reading.mechanism is not None, reading.diagnostics
    return reading.mechanism


def digest(value: dict[str, Any], **how: Any) -> str:
    return content_digest(mechanism(value, **how))


def turned(value: Any) -> Any:
    """The same with the members of every object in the other order."""
    if isinstance(value, dict):
        return {key: turned(each) for key, each in reversed(value.items())}
    return [turned(each) for each in value] if isinstance(value, list) else value


class TestTheSame:
    @pytest.fixture
    def expected(self) -> str:
        return digest(document())

    def test_in_every_process(self) -> None:
        # A change of this value makes every review that was ever recorded stale.
        small = {
            "version": 1, "language": "en", "title": "T", "description": "D", "caption": "C", "alt": "A",
            "sources": [{"path": "x", "description": "X"}], "limitations": [], "targets": {"a": "A", "e": "a -> a"},
            "scenarios": [{"id": "s", "title": "S", "steps": [{"title": "1", "description": "", "paths": ["e"]}]}],
        }  # fmt: skip
        assert digest(small) == "56ef98004a2638f4c568af9a627828c4236768aa64f1d7fbc044592ae448e47a"

    def test_formatting_and_key_order(self, expected: str) -> None:
        assert digest(document(), indent=3) == expected
        assert digest(turned(document())) == expected

    def test_comments_pins_review_and_file_name(self, expected: str) -> None:
        value = document()
        value["$comment"] = "another"
        for source in value["sources"]:
            source.pop("sha256", None)
        value["review"] = {"by": "Somebody", "on": "2026-01-31", "content": "a" * 64}
        assert digest(value) == expected
        assert digest(document(), file="elsewhere/other.json") == expected

    def test_short_forms(self, expected: str) -> None:
        value = document()
        value["targets"]["ask"] = {"kind": "edge", "from": "client", "to": "cache", "label": "GET"}
        value["scenarios"][0]["steps"][0]["duration"] = 2500
        value["scenarios"][0]["steps"][1]["active"] = ["cache", "origin"]
        value["targets"]["origin"]["kind"] = "node"
        assert digest(value) == expected


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    if isinstance(value, dict):
        return [leaf for key, each in value.items() if not key.startswith("$") for leaf in leaves(each, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, each in enumerate(value) for leaf in leaves(each, (*path, index))]
    return [(path, value)]


def changed(path: tuple[str | int, ...], change: Callable[[Any], Any]) -> dict[str, Any]:
    value = copy.deepcopy(document())
    inner: Any = value
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = change(inner[path[-1]])
    return value


TEXTS = [
    path
    for path, value in leaves(document())
    if isinstance(value, str) and path[-1] in {"title", "description", "caption", "alt", "label", "detail", "entry"}
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: ".".join(map(str, path)))
def test_every_text_counts_and_is_told(path: tuple[str | int, ...]) -> None:
    value = changed(path, lambda text: f"{text}!")
    assert digest(value) != digest(document())
    told = compare(mechanism(document()), mechanism(value))
    assert [each.before or "" for each in told] == [(each.after or "").replace("!", "") for each in told] != []


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda d: d["targets"].update(new="New"), [('node "new"', None, "New")]),
        (lambda d: d["targets"].update(new="client -> origin: X"), [('edge "new"', None, '"client" -> "origin": X')]),
        (lambda d: d["targets"]["origin"].pop("shape"), [('node "origin": shape', "queue", "box")]),
        (lambda d: d["targets"]["fetch"].update(to="client"), None),
        (lambda d: d["sources"].pop(), None),
        (lambda d: d["sources"][0].update(lines="1-2"), None),
        (lambda d: d["scenarios"][0]["steps"][1].update(duration=4000), None),
        (lambda d: d["scenarios"][0]["steps"].pop(0), None),
        (lambda d: d["scenarios"][0]["steps"].reverse(), None),
        (lambda d: d["scenarios"][0].update(unselected=[]), None),
        (lambda d: d["limitations"].append("More."), None),
        (lambda d: d.update(language="de"), [("language", "en", "de")]),
        (lambda d: d.pop("direction"), [("direction", "down", "right")]),
    ],
)
def test_every_choice_counts_and_is_told(
    edit: Callable[[dict[str, Any]], Any], told: list[tuple[str, ...]] | None
) -> None:
    value = document()
    edit(value)
    assert digest(value) != digest(document())
    found = [(each.what, each.before, each.after) for each in compare(mechanism(document()), mechanism(value))]
    assert found == told if told is not None else found
    assert all(before != after for _, before, after in found)


def test_pins_and_reviews_are_told_though_they_do_not_count() -> None:
    value = document()
    value["sources"][0]["sha256"] = "f" * 64
    value["review"] = {"by": "Somebody", "on": "2026-01-31", "content": "a" * 64}
    told = {each.what: each.after for each in compare(mechanism(document()), mechanism(value))}
    path = value["sources"][0]["path"]
    assert told[f'source "{path}": pin'] == "f" * 64
    assert told["review"] == "Somebody, 2026-01-31"


def test_nothing_differs() -> None:
    assert compare(mechanism(document()), mechanism(turned(document()))) == ()
