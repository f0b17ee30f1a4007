"""Where the targets of a document stand in an author's drawing, and what is said of those that don't."""

from __future__ import annotations

import math

import pytest

from mkdocs_mechanism.authored.bind import Bound, Fault, bind
from mkdocs_mechanism.authored.matrices import Matrix, read_transform
from mkdocs_mechanism.authored.shapes import outlines, reversed_path
from mkdocs_mechanism.authored.tree import Art, Element
from mkdocs_mechanism.drawing.geometry import Point
from tests.documents import BASE, mechanism_of

DOCUMENT = BASE | {
    "stateLabels": {},
    "targets": {
        "left": {"id": "a", "label": "Left"},
        "right": {"id": "b", "label": "Right"},
        "way": {"id": "ab", "kind": "edge", "label": "", "from": "left", "to": "right"},
    },
    "scenarios": [{"id": "run", "title": "Run", "steps": [{"title": "Go", "description": "Goes.", "paths": ["way"]}]}],
}
MECHANISM = mechanism_of(DOCUMENT)


def element(tag: str, *children: Element | str, **attributes: str) -> Element:
    return Element(tag, tuple((name.replace("_", "-"), value) for name, value in attributes.items()), children, 7)


BOX = element("rect", id="a", x="10", y="20", width="40", height="30")
DISC = element("circle", id="b", cx="200", cy="35", r="15")
LINE = element("path", id="ab", d="M50 35H185", stroke_width="2")


def bound(*children: Element, **root: str) -> tuple[Bound | None, tuple[Fault, ...]]:
    return bind(Art(element("svg", *children, **({"viewBox": "0 0 328 100"} | root)), ""), MECHANISM)


def whole(*children: Element, **root: str) -> Bound:
    drawing, faults = bound(*children, **root)
    assert drawing is not None, faults
    return drawing


def test_places_of_shapes():
    drawing = whole(BOX, DISC, LINE)
    left, right = drawing.nodes
    (way,) = drawing.edges
    assert (left.box, left.is_round) == ((10, 20, 40, 30), False)
    assert [round(value, 1) for value in right.box] == [185, 20, 30, 30]
    assert right.is_round
    assert (way.route.start, way.route.end, way.width) == ((50, 35), (185, 35), 2)
    assert (drawing.width, drawing.height) == (328, 100)


def test_a_large_drawing_is_bound_at_the_width_of_the_stage():
    drawing = whole(BOX, DISC, LINE, viewBox="0 0 1312 400", width="1312px")
    assert (drawing.width, drawing.height, drawing.most) == (656, 200, 1312)
    assert drawing.nodes[0].box == (5, 10, 20, 15)
    assert drawing.edges[0].width == 1


def test_transforms_of_groups_and_what_undoes_them():
    layer = element("g", LINE, transform="translate(0 5) scale(2)")
    drawing = whole(BOX, DISC, layer, viewBox="-10 0 656 200")
    way = drawing.edges[0]
    assert (way.route.start, way.route.end, way.width) == ((110, 75), (380, 75), 4)
    assert way.undo.at(Point(110, 75)) == Point(50, 35)


def test_a_line_drawn_backwards_is_turned():
    drawing = whole(BOX, DISC, element("path", id="ab", d="M185 35C150 0 100 0 50 35"))
    route = drawing.edges[0].route
    assert (route.start, route.end) == ((50, 35), (185, 35))
    assert reversed_path(reversed_path(route)) == route


def test_an_edge_of_a_graph_program_has_its_arrowhead():
    line = Element("path", tuple(each for each in LINE.attributes if each[0] != "id"))
    group = element("g", line, element("polygon", points="185,35 175,30 175,40"), id="ab")
    assert whole(BOX, DISC, group).edges[0].heads == ("M185 35L175 30L175 40L185 35Z",)


def test_words_set_the_least_width():
    label = element("text", "Ready", x="20", y="40", font_size="22")
    assert whole(BOX, DISC, LINE, label).least == 164
    assert whole(BOX, DISC, LINE).least == 0


@pytest.mark.parametrize(
    ("children", "message", "hint", "line"),
    [
        (
            (BOX, element("circle", id="bb", r="9"), LINE),
            'node "right" has the id "b", which the drawing does not have',
            'the ids of the drawing are "a", "ab", "bb"',
            0,
        ),
        (
            (BOX, element("linearGradient", id="b"), LINE),
            'node "right" is bound to a "linearGradient" element, which can\'t be animated',
            "put the id on a shape, a group or a text",
            7,
        ),
        (
            (BOX, element("defs", DISC), LINE),
            'node "right" is bound to an element that is not drawn',
            "move it out of clipPath, defs, mask, symbol, or show it",
            7,
        ),
        (
            (BOX, element("g", id="b"), LINE),
            'node "right" is bound to an element that takes no room',
            "put the id on a shape, a group or a text that is seen",
            7,
        ),
        (
            (BOX, DISC, element("rect", id="ab", width="9", height="9")),
            'edge "way" is bound to an element without a line that a token could follow',
            "put the id on a path, a line or a polyline, or on a group that holds one",
            7,
        ),
    ],
)
def test_what_keeps_a_target_from_being_bound(
    children: tuple[Element, ...], message: str, hint: str, line: int
) -> None:
    drawing, faults = bound(*children)
    assert drawing is None
    assert faults == (Fault(faults[0].target, line, message, hint),)


def test_a_drawing_without_a_size():
    assert bound(viewBox="0 0 0 0")[1][0].message == "the drawing has no size"


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("translate(3)", (4, 2)),
        ("rotate(90)", (-2, 1)),
        ("rotate(90, 1, 2) ", (1, 2)),
        ("scale(2)translate(1,1)", (4, 6)),
        ("matrix(1 0 0 1 5 6)", (6, 8)),
        ("skewX(45)", (3, 2)),
        ("nonsense(1)", (1, 2)),
    ],
)
def test_transforms(text: str, point: tuple[float, float]) -> None:
    assert read_transform(text).at(Point(1, 2)) == pytest.approx(point)


def test_what_is_flat_can_not_be_undone():
    assert Matrix(a=0).inverse() is None


@pytest.mark.parametrize(
    ("shape", "length"),
    [
        (element("circle", r="10"), 2 * math.pi * 10),
        (element("path", d="M0 0a10 10 0 0 1 20 0"), math.pi * 10),
        (element("polyline", points="0,0 3,4 3,14"), 15),
        (element("polygon", points="0,0 3,0 3,4"), 12),
        (element("rect", width="3", height="4"), 14),
        (element("path", d="M0 0h10v10zM50 50h1"), 20 + math.sqrt(200)),
    ],
)
def test_outlines_have_the_length_of_the_shape(shape: Element, length: float) -> None:
    assert outlines(shape)[0].length() == pytest.approx(length, rel=0.01)
