"""Where the fences of a converted text stand in the page as its author wrote it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...diagnostics import Location
from ...fence_scan import Fence, split_lines
from .context import PageContext

Finder = Callable[[Sequence[str]], Iterable[Fence]]
"""What finds fences in the lines of a text."""


def places(fences: Sequence[Fence], page: PageContext, finder: Finder) -> list[Location]:
    """Return where each fence stands in its page.

    MkDocs takes the front matter away, plugins add and remove lines: each fence is looked up by its words, in order.
    One that is not there came from elsewhere (a snippet, a macro), and has no line.

    Args:
        fences: What was found in the text that is converted.
        page: The page that the text is of.
        finder: What finds such fences in the page's own lines.
    """
    source = page.source
    if source is None:
        return [fence.place(page.page) for fence in fences]
    written = list(finder(split_lines(source)))
    found: list[Location] = []
    start = 0
    for fence in fences:
        words = _words(fence)
        index = next((i for i in range(start, len(written)) if _words(written[i]) == words), None)
        found.append(Location(page.page) if index is None else written[index].place(page.page))
        start = start if index is None else index + 1
    return found


def _words(fence: Fence) -> tuple[str, ...]:
    if not fence.is_closed:
        return (fence.header.strip(),)  # its body is the rest of the page
    return (fence.header.strip(), *(line.strip() for line in fence.body))
