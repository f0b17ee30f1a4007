"""The cascade of an author's drawing: what becomes an attribute, what a rule, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_mechanism.authored import values
from mkdocs_mechanism.authored.styles import Styled, resolve
from mkdocs_mechanism.authored.tree import Element, StyleText


def drawn(css: str, *attributes: tuple[str, str], is_html: bool = False) -> Styled:
    child = Element("rect", attributes, is_html=is_html)
    return resolve(Element("svg", (("id", "top"),), (child,)), [StyleText(css, 1)])


def attributes(styled: Styled) -> dict[str, str]:
    (child,) = styled.root.children
    assert isinstance(child, Element)
    return dict(child.attributes)


CASCADE = {
    "type selector": ("rect{fill:red}", (), {"fill": "red"}),
    "a sheet wins over an attribute": ("rect{fill:red}", (("fill", "blue"),), {"fill": "red"}),
    "style wins over a sheet": ("#r{fill:red}", (("style", "fill:blue"), ("id", "r")), {"id": "r", "fill": "blue"}),
    "important wins over style": ("rect{fill:red!important}", (("style", "fill:blue"),), {"fill": "red"}),
    "specificity before order": (".c{fill:red} rect{fill:blue}", (("class", "c"),), {"fill": "red"}),
    "later of equals": ("rect{fill:red} rect{fill:blue}", (), {"fill": "blue"}),
    "id above": ("#top>rect:first-child{stroke:url('#g')}", (), {"stroke": "url(#g)"}),
    "body matches nothing": ("body{fill:red} html rect{fill:red}", (), {}),
    "invalid keeps the earlier": ("rect{fill:red;fill:}", (), {"fill": "red"}),
    "shorthand marker": (
        "rect{marker:none}",
        (),
        {"marker-start": "none", "marker-mid": "none", "marker-end": "none"},
    ),
}


@pytest.mark.parametrize(("css", "given_", "wanted"), CASCADE.values(), ids=CASCADE)
def test_what_won_is_an_attribute(css: str, given_: tuple[tuple[str, str], ...], wanted: dict[str, str]) -> None:
    styled = drawn(css, *given_)
    assert attributes(styled) == wanted
    assert styled.rules == ""


def test_what_no_attribute_says_is_a_rule() -> None:
    styled = drawn("rect{fill:red;mix-blend-mode:multiply;fill-opacity:calc(.2 + .8*var(--a))}")
    assert attributes(styled) == {"fill": "red", "class": "a0"}
    assert styled.rules == ".\\0 .\\1a0{mix-blend-mode:multiply;fill-opacity:calc(.2 + .8*var(--a))}\n"


def test_html_has_no_presentation_attributes() -> None:
    styled = drawn("", ("style", "color:red"), is_html=True)
    assert (attributes(styled), styled.rules) == ({"class": "a0"}, ".\\0 .\\1a0{color:red}\n")


REFUSED = [
    "url(http://evil.example/x)",
    "u\\72l(http://evil.example/x)",
    "url('//evil.example')",
    'image-set("//evil.example" 1x)',
    "attr(x)",
    "env(x)",
    "expression(alert(1))",
    "var(--x)",
    "red}body{display:none",
    "</style>",
    "'unclosed\n",
    "(" * 200,
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_value_is_refused(text: str) -> None:
    assert values.check("fill", text).reason


@pytest.mark.parametrize(
    "css",
    [
        "@import 'x';",
        "@font-face{src:url(//evil.example)}",
        "rect{position:fixed}",
        "rect:hover{fill:red}",
        "rect{fill:red}" * 2_001,
        ":not(" * 50 + "rect" + ")" * 50 + "{fill:red}",
    ],
)
def test_a_construct_is_a_problem(css: str) -> None:
    assert drawn(css).problems


@given(st.lists(st.sampled_from(["rect", "{", "}", "fill", ":", ";", "url(", "#a", ")", "(", "'", '"', "\\", "@import ",
                                 "//evil.example", "/*", "*/", "!important", "var(--a)", "\n", "<", ","])))  # fmt: skip
def test_no_soup_of_tokens_leaves_a_foreign_address(parts: list[str]) -> None:
    styled = drawn("".join(parts), ("style", "".join(parts)))
    written = styled.rules + "".join(value for key, value in attributes(styled).items())
    assert "url(" not in written.replace("url(#", "")
    assert not any(mark in styled.rules for mark in ("@", "<", "/*"))


def test_a_chain_of_combinators_is_given_up() -> None:
    tree = Element("g")
    for _ in range(200):
        tree = Element("g", (), (tree,))
    styled = resolve(Element("svg", (), (tree,)), [StyleText("x g g g g g g g g{fill:red}", 1)])
    assert [problem.construct for problem in styled.problems] == ["style"]
