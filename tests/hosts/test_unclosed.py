"""A fence that is not closed before another one opens: one finding that says so, and the other block stays whole."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from markdown import Markdown

from mkdocs_mechanism.fence_scan import scan

PAGE = """\
text

```mechanism src="one.json"

The second one is short.

```python
x = 1
```

End.
"""


@pytest.mark.parametrize("extensions", [["pymdownx.superfences"], ["fenced_code"]], ids=["superfences", "fenced_code"])
def test_it_is_said_once_and_nothing_after_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, extensions: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with caplog.at_level(logging.WARNING):
        html = Markdown(extensions=[*extensions, "mkdocs_mechanism"]).convert(PAGE)
    (said,) = [record.getMessage() for record in caplog.records]
    assert ":3:4: the fence is never closed [fence-syntax]; close it with a line ```" in said
    assert html.count('<figure class="mechanism mechanism-error"') == 1
    for words in ("The second one is short.", "x", "End."):
        assert words in html
    assert "```" not in html.replace("close it with a line ```", "")


def test_the_command_line_sees_the_same() -> None:
    (fence,) = scan(PAGE)
    assert (fence.line, fence.is_closed, fence.body and fence.body[-1]) == (3, False, "x = 1")
