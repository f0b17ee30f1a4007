"""What the elements of a drawing name of each other: ids given twice, names of nothing, circles, and repetition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .reader import MAX_ELEMENTS
from .tree import REFERENCE, Element, Problem

MAX_DRAWN: Final = MAX_ELEMENTS
"""Elements that a browser would draw with each reference followed."""
MAX_CHAIN: Final = 200
"""Elements inside each other, with each reference followed."""


def check(root: Element) -> tuple[Problem, ...]:
    """Return what is wrong with the references of a drawing, in document order."""
    known: dict[str, Element] = {}
    problems: list[Problem] = []
    for element in root.elements():
        name = element.get("id")
        if name in known:
            problems.append(Problem(element.line, f'id "{name[:40]}"', "another element has it too"))
        elif name:
            known[name] = element
    problems += [
        Problem(element.line, f'reference "#{name[:40]}"', "no element has this id")
        for element in root.elements()
        for name in _named(element)
        if name not in known
    ]
    if _drawn(root, known, {}, set()) > MAX_DRAWN:
        problems.append(
            Problem(root.line, "the file", f"its references repeat over {MAX_DRAWN:,} elements or themselves")
        )
    return tuple(problems)


def _named(element: Element) -> Iterator[str]:
    for name, value in element.attributes:
        if name == "href" and value.startswith("#") and element.tag != "a":
            yield value[1:]
        elif name != "d":
            yield from REFERENCE.findall(value)


def _drawn(element: Element, known: dict[str, Element], counts: dict[int, int], open_: set[int]) -> int:
    """Return how many elements are drawn for one; a circle counts as more than any limit."""
    key = id(element)
    if key in open_ or len(open_) > MAX_CHAIN:
        return MAX_DRAWN + 1
    if key not in counts:
        open_.add(key)
        parts = [child for child in element.children if isinstance(child, Element)]
        parts += [known[name] for name in _named(element) if name in known and element.tag not in ("animate", "mpath")]
        counts[key] = 1 + sum(_drawn(part, known, counts, open_) for part in parts)
        open_.remove(key)
    return counts[key]
