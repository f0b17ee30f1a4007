"""No fence stays unrendered in silence: it is a figure, or something is said with its line."""

from __future__ import annotations

import re

import pytest
from hosts.conftest import Site, document

from mkdocs_mechanism.cli import main

FENCE = '```mechanism src="loop.json"\n```\n'
READERS = pytest.mark.parametrize("reader", [[], ["pymdownx.superfences"]], ids=["fenced_code", "superfences"])
SYNTAXES = ["footnotes", "def_list", "tables"]


@READERS
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('Term\n:   ```mechanism src="loop.json"\n    ```\n', "dd"),
        ('Term\n: ```mechanism src="loop.json"\n  ```\n', None),
        ('text[^1]\n\n[^1]: ```mechanism src="loop.json"\n    # a comment\n    ```\n\nend\n', "li"),
        ('text[^a long name]\n\n[^a long name]: ```mechanism src="loop.json"\n    ```\n', "li"),
        ('> Term\n> :   ```mechanism src="loop.json"\n>     ```\n', "dd"),
    ],
)
def test_a_fence_behind_the_marker_of_a_definition_or_footnote_is_a_figure(site: Site, text, place, reader):
    site.write({"docs/index.md": text, "docs/loop.json": document()})
    site.configure(plugins=["mechanism"], markdown_extensions=[*SYNTAXES, *reader])
    assert site.build().failure is None, site.log
    assert len(site.figures("index.html")) == 1
    if place:
        holders = [each for each in site.tree("index.html").iter(place) if list(each.iter("figure"))]
        assert len(holders) == 1


def test_a_footnote_that_no_extension_takes_is_an_error(site: Site):
    site.write({"docs/index.md": '[^1]: ```mechanism src="loop.json"\n    ```\n', "docs/loop.json": document()})
    site.configure(plugins=["mechanism"])
    site.build()
    assert 'docs/index.md:1:10: the fence is not rendered: nothing takes the text behind "[^1]:"' in str(site.log)


PAGE = """\
---
title: Near
---

{}

# ```mechanism src="loop.json"```

| a |
|---|
| ```mechanism src="loop.json"``` |

````
```Mechanism
```
````

{}
"""


@READERS
@pytest.mark.parametrize("host", [{"plugins": ["mechanism"]}, {"plugins": [], "extensions": ["mechanism"]}])
def test_what_is_near_is_a_warning_with_its_line(site: Site, host, reader, capsys, monkeypatch):
    near = '```Mechanism src="loop.json"\n```'
    site.write({"docs/index.md": PAGE.format(near, FENCE), "docs/loop.json": document()})
    extensions = [*SYNTAXES, *reader, *host.get("extensions", [])]
    site.configure(plugins=host["plugins"], markdown_extensions=extensions)
    site.build()
    lines = [5, 8, 12]
    assert sorted(int(re.search(r"index\.md:(\d+)", said)[1]) for said in site.said("WARNING")) == lines
    assert all("[fence-near]" in said for said in site.said("WARNING"))
    assert site.failure == "Aborted with 3 warnings in strict mode!"
    monkeypatch.chdir(site.folder)
    assert main(["check"]) == 0
    said = [line for line in capsys.readouterr().out.splitlines() if "[fence-near]" in line]
    assert sorted(int(line.split(":")[1]) for line in said) == lines


@pytest.mark.parametrize("where", ["plugins", "markdown_extensions"])
def test_the_warning_can_be_accepted(site: Site, where):
    site.write({"docs/index.md": "```Mechanism\n```\n"})
    site.configure(**{"plugins": ["mechanism"], where: [{"mechanism": {"accept": "fence-near"}}]})
    assert site.build().failure is None
    assert "[fence-near]" in str(site.said("INFO"))
