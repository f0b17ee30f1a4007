"""Header and body of a fence, and where fences are found in a page."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.diagnostics import Location
from mkdocs_mechanism.document.shorthand import read_edge
from mkdocs_mechanism.fence import is_mechanism, parse, resolve_document, scan

AT = Location("docs/index.md", 10, 5)

HEADERS = [
    'mechanism src="figs/a.json"',
    "mechanism src='figs/a.json'",
    "mechanism src=figs/a.json",
    'mechanism src = "figs/a.json"',
    "mechanism figs/a.json",
    ".mechanism figs/a.json",
    '{.mechanism src="figs/a.json"}',
    '{ .mechanism src="figs/a.json" }',
    '{mechanism src="figs/a.json"}',
    "{mechanism} figs/a.json",
    'mechanism {src="figs/a.json"}',
    'mechanism{src="figs/a.json"}',
    'mechanism { src="figs/a.json" }',
    ' mechanism   src="figs/a.json"  ',
]


@pytest.mark.parametrize("header", HEADERS)
def test_every_form_of_header_names_the_document(header):
    assert is_mechanism(header)
    parsed = parse(header, "", AT)
    assert (parsed.src, parsed.diagnostics) == ("figs/a.json", ())


@pytest.mark.parametrize(
    "header",
    [
        '{.mechanism src="a.json" #loop .wide .tall step=2}',
        '{#loop .mechanism .wide .tall src="a.json" step="2"}',
        'mechanism a.json #loop .wide .tall step="2"',
        'mechanism src="a.json" id="loop" class="wide, tall" step=2',
        'mechanism {src=a.json id=loop class="wide tall" step=2}',
    ],
)
def test_id_and_classes_are_read_in_every_form(header):
    assert is_mechanism(header)
    parsed = parse(header, "", AT)
    assert parsed.diagnostics == ()
    assert {name: given.value.replace(",", "") for name, given in parsed.options.items()} == {
        "id": "loop",
        "class": "wide tall",
        "step": "2",
    }


@pytest.mark.parametrize(
    "info", ["", "python", "mechanisms", "mechanism-2", "mechanism.json", "{.python .mechanism}", "json mechanism"]
)
def test_other_info_strings_are_not_ours(info):
    assert not is_mechanism(info)


def test_path_may_be_the_first_line_of_the_body():
    parsed = parse("mechanism", "\n# the loop\nfigs/a.json\n\nsend: a -> b", AT)
    assert (parsed.src, parsed.diagnostics) == ("figs/a.json", ())
    assert parsed.src_location == Location("docs/index.md", 13, 1)


def test_endpoints_keep_their_place_and_quoted_names():
    body = 'send: a -> b\n\n"read: x" :  "a -> b"  ->  kv store\n  back: "say \\"hi\\"" -> b'
    parsed = parse('mechanism src="a.json"', body, AT, indent=4)
    assert parsed.diagnostics == ()
    ends = {name: (e.tail, e.head, e.location.line, e.location.column) for name, e in parsed.endpoints.items()}
    assert ends == {
        "send": ("a", "b", 11, 5),
        "read: x": ("a -> b", "kv store", 13, 5),
        "back": ('say "hi"', "b", 14, 7),
    }


@pytest.mark.parametrize(
    "ends",
    [
        "a -> b", "a  ->  b", '"a" -> b', '"a"  ->  "b"', 'a -> "b"', '"a: b" -> "c -> d"', "a->b", '"a"->b', '"a"-> b',
        '"a"\t-> b', '"a" ->\tb', "a\t-> b", "a -> ", "a -> b -> c", "a -> b c", '"" -> b', '"a" x -> b', '"a -> b',
    ],
)  # fmt: skip
def test_ends_are_read_as_in_the_documents_short_form(ends):
    edge = read_edge(ends)
    line = parse('mechanism src="a.json"', f"x: {ends}", AT).endpoints.get("x")
    assert (edge and (edge.tail, edge.head)) == (line and (line.tail, line.head))


@pytest.mark.parametrize(
    ("header", "body", "code", "message", "hint", "place"),
    [
        ("mechanism", "", "missing-src", "names no document", 'src="FILE.json"', (10, 5)),
        ('mechanism src="a.json" titel="x"', "", "unknown-option", '"titel"', "", (10, 28)),
        ('mechanism src="a.json" autoplai=false', "", "unknown-option", '"autoplai"', '"autoplay"', (10, 28)),
        ('mechanism src="a.json" auto-play="false"', "", "unknown-option", '"auto-play"', '"autoplay"', (10, 28)),
        ("mechanism SRC=x.json", "", "unknown-option", 'no option "SRC"', 'did you mean "src"?', (10, 15)),
        ("mechanism srcs=x.json", "", "unknown-option", 'no option "srcs"', 'did you mean "src"?', (10, 15)),
        (
            'mechanism src="a.json" drawing="a.svg"',
            "",
            "not-supported-yet",
            '"drawing" is not supported yet',
            "",
            (10, 28),
        ),
        ('mechanism src="a.json" root="/"', "", "option-not-allowed", '"root" may not stand in a fence', "", (10, 28)),
        ('mechanism src="a.json" src="b.json"', "", "fence-syntax", '"b.json"', "keep one", (10, 28)),
        ('mechanism src="a.json"', "b.json", "fence-syntax", '"b.json"', "keep one", (11, 1)),
        ("mechanism a.json b.json", "", "fence-syntax", '"b.json"', "keep one", (10, 22)),
        ('mechanism src="a.json', "", "fence-syntax", "can't be read", "close the quotation mark", (10, 15)),
        ('{.mechanism src="a.json"', "", "fence-syntax", "brace is not closed", "}", (10, 5)),
        ('mechanism src="a.json" step', "", "fence-syntax", '"step" has no value', 'step="..."', (10, 28)),
        ('mechanism src="a.json" id="a" #b', "", "fence-syntax", '"id" is given twice', "", (10, 35)),
        ('mechanism src=""', "", "option-value", '"src" is empty', "", (10, 15)),
        ('mechanism src="a.json"', "x: a -> b\nx: b -> a", "endpoint-repeated", '"x"', "", (12, 1)),
        ('mechanism src="a.json"', "x: a->b", "fence-syntax", "blank on both sides", "", (11, 1)),
        ('mechanism src="a.json"', "x: a -> b -> c", "fence-syntax", "two arrows", "", (11, 1)),
        ('mechanism src="a.json"', "a -> b", "fence-syntax", 'no ":"', "NAME: NAME -> NAME", (11, 1)),
        ('mechanism src="a.json"', "x: -> b", "fence-syntax", "is no endpoint line", "", (11, 1)),
        ('mechanism src="a.json"', "x: a:b -> c", "fence-syntax", 'JSON string, "a:b"', "", (11, 1)),
        ('mechanism src="a.json"', "x: a", "fence-syntax", "is no endpoint line", "NAME: NAME -> NAME", (11, 1)),
        ("mechanism", "src: a.json", "fence-syntax", "is no endpoint line", 'src="a.json"', (11, 1)),
        ('mechanism src="a.json"', '"x: a -> b', "fence-syntax", "no JSON string", "", (11, 1)),
        ('mechanism src="a.json"', '"x" y: a -> b', "fence-syntax", "is expected after", "", (11, 1)),
        ('mechanism src="a.json"', "a -> b: c", "fence-syntax", "an arrow before the colon", "NAME: NAME", (11, 1)),
        ('mechanism src="a.json"', '"x": "a"->"b"', "fence-syntax", "blank on both sides", "", (11, 1)),
        ('mechanism src="a.json"', '"x": "a"\t-> b', "fence-syntax", "blank on both sides", "", (11, 1)),
        ('mechanism src="a.json"', "x: a\t-> b", "fence-syntax", "blank on both sides", "", (11, 1)),
        ("mechanism", "x: a -> b\na.json", "fence-syntax", '"a.json"', "the first line", (12, 1)),
    ],
)
def test_each_mistake_is_one_finding_with_its_place(header, body, code, message, hint, place):
    (found,) = parse(header, body, AT).diagnostics
    assert found.code == code
    assert message in found.message
    assert hint in found.hint
    assert (found.location.line, found.location.column) == place


def test_all_mistakes_are_reported_at_once():
    parsed = parse('mechanism src="a.json" one=1 two=2', "x: a\ny: b", AT)
    assert [found.code for found in parsed.diagnostics] == ["unknown-option"] * 2 + ["fence-syntax"] * 2


@pytest.mark.parametrize(
    ("src", "expected"),
    [
        ("figs/a.json", "docs/blog/figs/a.json"),
        ("../a.json", "docs/a.json"),
        ("/figs/a.json", "docs/figs/a.json"),
        ("../../data/a.json", "data/a.json"),
        ("../../../a.json", None),
        ("/../../a.json", None),
        ("https://example.org/a.json", None),
        ("C:/a.json", None),
        ("figs\\a.json", None),
        ("..", "docs"),
    ],
)
def test_reference_is_relative_to_the_page_or_the_docs_folder(src, expected):
    path, tried = resolve_document(src, "docs/blog/post.md", "docs")
    assert path == expected
    assert tried


def test_reference_without_docs_folder():
    assert resolve_document("/a.json", "post.md", ".")[0] == "a.json"
    assert resolve_document("a.json", "post.md", "")[0] == "a.json"


# --- scan -------------------------------------------------------------------------------------------------------------

LIVE = {
    "plain": "```mechanism\na.json\n```",
    "after text": "text\n```mechanism\na.json\n```\ntext",
    "tildes": "~~~mechanism\na.json\n~~~",
    "longer marks": "`````mechanism\na.json\n`````",
    "list": "- item\n\n    ```mechanism\n    a.json\n    ```",
    "tight list": "- item\n    ```mechanism\n    a.json\n    ```",
    "numbered": "12. item\n\n    ```mechanism\n    a.json\n    ```",
    "lazy list": "- item\ngoes on\n\n    ```mechanism\n    a.json\n    ```",
    "two levels": "- item\n\n    - inner\n\n        ```mechanism\n        a.json\n        ```",
    "after a paragraph in a list": "- item\n\n    more\n\n    ```mechanism\n    a.json\n    ```",
    "quote": "> ```mechanism\n> a.json\n> ```",
    "quote in quote": "> > ```mechanism\n> > a.json\n> > ```",
    "list in quote": "> - item\n>\n>     ```mechanism\n>     a.json\n>     ```",
    "quote in list": "- item\n\n    > ```mechanism\n    > a.json\n    > ```",
    "admonition": "!!! note\n    ```mechanism\n    a.json\n    ```",
    "details": '??? note "x"\n\n    ```mechanism\n    a.json\n    ```',
    "tab": '=== "One"\n\n    ```mechanism\n    a.json\n    ```',
    "footnote": "[^1]:\n    ```mechanism\n    a.json\n    ```",
    "definition": "term\n\n:   text\n\n    ```mechanism\n    a.json\n    ```",
    "tab character": "- item\n\n\t```mechanism\n\ta.json\n\t```",
    "carriage returns": "```mechanism\r\na.json\r\n```\r\n",
    "blank line in body": "- item\n\n    ```mechanism\n\n    a.json\n    ```",
}
SAMPLES = {
    "longer fence": "````markdown\n```mechanism\na.json\n```\n````",
    "other marks": "~~~\n```mechanism\na.json\n```\n~~~",
    "indented code": "text\n\n    ```mechanism\n    a.json\n    ```",
    "indented code at the start": "    ```mechanism\n    a.json\n    ```",
    "code in a list": "- item\n\n        ```mechanism\n        a.json\n        ```",
    "after a list ended": "- item\n\ntext\n\n    ```mechanism\n    a.json\n    ```",
    "code in a quote": "> text\n>\n>     ```mechanism\n>     a.json\n>     ```",
    "comment": "<!--\n```mechanism\na.json\n```\n-->",
    "front matter": "---\nx: |\n  ```mechanism\n  a.json\n  ```\n---\n",
    "inline": "```mechanism``` is inline",
}


@pytest.mark.parametrize("name", LIVE)
def test_scan_finds(name):
    (fence,) = scan(LIVE[name])
    assert [line for line in fence.body if line] == ["a.json"]
    assert "mechanism" in LIVE[name].split("\n")[fence.line - 1]
    assert fence.is_closed


@pytest.mark.parametrize("name", SAMPLES)
def test_scan_leaves_samples_alone(name):
    assert scan(SAMPLES[name]) == ()
    assert len(scan(SAMPLES[name] + "\n\n```mechanism\nb.json\n```")) == 1


def test_scan_counts_lines_of_front_matter():
    (fence,) = scan('---\ntitle: x\n---\n\n  ```mechanism src="a.json"\n  x: a -> b\n  ```\n')
    assert (fence.line, fence.column, fence.prefix, fence.end) == (5, 6, "  ", 7)


def test_scan_reports_a_fence_that_is_never_closed():
    (fence,) = scan("```mechanism\na.json\n\ntext\n")
    assert not fence.is_closed


def test_fences_one_after_another_are_all_found():
    page = "\n".join(f"```{header.strip()}\n```\nprose\n```python\nx\n```\n" for header in HEADERS)
    assert len(scan(page)) == len(HEADERS)
