"""Turn marks into tokens where SuperFences does not, and give samples in indented code their words back."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString, code_escape

from .attach import superfences_of
from .marks import ITEM_MARK, MARK, OPTION, Marks, token

_TOP_LEVEL = re.compile(rf"^(?= {{0,3}}[`~]){MARK.pattern}", re.MULTILINE)
_ANYWHERE = re.compile(rf"^{MARK.pattern}", re.MULTILINE)


class TopLevelPreprocessor(Preprocessor):
    """Take the marked fences in columns 0 to 3."""

    # `fenced_code` (25) would make code of them.
    BEFORE_FENCED_CODE = 26
    # What SuperFences (25) left over must not stay text.
    AFTER_SUPERFENCES = 24

    def __init__(self, md: Markdown, marks: Marks, *, is_leftover: bool) -> None:
        super().__init__(md)
        self.marks = marks
        self.is_leftover = is_leftover

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with a placeholder for each fence."""
        if any(OPTION in line for line in lines):
            lines = [ITEM_MARK.sub(self._stored, line) for line in lines]
        if self.is_leftover != (superfences_of(self.md) is not None):
            return lines
        text = "\n".join(lines)
        return _TOP_LEVEL.sub(self._placeholder, text).split("\n") if OPTION in text else lines

    def _stored(self, match: re.Match[str]) -> str:
        return self.md.htmlStash.store(token(match["number"])) if self.marks.get(match["number"]) else match[0]

    def _placeholder(self, match: re.Match[str]) -> str:
        if self.marks.get(match["number"]) is None:
            return match[0]
        stored = self.md.htmlStash.store(token(match["number"]))
        # An indented fence may stand in a list item; blank lines would end the item.
        return match["prefix"] + stored if match["prefix"] else f"\n{stored}\n"


class NestedBlockProcessor(BlockProcessor):
    """Take the marked fences that lists, quotes, admonitions, tabs and footnotes have freed of their prefix."""

    # A block that is a fence: before indented code (80).
    WHOLE = 85
    # A fence in a paragraph: after lists (30), quotes (20) and references (15) took what is theirs.
    WITHIN = 12

    def __init__(self, parser: BlockParser, *, is_within: bool) -> None:
        super().__init__(parser)
        self.is_within = is_within

    def test(self, parent: Element, block: str) -> bool:  # noqa: ARG002  # Python-Markdown's signature
        """Return whether the block holds a mark that belongs to this processor."""
        if OPTION not in block:
            return False
        match = _ANYWHERE.search(block)
        if match is None or block.startswith(" " * self.tab_length):
            return False
        return self.is_within or not block[: match.start()].strip()

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the text before, the fence and the text after into the tree."""
        block = blocks.pop(0)
        match = _ANYWHERE.search(block)
        if match is None:  # `test` found it
            return
        if before := block[: match.start()].rstrip("\n"):
            self.parser.parseBlocks(parent, [before])
        paragraph = SubElement(parent, "p")
        paragraph.text = self.parser.md.htmlStash.store(token(match["number"]))
        if after := block[match.end() :].lstrip("\n"):
            blocks.insert(0, after)


class SampleTreeprocessor(Treeprocessor):
    """Write the author's own lines into code blocks that hold a mark."""

    # Before the highlighters (30) read the code.
    PRIORITY = 35

    def __init__(self, md: Markdown, marks: Marks) -> None:
        super().__init__(md)
        self.marks = marks

    def run(self, root: Element) -> None:
        """Restore samples in every `code` element."""
        if not self.marks.fences:
            return
        for code in root.iter("code"):
            if code.text and OPTION in code.text:
                code.text = AtomicString(_restored(self.marks, code.text))


def _restored(marks: Marks, escaped: str) -> str:
    """Restore within text whose `&`, `<` and `>` are escaped already; only what is put in must be escaped."""
    return _ANYWHERE.sub(lambda match: code_escape(marks.restore(match[0])), escaped)
