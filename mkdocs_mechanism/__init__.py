"""Animated, accessible figures of mechanisms in Markdown pages, checked against the sources they rest on.

The public names are here; each is loaded when it is first asked for, and importing the package loads no host.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .diagnostics import Diagnostic, Location
    from .options import FigureOptions
    from .pipeline import Result, build, draw
    from .request import Request
    from .workspace import Workspace

__all__ = [
    "Diagnostic",
    "FigureOptions",
    "Location",
    "Request",
    "Result",
    "Workspace",
    "__version__",
    "build",
    "draw",
    "makeExtension",
]

__version__ = "0.1.0"

_HOMES = {
    "Diagnostic": "diagnostics",
    "FigureOptions": "options",
    "Location": "diagnostics",
    "Request": "request",
    "Result": "pipeline",
    "Workspace": "workspace",
    "build": "pipeline",
    "draw": "pipeline",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def makeExtension(**options: object) -> Any:  # noqa: N802  # Python-Markdown looks for this name
    """Return the Python-Markdown extension; called for the extension name `mkdocs_mechanism`."""
    return import_module(".hosts.markdown", __name__).MechanismExtension(**options)
