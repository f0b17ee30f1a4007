"""The shared stylesheet: two real files, published as one."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=1)
def drawing_css() -> str:
    """Return the rules of the drawing alone (a standalone SVG carries them)."""
    return _read("drawing.css")


@lru_cache(maxsize=1)
def shared_css() -> bytes:
    """Return the stylesheet that every figure shares."""
    return (drawing_css() + "\n" + _read("figure.css")).encode()


@lru_cache(maxsize=1)
def shared_name() -> str:
    """Return its file name, which changes with its content so that no cache serves an old one."""
    return f"mechanism-{hashlib.sha256(shared_css()).hexdigest()[:8]}.css"


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
