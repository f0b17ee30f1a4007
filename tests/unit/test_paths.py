"""The textual rule for a source's path: one verdict on every system, every near miss with its own words."""

from __future__ import annotations

import random

import pytest

from mkdocs_mechanism.sources import paths
from mkdocs_mechanism.sources.paths import check_path

GOOD = [
    *("notes/cache.md", "a", "a/b/c.tar.gz", "-rf", ".hidden/x", "..a/b", "a b/c d.md", "notes/a~.md", "x" * 255),
    *("$HOME/secret", "notes/%2e%2e/%2e%2e/etc/passwd", "console.md", "notes/com0.md", "\u4e2d\u6587/\u8cc7\u6599.md"),
    *("caf\u00e9.md", "cafe\u0301.md", "\u0646\u0627\u0645\u0647\u200c\u0647\u0627.md"),
    *("\U0001f469\u200d\U0001f680.md", "\u2764\ufe0f.md"),
]

HOME = 'begins with "~", which shells take for a home folder; expected a path relative to the workspace root'

ERRORS = [
    ("", "is empty; expected the path of a file", ""),
    ("notes/../notes/cache.md", 'holds the segment ".."; expected the normal form', 'write "notes/cache.md"'),
    ("a/./b", 'holds the segment "."; expected the normal form', 'write "a/b"'),
    ("./a", 'holds the segment "."; expected the normal form', 'write "a"'),
    ("a//b", 'holds an empty segment ("//"); expected the normal form', 'write "a/b"'),
    ("../a", 'leads out of the workspace root by ".."', "copy the file below the root and name the copy"),
    ("a/../../b", 'leads out of the workspace root by ".."', "copy the file below the root and name the copy"),
    ("..", 'leads out of the workspace root by ".."', "copy the file below the root and name the copy"),
    (".", "names a folder; expected a file", ""),
    ("a/..", "names a folder; expected a file", ""),
    ("notes/", 'ends with "/", as a folder does; expected a file', "name the file in it"),
    ("/etc/passwd", "is an absolute path; expected a path relative to the workspace root", ""),
    ("\\a", "is an absolute path; expected a path relative to the workspace root", ""),
    ("C:notes.md", "begins with a drive letter; expected a path relative to the workspace root", ""),
    ("C:\\notes.md", "begins with a drive letter; expected a path relative to the workspace root", ""),
    ("\\\\host\\share\\a", "is a network (UNC) path; expected a path relative to the workspace root", ""),
    ("//host/share/a", "is a network (UNC) path; expected a path relative to the workspace root", ""),
    ("\\\\?\\C:\\a", "is a Windows device path; expected a path relative to the workspace root", ""),
    ("\\\\.\\a", "is a Windows device path; expected a path relative to the workspace root", ""),
    ("notes\\cache.md", "holds a backslash; names are separated by /", 'write "notes/cache.md"'),
    ("notes:1/c", "has a colon in its first name, as a drive or a URL has", "rename the file or folder"),
    ("~/a", HOME, ""),
    ("~user/a", HOME, ""),
    ("notes/cache.md ", "begins or ends with a blank", 'write "notes/cache.md"'),
    ("\u00a0a", "begins or ends with a blank", 'write "a"'),
    ("a\u200bb", "holds the invisible character U+200B", 'write "ab"'),
    ("\ufeffa", "holds the invisible character U+FEFF", 'write "a"'),
    ("a\u202eb", "holds the invisible character U+202E", 'write "ab"'),
    ("a\u200db", "holds the invisible character U+200D", 'write "ab"'),
    ("a\u3164b", "holds the invisible character U+3164", 'write "ab"'),
    ("a\u2028b", "holds the invisible character U+2028", 'write "ab"'),
    ("a\0b", "holds the control character U+0000", "rename the file without it"),
    ("a\nb", "holds the control character U+000A", "rename the file without it"),
    ("a\x85b", "holds the control character U+0085", "rename the file without it"),
    ("a\ud800", "holds half of a surrogate pair, U+D800", "write the character itself"),
    ("a/" * 512 + "a", "is 1025 bytes long; at most 1024 are allowed", ""),
    ("x" * 256, "has a name of 256 bytes; at most 255 are allowed", ""),
    ("\u00e9" * 128, "has a name of 256 bytes; at most 255 are allowed", ""),
]  # fmt: skip

URLS = [
    "https://evil.example/a.md",
    "file:///etc/passwd",
    "file:a.md",
    "HTTP://x",
    "git+ssh://x/y",
    "data:text/plain,x",
]

WARNINGS = [
    ("notes/CON.md", 'holds the name "CON.md", which Windows reserves for a device'),
    ("aux", 'holds the name "aux", which Windows reserves for a device'),
    ("nul.tar.gz/a", 'holds the name "nul.tar.gz", which Windows reserves for a device'),
    ("COM\u00b9.txt", 'holds the name "COM\u00b9.txt", which Windows reserves for a device'),
    ("notes/cache.md.", 'holds the name "cache.md."; Windows drops the dot or blank at its end'),
    ("notes /a.md", 'holds the name "notes "; Windows drops the dot or blank at its end'),
    ("notes/*.md", 'holds "*", which no Windows file name can hold'),
    ("notes/a:b.md", 'holds ":", which no Windows file name can hold'),
]


@pytest.mark.parametrize("path", GOOD)
def test_good(path: str) -> None:
    assert check_path(path) is None


@pytest.mark.parametrize(("path", "message", "hint"), ERRORS)
def test_error(path: str, message: str, hint: str) -> None:
    fault = check_path(path)
    assert fault is not None
    assert (fault.is_warning, fault.message, fault.hint) == (False, message, hint)


@pytest.mark.parametrize("path", URLS)
def test_url(path: str) -> None:
    fault = check_path(path)
    assert fault is not None
    assert fault.message == "is a URL; expected a file below the workspace root"
    assert "nothing is fetched" in fault.hint


@pytest.mark.parametrize(
    ("path", "message"), [*WARNINGS, ("a..", 'holds the name "a.."; Windows drops the dot or blank at its end')]
)
def test_warning(path: str, message: str) -> None:
    fault = check_path(path)
    assert fault is not None
    assert (fault.is_warning, fault.message) == (True, message)


def test_what_a_hint_writes_is_good() -> None:
    written = [hint.removeprefix("write ").strip('"') for _, _, hint in ERRORS if hint.startswith('write "')]
    assert len(written) > 8
    for path in written:
        assert check_path(path) is None, path


def test_a_plain_path_is_one_that_breaks_no_rule() -> None:
    chance = random.Random(5)
    pieces = [
        "a",
        "B7",
        "-",
        "_",
        ".",
        "..",
        "/",
        "con",
        "NUL",
        "com1",
        "lpt9",
        "com0",
        " ",
        "~",
        ":",
        "\\",
        "\u00e9",
        "\n",
        "\u017f",
    ]
    seen = set()
    for _ in range(20_000):
        path = "".join(chance.choices(pieces, k=chance.randrange(7)))
        assert check_path(path) == paths._first_fault(path), path
        seen.add(paths._PLAIN.fullmatch(path) is not None)
    assert seen == {True, False}
    assert check_path("a" * 256) == paths._first_fault("a" * 256) is not None
