"""A fence that starts on the line of a list marker (CommonMark 5.2); no other fence processor reads it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown import Markdown

from mkdocs_mechanism.fence_scan import scan

DOCUMENT = """\
{"version": 1, "language": "en", "title": "T", "description": "D", "caption": "C", "alt": "A", "sources": [],
 "limitations": ["L"], "targets": {"a": "A", "b": "B", "ab": "a -> b: go"},
 "scenarios": [{"id": "s", "title": "S", "steps": [{"title": "t", "description": "d", "paths": ["ab"]}]}]}
"""
PAGE = """\
- ```mechanism src="one.json"
  ```
- second

1. text

    - ~~~mechanism src="two.json"
      # a comment
      ~~~
    more

> * ```mechanism src="three.json"
>   ```

        - ```mechanism src="sample.json"
          ```
"""
EXTENSIONS = [["pymdownx.superfences"], ["fenced_code"], []]


@pytest.mark.parametrize("extensions", EXTENSIONS, ids=["superfences", "fenced_code", "neither"])
def test_a_fence_behind_a_list_marker_is_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extensions: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.json").write_text(DOCUMENT, encoding="utf-8")
    html = Markdown(extensions=[*extensions, "mkdocs_mechanism"]).convert(PAGE)
    assert re.findall(r'<figure class="mechanism m-[^>]*data-mechanism="(\w+)"', html) == ["one", "two", "three"]
    assert "mechanismfence" not in html
    assert "sample.json" in html


def test_the_scanner_of_the_command_line_sees_the_same_fences() -> None:
    assert [(fence.line, fence.header.split('"')[1]) for fence in scan(PAGE)] == [
        (1, "one.json"),
        (7, "two.json"),
        (12, "three.json"),
    ]
