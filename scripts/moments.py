"""Takes pictures of every screen and of ten moments of play, to look at: `python scripts/moments.py FOLDER [NAME …]`.

Every screen is taken in five sizes, light and dark. The moments are steps of finished games, replayed in the same sizes with
and without motion, three frames each. With names, only those are taken: landing, dialogs,
gathering, replay, lessons, puzzles, the id of a game, or a moment.
"""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from parlour.core.events import Event
from parlour.core.table import Table
from tests.browser.helpers import screens
from tests.browser.helpers.chromium import launch
from tests.browser.helpers.looking import DRESS, SETTLE
from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import GAMES, TABLE, code_of, deal, finished_room, make_room
from tests.browser.helpers.visitors import PHONE, STILL, TOUCH, Visitor
from tests.server.helpers.clients import house_in

SIZES = {"phone": (360, 740), "side": (844, 390), "tablet": (768, 1024), "desktop": (1280, 800), "large": (1920, 1080)}
THEMES = ("light", "dark")
FRAMES = (150, 300, 600)
"""Milliseconds between the frames of a moment, in which motion is slowed down."""
SLOWED = 0.2
QUALITY = 70
DECODED = "() => Promise.all([...document.images].map((image) => image.decode().catch(() => {})))"
"""Waits for the faces of all cards: a busy machine draws them late."""
SEVERAL = 3
GAMES_PLAYED = 3


def drawn(events: Sequence[Event]) -> int:
    """Return the largest number of cards that any one seat draws."""
    seats = [event.seat for event in events if event.source == "deck" and event.target == "hand"]
    return max((seats.count(seat) for seat in seats), default=0)


MOMENTS: dict[str, Callable[[Sequence[Event]], bool]] = {
    "draw": lambda events: drawn(events) == 1,
    "penalty": lambda events: drawn(events) >= SEVERAL,
    "swap": lambda events: any(event.exchanges == "hands" for event in events),
    "run": lambda events: sum(event.target == "pile" for event in events) >= SEVERAL,
    "bomb": lambda events: any(event.source == "pile" and not event.target for event in events),
    "wrong": lambda events: any(event.wrong for event in events),
    "reveal": lambda events: any(event.reveals for event in events),
}
"""The moves that are filmed. A table after the deal, a turn and a win are among the screens."""


class Album:
    """Takes the pictures whose names are wanted into a folder."""

    def __init__(self, folder: Path, wanted: Sequence[str]) -> None:
        self.folder, self.wanted = folder, wanted
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        """Whether pictures with this name are taken."""
        return not self.wanted or name in self.wanted

    def take(self, page: Page, *names: str) -> None:
        """Take one picture."""
        name = "-".join(names).replace(" ", "_").replace("/", "_")
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=QUALITY)
        print(name, flush=True)

    def take_all(self, page: Page, name: str) -> None:
        """Take a page in every size, light and dark."""
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.evaluate(DRESS, theme)
                page.evaluate(SETTLE, 60)
                self.take(page, name, size, theme)
        page.evaluate(DRESS, "")
        page.set_viewport_size({"width": 1280, "height": 800})


def walks(visitor: Visitor, album: Album) -> Iterator[screens.Screen]:
    """Go through every screen of the walks that are wanted."""
    alone = {"landing": screens.landing}
    of_game = {"dialogs": screens.table_dialogs, "gathering": screens.gathering, "replay": screens.replay}
    found = {name: walk(visitor) for name, walk in alone.items()}
    found |= {name: walk(visitor, GAMES[0]) for name, walk in of_game.items()}
    found |= {game: screens.table(visitor, game) for game in GAMES}
    found |= {"lessons": opened(visitor, f"/learn/{GAMES[0]}"), "puzzles": opened(visitor, "/puzzles")}
    for name, walk in found.items():
        if album.wants(name):
            yield from ((f"{name} {screen}", page) for screen, page in walk)


def opened(visitor: Visitor, path: str) -> Iterator[screens.Screen]:
    """Yield a page, opened by its address."""
    yield "page", screens.loaded(visitor.open(path))


def finished(visitor: Visitor, game: str, seed: int) -> tuple[str, Table]:
    """Play a game to its end; return the id of its replay, and its table."""
    page = visitor.open(f"/r/{make_room(visitor, game, seats=4)}")
    deal(page)
    Player(page, seed=f"{game} {seed}").play()
    replay = str(finished_room(visitor, code_of(page))["replay"])
    page.close()
    file = visitor.ask("GET", f"/api/replays/{replay}")
    return replay, Table.load(json.dumps(file.get("table", file)))


def moments(visitor: Visitor, album: Album) -> Iterator[tuple[str, str, int]]:
    """Find each moment once: its name, the id of a replay and the number of the move."""
    missing = {name: is_it for name, is_it in MOMENTS.items() if album.wants(name)}
    for seed in range(GAMES_PLAYED):
        for game in GAMES:
            if not missing:
                return
            replay, table = finished(visitor, game, seed)
            for move in range(1, len(table.log) + 1):
                events = [event for event in table.events if event.move == move]
                for name in [name for name, is_it in missing.items() if events and is_it(events)]:
                    del missing[name]
                    yield f"{name} {game}", replay, move


def film(browser: Browser, url: str, album: Album, name: str, replay: str, move: int) -> None:
    """Take the frames of a moment in every size: with motion in the dark, without it in the light."""
    for size, (width, height) in SIZES.items():
        for motion, theme, looks in (("moving", "dark", {}), ("still", "light", STILL)):
            visitor = Visitor(browser, url, viewport={"width": width, "height": height}, **looks)
            visitor.settings(theme=theme)
            page = visitor.open(f"/replay/{replay}?step={move - 1}")
            page.wait_for_selector(TABLE)
            screens.loaded(page)
            page.evaluate(DECODED)
            session = page.context.new_cdp_session(page)
            session.send("Animation.enable")
            session.send("Animation.setPlaybackRate", {"playbackRate": SLOWED})
            page.keyboard.press("ArrowRight")
            for number, pause in enumerate(FRAMES, 1):
                page.wait_for_timeout(pause)
                album.take(page, name, size, motion, str(number))
            visitor.close()


def main() -> None:
    """Take all pictures that are wanted."""
    album = Album(Path(sys.argv[1]), sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder, house_in(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        visitor = Visitor(browser, house.url, **{**TOUCH, **STILL, "device_scale_factor": PHONE["device_scale_factor"]})
        for name, page in walks(visitor, album):
            album.take_all(page, name)
        if any(album.wants(name) for name in MOMENTS):
            for name, replay, move in moments(visitor, album):
                film(browser, house.url, album, name, replay, move)
        browser.close()


if __name__ == "__main__":
    main()
