"""The mechanism after reading: frozen, complete, every short form spelled out.

What comes in is decided by `reader`; here is what every later stage may rely on. It knows no JSON and no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..diagnostics import Location


@dataclass(frozen=True, slots=True)
class Endpoints:
    """An edge's ends as a line of the fence gives them."""

    tail: str
    head: str
    location: Location
    """Where the line stands in the page."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file whose content the figure rests on, a part of one, or a citation."""

    path: str
    """Relative POSIX path below the workspace root, in normal form; empty for a citation."""
    sha256: str | None
    """64 lower-case hex digits, of the part where one is named; None when unpinned."""
    description: str
    lines: str = ""
    """The part of a text file that counts: `12` or `12-40`, from 1, both included; empty for the whole file."""
    region: str = ""
    """The part of a text file that counts, by the name in its marker lines; never together with `lines`."""
    url: str = ""
    """Where a citation leads (https); never fetched."""

    @property
    def name(self) -> str:
        """Return what messages call the source: its path, or the URL of a citation."""
        return self.path or self.url

    @property
    def part(self) -> str:
        """Return what messages call the part, such as `lines 12-40` or `region loop`; empty for a whole file."""
        if self.lines:
            return f"lines {self.lines}" if "-" in self.lines else f"line {self.lines}"
        return f"region {self.region}" if self.region else ""


@dataclass(frozen=True, slots=True)
class Review:
    """Who looked at document and sources together, when, and at which state of the document."""

    by: str
    on: str
    """The day, as `2026-05-31`."""
    content: str
    """64 lower-case hex digits over the document's meaning without pins and review."""
    sources: str | None = None
    """64 lower-case hex digits over the pins; None where the review does not record them."""


@dataclass(frozen=True, slots=True)
class Node:
    """A vertex."""

    name: str
    id: str
    label: str
    detail: str = ""
    shape: str = "box"
    """One of `box`, `store`, `actor`, `queue`."""
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed connection. Without endpoints (None) the mechanism cannot be drawn."""

    name: str
    id: str
    label: str
    """May be empty."""
    tail: str | None = None
    """Name of the node that the edge leaves."""
    head: str | None = None
    """Name of the node that the edge enters."""


@dataclass(frozen=True, slots=True)
class Step:
    """One state change of a scenario."""

    title: str
    description: str
    duration: int
    """Milliseconds."""
    active: tuple[str, ...]
    """Names of nodes."""
    paths: tuple[str, ...]
    """Names of edges."""
    state: Mapping[str, str]
    """State key to value, as this step sets it (inherited values: `timeline`)."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One run through the mechanism."""

    id: str
    title: str
    description: str
    initial: Mapping[str, str]
    unselected: tuple[str, ...]
    """Names of nodes and edges as listed."""
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Mechanism:
    """The thing explained: one graph with its scenarios, sources and limitations."""

    version: int
    language: str
    title: str
    description: str
    caption: str
    alt: str
    sources: tuple[Source, ...]
    limitations: tuple[str, ...]
    nodes: Mapping[str, Node]
    """By name, in document order."""
    edges: Mapping[str, Edge]
    """By name, in document order."""
    groups: Mapping[str, str]
    """Group name to label, in document order."""
    state_labels: Mapping[str, str]
    scenarios: tuple[Scenario, ...]
    direction: str
    """`right`, `left` or `down`, already resolved (right-to-left languages default to `left`)."""
    review: Review | None = None

    @property
    def is_rtl(self) -> bool:
        """True when the document's language is written from right to left."""
        return text_direction(self.language) == "rtl"


RTL_SCRIPTS = frozenset({"Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm", "Rohg", "Mand", "Samr"})
RTL_LANGUAGES = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ku-arab", "nqo", "pnb", "ps", "sd", "syr", "ug", "ur", "yi"}
)


def text_direction(language: str) -> str:
    """Return `rtl` or `ltr` for a BCP 47 tag: its script subtag decides, else its language (RFC 5646, 2.2.3)."""
    parts = language.split("-")
    for part in parts[1:]:
        if len(part) == 1:
            break
        if len(part) == 4 and part.isalpha():
            return "rtl" if part.title() in RTL_SCRIPTS else "ltr"
    return "rtl" if parts[0].lower() in RTL_LANGUAGES else "ltr"
