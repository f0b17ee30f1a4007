"""From the files of a built site to the artefacts that describe it; nothing is opened or written here.

The files are a mapping, which may read each only when it is asked for. The figures are read back from the pages, so
the artefacts say what is published, whatever other plugins did after the figures were rendered.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..figure.assets import FOLDER
from ..sources.sums import write_sums
from .page import PublishedFigure, figures_of
from .statement import predicate, statement, to_bytes

HOME = "provenance/"
"""Folder of everything about provenance in a site."""
SUMS = f"{HOME}SHA256SUMS"
STATEMENT = f"{HOME}mechanism.intoto.json"
PREDICATE = f"{HOME}predicate.json"
"""The predicate alone: `sigstore`, `cosign` and GitHub's action make their own statement around it."""
COPIES = f"{HOME}sources/"
"""Folder of the published copies of sources."""
PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".xht", ".shtml")
SHOWN_SUFFIXES = (".css", ".js", ".mjs")
"""What changes how a page looks or acts. Others, such as the sitemap and the search index, may hold the time."""
_SIGNATURE = re.compile(r"\.(sigstore|cosign|bundle)(\.json)?|\.(sig|asc|minisig)")
"""What may stand behind the name of an artefact: signatures are made after it."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What of a site is recorded."""

    figures: tuple[PublishedFigure, ...]
    """By page, in the order in which they stand there."""
    digests: Mapping[str, str]
    """Path to digest of every page, stylesheet and script, every file of ours and every published source."""


def survey(files: Mapping[str, bytes]) -> Survey:
    """Return figures and digests; `files` maps paths relative to the site, with `/`, to content."""
    figures: list[PublishedFigure] = []
    digests: dict[str, str] = {}
    for name in sorted(files, key=str.encode):
        is_page = name.lower().endswith(PAGE_SUFFIXES) and not name.startswith(COPIES)
        if is_page or name.lower().endswith(SHOWN_SUFFIXES) or name.startswith((FOLDER, HOME)):
            if _is_artefact(name):
                continue
            content = files[name]
            digests[name] = digest(content)
            figures += figures_of(name, content) if is_page else ()
    return Survey(tuple(figures), digests)


def _is_artefact(name: str) -> bool:
    """Return whether a file is an artefact or a signature of one."""
    artefact = next((each for each in (SUMS, STATEMENT, PREDICATE) if name.startswith(each)), None)
    return artefact is not None and (name == artefact or bool(_SIGNATURE.fullmatch(name[len(artefact) :])))


def artefacts(found: Survey, version: str) -> dict[str, bytes]:
    """Return path to content of what is to be written into the site; nothing for a site without a figure.

    Args:
        found: the site as it is on disk, after everything else was written.
        version: that of this package.
    """
    if not found.figures:
        return {}
    content = predicate(found.figures, version)
    made = {STATEMENT: to_bytes(statement(found.digests, content)), PREDICATE: to_bytes(content)}
    digests = {**found.digests, **{name: digest(data) for name, data in made.items()}}
    return {**made, SUMS: write_sums(digests)}


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()
