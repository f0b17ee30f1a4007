"""Find mechanism fences in the lines of a page, the way SuperFences and `fenced_code` delimit any fence.

Lines come in, as the author wrote them; what goes out says where each fence stands and what it holds. Other fences
are skipped whole, so that a sample inside a longer fence stays a sample. What header and body mean is `fence`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .diagnostics import Location

TAB = 4
"""Python-Markdown's tab length and the width of one level of nesting, in columns."""

_OPENING = re.compile(
    r"(?P<prefix>[> \t]*)(?P<item>(?:[-*+]|\d+[.)]|:|\[\^[^\]]+\]:)[ \t]+)?(?P<mark>`{3,}|~{3,})(?P<info>.*)"
)
_NAME = re.compile(r"\.?mechanism(?![\w.:/+#-])")
_BRACED = re.compile(r"\{\s*(?:#[^\s}]+\s+)?\.?mechanism(?=[\s}#.])")
# What may hold indented blocks: list items, footnotes, definitions, admonitions, details, tabs.
_CONTAINER = re.compile(r"(?:[-*+]|\d+\.)[ \t]+\S|\[\^[^\]]+\]:|:[ ]{1,3}\S|!!!|\?\?\?\+?|===[!+]?[ \t]*\"")


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block as it stands in a page."""

    header: str
    """The info string: everything after the marks."""
    body: tuple[str, ...]
    """The lines between the marks, without the prefix of their container."""
    line: int
    """Line of the opening marks, counted from 1."""
    column: int
    """Column of the header's first character, in code points counted from 1."""
    prefix: str
    """Blanks and `>` before the marks."""
    mark: str
    """The marks that open and close it."""
    end: int
    """Line of the closing marks; of the last line that belongs to it where it is not closed."""
    is_closed: bool
    item: str = ""
    """Marker and blanks of a list item (CommonMark 5.2), definition or footnote where the fence starts on its line."""

    def place(self, page: str) -> Location:
        """Return where the header stands in the page."""
        return Location(page, self.line, self.column)


def is_mechanism(info: str) -> bool:
    """Return whether an info string names a mechanism, in any of the accepted forms."""
    text = info.strip()
    return bool(_NAME.match(text) or _BRACED.match(text))


def scan(text: str) -> tuple[Fence, ...]:
    """Return the mechanism fences of a raw page that its host renders.

    Left out are fences in longer fences, in indented code, in HTML comments and in front matter.
    """
    lines = page_lines(text)
    return tuple(fence for fence in find(without_comments(lines)) if not is_code(lines, fence))


def page_lines(text: str) -> list[str]:
    """Return the lines of a raw page, those of its front matter empty."""
    lines = split_lines(text)
    start = _front_matter(lines)
    return [""] * start + lines[start:]


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as Python-Markdown sees them; `str.splitlines` ends lines at form feeds and more."""
    return re.split(r"\r\n|\r|\n", text)


def find(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield every mechanism fence, those in indented code too; fences of other names are skipped whole."""
    return (fence for fence in fences(lines) if is_mechanism(fence.header))


def opens(line: str) -> bool:
    """Return whether a fence may begin on the line."""
    return _opening(line) is not None


def fences(lines: Sequence[str]) -> Iterator[Fence]:
    """Yield every fence, whatever its name; one of another name that is never closed hides nothing."""
    index = 0
    while index < len(lines):
        opening = _opening(lines[index])
        if opening is None:
            index += 1
            continue
        info, item = opening["info"], opening["item"] or ""
        body, end, is_closed = _body(lines, index, opening["prefix"], opening["mark"], item)
        # No line of ours opens a fence, so one that does says that this fence was not closed before it.
        is_closed = is_closed and not (is_mechanism(info) and any(map(_opens_another, body)))
        last = end if is_closed else index
        column = opening.start("info") + 1
        header, mark = info.rstrip("\r"), opening["mark"]
        yield Fence(header, body, index + 1, column, opening["prefix"], mark, last + 1, is_closed, item)
        index = last + 1


def _opening(line: str) -> re.Match[str] | None:
    match = _OPENING.match(line)
    # A backtick after the marks is inline code (CommonMark 4.5). Behind a marker no other fence is one here:
    # neither SuperFences nor `fenced_code` reads it.
    if match is None or (match["mark"][0] == "`" and "`" in match["info"]):
        return None
    return None if match["item"] and not is_mechanism(match["info"]) else match


def _opens_another(line: str) -> bool:
    opening = _opening(line)
    return opening is not None and bool(opening["info"].strip())


def _body(
    lines: Sequence[str], start: int, prefix: str, mark: str, item: str = ""
) -> tuple[tuple[str, ...], int, bool]:
    """Return the content after line `start`, the index of the line that ends it, and whether that line closes it."""
    # What continues a footnote is indented by one level, however long its name.
    width = len((prefix + " " * (min(len(item), TAB) if item.startswith("[") else len(item))).expandtabs(TAB))
    level = prefix.count(">")
    body: list[str] = []
    was_blank = False
    for index in range(start + 1, len(lines)):
        taken, content = split_prefix(lines[index].rstrip("\r"), width)
        blank = not content.strip()
        own = taken.count(">")
        if level:
            # A quote may be continued without its mark (lazily), but not after an empty line.
            if own > level or (not blank and (len(taken) < len(prefix) - 1 or (was_blank and own < level))):
                return tuple(body), index - 1, False
        elif own or (not blank and len(taken) != width):
            return tuple(body), index - 1, False
        if (content.strip() if item else content.rstrip()) == mark:
            return tuple(body), index, True
        body.append(content)
        was_blank = blank
    return tuple(body), len(lines) - 1, False


def split_prefix(line: str, width: int) -> tuple[str, str]:
    """Split at most `width` columns of blanks and `>` from a line; tabs in them come back as blanks."""
    taken = ""
    for position, character in enumerate(line):
        if len(taken) >= width or character not in "> \t":
            return taken, line[position:]
        taken += " " * (TAB - len(taken) % TAB) if character == "\t" else character
    return taken, ""


def _front_matter(lines: Sequence[str]) -> int:
    """Return the number of lines that YAML front matter takes."""
    if lines and lines[0].lstrip("\ufeff").rstrip() == "---":
        for index, line in enumerate(lines[1:], 1):
            if line.rstrip() in ("---", "..."):
                return index + 1
    return 0


def without_comments(lines: Sequence[str]) -> list[str]:
    """Empty the lines of HTML comments that start a line; a comment that never ends is text."""
    kept = list(lines)
    index = 0
    while index < len(kept):
        if kept[index].lstrip().startswith("<!--"):
            end = _comments_end(kept, index)
            if end > index:
                kept[index : end + 1] = [""] * (end + 1 - index)
                index = end
        else:
            opening = _opening(kept[index])
            if opening is not None:
                _, end, is_closed = _body(kept, index, opening["prefix"], opening["mark"], opening["item"] or "")
                index = end if is_closed else index
        index += 1
    return kept


def _comments_end(lines: Sequence[str], start: int) -> int:
    """Return the index of the line that ends the comments that begin on line `start`; `start` where none ends."""
    index, rest = start, lines[start].lstrip()
    while rest.startswith("<!--"):
        # `<!-->` and `<!--->` are whole comments (HTML 13.2.5.43).
        after = rest[2:] if rest.startswith(("<!-->", "<!--->")) else rest[4:]
        while "-->" not in after:
            index += 1
            if index == len(lines):
                return start
            after = lines[index]
        rest = after.partition("-->")[2].lstrip()
    return index


def is_code(lines: Sequence[str], fence: Fence) -> bool:
    """Return whether the fence is a sample in indented code: deeper than what contains it allows."""
    quote, _, inner = fence.prefix.rpartition(">")
    if ">" not in fence.prefix:
        return _is_indented_code(lines, fence.line - 1, len(inner.expandtabs(TAB)))
    # Within a quote only its own lines count, read without their marks.
    depth = fence.prefix.count(">")
    inside = [_unquoted(line, depth) for line in lines[: fence.line]]
    first = next((i for i in range(fence.line - 1, -1, -1) if inside[i] is None), -1) + 1
    block = [line or "" for line in inside[first:]]
    outer = len(quote.split(">")[0].expandtabs(TAB))
    columns = len(block[-1]) - len(block[-1].lstrip())
    return _is_indented_code(block, len(block) - 1, columns) or _is_indented_code(lines, first, outer)


def _unquoted(line: str, depth: int) -> str | None:
    match = re.match(rf"(?:[ \t]*>[ ]?){{{depth}}}", line)
    return line[match.end() :].expandtabs(TAB) if match else None


def _is_indented_code(lines: Sequence[str], index: int, columns: int) -> bool:
    if columns < TAB:
        return False
    if index and lines[index - 1].strip() and _columns(lines[index - 1]) < TAB:
        return False  # indented code can't interrupt a paragraph
    while columns >= TAB:
        holder = _holder(lines, index, columns)
        if holder is None:
            return True
        index = holder
        columns_of_holder = _columns(lines[index])
        if columns - columns_of_holder >= 2 * TAB:
            return True
        columns = columns_of_holder
    return False


def _holder(lines: Sequence[str], index: int, columns: int) -> int | None:
    """Return the line above that contains what stands at `columns`; None when nothing does."""
    for above in range(index - 1, -1, -1):
        if not lines[above].strip() or _columns(lines[above]) > columns - TAB:
            continue
        if _CONTAINER.match(lines[above].lstrip()):
            return above
        if above and lines[above - 1].strip():
            continue  # a further line of a paragraph: what starts it decides
        return None
    return None


def _columns(line: str) -> int:
    expanded = line.expandtabs(TAB)
    return len(expanded) - len(expanded.lstrip())
