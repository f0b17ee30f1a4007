"""Put the figures in place of their tokens, when the page's HTML is whole.

So late, SuperFences can't swallow an exception, text that was thrown away costs nothing, and every id of the page is
known, those of its headings included.
"""

from __future__ import annotations

from collections.abc import Sequence

from markdown import Markdown
from markdown.postprocessors import Postprocessor

from ...options import OptionError, SiteOptions
from .context import find_context
from .marks import Marks
from .report import report


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
        if not self.marks.fences and not self.wrong:
            return text
        page = find_context(self.md, self.site)
        found = [error.at(page.configuration) for error in self.wrong]
        if self.marks.fences:
            from .figures import Figures  # layout and schema are slow to import, and most pages have no figure

            figures = Figures(self.md, page, self.site, self.marks)
            text = figures.render(text)
            found += figures.findings
        if not page.is_excerpt:  # a post reports for itself
            report(found, page, raises=self.site.on_error == "raise")
        return text
