"""Under a policy that allows the site's own files only, the figure does all that it does elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser.pages import figure
from browser.shown import Shown
from playwright.sync_api import Page

Show = Callable[..., Shown]
LISTEN = (
    "window.refused = []; addEventListener('securitypolicyviolation', e => refused.push(e.violatedDirective), true)"
)
STRICT = {"manner": "/strict", "scripts": True, "before": lambda page: page.add_init_script(LISTEN)}


def refused(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.refused")
    return found


@pytest.mark.parametrize("name", ["loop", "choice", "groups", "scroll", "still"])
def test_nothing_of_the_figure_is_refused(show: Show, name: str) -> None:
    assert refused(show(name, **STRICT).page) == []


def test_inline_style_would_be_refused(show: Show) -> None:
    """The control: the policy is in force, and the listener hears it."""
    shown = show("loop", change=lambda markup: markup.replace("<figcaption", '<figcaption style="color:red"'), **STRICT)
    assert refused(shown.page) == ["style-src-attr"]


def test_figure_moves_and_steps_under_the_policy(show: Show) -> None:
    shown = show("choice", **STRICT)
    assert shown.moves()
    shown.scenario(1)
    shown.step(2, scenario=1)
    assert shown.words() == ["choice-shelved-2"]
    assert refused(shown.page) == []


def test_markup_has_no_inline_style_where_sheets_are_linked() -> None:
    markup = figure("loop").markup
    assert "<style" not in markup
    assert "style=" not in markup
    assert re.findall("<script[^>]*>[^<]*", markup) == re.findall(r'<script src="[^"]+\.js" defer>', markup)
