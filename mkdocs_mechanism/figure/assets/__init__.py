"""The shared stylesheet: real files, published as one."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from importlib import resources

FOLDER = "assets/mechanism/"
"""Where hosts that take files put those of figures, relative to the site."""


@lru_cache(maxsize=1)
def drawing_css() -> str:
    """Return the rules of the drawing alone (a standalone SVG carries them)."""
    return _read("drawing.css")


@lru_cache(maxsize=1)
def shared_css() -> bytes:
    """Return the stylesheet that every figure shares: light, dark by the theme's switch, else by the system's."""
    dark = _read("dark.css") + "color-scheme: dark;\n"
    by_theme = f'[data-md-color-scheme="slate"] .mechanism {{\n{dark}}}\n'
    by_system = f":root:not(:has([data-md-color-scheme])) .mechanism {{\n{dark}}}\n"
    palettes = f"{by_theme}@media screen and (prefers-color-scheme: dark) {{\n{by_system}}}\n"
    return (drawing_css() + palettes + _read("figure.css")).encode()


@lru_cache(maxsize=1)
def shared_name() -> str:
    """Return its file name, which changes with its content so that no cache serves an old one."""
    return f"mechanism-{hashlib.sha256(shared_css()).hexdigest()[:8]}.css"


@lru_cache(maxsize=1)
def player_js() -> bytes:
    """Return the player's script, as it is shipped."""
    return _read("mechanism-player.js").encode()


@lru_cache(maxsize=1)
def player_name() -> str:
    """Return its file name, which changes with its content."""
    return f"mechanism-player-{hashlib.sha256(player_js()).hexdigest()[:8]}.js"


def script_element(base: str) -> str:
    """Return the element that loads the player; `base` is the relative URL, ending in `/`, of its folder."""
    return f'<script src="{escape(base + player_name())}" defer></script>'


def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def link_elements(base: str, names: Sequence[str]) -> str:
    """Return a `link` for each stylesheet; `base` is the relative URL, ending in `/`, of the folder that holds them."""
    return "".join(f'<link rel="stylesheet" href="{escape(base + name)}">' for name in names)


def style_element(css: str) -> str:
    """Return a `style` element, for hosts that can't publish files. Our rules hold no `<`, so nothing can end it."""
    return f"<style>{css}</style>"


def dark_css() -> str:
    """Return the dark palette for a drawing that stands alone: there only the system's setting can choose it."""
    return f"@media (prefers-color-scheme: dark) {{\n.mechanism {{\n{_read('dark.css')}}}\n}}\n"
