"""What a page asks for: one figure, as a host or a command hands it to the pipeline."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field

from .diagnostics import Location
from .document.model import Endpoints
from .document.names import slug
from .options import FigureOptions


@dataclass(frozen=True, slots=True)
class Request:
    """One figure that a page asks for."""

    document: str
    """Path of the document, relative to the workspace root."""
    location: Location
    """Where the fence (or the command) stands."""
    options: FigureOptions = field(default_factory=FigureOptions)
    endpoints: Mapping[str, Endpoints] = field(default_factory=dict)
    """Edge name to the ends given in the fence body."""
    places: Mapping[str, Location] = field(default_factory=dict)
    """Option name to where it stands, for those that the fence sets."""
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
    site_base: str | None = None
    """Relative URL, ending in `/` or empty, from the built page to the site's root; None where no site takes files."""
    repository: str = ""
    """URL, ending in `/`, that a path of the workspace is appended to; empty where none is known."""
    still: str | None = None
    """For an excerpt: the URL of the post, relative to the page shown; the figure is then a still picture."""

    @property
    def stem(self) -> str:
        """Return the slugged name of the document, without folder and ending."""
        return slug(posixpath.splitext(posixpath.basename(self.document))[0])
