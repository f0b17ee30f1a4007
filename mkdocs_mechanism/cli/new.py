"""`new`: a small valid document to start from, and the fence that shows it."""

from __future__ import annotations

import argparse
import json
import os
import posixpath
import re
from pathlib import Path

from ..diagnostics import quote
from ..sources.paths import check_path
from ..workspace import WorkspaceError, quote_path
from .output import UsageError, out, say
from .scope import is_page, site_of

_NAME = re.compile(r"[\w][\w. -]*")
SUFFIX = ".json"


def run(arguments: argparse.Namespace) -> int:
    """Write the document, print the fence and return the exit code."""
    if is_page(Path(arguments.name)):
        expected = f'that of a document, with or without "{SUFFIX}"'
        raise UsageError(f"{quote(arguments.name)} is the name of a page; expected {expected}")
    path = Path(arguments.name if arguments.name.lower().endswith(SUFFIX) else arguments.name + SUFFIX)
    stem = path.name[: -len(SUFFIX)]
    if not _NAME.fullmatch(stem) or stem != stem.strip():
        raise UsageError(f"name {quote(stem)} is no plain file name; expected letters, digits, blanks, dot, - and _")
    if (fault := check_path(path.name)) is not None:
        raise UsageError(f"name {quote(path.name)} {fault.message}")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {quote_path(str(path.parent))}")
    reference = _reference(path, arguments.root)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(document(stem))
    except FileExistsError:
        raise UsageError(f"{quote(path.name)} is there already; nothing was written") from None
    except OSError as error:
        raise UsageError(f"{quote(path.name)} can't be written: {(error.strerror or '').lower()}") from None
    if not arguments.quiet:
        say(f"wrote {path.as_posix()}; edit it, then paste this into a page:")
    out(f'```mechanism src="{reference}"\n```\n')
    return 0


def document(stem: str) -> str:
    """Return the text of a new document: valid as it stands, in short forms, one target a line."""
    title = stem[:1].upper() + stem[1:].replace("-", " ").replace("_", " ")
    return _TEXT.replace("TITLE", json.dumps(title, ensure_ascii=False))


def _reference(path: Path, root: str | None) -> str:
    """Return what a page writes: from the docs folder where the document lies in it, else from a page beside it."""
    site = site_of(path, root)
    if not site.is_configured:
        return path.name
    try:
        place = site.workspace.relative(path)
    except WorkspaceError:
        return path.name
    from_docs = posixpath.relpath(place, site.docs_dir or os.curdir)
    return from_docs if from_docs.startswith("../") else f"/{from_docs}"


_TEXT = """\
{
  "version": 1,
  "language": "en",
  "title": TITLE,
  "description": "A client asks a cache. What the cache does not hold, it fetches from the origin.",
  "caption": "A request that the cache cannot answer by itself.",
  "alt": "Three boxes in a row: client, cache, origin. Requests run to the right, answers back to the left.",
  "sources": [],
  "limitations": ["Times are not to scale."],
  "targets": {
    "client": "Client",
    "cache": "Cache",
    "origin": "Origin",
    "ask": "client -> cache: Request",
    "fetch": "cache -> origin: Miss",
    "fill": "origin -> cache: Copy",
    "answer": "cache -> client: Answer"
  },
  "stateLabels": {"entries": "Entries in the cache"},
  "scenarios": [
    {
      "id": "miss",
      "title": "A miss",
      "initial": {"entries": "0"},
      "steps": [
        {"title": "Ask", "description": "The client asks the cache.", "paths": ["ask"]},
        {"title": "Fetch", "description": "The cache does not hold it and asks the origin.", "paths": ["fetch"]},
        {"title": "Keep", "description": "It keeps a copy.", "paths": ["fill"], "state": {"entries": "1"}},
        {"title": "Answer", "description": "It answers the client.", "paths": ["answer"]}
      ]
    }
  ]
}
"""
