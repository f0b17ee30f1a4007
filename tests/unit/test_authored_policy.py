"""What the allow-list leaves of a drawing, and what it names."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.authored.policy import Allowed, allow
from mkdocs_mechanism.authored.reader import SVG, read
from mkdocs_mechanism.authored.tree import Problem


def taken(inside: str) -> Allowed:
    spaces = 'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    root = read(f'<svg xmlns="{SVG}" {spaces}>{inside}</svg>'.encode())
    assert not isinstance(root, Problem)
    return allow(root, lambda name, text: (text, "refused here" if "url(http" in text else ""))


REFUSED = {
    "<script>x</script>": 'element "script"',
    "<SCRIPT>x</SCRIPT>": 'element "SCRIPT"',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml"/>': 'element "script"',
    "<g onload='x'/>": 'attribute "onload"',
    "<a xlink:href='javascript:x'/>": 'attribute "href"',
    "<a href=' #x'/>": 'attribute "href"',
    "<g href='#x'/>": 'attribute "href"',
    "<g xml:base='https://a/'/>": 'attribute "base"',
    "<set attributeName='href' to='#x'/>": 'element "set"',
    "<set attributeName=' onclick' to='x'/>": 'element "set"',
    "<animate attributeName='x' begin='accessKey(a)'/>": 'attribute "begin"',
    "<title><img/></title>": 'element in "title"',
    "<foreignObject/>": 'element "foreignObject"',
    "<rect width='NaN'/>": 'attribute "width"',
    "<rect width='1e9'/>": 'attribute "width"',
    "<rect fill='url(http://a)'/>": 'attribute "fill"',
    "<g id='x\" onload='/>": 'attribute "id"',
    "<style type='text/x'>a</style>": 'element "style"',
}


@pytest.mark.parametrize("inside", REFUSED)
def test_named_and_left_out(inside: str) -> None:
    assert [problem.construct for problem in taken(inside).problems] == [REFUSED[inside]]


def test_editor_noise_goes_without_a_word() -> None:
    noise = "<metadata><b/></metadata><inkscape:x/><g inkscape:label='a' data-b='c' xml:space='preserve' id='k'/>"
    found = taken(noise)
    assert found.problems == ()
    assert [(element.tag, element.attributes) for element in found.root.elements()][1:] == [("g", (("id", "k"),))]


def test_a_switch_draws_the_branch_without_html() -> None:
    found = taken("<switch><foreignObject><p/></foreignObject><text>a</text></switch>")
    assert found.problems == ()
    assert [element.tag for element in found.root.elements()] == ["svg", "text"]
