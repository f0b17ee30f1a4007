"""Firefox: the smoke tests, once with scripts really off, once for a reader who wants reduced motion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.engines import Engine, firefox
from browser.pages import figure
from browser.serving import Site
from browser.smoke import WithoutScript, WithPlayer, assert_step_5, look, moves, show, without_script

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Firefox as most readers have it."""
    with firefox(tmp_path_factory.mktemp("usual"), {"ui.prefersReducedMotion": 0}) as started:
        yield started


@pytest.fixture(scope="module")
def mute(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Firefox that runs no script of any page."""
    preferences = {"ui.prefersReducedMotion": 0, "javascript.enabled": False}
    with firefox(tmp_path_factory.mktemp("mute"), preferences) as started:
        yield started


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Firefox whose system asks for less motion."""
    with firefox(tmp_path_factory.mktemp("calm"), {"ui.prefersReducedMotion": 1}) as started:
        yield started


class TestUsual(WithoutScript, WithPlayer):
    """With scripts."""

    @pytest.fixture
    def engine(self, usual: Engine) -> Engine:
        return usual


class TestScriptsOff(WithoutScript):
    """With scripts off; the tests of this class take the markup as it is published, with its script."""

    @pytest.fixture
    def engine(self, mute: Engine) -> Engine:
        return mute

    def test_scripts_are_off(self, engine: Engine, site: Site) -> None:
        site.put("/tell.js", "document.documentElement.dataset.ran = ''")
        show(engine, site, '<script src="/tell.js"></script><figure class="mechanism"></figure>')
        assert engine.run("() => 'ran' in document.documentElement.dataset") is False

    def test_published_figure_moves(self, engine: Engine, site: Site) -> None:
        show(engine, site, figure("loop").markup)
        assert not look(engine)["ready"]
        assert moves(engine)

    def test_link_shows_step_5_of_the_published_figure(self, engine: Engine, site: Site) -> None:
        show(engine, site, figure("loop").markup, "#loop-retry-5")
        assert not look(engine)["ready"]
        assert_step_5(engine)


class TestReducedMotion:
    """Nothing moves by itself, and a link still shows its step."""

    def test_stands_without_a_script(self, calm: Engine, site: Site) -> None:
        show(calm, site, without_script(figure("loop").markup))
        assert not look(calm)["ready"]
        assert not moves(calm)

    def test_stands_with_the_player(self, calm: Engine, site: Site) -> None:
        show(calm, site, figure("loop").markup)
        assert look(calm)["ready"]
        assert not moves(calm)

    def test_link_shows_step_5(self, calm: Engine, site: Site) -> None:
        show(calm, site, figure("loop").markup, "#loop-retry-5")
        assert_step_5(calm)
