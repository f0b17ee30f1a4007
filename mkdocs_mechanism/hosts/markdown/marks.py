"""What stands for a fence on its way through Python-Markdown: a mark in the text, then a token in the HTML.

The whole fence is kept here under a number; the text carries a two-line fence whose header every host can read. So no
host's header grammar matters, blank lines in a body can't tear a block apart, and a sample in indented code gets its
own words back.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from ...fence import Fence

OPTION = "mechanismfence"
"""Name of the option that carries a fence's number; SuperFences allows letters, digits and `_`."""
_NUMBER = r"(?P<number>[0-9a-f]{16}-[0-9]{1,6})"
MARK = re.compile(
    rf'(?P<prefix>[> \t]*)(?P<open>`{{3,}}|~{{3,}})mechanism {OPTION}="{_NUMBER}"[ \t]*\n'
    r"(?:[> \t]*\n)?[> \t]*(?P=open)[ \t]*(?=\n|$)"
)
"""A marked fence: both lines, and an empty one between that SuperFences adds when it takes a fence back."""
ITEM_MARK = re.compile(rf'(?<=[ \t])item-{OPTION}="{_NUMBER}"$')
"""What stands for a fence behind the marker of a list, definition or footnote, where no host looks for one."""
LEFTOVER = re.compile(
    rf"(?:`{{3,}}|~{{3,}})mechanism {OPTION}=(?:\"|&quot;){_NUMBER.replace('number', 'left')}(?:\"|&quot;)"
)
"""A mark that nothing took, in the page's HTML."""
TOKEN = re.compile(rf'<figure class="mechanism-token" data-fence="{_NUMBER}"></figure>')
"""What a marked fence becomes; a block-level element, so that Python-Markdown puts no `p` around it."""


class Marks:
    """The fences of the text that is being converted; one object for each Markdown instance."""

    def __init__(self) -> None:
        self.fences: list[Fence] = []
        self.near: list[Fence] = []
        """What was probably meant as a mechanism fence, but is none."""
        self.is_whole = False
        """True once the tree of the text is done."""
        self.key = ""

    def clear(self, lines: Sequence[str] = ()) -> None:
        """Forget the text before. `Markdown.reset` is not called between a blog's excerpts, so every run starts so.

        The numbers carry a digest of the text, so that no text can hold one of its own: a mark or token that an author
        wrote by hand stays what it is.
        """
        self.fences.clear()
        self.near.clear()
        self.is_whole = False
        text = "\n".join(lines).encode("utf-8", "surrogatepass")
        self.key = hashlib.sha256(text).hexdigest()[:16]

    def put(self, fence: Fence) -> list[str]:
        """Keep a fence and return the two lines that stand for it."""
        number = f"{self.key}-{len(self.fences)}"
        self.fences.append(fence)
        if fence.item:
            return [f'{fence.prefix}{fence.item}item-{OPTION}="{number}"']
        header = f'{fence.prefix}{fence.mark}mechanism {OPTION}="{number}"'
        return [header, fence.prefix + fence.mark]

    def index(self, number: str) -> int | None:
        """Return the place in `fences` of a mark's or token's fence; None for a number of another text."""
        key, _, digits = number.partition("-")
        return int(digits) if key == self.key and int(digits) < len(self.fences) else None

    def get(self, number: str) -> Fence | None:
        """Return the fence of a mark or token; None for a number of another text."""
        index = self.index(number)
        return None if index is None else self.fences[index]

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
