"""Pinning changes the 64 digits of each changed source and no other byte, however the document is laid out."""

from __future__ import annotations

import json
import random
import re

import pytest

from mkdocs_mechanism.document.model import Source
from mkdocs_mechanism.sources.pin import pin
from mkdocs_mechanism.sources.verify import SourceState, Status

LAYOUTS = 500
WORDS = [
    "a",
    "caf\u00e9",
    "\U0001f680 rocket",
    "\u4e2d\u6587",
    'quo"te',
    "back\\slash",
    "tab\tand\nline",
    "}, ] :",
    "sha256",
]


def states(*pairs: tuple[str | None, str | None]) -> list[SourceState]:
    """States from (pinned, present) digests."""
    found = []
    for pinned, present in pairs:
        status = Status.MISSING if present is None else Status.UNPINNED if pinned is None else Status.CHANGED
        if pinned == present:
            status = Status.VERIFIED
        found.append(SourceState(Source("x", pinned, "d"), status, present, 1))
    return found


class Layout:
    """Writes JSON as no single formatter would: blanks, escapes, key order and line ends at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.end = self.random.choice(["\n", "\r\n", "\r", ""])
        self.digests: list[str] = []

    def blank(self) -> str:
        return "".join(self.random.choice([" ", "\t", self.end, ""]) for _ in range(self.random.randrange(4)))

    def text(self, value: str, *, plain: bool = False) -> str:
        if plain or self.random.random() < 0.5:
            return json.dumps(value, ensure_ascii=self.random.random() < 0.5)
        written = "".join(f"\\u{ord(c):04x}" if ord(c) < 0x10000 and self.random.random() < 0.3 else c for c in value)
        plain_text = json.dumps(value, ensure_ascii=False)
        return f'"{written}"' if all(c >= " " and c not in '"\\' for c in value) else plain_text

    def digest(self) -> str:
        digits = "".join(self.random.choice("0123456789abcdef") for _ in range(64))
        self.digests.append(digits)
        return digits

    def value(self, value: object) -> str:
        if isinstance(value, dict):
            members = [
                f"{self.text(k, plain=k == 'sha256')}{self.blank()}:{self.blank()}{self.value(v)}"
                for k, v in value.items()
            ]
            self.random.shuffle(members)
            return "{" + self.blank() + f"{self.blank()},{self.blank()}".join(members) + self.blank() + "}"
        if isinstance(value, list):
            return (
                "[" + self.blank() + f"{self.blank()},{self.blank()}".join(map(self.value, value)) + self.blank() + "]"
            )
        if isinstance(value, str):
            return self.text(value, plain=bool(re.fullmatch("[0-9a-f]{64}", value)))
        return json.dumps(value)

    def document(self, *, is_pinned: bool = True) -> bytes:
        sources: list[dict[str, str]] = [
            {"path": self.random.choice(WORDS), "sha256": self.digest(), "description": self.random.choice(WORDS)}
            for _ in range(self.random.randrange(1, 5))
        ]
        if not is_pinned:
            sources = [{key: source[key] for key in ("path", "description")} for source in sources]
        decoy = {
            "sources": [{"sha256": "0" * 64}],
            "sha256": self.digests[0],
            self.random.choice(WORDS): [1, None, "\\"],
        }
        text = self.value({"title": self.random.choice(WORDS), "sources": sources, "x": decoy, "n": -1.5e3})
        mark = "\ufeff" if self.random.random() < 0.3 else ""
        return f"{mark}{self.blank()}{text}{self.blank()}".encode()


@pytest.mark.parametrize("seed", range(LAYOUTS))
def test_only_the_digits_differ(seed: int) -> None:
    layout = Layout(seed)
    before = layout.document()
    old = [source["sha256"] for source in json.loads(before.decode("utf-8-sig"))["sources"]]
    new = [layout.digest() if layout.random.random() < 0.7 else digest for digest in old]
    after = pin(before, states(*zip(old, new, strict=True)))

    assert len(after) == len(before)
    assert [source["sha256"] for source in json.loads(after.decode("utf-8-sig"))["sources"]] == new
    # Undone digit by digit, the bytes are those from before: nothing else was touched.
    changed = [index for index in range(len(after)) if after[index] != before[index]]
    spans = {index: (o, n) for o, n in zip(old, new, strict=True) if o != n for index in [after.find(n.encode())]}
    assert all(any(start <= index < start + 64 for start in spans) for index in changed)
    undone = after
    for start, (o, _) in spans.items():
        undone = undone[:start] + o.encode() + undone[start + 64 :]
    assert undone == before


def test_a_digest_written_with_escapes_is_replaced_whole() -> None:
    old, new = "a" * 64, "b" * 64
    before = b'{"sources": [{"sha256": "\\u0061' + b"a" * 63 + b'", "path": "x"}]}\r\n'
    assert pin(before, states((old, new))) == b'{"sources": [{"sha256": "' + new.encode() + b'", "path": "x"}]}\r\n'


def test_a_key_written_with_escapes_is_found() -> None:
    before = b'{"sourc\\u0065s":[{"sh\\u0061256":"' + b"a" * 64 + b'"}]}'
    assert pin(before, states(("a" * 64, "c" * 64))) == before.replace(b"a" * 64, b"c" * 64)


def test_missing_is_left() -> None:
    before = json.dumps({"sources": [{"path": "x", "sha256": "a" * 64}, {"path": "y"}]}).encode()
    assert pin(before, states(("a" * 64, None), (None, None))) == before


def test_only_some() -> None:
    before = json.dumps({"sources": [{"path": "x", "sha256": "a" * 64}, {"path": "y", "sha256": "b" * 64}]}).encode()
    after = pin(before, states(("a" * 64, "c" * 64), ("b" * 64, "d" * 64)), only={1})
    assert after == before.replace(b"b" * 64, b"d" * 64)


INSERTIONS = [
    ('{"sources":[{"path":"x","description":"d"}]}', '{"sources":[{"path":"x","sha256":"D","description":"d"}]}'),
    (
        '{"sources": [{ "path": "x", "description": "d" }]}',
        '{"sources": [{ "path": "x", "sha256": "D", "description": "d" }]}',
    ),
    (
        '{"sources": [\n  {\n    "path" : "x",\n    "description" : "d"\n  }\n]}',
        '{"sources": [\n  {\n    "path" : "x",\n    "sha256" : "D",\n    "description" : "d"\n  }\n]}',
    ),
    (
        '{"sources": [\r\n\t{\r\n\t\t"description": "d",\r\n\t\t"path": "x"\r\n\t}\r\n]}',
        '{"sources": [\r\n\t{\r\n\t\t"description": "d",\r\n\t\t"path": "x",\r\n\t\t"sha256": "D"\r\n\t}\r\n]}',
    ),
    (
        '{"sources": [\n  { "path": "x"\n  , "description": "d"\n  }\n]}',
        '{"sources": [\n  { "path": "x"\n  , "sha256": "D"\n  , "description": "d"\n  }\n]}',
    ),
    ('{"sources": [{"p\\u0061th": "x", "description": "}, \\" ]"}]}', None),
    ('{"sources": [{"$comment": {"path": ["a", {}]}, "path": "x,y", "description": "d"}]}', None),
    ('{"sources": [{"path": "x"}]}', '{"sources": [{"path": "x", "sha256": "D"}]}'),
    ('{"sources": [{\n  "path": "x"\n}]}', '{"sources": [{\n  "path": "x",\n  "sha256": "D"\n}]}'),
]


@pytest.mark.parametrize(("before", "expected"), INSERTIONS, ids=range(len(INSERTIONS)))
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_an_inserted_member_is_written_as_its_neighbors(before: str, expected: str | None, mark: str) -> None:
    after = pin(f"{mark}{before}".encode(), states((None, "c" * 64))).decode()
    if expected is not None:
        assert after == mark + expected.replace("D", "c" * 64)
    source = json.loads(after.removeprefix("\ufeff"))["sources"][0]
    assert source.pop("sha256") == "c" * 64
    assert source == json.loads(before)["sources"][0]


@pytest.mark.parametrize("seed", range(LAYOUTS))
def test_inserting_takes_nothing_away(seed: int) -> None:
    layout = Layout(seed)
    before = layout.document(is_pinned=False)
    sources = json.loads(before.decode("utf-8-sig"))["sources"]
    after = pin(before, states(*((None, f"{index:064x}") for index in range(len(sources)))))
    expected = [source | {"sha256": f"{index:064x}"} for index, source in enumerate(sources)]
    assert json.loads(after.decode("utf-8-sig"))["sources"] == expected
    # All that was there is still there, in its order.
    rest = iter(after)
    assert all(byte in rest for byte in before)
    assert len(after) > len(before)


def test_states_of_another_document_are_refused() -> None:
    with pytest.raises(ValueError, match="another digest"):
        pin(b'{"sources": [{"sha256": "' + b"b" * 64 + b'"}]}', states(("a" * 64, "c" * 64)))
    with pytest.raises(ValueError, match="another digest"):
        pin(b"{}", states(("a" * 64, "c" * 64)))
