"""What holds in every browser: a figure moves without scripts, a link shows its step, any moment is shown exactly.

Chromium has tests of every behavior; these are few, and a test file runs them for each further browser.
"""

from __future__ import annotations

import itertools
import random
import re
import time
from typing import Any

from browser.engines import Engine
from browser.pages import ASSETS, document, figure, html, without_own_sheet
from browser.serving import Site
from browser.test_motion import expected_widths
from golden.cases import DOCUMENT, FOLDER, endpoints

from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.timeline import Timeline, timelines

COUNT = itertools.count()
EASE = (0.45, 0.05, 0.4, 1.0)
"""How a token runs along its edge: `cubic-bezier` with these four."""
NEAR = 0.5
"""How far a token may stand from where the timeline has it, in px of the drawing."""

LOOK = """(ask) => {
  const figure = document.querySelector('figure.mechanism')
  const svg = figure.querySelector('.mechanism-wide')
  const all = (selector, within = svg) => [...within.querySelectorAll(selector)]
  const width = element => Math.round(parseFloat(getComputedStyle(element).strokeWidth) * 1000) / 1000
  const own = element => [...element.classList].find(each => /^e\\d+$/.test(each))
  const inDrawing = element => {
    const box = element.getBoundingClientRect()
    const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
    return at.matrixTransform(svg.getScreenCTM().inverse())
  }
  const route = edge => {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', ask.routes[edge])
    return path
  }
  const seen = () => ({
    widths: Object.fromEntries([
      ...all('.node').map(node => [node.dataset.node, width(node.querySelector('.body'))]),
      ...all('.edge').map(edge => [edge.dataset.edge, width(edge.querySelector('path'))]),
    ]),
    words: all('.mechanism-steps > li', figure).filter(each => getComputedStyle(each).visibility === 'visible')
      .map(each => each.id),
    tokens: Object.fromEntries(all('.edge').flatMap(edge => {
      const token = all(`.token.${own(edge)}`)[0]
      return token && +getComputedStyle(token).opacity > 0.001 ? [[edge.dataset.edge, inDrawing(token)]] : []
    }).map(([name, {x, y}]) => [name, [x, y]])),
    ready: figure.querySelector('mechanism-player').hasAttribute('data-ready'),
  })
  if (!ask.moments) return seen()
  const player = figure.querySelector('mechanism-player')
  const page = player.wrappedJSObject ?? player  // Firefox keeps a page's own methods from its driver
  return ask.moments.map(([time, expected]) => {
    page.seek(time)
    const found = seen()
    const away = Object.entries(expected).map(([name, share]) => {
      const path = route(own(svg.querySelector(`[data-edge="${name}"]`)))
      const at = path.getPointAtLength(path.getTotalLength() * share)
      const [x, y] = found.tokens[name] ?? [Infinity, 0]
      return Math.hypot(x - at.x, y - at.y)
    })
    return {...found, tokens: Object.keys(found.tokens).sort(), away: Math.max(0, ...away)}
  })
}"""


def eased(share: float) -> float:
    """Return the value of the easing curve, found by halving."""
    x1, y1, x2, y2 = EASE
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        x = 3 * (1 - middle) ** 2 * middle * x1 + 3 * (1 - middle) * middle**2 * x2 + middle**3
        low, high = (middle, high) if x < share else (low, middle)
    return 3 * (1 - low) ** 2 * low * y1 + 3 * (1 - low) * low**2 * y2 + low**3


def timeline(name: str) -> Timeline:
    """Return when what happens in a golden case's first scenario."""
    folder = FOLDER / name
    mechanism = read((folder / DOCUMENT).read_bytes(), file=DOCUMENT, endpoints=endpoints(folder)).mechanism
    assert mechanism is not None
    return timelines(mechanism)[0]


def tokens_at(line: Timeline, moment: float) -> dict[str, float]:
    """Return the edges that carry a token at a time, and how far along each it is."""
    moves = [move for frame in line.frames for move in frame.moves if move.begin <= moment < move.gone]
    return {move.edge: eased(min(1, (moment - move.begin) / (move.end - move.begin))) for move in moves}


def without_script(markup: str) -> str:
    """Return markup that loads no script."""
    bare = re.sub(r"<script[^>]*></script>", "", markup)
    assert bare != markup
    return bare


def show(engine: Engine, site: Site, markup: str, fragment: str = "") -> None:
    """Show a page with a figure, which may load the site's own files alone."""
    site.put_all(ASSETS, figure("loop").files)
    path = f"/smoke/{next(COUNT)}.html"
    site.put(path, html(markup))
    engine.open(f"{site.url}/strict{path}{fragment}")


def look(engine: Engine, **ask: object) -> Any:
    """Return what is seen: stroke widths, words, tokens."""
    return engine.run(LOOK, ask)


def moves(engine: Engine) -> bool:
    """Tell whether pictures taken within some seconds differ (a figure rests for two at its end)."""
    first = engine.picture()
    end = time.monotonic() + 3.5
    while time.monotonic() < end:
        time.sleep(0.3)
        if engine.picture() != first:
            return True
    return False


def assert_step_5(engine: Engine) -> None:
    """Step 5 is shown, and nothing else."""
    assert len(document("loop")["scenarios"][0]["steps"]) >= 5
    seen = look(engine)
    assert seen["widths"] == expected_widths("loop", 5)
    assert seen["words"] == ["loop-retry-5"]


class WithoutScript:
    """What a page does that links no script; a subclass has the fixture `engine`."""

    def test_moves_without_a_script_under_the_strict_policy(self, engine: Engine, site: Site) -> None:
        show(engine, site, without_script(figure("loop").markup))
        assert not look(engine)["ready"]
        assert moves(engine)

    def test_stands_without_its_own_stylesheet(self, engine: Engine, site: Site) -> None:
        """The control of the test above: pictures of what stands are the same."""
        show(engine, site, without_script(without_own_sheet(figure("loop").markup)))
        assert not moves(engine)

    def test_link_shows_step_5_without_a_script(self, engine: Engine, site: Site) -> None:
        show(engine, site, without_script(figure("loop").markup), "#loop-retry-5")
        assert_step_5(engine)
        assert not moves(engine)

    def test_step_is_chosen_by_the_keyboard_without_a_script(self, engine: Engine, site: Site) -> None:
        show(engine, site, without_script(figure("loop").markup))
        engine.press(".mechanism-playback .t4", " ")
        assert look(engine)["widths"] == expected_widths("loop", 4)
        engine.press(".mechanism-playback .t4", "\ue014")  # right arrow
        assert_step_5(engine)


class WithPlayer:
    """What the player does; a subclass has the fixture `engine`."""

    def test_link_shows_step_5_in_the_player(self, engine: Engine, site: Site) -> None:
        show(engine, site, figure("loop").markup, "#loop-retry-5")
        assert look(engine)["ready"]
        assert_step_5(engine)
        assert not moves(engine)

    def test_any_moment_is_shown_exactly(self, engine: Engine, site: Site) -> None:
        """200 random times: the state of all nodes and edges, the words, and each token within half a pixel."""
        show(engine, site, figure("loop").markup)
        result, line = figure("loop"), timeline("loop")
        sheet = result.files[result.stylesheet].decode()
        routes = dict(re.findall(r'\.mechanism-wide \.token\.(e\d+)\{offset-path:path\("([^"]+)"\)', sheet))
        dice = random.Random(4)
        length = line.frames[-1].begin + line.frames[-1].duration
        times = [dice.uniform(0, length) for _ in range(200)]
        asked = [[each, tokens_at(line, each)] for each in times]
        found = look(engine, moments=asked, routes=routes)
        wrong = []
        for (moment, tokens), seen in zip(asked, found, strict=True):
            step = next(frame.number for frame in line.frames[1:] if moment < frame.begin + frame.duration)
            if seen["widths"] != expected_widths("loop", step) or seen["words"] != [f"loop-retry-{step}"]:
                wrong.append(f"{moment:.1f}: step {step} is not shown, but {seen['words']} {seen['widths']}")
            if seen["tokens"] != sorted(tokens):
                wrong.append(f"{moment:.1f}: tokens on {seen['tokens']}, not on {sorted(tokens)}")
        assert not wrong, "\n".join(wrong)
        assert max(seen["away"] for seen in found) <= NEAR
