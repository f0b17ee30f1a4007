"""Contrast of every pair of colors that meet, from the stylesheets themselves; no browser is needed.

Axe can't judge words in a drawing.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser.contrast import contrast
from golden.cases import FOLDER, request

from mkdocs_mechanism.figure.assets import shared_css
from mkdocs_mechanism.pipeline import draw
from mkdocs_mechanism.workspace import Workspace

TEXT = [
    ("ink", "paper"),
    ("ink", "stage"),
    ("ink", "tint"),
    ("ink2", "paper"),
    ("ink2", "stage"),
    ("ink2", "tint"),
    ("on", "accent"),
    ("token", "paper"),
]
STROKES = [
    ("line", "paper"),
    ("line", "stage"),
    ("accent", "paper"),
    ("accent", "stage"),
    ("accent", "tint"),
    ("token", "stage"),
    ("token", "tint"),
]
NAMES = {"paper", "stage", "ink", "ink2", "line", "accent", "on", "tint", "token", "rule"}


def palettes(css: str) -> list[dict[str, str]]:
    """Return each full palette that a stylesheet sets on the screen, in its order."""
    found = []
    for block in re.findall(r"\{([^{}]*)\}", css):
        colors = dict(re.findall(r"--mechanism-(\w+):\s*(#[0-9a-f]{3,6})\b", block))
        if set(colors) >= NAMES:
            found.append(colors)
    return found


LIGHT, *DARK = palettes(shared_css().decode())


def standalone(folder: Path) -> str:
    drawn = draw(request(folder, "loop"), Workspace(folder))
    assert drawn.svg is not None
    return drawn.svg.decode()


def test_dark_palette_is_the_same_wherever_it_is_chosen() -> None:
    """By the theme's switch, by the system where the theme has none, and in a picture of its own."""
    assert len(DARK) == 2
    assert DARK[0] == DARK[1] != LIGHT
    assert palettes(standalone(FOLDER / "loop")) == [LIGHT, DARK[0]]


@pytest.mark.parametrize("palette", [LIGHT, DARK[0]], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), TEXT)
def test_words_have_a_contrast_of_4_5(palette: dict[str, str], front: str, ground: str) -> None:
    assert contrast(palette[front], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK[0]], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground"), STROKES)
def test_strokes_have_a_contrast_of_3(palette: dict[str, str], front: str, ground: str) -> None:
    assert contrast(palette[front], palette[ground]) >= 3


def test_contrast_is_computed_as_wcag_does() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#767676", "rgb(255, 255, 255)") == pytest.approx(4.54, abs=0.01)
    assert contrast("#fff", "color(srgb 1 1 1)") == 1
