"""A recorded digest: 64 lower-case hex digits of SHA-256, and what a near miss is taken for."""

from __future__ import annotations

import re

DIGITS = 64
_DIGEST = re.compile(r"[0-9a-f]{64}")
_HEX = re.compile(r"[0-9A-Fa-f]+")
_OTHER = {32: "an MD5 digest", 40: "a SHA-1 digest", 96: "a SHA-384 digest", 128: "a SHA-512 digest"}


def is_digest(text: str) -> bool:
    """Return whether the text is 64 hex digits, lower case and ASCII (some verifiers accept more; this one never)."""
    return _DIGEST.fullmatch(text) is not None


def explain_digest(text: str) -> tuple[str, str]:
    """Return what a text that is no digest looks like, as a predicate, and a hint (may be empty)."""
    expected = "expected 64 lower-case hex digits"
    bare = text.strip()
    lowered = bare.lower()
    if is_digest(lowered):
        return (f"has blanks around it; {expected}" if lowered == bare else f"is not lower case; {expected}"), (
            f'write "{lowered}"'
        )
    for prefix in ("sha256:", "sha256-", "sha-256:", "0x"):
        if lowered.startswith(prefix) and is_digest(lowered.removeprefix(prefix)):
            return f'has the prefix "{prefix}"; {expected}', f'write "{lowered.removeprefix(prefix)}"'
    if re.fullmatch(r"sha256-[A-Za-z0-9+/]{43}=", bare):
        return f"is in base64, as browsers write it; {expected}", "run: sha256sum FILE"
    if _HEX.fullmatch(bare) and len(bare) in _OTHER:
        return f"has {len(bare)} digits, as {_OTHER[len(bare)]}; {expected}", "run: sha256sum FILE"
    if _HEX.fullmatch(bare):
        return f"has {len(bare)} digits; {expected}", "run: sha256sum FILE"
    return f"is not a digest; {expected}", "run: sha256sum FILE"
