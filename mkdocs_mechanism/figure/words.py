"""The figure's own few words: one JSON file a language beside this module.

A file also says in `$status` whether a native reader has read it: `checked` or `unchecked`. Counts are worded so that
every number reads right, "sans empreinte (1)": no language needs plural forms here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib import resources

from ..document.model import text_direction

DEFAULT = "en"
NONE: Mapping[str, object] = {}


@dataclass(frozen=True, slots=True)
class Words:
    """Interface words for one document."""

    language: str
    """The language of the words."""
    is_own: bool
    """True where the words are in the document's language."""
    texts: Mapping[str, str]

    def plain(self, key: str, **values: object) -> str:
        """Return the words of a key, not escaped."""
        return self.texts[key].format(**values)

    def attribute(self, key: str, **values: object) -> str:
        """Return the words of a key, escaped for an attribute."""
        return escape(self.plain(key, **values))

    def html(self, key: str, **values: object) -> str:
        """Return the words of a key as HTML; in another language than the document's they carry their own."""
        return self.marked(escape(self.plain(key, **values), quote=False))

    def marked(self, html: str) -> str:
        """Return HTML in the interface's language, with its own `lang` and `dir` where the document has others."""
        return html if self.is_own else f"<span{self.own_language}>{html}</span>"

    @property
    def own_language(self) -> str:
        """Return the `lang` and `dir` attributes of interface words; empty where they are the document's."""
        return "" if self.is_own else f' lang="{self.language}" dir="{text_direction(self.language)}"'


def words_for(language: str, own: Mapping[str, object] = NONE) -> Words:
    """Return the words for a document's language: its primary subtag's file, else English.

    Args:
        language: the document's BCP 47 tag.
        own: the site's words over the shipped ones: key to text, or language to such a map (read by `options`, which
            asks for every word where the language has no file). Of `pt` and `pt-BR` the closer one wins.
    """
    primary = language.partition("-")[0].lower()
    over = {key: text for key, text in own.items() if isinstance(text, str)}
    named = {key.lower(): texts for key, texts in own.items() if isinstance(texts, Mapping)}
    spoken = {**named.get(primary, {}), **named.get(language.lower(), {})}
    shipped = _load(primary)
    if shipped is None and not spoken:
        return Words(DEFAULT, False, {**(_load(DEFAULT) or {}), **over})
    return Words(primary, True, {**(shipped or _load(DEFAULT) or {}), **over, **spoken})


@lru_cache(maxsize=64)
def _load(language: str) -> Mapping[str, str] | None:
    if not language.isalpha():
        return None
    file = resources.files(__package__).joinpath("words", f"{language}.json")
    if not file.is_file():
        return None
    loaded: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return {key: text for key, text in loaded.items() if not key.startswith("$")}
