"""What figures and the player cost a browser's main thread: thread CPU time, medians, everything in one run.

usage: make bench, or PYTHONPATH=tests python tests/bench/bench_player.py [--seconds 5] [--runs 3]
Prints milliseconds and shares of one core, and the ratios that compare machines; asserts nothing. Needs a Chromium
(CHROMIUM in the environment, or on the PATH).
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browser.pages import ASSETS, FOLDER, PAGE_CSS, html, request, without_player
from browser.serving import Site
from conftest import find_chromium
from playwright.sync_api import Browser, sync_playwright

from mkdocs_mechanism.options import FigureOptions
from mkdocs_mechanism.pipeline import Result, build
from mkdocs_mechanism.workspace import Workspace

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
STILL = FigureOptions(verify="warn", autoplay=False)


class Bench:
    """Pages to measure, each in a browser context of its own."""

    def __init__(self, browser: Browser, site: Site, seconds: float, runs: int) -> None:
        self.browser, self.site, self.seconds, self.runs = browser, site, seconds, runs

    def median(self, measure: Callable[[], float]) -> float:
        """Return the median of some runs."""
        return statistics.median(measure() for _ in range(self.runs))

    def load(self, page: str) -> float:
        """Return main-thread CPU in ms until a second after the page came."""
        return self._measured(page, "", 1.0, is_load=True)

    def share(self, page: str, start: str = "") -> float:
        """Return the share of one core in percent while the page stands, or plays after `start`."""
        return self._measured(page, start, self.seconds) / self.seconds / 10

    def _measured(self, page: str, start: str, seconds: float, *, is_load: bool = False) -> float:
        context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        opened = context.new_page()
        session = context.new_cdp_session(opened)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent() -> float:
            metrics: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
            return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration")) * 1000

        opened.goto(self.site.url + page)
        before = 0.0
        if not is_load:
            opened.wait_for_timeout(1000)
            if start:
                opened.evaluate(start)
                opened.wait_for_timeout(500)
            before = spent()
        opened.wait_for_timeout(seconds * 1000)
        cost = spent() - before
        context.close()
        return cost


def copy(number: int, taken: frozenset[str]) -> Result:
    """Return a figure like the others, but of a document of its own (its steps last a little longer)."""
    wish = request("loop", taken=taken, moves=number == 0, options=STILL)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "loop", folder, dirs_exist_ok=True)
        file = Path(folder) / "document.json"
        document = json.loads(file.read_text(encoding="utf-8"))
        for step in document["scenarios"][0]["steps"]:
            step["duration"] += number
        file.write_text(json.dumps(document), encoding="utf-8")
        return build(wish, Workspace(Path(folder)))


def pages(site: Site) -> None:
    """Put the pages: none, one and twenty figures, with and without the player."""
    site.put("/page.css", PAGE_CSS)
    site.put("/none.html", html("", *[""] * 19))
    for count in (1, 20):
        taken: frozenset[str] = frozenset()
        markup = []
        for number in range(count):
            each = copy(number, taken)
            site.put_all(ASSETS, each.files)
            taken |= each.ids
            markup.append(each.markup)
        site.put(f"/player-{count}.html", html(*markup))
        site.put(f"/plain-{count}.html", html(*(without_player(each) for each in markup)))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--runs", type=int, default=3)
    wanted = parser.parse_args()
    site = Site()
    pages(site)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        bench = Bench(browser, site, wanted.seconds, wanted.runs)
        without = bench.median(lambda: bench.load("/none.html"))
        for count in (1, 20):
            cost = bench.median(lambda count=count: bench.load(f"/player-{count}.html"))
            print(f"load, {count:2} figures: {cost - without:6.1f} ms over the page without ({without:.1f} ms)")
        print(f"at rest:         {bench.median(lambda: bench.share('/player-1.html')):6.2f} % of one core")
        player = "const player = document.querySelector('mechanism-player'); player.seek(1000); player.play()"
        playing = bench.median(lambda: bench.share("/player-1.html", player))
        all_run = bench.median(
            lambda: bench.share("/plain-1.html", "document.querySelector('.mechanism-play').click()")
        )
        print(f"playing:         {playing:6.2f} % of one core")
        print(f"all animations:  {all_run:6.2f} % of one core (without script)")
        print(f"playing takes {100 * playing / all_run:.0f} % of what all animations take")
        browser.close()
    site.close()


if __name__ == "__main__":
    main()
