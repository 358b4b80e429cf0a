"""Measures the pages in a real browser: their size, how fast they answer on a slow device, and whether anything jumps.

    python benchmarks/browser.py --write

Bytes are what the browser received, compressed and with headers, at a first visit with an empty cache. The time from a press
to the next picture (event timing, INP) is measured while games are played by clicks and by taps, with the processor slowed
down four times; presses are made as by hand: the pointer rests, goes down, and comes up again after a moment. Layout shift
is the browser's own measure, without shifts after a press.
"""

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.helpers.chromium import launch
from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import GAMES, TABLE, deal, make_room, usual_plan
from tests.browser.helpers.visitors import PHONE, Visitor
from tests.server.helpers.clients import house_in

FIRST_LOAD, RUNNING, ANSWER = 160, 280, 100
SHIFT = 0.001
"""The smallest layout shift that counts: anything less is a fraction of a pixel."""
SAID: list[str] = []
"""The lines of the report."""
SLOWER = 4
PRESSES = 60
THINKING = 250
"""Milliseconds before a press."""
AIMING, DOWN = 100, 70
"""Milliseconds that a pointer rests before a press, and that a finger or a button is down."""
SHOWN = 200
"""Milliseconds after a press in which the page is left alone: polling at every frame would slow it down."""
SETTLED = 1_500
"""Milliseconds after which a result is in place."""
WATCH = """
window.shifts = [];
window.presses = {};
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        const sources = entry.sources.map(({node}) => node?.className || node?.nodeName).join(", ");
        // a result may push the table aside: the game is over
        if (!entry.hadRecentInput && !document.querySelector("section.result")) window.shifts.push([entry.value, sources]);
    }
}).observe({type: "layout-shift", buffered: true});
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        const {interactionId, duration} = entry;
        if (interactionId) window.presses[interactionId] = Math.max(window.presses[interactionId] ?? 0, duration);
    }
}).observe({type: "event", buffered: true, durationThreshold: 16});
"""


class Hand(Player):
    """A visitor whose presses take as long as those of a hand."""

    def play_again(self) -> None:
        """Deal again once the result is in place."""
        self.page.wait_for_timeout(SETTLED)
        super().play_again()

    def _point(self, x: float, y: float) -> None:
        if self.how == "taps":
            touch = self.page.context.new_cdp_session(self.page)
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            self.page.wait_for_timeout(DOWN)
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            touch.detach()
        else:
            self.page.mouse.move(x, y)
            self.page.wait_for_timeout(AIMING)
            self.page.mouse.click(x, y, delay=DOWN)
        self.page.wait_for_timeout(SHOWN)


@dataclass
class Wire:
    """The files that a page received: bytes by address, time of the request, and kind."""

    bytes: dict[str, float] = field(default_factory=dict)
    asked: dict[str, float] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    done: dict[str, float] = field(default_factory=dict)
    frames: int = 0

    def listen(self, page: Page) -> None:
        """Record everything that a page receives from now on."""
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        urls: dict[str, str] = {}

        def asking(event: dict[str, Any]) -> None:
            url = event["request"]["url"]
            urls[event["requestId"]] = url
            self.asked[url], self.kinds[url] = event["timestamp"], event.get("type", "Other")

        def finished(event: dict[str, Any]) -> None:
            url = urls.get(event["requestId"], "")
            self.bytes[url] = self.bytes.get(url, 0) + event["encodedDataLength"]
            self.done[url] = event["timestamp"]

        def framed(event: dict[str, Any]) -> None:
            self.frames += len(event["response"]["payloadData"])

        session.on("Network.requestWillBeSent", asking)
        session.on("Network.loadingFinished", finished)
        session.on("Network.webSocketFrameReceived", framed)

    def ahead(self) -> set[str]:
        """Return prefetched files: scripts and styles requested after the games were known."""
        known = next((at for url, at in self.done.items() if url.endswith("/api/games")), float("inf"))
        return {url for url, at in self.asked.items() if at > known and self.kinds[url] in ("Script", "Stylesheet", "Other")}

    def kilobytes(self, without: Collection[str] = ()) -> float:
        """Return the total size of all files."""
        return sum(size for url, size in self.bytes.items() if url not in without) / 1000

    def by_kind(self, without: Collection[str] = ()) -> str:
        """Return the total size of each kind of file."""
        sums: dict[str, float] = {}
        for url, size in self.bytes.items():
            if url not in without:
                kind = self.kinds[url].lower()
                sums[kind] = sums.get(kind, 0) + size / 1000
        return ", ".join(f"{kind} {size:.1f}" for kind, size in sorted(sums.items(), key=lambda one: -one[1]))


@contextmanager
def visiting(browser: Browser, url: str, **looks: Any) -> Iterator[Visitor]:
    """Yield a first-time visitor."""
    visitor = Visitor(browser, url, **looks)
    visitor.context.add_init_script(WATCH)
    yield visitor
    visitor.close()


def say(name: str, value: float, limit: float | None = None, unit: str = "kB", more: str = "") -> None:
    """Print a figure with its target, and keep it."""
    wanted = "" if limit is None else f" (at most {limit:g}: {'good' if value <= limit else 'TOO MUCH'})"
    shown = f"{value:.1f} {unit}" if unit else f"{value:.4f}"
    SAID.append(f"- {name}: {shown}{wanted}{'; ' + more if more else ''}")
    print(SAID[-1], flush=True)


def head(text: str) -> None:
    """Print a heading, and keep it."""
    SAID.extend(["", f"## {text}", ""])
    print(text, flush=True)


def shift(page: Page) -> tuple[float, float, str, str]:
    """Return the sum of all layout shifts so far, its limit, its unit, and what shifted."""
    found = page.evaluate("() => window.shifts")
    return sum(value for value, _ in found), SHIFT, "", "; ".join(sorted({what for value, what in found if value > SHIFT / 2}))


def weigh(browser: Browser, url: str) -> None:
    """Measure bytes and shifts of a first visit, and of a table opened by its link."""
    head("What the pages weigh (received, compressed)")
    with visiting(browser, url) as visitor:
        wire, page = Wire(), visitor.context.new_page()
        wire.listen(page)
        page.goto(url)
        page.get_by_role("button", name="Play now").first.wait_for()
        page.wait_for_load_state("networkidle")
        ahead = wire.ahead()
        say("landing, to play at once", wire.kilobytes(ahead), FIRST_LOAD, more=wire.by_kind(ahead))
        say("landing, with what is fetched ahead", wire.kilobytes(), more=wire.by_kind())
        say("layout shift of the landing page", shift(page)[0], unit="")
    for game in GAMES:
        with visiting(browser, url) as visitor:
            code = make_room(visitor, game, **usual_plan(visitor, game))
            wire, page = Wire(), visitor.context.new_page()
            wire.listen(page)
            page.goto(f"{url}/r/{code}")
            deal(page)
            Player(page, seed=game).play(10)
            page.wait_for_load_state("networkidle")
            say(f"running table, {game}", wire.kilobytes(), RUNNING, more=f"{wire.by_kind()}; frames {wire.frames / 1000:.1f}")
            say(f"layout shift of the table, {game}", *shift(page))


def answer(browser: Browser, url: str, presses: int) -> None:
    """Measure the time from a press to the next frame."""
    for name, looks in (("desktop", {}), ("phone", PHONE)):
        head(f"From a press to the next picture, processor {SLOWER} times slower, {name}")
        for game in GAMES:
            with visiting(browser, url, **looks) as visitor:
                page = slow_table(visitor, game)
                player = Hand(page, "taps" if looks else "clicks", game)
                for _ in range(presses):
                    if not player.wait():
                        player.play_again()
                    # nobody presses at the very moment it becomes possible
                    page.wait_for_timeout(THINKING)
                    player.play(1)
                times = sorted(page.evaluate("() => Object.values(window.presses)"))
                if times:
                    most = times[min(len(times) - 1, int(len(times) * 0.98))]
                    more = f"median {statistics.median(times):.0f}, slowest {times[-1]:.0f}, of {len(times)} presses"
                    say(game, most, ANSWER, "ms", more)


def slow_table(visitor: Visitor, game: str) -> Page:
    """Measure a table on a slow device."""
    page = visitor.open(f"/r/{make_room(visitor, game, **usual_plan(visitor, game))}")
    deal(page)
    page.wait_for_selector(TABLE)
    visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def write_down(browser: Browser) -> None:
    """Keep the figures in BROWSER.md."""
    with open("/proc/cpuinfo") as told:
        model = next((line.partition(":")[2].strip() for line in told if line.startswith("model name")), platform.machine())
    machine = f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    title = ["# The pages in a browser", "", "Written by `make pages`; no figure is typed by hand.", ""]
    today = f"{date.today()} · {machine} · {platform.system()} · Chromium {browser.version}"
    (Path(__file__).parent / "BROWSER.md").write_text("\n".join([*title, today, *SAID, ""]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure the pages in a browser.")
    parser.add_argument("--presses", type=int, default=PRESSES, help="presses in each game")
    parser.add_argument("--only", choices=["weigh", "answer"], help="only one part")
    parser.add_argument("--write", action="store_true", help="write the figures to BROWSER.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, house_in(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        if asked.only != "answer":
            weigh(browser, house.url)
        if asked.only != "weigh":
            answer(browser, house.url, asked.presses)
        if asked.write:
            write_down(browser)
        browser.close()


if __name__ == "__main__":
    main()
