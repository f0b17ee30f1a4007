"""A small valid document, and ways to change it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mkdocs_mechanism.diagnostics import Diagnostic
from mkdocs_mechanism.document.model import Mechanism
from mkdocs_mechanism.document.reader import Reading, read

VALID = Path(__file__).parent / "corpus/valid"
BASE: dict[str, Any] = json.loads((VALID / "base.json").read_bytes())
"""Three nodes, two edges (a short one and a long one), one scenario of two steps."""


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    document = copy.deepcopy(BASE)
    change(document)
    return document


def reading_of(document: Any, endpoints: Mapping[str, Any] | None = None, file: str = "cache.json") -> Reading:
    return read(json.dumps(document).encode(), file=file, endpoints=endpoints or {})


def mechanism_of(document: Any, endpoints: Mapping[str, Any] | None = None, file: str = "cache.json") -> Mechanism:
    reading = reading_of(document, endpoints, file)
    assert reading.mechanism is not None, reading.diagnostics
    return reading.mechanism


def found_in(document: Any, endpoints: Mapping[str, Any] | None = None) -> list[tuple[str, str]]:
    """Return code and place of each finding."""
    return [(found.code, found.location.path) for found in reading_of(document, endpoints).diagnostics]


def only(document: Any) -> Diagnostic:
    """Return the one finding."""
    (found,) = reading_of(document).diagnostics
    return found
