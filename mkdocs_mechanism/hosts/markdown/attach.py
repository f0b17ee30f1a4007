"""Mark the fences of a page, and attach to SuperFences at run time.

Looking at run time for the processor that took the name `fenced_code_block` makes the order of extensions and a user's
`custom_fences` irrelevant; MkDocs always loads `fenced_code`, and the later of the two wins the name.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from ...fence import find
from ...fence_near import find_near
from ...fence_scan import is_code
from .marks import OPTION, Marks, token
from .pages import begin

NAME = "mechanism"


class AttachPreprocessor(Preprocessor):
    """Put a mark in the place of every mechanism fence, samples too; those are restored when they turn out as code."""

    # After snippets (32), so that fences of included files are seen; before SuperFences' raw pass (31.05), the
    # normalization of blanks (30) and meta (27).
    PRIORITY = 31.5

    def __init__(self, md: Markdown, marks: Marks) -> None:
        super().__init__(md)
        self.marks = marks

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with every mechanism fence marked."""
        self.marks.clear(lines)
        begin(self.md)
        superfences = superfences_of(self.md)
        if superfences is not None and not _attach(superfences):
            return lines  # the site has a custom fence of this name: theirs stays
        self.marks.near += find_near(lines)
        if not any(NAME in line for line in lines):
            return lines
        marked: list[str] = []
        done = 0
        for fence in find(lines):
            if fence.item and is_code(lines, fence):
                continue
            marked += lines[done : fence.line - 1]
            marked += self.marks.put(fence)
            done = fence.end
        return marked + lines[done:]


def superfences_of(md: Markdown) -> Any:
    """Return the SuperFences extension when it owns the fences of this Markdown instance, else None."""
    if "fenced_code_block" not in md.preprocessors:
        return None
    extension = getattr(md.preprocessors["fenced_code_block"], "extension", None)
    return extension if hasattr(extension, "extend_super_fences") else None


def _attach(superfences: Any) -> bool:
    """Register our fence once; False when the name is taken by someone else's."""
    for entry in superfences.superfences:
        if entry.get("name") == NAME:
            return entry.get("formatter") is _format
    arguments = [NAME, _format, _validate]
    # pymdown-extensions 12.1 added `reset`; without it `Markdown.reset` breaks, before it there is no such parameter.
    if "reset" in inspect.signature(superfences.extend_super_fences).parameters:
        arguments.append(None)
    superfences.extend_super_fences(*arguments)
    return True


def _validate(_language: str, inputs: Mapping[str, str], options: dict[str, Any], _attrs: Any, _md: Any) -> bool:
    """Accept marked fences only. Everything goes to options: SuperFences refuses headers that leave attributes."""
    if set(inputs) != {OPTION}:
        return False
    options[OPTION] = inputs[OPTION]
    return True


def _format(options: Mapping[str, str], **_: Any) -> str:
    return token(options[OPTION])
