"""The generated sheet: content-named, free of ids and names, exact in its times."""

from __future__ import annotations

import hashlib
import re

import pytest

from mkdocs_mechanism.drawing.arrange import arrange
from mkdocs_mechanism.drawing.display import compose
from mkdocs_mechanism.drawing.stylesheet import Sheet, page_sheet, standalone_sheet
from mkdocs_mechanism.timeline import timelines, widest_numbers

from .test_timeline import mechanism, step


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    made = mechanism(step("ab", active=("a", "b")), step("bc", "ab", duration=1007), step("ca"))
    lines = timelines(made)
    layouts = [arrange(made, widest_numbers(lines), is_narrow=narrow) for narrow in (False, True)]
    return page_sheet([compose(made, layout, lines) for layout in layouts], lines)


def test_the_class_is_the_digest_of_the_sheet_with_the_class_left_blank(sheet: Sheet) -> None:
    blank = sheet.css.replace(sheet.css_class, "")
    assert sheet.css_class == f"m-{hashlib.sha256(blank.encode()).hexdigest()[:10]}"
    assert sheet.file_name == f"{sheet.css_class}.css"


def test_selectors_use_only_the_own_class_index_classes_and_the_contract(sheet: Sheet) -> None:
    classes = set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", re.sub(r'path\("[^"]*"\)', "", sheet.css)))
    own = {name for name in classes if re.fullmatch(r"m-[0-9a-f]{10}", name)}
    index = {name for name in classes if re.fullmatch(r"[nest]\d+", name)}
    assert own == {sheet.css_class}
    assert {name for name in classes - own - index if not name.startswith("mechanism-")} == {
        "node", "edge", "number", "token",
    }  # fmt: skip
    assert "#" not in re.sub(r"\{[^{}]*\}", "", sheet.css)


def test_everything_that_moves_stands_inside_media_screen(sheet: Sheet) -> None:
    outside = sheet.css[: sheet.css.index("@media screen")]
    assert "animation" not in outside
    assert sheet.css.rstrip().endswith("}")


def test_no_two_stops_of_one_animation_fall_together(sheet: Sheet) -> None:
    animations = re.findall(r"@keyframes (\S+?)\{((?:[^{}]*\{[^{}]*\})*)\}", sheet.css)
    assert len(animations) > 8
    for name, body in animations:
        stops = [float(stop) for stop in re.findall(r"([\d.]+)%\{", body)]
        assert stops == sorted(set(stops)), name


def test_a_step_boundary_has_four_decimals(sheet: Sheet) -> None:
    cycle = 1000 + 1007 + 1000 + 2000
    assert f"{100 * 2007 / cycle:.4f}%" in sheet.css


def test_a_standalone_sheet_plays_one_scenario_and_offers_no_choice() -> None:
    made = mechanism(step("ab"))
    lines = timelines(made)
    display = compose(made, arrange(made, widest_numbers(lines), is_narrow=False), lines)
    css = standalone_sheet(display, lines, 0).css
    assert "@keyframes" in css
    assert "mechanism-player" not in css
    assert ":checked" not in css
