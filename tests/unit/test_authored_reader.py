"""What is refused before a tree is built, and that the writer's markup reads back as the tree it was given."""

from __future__ import annotations

import html5lib
import pytest

from mkdocs_mechanism.authored.reader import MAX_BYTES, SVG, read
from mkdocs_mechanism.authored.tree import Element, Problem
from mkdocs_mechanism.authored.writer import write

OPEN = f'<svg xmlns="{SVG}">'
MANY = " ".join(f'a{n}=""' for n in range(65))

REFUSED = {
    "big": (b" " * (MAX_BYTES + 1), "2 MiB"),
    "utf-7": (b'<?xml version="1.0" encoding="UTF-7"?><svg/>', "not UTF-8"),
    "utf-16": (f"{OPEN}</svg>".encode("utf-16"), "not UTF-8"),
    "overlong": (OPEN.encode() + b"\xc0\xbc</svg>", "not UTF-8"),
    "nul": (OPEN.encode() + b"\0</svg>", "NUL"),
    "subset": (b'<!DOCTYPE svg [<!ATTLIST a href CDATA "javascript:x">]>' + f"{OPEN}</svg>".encode(), "of its own"),
    "empty subset": (b"<!DOCTYPE svg []>" + f"{OPEN}</svg>".encode(), "of its own"),
    "unknown entity": (f'<!DOCTYPE svg SYSTEM "x.dtd">{OPEN}&x;</svg>'.encode(), "named in the file"),
    "deep": (f"{OPEN}{'<g>' * 100}{'</g>' * 100}</svg>".encode(), "nested deeper"),
    "many": (f"{OPEN}{'<g/>' * 20_000}</svg>".encode(), "more than 20,000"),
    "attributes": (f"{OPEN}<g {MANY}/></svg>".encode(), "more than 64"),
    "no namespace": (b"<svg/>", "no SVG namespace"),
    "html": (b"<html/>", "not an SVG drawing"),
    "cut off": (OPEN.encode(), "not well-formed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_before_the_tree(name: str) -> None:
    data, words = REFUSED[name]
    problem = read(data)
    assert isinstance(problem, Problem)
    assert words in problem.reason


def test_a_bare_doctype_and_a_byte_order_mark_are_read() -> None:
    root = read(b"\xef\xbb\xbf" + f'<!DOCTYPE svg PUBLIC "x" "y.dtd">{OPEN}<!-- c --><?p i?><g/></svg>'.encode())
    assert not isinstance(root, Problem)
    assert [child.tag for child in root] == [f"{{{SVG}}}g"]


def test_markup_reads_back_as_the_tree() -> None:
    text = '</svg><script>x()</script>" & ]]>'
    tree = Element("svg", (("id", text),), (Element("title", (), (text,)), Element("g", (("fill", "url(#a)"),)), text))
    markup = write(tree, prefix="p-", files={})
    found = html5lib.parseFragment(markup, treebuilder="etree", namespaceHTMLElements=False)[0]
    assert found.attrib == {"id": f"p-{text}"}
    assert [child.tag.rpartition("}")[2] for child in found] == ["title", "g"]
    assert found[0].text == text
    assert found[1].attrib == {"fill": "url(#p-a)"}
    assert found[1].tail == text


def test_marks_and_references() -> None:
    tree = Element("g", (), (Element("use", (("id", "x"), ("href", "#y"), ("class", "a b"))),))
    written = write(tree, prefix="p", files={}, marks={"x": ("<g>", "</g><b>")})
    assert written == '<g><g><use id="px" href="#py" class="pa pb"></use></g><b></g>'


def test_event_times_name_the_prefixed_element() -> None:
    tree = Element("animate", (("begin", "0.5s; x.end+1s"),))
    assert write(tree, prefix="p", files={}) == '<animate begin="0.5s; px.end+1s"></animate>'
