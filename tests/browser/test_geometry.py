"""In the browser's own geometry: every arrow leaves its tail and ends at its head; right to left is mirrored."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.pages import document, figure, reference_ends, reference_figure
from browser.shown import Shown

Show = Callable[..., Shown]
WIDTHS = pytest.mark.parametrize("width", [1280, 360])
MEASURE = """id => {
  const svg = [...document.querySelectorAll(`[id='${id}'] .mechanism-stage > svg`)].find(each => each.checkVisibility())
  const box = element => { const {x, y, width, height} = element.getBBox(); return [x, y, width, height] }
  const nodes = {}, edges = {}
  for (const node of svg.querySelectorAll('.node')) nodes[node.dataset.node] = box(node.querySelector('.body'))
  for (const edge of svg.querySelectorAll('.edge')) {
    const [line, arrow] = edge.querySelectorAll('path')
    const start = line.getPointAtLength(0), tip = arrow.getPointAtLength(0)
    const end = line.getPointAtLength(line.getTotalLength())
    edges[edge.dataset.edge] = {
      start: [start.x, start.y], end: [end.x, end.y], tip: [tip.x, tip.y], ends: [edge.dataset.from, edge.dataset.to],
    }
  }
  return {nodes, edges, width: svg.viewBox.baseVal.width}
}"""


def measure(shown: Shown) -> dict[str, Any]:
    found: dict[str, Any] = shown.page.evaluate(MEASURE, shown.id)
    return found


def distance(at: list[float], box: list[float]) -> float:
    """Return how far a point is from the border of a box, in px; inside it counts as below zero."""
    x, y, width, height = box
    out = math.hypot(max(x - at[0], 0, at[0] - x - width), max(y - at[1], 0, at[1] - y - height))
    return out or -min(at[0] - x, x + width - at[0], at[1] - y, y + height - at[1])


def wrong_ends(found: dict[str, Any], ends: dict[str, tuple[str, str]]) -> list[str]:
    """Return the edges that don't start on their tail's border and end 2 px before their head's."""
    assert found["edges"].keys() == ends.keys()
    wrong = []
    for name, (tail, head) in ends.items():
        edge = found["edges"][name]
        leaves = distance(edge["start"], found["nodes"][tail])
        arrives = distance(edge["tip"], found["nodes"][head])
        joined = math.dist(edge["end"], edge["tip"])
        if abs(leaves) > 1 or not 1 <= arrives <= 3 or joined > 10 or edge["ends"] != [tail, head]:
            wrong.append(f"{name}: leaves {leaves:.1f}, arrives {arrives:.1f}, {joined:.1f} to the tip")
    return wrong


@WIDTHS
def test_arrows_of_the_reference_document_run_as_a_careful_reader_says(show: Show, shared: Path, width: int) -> None:
    shown = show(reference_figure(shared), width=width)
    assert wrong_ends(measure(shown), reference_ends(shared)) == []


def written_ends(name: str) -> dict[str, tuple[str, str]]:
    """Return the ends of a golden case's edges, from its short forms."""
    edges = [(key, each) for key, each in document(name)["targets"].items() if isinstance(each, str) and " -> " in each]
    return {key: (each.split(" -> ")[0], each.split(" -> ")[1].split(":")[0]) for key, each in edges}


@WIDTHS
@pytest.mark.parametrize("name", ["choice", "pairs", "groups", "rtl", "cjk", "scroll"])
def test_arrows_join_their_nodes(show: Show, name: str, width: int) -> None:
    shown = show(name, width=width)
    assert wrong_ends(measure(shown), written_ends(name)) == []


def test_an_arrow_elsewhere_would_be_found(show: Show) -> None:
    """The control of the tests above."""
    found = measure(show("choice"))
    assert wrong_ends(found, written_ends("choice") | {"ask": ("desk", "shelf")}) != []


@pytest.mark.parametrize("name", ["loop", "choice", "groups", "rtl", "cjk", "pairs"])
def test_words_of_a_node_stay_in_its_box(show: Show, name: str) -> None:
    """As the browser sets them, whichever font it has."""
    for width in (1280, 360):
        shown = show(name, width=width)
        over = shown.page.evaluate(
            """id => [...document.querySelectorAll(`[id='${id}'] .node`)].filter(each => each.checkVisibility())
              .flatMap(node => {
                const box = node.querySelector('.body').getBoundingClientRect()
                return [...node.querySelectorAll('text')].filter(text => {
                  const own = text.getBoundingClientRect()
                  return own.left < box.left + 4 || own.right > box.right - 4
                }).map(text => text.textContent)
              })""",
            name,
        )
        assert over == []


def test_right_to_left_is_mirrored(show: Show) -> None:
    shown = show("rtl")
    found = measure(shown)
    centers = [found["nodes"][name][0] for name in ("sender", "office", "carrier")]
    assert centers == sorted(centers, reverse=True)
    bar, words, body = shown.page.evaluate(
        """() => ['.bar', 'text', '.body'].map(each => {
          const part = document.querySelector(`.mechanism-wide [data-node=office] ${each}`)
          const {left, right} = part.getBoundingClientRect()
          return [left, right]
        })"""
    )
    assert body[1] - bar[1] < bar[0] - body[0]
    assert body[1] - words[1] == pytest.approx(18 * 1.05, abs=3)


def test_right_to_left_words_read_from_the_right(show: Show) -> None:
    shown = show("rtl")
    shown.step(2)
    item = shown.root.locator("[id='rtl-letter-2']")
    title, table = (item.locator(each).bounding_box() for each in (".mechanism-title", "dl"))
    assert title
    assert table
    assert title["x"] > table["x"]
    assert "←" in item.locator(".mechanism-moves").inner_text()
    assert "→" not in item.inner_text()


def test_figure_in_hebrew_has_interface_words_in_hebrew() -> None:
    markup = figure("rtl").markup
    assert 'lang="he" dir="rtl"' in markup
    assert "<label lang=" not in markup
