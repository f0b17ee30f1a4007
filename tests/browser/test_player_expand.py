"""The expanded figure, the menu of a small screen, the telephone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from browser.pages import document, figure, reference_figure
from browser.playing import Playing
from browser.test_shift import OBSERVE, shifts

from mkdocs_mechanism.pipeline import Result

Play = Callable[..., Playing]
PHONE = {"width": 360, "height": 640}
WIDTH = "each => each.getBoundingClientRect().width"


def test_dialog_is_modal_and_holds_drawing_controls_and_words(play: Play) -> None:
    shown = play()
    shown.call("player.go(2)")
    shown.press("expand")
    dialog = shown.root.get_by_role("dialog", name=document("choice")["title"])
    assert dialog.evaluate("each => each.matches(':modal')")
    assert dialog.locator("svg.mechanism-wide").is_visible()
    assert dialog.get_by_role("button", name="Next step").is_visible()
    assert shown.words() == ["choice-archived-2"]
    assert shown.state()["step"] == 2
    assert shown.widths()["look"] == 3.5
    dialog.get_by_role("button", name="Next step").click()
    assert shown.words() == ["choice-archived-3"]
    assert shown.state()["status"].startswith("Step 3 of 4:")


@pytest.mark.parametrize("way", ["key", "button"])
@pytest.mark.parametrize("width", [1280, 360])
def test_close_gives_everything_and_the_focus_back(play: Play, way: str, width: int) -> None:
    shown = play(width=width)
    before = shown.call("[...player.children].map(each => each.className || each.localName)")
    if width == 360:
        shown.press("more")
    shown.press("expand")
    if way == "key":
        shown.key("Escape")
    else:
        shown.press("close")
    shown.wait("!player.querySelector('dialog[open]')")
    assert shown.call("[...player.children].map(each => each.className || each.localName)") == before
    assert shown.focused() == ("expand" if width == 1280 else "more")
    assert not shown.root.locator("dialog").is_visible()
    shown.press("next")
    assert shown.words() == ["choice-archived-1"]


def test_dialog_shifts_and_scrolls_nothing(play: Play) -> None:
    shown = play(
        change=lambda markup: f"<p style='height: 500px'></p>{markup}<p style='height: 2000px'></p>",
        before=lambda page: page.add_init_script(OBSERVE),
    )
    shown.root.locator("[data-part=expand]").scroll_into_view_if_needed()
    top, height = shown.page.evaluate("[scrollY, document.documentElement.scrollHeight]")
    shown.press("expand")
    assert shown.page.evaluate("[scrollY, document.documentElement.scrollHeight]") == [top, height]
    shown.key("Escape")
    shown.wait("!player.querySelector('dialog[open]')")
    assert shown.page.evaluate("[scrollY, document.documentElement.scrollHeight]") == [top, height]
    assert sum(shifts(shown.page)) == 0


def test_zoom_by_buttons_and_keys(play: Play) -> None:
    shown = play()
    shown.press("expand")
    svg = shown.root.locator("svg.mechanism-wide")
    whole = svg.evaluate(WIDTH)
    view = shown.root.locator(".mechanism-view")
    assert view.evaluate("each => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
    shown.press("larger")
    assert svg.evaluate(WIDTH) == pytest.approx(whole * 1.25, rel=1e-3)
    shown.key("+", "=")
    assert svg.evaluate(WIDTH) == pytest.approx(whole * 1.25**3, rel=1e-3)
    shown.key("-")
    shown.press("smaller")
    assert svg.evaluate(WIDTH) == pytest.approx(whole * 1.25, rel=1e-3)
    shown.key(*"---")
    assert svg.evaluate(WIDTH) == pytest.approx(whole, rel=1e-3)


def test_zoom_keeps_the_middle_and_scrolling_pans(play: Play) -> None:
    shown = play()
    shown.press("expand")
    shown.key("+", "+", "+")
    view = shown.root.locator(".mechanism-view")
    left, room = view.evaluate("each => [each.scrollLeft, each.scrollWidth - each.clientWidth]")
    assert left == pytest.approx(room / 2, abs=2)
    view.focus()
    shown.key("ArrowRight")
    shown.wait(f"player.querySelector('.mechanism-view').scrollLeft > {left}")
    assert shown.at() == 0


def test_pinch_is_left_to_the_browser(play: Play) -> None:
    shown = play(**PHONE)
    shown.press("more")
    shown.press("expand")
    touch = "player.querySelector('.mechanism-view')"
    blocked = []
    while shown.call(f"!!{touch}"):
        blocked.append(shown.call(f"getComputedStyle({touch}).touchAction"))
        touch += ".parentElement"
    assert set(blocked) == {"auto"}


def test_active_part_is_in_view_when_zoomed(play: Play) -> None:
    shown = play()
    shown.press("expand")
    shown.key(*"++++")
    for step in (1, 2, 3, 4):
        shown.call(f"player.go({step})")
        assert shown.shows_active(".mechanism-view"), step


def test_drawing_on_a_telephone_is_the_wide_one_and_can_be_read(play: Play) -> None:
    shown = play(**PHONE)
    shown.press("more")
    shown.press("expand")
    assert shown.root.locator("svg.mechanism-wide").is_visible()
    assert not shown.root.locator("svg.mechanism-narrow").is_visible()
    assert shown.root.locator("svg.mechanism-wide").evaluate("each => each.getScreenCTM().a") >= 1


def test_figure_that_plays_goes_on_in_the_dialog(play: Play) -> None:
    shown = play()
    shown.press("play")
    shown.press("expand")
    assert shown.plays()
    shown.wait("player.getAnimations({subtree: true}).some(each => each.playState === 'running')")
    assert shown.moves()
    shown.key("Escape")
    shown.wait("player.querySelector(':scope > .mechanism-stage')")
    assert shown.plays()
    assert shown.moves()


def test_keys_of_the_theme_are_not_heard_in_the_dialog(play: Play) -> None:
    shown = play()
    shown.page.evaluate("window.keys = []; addEventListener('keydown', event => keys.push(event.key))")
    shown.press("expand")
    shown.key("s", "n", "/", "+")
    assert shown.page.evaluate("window.keys") == []


def expanded(shown: Playing) -> bool | None:
    """Return what the browser tells assistive technology of the menu's button."""
    tree = shown.page.context.new_cdp_session(shown.page).send("Accessibility.getFullAXTree")
    (button,) = (each for each in tree["nodes"] if each.get("name", {}).get("value") == "More controls")
    return next((each["value"]["value"] for each in button["properties"] if each["name"] == "expanded"), None)


@pytest.mark.parametrize("way", ["Escape", "outside", "again"])
def test_menu_opens_and_closes(play: Play, way: str) -> None:
    shown = play(**PHONE)
    menu = shown.root.locator("[data-part=menu]")
    assert not menu.is_visible()
    shown.press("more")
    assert menu.is_visible()
    assert expanded(shown) is True
    if way == "Escape":
        shown.key("Escape")
    elif way == "again":
        shown.press("more")
    else:
        shown.page.locator("h1").click(force=True)
    assert not menu.is_visible()
    assert expanded(shown) is False
    assert shown.at() == 0


def test_menu_is_reached_by_tab_and_lies_within_the_screen(play: Play) -> None:
    shown = play(**PHONE)
    shown.focus("more")
    shown.key("Enter", "Tab")
    assert shown.focused() == "scenario"
    for part in ("speed", "pace", "link", "expand"):
        shown.key("Tab")
        assert shown.focused() == part
    box = shown.root.locator("[data-part=menu]").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= PHONE["height"]


def test_menu_is_spelled_out_on_a_telephone(play: Play) -> None:
    shown = play(**PHONE)
    shown.press("more")
    for part, text in (("pace", "Stop after each step"), ("link", "Copy link to this step"), ("expand", "Expand")):
        assert shown.root.locator(f"[data-part={part}]").evaluate(
            "each => getComputedStyle(each, '::after').content"
        ) in ("attr(title)", f'"{text}"')


def test_wide_screen_has_no_menu(play: Play) -> None:
    shown = play()
    assert not shown.root.locator("[data-part=more]").is_visible()
    assert shown.root.locator("[data-part=link]").is_visible()


@pytest.fixture(params=["reference", "loop"])
def six_nodes(request: pytest.FixtureRequest) -> Result:
    """A figure of six nodes."""
    return figure("loop") if request.param == "loop" else reference_figure(request.getfixturevalue("shared"))


def test_drawing_one_row_of_controls_and_sentence_fit_the_telephone(play: Play, six_nodes: Result) -> None:
    shown = play(six_nodes, **PHONE)
    for step in range(1, 7):
        shown.call(f"player.go({step})")
        shown.call("player.parentElement.scrollIntoView()")
        item = shown.root.locator("[aria-current]")
        for each in (
            shown.root.locator(".mechanism-stage"),
            item.locator(".mechanism-title"),
            item.locator(".mechanism-step > p").last,
        ):
            box = each.bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= PHONE["height"]
        state, sentence = item.locator("dl").bounding_box(), item.locator(".mechanism-step > p").last.bounding_box()
        assert not state or (sentence and state["y"] >= sentence["y"] + sentence["height"])
    rows = {
        round(box["y"] + box["height"] / 2)
        for name in ("previous", "play", "next", "slider", "more")
        if (box := shown.root.locator(f"[data-part={name}]").bounding_box())
    }
    assert max(rows) - min(rows) <= 1


def test_print_while_it_plays_shows_the_still_picture(play: Play) -> None:
    shown = play()
    shown.call("(player.use('shelved', 2), player.play())")
    shown.page.emulate_media(media="print")
    assert not shown.root.locator(".mechanism-bar").is_visible()
    assert max(shown.widths().values()) == 1.5
    assert shown.tokens() == {}
    assert shown.root.locator(".mechanism-choice label:visible").all_inner_texts() == ["From the shelf"]
    assert len(shown.words()) == 9
    shown.page.emulate_media(media="screen")
    assert shown.plays()
    shown.wait("player.getAnimations({subtree: true}).some(each => each.playState === 'running')")
    assert shown.moves()
    shown.call("player.go(3)")
    assert len(shown.words()) == 1


def test_palette_changes_while_it_plays(play: Play) -> None:
    shown = play()
    shown.press("play")
    shown.page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    assert shown.plays()
    assert (
        shown.root.locator("mechanism-player").evaluate("each => getComputedStyle(each).backgroundColor")
        == "rgb(38, 42, 53)"
    )
    assert shown.moves()


def test_screen_that_turns_keeps_the_moment(play: Play) -> None:
    """The other layout's tokens start where the first one's were."""
    shown = play()
    shown.call("player.seek(700)")
    wide = shown.tokens()
    shown.page.set_viewport_size({"width": 360, "height": 640})
    shown.wait("player.getAnimations({subtree: true}).every(each => each.currentTime === 700)")
    assert set(shown.tokens()) == set(wide) == {"ask"}
    assert not shown.plays()
    assert shown.stands()
