"""Which page is being converted: asked of the Markdown instance, never kept from an earlier event.

A blog renders other posts into its views, so "the current page" of a plugin would be wrong there. MkDocs, ProperDocs
and the blog register a `relpath` tree processor that knows page and view; Zensical registers a `rendering_context`
preprocessor. Both are private to their hosts: every attribute is read as if it might be missing.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from markdown import Markdown

from ...diagnostics import Location
from ...options import SiteOptions
from ...workspace import Workspace, WorkspaceError, find_root
from .repository import file_base

UNKNOWN_PAGE = "<markdown>"
"""Name of a page in messages where nobody says which it is."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page that a Markdown text belongs to, and where its HTML will live."""

    workspace: Workspace
    page: str
    """Path of the page, relative to the workspace root (or its name, where it lies outside)."""
    docs_dir: str
    """Path of the docs folder, relative to the workspace root."""
    url: str = ""
    """URL of the built page relative to the site, as its view has it: of the blog's index for an excerpt."""
    own_url: str = ""
    """URL of the page itself."""
    file: Any = None
    """MkDocs's `File` of the page, else None."""
    files: Any = None
    """MkDocs's collection of files, else None: where stylesheets can be handed in."""
    config: Any = None
    """MkDocs's configuration, else None."""

    @property
    def is_excerpt(self) -> bool:
        """True when the page is rendered into another page's view."""
        return self.url != self.own_url

    @property
    def site_base(self) -> str | None:
        """Return the relative URL, ending in `/` or empty, from the built page to the site; None without a site."""
        return relative_url("/", self.url).removeprefix("./") if self.files is not None else None

    @property
    def repository(self) -> str:
        """Return the URL that a path of the workspace is appended to; empty where the host knows none."""
        if self.config is None:
            return ""
        get = getattr(self.config, "get", lambda _: None)
        return file_base(get("repo_url"), get("edit_uri"), self.docs_dir)

    def relative(self, path: str) -> str | None:
        """Return a path of the operating system relative to the workspace root, None outside of it."""
        try:
            return self.workspace.relative(Path(path))
        except WorkspaceError:
            return None

    @property
    def configuration(self) -> Location:
        """Return the file that holds the site's options; the page where nobody says which it is."""
        return configuration(self.config) if self.config is not None else Location(self.page)

    @property
    def source(self) -> str | None:
        """Return the page's text as its author wrote it, front matter included; None where it can't be had."""
        try:
            if self.file is not None:
                return str(self.file.content_string)
            return self.workspace.read(self.page).decode("utf-8-sig")
        except (OSError, ValueError, AssertionError, WorkspaceError):
            return None


def find_context(md: Markdown, site: SiteOptions) -> PageContext:
    """Return what the host says about the page, else what the options say, else the current folder."""
    if "relpath" in md.treeprocessors:
        relpath: Any = md.treeprocessors["relpath"]
        if all(hasattr(relpath, name) for name in ("file", "files", "config")):
            return _mkdocs(relpath.file, relpath.files, relpath.config, site)
    if "rendering_context" in md.preprocessors:
        context: Any = md.preprocessors["rendering_context"]
        page, config = getattr(context, "page", None), getattr(context, "config", None)
        if hasattr(page, "path") and config is not None:
            return _zensical(page, config, site)
    return _plain(site)


def _mkdocs(file: Any, files: Any, config: Any, site: SiteOptions) -> PageContext:
    docs = Path(config["docs_dir"])
    configuration = config.get("config_file_path")
    home = Path(configuration).parent if configuration else find_root(docs) or docs.parent
    workspace = _workspace(str(home / site.root), str(config["site_dir"]))
    docs_dir = _relative(workspace, docs)
    real = getattr(file, "abs_src_path", None)
    page = _relative(workspace, Path(real)) if real else posixpath.join(docs_dir, file.src_uri)
    listed = files.get_file_from_path(file.src_uri)
    return PageContext(workspace, page, docs_dir, file.url, (listed or file).url, file, files, config)


def _zensical(page: Any, config: Any, site: SiteOptions) -> PageContext:
    docs = Path(config["docs_dir"]).absolute()
    workspace = _workspace(str((find_root(docs) or docs.parent) / site.root), str(config.get("site_dir", "site")))
    docs_dir = _relative(workspace, docs)
    # Zensical rewrites links in our HTML as if they were written in the source file, so that is where they start.
    return PageContext(workspace, posixpath.join(docs_dir, page.path), docs_dir, page.path, page.path)


def _plain(site: SiteOptions) -> PageContext:
    base = Path(site.base_path).absolute()
    root = Path(site.root).absolute() if site.root else find_root(base) or (base if site.base_path else Path.cwd())
    workspace = _workspace(str(root), "site")
    folder = _relative(workspace, base)
    return PageContext(workspace, posixpath.normpath(posixpath.join(folder, UNKNOWN_PAGE)), ".")


def configuration(config: Any) -> Location:
    """Return the file of a MkDocs configuration, by its name."""
    return Location(Path(config.get("config_file_path") or "mkdocs.yml").name)


@lru_cache(maxsize=16)
def _workspace(root: str, output: str) -> Workspace:
    return Workspace(root, (output,))


def _relative(workspace: Workspace, path: Path) -> str:
    """Return a path relative to the root; outside of it, its way there, which the workspace will refuse."""
    try:
        return workspace.relative(path)
    except WorkspaceError:
        return posixpath.join("..", path.name)


def relative_url(target: str, page: str) -> str:
    """Return the URL that leads from a built page to a target, both relative to the site."""
    folder = page if page.endswith("/") else posixpath.dirname(page)
    relative = posixpath.relpath(posixpath.join("/", target), posixpath.join("/", folder))
    return f"{relative}/" if target.endswith("/") or relative == "." else relative
