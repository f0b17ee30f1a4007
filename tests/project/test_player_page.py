"""What the page about the player says is what the script does: names are compared with the script's own text."""

from __future__ import annotations

import json
import re
from importlib import resources

import pytest

from mkdocs_mechanism.options import OPTIONS
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "pages" / "reference" / "player.md").read_text(encoding="utf-8")
SCRIPT = resources.files("mkdocs_mechanism").joinpath("figure/assets/mechanism-player.js").read_text(encoding="utf-8")
BUILD = json.loads((ROOT / "docs" / "pages" / "mechanisms" / "build.json").read_text(encoding="utf-8"))


def table(head: str) -> list[list[str]]:
    """Return the rows of the page's table whose first heading this is."""
    found = re.search(rf"^\| {head} \|.*\n\|[- |]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found, head
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].strip().split("\n")]


def named(head: str) -> list[str]:
    """Return what stands as code in the first cells of a table."""
    return sorted(name for row in table(head) for name in re.findall(r"`([\w-]+)", row[0]))


def test_methods_are_those_of_the_element() -> None:
    own = {"connectedCallback", "disconnectedCallback", "constructor"}
    methods = set(re.findall(r"^    (?!get |set |static )([a-z]\w*)\(.*\) \{$", SCRIPT, re.MULTILINE)) - own
    assert named("method") == sorted(methods)


def test_events_are_those_that_it_sends() -> None:
    assert re.search(r"new CustomEvent\(`mechanism-\$\{name\}`, \{[^}]*bubbles: true", SCRIPT)
    sent = {f"mechanism-{name}" for name in re.findall(r'#emit\("(\w+)"\)', SCRIPT)}
    assert named("event") == sorted(sent)
    detail = re.search(r"const detail = \{(.*)\}", SCRIPT)
    assert detail
    for name in re.findall(r"(\w+):", detail[1]):
        assert f"`{name}`" in PAGE


def test_attributes_are_those_that_it_reads() -> None:
    read = set(re.findall(r'\.(?:get|has|toggle)Attribute\("([a-z]+)"', SCRIPT))
    assert named("attribute") == sorted({*read, "data-ready"})


def test_speeds_are_those_of_the_choice() -> None:
    said = re.search(r"^\| Speed \|.*\| ([\d., or]+) times \|$", PAGE, re.MULTILINE)
    assert said
    speeds = re.findall(r"[\d.]+", said[1])
    package = ROOT / "mkdocs_mechanism" / "figure"
    text = SCRIPT + "".join(path.read_text(encoding="utf-8") for path in sorted(package.glob("*.py")))
    assert ", ".join(speeds) in text.replace('"', "")


@pytest.mark.parametrize("name", ["autoplay", "loop", "pace", "scenario", "step", "words"])
def test_options_that_it_names_have_landed(name: str) -> None:
    assert OPTIONS[name].landed
    assert re.search(rf"\b{name}\b", PAGE)


def test_its_samples_name_scenarios_and_steps_that_are_there() -> None:
    steps = {each["id"]: len(each["steps"]) for each in BUILD["scenarios"]}
    samples = [*re.findall(r'scenario="(\w+)" step="(\d+)"', PAGE), *re.findall(r"#build-(\w+)-(\d+)\)", PAGE)]
    assert len(samples) == 2
    assert all(int(step) <= steps[scenario] for scenario, step in samples)
