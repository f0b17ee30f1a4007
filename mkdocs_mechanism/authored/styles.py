"""The cascade of an author's drawing, worked out once: what won is written as presentation attributes.

They survive a strict Content-Security-Policy, need no scope, may name ids, and lose against the figure's own states.
What no attribute can say becomes rules on generated classes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element as Node

import tinycss2
from cssselect2 import ElementWrapper, SelectorError, compile_selector_list

from . import values
from .tree import AssetFile, Element, Problem, StyleText

MAX_RULES = 2_000
MAX_WORK = 2_000_000
"""Selectors x elements that are tried at most."""
MAX_STEPS = 1_000_000
"""Elements that combinators may walk over, all selectors together."""
_MAX_SELECTOR = 1_000
_MAX_OF_TYPE = 1_000
"""Elements of a drawing in which `:nth-of-type` may be used: its matcher walks all siblings for each."""
_UNSTYLED = frozenset({"animate", "animateMotion", "animateTransform", "set", "mpath"})
"""Elements on which `fill` and `x` are no properties."""
_DYNAMIC = (":hover", ":focus", ":active")
_Rank = tuple[bool, int, tuple[int, int, int], int]
"""Important, origin (attribute 0, sheet 1, `style` 2), specificity, order."""


@dataclass(frozen=True, slots=True)
class Styled:
    """A drawing whose styles are attributes and generated classes."""

    root: Element
    rules: str
    files: tuple[AssetFile, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Declaration:
    name: str
    text: str
    rank: _Rank


@dataclass(slots=True)
class _Work:
    """What is collected while a drawing is resolved."""

    matched: dict[int, list[_Declaration]] = field(default_factory=dict)
    problems: dict[Problem, None] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    order: int = 0

    def refuse(self, line: int, construct: str, reason: str) -> None:
        self.problems[Problem(line, construct[:80], reason)] = None


def resolve(root: Element, sheets: Sequence[StyleText]) -> Styled:
    """Return the drawing with its cascade worked out.

    `style` attributes and the author's classes are gone. A construct that is refused is left out and is a problem.
    """
    work = _Work()
    numbers: dict[int, int] = {}
    node = _node(root, numbers)
    _Counted.steps = [MAX_STEPS]
    try:
        _match(work, sheets, list(_Counted.from_xml_root(node).iter_subtree()), numbers)
    except _TooMuchWork:
        work.refuse(sheets[0].line, "style", "the selectors of the style sheet take too long to match")
    styled = _styled(root, work, iter(range(len(numbers))))
    rules = "".join(f".\\0 .\\1{name}{{{text}}}\n" for text, name in work.classes.items())
    return Styled(styled, rules, (), tuple(work.problems))


class _TooMuchWork(Exception):  # noqa: N818
    """The selectors of a drawing ask for more steps than any honest drawing."""


class _Counted(ElementWrapper):  # type: ignore[misc]
    """An element for the matcher that counts its steps: chains of combinators take exponential time otherwise."""

    steps: list[int]

    def _walk(self, axis: str) -> Iterator[_Counted]:
        one = getattr(self, axis)
        while one is not None:
            _Counted.steps[0] -= 1
            if _Counted.steps[0] < 0:
                raise _TooMuchWork
            yield one
            one = getattr(one, axis)

    @property
    def ancestors(self) -> Iterator[_Counted]:
        """Yield the elements above, nearest first."""
        return self._walk("parent")

    @property
    def previous_siblings(self) -> Iterator[_Counted]:
        """Yield the siblings before, nearest first."""
        return self._walk("previous")


def _node(element: Element, numbers: dict[int, int]) -> Node:
    """Return the element for the matcher, and count it in document order."""
    node = Node(element.tag, dict(element.attributes))
    numbers[id(node)] = len(numbers)
    node.extend(_node(child, numbers) for child in element.children if isinstance(child, Element))
    return node


def _match(work: _Work, sheets: Sequence[StyleText], tried: list[ElementWrapper], numbers: dict[int, int]) -> None:
    """Collect, for each element, the declarations of the rules that match it."""
    count = 0
    for sheet in sheets:
        if sheet.media.strip().lower() not in ("", "all", "screen"):
            work.refuse(
                sheet.line, f'style media="{sheet.media}"', "style sheets for other media are not supported yet"
            )
            continue
        for rule in tinycss2.parse_stylesheet(sheet.css, skip_comments=True, skip_whitespace=True):
            line = sheet.line + rule.source_line - 1
            if rule.type == "at-rule":
                _at_rule(work, rule.lower_at_keyword, line)
            elif rule.type == "qualified-rule":
                count += 1
                if count > MAX_RULES or count * len(tried) > MAX_WORK:
                    work.refuse(line, "style", "the style sheet has too many rules for the drawing")
                    return
                _rule(work, rule, line, tried, numbers)


def _at_rule(work: _Work, name: str, line: int) -> None:
    """Name an at-rule; keyframes alone do nothing, and an `animation` that uses them is refused where it stands."""
    if name not in ("keyframes", "charset"):
        work.refuse(line, f"@{name}", "rules of this kind are not supported")


def _rule(
    work: _Work, rule: tinycss2.ast.QualifiedRule, line: int, tried: list[ElementWrapper], numbers: dict[int, int]
) -> None:
    prelude = "".join(part.serialize() for part in rule.prelude).strip() if _shallow(rule.prelude) else ""
    if not prelude or len(prelude) > _MAX_SELECTOR or ":has" in prelude.lower():
        work.refuse(line, "selector", "the selector is too long, nested too deeply or of a kind that is not supported")
        return
    if any(state in prelude.lower() for state in _DYNAMIC):
        work.refuse(line, f"selector {prelude}", "rules for pointer and focus are not supported yet")
        return
    if len(tried) > _MAX_OF_TYPE and any(word in prelude.lower() for word in ("of-type", " of ")):
        work.refuse(line, f"selector {prelude}", "the drawing has too many elements for :nth-of-type")
        return
    try:
        selectors = compile_selector_list(rule.prelude)
    except (SelectorError, RuntimeError, SyntaxError, MemoryError):
        return  # as a browser does with a selector that it can't read
    for selector in selectors:
        if selector.pseudo_element is not None or selector.never_matches:
            continue
        declared: list[_Declaration] | None = None
        for wrapped in tried:
            if selector.test(wrapped):
                if declared is None:
                    declared = list(_declarations(work, rule.content, line, 1, selector.specificity))
                work.matched.setdefault(numbers[id(wrapped.etree_element)], []).extend(declared)


def _shallow(tokens: Sequence[tinycss2.ast.Node], depth: int = 0) -> bool:
    """Return whether brackets are nested little enough for a matcher that recurses."""
    inside = (getattr(token, "arguments", None) or getattr(token, "content", None) or () for token in tokens)
    return depth < 8 and all(_shallow(part, depth + 1) for part in inside)


def _declarations(
    work: _Work, content: str | Sequence[tinycss2.ast.Node], line: int, origin: int, specificity: tuple[int, int, int]
) -> Iterator[_Declaration]:
    """Yield the declarations that can be kept; a browser ignores those that it does not know."""
    for one in tinycss2.parse_blocks_contents(content, skip_comments=True, skip_whitespace=True):
        if one.type != "declaration":
            continue
        work.order += 1
        name = one.lower_name
        if not _shallow(one.value):
            work.refuse(line, f"declaration {name}", "the value is nested too deeply")
            continue
        value = values.check(
            "marker-start" if name == "marker" else name, "".join(part.serialize() for part in one.value)
        )
        if not value.reason:
            rank = (bool(one.important), origin, specificity, work.order)
            for longhand in ("marker-start", "marker-mid", "marker-end") if name == "marker" else (name,):
                yield _Declaration(longhand, value.text, rank)
        elif name in values.ATTRIBUTES | values.RULES or name in _LIVE or "(" in "".join(map(str, one.value)):
            work.refuse(line, f"declaration {name}", value.reason)


_LIVE = frozenset({"animation", "animation-name", "transition", "position", "behavior", "-moz-binding", "content"})
"""Properties whose loss changes the picture or that are no harmless noise: named, where an editor's own are not."""


def _styled(element: Element, work: _Work, numbers: Iterator[int]) -> Element:
    """Return the element and what it holds with attributes and classes instead of styles."""
    found = list(work.matched.get(next(numbers), ()))
    kept = [pair for pair in element.attributes if pair[0] not in ("style", "class")]
    if element.tag not in _UNSTYLED:
        found.extend(_declarations(work, element.get("style"), element.line, 2, (0, 0, 0)))
        kept = _written(element, kept, found, work)
    children = tuple(child if isinstance(child, str) else _styled(child, work, numbers) for child in element.children)
    return Element(element.tag, tuple(kept), children, element.line, element.is_html)


def _written(
    element: Element, kept: list[tuple[str, str]], found: list[_Declaration], work: _Work
) -> list[tuple[str, str]]:
    """Return the attributes: the author's own, those that won over them, and the class of what remains."""
    won: dict[str, _Declaration] = {}
    for one in sorted(found, key=lambda one: one.rank):
        won.pop(one.name, None)
        won[one.name] = one
    attributes = dict(kept)
    remaining = []
    for one in won.values():
        ruled = element.is_html or one.name not in values.ATTRIBUTES or "var(" in one.text
        # A rule `font` would win over any attribute, so what it sets has to follow it.
        ruled = ruled or ("font" in won and one.name.startswith("font-"))
        if not ruled:
            attributes[one.name] = one.text
        elif "url(" in one.text:
            work.refuse(element.line, f"declaration {one.name}", "url() can't stand in a rule that stays")
        else:
            remaining.append(f"{one.name}:{one.text}")
    if remaining:
        attributes["class"] = work.classes.setdefault(";".join(remaining), f"a{len(work.classes)}")
    return list(attributes.items())
