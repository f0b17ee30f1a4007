"""What is a digest, and what a near miss is taken for (provenance research A.4, P13)."""

from __future__ import annotations

import pytest

from mkdocs_mechanism.sources.digests import explain_digest, is_digest

GOOD = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
FULL_WIDTH = GOOD.translate({ord(c): ord(c) - 0x30 + 0xFF10 for c in "0123456789"})

NEAR_MISSES = [
    (GOOD.upper(), "is not lower case", f'write "{GOOD}"'),
    (f" {GOOD}\n", "has blanks around it", f'write "{GOOD}"'),
    (f"sha256:{GOOD}", 'has the prefix "sha256:"', f'write "{GOOD}"'),
    (f"SHA256:{GOOD.upper()}", 'has the prefix "sha256:"', f'write "{GOOD}"'),
    (
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "is in base64, as browsers write it",
        "run: sha256sum FILE",
    ),
    ("d41d8cd98f00b204e9800998ecf8427e", "has 32 digits, as an MD5 digest", "run: sha256sum FILE"),
    ("da39a3ee5e6b4b0d3255bfef95601890afd80709", "has 40 digits, as a SHA-1 digest", "run: sha256sum FILE"),
    ("0" * 128, "has 128 digits, as a SHA-512 digest", "run: sha256sum FILE"),
    (GOOD[:-1], "has 63 digits", "run: sha256sum FILE"),
    ("", "is not a digest", "run: sha256sum FILE"),
    (FULL_WIDTH, "is not a digest", "run: sha256sum FILE"),
]


def test_digest() -> None:
    assert is_digest(GOOD)
    assert not is_digest(GOOD + "\n")


@pytest.mark.parametrize(("text", "what", "hint"), NEAR_MISSES)
def test_near_miss(text: str, what: str, hint: str) -> None:
    assert not is_digest(text)
    assert explain_digest(text) == (f"{what}; expected 64 lower-case hex digits", hint)
