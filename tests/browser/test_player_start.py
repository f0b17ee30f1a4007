"""When the player starts and stops by itself, what the address shows, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.pages import ASSETS, figure, html
from browser.playing import WATCH, Playing
from browser.serving import Site
from playwright.sync_api import Page

from mkdocs_mechanism.figure.assets import player_name
from mkdocs_mechanism.options import FigureOptions

Play = Callable[..., Playing]
SLOW = 'speed="0.1"'
FAR = "<p style='height: 2000px'></p>"
STRICT = {
    "manner": "/strict",
    "before": lambda page: page.add_init_script(
        "window.refused = []\n"
        "addEventListener('securitypolicyviolation', event => refused.push(event.effectiveDirective))"
    ),
}


def below(markup: str) -> str:
    return f"{FAR}{markup}{FAR}"


def scroll_to(shown: Playing, share: float) -> None:
    """Scroll until a share of the stage is on the screen, from below."""
    shown.page.evaluate(
        """([id, share]) => {
          const box = document.getElementById(id).querySelector('.mechanism-stage').getBoundingClientRect()
          scrollBy(0, box.top + box.height * share - innerHeight)
        }""",
        [shown.id, share],
    )
    shown.page.wait_for_timeout(150)


def test_starts_when_half_of_the_stage_is_seen(play: Play) -> None:
    shown = play(attributes=SLOW, change=below)
    assert not shown.plays()
    scroll_to(shown, 0.4)
    assert not shown.plays()
    scroll_to(shown, 0.6)
    assert shown.plays()
    assert shown.said() == []


def test_pauses_off_the_screen_and_goes_on(play: Play) -> None:
    shown = play(attributes=SLOW, change=below)
    scroll_to(shown, 1)
    shown.wait("player.time > 20")
    shown.page.evaluate("scrollTo(0, 0)")
    shown.wait("!player.since")
    time = shown.state()["time"]
    shown.page.wait_for_timeout(100)
    assert shown.state()["time"] == time > 0
    scroll_to(shown, 1)
    assert shown.plays()
    assert shown.state()["time"] < time + 100


@pytest.mark.parametrize("action", ["press", "method", "speed"])
def test_never_starts_by_itself_after_somebody_acted(play: Play, action: str) -> None:
    shown = play(attributes=SLOW, change=below)
    scroll_to(shown, 1)
    shown.wait("player.since")
    if action == "speed":
        shown.root.locator("[data-part=speed]").select_option("0.5")
    elif action == "press":
        shown.press("play")
    else:
        shown.call("player.go(2)")
    shown.page.evaluate("scrollTo(0, 0)")
    shown.wait("!player.since && player.seen === 0")
    scroll_to(shown, 1)
    assert not shown.plays()


def test_starts_once(play: Play) -> None:
    shown = play(attributes='speed="40"', change=below)
    scroll_to(shown, 1)
    shown.wait("heard.at(-1)?.[0] === 'end'")
    shown.page.evaluate("scrollTo(0, 0)")
    shown.page.wait_for_timeout(150)
    scroll_to(shown, 1)
    assert not shown.plays()


@pytest.mark.parametrize("kind", [{"reduced_motion": "reduce"}, {"attributes": 'autoplay="false"'}])
def test_stands_where_nothing_may_start(play: Play, kind: dict[str, str]) -> None:
    shown = play(**{"attributes": "", **kind})
    shown.page.wait_for_timeout(250)
    assert (shown.at(), shown.plays()) == (0, False)


def test_plays_under_reduced_motion_when_told_to_without_tokens(play: Play) -> None:
    shown = play(reduced_motion="reduce")
    shown.press("play")
    assert shown.plays()
    assert not shown.root.locator("svg .tokens").first.is_visible()
    assert max(shown.widths().values()) == 3.5


def test_change_to_reduced_motion_pauses(play: Play) -> None:
    shown = play(attributes=SLOW)
    shown.wait("player.since")
    shown.page.emulate_media(reduced_motion="reduce")
    shown.wait("!player.since")
    shown.page.emulate_media(reduced_motion="no-preference")
    shown.page.wait_for_timeout(100)
    assert not shown.plays()


HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def test_hidden_tab_pauses_and_goes_on(play: Play) -> None:
    shown = play(attributes=SLOW)
    shown.wait("player.since")
    shown.page.evaluate(HIDE, True)
    assert not shown.plays()
    shown.page.evaluate(HIDE, False)
    assert shown.plays()


def test_hidden_tab_leaves_what_the_reader_started_paused(play: Play) -> None:
    shown = play()
    shown.press("play")
    shown.page.evaluate(HIDE, True)
    assert not shown.plays()
    shown.page.evaluate(HIDE, False)
    assert not shown.plays()


def test_loop_does_not_go_on_off_the_screen(play: Play) -> None:
    shown = play(attributes='loop speed="40"', change=below)
    scroll_to(shown, 1)
    shown.wait("heard.at(-1)?.[0] === 'end'")
    shown.page.evaluate("scrollTo(0, 0)")
    shown.page.wait_for_timeout(2200)
    assert [name for name, _ in shown.heard()].count("play") == 1
    scroll_to(shown, 1)
    assert [name for name, _ in shown.heard()].count("play") == 2


@pytest.fixture
def pair(open_page: Callable[..., Page], site: Site) -> tuple[Playing, Playing]:
    """Two figures of one document."""
    above = figure("choice")
    other = figure("choice", taken=above.ids, moves=False, options=FigureOptions(verify="warn"))
    for each in (above, other):
        site.put_all(ASSETS, each.files)
    before = lambda page: page.add_init_script(WATCH)  # noqa: E731
    page = open_page(html(above.markup, other.markup), scripts=True, height=1600, before=before)
    return Playing(page, min(above.ids, key=len)), Playing(page, min(other.ids, key=len))


def test_one_plays_at_a_time(pair: tuple[Playing, Playing]) -> None:
    first, second = pair
    first.wait("document.querySelectorAll('[value=pause]').length")
    first.page.wait_for_timeout(100)
    assert first.plays() != second.plays()
    second.call("player.pause()")
    first.call("player.play()")
    second.press("play")
    assert (first.plays(), second.plays()) == (False, True)
    first.press("play")
    assert (first.plays(), second.plays()) == (True, False)


def test_two_of_one_document_step_apart(pair: tuple[Playing, Playing]) -> None:
    first, second = pair
    first.call("player.go(3)")
    second.call("player.go(1)")
    assert (first.words(), second.words()) == (["choice-archived-3"], [f"{second.id}-archived-1"])
    assert set(first.tokens()) == {"fetch", "bring"}
    assert set(second.tokens()) == {"ask"}


def test_address_of_a_step_shows_it(play: Play) -> None:
    shown = play(attributes="", change=below, fragment="#choice-shelved-2")
    state = shown.state()
    assert (state["scenario"], state["step"], state["plays"]) == ("shelved", 2, False)
    shown.page.wait_for_timeout(200)
    top = shown.root.bounding_box()
    assert top
    assert 0 <= top["y"] <= 100
    assert not shown.plays()
    assert shown.page.evaluate("document.activeElement === document.body")


def test_address_that_changes_is_followed(play: Play) -> None:
    shown = play()
    shown.page.evaluate("location.hash = 'choice-archived-3'")
    shown.wait("player.step === 3")
    shown.page.evaluate("location.hash = 'choice-shelved-1'")
    shown.wait("player.now.id === 'shelved' && player.step === 1")
    shown.page.go_back()
    shown.wait("player.now.id === 'archived' && player.step === 3")


@pytest.mark.parametrize("fragment", ["#elsewhere", "#%", "#%E0%A4%A", "#choice"])
def test_any_other_address_leaves_it_alone(play: Play, fragment: str) -> None:
    shown = play(fragment=fragment)
    assert (shown.at(), shown.state()["ready"], shown.errors()) == (0, "hold", [])


def test_playing_leaves_the_address_alone(play: Play) -> None:
    shown = play(attributes='autoplay="false" speed="40"')
    before = shown.page.url
    shown.press("play")
    shown.wait("heard.at(-1)[0] === 'end'")
    shown.press("previous")
    assert shown.page.url == before


def test_link_is_copied_and_said(play: Play, site: Site) -> None:
    shown = play(permissions=["clipboard-read", "clipboard-write"])
    shown.call("player.go(2)")
    entries = shown.page.evaluate("history.length")
    shown.press("link")
    shown.wait("player.querySelector('[role=status]').textContent === 'Link copied'")
    assert shown.page.url.endswith("#choice-archived-2")
    assert shown.page.evaluate("navigator.clipboard.readText()") == shown.page.url
    assert shown.page.evaluate("history.length") == entries
    assert shown.root.locator("[data-part=link]").get_attribute("value") == "copied"
    shown.press("next")
    assert shown.root.locator("[data-part=link]").get_attribute("value") == ""


@pytest.mark.parametrize("clipboard", ["{writeText: () => Promise.reject(new Error('refused'))}", "undefined"])
def test_link_is_in_the_address_where_the_clipboard_is_refused(play: Play, clipboard: str) -> None:
    refuse = f"Object.defineProperty(navigator, 'clipboard', {{value: {clipboard}}})"
    shown = play(before=lambda page: page.add_init_script(refuse))
    shown.call("player.go(2)")
    shown.press("link")
    shown.page.wait_for_timeout(100)
    assert shown.errors() == []
    assert shown.page.url.endswith("#choice-archived-2")
    assert "Link copied" not in shown.said()


COUNT = """
window.timers = new Set()
const {setTimeout: start, clearTimeout: stop} = window
window.setTimeout = (action, ...rest) => {
  const id = start(() => { timers.delete(id); action() }, ...rest)
  timers.add(id)
  return id
}
window.clearTimeout = id => { timers.delete(id); stop(id) }
window.watched = new Set()
window.IntersectionObserver = class extends IntersectionObserver {
  observe(element) { watched.add(this); super.observe(element) }
  disconnect() { watched.delete(this); super.disconnect() }
}
window.listeners = 0
for (const type of [Window, Document, MediaQueryList]) {
  const {addEventListener, removeEventListener} = EventTarget.prototype
  type.prototype.addEventListener = function (...rest) { listeners++; return addEventListener.apply(this, rest) }
  type.prototype.removeEventListener = function (...rest) { listeners--; return removeEventListener.apply(this, rest) }
}
window.held = () => [timers.size, watched.size, listeners]
"""


def test_removed_while_it_plays_it_leaves_nothing(play: Play) -> None:
    shown = play(before=lambda page: page.add_init_script(COUNT))
    before = shown.page.evaluate("held()")
    shown.call("(window.kept = player, player.play())")
    assert shown.page.evaluate("held()[0]") > before[0]
    shown.call("player.closest('figure').remove()")
    assert shown.page.evaluate("held()") == [0, before[1] - 1, before[2]]
    assert shown.page.evaluate(
        "[kept.since, 'ready' in kept.dataset, kept.querySelectorAll('.mechanism-bar, dialog, [role=status]').length]"
    ) == [0, False, 0]
    heard = len(shown.heard())
    shown.page.wait_for_timeout(200)
    assert len(shown.heard()) == heard


def test_moved_it_starts_anew_at_its_step(play: Play) -> None:
    shown = play(before=lambda page: page.add_init_script(COUNT))
    before = shown.page.evaluate("held()")
    shown.call("player.use('shelved', 2)")
    shown.page.evaluate("document.body.append(document.querySelector('figure'))")
    assert shown.page.evaluate("held()") == before
    state = shown.state()
    assert (state["scenario"], state["step"], state["ready"]) == ("shelved", 2, "hold")
    assert shown.root.locator(".mechanism-bar").count() == 1
    shown.press("next")
    assert shown.at() == 3


def test_dialog_that_is_open_while_it_is_removed_gives_everything_back(play: Play) -> None:
    shown = play()
    shown.press("expand")
    parts = shown.page.evaluate(
        "const kept = document.querySelector('mechanism-player')\n"
        "kept.remove()\n"
        ";[...kept.children].map(each => each.className || each.localName)"
    )
    assert parts == [
        "mechanism-stage",
        "mechanism-control",
        "mechanism-all",
        "mechanism-words",
        "mechanism-sources",
        "template",
    ]


@pytest.mark.parametrize(
    "broken",
    ["HTMLTemplateElement.prototype.__defineGetter__('content', () => { throw 1 })", "delete IntersectionObserver"],
)
def test_script_that_throws_leaves_the_figure_without_script(play: Play, broken: str) -> None:
    shown = play(attributes="", before=lambda page: page.add_init_script(broken))
    assert len(shown.errors()) == 1
    assert shown.root.locator("mechanism-player").get_attribute("data-ready") is None
    assert shown.root.locator(".mechanism-bar").count() == 0
    assert shown.moves()
    shown.step(3)
    assert shown.words() == ["choice-archived-3"]
    shown.scenario(1)
    assert shown.edges()["put"]["dashes"] == "3px, 5px"


def test_script_that_comes_twice_is_one(play: Play) -> None:
    shown = play(change=lambda markup: markup + f'<script src="{ASSETS}{player_name()}?again"></script>')
    assert shown.errors() == []
    assert shown.root.locator(".mechanism-bar").count() == 1


def test_whole_player_runs_under_a_strict_policy(play: Play) -> None:
    shown = play(**STRICT)
    for name in ("play", "next", "previous", "pace", "expand", "larger", "smaller", "close", "link"):
        shown.press(name)
        # What is in the dialog comes back when its `close` event has been heard.
        shown.wait("player.querySelector('dialog').open || !player.querySelector('dialog .mechanism-control')")
    shown.root.locator("[data-part=scenario]").select_option("From the shelf")
    shown.root.locator("[data-part=speed]").select_option("2")
    shown.press("play")
    shown.wait("player.time > 0")
    assert shown.page.evaluate("window.refused") == []
    assert shown.errors() == []


def test_policy_is_in_force(play: Play) -> None:
    shown = play(**STRICT)
    shown.page.evaluate("try { document.body.innerHTML += '<i></i>' } catch {}")
    assert "require-trusted-types-for" in shown.page.evaluate("window.refused")


def test_page_from_the_back_forward_cache_goes_on(play: Play, site: Site) -> None:
    shown = play(attributes=SLOW)
    shown.wait("player.since")
    shown.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    shown.page.evaluate(HIDE, True)
    shown.page.evaluate(HIDE, False)
    shown.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert shown.plays()
    assert shown.root.locator(".mechanism-bar").count() == 1
    shown.press("next")
    assert not shown.plays()
