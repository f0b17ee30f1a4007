"""A figure as a reader has it before them: what is seen, how wide the strokes are, where the tokens stand."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

STEP_TIME = 3.5
"""Seconds within which a playing figure changes: more than its rest at the end of the loop."""

PROBE = """([id, ask, ...rest]) => {
  const figure = document.getElementById(id)
  const svg = [...figure.querySelectorAll('.mechanism-stage > svg')].filter(each => each.checkVisibility())
  if (svg.length !== 1) throw new Error(`${svg.length} drawings are seen`)
  const all = selector => [...svg[0].querySelectorAll(selector)]
  const style = element => getComputedStyle(element)
  const px = text => Math.round(parseFloat(text) * 1000) / 1000
  const inDrawing = element => {
    const box = element.getBoundingClientRect()
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
    const {x, y} = at.matrixTransform(svg[0].getScreenCTM().inverse())
    return [x, y]
  }
  // checkVisibility alone says yes to what stands in a <g> of display: none.
  const displayed = element => !element || (style(element).display !== 'none' && displayed(element.parentElement))
  const seen = element =>
    displayed(element) && element.checkVisibility({visibilityProperty: true, opacityProperty: true})
  const asked = {
    nodes: () => Object.fromEntries(all('.node').map(node => {
      const [body, bar, tick, ring] = ['.body', '.bar', '.tick', '.ring'].map(each => style(node.querySelector(each)))
      return [node.dataset.node, {
        width: px(body.strokeWidth), dashes: body.strokeDasharray, stroke: body.stroke, fill: body.fill,
        bar: px(bar.strokeOpacity), tick: px(tick.opacity), ring: px(ring.strokeOpacity),
      }]
    })),
    edges: () => Object.fromEntries(all('.edge').map(edge => {
      const line = style(edge.querySelector('path'))
      const own = [...edge.classList].find(each => /^e\\d+$/.test(each))
      const number = all(`.number.${own}`).filter(seen)
      return [edge.dataset.edge, {
        width: px(line.strokeWidth), dashes: line.strokeDasharray, stroke: line.stroke,
        number: number.map(each => each.textContent).join('|'),
        filled: number.map(each => style(each.firstElementChild).fill).join('|'),
      }]
    })),
    tokens: () => Object.fromEntries(all('.edge').flatMap(edge => {
      const own = [...edge.classList].find(each => /^e\\d+$/.test(each))
      const token = all(`.token.${own}`)[0]
      return token && seen(token) ? [[edge.dataset.edge, inDrawing(token)]] : []
    })),
    landing: edge => {
      const [line, arrow] = svg[0].querySelector(`[data-edge="${edge}"]`).querySelectorAll('path')
      const route = line.cloneNode()
      const [, x, y] = arrow.getAttribute('d').match(/^M(\\S+) ([\\d.-]+)L/)
      route.setAttribute('d', `${line.getAttribute('d')}L${x} ${y}`)
      const at = route.getPointAtLength(route.getTotalLength() * 0.62)
      return [at.x, at.y]
    },
    words: () => [...figure.querySelectorAll('.mechanism-steps > li')].filter(seen).map(item => item.id),
    lit: () => [...figure.querySelectorAll('.mechanism-nojs label')].filter(seen)
      .filter(label => style(label).getPropertyValue('--on').trim() === '100%').map(label => label.innerText),
    seek: time => {
      for (const each of figure.getAnimations({subtree: true})) { each.pause(); each.currentTime = time }
    },
    everything: () => JSON.stringify([asked.nodes(), asked.edges(), asked.tokens(), asked.words()]),
  }
  return asked[ask](...rest)
}"""


class Shown:
    """A figure on a page."""

    def __init__(self, page: Page, figure_id: str) -> None:
        self.page = page
        self.id = figure_id
        self.root = page.locator(f"[id='{figure_id}']")

    def ask(self, what: str, *rest: object) -> Any:
        """Return what the probe finds (the browser's own view; it runs with the page's scripts off too)."""
        return self.page.evaluate(PROBE, [self.id, what, *rest])

    def nodes(self) -> dict[str, dict[str, Any]]:
        """Return the look of each node by name."""
        return dict(self.ask("nodes"))

    def edges(self) -> dict[str, dict[str, Any]]:
        """Return the look of each edge by name."""
        return dict(self.ask("edges"))

    def tokens(self) -> dict[str, tuple[float, float]]:
        """Return where each token that is seen stands, by edge, in px of the drawing."""
        return {edge: (at[0], at[1]) for edge, at in self.ask("tokens").items()}

    def words(self) -> list[str]:
        """Return the ids of the steps whose words are seen."""
        return list(self.ask("words"))

    def lit(self) -> list[str]:
        """Return the labels of the controls that are shown as chosen."""
        return list(self.ask("lit"))

    def widths(self) -> dict[str, float]:
        """Return the stroke width of each node and edge by name."""
        return {name: look["width"] for name, look in (self.nodes() | self.edges()).items()}

    def play(self) -> None:
        """Choose Play."""
        self.root.locator(".mechanism-play").check()

    def pause(self) -> None:
        """Choose Pause."""
        self.root.locator(".mechanism-pause").check()

    def step(self, number: int, scenario: int = 0) -> None:
        """Choose a step of a scenario, by its place in the document."""
        self.root.locator(f".mechanism-playback .s{scenario} .t{number}").check()

    def scenario(self, index: int) -> None:
        """Choose a scenario."""
        self.root.locator(f".mechanism-choice .s{index}").check()

    def moves(self, within: float = STEP_TIME) -> bool:
        """Tell whether anything that is seen changes within some seconds, with nothing in focus."""
        self.page.evaluate("document.activeElement?.blur()")
        first = self.ask("everything")
        end = time.monotonic() + within
        while time.monotonic() < end:
            self.page.wait_for_timeout(60)
            if self.ask("everything") != first:
                return True
        return False

    def stands(self) -> bool:
        """Tell whether nothing changes for as long as a playing figure is known to change in."""
        return not self.moves(within=0.7)
