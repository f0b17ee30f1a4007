"""What a CSS property of an author's drawing may be and hold: an allow-list over tokens, never over text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import tinycss2
from tinycss2 import ast

_ATTRIBUTES = """
    alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
    cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity font-family
    font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering letter-spacing
    lighting-color marker-end marker-mid marker-start mask mask-type opacity overflow paint-order pointer-events
    shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-overflow text-rendering
    unicode-bidi vector-effect visibility word-spacing writing-mode
"""
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
"""Properties that an attribute of the same name can say (SVG 2, "Presentation attributes")."""

_RULES = """
    align-items background-color border border-color border-radius border-style border-width box-sizing cx cy
    flex-direction flex-shrink flex-wrap font font-feature-settings font-kerning height isolation justify-content
    line-height margin margin-bottom margin-left margin-right margin-top max-width min-width mix-blend-mode
    overflow-wrap padding padding-bottom padding-left padding-right padding-top r rx ry text-align transform
    transform-box transform-origin vertical-align white-space width word-break word-wrap x y
"""
RULES = frozenset(_RULES.split())
"""Properties that stay rules: no attribute says them, or it has another syntax (`transform`)."""

_FUNCTIONS = """
    rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp matrix translate translatex
    translatey scale scalex scaley rotate skewx skewy blur brightness contrast drop-shadow grayscale hue-rotate invert
    opacity saturate sepia
"""
FUNCTIONS = frozenset(_FUNCTIONS.split())
STATES = frozenset({"--a", "--v", "--u"})
"""Numbers that a figure sets on its nodes and edges: active, visited, unselected."""

_DEEP = 32
_LONG = 10_000
_ID = re.compile(r"#[\w.:-]+")
_PLAIN = re.compile(r"[\w\s#%.,()+-]*")
"""Text that no tokenizer reads in two ways: it may stay as it is written."""


class Value(NamedTuple):
    """A checked value."""

    text: str
    """As an attribute may hold it: no escape, no comment. Empty where refused."""
    reason: str
    """Why it is refused; empty where it is not."""


def check(name: str, text: str) -> Value:
    """Return the canonical text of a property's value, or the reason for which it is refused."""
    if name not in ATTRIBUTES and name not in RULES:
        return Value("", f"the property {name!r} is not among those that a drawing may set")
    if len(text) > _LONG:
        return Value("", f"the value is longer than {_LONG:,} characters")
    tokens = [token for token in tinycss2.parse_component_value_list(text) if token.type != "comment"]
    reason = _refusal(tokens, 0)
    if reason:
        return Value("", reason)
    plain = _PLAIN.fullmatch(text) is not None and "url" not in text.lower()
    written = " ".join((text if plain else _text(tokens)).split())
    if not written:
        return Value("", "the value is empty")
    if any(mark in written for mark in ("\\", "/*", "<", ">")) or not written.isprintable():
        return Value("", "the value holds characters that only an escape can write")
    return Value(written, "")


def _refusal(tokens: Sequence[ast.Node], depth: int) -> str:
    """Return why tokens are refused, or an empty text."""
    if depth > _DEEP:
        return "the value is nested too deeply"
    for token in tokens:
        if _url(token) is not None:
            if not _ID.fullmatch(_url(token) or ""):
                return "url() may only name an element of the drawing: url(#id)"
        elif token.type in ("function", "() block"):
            reason = _function_refusal(token, depth)
            if reason:
                return reason
        elif token.type == "literal":
            if token.value not in {",", "/", "+", "-", "*"}:
                return f"{token.value!r} can't stand in a value"
        elif token.type not in _SIMPLE:
            return f"a token of type {token.type!r} can't stand in a value"
    return ""


_SIMPLE = frozenset({"ident", "string", "hash", "number", "percentage", "dimension", "whitespace", "comment"})


def _function_refusal(token: ast.Node, depth: int) -> str:
    """Return why a function or bracket is refused, or an empty text."""
    if token.type == "() block":
        return _refusal(token.content, depth + 1)
    if token.lower_name == "var":
        inside = [part for part in token.arguments if part.type not in ("whitespace", "comment")]
        known = len(inside) == 1 and inside[0].type == "ident" and inside[0].value in STATES
        return "" if known else "var() may only read --a, --v or --u"
    if token.lower_name not in FUNCTIONS:
        return f"the function {token.lower_name}() is not among those that a drawing may use"
    return _refusal(token.arguments, depth + 1)


def _url(token: ast.Node) -> str | None:
    """Return what a `url()` names, quoted or not; `None` for another token."""
    if token.type == "url":
        return str(token.value)
    if token.type == "function" and token.lower_name == "url":
        inside = [part for part in token.arguments if part.type not in ("whitespace", "comment")]
        return str(inside[0].value) if len(inside) == 1 and inside[0].type == "string" else ""
    return None


def _text(tokens: Sequence[ast.Node]) -> str:
    """Return tokens as text; the depth is checked before."""
    return "".join(f"url({_url(token)})" if _url(token) is not None else _one(token) for token in tokens)


def _one(token: ast.Node) -> str:
    if token.type == "comment":
        return " "
    if token.type == "function":
        return f"{token.lower_name}({_text(token.arguments)})"
    if token.type == "() block":
        return f"({_text(token.content)})"
    return str(tinycss2.serialize([token]))
