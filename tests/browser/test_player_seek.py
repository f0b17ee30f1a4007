"""Whatever the moment, the picture is the one that the timeline gives; nothing of the page moves while it plays."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from browser.pages import ASSETS, FOLDER, figure, html, without_player
from browser.playing import Playing
from browser.serving import Site
from browser.test_shift import OBSERVE, shifts
from golden.cases import endpoints
from playwright.sync_api import Page

from mkdocs_mechanism.document.reader import read
from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.timeline import Timeline, timelines

Play = Callable[..., Playing]

SEEK = r"""([id, times]) => {
  const player = document.getElementById(id).querySelector('mechanism-player')
  const svg = [...player.querySelectorAll('.mechanism-stage > svg')].find(each => each.checkVisibility())
  const widths = () => Object.fromEntries([...svg.querySelectorAll('.node, .edge')].map(each => [
    each.dataset.node ?? each.dataset.edge,
    parseFloat(getComputedStyle(each.querySelector('.body, path')).strokeWidth),
  ]))
  const place = element => {
    const box = element.getBoundingClientRect(), at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2)
    const {x, y} = at.matrixTransform(svg.getScreenCTM().inverse())
    return [x, y]
  }
  const tokens = () => Object.fromEntries([...svg.querySelectorAll('.edge')].flatMap(edge => {
    const token = svg.querySelector(`.token.${[...edge.classList].find(each => /^e\d+$/.test(each))}`)
    return token && getComputedStyle(token).opacity > 0 ? [[edge.dataset.edge, place(token)]] : []
  }))
  const along = (name, share) => {
    const [line, arrow] = svg.querySelector(`[data-edge="${name}"]`).querySelectorAll('path')
    const route = line.cloneNode(), [, x, y] = arrow.getAttribute('d').match(/^M(\S+) ([\d.-]+)L/)
    route.setAttribute('d', `${line.getAttribute('d')}L${x} ${y}`)
    const at = route.getPointAtLength(route.getTotalLength() * share)
    return [at.x, at.y]
  }
  return times.map(([time, expected]) => {
    player.seek(time)
    const seen = tokens()
    return [player.step, widths(), Object.fromEntries(Object.entries(seen).map(([name, at]) => {
      const should = along(name, expected[name] ?? 0)
      return [name, Math.hypot(at[0] - should[0], at[1] - should[1])]
    }))]
  })
}"""


def lines(name: str) -> tuple[Timeline, ...]:
    mechanism = read(
        (FOLDER / name / "document.json").read_bytes(), file="document.json", endpoints=endpoints(FOLDER / name)
    ).mechanism
    assert mechanism
    return timelines(mechanism)


def eased(share: float) -> float:
    """Return the progress of `cubic-bezier(.45,.05,.4,1)` at a share of its time."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        x = 3 * (1 - middle) ** 2 * middle * 0.45 + 3 * (1 - middle) * middle**2 * 0.4 + middle**3
        low, high = (middle, high) if x < share else (low, middle)
    return 3 * (1 - low) ** 2 * low * 0.05 + 3 * (1 - low) * low**2 + low**3


def expected(line: Timeline, time: float) -> tuple[int, dict[str, float], dict[str, float]]:
    """Return step, stroke widths of what is active or visited, and how far each token is, at a moment."""
    frame = next(each for each in line.frames[1:] if time < each.begin + each.duration or each is line.frames[-1])
    tokens = {
        move.edge: eased(min(1, (time - move.begin) / (move.end - move.begin)))
        for move in frame.moves
        if move.begin <= time < move.gone
    }
    return frame.number, dict.fromkeys(frame.visited, 2.0) | dict.fromkeys(frame.active, 3.0), tokens


@pytest.mark.parametrize(("name", "kind"), [("loop", {}), ("choice", {"width": 360})])
def test_two_hundred_moments_are_right(play: Play, name: str, kind: dict[str, int]) -> None:
    shown = play(name, **kind)
    line = lines(name)[0]
    end = line.frames[-1].begin + line.frames[-1].duration
    chance = random.Random(4)
    times = [float(chance.randrange(end)) for _ in range(200)]
    wishes = [expected(line, time) for time in times]
    found = shown.page.evaluate(SEEK, [shown.id, [[time, wish[2]] for time, wish in zip(times, wishes, strict=True)]])
    edges = set(shown.edges())
    for time, (step, states, tokens), (at, widths, away) in zip(times, wishes, found, strict=True):
        assert at == step, time
        should = {
            item: {2.0: 2.25 if item in edges else 1.5, 3.0: 3.5 if item in edges else 3.0}.get(
                states.get(item, 0), 1.5
            )
            for item in widths
        }
        assert widths == should, time
        assert set(away) == set(tokens), time
        assert max(away.values(), default=0) <= 0.5, time


def test_moment_of_a_step_is_the_one_that_a_still_step_shows(play: Play) -> None:
    """Landing and seek give one picture."""
    shown = play("loop")
    for step in range(1, 7):
        shown.call(f"player.go({step})")
        held = (shown.widths(), shown.tokens(), shown.words())
        shown.call("player.seek(player.time)")
        assert (shown.widths(), shown.words()) == (held[0], held[2])
        for edge, (x, y) in shown.tokens().items():
            assert abs(x - held[1][edge][0]) + abs(y - held[1][edge][1]) <= 1 or len(held[1]) > 1


def test_playing_lets_the_tokens_of_its_step_run_alone(play: Play) -> None:
    shown = play()
    shown.call("(player.seek(0), player.play())")
    shown.page.wait_for_timeout(100)
    targets = "player.getAnimations({subtree: true}).map(each => each.effect.target.classList[0])"
    assert set(shown.call(targets)) == {"token"}
    assert shown.running() == 1
    shown.call("player.pause()")
    shown.wait("player.getAnimations({subtree: true}).every(each => each.playState === 'paused')")


@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize("scripts", [True, False])
def test_whole_playback_shifts_nothing(open_page: Callable[..., Page], site: Site, count: int, scripts: bool) -> None:
    """With and without the player: from the first paint on, through every step, at both widths."""
    taken: frozenset[str] = frozenset()
    markup = []
    for number in range(count):
        each = figure("choice", taken=taken, moves=number == 0, options=FigureOptions(verify="warn", autoplay=False))
        site.put_all(ASSETS, each.files)
        taken |= each.ids
        markup.append(each.markup if scripts else without_player(each.markup))
    page = open_page(html(*markup), scripts=True, before=lambda page: page.add_init_script(OBSERVE))
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(100)
        before = len(shifts(page))
        if scripts:
            page.evaluate(
                """new Promise(done => {
                  const player = document.querySelector('mechanism-player')
                  player.setAttribute('speed', '10')
                  player.addEventListener('mechanism-end', done, {once: true})
                  player.seek(0)
                  player.play()
                })"""
            )
        else:
            page.locator(".mechanism-play").first.check()
            for time in range(100, 9900, 700):
                page.evaluate(
                    "time => document.getAnimations().forEach(each => { each.pause(); each.currentTime = time })", time
                )
        assert shifts(page)[before:] == []
