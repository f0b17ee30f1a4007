"""Marks and tokens that an author writes by hand, and where a fence that never ends stands."""

from __future__ import annotations

import pytest
from hosts.conftest import Site, document

FENCE = '```mechanism src="loop.json"\n```\n'
BOTH_WAYS = pytest.mark.parametrize("extensions", [["mechanism"], ["mechanism", "pymdownx.superfences"]])


@BOTH_WAYS
@pytest.mark.parametrize("number", ["0", "9" * 5000, "٠", "0123456789abcdef-0"])
def test_a_token_written_by_hand_renders_nothing(site: Site, extensions, number):
    token = f'<figure class="mechanism-token" data-fence="{number}"></figure>\n\n'
    mark = f'````\n```mechanism mechanismfence="{number}"\n```\n````\n\n'
    site.write({"docs/index.md": token + FENCE + "\n" + token + mark, "docs/loop.json": document()})
    site.configure(plugins=["mechanism"], markdown_extensions=extensions)
    assert site.build().failure is None, site.log
    assert len(site.figures("index.html")) == 1
    assert site.html("index.html").count('class="mechanism-token"') == 2
    assert site.html("index.html").count("mechanismfence=") == 1


@BOTH_WAYS
def test_a_fence_that_never_ends_has_its_line(site: Site, extensions):
    site.write({"docs/index.md": "---\ntitle: x\n---\n\n" + FENCE + '\n```mechanism src="loop.json"\n\ntext\n'})
    site.write({"docs/loop.json": document()})
    site.configure(plugins=["mechanism"], markdown_extensions=extensions)
    assert "docs/index.md:8:4: the fence is never closed" in (site.build().failure or "") + str(site.log)
