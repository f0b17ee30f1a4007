"""Every option: one table, from which fence parser, extension, plugin and the docs page are made."""

from __future__ import annotations

from dataclasses import dataclass


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
    verify: str = "error"
    """Level of changed, missing and refused sources: `error`, `warn`, `ignore`."""
    unpinned: str = "warn"
    """Level of sources without digest: `error`, `warn`, `ignore`."""
    accept: frozenset[str] = frozenset()
    """Codes of warnings that are notes here."""
