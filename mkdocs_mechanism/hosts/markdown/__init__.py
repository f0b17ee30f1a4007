"""The Python-Markdown extension: from a fence in a page to the figure in its HTML, in every host that uses it."""

from __future__ import annotations

from .extension import MechanismExtension

__all__ = ["MechanismExtension", "makeExtension"]


def makeExtension(**options: object) -> MechanismExtension:  # noqa: N802  # Python-Markdown looks for this name
    """Return the extension; called by Python-Markdown for the extension's dotted name."""
    return MechanismExtension(**options)
