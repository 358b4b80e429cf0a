"""The static site on a host of its own, which can be changed and stopped, and the house in the pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from parlour.core.game import find_game
from parlour.core.texts import sentence

from .player import Player
from .tables import TABLE

BUILT = Path(__file__).parents[3] / "build/site"
OPENING = 120_000
"""Milliseconds for the house to open on a busy machine."""
PLAY = ".games button.main"
PREFERENCES = """(() => {
    if (location.origin === 'null') return;
    localStorage.setItem('parlour.settings', JSON.stringify({pace: 0, tips: false, sound: false}));
})()"""


class Site:
    """A static host. Its files are below `prefix`, as on a host with many sites."""

    def __init__(self, folder: Path = BUILT, prefix: str = "/") -> None:
        assert (folder / "index.html").exists(), "Run `make site` first."
        self.folder = folder
        self.prefix = prefix
        site = self

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *about: object) -> None:
                pass

            def translate_path(self, path: str) -> str:
                plain = path.partition("?")[0]
                inside = plain.startswith(site.prefix)
                return str(site.folder / plain.removeprefix(site.prefix)) if inside else str(site.folder / "nothing here")

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}{self.prefix}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def site_at(folder: Path = BUILT, prefix: str = "/") -> Iterator[Site]:
    """Run a static host."""
    found = Site(folder, prefix)
    try:
        yield found
    finally:
        found.stop()


def prepared(context: BrowserContext, game: str = "", **plan: Any) -> BrowserContext:
    """Let pages be quick, and new games of this kind be as planned."""
    context.set_default_timeout(60_000)
    context.add_init_script(PREFERENCES)
    if game:
        value = str(plan).replace("'", '"')
        context.add_init_script(f"location.origin === 'null' || localStorage.setItem('parlour.plan.{game}', '{value}')")
    return context


def landing(context: BrowserContext, url: str) -> Page:
    """Open the first page, and wait until its house is open."""
    page = context.new_page()
    page.goto(url)
    expect(page.locator(PLAY).first).to_be_visible(timeout=OPENING)
    return page


def dealt(page: Page, game: str) -> Player:
    """Play a game at once."""
    name = sentence("landing.playNowOf", game=find_game(game).name)
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(TABLE, timeout=OPENING)
    return Player(page, seed=game)


def wait_until_kept(page: Page) -> None:
    """Wait until everything that is needed without a network is kept on the device."""
    page.wait_for_function("() => localStorage.getItem('parlour.kept') === 'true'", timeout=OPENING)


def with_worker(context: BrowserContext, code: str) -> None:
    """Run code in front of that of the worker which has the house: what a browser can't do is taken away there."""

    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{code}\n{answer.text()}")

    context.route("**/assets/worker-*.js", change)
