"""From a fence in a page to the request for its figure: the same for a host that renders and a command that checks."""

from __future__ import annotations

from dataclasses import dataclass

from .codes import finding
from .diagnostics import Diagnostic, Location, quote
from .fence import parse, resolve_document
from .fence_scan import Fence
from .options import SiteOptions, figure_options
from .request import Request

ROOT_HINT = 'set the option "root" to a folder that holds both, as in root: ..'
"""What to do about a docs folder outside the workspace root."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a fence asks for."""

    request: Request | None
    """None when the fence names no document below the workspace root."""
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with the fence itself; the document has not been looked at."""


def ask(fence: Fence, place: Location, site: SiteOptions, docs_dir: str) -> Asked:
    """Return the request that a fence makes, and everything that is wrong with the fence.

    Args:
        fence: The fence as it stands in the page.
        place: Where its header stands; the file is the page's path, relative to the workspace root.
        site: The site's options.
        docs_dir: Path of the docs folder, relative to the workspace root; it begins with `..` where it lies outside.
    """
    if not fence.is_closed:
        hint = f"close it with a line {fence.mark}"
        return Asked(None, (finding("fence-syntax", "the fence is never closed", place, hint=hint),))
    parsed = parse(fence.header, fence.body, place, indent=len(fence.prefix))
    options, wrong = figure_options(site, parsed.options)
    diagnostics = (*parsed.diagnostics, *wrong)
    if not parsed.src:
        return Asked(None, diagnostics)
    document, tried = resolve_document(parsed.src, place.file, docs_dir)
    if document is None:
        return Asked(None, (*diagnostics, _outside(parsed.src, tried[0], docs_dir, parsed.src_location)))
    places = {name: given.location for name, given in parsed.options.items()}
    return Asked(Request(document, parsed.src_location, options, parsed.endpoints, places), diagnostics)


def _outside(src: str, tried: str, docs_dir: str, place: Location) -> Diagnostic:
    message = f"document {quote(src)} is no path below the workspace root; tried {quote(tried)}"
    hint = 'name a file relative to the page, or from the docs folder with a leading "/"'
    if docs_dir.split("/", maxsplit=1)[0] == "..":
        message = f"document {quote(src)} can't be found: the docs folder lies outside the workspace root"
        hint = ROOT_HINT
    return finding("document-refused", message, place, hint=hint)
