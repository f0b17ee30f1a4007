"""Every option: one table, from which fence parser, extension, plugin and the docs page are made.

What comes in is what a host or a fence says, as text or as YAML gives it; what goes out is typed and complete.
This module knows no host and no file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from .codes import CODES, finding
from .diagnostics import Diagnostic, Location, Severity, quote
from .options_words import WordsError, read_words
from .suggestions import near, suggestion

SOURCE_LIMIT = 256 * 2**20
"""Bytes of the longest source, unless `source_limit` says otherwise."""


@dataclass(frozen=True, slots=True)
class FigureOptions:
    """What is decided for one figure: fence over extension over plugin."""

    id: str = ""
    """The figure's id; empty: the document's slugged stem."""
    classes: tuple[str, ...] = ()
    scenario: str = ""
    """Id of the scenario shown first; empty: the document's first."""
    step: int = 0
    """Step shown before anything moves; 0 is Start."""
    autoplay: bool = True
    """False: the figure stands still until the reader acts."""
    loop: bool = False
    """True: the player begins again at the end. Without scripts a figure always does."""
    pace: str = "auto"
    """`auto`, or `reader`: the player stops after each step until Next."""
    words: Mapping[str, object] = field(default_factory=dict, hash=False)
    """Interface words over the figure's own: key to text, or language to such a map."""
    verify: str = "error"
    """Level of changed, missing and refused sources: `error`, `warn`, `ignore`."""
    unpinned: str = "warn"
    """Level of sources without digest: `error`, `warn`, `ignore`."""
    accept: frozenset[str] = frozenset()
    """Codes of warnings that are notes here."""
    require_review: bool = False
    """True: a missing or stale review is an error."""
    provenance: bool = False
    """True: the figure carries its record as JSON-LD."""
    publish_sources: bool = False
    """True: copies of the sources are published with the site."""
    source_paths: str = "full"
    """How much of a source's path is seen: `full`, `name`, `hide`."""
    source_limit: int = SOURCE_LIMIT
    """Longest source, in bytes."""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """What a site's configuration decides for all its figures."""

    autoplay: bool = True
    loop: bool = False
    pace: str = "auto"
    words: Mapping[str, object] = field(default_factory=dict, hash=False)
    verify: str = "error"
    unpinned: str = "warn"
    allow_fence_verify: bool = False
    """True: fences may set `verify` and accept the codes in `GATED_CODES`."""
    accept: frozenset[str] = frozenset()
    root: str = ""
    """The workspace; empty: the host decides."""
    assets: str = "auto"
    """`auto`, `link` or `inline`."""
    on_error: str = "report"
    """`report` or `raise`."""
    base_path: str = ""
    """Folder of the page, where a host does not say which page it renders."""
    require_review: bool = False
    provenance: bool = False
    publish_sources: bool = False
    source_paths: str = "full"
    source_limit: int = SOURCE_LIMIT


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table."""

    name: str
    where: str
    """`fence`, `site` (the configuration of extension or plugin) or `both`."""
    kind: str
    """`text`, `id`, `names`, `number`, `size`, `flag`, `choice`, `codes` or `words`."""
    default: str
    """As an author would write it; empty when there is none."""
    summary: str
    choices: tuple[str, ...] = ()
    landed: bool = True
    """False: refused as not supported yet."""

    @property
    def fence(self) -> bool:
        """True when a fence may hold it (`verify` only where the site allows it)."""
        return self.where != "site"

    @property
    def site(self) -> bool:
        """True when a site's configuration may hold it."""
        return self.where != "fence"


EXTENSION_NAMES = ("mkdocs_mechanism", "mechanism", "mkdocs_mechanism.hosts.markdown")
"""The names under which a configuration lists the extension; the first is the one to prefer."""
LEVELS = ("error", "warn", "ignore")
ASSETS = ("auto", "link", "inline")
SOURCE_PATHS = ("full", "name", "hide")

_ROWS = (
    Option("src", "fence", "text", "", "The document: relative to the page; a leading `/` is the docs folder."),
    Option("id", "fence", "id", "", "The figure's id; the document's name when left out."),
    Option("class", "fence", "names", "", "Further classes of the figure."),
    Option("scenario", "fence", "id", "", "Id of the scenario shown first; the document's first when left out."),
    Option("step", "fence", "number", "0", "The step shown before anything moves; 0 is Start."),
    Option("autoplay", "both", "choice", "visible", "When the figure starts by itself.", ("visible", "false")),
    Option("loop", "both", "flag", "false", "The player begins again at the end."),
    Option(
        "pace", "both", "choice", "auto", "`reader`: the player stops after each step until Next.", ("auto", "reader")
    ),
    Option("verify", "both", "choice", "error", "Level of changed, missing and refused sources.", LEVELS),
    Option("unpinned", "both", "choice", "warn", "Level of sources without a recorded digest.", LEVELS),
    Option(
        "allow_fence_verify",
        "site",
        "flag",
        "false",
        "Fences may set `verify`, and accept changed sources and reviews.",
    ),
    Option(
        "accept",
        "both",
        "codes",
        "",
        "Codes of warnings that are accepted; they become notes. Those of plugin, extension and fence add up.",
    ),
    Option("require_review", "site", "flag", "false", "A document without a review that still holds is an error."),
    Option("root", "site", "text", "", "The folder below which documents and sources are found."),
    Option("assets", "site", "choice", "auto", "Whether stylesheets are linked or stand in the page.", ASSETS),
    Option("on_error", "site", "choice", "report", "Whether an error stops the host.", ("report", "raise")),
    Option("words", "site", "words", "", "Interface words: key to text, or language to such a map."),
    Option("base_path", "site", "text", "", "Folder of the page, where the host does not say which page it is."),
    Option("provenance", "site", "flag", "false", "Publish each figure's record, and what `verify` and signers read."),
    Option("publish_sources", "site", "flag", "false", "Publish copies of the sources, linked from each figure."),
    Option("source_paths", "site", "choice", "full", "How much of a source's path is published.", SOURCE_PATHS),
    Option("source_limit", "site", "size", "256 MiB", "Size of the longest source: bytes, or KiB, MiB, GiB."),
)
_LATER = {"drawing": "fence"} | dict.fromkeys(
    (
        *("cache", "cache_dir"),
        *("layout_engine", "svg_policy", "drawing_dark"),
    ),
    "site",
)
OPTIONS: dict[str, Option] = {row.name: row for row in _ROWS} | {
    name: Option(name, where, "text", "", "Not supported yet.", landed=False) for name, where in _LATER.items()
}

SOURCE_CODES = frozenset({"source-changed", "source-missing", "source-part", "source-path", "source-refused"})
"""The errors that may be accepted: by a site, and by a fence where the site allows it."""
GATED_CODES = SOURCE_CODES | {"review-stale"}
"""What a fence may accept only where the site allows it."""

ID = re.compile(r"(?!__)[^\W\d][\w.-]*")
"""An id; those that begin with two underscores are the themes' own, such as Material's `__search`."""
CLASS = re.compile(r"-?[^\W\d][\w-]*")


class OptionError(Exception):
    """An option that can't be read: its code, what is wrong, and the cure."""

    def __init__(self, code: str, message: str, hint: str = "", kept: object = None) -> None:
        """Keep the parts of the finding that this becomes.

        Args:
            code: the finding's code.
            message: what is wrong.
            hint: the cure.
            kept: what of the value can be read all the same; None: nothing.
        """
        super().__init__(f"{message}; {hint}" if hint else message)
        self.kept = kept
        self.code = code
        self.message = message
        self.hint = hint

    def at(self, location: Location) -> Diagnostic:
        """Return the finding at the place where the option stands."""
        return finding(self.code, self.message, location, hint=self.hint)


@dataclass(frozen=True, slots=True)
class Given:
    """An option as a fence gives it."""

    value: str
    location: Location


def find(name: str, *, fence: bool) -> Option:
    """Return the row of `name`.

    Args:
        name: As written.
        fence: True for a fence, False for a site's configuration.

    Raises:
        OptionError: It does not exist, has not landed, or does not belong here.
    """
    option = OPTIONS.get(name)
    if option is None:
        here = [other.name for other in OPTIONS.values() if other.landed and (other.fence if fence else other.site)]
        name = str(name)  # YAML's keys may be numbers
        exact = name.replace("-", "_").lower()
        raise OptionError("unknown-option", f"there is no option {quote(name)}", suggestion(exact, here, "options"))
    if not option.landed:
        raise OptionError("not-supported-yet", f"option {quote(name)} is not supported yet", "remove it")
    if fence and not option.fence:
        raise OptionError(
            "option-not-allowed", f"option {quote(name)} may not stand in a fence", "set it in the site's configuration"
        )
    if not fence and not option.site:
        raise OptionError(
            "option-not-allowed", f"option {quote(name)} belongs in a fence, not in the site's configuration"
        )
    return option


def read_value(option: Option, value: object) -> object:
    """Return the value of an option, typed by the option's kind.

    Args:
        option: Its row.
        value: Text from a fence, or what YAML or TOML made of it.

    Returns:
        `str` for text, id and choice, `int` for number, `bool` for flag, `tuple[str, ...]` for names,
        `frozenset[str]` for codes, a map for words.

    Raises:
        OptionError: The value is not allowed.
    """
    if option.kind in ("names", "codes"):
        words = _words(option, value)
        return _codes(option, words) if option.kind == "codes" else tuple(_class(word) for word in words)
    if option.kind in ("choice", "flag"):
        return _choice(option, value)
    if option.kind == "number":
        return _number(option, value)
    if option.kind == "size":
        return _size(option, value)
    if option.kind == "words":
        return _interface_words(option, value)
    if not isinstance(value, str):
        raise _refuse(option, value, "a text")
    if not value.strip() and (option.fence or value):
        raise OptionError("option-value", f"option {quote(option.name)} is empty")
    if option.kind == "id" and not ID.fullmatch(value):
        raise _refuse(option, value, 'a letter, then letters, digits, ".", "_" or "-"')
    return value


def _interface_words(option: Option, value: object) -> Mapping[str, object]:
    try:
        return read_words(value)
    except WordsError as error:
        raise OptionError("option-value", f"option {quote(option.name)} {error.message}", error.hint) from None


def _refuse(option: Option, value: object, expected: str, hint: str = "") -> OptionError:
    shown = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool | None) else str(value)
    return OptionError(
        "option-value", f"option {quote(option.name)} has the value {quote(shown)}; expected {expected}", hint
    )


def _words(option: Option, value: object) -> list[str]:
    """Split a blank- or comma-separated text; a list is taken as it is."""
    if isinstance(value, str):
        return [word for word in re.split(r"[\s,]+", value) if word]
    if isinstance(value, list | tuple | set | frozenset) and all(isinstance(word, str) for word in value):
        return sorted(value) if isinstance(value, set | frozenset) else list(value)
    raise _refuse(option, value, "a list of names")


def _class(word: str) -> str:
    if not CLASS.fullmatch(word):
        raise OptionError("option-value", f'{quote(word)} is no name for a class; expected letters, digits, "_" or "-"')
    return word


def _codes(option: Option, words: list[str]) -> frozenset[str]:
    """Return the codes; the error about a wrong one keeps the right ones beside it, which go on to be accepted."""
    codes: set[str] = set()
    wrong: list[OptionError] = []
    for word in words:
        try:
            codes.add(_code(option, word))
        except OptionError as error:
            wrong.append(error)
    if wrong:
        more = f" ({len(wrong) - 1} more of its words are wrong, too)" if len(wrong) > 1 else ""
        raise OptionError(wrong[0].code, wrong[0].message + more, wrong[0].hint, frozenset(codes))
    return frozenset(codes)


def _code(option: Option, word: str) -> str:
    """Return a code that may be accepted: a warning's, or one of `SOURCE_CODES`."""
    code = CODES.get(word)
    if code is None:
        acceptable = [name for name in CODES if CODES[name].severity is Severity.WARNING or name in SOURCE_CODES]
        hint = near(word, CODES) or suggestion(word, acceptable, "codes that can be accepted")
        raise OptionError("option-value", f"option {quote(option.name)} names {quote(word)}, which is no code", hint)
    if code.severity is Severity.NOTE:
        raise OptionError(
            "option-value",
            f"{quote(word)} is a note already; {quote(option.name)} takes codes of warnings",
            f"remove {quote(word)}",
        )
    if code.severity is Severity.ERROR and word not in SOURCE_CODES:
        raise OptionError(
            "option-value",
            f"{quote(word)} is an error and can't be accepted; {quote(option.name)} takes codes of warnings",
            f"remove {quote(word)}",
        )
    return word


def _choice(option: Option, value: object) -> str | bool:
    choices = option.choices or ("true", "false")
    text = ("true" if value else "false") if isinstance(value, bool) else value
    if not isinstance(text, str) or text not in choices:
        hint = near(text, choices) if isinstance(text, str) else ""
        raise _refuse(option, value, "one of " + ", ".join(choices), hint)
    return text == "true" if option.kind == "flag" else text


def _number(option: Option, value: object) -> int:
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,3}", value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 999:
        return value
    raise _refuse(option, value, "a whole number from 0")


_UNITS = {"": 1, "kib": 2**10, "mib": 2**20, "gib": 2**30}
LARGEST = 2**50
"""Most bytes that a size may be."""


def _size(option: Option, value: object) -> int:
    """Return a number of bytes: written as such, or with a binary unit."""
    written = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    match = (
        re.fullmatch(r"([0-9]{1,16}) ?([KMG]iB)?", written.strip(), re.IGNORECASE) if isinstance(written, str) else None
    )
    size = int(match[1]) * _UNITS[(match[2] or "").lower()] if match else 0
    if 0 < size <= LARGEST:
        return size
    other = (
        re.fullmatch(r"([0-9]{1,16}) ?([KMG])B?", written.strip(), re.IGNORECASE) if isinstance(written, str) else None
    )
    hint = f"write {quote(f'{other[1]} {other[2].upper()}iB')}" if other else ""
    raise _refuse(option, value, 'a number of bytes, such as 1000000 or "512 MiB"', hint)


def site_options(values: Mapping[str, object]) -> tuple[SiteOptions, dict[str, OptionError]]:
    """Read a site's configuration.

    Args:
        values: Option name to value, as the configuration file gives it; None is "not set".

    Returns:
        The options, with defaults for all that is left out or wrong, and what is wrong by option name.
    """
    read: dict[str, object] = {}
    wrong: dict[str, OptionError] = {}
    for name, value in values.items():
        try:
            option = find(name, fence=False)
            if value is not None:
                read[name] = read_value(option, value)
        except OptionError as error:
            wrong[name] = error
            if error.kept is not None:
                read[name] = error.kept
    if "autoplay" in read:
        read["autoplay"] = read["autoplay"] == "visible"
    return SiteOptions(**read), wrong  # type: ignore[arg-type]  # read_value types each by its row


def merged(under: Mapping[str, object], over: Mapping[str, object]) -> dict[str, object]:
    """Return two parts of a site's configuration in one.

    Args:
        under: Option name to value, of the plugin.
        over: The same of the extension: it outranks the plugin, but lists of codes add up.
    """
    both = {**under, **{name: value for name, value in over.items() if value is not None}}
    for option in OPTIONS.values():
        values = [part[option.name] for part in (under, over) if part.get(option.name) is not None]
        if option.kind == "codes" and len(values) > 1:
            both[option.name] = _added(option, values)
    return both


def _added(option: Option, values: list[object]) -> list[object]:
    try:
        return [word for value in values for word in _words(option, value)]
    except OptionError:
        return values  # refused where it is read, whichever of them is wrong


def figure_options(site: SiteOptions, given: Mapping[str, Given]) -> tuple[FigureOptions, tuple[Diagnostic, ...]]:
    """Decide for one figure: what its fence says, else what the site says.

    Args:
        site: The site's options.
        given: Option name to text, as the fence has it.

    Returns:
        The options, and a finding for each that may not stand in the fence or can't be read.
    """
    read: dict[str, object] = {}
    findings: list[Diagnostic] = []
    for name, text in given.items():
        try:
            read[name] = _read_given(site, name, text.value)
        except OptionError as error:
            findings.append(error.at(text.location))
            if error.kept is not None:
                read[name] = error.kept
    return (
        FigureOptions(
            id=str(read.get("id", "")),
            classes=_typed(read.get("class"), ()),
            scenario=str(read.get("scenario", "")),
            step=_typed(read.get("step"), 0),
            autoplay=read["autoplay"] == "visible" if "autoplay" in read else site.autoplay,
            loop=_typed(read.get("loop"), site.loop),
            pace=_typed(read.get("pace"), site.pace),
            words=site.words,
            verify=_typed(read.get("verify"), site.verify),
            unpinned=_typed(read.get("unpinned"), site.unpinned),
            accept=site.accept | _typed(read.get("accept"), frozenset()),
            require_review=site.require_review,
            provenance=site.provenance,
            publish_sources=site.publish_sources,
            source_paths=site.source_paths,
            source_limit=site.source_limit,
        ),
        tuple(findings),
    )


T = TypeVar("T")


def _typed(value: object, default: T) -> T:
    return value if isinstance(value, type(default)) else default


def _read_given(site: SiteOptions, name: str, text: str) -> object:
    """Read one option of a fence; the publisher's gate is closed unless the site opens it."""
    option = find(name, fence=True)
    try:
        value = read_value(option, text)
    except OptionError as error:
        if isinstance(error.kept, frozenset) and not site.allow_fence_verify:
            error.kept -= GATED_CODES
        raise
    if site.allow_fence_verify:
        return value
    hint = 'set "allow_fence_verify: true" in the site\'s configuration, or remove it'
    if name == "verify":
        raise OptionError("option-not-allowed", 'this site does not let fences set "verify"', hint)
    if isinstance(value, frozenset) and value & GATED_CODES:
        message = f"this site does not let fences accept {quote(min(value & GATED_CODES))}"
        raise OptionError("option-not-allowed", message, hint, value - GATED_CODES)
    return value
