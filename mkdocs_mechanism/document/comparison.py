"""What changed from one state of a document to another, told in its own terms: nodes, edges, steps, texts, pins.

Two mechanisms go in, a list of differences comes out, in the order in which a document is read. How it is written plays
no part; nor does the order of names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from .meaning import meaning
from .model import Mechanism, Review, Source

TEXTS = ("version", "language", "direction", "title", "description", "caption", "alt")
Object = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that differs."""

    what: str
    """Such as `step 2 "Answer" of "hit": duration`; user text is quoted."""
    before: str | None
    """None for what was added."""
    after: str | None
    """None for what was removed."""


def compare(old: Mechanism, new: Mechanism) -> tuple[Changed, ...]:
    """Return everything that differs between two states of a document."""
    before, after = meaning(old), meaning(new)
    texts = ({key: each[key] for key in TEXTS} for each in (before, after))
    found = [
        *_fields("", *texts),
        *_sources(old.sources, new.sources),
        *_limitations(old.limitations, new.limitations),
        *_named("group", before["groups"], after["groups"], _labels),
        *_named("node", before["nodes"], after["nodes"], _fields),
        *_named("edge", before["edges"], after["edges"], _fields),
        *_named("state label", before["stateLabels"], after["stateLabels"], _labels),
    ]
    first, second = ({scenario["id"]: scenario for scenario in each["scenarios"]} for each in (before, after))
    found += _named("scenario", first, second, _scenario, ordered=True)
    if old.review != new.review:
        found.append(Changed("review", _reviewed(old.review), _reviewed(new.review)))
    return tuple(found)


def source_name(source: Source) -> str:
    """Return what tells a source from the others of its document: its path or URL, and the part of it."""
    return f"{source.name}, {source.part}" if source.part else source.name


def _named(
    kind: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    differ: Callable[[str, Any, Any], Iterator[Changed]],
    *,
    ordered: bool = False,
) -> Iterator[Changed]:
    """Yield what came or went among things with names, and how the others differ."""
    for name in dict.fromkeys((*old, *new)):
        what = f"{kind} {_quoted(name)}"
        if name in old and name in new:
            yield from differ(what, old[name], new[name])
        else:
            yield Changed(what, _told(old[name]) if name in old else None, _told(new[name]) if name in new else None)
    kept = [[name for name in each if name in old and name in new] for each in (old, new)]
    if ordered and kept[0] != kept[1]:
        yield Changed(f"order: {kind}s", *(", ".join(map(_quoted, names)) for names in kept))


def _fields(what: str, old: Object, new: Object) -> Iterator[Changed]:
    """Yield the values that differ between two objects with the same keys."""
    for key in old:
        if old[key] != new[key]:
            yield Changed(f"{what}: {key}" if what else key, _shown(old[key]), _shown(new[key]))


def _labels(what: str, old: str, new: str) -> Iterator[Changed]:
    if old != new:
        yield Changed(what, old, new)


def _told(value: Any) -> str:
    """Return a whole thing in one line: what it is called, else what it says."""
    if not isinstance(value, Mapping):
        return str(value)
    ends = f"{_quoted(value['from'])} -> {_quoted(value['to'])}" if value.get("from") and value.get("to") else ""
    texts = [value.get(key) for key in ("title", "label", "detail", "description")]
    return ": ".join(dict.fromkeys(text for text in (ends, *texts) if text))


def _shown(value: Any) -> str | None:
    """Return a value as people read it; lists and maps in one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_quoted(each)}" for key, each in value.items()) or None
    if isinstance(value, list):
        return ", ".join(map(_quoted, value)) or None
    return str(value) if value not in (None, "") else None


def _limitations(old: Sequence[str], new: Sequence[str]) -> Iterator[Changed]:
    for before, after in _pairs(old, new):
        number = (after if after is not None else before or 0) + 1
        texts = old[before] if before is not None else None, new[after] if after is not None else None
        if texts[0] != texts[1]:
            yield Changed(f"limitation {number}", *texts)


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the indexes of entries that belong together: equal ones, and between them by their order."""
    for _, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for offset in range(max(b - a, d - c)):
            yield a + offset if a + offset < b else None, c + offset if c + offset < d else None


def _scenario(what: str, old: Object, new: Object) -> Iterator[Changed]:
    yield from _fields(what, *({key: value for key, value in each.items() if key != "steps"} for each in (old, new)))
    before, after = old["steps"], new["steps"]
    # Steps of one title are the same step, wherever it stands.
    for first, second in _pairs([step["title"] for step in before], [step["title"] for step in after]):
        number, steps = (second, after) if second is not None else (first or 0, before)
        title = f"step {number + 1} {_quoted(steps[number]['title'])} of {what.removeprefix('scenario ')}"
        if first is not None and second is not None:
            yield from _fields(title, before[first], after[second])
        else:
            told = _told(steps[number])
            yield Changed(title, *((None, told) if second is not None else (told, None)))


def _sources(old: Sequence[Source], new: Sequence[Source]) -> Iterator[Changed]:
    before, after = (
        {source_name(source): {"pin": source.sha256, "description": source.description} for source in each}
        for each in (old, new)
    )
    yield from _named("source", before, after, _fields, ordered=True)


def _reviewed(review: Review | None) -> str | None:
    return f"{review.by}, {review.on}" if review is not None else None


def _quoted(text: str) -> str:
    """Return user text in double quotes, whole: two long texts may differ at their ends only."""
    return json.dumps(text, ensure_ascii=False)
