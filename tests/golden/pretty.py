"""Markup and style rules, one change a line: what a reviewer reads in a diff, and a browser still opens."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"(<style>.*?</style>)|(<[^>]*>)|([^<]+)", re.DOTALL)
_VOID = frozenset({"link", "input", "br", "meta"})
_ON_ONE_LINE = re.compile(
    r"<(text|p|label|legend|summary)\b[^>]*>.*?</\1>|<(?!style\b)([\w-]+)\b[^>]*>[^<]*</\2>", re.DOTALL
)
"""Elements of running text, and all that hold text only: blanks between them would be seen."""


def pretty_markup(markup: str) -> str:
    """Return markup with one element a line; blanks at the ends of a text are written as `&#32;`."""
    lines: list[str] = []
    depth = 0
    place = 0
    while place < len(markup):
        whole = _ON_ONE_LINE.match(markup, place)
        if whole is not None:
            lines.append("  " * depth + whole[0])
            place = whole.end()
            continue
        token = _TOKEN.match(markup, place)
        assert token is not None, markup[place : place + 80]
        place = token.end()
        style, tag, text = token.groups()
        if style:
            inner = pretty_rules(style.removeprefix("<style>").removesuffix("</style>"))
            lines.append("  " * depth + "<style>\n" + inner + "</style>")
        elif text:
            lines.append("  " * depth + _visible_ends(text))
        elif tag.startswith("</"):
            depth -= 1
            lines.append("  " * depth + tag)
        else:
            lines.append("  " * depth + tag)
            name = re.match(r"<([\w-]+)", tag)
            depth += name is not None and name[1] not in _VOID and not tag.endswith("/>")
    assert depth == 0, f"{depth} elements are left open"
    return "\n".join(lines) + "\n"


def _visible_ends(text: str) -> str:
    core = text.strip(" \n")
    if not core:
        return text.replace(" ", "&#32;").replace("\n", "&#10;")
    before, after = text[: text.index(core)], text[text.index(core) + len(core) :]
    return (
        before.replace(" ", "&#32;").replace("\n", "&#10;") + core + after.replace(" ", "&#32;").replace("\n", "&#10;")
    )


def pretty_rules(css: str) -> str:
    """Return style rules with one declaration a line."""
    lines: list[str] = []
    depth = 0
    for piece in re.findall(r"[^{};]*[{};]?", re.sub(r"\s+", " ", css)):
        line = piece.strip()
        if line.endswith("}"):
            if line != "}":
                lines.append("  " * depth + line.removesuffix("}").strip())
            depth -= 1
            lines.append("  " * depth + "}")
        elif line:
            lines.append("  " * depth + line)
            depth += line.endswith("{")
    assert depth == 0, f"{depth} braces are left open"
    return "\n".join(lines) + "\n"
