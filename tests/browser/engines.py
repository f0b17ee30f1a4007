"""Firefox and WebKitGTK, behind the few words that smoke tests need. Chromium is driven by Playwright (conftest)."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, Protocol

import pytest

from tests.conftest import browsers_required

APT = "apt-get install --no-install-recommends "
MINI_BROWSERS = "/usr/lib*/**/webkit2gtk-4.1/MiniBrowser"


class Engine(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None:
        """Show a page, and return once it is loaded."""

    def run(self, function: str, *arguments: object) -> Any:
        """Call a JavaScript function in the page. It runs where the page's own scripts are off, too."""

    def press(self, selector: str, *keys: str) -> None:
        """Focus an element and press keys, named as in WebDriver."""

    def picture(self) -> bytes:
        """Return the window's picture, as PNG."""


def without(browser: str, command: str) -> NoReturn:
    """Skip the test, or fail it where browsers are required, and say what brings the browser."""
    say = pytest.fail if browsers_required() else pytest.skip
    say(f"{browser} was not found; it comes with: {command}")


# --- Firefox ---------------------------------------------------------------------------------------------------------


class Firefox:
    """Firefox through Marionette, which needs no driver program."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def open(self, url: str) -> None:
        self.client.navigate("about:blank")  # a change of the fragment alone would load nothing
        self.client.navigate(url)

    def run(self, function: str, *arguments: object) -> Any:
        return self.client.execute_script(f"return ({function})(...arguments)", arguments)

    def press(self, selector: str, *keys: str) -> None:
        from marionette_driver.by import By

        self.client.find_element(By.CSS_SELECTOR, selector).send_keys(*keys)

    def picture(self) -> bytes:
        taken: bytes = self.client.screenshot(format="binary", full=False)
        return taken


@contextlib.contextmanager
def firefox(folder: Path, preferences: Mapping[str, object]) -> Iterator[Engine]:
    """Yield a headless Firefox; `folder` is where its log goes, `preferences` are those of `about:config`."""
    found = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        without("Firefox", APT + "firefox-esr")
    client = _marionette(found, str(folder / "firefox.log"), preferences)
    try:
        client.set_window_rect(width=1280, height=1100)
        yield Firefox(client)
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            client.quit()
            client.cleanup()


def _marionette(binary: str, log: str, preferences: Mapping[str, object]) -> Any:
    """Return a started session. The libraries of Marionette's client warn of what they use themselves."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from marionette_driver.marionette import Marionette
        except ImportError:
            without("Marionette's client", "pip install marionette_driver")
        client = Marionette(bin=binary, headless=True, port=0, gecko_log=log, prefs=dict(preferences))
        client.start_session()
        return client


# --- WebKitGTK -------------------------------------------------------------------------------------------------------


class WebKit:
    """WebKitGTK's small browser through WebDriver."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, url: str) -> None:
        self.driver.get("about:blank")
        self.driver.get(url)

    def run(self, function: str, *arguments: object) -> Any:
        return self.driver.execute_script(f"return ({function})(...arguments)", *arguments)

    def press(self, selector: str, *keys: str) -> None:
        self.driver.find_element("css selector", selector).send_keys(*keys)

    def picture(self) -> bytes:
        taken: bytes = self.driver.get_screenshot_as_png()
        return taken


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Engine]:
    """Yield WebKitGTK on a screen of its own; `folder` is where its log goes."""
    browser = os.environ.get("WEBKIT") or next(map(str, sorted(Path("/").glob(MINI_BROWSERS[1:]))), None)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not (browser and driver and screen):
        without("WebKitGTK, its driver or a virtual screen", APT + "webkit2gtk-driver xvfb")
    try:
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.service import Service
    except ImportError:
        without("WebDriver's client", "pip install selenium")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = browser
    options.add_argument("--automation")
    with display(screen) as name:
        # As root, in a container, WebKit's sandbox can't be set up.
        environment = os.environ | {"DISPLAY": name, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        service = Service(driver, log_output=str(folder / "webkit.log"), env=environment)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # its own
            session = webdriver.WebKitGTK(options=options, service=service)
        try:
            session.set_window_size(1280, 1100)
            yield WebKit(session)
        finally:
            session.quit()


@contextlib.contextmanager
def display(server: str) -> Iterator[str]:
    """Yield the name of a virtual screen; the server itself chooses a free one."""
    reading, writing = os.pipe()
    command = [server, "-displayfd", str(writing), "-screen", "0", "1280x1200x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as named:
            yield ":" + named.readline().strip()
    finally:
        process.terminate()
        process.wait()
