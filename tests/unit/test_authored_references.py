"""Bombs are refused by counting, never by drawing."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.authored.references import check
from mkdocs_mechanism.authored.tree import Element


def use(name: str) -> Element:
    return Element("use", (("href", f"#{name}"),))


def g(name: str, *children: Element) -> Element:
    return Element("g", (("id", name),), children)


CASES = {
    "fine": ((g("a"), use("a")), []),
    "twice": ((g("a"), g("a")), ['id "a"']),
    "nothing": ((use("a"),), ['reference "#a"']),
    "itself": ((g("a", use("a")),), ["the file"]),
    "paint": ((Element("pattern", (("id", "p"), ("fill", "url(#p)"))),), ["the file"]),
    "chain": ((g("a0"), *(g(f"a{n}", use(f"a{n - 1}")) for n in range(4999, 0, -1))), ["the file"]),
    "doubled": ((g("a0"), *(g(f"a{n}", use(f"a{n - 1}"), use(f"a{n - 1}")) for n in range(1, 20))), ["the file"]),
}


@pytest.mark.parametrize("name", CASES)
def test_references(name: str) -> None:
    children, constructs = CASES[name]
    assert [problem.construct for problem in check(Element("svg", (), children))] == constructs
