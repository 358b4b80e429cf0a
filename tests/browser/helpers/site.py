"""The static site on a host of its own, which can be changed and stopped, and the house in the pages."""

import json
import os
import shutil
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from parlour.core.game import find_game
from parlour.core.texts import sentence
from parlour.fast import ahead
from tests.helpers import SOAK
from tests.helpers.kernels import SMALLEST, built_folder
from tests.helpers.pyodide import kernel_files

from .player import Player
from .tables import GAMES, SHORT, TABLE

BUILT = Path(__file__).parents[3] / "build/site"
OPENING = 120_000
"""Milliseconds for the house to open on a busy machine."""
SEARCHED = GAMES if SOAK else [SMALLEST]
"""Games whose kernels the tests build for the site."""
PLAY = ".games button.main"
ME = ".corner a[href$='/me']"
"""The link to a person's own page, which appears once the house has said who they are."""
DIALOG = "dialog[open]"
NO_EXPERT = "Expert needs the search engine, which isn't available here; playing as Skilled."
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


def copied(folder: Path) -> Path:
    """Copy the site into a new folder. The copies share their content with the files that were built."""
    return Path(shutil.copytree(BUILT, folder, copy_function=os.link))


def changed(path: Path, old: str, new: str) -> None:
    """Change a file of a copy."""
    text = path.read_text()
    assert old in text
    path.unlink()
    path.write_text(text.replace(old, new))


def with_kernels(folder: Path, games: Iterable[str]) -> Path:
    """Copy the site into a new folder, with the kernels of these games only, built as for other tests."""
    out = copied(folder) / "offline"
    (path,) = out.glob("parts-*.json")
    told, kernels = json.loads(path.read_text()), {}
    for game in games:
        for name, file in kernel_files(game, built_folder(game, (ahead.WASM,))).items():
            kernels[name] = hashed(name, file.read_bytes())
            (out / kernels[name]).unlink(missing_ok=True)
            shutil.copy(file, out / kernels[name])
    others = [name for name in told["files"] if name not in told["kernels"].values()]
    content = json.dumps({**told, "kernels": kernels, "files": sorted([*others, *kernels.values()])})
    (out / hashed("parts.json", content.encode())).write_text(content)
    named = "".join(f'"offline/{name}",' for name in kernels.values())
    changed(folder / "worker.js", f'"offline/{path.name}",', f'{named}"offline/{path.name}",')
    for page in (folder / "worker.js", folder / "index.html"):
        changed(page, path.name, hashed("parts.json", content.encode()))
    return folder


def hashed(name: str, content: bytes) -> str:
    """Return the name of a file of the house, which holds the hash of its content."""
    stem, _, rest = name.partition(".")
    return f"{stem}-{sha256(content).hexdigest()[:12]}.{rest}"


def prepared(context: BrowserContext, game: str = "", **plan: Any) -> BrowserContext:
    """Set up a context with quick pages, and with this plan for new games of this kind."""
    context.set_default_timeout(60_000)
    context.add_init_script(PREFERENCES)
    if game:
        rules = {name: option.low for name, option in find_game(game).options.items() if name in SHORT}
        for key, value in (("plan", plan), ("chosen", rules)):
            kept = json.dumps(f"parlour.{key}.{game}"), json.dumps(json.dumps(value))
            context.add_init_script(f"location.origin === 'null' || localStorage.setItem({', '.join(kept)})")
    return context


def landing(context: BrowserContext, url: str) -> Page:
    """Open the first page, and wait until its house is open."""
    page = context.new_page()
    page.goto(url)
    expect(page.locator(ME)).to_be_visible(timeout=OPENING)
    return page


def dealt(page: Page, game: str) -> Player:
    """Press “Play now” for a game; return a player at its table."""
    name = sentence("landing.playNowOf", game=find_game(game).name)
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(TABLE, timeout=OPENING)
    return Player(page, seed=game)


def expect_expert(page: Page, *, can_search: bool) -> None:
    """Check that the table says that Expert can't search here if that is so, and only then."""
    page.get_by_role("button", name="People", exact=True).click()
    expect(page.locator(DIALOG)).to_be_visible()
    expect(page.get_by_text(NO_EXPERT)).to_have_count(0 if can_search else 1)
    page.keyboard.press("Escape")


def wait_until_kept(page: Page) -> None:
    """Wait until everything that is needed without a network is kept on the device."""
    page.wait_for_function("() => localStorage.getItem('parlour.kept') === 'true'", timeout=OPENING)


def wait_until(page: Page, question: str) -> None:
    """Wait until an async function returns true. When polling, Playwright's `wait_for_function` takes any promise for true."""
    end = time.monotonic() + OPENING / 1000
    while not page.evaluate(question):
        assert time.monotonic() < end, question
        page.wait_for_timeout(200)


def with_worker(context: BrowserContext, code: str) -> None:
    """Run this code in the worker before that of the house, to remove features that some browsers lack."""

    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{code}\n{answer.text()}")

    context.route("**/assets/worker-*.js", change)
