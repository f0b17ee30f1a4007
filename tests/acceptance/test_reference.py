"""The reference document, byte for byte, and the documents of `cases`, through a whole MkDocs build."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lxml import html

from .site import Built, build, endpoint_lines, fence, write

CASES = ("tls13", "dns", "arabic", "parallel")


@pytest.fixture(scope="module")
def reference(shared: Path) -> bytes:
    return (shared / "seed" / "decode-loop.json").read_bytes()


def _seed_site(folder: Path, shared: Path, reference: bytes, options: str = "") -> Built:
    page = "# Decode loop\n\n" + fence("decode-loop.json", endpoint_lines(shared, "seed"))
    write(folder, {"docs/index.md": page, "docs/other.md": "# Other\n", "docs/decode-loop.json": reference}, options)
    return build(folder)


def test_absent_sources_are_errors_with_path_and_line_and_leave_no_page(
    tmp_path: Path, shared: Path, reference: bytes
) -> None:
    built = _seed_site(tmp_path, shared, reference)
    assert built.code != 0
    lines = reference.decode().splitlines()
    for source in json.loads(reference)["sources"]:
        line = next(number for number, text in enumerate(lines, 1) if source["path"] in text and '"path"' in text)
        found = re.search(rf"docs/decode-loop\.json:{line}:\d+: [^\n]*{re.escape(source['path'][:40])}", built.output)
        assert found, built.output
    assert built.pages() == []


def test_a_site_that_only_warns_builds_a_figure_that_says_failed(
    tmp_path: Path, shared: Path, reference: bytes
) -> None:
    built = _seed_site(tmp_path, shared, reference, "      verify: warn\n")
    assert built.code == 0, built.output
    figure = _figure(built)
    assert figure.get("data-verified") == "failed"
    assert "3\u00a0missing" in figure.xpath("string(.//summary)")
    assert [item.get("data-status") for item in figure.xpath(".//*[@data-status]")] == ["missing"] * 3


def test_the_arrows_run_as_a_careful_reader_would_draw_them(tmp_path: Path, shared: Path, reference: bytes) -> None:
    built = _seed_site(tmp_path, shared, reference, "      verify: warn\n")
    figure = _figure(built)
    for drawing in figure.xpath(".//*[local-name()='svg']"):
        boxes = {
            node.get("data-node"): [float(node[0].get(key)) for key in ("x", "y", "width", "height")]
            for node in drawing.xpath(".//*[@data-node]")
        }
        edges = {edge.get("data-edge"): edge for edge in drawing.xpath(".//*[@data-edge]")}
        expected = {edge: (tail, head) for edge, tail, head in endpoint_lines(shared, "seed")}
        assert {name: (edge.get("data-from"), edge.get("data-to")) for name, edge in edges.items()} == expected
        for name, (tail, head) in expected.items():
            line, arrow = (path.get("d") for path in edges[name].xpath("./*[local-name()='path']"))
            start, tip = _first_point(line), _first_point(arrow)
            assert _distance(start, boxes[tail]) <= 0.5, name
            assert 1.5 <= _distance(tip, boxes[head]) <= 2.5, name


@pytest.mark.parametrize("name", CASES)
def test_a_case_builds_with_all_sources_verified_until_a_byte_changes(tmp_path: Path, shared: Path, name: str) -> None:
    page = f"# {name}\n\n" + fence("case.json", endpoint_lines(shared, name))
    source = shared / "cases" / "sources" / f"{name}.md"
    document = (shared / "cases" / f"{name}.json").read_bytes()
    files = {"docs/index.md": page, "docs/case.json": document, f"sources/{name}.md": source.read_bytes()}
    write(tmp_path, files)
    built = build(tmp_path, "--strict")
    assert built.code == 0, built.output
    assert _figure(built).get("data-verified") == "all"

    changed = source.read_bytes()
    (tmp_path / f"sources/{name}.md").write_bytes(bytes([changed[0] ^ 1]) + changed[1:])
    built = build(tmp_path)
    assert built.code != 0
    pinned = json.loads(document)["sources"][0]["sha256"]
    assert f"sources/{name}.md" in built.output
    assert pinned in built.output
    assert len(set(re.findall(r"\b[0-9a-f]{64}\b", built.output)) - {pinned}) == 1


def _figure(built: Built) -> html.HtmlElement:
    (figure,) = html.fromstring(built.page()).xpath("//figure[contains(@class, 'mechanism')]")
    return figure


def _first_point(d: str) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", d)[:2]
    return float(x), float(y)


def _distance(point: tuple[float, float], box: list[float]) -> float:
    """Return how far a point is from the border of a box, in px."""
    (x, y), (left, top, width, height) = point, box
    outside = max(left - x, x - left - width, top - y, y - top - height)
    return abs(outside)
