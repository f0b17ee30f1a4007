"""The sources panel for a reader without scripts: the whole digest is there to be copied, and paper shows it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser.shown import Shown

from mkdocs_mechanism.options import FigureOptions

Show = Callable[..., Shown]
SELECTED = "() => getSelection().toString().trim()"


def open_panel(shown: Shown) -> None:
    shown.root.locator("summary").click()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_click_selects_the_whole_digest_of_which_the_start_is_seen(show: Show, width: int) -> None:
    shown = show("loop", width=width)
    open_panel(shown)
    digest = shown.root.locator(".mechanism-digest")
    assert digest.count() == 1
    box = digest.bounding_box()
    assert box is not None
    assert 60 < box["width"] < 150
    digest.click()
    assert re.fullmatch(r"[0-9a-f]{64}", shown.page.evaluate(SELECTED))
    assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_paper_shows_the_whole_digest(show: Show) -> None:
    shown = show("loop", width=700)
    shown.page.emulate_media(media="print")
    seen = shown.root.locator(".mechanism-digest").evaluate(
        "e => e.scrollWidth <= e.clientWidth || e.clientWidth === 0"
    )
    assert seen


def test_the_record_breaks_no_strict_policy(show: Show) -> None:
    """A data block is not run, so a policy without inline scripts has nothing against it."""
    messages: list[str] = []
    shown = show(
        "loop",
        manner="/strict",
        scripts=True,
        request={"options": FigureOptions(provenance=True)},
        before=lambda page: page.on("console", lambda message: messages.append(message.text)),
    )
    assert shown.root.locator("script[type='application/ld+json']").count() == 1
    assert shown.root.bounding_box() is not None
    assert messages == []
