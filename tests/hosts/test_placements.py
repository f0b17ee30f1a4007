"""Where a fence may stand: in every placement, with every extension that reads fences, in every order."""

from __future__ import annotations

import itertools
import logging
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import html5lib
import markdown
import pytest

from mkdocs_mechanism.hosts.markdown import MechanismExtension

PAGES = Path(__file__).parent / "pages"
TEXT = (PAGES / "placements.md").read_text(encoding="utf-8")
SYNTAXES = ["admonition", "attr_list", "footnotes", "md_in_html", "pymdownx.details", "pymdownx.tabbed"]
TABS = {"pymdownx.tabbed": {"alternate_style": True}}
SAMPLES = ['```mechanism src="sample-one.json"\n```', "```mechanism src=sample-two.json\na: b -> c\n```"]


def converter(*extensions: str, **options: object) -> markdown.Markdown:
    """A Markdown instance; `mechanism` in the list is ours, so that the order is the test's."""
    ours = MechanismExtension(base_path=str(PAGES), **options)
    loaded = [ours if name == "mechanism" else name for name in extensions]
    return markdown.Markdown(extensions=loaded, extension_configs=TABS)


def figures(html: str) -> list[ET.Element]:
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return [each for each in tree.iter("figure") if each.get("data-mechanism") == "loop"]


def samples(html: str) -> list[str]:
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    return ["".join(code.itertext()).strip() for code in tree.iter("code") if "sample-" in "".join(code.itertext())]


READERS = {
    "SuperFences": ["pymdownx.superfences"],
    "fenced_code": ["fenced_code"],
    "both": ["fenced_code", "pymdownx.superfences"],
}
ORDERS = [
    pytest.param(order, id=f"{name}: {', '.join(order)}")
    for name, extensions in READERS.items()
    for order in itertools.permutations(["mechanism", *extensions])
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("before", [True, False])
def test_fifteen_figures_and_two_samples(order, before, caplog):
    extensions = [*SYNTAXES, *order] if before else [*order, *SYNTAXES]
    html = converter(*extensions).convert(TEXT)
    assert len(figures(html)) == 15
    assert samples(html) == SAMPLES
    assert "mechanismfence" not in html
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_superfences_that_keeps_tabs():
    md = markdown.Markdown(
        extensions=[*SYNTAXES, "pymdownx.superfences", MechanismExtension(base_path=str(PAGES))],
        extension_configs={**TABS, "pymdownx.superfences": {"preserve_tabs": True}},
    )
    html = md.convert(TEXT.replace("    ", "\t"))
    assert (len(figures(html)), samples(html)) == (15, SAMPLES)


@pytest.mark.parametrize("order", list(itertools.permutations(["mechanism", "pymdownx.extra"])))
def test_extra_bundles(order):
    html = converter(*order, "admonition", "pymdownx.details", "pymdownx.tabbed").convert(TEXT)
    assert (len(figures(html)), samples(html)) == (15, SAMPLES)


def test_without_any_fence_extension():
    html = converter(*SYNTAXES, "mechanism").convert(TEXT)
    assert len(figures(html)) == 15
    # No extension reads the longer fence of the first sample: Python-Markdown makes inline code of it.
    assert "sample-one.json" in html
    assert samples(html)[-1] == SAMPLES[1]


def test_alone():
    html = converter("mechanism").convert(TEXT)
    # Admonition, details, tab and footnote are not loaded, so theirs are indented code.
    assert len(figures(html)) == 11
    assert "mechanismfence" not in html


@pytest.mark.parametrize("highlighter", ["codehilite", "pymdownx.highlight"])
@pytest.mark.parametrize("reader", READERS)
def test_samples_survive_highlighting(reader, highlighter):
    html = converter(*SYNTAXES, highlighter, "mechanism", *READERS[reader]).convert(TEXT)
    assert (len(figures(html)), samples(html)) == (15, SAMPLES)


HEADERS = [
    'mechanism src="loop.json"',
    "mechanism src='loop.json'",
    "mechanism src=loop.json",
    'mechanism src = "loop.json"',
    "mechanism loop.json",
    ".mechanism loop.json",
    '{.mechanism src="loop.json"}',
    '{mechanism src="loop.json"}',
    "{mechanism} loop.json",
    'mechanism {src="loop.json"}',
    '{.mechanism src="loop.json" #one .two}',
    'mechanism src="loop.json" max-width="3em"',
    'mechanism src="loop.json',
    'mechanism src="loop.json" {',
]


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("reader", [*READERS, "neither"])
@pytest.mark.parametrize("prefix", ["", "    ", "> "])
def test_no_header_swallows_what_follows(header, reader, prefix):
    lines = [f"```{header}", "```", "", "prose *in between*", "", "```text", "x = 1", "```", "", "*the end*"]
    text = ("- item\n\n" if prefix == "    " else "") + "\n".join((prefix + line).rstrip() for line in lines)
    html = converter("mechanism", *READERS.get(reader, [])).convert(text)
    assert html.count('class="mechanism') - html.count('class="mechanism-') == 1
    assert "<em>in between</em>" in html
    assert "<em>the end</em>" in html
    assert "x = 1" in html


@pytest.mark.parametrize("reader", [*READERS, "neither"])
def test_reset_and_convert_again(reader):
    md = converter(*SYNTAXES, "mechanism", *READERS.get(reader, []))
    first = md.convert(TEXT)
    md.reset()
    assert md.convert(TEXT) == first
    # A blog converts its excerpts without a reset in between.
    assert len(figures(md.convert(TEXT))) == 15


def test_broken_document_under_superfences_is_loud(tmp_path, caplog):
    (tmp_path / "broken.json").write_text('{"version": 1,}')
    md = markdown.Markdown(extensions=["pymdownx.superfences", MechanismExtension(base_path=str(tmp_path))])
    html = md.convert('# One\n\n```mechanism src="broken.json"\n```\n\nprose\n')
    assert "mechanism-error" in html
    assert "<p>prose</p>" in html
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "broken.json:1:15" in caplog.text


def test_what_is_commented_out_is_neither_rendered_nor_checked(caplog):
    for reader in (*READERS, "neither"):
        html = converter("mechanism", *READERS.get(reader, [])).convert(
            'a\n\n<!--\n```mechanism src="nope.json"\n```\n\n- x\n\n    ```mechanism nope.json\n    ```\n-->\n\nb\n'
        )
        assert "<figure" not in html, reader
        assert "mechanismfence" not in html, reader
    assert not caplog.records


def test_a_fence_that_is_never_closed_is_an_error(caplog):
    html = converter("mechanism", "pymdownx.superfences").convert('```mechanism src="loop.json"\n\nprose\n\n# Heading')
    assert "mechanism-error" in html
    assert "<p>prose</p>" in html
    assert "never closed" in caplog.text


def test_a_fence_inside_a_code_block_by_mistake_is_loud(caplog):
    # SuperFences does not read this header, takes the closing marks for opening ones, and swallows the fence.
    text = '```python {oops\nx\n```\n\n```mechanism src="loop.json"\n```\n'
    html = converter("mechanism", "pymdownx.superfences").convert(text)
    assert "mechanismfence" not in html
    assert len(figures(html)) == 1 or "not rendered" in caplog.text


@pytest.mark.parametrize("reader", [*READERS, "neither"])
@pytest.mark.parametrize("frame", ["{}", "> {}", "- item\n\n    {}"])
def test_text_on_the_lines_beside_a_fence_keeps_its_paragraph(reader, frame):
    lines = ["one", '```mechanism src="loop.json"', "```", "two", '```mechanism src="loop.json"', "```", "three"]
    prefix = frame.replace("- item\n\n", "").replace("{}", "")
    text = frame.replace("{}", ("\n" + prefix).join(lines))
    html = re.sub(r"(?s)<figure.*?</figure>", "FIGURE", converter("mechanism", *READERS.get(reader, [])).convert(text))
    assert re.search(r"<p>one</p>\s*FIGURE\s*<p>two</p>\s*FIGURE\s*<p>three</p>", html), html


def test_a_custom_fence_of_the_site_is_kept():
    custom = {"name": "mechanism", "class": "theirs", "format": lambda source, *_, **__: f"<p>theirs {source}</p>"}
    md = markdown.Markdown(
        extensions=["pymdownx.superfences", MechanismExtension(base_path=str(PAGES))],
        extension_configs={"pymdownx.superfences": {"custom_fences": [custom]}},
    )
    assert "theirs loop.json" in md.convert("```mechanism\nloop.json\n```")


def test_ids_are_unique_and_only_the_first_figure_moves():
    html = converter(*SYNTAXES, "toc", "mechanism", "pymdownx.superfences").convert(f"# Loop\n\n{TEXT}")
    ids = re.findall(r'\sid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert "loop-2" in ids  # `loop` is the heading's
    assert [each.get("data-motion") for each in figures(html)] == ["auto"] + ["none"] * 14


def test_every_form_of_import_path_gives_the_extension():
    for name in ("mkdocs_mechanism", "mkdocs_mechanism.hosts.markdown"):
        html = markdown.markdown(
            '```mechanism src="loop.json"\n```', extensions=[name], extension_configs={name: {"base_path": str(PAGES)}}
        )
        assert len(figures(html)) == 1


def test_options_of_the_extension_are_checked_all_at_once(caplog):
    for on_error in ("report", "raise"):
        md = markdown.Markdown(extensions=[MechanismExtension(asets="link", cache=True, on_error=on_error)])
        if on_error == "raise":
            with pytest.raises(Exception, match=r'(?s)"asets".*did you mean "assets".*"cache" is not supported yet'):
                md.convert("text")
        else:
            assert md.convert("text") == "<p>text</p>"
            assert '"asets"' in caplog.text
            assert '"cache" is not supported yet' in caplog.text


def test_on_error_raise_stops_after_the_whole_page(tmp_path):
    md = markdown.Markdown(extensions=[MechanismExtension(base_path=str(tmp_path), on_error="raise")])
    with pytest.raises(Exception, match=r"(?s)2 errors.*one\.json.*two\.json"):
        md.convert("```mechanism one.json\n```\n\n```mechanism two.json\n```\n")
