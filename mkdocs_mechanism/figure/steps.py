"""The steps as text: one list a scenario, in which a style sheet shows the current step or all of them."""

from __future__ import annotations

import json
from html import escape

from ..document.model import Mechanism
from ..timeline import Frame, Timeline
from .words import Words


def steps_list(figure_id: str, mechanism: Mechanism, line: Timeline, index: int, shown: int, words: Words) -> str:
    """Return a scenario's list: "Start", then each step with what moves and its state table.

    Args:
        figure_id: the figure's id; each item's id is `ID-SCENARIO-N`.
        mechanism: for names and labels.
        line: the scenario's frames.
        index: place of the scenario in the document.
        shown: place of the scenario that the figure shows first.
        words: interface words.
    """
    later = "" if index == shown else " mechanism-later"
    items = "".join(_item(figure_id, mechanism, line, frame, words) for frame in line.frames)
    classes = f"mechanism-steps s{index}{later}"
    return f'{_heading(line)}<ol class="{classes}" start="0" data-times=\'{_times(line)}\'>{items}</ol>'


def _times(line: Timeline) -> str:
    """Return what the player has to know of a scenario, as JSON: when each frame ends, and the moment for it, in ms."""
    ends = [frame.begin + frame.duration for frame in line.frames]
    landings = [round(frame.landing) for frame in line.frames]
    known = {"id": line.scenario, "ends": ends, "landings": landings, "end": ends[-1], "last": len(ends) - 1}
    return escape(json.dumps(known, separators=(",", ":")), quote=False)


def _heading(line: Timeline) -> str:
    """Return the scenario's title; its description only where it says something else."""
    more = "" if line.description == line.title else f" {escape(line.description, quote=False)}"
    return f'<p class="mechanism-scenario"><b>{escape(line.title, quote=False)}</b>{more}</p>'


def _item(figure_id: str, mechanism: Mechanism, line: Timeline, frame: Frame, words: Words) -> str:
    item_id = escape(f"{figure_id}-{line.scenario}-{frame.number}")
    total = len(line.frames) - 1
    body = (
        f'<p class="mechanism-title"><b>{words.html("start")}</b></p>'
        if frame.number == 0
        else f'<p class="mechanism-count">{words.html("step-count", number=frame.number, total=total)}</p>'
        f'<p class="mechanism-title"><b>{escape(frame.title, quote=False)}</b></p>'
        f"<p>{escape(frame.description, quote=False)}</p>{_moves(mechanism, frame, words)}"
    )
    rows = "".join(
        ('<div class="mechanism-changed">' if row.key in frame.changed else "<div>")
        + f"<dt>{escape(row.label, quote=False)}</dt><dd>{escape(row.value, quote=False)}</dd></div>"
        for row in frame.state
    )
    table = f'<dl class="mechanism-state">{rows}</dl>' if rows else ""
    return f'<li id="{item_id}" class="t{frame.number}"><div class="mechanism-step">{body}</div>{table}</li>'


def _moves(mechanism: Mechanism, frame: Frame, words: Words) -> str:
    """Return what moves in a step, in the order of its paths: "Select GPU work (Scheduler -> Forward pass)"."""
    if not frame.moves:
        return ""
    arrow = "←" if mechanism.is_rtl else "→"
    to = f'<span role="img" aria-label="{words.attribute("to")}"{words.own_language}>{arrow}</span>'
    items = []
    for move in frame.moves:
        edge = mechanism.edges[move.edge]
        ends = f" {to} ".join(
            f"<bdi>{escape(mechanism.nodes[name].label, quote=False)}</bdi>" for name in (edge.tail, edge.head) if name
        )
        label = escape(edge.label, quote=False)
        items.append(f"<li>{label} ({ends})</li>" if label else f"<li>{ends}</li>")
    return f'<ul class="mechanism-moves">{"".join(items)}</ul>'
