"""The HTML around the drawing: one `figure` element, complete without any script or stylesheet.

The markup is a contract (themes, tests and readers' scripts rely on it); its words come from `words`. Every text of
the document passes through `html.escape` here or in `svg`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from ..diagnostics import Diagnostic, Severity
from ..document.model import Mechanism, text_direction
from ..timeline import Timeline
from .controls import player_template
from .panel import ReviewRow, SourceRow, sources_panel
from .steps import steps_list
from .words import Words, words_for


@dataclass(frozen=True, slots=True)
class FigureParts:
    """Everything that the markup is made of."""

    mechanism: Mechanism
    lines: tuple[Timeline, ...]
    svgs: tuple[str, ...]
    rows: tuple[SourceRow, ...]
    verdict: str
    """`all`, `some`, `none` or `failed`."""
    css_class: str
    classes: tuple[str, ...]
    id: str
    stem: str
    shown: int
    """Index of the scenario that is shown."""
    step: int
    moves: bool
    autoplay: bool
    loop: bool
    pace: str
    words: Mapping[str, object]
    assets: str
    """`link` elements or `style` elements, ready to stand in the figure."""
    scrolls: bool
    """True where one wide layout serves every width."""
    review: ReviewRow | None = None
    """Who looked at document and sources together, and when."""
    record: str = ""
    """The figure's record as a data block, where the site publishes it."""


def render_figure(parts: FigureParts) -> str:
    """Return the `figure` element of a page."""
    mechanism, words = parts.mechanism, words_for(parts.mechanism.language, parts.words)
    return "".join(
        (
            _open(parts, "auto" if parts.moves else "none"),
            parts.assets,
            _player(parts),
            _stage(parts, words),
            f'<div class="mechanism-control">{_controls(parts, words)}</div>',
            f'<label class="mechanism-all"><input type="checkbox">{words.html("all-steps")}</label>',
            '<div class="mechanism-words">',
            f'<p class="mechanism-description">{_text(mechanism.description)}</p>',
            *(
                steps_list(parts.id, mechanism, line, index, parts.shown, words)
                for index, line in enumerate(parts.lines)
            ),
            "</div>",
            sources_panel(parts.rows, words, parts.review),
            player_template(mechanism, parts.lines, words),
            "</mechanism-player>",
            parts.record,
            _caption(mechanism, words),
            "</figure>",
        )
    )


def _player(parts: FigureParts) -> str:
    """Return the player's opening tag: what it shows first and how it plays."""
    shown = f"s{parts.shown}" + (f" t{parts.step}" if parts.step else "")
    plays = "" if parts.autoplay else ' autoplay="false"'
    plays += " loop" if parts.loop else ""
    plays += f' pace="{parts.pace}"' if parts.pace != "auto" else ""
    return f'<mechanism-player class="{shown}"{plays}>'


def render_still(parts: FigureParts, href: str) -> str:
    """Return the still picture that an excerpt shows; it leads to the figure in its post (`href`)."""
    words = words_for(parts.mechanism.language, parts.words)
    return "".join(
        (
            _open(parts, "none", " mechanism-still"),
            parts.assets,
            f'<a href="{escape(href)}">{_stage(parts, words, is_linked=True)}</a>',
            _caption(parts.mechanism, words),
            "</figure>",
        )
    )


def render_failure(figure_id: str, diagnostics: Sequence[Diagnostic], assets: str) -> str:
    """Return the visible figure of a block that can't be rendered: the findings, escaped."""
    words = words_for("en")
    items = "".join(
        f"<li>{escape(f'{each.location}: {each.message}', quote=False)}"
        + (f"<br>{escape(each.hint, quote=False)}" if each.hint else "")
        + "</li>"
        for each in diagnostics
        if each.severity is Severity.ERROR
    )
    head = f'class="mechanism mechanism-error" id="{escape(figure_id)}" data-verified="failed" lang="en" dir="ltr"'
    return f"<figure {head}>{assets}<p>{words.html('error-title')}</p><ul>{items}</ul></figure>"


def _open(parts: FigureParts, motion: str, extra: str = "") -> str:
    mechanism = parts.mechanism
    classes = " ".join((f"mechanism{extra}", parts.css_class, *(escape(each) for each in parts.classes)))
    return (
        f'<figure class="{classes}" id="{escape(parts.id)}" data-mechanism="{escape(parts.stem)}"'
        f' data-scenario="{escape(parts.lines[parts.shown].scenario)}" data-motion="{motion}"'
        f' data-verified="{parts.verdict}" lang="{escape(mechanism.language)}"'
        f' dir="{text_direction(mechanism.language)}">'
    )


def _stage(parts: FigureParts, words: Words, *, is_linked: bool = False) -> str:
    """Return the stage; within a link it takes no focus of its own."""
    scroll = ""
    if parts.scrolls and not is_linked:
        name = words.attribute("stage", title=parts.mechanism.title)
        scroll = f' tabindex="0" role="group" aria-label="{name}"{words.own_language}'
    classes = "mechanism-stage mechanism-scroll" if parts.scrolls else "mechanism-stage"
    return f'<div class="{classes}" data-search-exclude{scroll}>{"".join(parts.svgs)}</div>'


def _controls(parts: FigureParts, words: Words) -> str:
    name = escape(parts.id)
    choice = ""
    if len(parts.lines) > 1:
        language = parts.mechanism.language
        own = "" if words.is_own else f' lang="{escape(language)}" dir="{text_direction(language)}"'
        radios = "".join(
            f'<label{own}><input type="radio" name="{name}-scenario" class="s{index}">{_text(line.title)}</label>'
            for index, line in enumerate(parts.lines)
        )
        label = words.attribute("scenario")
        choice = (
            f'<span class="mechanism-choice" role="radiogroup" aria-label="{label}"{words.own_language}>{radios}</span>'
        )
    playback = "".join(
        f'<label{words.own_language}><input type="radio" name="{name}-playback" class="mechanism-{key}">'
        f"{escape(words.plain(key))}</label>"
        for key in ("play", "pause")
    )
    for index, line in enumerate(parts.lines):
        other = "" if index == parts.shown else " mechanism-other"
        steps = "".join(
            f'<label><input type="radio" name="{name}-playback" class="t{frame.number}"'
            f' aria-label="{words.attribute("step-name", number=frame.number, title=frame.title)}">'
            f"{frame.number}</label>"
            for frame in line.frames[1:]
        )
        playback += f'<span class="s{index}{other}">{steps}</span>'
    return (
        f'<fieldset class="mechanism-nojs"><legend>{words.html("playback")}</legend>{choice}'
        f'<span class="mechanism-playback">{playback}</span></fieldset>'
    )


def _caption(mechanism: Mechanism, words: Words) -> str:
    caption = f'<p class="mechanism-caption">{_text(mechanism.caption)}</p>'
    if not mechanism.limitations:
        return f"<figcaption>{caption}</figcaption>"
    items = "".join(f"<li>{_text(each)}</li>" for each in mechanism.limitations)
    heading = f'<p class="mechanism-heading"><b>{words.html("limitations")}</b></p>'
    return f'<figcaption>{caption}{heading} <ul class="mechanism-limitations">{items}</ul></figcaption>'


def _text(text: str) -> str:
    return escape(text, quote=False)
