"""What a machine can check of WCAG 2.2 (AA, and AAA where it costs nothing): axe, reflow, spacing, targets, focus."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.shown import Shown

Show = Callable[..., Shown]
SPACING = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-bottom: 2em !important }"""
CLIPPED = """id => [...document.getElementById(id).querySelectorAll('*')].filter(each => {
  const style = getComputedStyle(each)
  if (each.closest('svg') || each.matches('legend') || !each.checkVisibility()) return false
  const hides = axis => ['hidden', 'clip'].includes(style[`overflow${axis}`])
  const scrolls = style.overflowX === 'auto'
  return each.scrollHeight > each.clientHeight + 1 && (hides('Y') || scrolls)
    || each.scrollWidth > each.clientWidth + 1 && hides('X')
}).map(each => each.className || each.tagName)"""
LOST = """id => {
  const figure = document.getElementById(id)
  const words = figure.querySelector('.mechanism-words').textContent
  return [...figure.querySelectorAll('.mechanism-stage > svg')].filter(svg => svg.checkVisibility())
    .flatMap(svg => [...svg.querySelectorAll('text')].filter(text => {
      const box = text.getBBox(), room = svg.viewBox.baseVal
      return box.x < 0 || box.x + box.width > room.width || box.y < 0 || box.y + box.height > room.height
    }).map(text => [...text.childNodes].map(each => each.textContent).join(' ')))
    .filter(text => !words.includes(text))
}"""
"""Words of the drawing that leave it (they can't be wrapped anew) and stand nowhere else."""


def violations(shown: Shown) -> list[str]:
    found = Axe().run(shown.page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("name", ["loop", "choice", "groups", "rtl", "cjk", "scroll", "still"])
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing(show: Show, name: str, scheme: str) -> None:
    assert violations(show(name, scheme=scheme, scripts=True)) == []


@pytest.mark.parametrize("name", ["choice", "scroll"])
def test_axe_finds_nothing_on_a_small_screen(show: Show, name: str) -> None:
    assert violations(show(name, width=320, scripts=True)) == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_with_all_opened(show: Show, scheme: str) -> None:
    shown = show("loop", scheme=scheme, scripts=True)
    shown.root.locator(".mechanism-all input").check()
    shown.root.locator("summary").click()
    assert violations(shown) == []


def test_axe_finds_nothing_with_a_step_chosen(show: Show) -> None:
    shown = show("choice", scripts=True, reduced_motion="reduce")
    shown.scenario(1)
    shown.step(2, scenario=1)
    assert violations(shown) == []


def test_axe_would_find_a_drawing_without_a_name(show: Show) -> None:
    """The control: axe runs on what is shown."""
    shown = show("loop", scripts=True, change=lambda markup: markup.replace(' aria-labelledby="loop-t"', ""))
    shown.page.evaluate("document.querySelectorAll('svg title').forEach(each => each.remove())")
    assert any(each.startswith("svg-img-alt") for each in violations(shown))


def test_drawing_is_an_image_with_name_and_description(show: Show) -> None:
    shown = show("loop")
    tree = shown.root.aria_snapshot()
    assert '- img "A build server repeats failed jobs"' in tree
    assert shown.root.locator("svg.mechanism-wide").get_attribute("aria-describedby") == "loop-d"
    assert tree.count("- img") == 1 + tree.count('- img "to"')


def test_controls_are_groups_of_named_radio_buttons(show: Show) -> None:
    tree = show("choice").root.aria_snapshot().replace("'", "")
    assert '- group "Playback"' in tree
    assert '- radiogroup "Scenario"' in tree
    for name in ("Play", "Pause", "Step 1: Ask", "Step 4: Give", "From the archive"):
        assert f'- radio "{name}"' in tree
    assert '- radio "Step 1: Ask for it"' not in tree


@pytest.mark.parametrize("name", ["loop", "choice", "groups", "rtl", "scroll"])
@pytest.mark.parametrize("is_open", [False, True])
def test_page_of_320_px_needs_no_scrolling_sideways(show: Show, name: str, is_open: bool) -> None:
    shown = show(name, width=320)
    if is_open:
        shown.root.locator(".mechanism-all input").check()
        shown.root.locator("summary").click()
    assert shown.page.evaluate("document.documentElement.scrollWidth") == 320


def test_drawing_that_scrolls_is_reached_by_keyboard(show: Show) -> None:
    shown = show("scroll", width=320)
    stage = shown.root.locator(".mechanism-stage")
    assert stage.evaluate("each => each.scrollWidth > each.clientWidth")
    stage.focus()
    shown.page.keyboard.press("ArrowRight")
    assert any(shown.page.wait_for_timeout(50) or stage.evaluate("each => each.scrollLeft") > 0 for _ in range(20))
    assert 'group "Diagram: A book in eighteen rooms"' in shown.root.aria_snapshot()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", ["loop", "choice"])
def test_wider_spacing_of_text_clips_nothing(show: Show, name: str, width: int) -> None:
    shown = show(name, width=width, change=lambda markup: f"<style>{SPACING}</style>{markup}")
    assert shown.page.evaluate(CLIPPED, name) == []
    assert shown.page.evaluate(LOST, name) == []


def test_letter_spacing_of_a_theme_stays_outside_the_drawing(show: Show) -> None:
    """Its words were measured without any."""
    shown = show("loop", change=lambda markup: f"<style>body {{ letter-spacing: 2px }}</style>{markup}")
    spaced, drawn = (shown.root.locator(each).first for each in (".mechanism-title", "svg text"))
    assert [each.evaluate("each => getComputedStyle(each).letterSpacing") for each in (spaced, drawn)] == [
        "2px",
        "normal",
    ]


@pytest.mark.parametrize("width", [1280, 320])
def test_targets_are_24_px_or_more(show: Show, width: int) -> None:
    shown = show("choice", width=width)
    targets = shown.root.locator(".mechanism-nojs label, .mechanism-all, summary").all()
    boxes = [each.bounding_box() for each in targets if each.is_visible()]
    assert len(boxes) == 10
    assert min(min(box["width"], box["height"]) for box in boxes if box) >= 24


@pytest.mark.parametrize("target", [".mechanism-play", ".mechanism-all input", "summary"])
def test_focus_is_seen(show: Show, target: str) -> None:
    shown = show("loop")
    for _ in range(4):
        shown.page.keyboard.press("Tab")
        if shown.root.locator(target).evaluate("each => each === document.activeElement"):
            break
    style, width = shown.root.locator(target).evaluate(
        """each => {
          const ring = getComputedStyle(each.closest('.mechanism-nojs label') ?? each)
          return [ring.outlineStyle, parseFloat(ring.outlineWidth)]
        }"""
    )
    assert style == "solid"
    assert width >= 2


def test_focus_goes_in_the_order_that_is_seen(show: Show) -> None:
    shown = show("loop")
    stops = shown.root.locator("input, summary")
    shown.root.locator(".mechanism-play").focus()
    places = []
    for _ in range(3):
        places.append(shown.page.evaluate("document.activeElement.getBoundingClientRect().y"))
        shown.page.keyboard.press("Tab")
    assert stops.count() > 3
    assert places == sorted(places)
