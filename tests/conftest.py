"""What every test may use: the folder ../shared, golden files on demand, a browser that is not skipped in silence."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
"""The repository."""
SHARED = ROOT.parent / "shared"
"""Cases, corpora and the reference document; beside the repository, and not part of it."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER_HINT = (
    "install one (Debian: apt-get install chromium; macOS: brew install --cask chromium) or name it in CHROMIUM"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError(
            "--update-golden is refused under CI: a golden file is changed by a person who looks at it"
        )


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """True when this run writes golden files."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder ../shared; without it the test is skipped, and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared beside the repository")
    return SHARED


def browsers_required() -> bool:
    return any(os.environ.get(name, "") not in ("", "0", "false") for name in ("CI", "REQUIRE_BROWSERS"))


def find_chromium() -> str | None:
    """Return the path of a Chromium: CHROMIUM in the environment, else the first one on PATH."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in BROWSERS if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium. Without one the test is skipped, or fails where browsers are required (CI)."""
    path = find_chromium()
    if path is None:
        if browsers_required():
            pytest.fail(f"no Chromium was found and browsers are required here: {BROWSER_HINT}")
        pytest.skip(f"no Chromium was found: {BROWSER_HINT}")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium for the whole session."""
    from playwright.sync_api import sync_playwright

    flags = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--force-color-profile=srgb",
    ]
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=flags)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in a context of its own, 1280 by 800."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()
