"""The document's shape as a JSON Schema, for editors and other programs.

Made from the models of `written`, so the two can't differ in fields, types, lengths or patterns. What a JSON Schema
can't say is left to the reader: rules across fields, the parts of an edge's short form, and that 800.0 is refused where
800 is meant (the schema language holds both for one number).
"""

from __future__ import annotations

from typing import Any

from .loader import IGNORED
from .shorthand import ARROW
from .written import WrittenMechanism

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a version 1 document, ready for `json.dumps`."""
    made = WrittenMechanism.model_json_schema(by_alias=True)
    definitions = {_short(name): _adapted(part) for name, part in made.pop("$defs").items()}
    root = _adapted(made)
    _name_forms(root["properties"]["targets"], definitions["Edge"])
    return {"$schema": DIALECT, "title": "Mechanism", **root, "$defs": dict(sorted(definitions.items()))}


def _short(name: str) -> str:
    return name.removeprefix("Written")


def _adapted(part: Schema) -> Schema:
    """Return a part of pydantic's schema in our words.

    Titles made from field names go, and defaults: the real ones are worked out from other fields. Objects and maps
    take the keys that are for editors and people.
    """
    kept = {key: value for key, value in part.items() if key not in ("title", "default")}
    if "$ref" in kept:
        kept["$ref"] = f"#/$defs/{_short(kept['$ref'].rsplit('/', 1)[-1])}"
    if "items" in kept:
        kept["items"] = _adapted(kept["items"])
    if "oneOf" in kept:
        kept["anyOf"] = [_adapted(choice) for choice in kept.pop("oneOf")]
    if kept.get("type") == "object":
        properties = {name: _adapted(value) for name, value in kept.get("properties", {}).items()}
        kept["properties"] = {**dict.fromkeys(IGNORED, True), **properties}
        _adapt_map(kept)
    return kept


def _adapt_map(kept: Schema) -> None:
    """Turn a map whose keys have a pattern around: each key must fit it, and each value but a comment the type."""
    for pattern, value in kept.pop("patternProperties", {}).items():
        kept["propertyNames"] = {**kept.get("propertyNames", {}), "pattern": pattern}
        kept["additionalProperties"] = _adapted(value)
    if "maxProperties" in kept:
        # The keys that are ignored do not count.
        most = kept.pop("maxProperties")
        one = [{"required": [key]} for key in IGNORED]
        both = {"maxProperties": most + len(IGNORED), "required": list(IGNORED)}
        kept["anyOf"] = [{"maxProperties": most}, {"maxProperties": most + 1, "anyOf": one}, both]


def _name_forms(targets: Schema, edge: Schema) -> None:
    """Tell the forms of a target apart: a string with an arrow is an edge, so is an object with both ends."""
    forms = targets["additionalProperties"]["anyOf"]
    node = next(form for form in forms if form.get("type") == "string" and form.get("pattern") != ARROW)
    node["allOf"] = [{"not": {"pattern": ARROW}}, {"not": node.pop("not")}]
    edge["anyOf"] = [{"required": ["from", "to"]}, {"required": ["kind"]}]
    edge["dependentRequired"] = {"from": ["to"], "to": ["from"]}
