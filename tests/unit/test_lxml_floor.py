"""The oldest lxml that is allowed: before it, a parameter entity could read a file whatever the flags said.

lxml up to 6.1.2 fetched external parameter entities even with `resolve_entities="internal"` (fonttools#4195; older
defaults: CVE-2026-41066). Both halves fail with such a parser: the version, and what it does.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from lxml import etree

from mkdocs_mechanism.provenance.page import figures_of
from tests.conftest import ROOT

FLOOR = (6, 1, 3)


def test_the_floor_is_declared_and_installed() -> None:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    (declared,) = (each for each in dependencies if each.startswith("lxml"))
    assert tuple(int(part) for part in re.findall(r"\d+", declared)) >= FLOOR
    assert etree.LXML_VERSION[:3] >= FLOOR


@pytest.mark.parametrize("entities", [False, "internal"])
def test_a_parameter_entity_reads_no_file(tmp_path: Path, entities: object) -> None:
    secret = tmp_path / "secret.dtd"
    secret.write_text('<!ENTITY leak "CANARY">', encoding="utf-8")
    xml = f'<!DOCTYPE r [<!ENTITY % x SYSTEM "{secret.as_uri()}"> %x;]><r>&leak;</r>'
    parser = etree.XMLParser(resolve_entities=entities, no_network=True, load_dtd=False, dtd_validation=False)
    try:
        tree = etree.fromstring(xml.encode(), parser)
    except etree.XMLSyntaxError:
        return
    assert "CANARY" not in "".join(tree.itertext())
    assert b"CANARY" not in etree.tostring(tree)


def test_a_page_reads_no_file(tmp_path: Path) -> None:
    """`verify` parses pages as HTML, which has no entities of its own."""
    secret = tmp_path / "secret.dtd"
    secret.write_text('<!ENTITY leak "CANARY">', encoding="utf-8")
    html = f'<!DOCTYPE r [<!ENTITY % x SYSTEM "{secret.as_uri()}"> %x;]><figure class="mechanism" id="&leak;"></figure>'
    (figure,) = figures_of("index.html", html.encode())
    assert "CANARY" not in figure.id
