"""Control characters, halves of surrogate pairs and what XML can't hold, in texts and in names."""

from __future__ import annotations

import re
from typing import TypeVar, cast

from ..diagnostics import quote
from .findings import Findings
from .loader import MAY_HOLD_CONTROLS, Json
from .positions import Path
from .wording import subject

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# The only other code points that no XML 1.0 document can hold (production Char); a drawing would not be well-formed.
_NO_XML = re.compile(r"[\ufffe\uffff]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def check_characters(text: str, document: dict[str, Json], findings: Findings) -> dict[str, Json]:
    """Find every text and name that holds a control character (class Cc), U+FFFE, U+FFFF or a lone surrogate.

    Args:
        text: The document's text: it tells cheaply that there can be none.
        document: Its value; no recursion is too deep, since the loader has limited the nesting.
        findings: Where to put what is found.

    Returns:
        The document; where it holds lone surrogates, a copy with U+FFFD in their place, as the models can't look at
        such a string and would say nothing about the rest.
    """
    if not MAY_HOLD_CONTROLS.search(text):
        return document
    _walk(document, document, (), findings)
    if findings.has("lone-surrogate") or findings.is_full:
        return {_mended(key): _mended(value) for key, value in document.items()}
    return document


_Value = TypeVar("_Value")


def _mended(value: _Value) -> _Value:
    """Return a value with U+FFFD for every lone surrogate in its texts and keys."""
    if isinstance(value, str):
        return cast("_Value", _SURROGATE.sub("\ufffd", value))
    if isinstance(value, list):
        return cast("_Value", [_mended(item) for item in value])
    if isinstance(value, dict):
        return cast("_Value", {_mended(key): _mended(item) for key, item in value.items()})
    return value


def _walk(document: Json, value: Json, path: Path, findings: Findings) -> None:
    if isinstance(value, str):
        _check(document, value, path, findings, is_key=False)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _walk(document, item, (*path, index), findings)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(document, key, (*path, key), findings, is_key=True)
            _walk(document, item, (*path, key), findings)


def _check(document: Json, text: str, path: Path, findings: Findings, *, is_key: bool) -> None:
    what = f"the name {quote(text)}" if is_key else subject(document, path)
    if match := _SURROGATE.search(text):
        message = f"{what} holds {quote(match.group())[1:-1]}, half of a surrogate pair"
        hint = "write the character itself, or both halves of the pair"
        findings.add("lone-surrogate", message, path, hint, at_key=is_key)
    if match := _CONTROL.search(text):
        message = f"{what} holds the control character U+{ord(match.group()):04X}"
        breaks = match.group() in "\n\r\t" and path[-1] != "path"
        hint = "write a blank instead: texts are one paragraph" if breaks else "remove the character"
        findings.add("control-character", message, path, hint, at_key=is_key)
    if match := _NO_XML.search(text):
        message = f"{what} holds U+{ord(match.group()):04X}, which is no character"
        findings.add("control-character", message, path, "remove it: no picture can hold it", at_key=is_key)
