"""Where a file of the workspace stands in its repository, from what MkDocs knows for its "edit" links."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

_FORMS = {
    "github.com": (("edit", "blob", "raw", "tree"), "blob"),
    "gitlab.com": (("-/edit", "-/blob", "-/raw", "-/tree", "edit", "blob", "raw", "tree"), "-/blob"),
    "bitbucket.org": (("src", "raw"), "src"),
    "codeberg.org": (("_edit", "src/branch", "src/commit", "raw/branch", "raw/commit"), "src/branch"),
}
"""By host: what an edit link has between repository and branch, and what a link to a file has there."""
_COMMIT = re.compile(r"[0-9a-f]{40}/")


def file_base(repo_url: object, edit_uri: object, docs_dir: str) -> str:
    """Return the URL, ending in `/`, that a path of the workspace is appended to; empty where it is not known.

    Branch and commit are those of `edit_uri`; nothing is asked and nothing is guessed.

    Args:
        repo_url: as MkDocs has it.
        edit_uri: as MkDocs has it: from the repository to the docs folder, such as `edit/main/docs/`.
        docs_dir: path of the docs folder, relative to the workspace root.
    """
    if not isinstance(repo_url, str) or not isinstance(edit_uri, str) or not edit_uri:
        return ""
    base = repo_url.rstrip("/") + "/"
    host = urlsplit(base).hostname or ""
    if not base.startswith("https://") or host not in _FORMS:
        return ""
    kinds, kind = _FORMS[host]
    edit = urljoin(base, edit_uri)
    found = next((each for each in kinds if edit.startswith(f"{base}{each}/")), None)
    folder = "" if docs_dir in ("", ".") else f"{docs_dir.strip('/')}/"
    place = edit.rstrip("/") + "/"
    if found is None or not place.endswith(f"/{folder}") or ".." in docs_dir:
        return ""
    # What is left is branch or commit, then the workspace's own folder in the repository.
    where = place[len(f"{base}{found}/") : len(place) - len(folder)]
    if host == "codeberg.org" and _COMMIT.match(where):
        kind = "src/commit"
    return f"{base}{kind}/{where}" if where else ""
