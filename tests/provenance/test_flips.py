"""Any byte of a published file that changes is found, wherever it is; nothing that an audit reads can stop it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from provenance.building import content

from mkdocs_mechanism.provenance.audit import audit

SITE = content(Path(__file__).parent.parent / "verify" / "site")
OURS = sorted(SITE)
POSITIONS = 40
"""Random places in each file; with twelve files that is well over 300."""


def found(files: Mapping[str, bytes]) -> set[str]:
    return {each.code for each in audit(files).diagnostics}


def flipped(name: str, position: int, mask: int) -> dict[str, bytes]:
    data = bytearray(SITE[name])
    data[position] ^= mask
    return {**SITE, name: bytes(data)}


def test_the_site_as_published_has_no_finding() -> None:
    assert found(SITE) == set()
    kinds = {name.rpartition(".")[2] for name in OURS}
    assert kinds >= {"html", "css", "js", "md", "json", "provenance/SHA256SUMS"}
    assert len(OURS) * POSITIONS >= 300


@pytest.mark.parametrize("name", OURS)
def test_a_flipped_byte_is_found(name: str) -> None:
    chance = random.Random(name)
    size = len(SITE[name])
    positions = {0, size - 1, *(chance.randrange(size) for _ in range(POSITIONS))}
    kept = [place for place in sorted(positions) if not found(flipped(name, place, 1 << chance.randrange(8)))]
    assert kept == []


@pytest.mark.parametrize("name", ["provenance/mechanism.intoto.json", "provenance/predicate.json"])
def test_a_blank_that_means_nothing_is_found(name: str) -> None:
    """Other blanks are the same JSON, and other bytes."""
    places = [place for place, byte in enumerate(SITE[name]) if byte in b" \n"]
    chosen = random.Random(name).sample(places, 60)
    mask = ord(" ") ^ ord("\t")
    assert [place for place in chosen if not found(flipped(name, place, mask))] == []


@pytest.mark.parametrize("name", OURS)
def test_a_cut_or_longer_file_is_found(name: str) -> None:
    for data in (b"", SITE[name][:-1], SITE[name] + b"\n", SITE[name] + b" ", SITE[name].replace(b"\n", b"\r\n")):
        if data != SITE[name]:
            assert found({**SITE, name: data})


@pytest.mark.parametrize("name", OURS)
def test_a_lost_file_is_found(name: str) -> None:
    assert found({other: data for other, data in SITE.items() if other != name})


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([name for name in OURS if name.startswith("provenance/")]), st.binary(max_size=200))
def test_no_bytes_stop_an_audit(name: str, data: bytes) -> None:
    assert found({**SITE, name: data}) or data == SITE[name]


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000])
def test_depth_does_not_stop_an_audit(deep: str) -> None:
    page = SITE["index.html"].replace(b'{"@context"', deep.encode() + b'{"@context"')
    assert found({**SITE, "index.html": page, "provenance/mechanism.intoto.json": deep.encode()})
    assert found({**SITE, "index.html": b"<div>" * 50_000 + SITE["index.html"]})
