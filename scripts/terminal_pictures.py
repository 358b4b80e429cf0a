"""Takes pictures of the terminal in full screen, to look at: `python scripts/terminal_pictures.py FOLDER [NAME …]`.

Start screen, tables of all games after some moves, the end of a game, dialogs and a table of a house, in three sizes; one table
in 16 colours and one in ASCII. With names, only those are taken: start, help, end, house, or the id of a game.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from parlour import Table, find_game, game_ids
from parlour.fullscreen import start, table
from parlour.fullscreen.app import FullScreen
from parlour.fullscreen.host import Host, LocalHost
from parlour.guest.host import RemoteHost
from parlour.terminal.seats import make_party
from parlour.terminal.sitting import Sitting
from tests.browser.helpers.chromium import launch
from tests.guest.helpers.pretend import PretendHouse

SIZES = ((80, 24), (120, 40), (200, 60))
MOVES = 9
"""The fewest moves made at a table before its picture."""
MANY = 10


def played(game: str, seats: int, moves: int, **options: object) -> Table:
    """Return a table after some moves, with the first seat to move; after many moves, the game is finished."""
    made = Table.new(game, seats, seed=3, options=options)
    while made.must is not None and (len(made.log) < moves or made.must != 0):
        made.play(made.advice() or made.moves()[0])
    return made


def seated(made: Table, *, tips: bool = False) -> LocalHost:
    """Return the host of a table with one person."""
    return LocalHost(Sitting(made), make_party(made.seats, 1, ""), 60, keeps_score=False, tips=tips)


@asynccontextmanager
async def shown(host: Host | None, size: tuple[int, int], *keys: str) -> AsyncIterator[FullScreen]:
    """Show a table, or the start screen, after some keys."""
    app = FullScreen(host)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause(0.3)
        yield app


async def pictures(wanted: Iterable[str]) -> AsyncIterator[tuple[str, str]]:
    """Take the pictures; yield the name and the SVG of each."""
    for size in SIZES:
        end = f"{size[0]}x{size[1]}"
        found: dict[str, tuple[Host | None, tuple[str, ...]]] = {"start": (None, ("down", "down"))}
        for game in game_ids():
            rules = find_game(game)
            found[game] = seated(played(game, rules.usual_seats, MOVES), tips=True), ("right",)
            found[f"{game}-many"] = seated(played(game, min(rules.most_seats, MANY), MOVES)), ("down",)
        found["help"] = seated(played(game_ids()[0], 2, 0)), ("question_mark",)
        found["end"] = seated(played(game_ids()[-1], 4, 100_000)), ()
        for name, (host, keys) in found.items():
            if not wanted or name.partition("-")[0] in wanted:
                async with shown(host, size, *keys) as app:
                    yield f"{name}-{end}", app.export_screenshot(title="Parlour")
        if not wanted or "house" in wanted:
            async with shown(await asked_guest(), size) as app:
                yield f"house-{end}", app.export_screenshot(title="Parlour")
    colourful = game_ids()[1]
    if not wanted or colourful in wanted:
        async for picture in plainer(colourful):
            yield picture


async def asked_guest() -> Host:
    """Return a table of a server at which the others ask a question."""
    house = PretendHouse(played(game_ids()[-1], 3, MOVES))
    host = RemoteHost(house.room)
    house.room.run = asyncio.Event().wait  # type: ignore[method-assign, assignment]
    await house.tell_room(votes=[{"matter": "undo", "seat": 1, "voters": [1], "needed": 3}])
    await house.tell()
    await house.say(text="Sorry, I pressed the wrong card.", count=1)
    return host


def paint_with(*, few_colours: bool) -> None:
    """Set the number of colours, which can't be detected without a terminal."""
    start.has_few_colours = table.has_few_colours = lambda app: few_colours  # type: ignore[attr-defined]


async def plainer(game: str) -> AsyncIterator[tuple[str, str]]:
    """Take a table in 16 colours, and in ASCII."""
    paint_with(few_colours=True)
    async with shown(seated(played(game, 4, MOVES)), SIZES[0], "right") as app:
        yield f"{game}-sixteen", app.export_screenshot(title="Parlour")
    paint_with(few_colours=False)
    os.environ["PARLOUR_GLYPHS"] = "ascii"
    async with shown(seated(played(game, 4, MOVES)), SIZES[0], "right") as app:
        yield f"{game}-ascii", app.export_screenshot(title="Parlour")
    del os.environ["PARLOUR_GLYPHS"]


def save(browser: Browser, name: str, svg: str, folder: Path) -> None:
    """Turn an SVG into a PNG."""
    page = browser.new_page(viewport={"width": 1600, "height": 1200})
    page.set_content(f"<body style='margin: 0'>{svg}</body>")
    page.locator("svg").first.screenshot(path=folder / f"{name}.png")
    page.close()
    print(name, flush=True)


def main() -> None:
    """Take the pictures into a folder."""
    folder, *wanted = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)

    async def collect() -> list[tuple[str, str]]:
        return [picture async for picture in pictures(wanted)]

    paint_with(few_colours=False)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"PARLOUR_HOME": home, "PARLOUR_SEARCH": "off", "PARLOUR_MOTION": "off"}
        taken = asyncio.run(collect())
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, svg in taken:
            save(browser, name, svg, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
