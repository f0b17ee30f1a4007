"""WebKit, as WebKitGTK has it: the smoke tests. It has no switch for scripts: "without" is a page that links none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.engines import Engine, webkit
from browser.smoke import WithoutScript, WithPlayer

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """WebKitGTK's small browser."""
    with webkit(tmp_path_factory.mktemp("webkit")) as engine:
        yield engine


class TestWebKit(WithoutScript, WithPlayer):
    """With scripts."""

    @pytest.fixture
    def engine(self, started: Engine) -> Engine:
        return started
