"""A figure with its player: what it says of itself, what was heard of it, and what it holds on to."""

from __future__ import annotations

from typing import Any

from browser.shown import Shown

WATCH = """
window.heard = []
for (const name of ['step', 'play', 'pause', 'end'])
  document.addEventListener(`mechanism-${name}`, ({detail}) => heard.push([name, detail.step]))
window.errors = []
addEventListener('error', event => errors.push(`${event.message}`))
addEventListener('unhandledrejection', event => errors.push(`${event.reason}`))
window.said = []
addEventListener('DOMContentLoaded', () => new MutationObserver(records => {
  for (const {target} of records) {
    const status = target.nodeType === 1 && target.closest('[role=status]')
    if (status && said.at(-1) !== status.textContent) said.push(status.textContent)
  }
}).observe(document.body, {childList: true, subtree: true, characterData: true}))
"""
"""Runs before the page: events, errors, and every text of the status line."""

STATE = """player => {
  const part = name => player.querySelector(`[data-part=${name}]`)
  return {
    scenario: player.now.id, step: player.step, time: player.time, plays: player.since > 0,
    ready: player.dataset.ready, button: part('play').title, value: part('slider').valueAsNumber,
    valuetext: part('slider').getAttribute('aria-valuetext'), status: part('status').textContent,
    current: [...player.querySelectorAll('[aria-current]')].map(each => each.id),
    disabled: ['previous', 'next'].filter(name => part(name).ariaDisabled === 'true'),
    now: [...player.querySelectorAll('.mechanism-track > i')].findIndex(each => each.className === 'now') + 1,
  }
}"""


BOUND = "id => { const player = document.getElementById(id).querySelector('mechanism-player')\n return (%s) }"

SHOWS_ACTIVE = """([id, selector]) => {
  const figure = document.getElementById(id), room = figure.querySelector(selector).getBoundingClientRect()
  return [...figure.querySelectorAll('.node')]
    .filter(node => node.checkVisibility() && getComputedStyle(node).getPropertyValue('--a') == 1)
    .map(node => node.getBoundingClientRect())
    .some(box => box.left >= room.left - 1 && box.right <= room.right + 1 && box.top >= room.top - 1)
}"""


class Playing(Shown):
    """A figure on a page, with the player running."""

    def call(self, script: str) -> Any:
        """Run a script in which `player` is the element."""
        return self.page.evaluate(BOUND % script, self.id)

    def state(self) -> dict[str, Any]:
        """Return what the player shows and says."""
        state: dict[str, Any] = self.root.locator("mechanism-player").evaluate(STATE)
        return state

    def at(self) -> int:
        """Return the step that is shown."""
        return int(self.call("player.step"))

    def plays(self) -> bool:
        """Tell whether it plays."""
        return bool(self.call("player.since > 0"))

    def press(self, name: str) -> None:
        """Click a control of the bar or the dialog, whatever it says of itself."""
        self.root.locator(f"[data-part={name}]").click(force=True)

    def focus(self, name: str) -> None:
        """Put the focus on a control."""
        self.root.locator(f"[data-part={name}]").focus()

    def key(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def wait(self, script: str) -> None:
        """Wait until a script, in which `player` is the element, gives something true."""
        self.page.wait_for_function(BOUND % script, arg=self.id, timeout=10_000)

    def running(self) -> int:
        """Return how many animations run."""
        return int(
            self.call("player.getAnimations({subtree: true}).filter(each => each.playState === 'running').length")
        )

    def shows_active(self, room: str) -> bool:
        """Tell whether an active node of the drawing that is seen lies within an element of the player."""
        return bool(self.page.evaluate(SHOWS_ACTIVE, [self.id, room]))

    def focused(self) -> str:
        """Return the part that has the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.part ?? document.activeElement.localName"))

    def heard(self) -> list[list[Any]]:
        """Return the events so far, each with its step."""
        events: list[list[Any]] = self.page.evaluate("window.heard")
        return events

    def said(self) -> list[str]:
        """Return every text that the status line had, in order."""
        texts: list[str] = self.page.evaluate("window.said")
        return texts

    def errors(self) -> list[str]:
        """Return errors and rejections that nobody caught."""
        errors: list[str] = self.page.evaluate("window.errors")
        return errors
