"""What is known of a page across the Markdown texts that make it: docstrings and macros convert texts of their own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from markdown import Markdown

from .context import PageContext


@dataclass(slots=True)
class PageState:
    """Ids and figures of one page, as far as it is rendered."""

    taken: set[str] = field(default_factory=set)
    """Ids that the page holds."""
    has_motion: bool = False
    """True once a figure moves by itself."""
    figure_ids: dict[int, str] = field(default_factory=dict)
    """Number of a fence in the page's own text, to its figure's id; excerpts link there."""


_pages: WeakKeyDictionary[Any, PageState] = WeakKeyDictionary()
"""By MkDocs's `File`, which every build makes anew."""


def begin(md: Markdown) -> None:
    """Forget a page when its own text (not one inside it) is converted again."""
    if is_whole_page(md):
        _pages.pop(getattr(md.treeprocessors["relpath"], "file", None), None)


def anchors_of(md: Markdown) -> Any:
    """Return what collects the anchors of a whole page; None in texts inside a page, in excerpts and elsewhere."""
    for name in ("mkdocs_extract_anchors", "properdocs_extract_anchors"):
        if name in md.treeprocessors:
            return md.treeprocessors[name]
    return None


def is_whole_page(md: Markdown) -> bool:
    """Return whether this Markdown instance converts the text of a whole MkDocs page."""
    return anchors_of(md) is not None and "relpath" in md.treeprocessors


def state_of(page: PageContext) -> PageState:
    """Return what is known of the page; an excerpt starts empty in every view."""
    if page.file is None or page.is_excerpt:
        return PageState()
    return _pages.setdefault(page.file, PageState())


def id_in_post(page: PageContext, number: int) -> str:
    """Return the id that a figure of an excerpt has on its own page; empty when that was not rendered."""
    listed = page.files.get_file_from_path(page.file.src_uri)
    state = _pages.get(listed) if listed is not None else None
    return state.figure_ids.get(number, "") if state is not None else ""
