"""From the paths on the command line to documents and pages, and from a page to the figures it asks for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ..checking import id_taken
from ..diagnostics import Diagnostic
from ..document.names import free
from ..request import Request
from ..sources.levels import apply_levels
from ..workspace import PAGE_SUFFIXES, WorkspaceError, quote_path
from .output import UsageError
from .site import Site, find_site

if TYPE_CHECKING:
    from ..fence import Fence

# Reading fences is loaded where a page is read: a run over documents alone starts sooner without.


@dataclass(slots=True)
class Scope:
    """What one site was asked about; in the order asked, each once."""

    site: Site
    documents: dict[str, None] = field(default_factory=dict)
    pages: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figure:
    """One fence of a page."""

    id: str
    """The figure's id on the page, as far as the fences decide it."""
    request: Request | None
    """None when the fence names no document."""
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with the fence."""


def collect(paths: Sequence[str], root: str | None, sources: str | None = None) -> tuple[Scope, ...]:
    """Return what the paths name, by site; without paths, the docs folder of the site here.

    Args:
        paths: As on the command line.
        root: The workspace root that was asked for, if any.
        sources: The folder where sources are looked for first, if any.

    Raises:
        UsageError: A path is not there, lies outside its workspace, or names nothing to look at.
    """
    found: dict[Path, Scope] = {}
    if not paths:
        site = find_site(Path.cwd(), root=root, fallback=Path.cwd(), sources=sources)
        if not site.is_configured:
            message = "there is no mkdocs.yml, properdocs.yml or zensical.toml here or above; name a PATH"
            raise UsageError(message)
        _add_folder(found, site, site.docs_dir)
    for path in paths:
        _add(found, path, root, sources)
    return tuple(found.values())


def site_of(path: Path, root: str | None, sources: str | None = None) -> Site:
    """Return the site of a file or folder; a document without a site has its own folder as root, a page the current."""
    folder = path if path.is_dir() else path.parent
    here = Path.cwd()
    is_below = Path(os.path.realpath(folder)).is_relative_to(here)
    is_document = not path.is_dir() and not is_page(path)
    fallback = here if is_below and not is_document else folder
    return find_site(folder, root=root, fallback=fallback, sources=sources)


def is_page(path: Path) -> bool:
    """Return whether the file's name is that of a Markdown page."""
    return path.name.lower().endswith(PAGE_SUFFIXES)


def relative(site: Site, path: Path) -> str:
    """Return a path of the command line as one of the workspace.

    Raises:
        UsageError: It is not there, or lies outside.
    """
    try:
        path.lstat()
    except (OSError, ValueError):
        raise UsageError(f"there is no file or folder {quote_path(str(path))}") from None
    try:
        return site.workspace.relative(path)
    except WorkspaceError as error:
        raise UsageError(error.message) from None


def figures(site: Site, page: str) -> tuple[Figure, ...]:
    """Return the figures of a page, in its order.

    Raises:
        WorkspaceError: The page can't be read.
    """
    from ..fence import scan

    text = site.workspace.read(page).decode("utf-8-sig", errors="replace")
    taken: set[str] = set()
    return tuple(_figure(site, page, fence, taken) for fence in scan(text))


def near(site: Site, page: str) -> tuple[Diagnostic, ...]:
    """Return the warnings about what was probably meant as a mechanism fence, but is none.

    Raises:
        WorkspaceError: The page can't be read.
    """
    from ..fence_near import near_finding, scan_near

    text = site.workspace.read(page).decode("utf-8-sig", errors="replace")
    return apply_levels((near_finding(fence, fence.place(page)) for fence in scan_near(text)), site.figure_options)


def _add(found: dict[Path, Scope], name: str, root: str | None, sources: str | None) -> None:
    path = Path(name)
    try:
        site = site_of(path, root, sources)
    except (OSError, ValueError):
        raise UsageError(f"there is no file or folder {quote_path(name)}") from None
    place = relative(site, path)
    if path.is_dir():
        _add_folder(found, site, place)
    else:
        scope = found.setdefault(site.workspace.root, Scope(site))
        (scope.pages if is_page(path) else scope.documents)[place] = None


def _add_folder(found: dict[Path, Scope], site: Site, folder: str) -> None:
    pages = site.workspace.pages(folder)
    if not pages:
        raise UsageError(f"folder {quote_path(folder)} holds no Markdown page; name the documents themselves")
    found.setdefault(site.workspace.root, Scope(site)).pages.update(dict.fromkeys(pages))


def _figure(site: Site, page: str, fence: Fence, taken: set[str]) -> Figure:
    from ..fence_request import ask

    asked = ask(fence, fence.place(page), site.options, site.docs_dir)
    request, diagnostics = asked.request, asked.diagnostics
    if request is None:
        return Figure("", None, diagnostics)
    wanted = request.options.id
    if wanted in taken:
        diagnostics += (id_taken(request),)
    own = free(wanted or request.stem, taken)
    taken.add(own)
    return Figure(own, request, diagnostics)


def documents_of(scope: Scope) -> tuple[str, ...]:
    """Return the documents of a scope, those that its pages name included, each once.

    Raises:
        UsageError: A page can't be read.
    """
    documents = dict(scope.documents)
    for page in scope.pages:
        try:
            shown = figures(scope.site, page)
        except WorkspaceError as error:
            raise UsageError(f"page {error.message}") from None
        documents.update({figure.request.document: None for figure in shown if figure.request is not None})
    # A document and a link to it are one file, which is written once: under the name that came first.
    files: dict[str, str] = {}
    for document in documents:
        files.setdefault(os.path.realpath(scope.site.workspace.root / document), document)
    return tuple(files.values())
