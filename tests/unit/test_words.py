"""The interface words: every language says the same things, in letters of its own, and vouches for nothing."""

from __future__ import annotations

import json
import re
import unicodedata
from importlib import resources
from pathlib import Path

import pytest

from mkdocs_mechanism.document.model import text_direction
from mkdocs_mechanism.figure.panel import ORDER
from mkdocs_mechanism.figure.words import words_for
from mkdocs_mechanism.options import site_options
from mkdocs_mechanism.options_words import INTERFACE_WORDS, LANGUAGES, places

FOLDER = Path(str(resources.files("mkdocs_mechanism.figure").joinpath("words")))
NO_BREAK = "\u00a0"
SCRIPTS = {
    "ru": "CYRILLIC",
    "ar": "ARABIC",
    "he": "HEBREW",
    "hi": "DEVANAGARI",
    "ja": "CJK|HIRAGANA|KATAKANA",
    "ko": "HANGUL",
    "zh": "CJK",
}
"""Languages that are not written in Latin letters, and how the Unicode names of theirs begin."""
VOUCHING = re.compile(
    r"\bv[eé]rifi|geverifieerd|zweryfikowan|doğruland|подтвержд|موثّ?ق|محقّ?ق|מאומת|सत्यापित|検証|검증|验证|authentic|\btrue\b",
    re.IGNORECASE,
)
"""Words that readers take for "true"."""


def load(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return loaded


def texts(language: str) -> dict[str, str]:
    return {key: text for key, text in load(language).items() if not key.startswith("$")}


def test_languages_are_those_that_have_a_file() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == list(LANGUAGES)


def test_keys_are_those_of_the_english_file() -> None:
    assert list(INTERFACE_WORDS) == list(texts("en"))


def test_every_status_of_a_source_has_its_words() -> None:
    assert {f"{part}-{status}" for part in ("summary", "status") for status in ORDER} < set(INTERFACE_WORDS)


def test_every_key_is_used() -> None:
    """By its name, somewhere in the modules that write the figure; those of a status are put together there."""
    modules = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("*.py"))
    together = {f"{part}-{status}" for part in ("summary", "status") for status in ORDER}
    assert not [key for key in INTERFACE_WORDS if key not in together and not re.search(rf"""["']{key}["']""", modules)]


@pytest.mark.parametrize("language", LANGUAGES)
class TestLanguage:
    """What holds of each file."""

    def test_it_has_the_same_keys_in_the_same_order(self, language: str) -> None:
        assert list(load(language)) == ["$status", *INTERFACE_WORDS]

    def test_it_says_whether_a_native_reader_has_read_it(self, language: str) -> None:
        assert load(language)["$status"] in ("checked", "unchecked")

    def test_its_placeholders_are_the_same(self, language: str) -> None:
        for key, text in texts(language).items():
            assert sorted(re.findall(r"\{(\w*)\}", text)) == sorted(places(key)), key
            text.format(**dict.fromkeys(places(key), "x"))

    def test_nothing_is_left_in_english(self, language: str) -> None:
        if language == "en":
            return
        same = [key for key, text in texts(language).items() if len(text) > 8 and text == texts("en")[key]]
        assert not [key for key in same if key not in ("digest", "scenario", "position", "stage")]

    def test_its_letters_are_those_of_the_language(self, language: str) -> None:
        for key, text in texts(language).items():
            bare = re.sub(r"\{\w*\}|SHA-256", "", text)
            wrong = [
                letter
                for letter in bare
                if letter.isalpha() and not re.match(SCRIPTS.get(language, "LATIN"), unicodedata.name(letter))
            ]
            assert not wrong, (key, wrong)

    def test_no_mark_that_is_not_seen(self, language: str) -> None:
        """Direction is the markup's; a no-break space is seen, as a space (French has it before a colon)."""
        for key, text in texts(language).items():
            assert text == unicodedata.normalize("NFC", text), key
            assert text == text.strip(), key
            assert "  " not in text, key
            assert not [letter for letter in text if not letter.isprintable() and letter != NO_BREAK], key

    def test_its_signs_are_typographers(self, language: str) -> None:
        for key, text in texts(language).items():
            assert not re.search(r"[\"'´`]|\.\.\.|--", text), key
            if language == "fr":
                assert not re.search(rf"(?<!{NO_BREAK})[:;!?]", text), key
            elif language in ("ja", "zh"):
                assert not re.search(r"[:,;()!?]", text), key
            else:
                assert not re.search(r"\s[:;!?]", text), key

    def test_it_vouches_for_nothing(self, language: str) -> None:
        for key, text in texts(language).items():
            assert not VOUCHING.search(text), (key, text)

    def test_counts_read_right_with_any_number(self, language: str) -> None:
        """A number before a word that is inflected by it needs plural forms; ours stand alone or after the words."""
        inflecting = {"fr", "es", "it", "pt", "pl", "tr", "ru", "ar", "he", "hi"}
        for key, text in texts(language).items():
            if key.startswith("summary-") and language in inflecting:
                assert text.endswith(f"{NO_BREAK}({{count}})"), key

    def test_a_document_in_it_has_words_of_its_own(self, language: str) -> None:
        words = words_for(language)
        assert (words.language, words.is_own) == (language, True)
        assert words.own_language == ""
        assert words.html("all-steps") == texts(language)["all-steps"]


@pytest.mark.parametrize(("tag", "file"), [("pt-BR", "pt"), ("zh-TW", "zh"), ("de-1996", "de"), ("AR-eg", "ar")])
def test_region_falls_back_to_the_language(tag: str, file: str) -> None:
    words = words_for(tag)
    assert words.is_own
    assert words.plain("next") == texts(file)["next"]


@pytest.mark.parametrize("tag", ["sv", "fil", "x-private", "../en", "$status"])
def test_other_languages_get_english_words_that_say_so(tag: str) -> None:
    words = words_for(tag)
    assert not words.is_own
    assert words.html("start") == '<span lang="en" dir="ltr">Start</span>'
    assert words.own_language == ' lang="en" dir="ltr"'


def test_directions() -> None:
    assert {each for each in LANGUAGES if text_direction(each) == "rtl"} == {"ar", "he"}


# --- the option ------------------------------------------------------------------------------------------------------

SWEDISH = {key: " ".join([f"ord för {key}", *("{" + name + "}" for name in places(key))]) for key in INTERFACE_WORDS}


def test_own_words_are_for_every_language_or_for_one() -> None:
    own = {"start": "Before", "de": {"start": "Vorher"}, "pt": {"next": "Depois"}, "pt-BR": {"next": "Avançar"}}
    assert site_options({"words": own})[1] == {}
    starts = [words_for(each, own).plain("start") for each in ("en", "de", "de-AT", "fr")]
    assert starts == ["Before", "Vorher", "Vorher", "Before"]
    assert [words_for(each, own).plain("next") for each in ("pt", "pt-BR", "pt-br")] == ["Depois", "Avançar", "Avançar"]


def test_a_language_of_the_sites_own() -> None:
    own = {"sv": SWEDISH}
    assert site_options({"words": own})[1] == {}
    assert words_for("sv-FI", own).is_own
    assert words_for("sv-FI", own).plain("step-name", number=1, title="Ett") == "ord för step-name 1 Ett"


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("Play", 'option "words" has the value "Play"; expected a map of keys to texts', ""),
        ({"plya": "Go"}, 'option "words" has no key "plya"', 'did you mean "play"?'),
        ({"de": {"pley": "Los"}}, 'option "words" has no key "de.pley"', 'did you mean "play"?'),
        ({"play": " "}, 'option "words" has no text for "play"', ""),
        ({"de": {"play": None}}, 'option "words" has no text for "de.play"', ""),
        (
            {"step-count": "{number} / {sum}"},
            'option "words" has the text "{number} / {sum}" for "step-count"; expected one with {number} and {total}',
            "",
        ),
        ({"play": "{}"}, 'option "words" has the text "{}" for "play"; expected one with nothing in braces', ""),
        (
            {"stage": "{title.__class__}"},
            'option "words" has the text "{title.__class__}" for "stage"; expected one with {title}',
            "",
        ),
        (
            {False: {"play": "Spill"}},
            'option "words" has a map under "False", which is no language',
            "write a quoted tag, such as 'no'",
        ),
    ],
)
def test_wrong_words_are_named_by_their_key(words: object, message: str, hint: str) -> None:
    options, wrong = site_options({"words": words})
    assert options.words == {}
    assert (wrong["words"].code, wrong["words"].message, wrong["words"].hint) == ("option-value", message, hint)


def test_a_language_of_the_sites_own_is_whole() -> None:
    _, wrong = site_options({"words": {"sv": {key: SWEDISH[key] for key in SWEDISH if key not in ("play", "to")}}})
    has = f"has {len(SWEDISH) - 2} of {len(SWEDISH)} words"
    assert wrong["words"].message == f'option "words" {has} for "sv", a language without shipped ones'
    assert wrong["words"].hint == "add play, to"
