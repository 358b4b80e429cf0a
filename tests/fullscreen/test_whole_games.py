"""Games in full screen, played to their end by keys."""

import asyncio
from pathlib import Path

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS
from parlour.fullscreen import start
from parlour.fullscreen.app import FullScreen
from parlour.fullscreen.dialogs import Page
from parlour.fullscreen.host import LocalHost
from parlour.fullscreen.replay import ReplayHost
from parlour.fullscreen.start import NewGame, StartScreen
from parlour.fullscreen.table import TableScreen
from parlour.terminal.replay import Reel
from parlour.terminal.sitting import Sitting
from tests.fullscreen.helpers.keys import Player, app_with


@pytest.mark.parametrize("game", game_ids())
def test_a_game_is_played_to_its_end_by_keys(game: str) -> None:
    async def play() -> None:
        app, host = app_with(Sitting(Table.new(game, 2, seed=5)), 2)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await Player(pilot, host).to_the_end()
            await pilot.pause()
            assert host.table.result is not None
            assert any(spot.pick == ":again" for spot in app.screen.spots)  # type: ignore[attr-defined]

    asyncio.run(play())


def test_saving_asks_before_it_replaces_the_file_of_something_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "e5"
    mine.write_text("precious")

    async def play() -> None:
        app, _ = app_with(Sitting(Table.new("switch", 2, seed=5)), 2)
        async with app.run_test(size=(80, 24)) as pilot:

            async def save(*answer: str) -> str:
                for keys in (("s",), ("e", "5", "enter"), answer):
                    await pilot.pause()
                    await pilot.press(*keys)
                await pilot.pause()
                return mine.read_text()

            await pilot.pause()
            assert await save("n") == "precious"
            saved = await save("y")
            assert saved.startswith("{")
            assert await save() == saved, "its own file is replaced without a question"

    asyncio.run(play())


def test_a_replay_is_stepped_through_with_keys() -> None:
    async def show() -> None:
        table = Table.new("switch", 2, seed=5)
        for _ in range(3):
            table.play(table.moves()[-1])
        host = ReplayHost(Reel([table], ["Ana", "Ben"]), None)
        async with FullScreen(host).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("enter", "enter")
            assert host.step == 2
            await pilot.press("tab", "enter")
            assert host.step == 1
            await pilot.press("tab", "tab", "enter", "tab")
            assert host.step == 3
            assert "step 3 of 3" in host.prompt()

    asyncio.run(show())


def test_the_start_screen_chooses_game_seats_and_rules() -> None:
    async def choose() -> None:
        app = FullScreen()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("right", "down", "right", "down", "left", "enter")
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, TableScreen) and isinstance(screen.host, LocalHost)
            game = find_game(game_ids()[1])
            assert screen.host.game is game
            assert screen.host.table.seats == game.usual_seats + 1
            assert screen.host.party.level_of(1) == "casual"
            await pilot.press("r")
            await pilot.pause()
            assert isinstance(app.screen, Page)
            await pilot.press("escape", "q")
            await pilot.pause()
            await pilot.press("y")
            await pilot.pause()
            assert isinstance(app.screen, StartScreen)

    asyncio.run(choose())


def test_the_start_screen_offers_installed_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "installed_bots", lambda: {"lowest": None})
    monkeypatch.setattr(StartScreen, "draw", lambda screen: None)  # drawing needs a terminal
    screen = StartScreen(NewGame(find_game("switch"), 2, next(iter(LEVELS))))
    screen.row = 2
    screen.action_change(-1)
    assert screen.plan.level == "lowest" and screen.rows()[2][1] == "lowest"
    screen.action_change(1)
    assert screen.rows()[2][1] == next(iter(LEVELS.values())).label


def test_rules_that_clash_are_refused_on_the_start_screen() -> None:
    plan = NewGame(find_game("match_mania"), 20)
    assert "decks" in plan.clash()
    plan.rules["decks"] = 2
    assert plan.clash() == ""
