"""What is wrong with a digest that is not 64 lower-case hex digits: each near miss has its own words."""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata

from ..diagnostics import quote

_EXPECTED = "expected 64 lower-case hex digits"
_HEX = re.compile(r"[0-9A-Fa-f]+")
_OTHERS = {32: "MD5", 40: "SHA-1", 56: "SHA-224", 96: "SHA-384", 128: "SHA-512"}
_COMPUTE = "record the SHA-256 of the file: sha256sum FILE"


def explain_digest(text: str) -> tuple[str, str]:
    """Return what is wrong with a digest (a predicate for `"sha256" of ...`) and the cure."""
    if not text.strip():
        return f"is empty, {_EXPECTED}", 'remove "sha256" until the source is pinned'
    if text != text.strip() or any(c.isspace() for c in text):
        bare = "".join(text.split())
        return f"holds blanks, {_EXPECTED}", _write(bare) or "remove the blanks"
    if re.match(r"(?i)sha-?(1|224|256|384|512)-", text):
        return f"is an SRI digest in base64, {_EXPECTED}", _write(
            _from_base64(text.rsplit("-", maxsplit=1)[-1])
        ) or _COMPUTE
    if text.lower().startswith(("sha256:", "sha-256:", "sha256=")):
        bare = text[len("sha-256:") :] if text[3] == "-" else text[len("sha256:") :]
        return f"starts with {quote(text[: len(text) - len(bare)])}, {_EXPECTED} alone", _write(bare) or _COMPUTE
    if not text.isascii():
        bare = unicodedata.normalize("NFKC", text)
        wrong = next(c for c in text if not c.isascii())
        return f"holds {quote(wrong)}, which is no ASCII character; {_EXPECTED}", _write(bare) or _COMPUTE
    return _plain(text)


def _plain(text: str) -> tuple[str, str]:
    if not _HEX.fullmatch(text):
        if _from_base64(text):
            return f"is base64, {_EXPECTED}", _write(_from_base64(text))
        wrong = next(c for c in text if not _HEX.match(c))
        return f"holds {quote(wrong)}, which is no hex digit; {_EXPECTED}", _COMPUTE
    if len(text) in _OTHERS:
        return f"has {len(text)} hex digits, the length of {_OTHERS[len(text)]}; {_EXPECTED}", _COMPUTE
    if len(text) == 64:
        return f"holds upper-case letters, {_EXPECTED}", _write(text)
    size = "short" if len(text) < 64 else "long"
    return f"is too {size}: it has {len(text)} hex digits, expected 64", _COMPUTE


def _write(bare: str) -> str:
    return f'write "{bare.lower()}"' if re.fullmatch(r"[0-9A-Fa-f]{64}", bare) else ""


def _from_base64(text: str) -> str:
    """Return the hex digits of 32 bytes in base64; empty when it is nothing of the kind."""
    if len(text) != 44:
        return ""
    try:
        return base64.b64decode(text, validate=True).hex()
    except (ValueError, binascii.Error):
        return ""
