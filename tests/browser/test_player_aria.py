"""What assistive technology hears of the player, and what axe says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.playing import Playing

Play = Callable[..., Playing]


def violations(shown: Playing) -> list[str]:
    found = Axe().run(shown.page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def test_play_button_changes_its_name(play: Play) -> None:
    shown = play()
    button = shown.root.locator("[data-part=play]")
    for name in ("Play", "Pause", "Play"):
        assert f'- button "{name}"' in shown.root.aria_snapshot()
        assert button.get_attribute("aria-pressed") is None
        shown.press("play")


def test_every_control_is_named(play: Play) -> None:
    tree = play().root.aria_snapshot()
    for line in (
        '- group "Playback"',
        '- button "Previous step" [disabled]',
        '- button "Next step"',
        '- slider "Position"',
        '- combobox "Scenario"',
        '- combobox "Speed"',
        '- button "Stop after each step"',
        '- button "Copy link to this step"',
        '- button "Expand"',
    ):
        assert line in tree


def test_slider_says_step_and_title(play: Play) -> None:
    shown = play()
    assert shown.state()["valuetext"] == "Start"
    shown.call("player.go(3)")
    assert shown.state()["valuetext"] == "Step 3 of 4: Fetch and bring"
    shown.call("player.seek(10)")
    assert shown.state()["valuetext"] == "Step 1 of 4: Ask"


def test_current_step_is_marked(play: Play) -> None:
    shown = play()
    for call, current in (("go(0)", "archived-0"), ("go(3)", "archived-3"), ("use('shelved', 1)", "shelved-1")):
        shown.call(f"player.{call}")
        assert shown.state()["current"] == shown.words() == [f"choice-{current}"]


def test_status_is_empty_until_the_reader_acts_and_while_it_plays(play: Play) -> None:
    shown = play(attributes='speed="2"')
    shown.wait("player.step === 2")
    assert shown.said() == []
    shown.press("next")
    assert shown.state()["status"] == "Step 3 of 4: Fetch and bring. The desk fetches it from the archive."
    shown.press("play")
    assert shown.state()["status"] == ""
    shown.wait("player.step === 4")
    assert shown.state()["status"] == ""
    shown.press("play")
    assert shown.state()["status"].startswith("Step 4 of 4: Give.")
    assert len([each for each in shown.said() if each]) == 2


def test_status_says_the_step_that_the_readers_pace_stops_at(play: Play) -> None:
    shown = play(attributes='autoplay="false" pace="reader" speed="20"')
    shown.press("next")
    shown.wait("!player.since && player.step === 1")
    assert shown.state()["status"].startswith("Step 1 of 4: Ask.")


@pytest.mark.parametrize("control", ["speed", "pace", "more"])
def test_status_says_nothing_of_what_changes_no_step(play: Play, control: str) -> None:
    shown = play(width=360)
    shown.press("more")
    if control == "speed":
        shown.root.locator("[data-part=speed]").select_option("2")
    elif control == "pace":
        shown.press("pace")
    assert shown.state()["status"] == ""


def test_nothing_else_is_live(play: Play) -> None:
    shown = play()
    live = shown.page.locator("[aria-live], [role=status], [role=alert], [role=log], output")
    assert live.count() == 1
    assert live.get_attribute("role") == "status"


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("kind", [{}, {"width": 320}, {"what": "rtl"}, {"what": "scroll", "width": 320}])
def test_axe_finds_nothing(play: Play, scheme: str, kind: dict[str, Any]) -> None:
    shown = play(scheme=scheme, **kind)
    shown.press("next")
    assert violations(shown) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_with_the_menu_open(play: Play, scheme: str) -> None:
    shown = play(scheme=scheme, width=360)
    shown.press("more")
    assert shown.root.locator("[data-part=menu]").is_visible()
    assert violations(shown) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_when_expanded(play: Play, scheme: str, width: int) -> None:
    shown = play(scheme=scheme, width=width)
    shown.call("player.go(2)")
    if width < 600:
        shown.press("more")
    shown.press("expand")
    assert shown.root.locator("dialog").is_visible()
    assert violations(shown) == []


def test_axe_would_find_a_button_without_a_name(play: Play) -> None:
    """The control."""
    shown = play()
    shown.root.locator("[data-part=link]").evaluate("each => each.removeAttribute('title')")
    assert any(each.startswith("button-name") for each in violations(shown))


TARGETS = "[data-part=bar] :is(button, select, input), [data-part=dialog] button"


@pytest.mark.parametrize(("width", "least"), [(1280, 36), (360, 44), (320, 44)])
def test_targets_are_large(play: Play, width: int, least: int) -> None:
    shown = play(width=width)
    if width < 600:
        shown.press("more")
    boxes = [each.bounding_box() for each in shown.root.locator(TARGETS).all() if each.is_visible()]
    assert len(boxes) == (10 if width < 600 else 9)
    sizes = sorted(min(box["width"], box["height"]) for box in boxes if box)
    assert sizes[0] >= 36
    assert sum(size >= least for size in sizes) >= len(boxes) - 1


@pytest.mark.parametrize("part", ["previous", "play", "slider", "scenario", "expand"])
def test_focus_is_seen(play: Play, part: str) -> None:
    shown = play()
    shown.focus("previous")
    shown.key("Shift+Tab", *["Tab"] * 9)
    for _ in range(12):
        if shown.focused() == part:
            break
        shown.key("Shift+Tab")
    assert shown.focused() == part
    style, width = shown.page.evaluate(
        "(ring => [ring.outlineStyle, parseFloat(ring.outlineWidth)])(getComputedStyle(document.activeElement))"
    )
    assert (style, width >= 2) == ("solid", True)


@pytest.mark.parametrize("choice", ["speed", "scenario"])
def test_choice_changes_neither_focus_nor_address(play: Play, choice: str) -> None:
    shown = play()
    before = shown.page.url
    shown.focus(choice)
    shown.key("ArrowDown")
    assert (shown.focused(), shown.page.url) == (choice, before)


SPACING = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"


@pytest.mark.parametrize("width", [1280, 320])
def test_page_with_wider_spacing_needs_no_scrolling_sideways(play: Play, width: int) -> None:
    shown = play(width=width, change=lambda markup: f"<style>{SPACING}</style>{markup}")
    assert shown.page.evaluate("document.documentElement.scrollWidth") == width
    inside = shown.root.locator("[data-part=bar]").evaluate("each => [each.scrollWidth, each.clientWidth]")
    assert inside[0] <= inside[1]


CONTRASTS = """id => {
  const player = document.getElementById(id).querySelector('mechanism-player')
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const linear = part => part / 255 <= .04045 ? part / 255 / 12.92 : ((part / 255 + .055) / 1.055) ** 2.4
  const light = color => {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(linear)
    return .2126 * r + .7152 * g + .0722 * b
  }
  const ground = getComputedStyle(player).backgroundColor
  const segment = getComputedStyle(player.querySelector('.mechanism-track > i')).backgroundColor
  const pairs = [[segment, ground]]
  for (const button of player.querySelectorAll('[data-part=bar] button')) {
    const {color, backgroundColor} = getComputedStyle(button)
    pairs.push([color, backgroundColor === 'rgba(0, 0, 0, 0)' ? ground : backgroundColor])
  }
  return pairs.map(pair => {
    const [low, high] = pair.map(light).sort((a, b) => a - b)
    return (high + .05) / (low + .05)
  })
}"""


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_controls_stand_out_from_their_ground(play: Play, scheme: str) -> None:
    """3:1 or more for icons and for the part of the track that is done."""
    shown = play(scheme=scheme)
    shown.call("player.go(2)")
    assert min(shown.page.evaluate(CONTRASTS, shown.id)) >= 3
