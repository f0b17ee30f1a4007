"""Where a source stands in its repository, from what MkDocs knows for its edit links."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.hosts.markdown.repository import file_base

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("repo_url", "edit_uri", "docs_dir", "expected"),
    [
        ("https://github.com/o/r", "edit/main/docs/", "docs", "https://github.com/o/r/blob/main/"),
        ("https://github.com/o/r/", "blob/main/docs", "docs", "https://github.com/o/r/blob/main/"),
        ("https://github.com/o/r", f"edit/{SHA}/docs/", "docs", f"https://github.com/o/r/blob/{SHA}/"),
        ("https://github.com/o/r", "edit/feature/x/site/docs/", "docs", "https://github.com/o/r/blob/feature/x/site/"),
        ("https://github.com/o/r", "edit/main/", ".", "https://github.com/o/r/blob/main/"),
        ("https://gitlab.com/o/g/r", "-/edit/main/docs/", "docs", "https://gitlab.com/o/g/r/-/blob/main/"),
        ("https://gitlab.com/o/r", "edit/master/docs/", "docs", "https://gitlab.com/o/r/-/blob/master/"),
        ("https://bitbucket.org/o/r", "src/default/docs/", "docs", "https://bitbucket.org/o/r/src/default/"),
        ("https://codeberg.org/o/r", "_edit/main/docs/", "docs", "https://codeberg.org/o/r/src/branch/main/"),
        ("https://codeberg.org/o/r", f"src/commit/{SHA}/docs/", "docs", f"https://codeberg.org/o/r/src/commit/{SHA}/"),
        # not known: nothing is guessed
        ("https://github.com/o/r", "edit/main/documentation/", "docs", ""),
        ("https://github.com/o/r", "", "docs", ""),
        ("https://github.com/o/r", None, "docs", ""),
        (None, "edit/main/docs/", "docs", ""),
        ("https://git.example.org/o/r", "edit/main/docs/", "docs", ""),
        ("https://github.com.example.org/o/r", "edit/main/docs/", "docs", ""),
        ("http://github.com/o/r", "edit/main/docs/", "docs", ""),
        ("javascript:alert(1)//github.com/", "edit/main/docs/", "docs", ""),
        ("https://github.com/o/r", "https://example.org/edit/main/docs/", "docs", ""),
        ("https://github.com/o/r", "wiki/docs/", "docs", ""),
        ("https://github.com/o/r", "edit/main/docs/", "../docs", ""),
        ("https://github.com/o/r", "edit/docs/", "docs", ""),
    ],
)
def test_base_of_files(repo_url: object, edit_uri: object, docs_dir: str, expected: str) -> None:
    assert file_base(repo_url, edit_uri, docs_dir) == expected
