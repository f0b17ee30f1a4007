"""Every case's artefacts are as they were last looked at; `--update-golden` writes them, `git diff` is the review."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from golden.cases import ARTEFACTS, FOLDER, NAMES, artefacts, changed, changes

CHANGES = [pytest.param(name, index, id=f"{name}-{index}") for name in NAMES for index in range(len(changes(name)))]


@cache
def made(name: str) -> dict[str, str]:
    return artefacts(FOLDER / name, name)


def compare(name: str, artefact: str, update: bool) -> None:
    file = FOLDER / name / artefact
    if update:
        file.write_text(made(name)[artefact], encoding="utf-8")
    assert made(name)[artefact] == file.read_text(encoding="utf-8"), (
        f"{file} differs; look at it and run --update-golden"
    )


@pytest.mark.parametrize("name", NAMES)
def test_layout_is_the_golden_one(name: str, update_golden: bool) -> None:
    compare(name, "layout.json", update_golden)


@pytest.mark.parametrize("name", NAMES)
def test_drawing_is_the_golden_one(name: str, update_golden: bool) -> None:
    compare(name, "drawing.svg", update_golden)


@pytest.mark.parametrize("name", NAMES)
def test_stylesheet_is_the_golden_one(name: str, update_golden: bool) -> None:
    compare(name, "sheet.css", update_golden)


@pytest.mark.parametrize("name", NAMES)
def test_figure_is_the_golden_one(name: str, update_golden: bool) -> None:
    compare(name, "figure.html", update_golden)


@pytest.mark.parametrize(("name", "index"), CHANGES)
def test_change_of_the_document_turns_exactly_these_red(name: str, index: int, tmp_path: Path) -> None:
    change = changes(name)[index]
    after = artefacts(changed(name, change, tmp_path), name)
    red = {artefact for artefact in ARTEFACTS if after[artefact] != made(name)[artefact]}
    assert red == set(change["turns"]), change["why"]


def test_every_case_lists_a_change() -> None:
    assert not [name for name in NAMES if not changes(name)]
    assert {turned for name in NAMES for change in changes(name) for turned in change["turns"]} == set(ARTEFACTS)
