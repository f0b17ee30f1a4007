"""Request + Workspace -> Result: the whole journey of one fence, one line a stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .diagnostics import Diagnostic, Location
from .document.model import Endpoints
from .options import FigureOptions


@dataclass(frozen=True, slots=True)
class Request:
    """One figure that a page asks for."""

    document: str
    """Path of the document, relative to the workspace root."""
    location: Location
    """Where the fence (or the command) stands."""
    options: FigureOptions = FigureOptions()
    endpoints: Mapping[str, Endpoints] = field(default_factory=dict)
    """Edge name to the ends given in the fence body."""
    taken: frozenset[str] = frozenset()
    """Every id that the page holds already."""
    prefix: str = ""
    """Put before the figure's id where it is shown in another page's view."""
    moves: bool = True
    """False for every figure of a page but the first: it waits for its reader."""
    assets: str = "inline"
    """`link` (the host publishes `Result.files`) or `inline` (everything stands in the markup)."""
    asset_base: str = ""
    """Relative URL, ending in `/`, from the built page to the folder that holds `Result.files`."""
    still: str | None = None
    """For an excerpt: the URL of the post, relative to the page shown; the figure is then a still picture."""


@dataclass(frozen=True, slots=True)
class Result:
    """What every host gets; it decides only where it goes."""

    markup: str
    """The `figure` element: complete, or the error figure."""
    ids: frozenset[str]
    """Every id in the markup (the page's anchors)."""
    stylesheet: str
    """Name of the figure's own stylesheet in `files`; empty for an error figure."""
    files: Mapping[str, bytes]
    """File name to content, to publish below one folder when assets are linked; the shared stylesheet is among them."""
    diagnostics: tuple[Diagnostic, ...]
    dependencies: tuple[str, ...]
    """Workspace-relative paths of the document and its sources, found or not: what a host watches."""
    record: Mapping[str, object]
    """The verification record: document, its digest, each source's path, status and digests."""
