"""What the player's script puts into the page, as a `template`: not seen, read or found without the script.

`data-part` is the name by which the script knows an element.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..document.model import Mechanism, text_direction
from ..timeline import Timeline
from .words import Words

SPEEDS = ("0.5", "1", "1.5", "2")


def player_template(mechanism: Mechanism, lines: Sequence[Timeline], words: Words) -> str:
    """Return the control bar, the status line and the dialog of the expanded figure."""
    own = words.own_language
    play = "".join(f' data-{key}="{words.attribute(key)}"' for key in ("play", "pause", "replay"))
    segments = "<i></i>" * max(len(line.frames) - 1 for line in lines)
    bar = (
        f'<div class="mechanism-bar" data-part="bar" role="group" aria-label="{words.attribute("playback")}"{own}>'
        f"{_button('previous', words)}{_button('play', words, play)}{_button('next', words)}"
        f'<div class="mechanism-track" data-part="track">{segments}'
        f'<input type="range" step="any" data-part="slider" aria-label="{words.attribute("position")}"></div>'
        f"{_button('more', words)}"
        f'<div class="mechanism-more" data-part="menu" popover>{_choice(mechanism, lines, words)}{_speeds(words)}'
        f"{_button('pace', words)}{_button('link', words)}{_button('expand', words)}</div></div>"
    )
    status = (
        f'<p class="mechanism-status" data-part="status" role="status" data-copied="{words.attribute("copied")}"></p>'
    )
    return f"<template>{bar}{status}{_dialog(mechanism, words)}</template>"


def _button(key: str, words: Words, more: str = "", kind: str = "button") -> str:
    name = words.attribute(key)
    return f'<button class="mechanism-{key}-button" type="{kind}" data-part="{key}" title="{name}"{more}></button>'


def _choice(mechanism: Mechanism, lines: Sequence[Timeline], words: Words) -> str:
    """Return the choice of scenario; its options are words of the document."""
    language = mechanism.language
    own = "" if words.is_own else f' lang="{escape(language)}" dir="{text_direction(language)}"'
    options = "".join(
        f'<option value="{escape(line.scenario)}"{own}>{escape(line.title, quote=False)}</option>' for line in lines
    )
    hidden = "" if len(lines) > 1 else " hidden"
    return f'<select data-part="scenario" aria-label="{words.attribute("scenario")}"{hidden}>{options}</select>'


def _speeds(words: Words) -> str:
    options = "".join(f'<option value="{speed}">{speed}×</option>' for speed in SPEEDS)
    return f'<select data-part="speed" dir="ltr" aria-label="{words.attribute("speed")}">{options}</select>'


def _dialog(mechanism: Mechanism, words: Words) -> str:
    title = escape(mechanism.title)
    return (
        f'<dialog class="mechanism-dialog" data-part="dialog" aria-label="{title}">'
        f'<form class="mechanism-tools" method="dialog"{words.own_language}>'
        f"{_button('smaller', words)}{_button('larger', words)}{_button('close', words, kind='submit')}</form>"
        f'<div class="mechanism-view" data-part="view" tabindex="0" role="group" aria-label="{title}"></div></dialog>'
    )
