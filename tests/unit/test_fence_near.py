"""What was probably meant as a mechanism fence, and what was not."""

from __future__ import annotations

import time

import pytest

from mkdocs_mechanism.fence import is_mechanism, scan
from mkdocs_mechanism.fence_near import is_near, near_finding, scan_near

NEAR = [
    'Mechanism src="m.json"', 'MECHANISM src="m.json"', 'mechanisms src="m.json"', "mechansim m.json", "mechnism",
    "echanism", "mechanis", "mechanizm m.json", "mechanism: m.json", "mechanism/m.json", "mechanism#m.json",
    'mechanism-figure src="m.json"',
    '{mechanism, src="m.json"}', '{{mechanism src="m.json"}}', '{.python .mechanism src="m.json"}',
    '{: .mechanism src="m.json" }', '{ class="mechanism" src="m.json"}', 'python mechanism src="m.json"',
    '\u200bmechanism src="m.json"', '{%raw%}mechanism src="m.json"', '{.Mechanism src="m.json"}',
]  # fmt: skip
FAR = [
    "", "python", "mech", "mechanism-2", "mechanics", "organism", "json mechanism", "mechanical", "{.json}", "{}", "m",
    'json title="mechanism src=x"', 'json title="mechanism.json"', "meachnisms", "mechanismus",
]  # fmt: skip


@pytest.mark.parametrize("header", NEAR)
def test_near_headers_are_reported_with_the_form_to_write(header):
    assert not is_mechanism(header)
    (fence,) = scan_near(f"# A\n\n```{header}\na: b -> c\n```\n")
    found = near_finding(fence, fence.place("page.md"))
    assert (found.code, str(found.location)) == ("fence-near", "page.md:3:4")
    assert found.hint == 'write it as mechanism src="FILE.json"'


@pytest.mark.parametrize("header", FAR)
def test_other_headers_are_not(header):
    assert not is_near(header)


STRAY = {
    "cell": ('| a |\n|---|\n| ```mechanism src="m.json"``` |', 3, 6),
    "second cell": ('| a | b |\n|---|---|\n| word | ```mechanism src="m.json"``` | word |', 3, 13),
    "heading": ('# ```mechanism src="m.json"```', 1, 6),
    "form feed": ('text\n\n\f```mechanism src="m.json"\n```', 3, 5),
    "zero-width space": ('\u200b```mechanism src="m.json"\n```', 1, 5),
    "line separator": ('word\u2028```mechanism src="m.json"\u2028```', 1, 9),
    "one line": ('```mechanism src="m.json"```', 1, 4),
    "two markers": ('- - ```mechanism src="m.json"\n    ```', 1, 8),
    "marker and wrong case": ('- ```Mechanism src="m.json"\n  ```', 1, 6),
}


@pytest.mark.parametrize("name", STRAY)
def test_marks_where_no_fence_begins_are_reported(name):
    text, line, column = STRAY[name]
    assert scan(text) == ()
    (fence,) = scan_near(text)
    assert (fence.line, fence.column) == (line, column)
    assert near_finding(fence, fence.place("page.md")).hint


SAMPLES = {
    "longer fence": '````\n```Mechanism src="m.json"\n```\n````',
    "indented code": 'text\n\n    ```Mechanism src="m.json"\n    ```\n\n    # ```mechanism src="m.json"```',
    "comment": '<!--\n```Mechanism src="m.json"\n```\n# ```mechanism src="m.json"```\n-->',
    "front matter": '---\nx: |\n  ```Mechanism src="m.json"\n  ```\n---',
    "in a sentence": 'Write ```mechanism src="m.json"``` at the start.\n```mechanism src="m.json"``` is a sample.',
    "in longer marks": '| `` ```mechanism src="m.json" `` |\n\n`` ```mechanism src="m.json" ``',
    "single marks": '`mechanism src="m.json"`\n\n| `mechanism src="m.json"` |',
    "in a fence": '```text\n# ```mechanism src="m.json"```\n```',
    "a fence": '```mechanism src="m.json"\n```',
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_left_alone(name):
    assert scan_near(SAMPLES[name]) == ()


@pytest.mark.parametrize("text", ["```" * 30_000, "``` x " * 15_000, "~~~" + "| " * 40_000, "```" + "#" * 90_000])
def test_odd_lines_are_read_in_good_time(text):
    start = time.process_time()
    scan_near(text)
    assert time.process_time() - start < 1
