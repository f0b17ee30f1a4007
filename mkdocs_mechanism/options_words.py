"""The option `words`: interface words of a site's own, checked before a figure uses them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .diagnostics import quote
from .suggestions import near

LANGUAGES = ("ar", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr", "zh")
"""The languages that have a file in `figure/words/`."""
INTERFACE_WORDS = (
    *("playback", "scenario", "play", "pause", "replay", "previous", "next", "position", "speed", "pace", "link"),
    *("copied", "expand", "larger", "smaller", "close", "more", "step-name", "step-count", "start", "to", "all-steps"),
    *("stage", "limitations", "sources", "no-sources", "digest", "copy", "repository"),
    *("part-line", "part-lines", "part-region", "summary-verified", "summary-changed", "summary-missing"),
    *("summary-recorded", "summary-unpinned", "summary-refused", "summary-cited", "status-verified"),
    *("status-changed", "status-missing", "status-recorded", "status-unpinned", "status-refused", "status-cited"),
    *("reviewed", "reviewed-stale", "error-title"),
)
"""The keys of such a file."""
PLACES = {
    "step-name": ("number", "title"),
    "step-count": ("number", "total"),
    "stage": ("title",),
    "part-line": ("lines",),
    "part-lines": ("lines",),
    "part-region": ("region",),
    "reviewed": ("by", "on"),
    "reviewed-stale": ("by", "on"),
}
"""What a text has in braces; each summary has `count`, the other texts nothing."""
TAG = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
"""A BCP 47 tag, roughly."""


class WordsError(Exception):
    """What is wrong with the words, and the cure."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the parts of the finding that this becomes."""
        super().__init__(message)
        self.message = message
        self.hint = hint


def places(key: str) -> tuple[str, ...]:
    """Return the names that the text of a key holds in braces."""
    return ("count",) if key.startswith("summary-") else PLACES.get(key, ())


def read_words(value: object) -> Mapping[str, object]:
    """Return a map of key to text, or of language to such a map.

    Raises:
        WordsError: A key is unknown, a text is none or lacks a placeholder, or a language without words of ours
            gets only some.
    """
    if not isinstance(value, Mapping):
        raise WordsError(f"has the value {quote(str(value))}; expected a map of keys to texts")
    for name, found in value.items():
        if not isinstance(found, Mapping):
            _check(name, name, found)
            continue
        if not isinstance(name, str) or not TAG.fullmatch(name):
            # YAML reads the tag of Norwegian, `no`, as false.
            raise WordsError(
                f"has a map under {quote(str(name))}, which is no language", "write a quoted tag, such as 'no'"
            )
        for key, text in found.items():
            _check(key, f"{name}.{key}", text)
        primary = name.partition("-")[0].lower()
        known = {*found, *(value[primary] if isinstance(value.get(primary), Mapping) else ())}
        missing = [key for key in INTERFACE_WORDS if key not in known]
        if primary not in LANGUAGES and missing:
            has = f"has {len(known)} of {len(INTERFACE_WORDS)} words for {quote(name)}, a language without shipped ones"
            raise WordsError(has, "add " + ", ".join(missing))
    return value


def _check(key: object, shown: str, text: object) -> None:
    """Refuse a key that no figure uses, and a text that can't stand where that key's does."""
    if not isinstance(key, str) or key not in INTERFACE_WORDS:
        raise WordsError(f"has no key {quote(str(shown))}", near(str(key), INTERFACE_WORDS))
    if not isinstance(text, str) or not text.strip():
        raise WordsError(f"has no text for {quote(shown)}")
    held = re.findall(r"\{(\w*)\}", text)
    if sorted(held) != sorted(places(key)) or re.search(r"[{}]", re.sub(r"\{\w*\}", "", text)):
        asked = " and ".join("{" + name + "}" for name in places(key)) or "nothing in braces"
        raise WordsError(f"has the text {quote(text)} for {quote(shown)}; expected one with {asked}")
