"""The document as it is written: what each object may hold, with types, lengths and patterns.

These models decide the shape; rules that look at two places are in `checks`. `schema` prints them as a JSON Schema, so
everything that a field's type refuses here is expressed there as well.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Discriminator, Field, StringConstraints, Tag, WithJsonSchema

from .limits import DURATION_LEAST, DURATION_MOST, ENTRIES, LABEL, STEPS, TARGETS, TEXT, VERSIONS
from .names import DATE, HTTPS, LANGUAGE, LINES, REGION, SCENARIO_ID, SHA256, VISIBLE, XML_NAME
from .shorthand import ARROW

# Half a surrogate pair, control characters (class Cc) and U+FFFE and U+FFFF are what `characters` finds and names.
_NO_CONTROLS: dict[str, Any] = {"not": {"pattern": "[\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff\\ufffe\\uffff]"}}

MayBeEmpty = Annotated[str, StringConstraints(max_length=TEXT), Field(json_schema_extra=_NO_CONTROLS)]
Text = Annotated[str, StringConstraints(max_length=TEXT, pattern=VISIBLE), Field(json_schema_extra=_NO_CONTROLS)]
LabelMayBeEmpty = Annotated[str, StringConstraints(max_length=LABEL), Field(json_schema_extra=_NO_CONTROLS)]
Label = Annotated[str, StringConstraints(max_length=LABEL, pattern=VISIBLE), Field(json_schema_extra=_NO_CONTROLS)]
Name = Label
"""A key that the author chooses: of a target, a group, a state."""
Id = Annotated[str, StringConstraints(max_length=LABEL, pattern=XML_NAME), Field(json_schema_extra=_NO_CONTROLS)]
Reference = Annotated[str, Field(json_schema_extra=_NO_CONTROLS)]
"""The name of a target or group, where it is used."""
ScenarioId = Annotated[
    str, StringConstraints(max_length=LABEL, pattern=SCENARIO_ID), Field(json_schema_extra=_NO_CONTROLS)
]
Language = Annotated[str, StringConstraints(max_length=LABEL, pattern=LANGUAGE), Field(json_schema_extra=_NO_CONTROLS)]
Digest = Annotated[str, StringConstraints(pattern=SHA256), Field(json_schema_extra={"maxLength": 64})]
Lines = Annotated[str, StringConstraints(pattern=LINES), Field(json_schema_extra={"maxLength": 19})]
Region = Annotated[str, StringConstraints(max_length=LABEL, pattern=REGION), Field(json_schema_extra=_NO_CONTROLS)]
Url = Annotated[str, StringConstraints(max_length=TEXT, pattern=HTTPS), Field(json_schema_extra=_NO_CONTROLS)]
Date = Annotated[str, StringConstraints(pattern=DATE), Field(json_schema_extra={"maxLength": 10})]

Shape = Literal["box", "store", "actor", "queue"]
Direction = Literal["right", "left", "down"]

LATER: dict[str, tuple[str, ...]] = {"document": ("drawing",)}
"""Fields of format version 1 that later releases bring; named here so that they are refused with the right words."""


class Written(BaseModel):
    """What all objects of a document have in common: unknown keys and converted types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class WrittenSource(Written):
    """A file whose content the figure rests on, or a part of one."""

    model_config = ConfigDict(json_schema_extra={"not": {"required": ["lines", "region"]}})

    path: Annotated[Text, Field(description="Relative POSIX path below the workspace root, in normal form.")]
    sha256: Annotated[
        Digest, Field(description="SHA-256 of the file's bytes, or of the part's: 64 lower-case hex digits.")
    ] = ""
    description: Annotated[MayBeEmpty, Field(description="What the source is.")]
    lines: Annotated[
        Lines, Field(description="The lines of a text file that count, `12-40` or `12`: from 1, both included.")
    ] = ""
    region: Annotated[
        Region,
        Field(
            description="The region of a text file that counts: what stands between a line with `region: NAME` and "
            "one with `endregion: NAME` (or `--8<-- [start:NAME]` and `[end:NAME]`). Not together with `lines`."
        ),
    ] = ""


class WrittenCitation(Written):
    """A source that is named and never fetched: recorded, and shown as not checked here."""

    url: Annotated[Url, Field(description="Where it is: an https URL, without user name and password.")]
    sha256: Annotated[Digest, Field(description="SHA-256 of what the author read there: 64 lower-case hex digits.")] = (
        ""
    )
    description: Annotated[MayBeEmpty, Field(description="What the source is.")]


def source_form(value: object) -> str:
    """Return which form a source is written in; for what is none of them, `source`."""
    return "citation" if isinstance(value, dict) and "url" in value else "source"


AnySource = Annotated[
    Annotated[WrittenSource, Tag("source")] | Annotated[WrittenCitation, Tag("citation")], Discriminator(source_form)
]


class WrittenReview(Written):
    """Who looked at document and sources together, and at which state: `mkdocs-mechanism pin --reviewed-by NAME`."""

    by: Annotated[Label, Field(description="Who it was, as the panel shows it.")]
    on: Annotated[Date, Field(description="The day, as `2026-05-31`.")]
    content: Annotated[
        Digest,
        Field(description="SHA-256 of the document's meaning without pins and review: 64 lower-case hex digits."),
    ]
    sources: Annotated[Digest, Field(description="SHA-256 of the pins: 64 lower-case hex digits.")] = ""


class WrittenNode(Written):
    """A target that is a vertex."""

    kind: Annotated[Literal["node"], Field(description="`node`, the default of a target without `from` and `to`.")] = (
        "node"
    )
    id: Annotated[Id, Field(description="Id of the element in an author's drawing; default: STEM-NAME, slugged.")] = ""
    label: Annotated[Label, Field(description="The node's text.")]
    detail: Annotated[LabelMayBeEmpty, Field(description="A second, smaller line.")] = ""
    shape: Annotated[Shape, Field(description="How the node is drawn.")] = "box"
    group: Annotated[Reference, Field(description="Name of the group that frames the node.")] = ""


class WrittenEdge(Written):
    """A target that is a directed connection."""

    kind: Annotated[Literal["edge"], Field(description="`edge`, the default of a target with `from` and `to`.")] = (
        "edge"
    )
    id: Annotated[Id, Field(description="Id of the element in an author's drawing; default: STEM-NAME, slugged.")] = ""
    label: Annotated[LabelMayBeEmpty, Field(description="The edge's text; may be empty.")]
    tail: Annotated[Reference, Field(alias="from", description="Name of the node that the edge leaves.")] = ""
    head: Annotated[Reference, Field(alias="to", description="Name of the node that the edge enters.")] = ""


def target_form(value: object) -> str:
    """Return which form a target is written in; for what is none of them, `node`."""
    if isinstance(value, str):
        return "short edge" if ARROW in value else "short node"
    if isinstance(value, dict):
        kind = value.get("kind")
        if kind == "edge" or (kind != "node" and ("from" in value or "to" in value)):
            return "edge"
    return "node"


ShortEdge = Annotated[str, StringConstraints(max_length=TEXT, pattern=ARROW), Field(json_schema_extra=_NO_CONTROLS)]
Target = Annotated[
    Annotated[Label, Tag("short node")]
    | Annotated[ShortEdge, Tag("short edge")]
    | Annotated[WrittenNode, Tag("node")]
    | Annotated[WrittenEdge, Tag("edge")],
    Discriminator(target_form),
]


class WrittenStep(Written):
    """One state change of a scenario."""

    title: Annotated[Label, Field(description="The step's name.")]
    description: Annotated[MayBeEmpty, Field(description="What happens, in a sentence or two.")]
    duration: Annotated[
        int,
        Field(
            ge=DURATION_LEAST,
            le=DURATION_MOST,
            description="Milliseconds; default: the larger of 2500 and 250 a word of the description, at most 60000.",
        ),
    ] = DURATION_LEAST
    active: Annotated[
        list[Reference],
        Field(max_length=ENTRIES, description="Names of the nodes that act; default: the ends of the step's edges."),
    ] = Field(default_factory=list)
    paths: Annotated[
        list[Reference], Field(max_length=ENTRIES, description="Names of the edges that carry something, in order.")
    ]
    state: Annotated[
        dict[Name, MayBeEmpty],
        Field(max_length=ENTRIES, description="State key to value; a key left out keeps its last value."),
    ] = Field(default_factory=dict)


class WrittenScenario(Written):
    """One run through the mechanism."""

    id: Annotated[ScenarioId, Field(description="A letter, then letters, digits, `_` and `-`; unique.")]
    title: Annotated[Label, Field(description="The scenario's name.")]
    description: Annotated[MayBeEmpty, Field(description="What runs here; default: the title.")] = ""
    initial: Annotated[
        dict[Name, MayBeEmpty],
        Field(max_length=ENTRIES, description="State key to value before step 1."),
    ] = Field(default_factory=dict)
    unselected: Annotated[
        list[Reference],
        Field(max_length=ENTRIES, description="Names of the targets that play no part here."),
    ] = Field(default_factory=list)
    steps: Annotated[list[WrittenStep], Field(min_length=1, max_length=STEPS, description="What happens, in order.")]


class WrittenMechanism(Written):
    """A whole document."""

    version: Annotated[
        int,
        Field(ge=min(VERSIONS), le=max(VERSIONS), description="The format version."),
        WithJsonSchema({"type": "integer", "enum": list(VERSIONS), "description": "The format version."}),
    ]
    language: Annotated[Language, Field(description="Language of the texts: a BCP 47 tag.")]
    title: Annotated[Label, Field(description="The mechanism's name.")]
    description: Annotated[Text, Field(description="Summary in one paragraph.")]
    caption: Annotated[Text, Field(description="Visible text under the figure.")]
    alt: Annotated[Text, Field(description="What the picture shows, for readers who can't see it.")]
    direction: Annotated[
        Direction, Field(description="Where the story runs; default: `right`, and `left` for right-to-left languages.")
    ] = "right"
    sources: Annotated[
        list[AnySource], Field(max_length=ENTRIES, description="What the figure was derived from; may be empty.")
    ]
    # Left out, it is None, and `model_fields_set` says so; written, it is never null.
    review: Annotated[WrittenReview, Field(description="The last review; written by `pin`.")] = cast(
        "WrittenReview", None
    )
    limitations: Annotated[
        list[Text], Field(max_length=ENTRIES, description="What the picture does not say; shown under the figure.")
    ]
    groups: Annotated[
        dict[Name, Label],
        Field(max_length=ENTRIES, description="Group name to the label of its frame."),
    ] = Field(default_factory=dict)
    targets: Annotated[dict[Name, Target], Field(max_length=TARGETS, description="Nodes and edges by name.")]
    state_labels: Annotated[
        dict[Name, Label],
        Field(
            alias="stateLabels", max_length=ENTRIES, description="State key to the label of its row in the state table."
        ),
    ] = Field(default_factory=dict)
    scenarios: Annotated[
        list[WrittenScenario], Field(min_length=1, max_length=ENTRIES, description="The runs, the first shown first.")
    ]
