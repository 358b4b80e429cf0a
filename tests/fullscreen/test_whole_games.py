"""Games in full screen, played to their end by keys."""

import asyncio

import pytest

from parlour import Table, game_ids
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
