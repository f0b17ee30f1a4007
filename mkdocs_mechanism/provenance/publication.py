"""What a figure publishes besides its picture: its record as far as the site shows it, and copies of its sources."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from ..checking import Checked
from ..codes import CODES
from ..diagnostics import Diagnostic
from ..document.model import Mechanism
from ..figure.panel import SourceRow
from ..request import Request
from ..sources.verify import Verification
from ..workspace import Workspace
from .record import FigureRecord, figure_record, shown


@dataclass(frozen=True, slots=True)
class Publication:
    """The record of one figure, on its way into a page."""

    record: FigureRecord
    """What may be seen."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Copies of sources: path relative to the site, to content."""
    diagnostics: tuple[Diagnostic, ...] = ()

    def rows(self, request: Request) -> tuple[SourceRow, ...]:
        """Return what the sources panel shows; a path leads to the repository only where paths are published."""
        has_paths = request.repository and request.options.source_paths == "full"
        return tuple(
            SourceRow(
                name=each.name,
                description=each.description,
                status=each.status,
                digest=each.digest,
                lines=each.lines,
                region=each.region,
                url=each.url,
                copy=(request.site_base or "") + quote(each.copy) if each.copy else "",
                repository=request.repository + quote(each.name) if has_paths and not each.url else "",
            )
            for each in self.record.sources
        )

    def data_block(self, request: Request, figure_id: str) -> str:
        """Return the figure's record for machines; empty where the site does not publish it."""
        if not request.options.provenance or request.still is not None:
            return ""
        from .jsonld import data_block

        return data_block(self.record, figure_id, request.site_base or "")


def publication(
    request: Request, workspace: Workspace, checked: Checked, mechanism: Mechanism, verification: Verification
) -> Publication:
    """Return what the figure of a request publishes, by its options `provenance`, `publish_sources`, `source_paths`."""
    options = request.options
    whole = figure_record(
        mechanism,
        verification,
        document=request.document,
        sha256=hashlib.sha256(checked.data).hexdigest(),
        content=_content(request, checked.data, mechanism) if options.provenance else "",
    )
    if checked.has_stale_review:
        whole = replace(whole, reviewed_by="", reviewed_on="")
    record = shown(whole, options.source_paths)
    if not options.publish_sources or request.site_base is None or request.still is not None:
        return Publication(record)
    from .copies import copies

    made = copies(record, verification.states, workspace, request)
    return Publication(made.record, made.files, made.diagnostics)


def shown_findings(found: Sequence[Diagnostic], request: Request) -> list[Diagnostic]:
    """Return findings as an error figure may tell them: where paths are not published whole, none is in them.

    Findings about sources name their paths. In the text of others a path is known by its `/`; with hidden paths nothing
    is quoted from the document, which may hold file names anywhere. What is left out stands in the build's log.
    """
    paths = request.options.source_paths
    if paths == "full":
        return list(found)
    return [_shown(each, request, paths) for each in found if CODES[each.code].group != "source"]


def _shown(found: Diagnostic, request: Request, paths: str) -> Diagnostic:
    location = found.location
    is_elsewhere = location.file != request.location.file
    if is_elsewhere:
        name = posixpath.basename(location.file)
        location = replace(location, file=name if paths == "name" else posixpath.splitext(name)[0], path="")
    if "/" in found.message + found.hint or (is_elsewhere and paths == "hide"):
        return replace(found, location=location, message=CODES[found.code].summary, hint="", detail=())
    return replace(found, location=location)


def _content(request: Request, data: bytes, mechanism: Mechanism) -> str:
    """Return the digest of what the document alone means: ends that the fence gives are not part of it."""
    from ..document.meaning import content_digest
    from ..document.reader import read

    alone = read(data, file=request.document).mechanism if request.endpoints else mechanism
    return content_digest(alone) if alone is not None else ""
