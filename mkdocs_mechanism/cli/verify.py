"""`verify`: a built site against the artefacts that were published with it, and against its sources. Writes nothing."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..provenance.audit import audit
from ..provenance.page import PublishedFigure
from ..report import Extent, below
from ..report_markdown import Row
from ..workspace import Workspace, quote_path
from ..workspace_site import SiteFiles
from .findings import show
from .output import UsageError


def run(arguments: argparse.Namespace) -> int:
    """Compare the site with its artefacts, print what differs and return the exit code."""
    site = _folder(arguments.site, "SITE")
    sources = _folder(arguments.sources, "--sources") if arguments.sources is not None else None
    try:
        files = SiteFiles(site)
        done = audit(files, files.refused)
    except OSError as error:
        raise UsageError(
            f"SITE: {quote_path(arguments.site)} can't be read: {(error.strerror or '').lower()}"
        ) from None
    found = list(done.diagnostics)
    if sources is not None and done.statement is not None:
        from ..provenance.origins import compare_origins

        found += compare_origins(done.statement, Workspace(sources, output=(str(site),)))
    if arguments.format == "github":
        found = list(below(_base(site), found))
    records = [figure.record for figure in done.survey.figures if figure.record]
    documents = {(record.document, record.sha256) for record in records}
    checked = Extent(len(documents), len({figure.page for figure in done.survey.figures}))
    return show(found, checked, arguments, list(_rows(done.survey.figures)))


def _rows(figures: Iterable[PublishedFigure]) -> Iterator[Row]:
    """Yield what the pages say of each source."""
    for figure in figures:
        if figure.record is not None:
            review = ", ".join(filter(None, (figure.record.reviewed_by, figure.record.reviewed_on)))
            for source in figure.record.sources:
                yield Row(f"{figure.page}#{figure.id}", source.name, source.status, review)


def _folder(name: str, what: str) -> Path:
    folder = Path(name)
    if not folder.is_dir():
        raise UsageError(f"{what}: there is no folder {quote_path(name)}")
    return folder


def _base(site: Path) -> str:
    """Return the site's folder as annotations name it: from the repository."""
    start = os.path.realpath(os.environ.get("GITHUB_WORKSPACE") or os.curdir)
    path = os.path.relpath(os.path.realpath(site), start)
    return "" if path == "." or path.startswith("..") else Path(path).as_posix()
