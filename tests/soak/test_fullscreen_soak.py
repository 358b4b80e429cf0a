"""Whole games in full screen by keys, with few and with many seats and in several sizes."""

import asyncio
from pathlib import Path

import pytest

from parlour import Table, find_game, game_ids
from parlour.terminal.sitting import Sitting
from tests.fullscreen.helpers.keys import Player, app_with


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("game_id", game_ids())
def test_whole_games_by_keys(
    game_id: str, many: bool, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    monkeypatch.setenv("PARLOUR_MOTION", "off")
    game = find_game(game_id)
    seats = game.most_seats if many else game.least_seats
    options = {"decks": 2} if seats > 10 else {}

    async def play() -> None:
        app, host = app_with(Sitting(Table.new(game_id, seats, seed=sum(size), options=options)), seats)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await Player(pilot, host).to_the_end()
            assert host.table.result is not None

    asyncio.run(play())
