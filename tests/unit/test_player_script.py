"""The player's script as it is shipped: small, whole, and nothing that a strict policy refuses."""

from __future__ import annotations

import gzip
import re

import pytest

from mkdocs_mechanism.figure.assets import player_js, player_name

LIMIT = 4500
"""Bytes that it may take, compressed."""


def test_script_is_small() -> None:
    assert len(gzip.compress(player_js(), 9)) <= LIMIT


@pytest.mark.parametrize(
    "sink", ["innerHTML", "outerHTML", "insertAdjacentHTML", "eval(", "new Function", '"style"', "import "]
)
def test_script_uses_nothing_that_a_strict_policy_refuses(sink: str) -> None:
    assert sink not in player_js().decode()


def test_script_says_what_it_is_and_can_be_read() -> None:
    lines = player_js().decode().splitlines()
    assert lines[0] == "// @ts-check"
    assert "<mechanism-player>" in lines[1]
    assert max(map(len, lines)) <= 120


def test_name_of_the_file_follows_its_content() -> None:
    assert re.fullmatch(r"mechanism-player-[0-9a-f]{8}\.js", player_name())
