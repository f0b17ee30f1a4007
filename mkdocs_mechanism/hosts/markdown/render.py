"""Put the figures in place of their tokens, when the page's HTML is whole.

So late, SuperFences can't swallow an exception, text that was thrown away costs nothing, and every id of the page is
known, those of its headings included.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.postprocessors import Postprocessor
from markdown.treeprocessors import Treeprocessor

from ...fence_near import find_near, near_finding
from ...options import OptionError, SiteOptions, figure_options
from ...sources.levels import apply_levels
from .context import find_context
from .marks import Marks
from .places import places
from .report import report


class WholeTreeprocessor(Treeprocessor):
    """Note that from here on the text is the whole page: titles of headings go through the postprocessors, too."""

    # After every other: MkDocs reads the page's title at -1.
    PRIORITY = -100

    def __init__(self, md: Markdown, marks: Marks) -> None:
        super().__init__(md)
        self.marks = marks

    def run(self, root: Element) -> None:  # noqa: ARG002  # Python-Markdown's signature
        """Change nothing."""
        self.marks.is_whole = True


class RenderPostprocessor(Postprocessor):
    """Render every fence whose token reached the finished page."""

    # Below `raw_html` (30), which writes the tokens into the text.
    PRIORITY = 25

    def __init__(self, md: Markdown, marks: Marks, site: SiteOptions, wrong: Sequence[OptionError] = ()) -> None:
        super().__init__(md)
        self.wrong = wrong
        self.marks = marks
        self.site = site

    def run(self, text: str) -> str:
        """Return the page with its figures.

        Raises:
            Exception: The host's own kind, after the whole page, where `on_error` is `raise`.
        """
        if not self.marks.is_whole or not (self.marks.fences or self.marks.near or self.wrong):
            return text
        page = find_context(self.md, self.site)
        found = [error.at(page.configuration) for error in self.wrong]
        if self.marks.fences:
            from .figures import Figures  # layout and schema are slow to import, and most pages have no figure

            figures = Figures(self.md, page, self.site, self.marks)
            text = figures.render(text)
            found += figures.findings
        near = self.marks.near
        warnings = map(near_finding, near, places(near, page, find_near) if near else ())
        found += apply_levels(warnings, figure_options(self.site, {})[0])
        if not page.is_excerpt:  # a post reports for itself
            report(found, page, raises=self.site.on_error == "raise")
        return text
