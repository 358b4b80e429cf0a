"""Every key of the table, and the mouse; colours where there are few."""

import asyncio
from pathlib import Path

import pytest
from rich.color import ColorType
from rich.style import Style
from textual.pilot import Pilot

from parlour import Table
from parlour.core.cards import EMPTY, HIDDEN
from parlour.core.texts import text as part
from parlour.fullscreen import paint
from parlour.fullscreen.app import FullScreen
from parlour.fullscreen.host import LocalHost
from parlour.fullscreen.paint import IN_SIXTEEN, INKS, Canvas, box
from parlour.fullscreen.table import TableScreen
from parlour.terminal.ink import GREEN
from parlour.terminal.seats import make_party
from parlour.terminal.sitting import Sitting

POSITION = """switch seats=2 turn=0
hand 0: 8h 2c 9c Kh Ks 3s 4c
hand 1: Qs 3d 4s
pile: 4d 9h
deck: 2s 5h 6h 7h 5c 6c 7c 8c
"""


def seated(*, tips: bool = False, position: str = POSITION) -> tuple[FullScreen, LocalHost]:
    """Return the application with a position at which the person is to move and bots take no time."""
    host = LocalHost(Sitting(Table.from_position(position)), make_party(2, 1, ""), 0, keeps_score=False, tips=tips)
    return FullScreen(host), host


def board(pilot: Pilot[int]) -> str:
    """Return what the table screen shows."""
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    return str(screen.board.canvas)


async def opened(pilot: Pilot[int], key: str) -> str:
    """Press a key, close the dialog that it opens, and return the text of that dialog."""
    await pilot.press(key)
    async with asyncio.timeout(60):
        while isinstance(pilot.app.screen, TableScreen):
            await pilot.pause()
    said = "\n".join(str(widget.render()) for widget in pilot.app.screen.query("Static"))
    await pilot.press("escape")
    await pilot.pause()
    return said


def test_every_key_does_what_the_help_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def press() -> None:
        app, host = seated()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            shown = await opened(pilot, "question_mark")
            assert all(line.split()[0] in shown for line in part("fullscreen.helpKeys").split("\n"))
            assert "Hint: " in await opened(pilot, "h")
            assert "What has happened" in await opened(pilot, "l")
            assert "Rules of this table" in await opened(pilot, "r")
            await pilot.press("m")
            await pilot.pause()
            options = pilot.app.screen.query_one("OptionList")
            assert options.option_count == len(host.view().moves)  # type: ignore[attr-defined]
            await pilot.press("escape")
            await pilot.press("colon")
            await pilot.pause()
            await pilot.press(*"Kc", "enter")
            await pilot.pause()
            assert "You don't hold ♣K." in board(pilot)
            await pilot.press("colon")
            await pilot.pause()
            await pilot.press(*"8h", "enter")
            await pilot.pause()
            assert host.table.log[0][1] == "play 8h"
            async with asyncio.timeout(60):
                while host._answer is None:
                    await asyncio.sleep(0.01)
            await pilot.press("u")
            await pilot.pause()
            assert "Taken back: play ♥8." in board(pilot) and not host.table.log and host.sitting.is_practice
            await pilot.press("s")
            await pilot.pause()
            await pilot.press(*"game", "enter")
            await pilot.pause()
            assert "Saved as" in board(pilot) and list(tmp_path.glob("game*"))

    asyncio.run(press())


def test_the_keys_at_the_bottom_fit_a_small_screen() -> None:
    async def show() -> None:
        app, _ = seated()
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            assert board(pilot).endswith("Q leave")
            await pilot.press("q")
            await pilot.pause()
            title = pilot.app.screen.query_one(".title")
            assert " ".join(str(title.render()).split()) == part("fullscreen.leave")
            assert title.size.height == 2 and title.region.right <= 60

    asyncio.run(show())


def test_a_click_plays_a_card_or_says_why_it_cannot_be_played() -> None:
    async def click() -> None:
        app, host = seated()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, TableScreen)
            closed = screen.closed[0]
            need = host.need(closed.pick)
            await pilot.click(offset=(closed.x + 1, closed.y + 1))
            await pilot.pause()
            assert need and need[:30] in board(pilot) and not host.table.log
            places = sorted(spot.x for spot in (*screen.spots, *screen.closed) if spot.y == closed.y)
            await pilot.press("escape")
            await pilot.pause()
            assert need[:30] not in board(pilot)
            await pilot.press(str(places.index(closed.x) + 1))
            await pilot.pause()
            assert need[:30] in board(pilot)
            king = next(spot for spot in screen.spots if spot.pick == "Kh")
            await pilot.click(offset=(king.x + 1, king.y + 1))
            await pilot.pause()
            if not host.table.log:
                await pilot.press("enter")
                await pilot.pause()
            assert host.table.log[0][1] == "play Kh"

    asyncio.run(click())


def test_a_first_game_is_explained_in_full_screen() -> None:
    async def play() -> None:
        app, host = seated(tips=True)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "Match ♥ or 9" in board(pilot)
            host.table.play("play 9c")
            host.table.play("draw")
            host._show()
            await pilot.pause()
            assert not host._tip.last or host._tip.last[:20] in board(pilot)
            await pilot.press("t")
            await pilot.pause()
            assert not host.tips and "Tips are off." in board(pilot)

    asyncio.run(play())


def test_cards_are_tried_under_the_names_that_the_house_prints() -> None:
    async def pick() -> None:
        app, _ = seated()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, TableScreen)
            screen._attempt = lambda: "try"  # type: ignore[method-assign]
            screen.picked = ["8h", "3s"]
            assert screen._prompt() == "Enter again: try ♥8 ♠3"

    asyncio.run(pick())


# ---- colours --------------------------------------------------------------------------------------------------------

STYLES = [style for name, style in vars(paint).items() if isinstance(style, Style) and name.isupper()]


def test_sixteen_colours_are_chosen_and_not_approximated() -> None:
    assert STYLES and set(STYLES) <= IN_SIXTEEN.keys()
    for style in IN_SIXTEEN.values():
        assert style.color is not None and style.bgcolor is not None and style.color != style.bgcolor
        assert {style.color.type, style.bgcolor.type} == {ColorType.STANDARD}
    assert len({IN_SIXTEEN[paint.BACK], IN_SIXTEEN[paint.EMPTY_SLOT], IN_SIXTEEN[paint.DIM]}) == 3


@pytest.mark.parametrize("paper", [paint.PAPER, paint.DIM_PAPER])
def test_the_suits_differ_in_sixteen_colours(paper: str) -> None:
    inks = {hue: IN_SIXTEEN[Style.parse(f"bold {ink} on {paper}")] for hue, ink in INKS.items()}
    assert len(set(inks.values())) == len(inks)
    green = inks[GREEN].color
    assert green is not None and green.name == "green"


def test_everything_drawn_has_its_sixteen_colours() -> None:
    table = Table.new("match_mania", 2, seed=1)
    canvas = Canvas(60, 10)
    for place, card in enumerate([HIDDEN, EMPTY, *table.view(0).zone("hand", 0).cards]):  # type: ignore[union-attr]
        box(canvas, place * 6, 1 + place % 2, card, table.game.pack, None, is_dim=place % 2 == 0)
    styles = {segment.style for row in canvas.rows(few_colours=True) for segment in row}
    assert styles <= set(IN_SIXTEEN.values())
