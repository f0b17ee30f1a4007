"""What a document means: short forms, defaults, the fence's ends, and the rules across fields."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.document.digest_spelling import explain_digest
from mkdocs_mechanism.document.limits import FINDINGS
from mkdocs_mechanism.document.model import Edge, Endpoints, Node
from mkdocs_mechanism.document.names import LANGUAGE, XML_NAME, fits, slug
from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.document.reading_time import usual_duration, words
from mkdocs_mechanism.document.shorthand import ShortEdge, read_edge
from tests.documents import BASE, changed, found_in, mechanism_of, only, reading_of

LINE = Location("page.md", 7, 1)
STEP = "$.scenarios[0].steps[0]"


def step(document, number=0):
    return document["scenarios"][0]["steps"][number]


# --- the reference document and the cases ----------------------------------------------------------------------------


def test_the_reference_document_is_valid_as_it_stands(shared) -> None:
    reading = read((shared / "seed/decode-loop.json").read_bytes(), file="mechanisms/decode-loop.json")
    assert reading.diagnostics == ()
    mechanism = reading.mechanism
    assert mechanism is not None
    assert [*mechanism.nodes] == ["request", "ids", "scheduler", "execute", "sample", "kv"]
    assert mechanism.edges["tokenize"] == Edge("tokenize", "mechanism-tokenize", "Format and tokenize")
    assert mechanism.sources[2].sha256 is None
    assert mechanism.scenarios[0].steps[0].active == ("request", "ids")
    assert mechanism.direction == "right"
    assert reading.locate(("sources", 0, "sha256")) == Location(
        "mechanisms/decode-loop.json", 11, 17, "$.sources[0].sha256"
    )
    assert reading.locate(("sources", 2, "sha256")).path == "$.sources[2]"


@pytest.mark.parametrize("name", ["tls13", "dns", "arabic", "parallel"])
def test_the_cases_are_valid(shared, name) -> None:
    reading = read((shared / f"cases/{name}.json").read_bytes(), file=f"{name}.json")
    assert reading.diagnostics == ()
    assert reading.mechanism is not None
    assert reading.mechanism.direction == ("left" if name == "arabic" else "right")


def test_reading_takes_no_longer_than_a_millisecond_or_two(shared) -> None:
    data = (shared / "seed/decode-loop.json").read_bytes()
    read(data, file="x.json")
    start = time.process_time()
    for _ in range(50):
        read(data, file="x.json")
    # 0.4 ms on a laptop; the bound leaves room for slow machines, and still sees a model built for each reading.
    assert (time.process_time() - start) / 50 < 0.003


# --- short forms -----------------------------------------------------------------------------------------------------


def test_every_short_form_is_spelled_out() -> None:
    mechanism = mechanism_of(BASE, file="mechanisms/cache.json")
    assert mechanism.nodes["client"] == Node("client", "cache-client", "Client", "", "box", None)
    assert mechanism.nodes["cache"] == Node("cache", "cache-cache", "Cache", "in memory", "store", None)
    assert mechanism.edges["ask"] == Edge("ask", "cache-ask", "GET", "client", "cache")
    assert mechanism.edges["fetch"] == Edge("fetch", "cache-fetch", "GET", "cache", "origin")
    scenario = mechanism.scenarios[0]
    assert (scenario.description, scenario.unselected) == ("Miss", ())
    assert scenario.steps[0].active == ("client", "cache")
    assert scenario.steps[0].state == {}
    assert (scenario.steps[0].duration, scenario.steps[1].duration) == (2500, 3000)


def test_a_small_document_needs_twenty_lines() -> None:
    document = {key: value for key, value in BASE.items() if key != "stateLabels"}
    document["scenarios"] = [{"id": "s", "title": "S", "steps": [{"title": "T", "description": "D", "paths": []}]}]
    mechanism = mechanism_of(document)
    assert mechanism.state_labels == {}
    assert mechanism.scenarios[0].initial == {}
    assert mechanism.scenarios[0].steps[0].active == ()


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("request -> ids: Format and tokenize", ShortEdge("request", "ids", "Format and tokenize")),
        ("a -> b", ShortEdge("a", "b", "")),
        ("a -> b:", ShortEdge("a", "b", "")),
        ("  a  ->  b  : x: y -> z ", ShortEdge("a", "b", "x: y -> z")),
        ('"a: b" -> "c -> d": e', ShortEdge("a: b", "c -> d", "e")),
        ('" a " -> b', ShortEdge(" a ", "b", "")),
        ('"\\u0041"  ->  "\\""', ShortEdge("A", '"', "")),
        ("a b -> c d", ShortEdge("a b", "c d", "")),
        (" -> b", None),
        ("a -> ", None),
        ("a -> : x", None),
        ("a -> b -> c", None),
        ("x: a -> b", None),
        ('"a -> b', None),
        ('"a" b -> c', None),
        ('a -> "b" c', None),
        ('"" -> a', None),
    ],
)
def test_edge_strings(text, edge) -> None:
    assert read_edge(text) == edge


def test_names_with_colons_and_arrows_survive() -> None:
    document = changed(
        lambda d: d["targets"].update({"a: b": "A", "c -> d": {"label": "C"}, "e": '"a: b" -> "c -> d"'})
    )
    assert mechanism_of(document).edges["e"] == Edge("e", "cache-e", "", "a: b", "c -> d")


def test_an_arrow_without_blanks_is_a_label_and_the_cure_is_said() -> None:
    document = changed(lambda d: d["targets"].update(ask="client->cache"))
    assert found_in(document) == [("looks-like-edge", "$.targets.ask"), ("wrong-kind", f"{STEP}.paths[0]")]


@pytest.mark.parametrize(
    ("language", "direction", "expected"),
    [
        ("en", None, "right"),
        ("ar", None, "left"),
        ("ar", "right", "right"),
        ("he-IL", None, "left"),
        ("en", "down", "down"),
    ],
)
def test_direction(language, direction, expected) -> None:
    document = changed(lambda d: d.update(language=language, **({"direction": direction} if direction else {})))
    assert mechanism_of(document).direction == expected


def test_comments_are_ignored_everywhere_and_are_never_names() -> None:
    def comment(document) -> None:
        objects = [document, document["targets"], document["targets"]["cache"], document["stateLabels"]]
        scenario = document["scenarios"][0]
        objects += [scenario, scenario["initial"], step(document), step(document, 1)["state"], document["sources"][0]]
        for one in objects:
            one["$comment"] = ["any", {"value": "\u0007"}]
            one["$schema"] = "https://example.org/"

    mechanism = mechanism_of(changed(comment))
    assert mechanism == mechanism_of(BASE)


# --- ids -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("decode-loop-kv", "decode-loop-kv"),
        ("a b,c", "a-b-c"),
        ("1st", "m-1st"),
        ("_x", "m-_x"),
        ("", "m-"),
        ("-", "m--"),
        ("cafe\u0301", "caf\u00e9"),
        ("数据.x", "数据.x"),
        ("a:b", "a:b"),
        ("\u0301", "m-\u0301"),
        ("\U0001f4a1", "\U0001f4a1"),
    ],
)
def test_slug(text, expected) -> None:
    if text == "\U0001f4a1":
        # An XML name may hold it, but it is no letter.
        expected = f"m-{text}"
    assert slug(text) == expected


@given(st.text())
def test_a_slug_is_an_xml_name_and_stays_one(text) -> None:
    assert fits(XML_NAME, slug(text))
    assert slug(slug(text)) == slug(text)


def test_default_ids_step_aside_for_given_ones_and_for_each_other() -> None:
    def clash(document) -> None:
        document["targets"].update({"a b": "A", "a,b": "B", "c": {"label": "C", "id": "cache-a-b"}})

    nodes = mechanism_of(changed(clash)).nodes
    assert [nodes[name].id for name in ("a b", "a,b", "c")] == ["cache-a-b-2", "cache-a-b-3", "cache-a-b"]


@pytest.mark.parametrize("identifier", ["a:b", "数据", "_", "a.b-c", "\U00010000"])
def test_xml_names_are_ids(identifier) -> None:
    assert mechanism_of(changed(lambda d: d["targets"]["cache"].update(id=identifier))).nodes["cache"].id == identifier


@pytest.mark.parametrize("identifier", ["", "a b", "a,b", "a\\b", "1", "-a", ".a", "a\u00d7", "\u037e"])
def test_others_are_not(identifier) -> None:
    assert only(changed(lambda d: d["targets"]["cache"].update(id=identifier))).code == "invalid-id"


# --- time ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("  ", 0), ("one", 1), ("one  two-three\tfour.", 3), ("数据", 1), ("数据库", 2), ("GPU 执行 kernel", 3),
     ("计算下一个词元。", 4), ("안녕하세요", 3), ("Привет, мир", 2)],
)  # fmt: skip
def test_words(text, count) -> None:
    assert words(text) == count


def test_usual_durations() -> None:
    assert usual_duration("w " * 10) == 2500
    assert usual_duration("w " * 11) == 2750
    assert usual_duration("w " * 300) == 60_000


@pytest.mark.parametrize(
    ("duration", "codes"),
    [(333, ["wrong-value"]), (334, ["short-step"]), (799, ["short-step"]),
     (800, ["fast-reading"]), (1249, ["fast-reading"]), (1250, []), (60_000, []), (60_001, ["wrong-value"]),
     (0, ["wrong-value"]), (-1, ["wrong-value"])],
)  # fmt: skip
def test_durations(duration, codes) -> None:
    document = changed(lambda d: step(d).update(duration=duration))
    assert found_in(document) == [(code, f"{STEP}.duration") for code in codes]


def test_a_description_too_long_to_read_is_said_once() -> None:
    found = only(changed(lambda d: step(d).update(description="w " * 241)))
    assert (found.code, found.location.path) == ("fast-reading", f"{STEP}.description")


# --- the fence's ends ------------------------------------------------------------------------------------------------


def bare(document) -> None:
    document["targets"]["ask"] = {"kind": "edge", "label": "GET"}


def test_ends_from_the_fence_are_merged_and_light_the_nodes() -> None:
    document = changed(bare)
    alone = mechanism_of(document)
    assert (alone.edges["ask"].tail, alone.scenarios[0].steps[0].active) == (None, ())
    mechanism = mechanism_of(document, {"ask": Endpoints("client", "cache", LINE)})
    assert mechanism.edges["ask"] == Edge("ask", "cache-ask", "GET", "client", "cache")
    assert mechanism.scenarios[0].steps[0].active == ("client", "cache")


@pytest.mark.parametrize(
    ("name", "tail", "head", "code", "hint"),
    [
        ("asks", "client", "cache", "unknown-edge", 'did you mean "ask"?'),
        ("cache", "client", "cache", "unknown-edge", 'the edges are "ask", "fetch"'),
        ("ask", "clint", "cache", "unknown-node", 'did you mean "client"?'),
        ("ask", "client", "fetch", "unknown-node", 'the nodes are "client", "cache", "origin"'),
        ("fetch", "client", "cache", "endpoint-conflict", "remove this line, or from and to in the document"),
    ],
)
def test_faults_of_the_fence_are_placed_in_the_page(name, tail, head, code, hint) -> None:
    reading = reading_of(changed(bare), {name: Endpoints(tail, head, LINE)})
    (found,) = reading.diagnostics
    assert (found.code, found.location, found.hint) == (code, LINE, hint)
    assert reading.mechanism is None


def test_an_end_from_the_fence_may_not_be_unselected() -> None:
    document = changed(lambda d: (bare(d), d["scenarios"][0].update(unselected=["client"])))
    assert reading_of(document).mechanism is not None
    assert found_in(document, {"ask": Endpoints("client", "cache", LINE)}) == [("unselected-used", f"{STEP}.paths[0]")]


# --- findings --------------------------------------------------------------------------------------------------------


def test_findings_come_in_the_order_of_the_file() -> None:
    text = json.dumps(BASE, indent=1).replace('"Cache miss"', "5").replace('"paths"', '"path"')
    places = [(f.location.line, f.location.column) for f in read(text.encode(), file="x.json").diagnostics]
    assert places == sorted(places)
    assert len(places) >= 3


def test_a_fault_in_one_target_hides_no_name_elsewhere() -> None:
    def spoil(document) -> None:
        document["targets"]["cache"] = 5
        document["targets"]["ask"] = "client -> cash: GET"
        step(document)["active"] = ["cache", "nobody"]

    assert sorted(code for code, _ in found_in(changed(spoil))) == ["unknown-node", "unknown-target", "wrong-type"]


def test_all_is_found_beside_a_repeated_key() -> None:
    text = json.dumps(BASE).replace('"title": "Cache miss"', '"title": 1, "title": 2')
    assert [f.code for f in read(text.encode(), file="x.json").diagnostics] == ["duplicate-key", "wrong-type"]


def test_a_half_edge_is_an_error() -> None:
    found = only(changed(lambda d: d["targets"]["fetch"].pop("from")))
    assert (found.code, found.message) == ("missing-key", 'edge "fetch" has "to" but no "from"')


def test_kinds_must_fit_the_fields() -> None:
    node = changed(lambda d: d["targets"].update(x={"kind": "node", "label": "X", "from": "client"}))
    assert only(node).message == 'node "x" has "from", which only edges have'


@pytest.mark.parametrize("key", ["drawing"])
def test_later_fields_are_refused_with_the_right_words(key) -> None:
    found = only(changed(lambda d: d.update({key: "x"})))
    assert (found.code, found.message) == ("not-supported-yet", f'"{key}" is not supported yet')


def test_fields_stand_only_in_their_place() -> None:
    assert only(changed(lambda d: step(d).update(url="x"))).code == "unknown-key"


def test_the_finds_of_one_document_have_an_end() -> None:
    document = changed(lambda d: d.update({f"key{number}": 1 for number in range(3000)}))
    assert len(reading_of(document).diagnostics) == FINDINGS


@pytest.mark.parametrize(
    ("field", "most"),
    [("sources", 1000), ("limitations", 1000), ("groups", 1000), ("stateLabels", 1000), ("targets", 500)],
)
def test_lists_and_maps_have_limits(field, most) -> None:
    entries = {
        "sources": [{"path": f"{n}.md", "description": ""} for n in range(most + 1)],
        "limitations": ["x"] * (most + 1),
        "targets": {**BASE["targets"], **{f"n{n}": "N" for n in range(most - 4)}},
    }
    entries["groups"] = entries["stateLabels"] = {"entry": "E", **{f"n{n}": "N" for n in range(most)}}
    found = only(changed(lambda d: d.update({field: entries[field]})))
    assert (found.code, found.location.path) == ("too-many", f"$.{field}")
    inside = entries[field]
    inside.popitem() if isinstance(inside, dict) else inside.pop()
    assert reading_of(changed(lambda d: d.update({field: inside}))).mechanism is not None


def test_steps_are_counted_over_all_scenarios() -> None:
    def many(document) -> None:
        one, steps = document["scenarios"][0], [step(document)] * 250
        document["scenarios"] = [{**one, "id": "a", "steps": [*steps]}, {**one, "id": "b", "steps": [*steps]}]

    assert reading_of(changed(many)).mechanism is not None
    found = only(changed(lambda d: (many(d), d["scenarios"][1]["steps"].append(step(d)))))
    assert (found.code, found.location.path) == ("too-many", "$.scenarios[1].steps[250]")


@pytest.mark.parametrize(
    "tag", ["en", "pt-BR", "zh-Hant-TW", "de-1996", "sr-Latn-RS", "es-419", "x-own", "i-klingon", "en-US-u-ca-iso8601"]
)
def test_language_tags(tag) -> None:
    assert fits(LANGUAGE, tag)
    assert reading_of(changed(lambda d: d.update(language=tag))).mechanism is not None


@pytest.mark.parametrize("tag", ["", "e", "en_US", "english", "en-", "-en", "en US", "日本語", "en-US-", "de-DE@euro"])
def test_what_is_no_language_tag(tag) -> None:
    assert only(changed(lambda d: d.update(language=tag))).code == "wrong-value"


DIGEST = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        ("", "is empty", 'remove "sha256" until the source is pinned'),
        (DIGEST.upper(), "holds upper-case letters", f'write "{DIGEST}"'),
        (f"sha256:{DIGEST}", 'starts with "sha256:"', f'write "{DIGEST}"'),
        (f"SHA-256:{DIGEST}", 'starts with "SHA-256:"', f'write "{DIGEST}"'),
        (f" {DIGEST}\n", "holds blanks", f'write "{DIGEST}"'),
        ("sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "is an SRI digest in base64", f'write "{DIGEST}"'),
        ("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "is base64", f'write "{DIGEST}"'),
        (DIGEST.replace("3", "\uff13"), 'holds "\uff13", which is no ASCII character', f'write "{DIGEST}"'),
        ("d41d8cd98f00b204e9800998ecf8427e", "the length of MD5", "sha256sum FILE"),
        ("da39a3ee5e6b4b0d3255bfef95601890afd80709", "the length of SHA-1", "sha256sum FILE"),
        ("0" * 128, "the length of SHA-512", "sha256sum FILE"),
        (DIGEST[:-1], "is too short: it has 63 hex digits", "sha256sum FILE"),
        (DIGEST + "0", "is too long: it has 65 hex digits", "sha256sum FILE"),
        ("g" + DIGEST[1:], 'holds "g", which is no hex digit', "sha256sum FILE"),
    ],
)
def test_each_near_miss_of_a_digest_has_its_own_words(text, problem, hint) -> None:
    said, cure = explain_digest(text)
    assert problem in said
    assert hint in cure
    if all(c.isprintable() for c in text):
        found = only(changed(lambda d: d["sources"][0].update(sha256=text)))
        assert (found.code, found.location.path) == ("wrong-value", "$.sources[0].sha256")
        assert problem in found.message


@given(st.text(max_size=80))
def test_every_spelling_of_a_digest_is_explained(text) -> None:
    said, _ = explain_digest(text)
    assert said


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ({"label": "Ask"}, 'if "ask" is an edge, add "from" and "to", or "kind": "edge"'),
        ({"label": "Ask", "kind": "node"}, 'move it to "active"'),
        ({"label": "Ask", "shape": "store"}, 'move it to "active"'),
        ("Ask", 'move it to "active"'),
    ],
)
def test_an_edge_without_a_form_is_told_how_to_become_one(target, hint) -> None:
    document = changed(lambda each: each["targets"].update(ask=target))
    document["scenarios"] = [{"id": "s", "title": "S", "steps": [{"title": "T", "description": "D", "paths": ["ask"]}]}]
    found = only(document)
    assert (found.code, found.hint) == ("wrong-kind", hint)


@pytest.mark.parametrize("text", ["\u200b", "\u00ad", " \u2060\ufe0f ", "\u3164", "\U000e0041", "\u180e"])
def test_a_text_of_invisible_characters_is_empty(text) -> None:
    for field in ("title", "caption", "alt", "description"):
        found = only(changed(lambda each, field=field: each.update({field: text})))
        assert (found.code, found.location.path) == ("empty-text", f"$.{field}")
    assert reading_of(changed(lambda each: each.update(title=f"{text}x"))).mechanism is not None
