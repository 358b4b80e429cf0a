"""The static site with its house in the page, in a browser whose network is off and whose server is gone."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import TABLE

SITE = Path(__file__).parents[2] / "build/site"
OPENING = 120_000
"""Milliseconds for the house to open on a busy machine."""
CARDS = ".hand, .card, .zone, [data-card], [data-place]"
PLAY, FRIENDS = ".games button.main", ".games button:not(.main)"
SETTINGS = "localStorage.setItem('parlour.settings', JSON.stringify({pace: 0, tips: false, sound: false}))"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *about: object) -> None:
        pass


@dataclass
class Site:
    """A static host."""

    server: ThreadingHTTPServer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/"

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    assert (SITE / "index.html").exists(), "Run `make site` first."
    found = Site(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE)))
    threading.Thread(target=found.server.serve_forever, daemon=True).start()
    yield found
    found.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1200, "height": 800})
    made.set_default_timeout(60_000)
    made.add_init_script(SETTINGS)
    yield made
    made.close()


def opened(context: BrowserContext, site: Site) -> Page:
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator(PLAY).first).to_be_visible(timeout=OPENING)
    return page


def kept(page: Page) -> bool:
    return bool(page.evaluate("() => localStorage.getItem('parlour.kept') === 'true'"))


def test_a_kept_app_plays_without_a_network(context: BrowserContext, site: Site):
    page = opened(context, site)
    while not kept(page):
        page.wait_for_timeout(200)
    context.set_offline(True)
    site.stop()
    page.close()
    page = opened(context, site)

    # a game to its end, with a reload in the middle
    page.locator(PLAY).first.click()
    page.wait_for_selector(TABLE)
    table, player = page.url, Player(page)
    player.play(3)
    page.reload()
    page.wait_for_selector(TABLE, timeout=OPENING)
    assert page.url == table
    player.play()
    assert player.is_over
    page.goto(f"{site.url}#/me")
    page.reload()
    expect(page.locator("a[href*='/replay/']")).to_have_count(1, timeout=OPENING)

    # two people pass the device round, and nobody's cards are on the page in between
    page.goto(site.url)
    page.locator(FRIENDS).first.click()
    page.locator("#fellow").fill("Ben")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Only 2 seats").click()
    Player(page).deal()
    for name in ("Ben", "Guest"):
        page.get_by_role("button", name=f"Pass to {name}").click()
        expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
        assert page.locator(CARDS).count() == 0
        assert page.locator(TABLE).count() == 0
        page.get_by_role("button", name=f"I'm {name}").click()
        page.wait_for_selector(TABLE)
        assert page.locator(CARDS).count() > 0, "the check above would find cards"
