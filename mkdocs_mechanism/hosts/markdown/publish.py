"""Hand a figure's stylesheets and ids to MkDocs: no plugin is needed for that, the page's own collection is at hand."""

from __future__ import annotations

import posixpath
from importlib import resources
from pathlib import Path
from typing import Any

from markdown import Markdown

from ...figure.assets import FOLDER
from ...pipeline import Result
from .context import PageContext
from .pages import anchors_of

__all__ = ["FOLDER", "publish", "withhold"]


def publish(md: Markdown, page: PageContext, result: Result, *, is_linked: bool) -> None:
    """Add the files of a figure to the site and its ids to the page's anchors."""
    anchors = anchors_of(md)
    if anchors is not None:
        anchors.present_anchor_ids.update(result.ids)
    if page.files is not None:
        for name, content in result.copies.items():
            _add(page, name, content)
    if is_linked and page.files is not None:
        for name, content in result.files.items():
            _add(page, FOLDER + name, content)
            if name != result.stylesheet and _is_instant(page.config):
                _link_everywhere(page.config, FOLDER + name)


def withhold(page: PageContext, document: str) -> None:
    """Keep a document out of the site: it holds every path, and MkDocs publishes what lies in the docs folder.

    Args:
        page: one that shows it.
        document: its path, relative to the workspace root.
    """
    if page.files is None:
        return
    prefix = "" if page.docs_dir in ("", ".") else f"{page.docs_dir}/"
    listed = page.files.get_file_from_path(document[len(prefix) :]) if document.startswith(prefix) else None
    files = [listed] if listed is not None else [file for file in page.files if _is_of(file, page, document)]
    for file in files:
        file.inclusion = type(file.inclusion).EXCLUDED
        # It is there where a theme or an excerpt shows it first, or after an earlier build that was not cleaned.
        Path(file.abs_dest_path).unlink(missing_ok=True)


def _is_of(file: Any, page: PageContext, document: str) -> bool:
    real = getattr(file, "abs_src_path", None)
    return (
        bool(real)
        and posixpath.basename(str(real).replace("\\", "/")) == posixpath.basename(document)
        and (page.relative(str(real)) == document)
    )


def _add(page: PageContext, uri: str, content: bytes) -> None:
    """Add one file; its name holds a digest of its content, so what is there already is the same."""
    # No copy of a source has such an ending, so the second name is never another file's.
    aside = f"{uri}.published"
    if any(page.files.get_file_from_path(each) is not None for each in (uri, aside)):
        return
    from mkdocs.structure.files import File, InclusionLevel

    file = File.generated(page.config, uri, content=content, inclusion=InclusionLevel.INCLUDED)
    if file.is_documentation_page():  # a copied source that ends in .md is no page of this site
        file = File.generated(page.config, aside, content=content, inclusion=InclusionLevel.INCLUDED)
        file.dest_uri = uri
    # Other plugins compare paths of files and fail on one without (ultrabug/mkdocs-static-i18n#263).
    file.abs_src_path = str(resources.files("mkdocs_mechanism").joinpath("figure", "assets", "figure.css"))
    page.files.append(file)
    if page.is_excerpt:
        file.copy_file()  # excerpts are rendered after the files were copied


def _is_instant(config: Any) -> bool:
    features = config.theme.get("features") if config.theme else None
    return isinstance(features, list | tuple) and "navigation.instant" in features


def _link_everywhere(config: Any, uri: str) -> None:
    """Link a shared file on every page: arriving by instant navigation must not shift the layout."""
    linked = config.extra_css if uri.endswith(".css") else config.extra_javascript
    if uri not in [str(each) for each in linked]:
        linked.append(uri)
