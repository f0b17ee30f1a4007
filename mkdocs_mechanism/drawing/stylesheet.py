"""Timelines + displays -> the figure's own stylesheet: what moves, and what a chosen scenario or step shows.

Selectors and keyframe names use only the class `m-HASH` and index classes (`n0` node, `e0` edge, `s0` scenario, `t0`
step), never an id, a page or a name: the same figure anywhere is the same file. CSS keyframes are the only timeline;
`--a` is 1 while an element is active, `--v` once it was. How that looks is `assets/drawing.css`.

Custom properties that the rules hand down from `mechanism-player`:
    --hold      `none` where nothing moves (a chosen step, a figure that waits, reduced motion)
    --rest      `none` where the tokens stand; `--hold`, but for a player, which lets the tokens of its step alone run
    --still     `none` where a figure does not move by itself: it waits, or the reader wants reduced motion
    --g0        `none` unless scenario 0 plays; guaranteed-invalid (`initial`) where it does
    --d0, --z0  display of scenario 0's numbers and radio buttons; visibility of its "Start"
    --on0       100 % for the radio button of the scenario that is shown
    --n0a ...   what a chosen step sets: active, visited, the token's opacity, visibility of the step's words
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..timeline import Frame, Move, Timeline
from .display import Display

EASING = "cubic-bezier(.45,.05,.4,1)"
_CLASS = "\0"
"""Stands for the class `m-HASH` until the hash is known."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished stylesheet."""

    css_class: str
    """`m-` and the first 10 hex digits of the SHA-256 of the sheet with the class left blank."""
    css: str

    @property
    def file_name(self) -> str:
        """Return the name that the host publishes it under."""
        return f"{self.css_class}.css"


@dataclass(frozen=True, slots=True)
class _Names:
    """The index class of every node and edge."""

    of: Mapping[str, str]

    def sorted(self, names: Iterable[str]) -> list[str]:
        """Return the index classes of names, in document order, nodes first."""
        return sorted((self.of[name] for name in names), key=_document_order)


def page_sheet(displays: Sequence[Display], lines: Sequence[Timeline]) -> Sheet:
    """Return the stylesheet of a figure in a page.

    Args:
        displays: the layouts that the figure holds: wide and narrow, or one for both.
        lines: the timeline of each scenario.
    """
    names = _names(displays[0])
    player = f".{_CLASS} mechanism-player"
    still = f"{player}:not([data-ready])"
    rules: list[str] = []
    if len(lines) > 1:
        rules.extend(_scenario_rules(player, still, names, lines))
    motion = [*_base_rules(player, names, lines), *_words_rules(player, lines), *_token_paths(player, displays)]
    motion.extend(_step_rules(player, still, names, lines))
    motion.extend(_keyframes(names, lines))
    rules.append("@media screen{\n" + "\n".join(motion) + "\n}")
    return _finish("\n".join(rules) + "\n")


def standalone_sheet(display: Display, lines: Sequence[Timeline], shown: int) -> Sheet:
    """Return the rules of one scenario for an SVG file of its own: it plays, nothing can be chosen."""
    names = _names(display)
    line = [lines[shown]]
    root = f".{_CLASS}"
    motion = [*_base_rules(root, names, line), *_token_paths(root, [display]), *_keyframes(names, line)]
    return _finish("@media screen and (prefers-reduced-motion:no-preference){\n" + "\n".join(motion) + "\n}\n")


def _finish(text: str) -> Sheet:
    digest = hashlib.sha256(text.replace(_CLASS, "").encode()).hexdigest()[:10]
    css_class = f"m-{digest}"
    return Sheet(css_class, text.replace(_CLASS, css_class))


def _names(display: Display) -> _Names:
    return _Names(
        {node.name: f"n{node.index}" for node in display.nodes}
        | {edge.name: f"e{edge.index}" for edge in display.edges}
    )


def _scenario_rules(player: str, still: str, names: _Names, lines: Sequence[Timeline]) -> list[str]:
    """Return what the scenario then shown decides, on paper too; which one it is, is decided by specificity.

    Weakest first: the figure's own scenario, that of the `:target`, the figure's own again once Play or Pause is
    chosen, that of the chosen step, the chosen scenario.
    """
    dimmed = names.sorted(frozenset().union(*(line.unselected for line in lines)))
    rules = [f"{player} .{item}{{--u:var(--{item}u,0)}}" for item in dimmed]
    for index in range(len(lines)):
        rules.append(f"{player} .numbers.s{index},{player} .mechanism-playback>.s{index}{{display:var(--d{index})}}")
        rules.append(f"{player} .mechanism-choice :has(>.s{index}){{--on:var(--on{index});--shown:var(--d{index})}}")
    for index, line in enumerate(lines):
        here = set(names.sorted(line.unselected))
        values = [f"--{item}u:{int(item in here)}" for item in dimmed]
        for other in range(len(lines)):
            seen = other == index
            values.append(f"--d{other}:{'inline' if seen else 'none'}")
            values.append(f"--z{other}:{'visible' if seen else 'hidden'}")
            values.append(f"--g{other}:{'initial' if seen else 'none'}")
            values.append(f"--on{other}:{'100%' if seen else '0%'}")
        selectors = (
            f"{player}.s{index}",
            f"{still}:has(.s{index}>:target)",
            f"{still}.s{index}:has(.mechanism-playback :checked)",
            f"{still}:has(.mechanism-nojs .mechanism-playback .s{index} :checked)",
            f"{still}:has(.mechanism-nojs .mechanism-choice.mechanism-choice .s{index}:checked)",
        )
        rules.append(f"{','.join(selectors)}{{{';'.join(values)}}}")
    return rules


def _base_rules(root: str, names: _Names, lines: Sequence[Timeline]) -> list[str]:
    """Return the rule of each node, edge and token that any scenario uses."""
    cycles = ",".join(f"{line.cycle}ms" for line in lines)
    rules = [f"{root} :is(.node,.edge,.number,.token){{animation-duration:{cycles}}}"]
    used = [set(names.sorted(frozenset().union(*(frame.active for frame in line.frames)))) for line in lines]
    for item in names.sorted(names.of):
        if not any(item in each for each in used):
            continue
        motion = _animation(lines, item, [item in each for each in used])
        rules.append(f"{root} .{item}{{--a:var(--{item}a,0);--v:var(--{item}v,0);{motion}}}")
        if item.startswith("e"):
            motion = _animation(lines, f"{item}k", [item in each for each in used]).replace("--hold", "--rest")
            rules.append(f"{root} .token.{item}{{opacity:var(--{item}o,0);{motion}}}")
    return rules


def _animation(lines: Sequence[Timeline], item: str, used: Sequence[bool]) -> str:
    """Return the animation of an element: one keyframe rule a scenario, of which `--g0` ... lets one through."""
    if len(lines) == 1:
        return f"animation-name:var(--hold,{_CLASS}-0{item})"
    each = (f"var(--g{k},{_CLASS}-{k}{item})" if used[k] else "none" for k in range(len(lines)))
    return f"animation-name:var(--hold,{','.join(each)})"


def _words_rules(player: str, lines: Sequence[Timeline]) -> list[str]:
    """Return which step's words are seen: by the same timeline, or the chosen one's."""
    rules = []
    for k, line in enumerate(lines):
        rules.append(f"{player} :is(.s{k}>li,.s{k}>label){{animation-duration:{line.cycle}ms}}")
        for frame in line.frames:
            item = f"t{frame.number}"
            gate = f"{_CLASS}-{k}{item}" if len(lines) == 1 else f"var(--g{k},{_CLASS}-{k}{item})"
            fallback = f"var(--z{k},{'visible' if len(lines) == 1 else 'hidden'})" if frame.number == 0 else "hidden"
            rules.append(
                f"{player} .s{k}>.{item}{{visibility:var(--{k}{item},{fallback});animation-name:var(--hold,{gate})}}"
            )
            if frame.number:
                rules.append(
                    f"{player} .s{k}>:has(>.{item}){{animation-name:var(--hold,{gate.replace(item, f'{item}k')})}}"
                )
    return rules


def _token_paths(root: str, displays: Sequence[Display]) -> list[str]:
    rules = []
    for display in displays:
        layout = "narrow" if display.is_narrow else "wide"
        used = {drawn.edge for numbers in display.numbers for drawn in numbers}
        for edge in display.edges:
            if edge.index in used:
                selector = (
                    f"{root} .mechanism-{layout} .token.e{edge.index}"
                    if len(displays) > 1
                    else f"{root} .token.e{edge.index}"
                )
                rules.append(f'{selector}{{offset-path:path("{edge.route.d()}")}}')
    return rules


def _step_rules(player: str, still: str, names: _Names, lines: Sequence[Timeline]) -> list[str]:
    """Return what a chosen step shows: by player, radio button, else `:target`, else by the figure's own setting."""
    rules = []
    nothing = ":not(:has(.mechanism-nojs :checked))"
    for k, line in enumerate(lines):
        other = f":not(:has(.mechanism-choice :checked:not(.s{k})))" if len(lines) > 1 else ""
        for frame in line.frames:
            step = f"t{frame.number}"
            values = ";".join(_step_values(names, k, frame))
            chosen = f"{player}[data-ready].s{k}.{step},{still}{nothing}:has(.s{k}>.{step}:target)"
            if frame.number:
                chosen += f",{still}:has(.mechanism-playback .s{k} .{step}:checked){other}"
                own = f"{still}.s{k}.{step}:not(:has(.mechanism-nojs :checked,:target))"
                rules.append(f"{own}{{--hold:var(--still);{values}}}")
            rules.append(f"{chosen}{{--hold:none;{values}}}")
    return rules


def _step_values(names: _Names, scenario: int, frame: Frame) -> list[str]:
    values = []
    if frame.number:
        values = [f"--z{scenario}:hidden", f"--{scenario}t{frame.number}:visible"]
    values += [f"--{item}a:1" for item in names.sorted(frame.active)]
    values += [f"--{item}v:1" for item in names.sorted(frame.visited)]
    values += [f"--{item}o:1" for item in names.sorted({move.edge for move in frame.moves})]
    return values


def _keyframes(names: _Names, lines: Sequence[Timeline]) -> list[str]:
    rules = []
    for k, line in enumerate(lines):
        frames = line.frames[1:]
        used = {names.of[name]: name for frame in frames for name in frame.active}
        for item in sorted(used, key=_document_order):
            name = used[item]
            values = [f"--a:{int(name in frame.active)};--v:{int(name in frame.visited)}" for frame in frames]
            rules.append(_flips(f"{k}{item}", line, values))
            moves = [move for frame in frames for move in frame.moves if move.edge == name]
            if moves:
                rules.append(f"@keyframes {_CLASS}-{k}{item}k{{{_token_stops(line, moves)}}}")
        for own in line.frames:
            seen = [f"visibility:{'visible' if frame is own else 'hidden'}" for frame in frames]
            rules.append(_flips(f"{k}t{own.number}", line, seen))
            if own.number:
                lit = [f"--on:{100 if frame is own else 0}%" for frame in frames]
                rules.append(_flips(f"{k}t{own.number}k", line, lit))
    return rules


def _flips(name: str, line: Timeline, values: Sequence[str]) -> str:
    """Return the keyframes of values that flip at step boundaries, one value a step; equal neighbors are one stop."""
    stops = ""
    last = ""
    for frame, value in zip(line.frames[1:], values, strict=True):
        if value != last:
            stops += f"{_percent(frame.begin, line.cycle)}{{{value}}}"
            last = value
    return f"@keyframes {_CLASS}-{name}{{{stops}}}"


def _token_stops(line: Timeline, moves: Sequence[Move]) -> str:
    stops = ["0%{opacity:0;offset-distance:0%}"]
    for move in moves:
        stops.append(
            f"{_percent(move.begin, line.cycle)}{{opacity:1;offset-distance:0%;animation-timing-function:{EASING}}}"
            f"{_percent(move.end, line.cycle)}{{opacity:1;offset-distance:100%}}"
        )
        # A stop at the same place as the arrival would make the token fade on its way.
        stops.append(f"{_percent(max(move.gone, move.end + 1), line.cycle)}{{opacity:0;offset-distance:100%}}")
    return "".join(stops)


def _document_order(item: str) -> tuple[bool, int]:
    """Sort index classes: nodes before edges, each in document order."""
    return item.startswith("e"), int(item[1:])


def _percent(time: float, cycle: int) -> str:
    """Return a time as a share of the cycle; four decimals, or neighbors 1 ms apart would fall together."""
    text = f"{100 * time / cycle:.4f}".rstrip("0").rstrip(".")
    return f"{text or '0'}%"
