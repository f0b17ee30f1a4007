"""What stands for a fence on its way through Python-Markdown: a mark in the text, then a token in the HTML.

The whole fence is kept here under a number; the text carries a two-line fence whose header every host can read. So no
host's header grammar matters, blank lines in a body can't tear a block apart, and a sample in indented code gets its
own words back.
"""

from __future__ import annotations

import re

from ...fence import Fence

OPTION = "mechanismfence"
"""Name of the option that carries a fence's number; SuperFences allows letters, digits and `_`."""
MARK = re.compile(
    rf'(?P<prefix>[> \t]*)(?P<open>`{{3,}}|~{{3,}})mechanism {OPTION}="(?P<number>\d+)"[ \t]*\n'
    r"(?:[> \t]*\n)?[> \t]*(?P=open)[ \t]*(?=\n|$)"
)
"""A marked fence: both lines, and an empty one between that SuperFences adds when it takes a fence back."""
ITEM_MARK = re.compile(rf'(?<=[ \t])item-{OPTION}="(?P<number>\d+)"$')
"""What stands for a fence behind a list marker, where no host looks for one."""
TOKEN = re.compile(r'<figure class="mechanism-token" data-fence="(?P<number>\d+)"></figure>')
"""What a marked fence becomes; a block-level element, so that Python-Markdown puts no `p` around it."""


class Marks:
    """The fences of the text that is being converted; one object for each Markdown instance."""

    def __init__(self) -> None:
        self.fences: list[Fence] = []

    def clear(self) -> None:
        """Forget the text before. `Markdown.reset` is not called between a blog's excerpts, so every run starts so."""
        self.fences.clear()

    def put(self, fence: Fence) -> list[str]:
        """Keep a fence and return the two lines that stand for it."""
        self.fences.append(fence)
        if fence.item:
            return [f'{fence.prefix}{fence.item}item-{OPTION}="{len(self.fences) - 1}"']
        header = f'{fence.prefix}{fence.mark}mechanism {OPTION}="{len(self.fences) - 1}"'
        return [header, fence.prefix + fence.mark]

    def get(self, number: str) -> Fence | None:
        """Return the fence of a mark or token; None for a number that the page's author made up."""
        index = int(number)
        return self.fences[index] if index < len(self.fences) else None

    def restore(self, text: str) -> str:
        """Return text with the author's own lines in place of every mark."""
        return MARK.sub(self._own_lines, text)

    def _own_lines(self, match: re.Match[str]) -> str:
        fence = self.get(match["number"])
        if fence is None:
            return match[0]
        lines = [fence.mark + fence.header, *fence.body, fence.mark] if fence.is_closed else [fence.mark + fence.header]
        return "\n".join((match["prefix"] + line).rstrip() for line in lines)


def token(number: str) -> str:
    """Return the HTML that stands for a fence until the page is whole."""
    return f'<figure class="mechanism-token" data-fence="{number}"></figure>'
