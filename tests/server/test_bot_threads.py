"""Bots and hints think off the loop, on a table of their own."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from parlour.bots import choose
from parlour.core.table import Table
from parlour.server import wire
from parlour.server.house import House
from tests.server.helpers.quiet import LONGEST, play_to, quiet_house, sit_down


def test_bots_think_off_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()

    def noting(*details: object, **more: object) -> object:
        threads.add(threading.get_ident())
        return choose(*details, **more)  # type: ignore[arg-type]

    async def whole() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            keeper, connections = await sit_down(house, 0.0, bots=2)
            await play_to(keeper, connections, lambda table: len(table.log) > 12)

    monkeypatch.setattr("parlour.server.rooms.bots.choose", noting)
    asyncio.run(whole())
    assert threads and threading.get_ident() not in threads


def test_computing_a_hint_does_not_hold_up_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    advice = Table.advice

    def slow_advice(table: Table, seat: int | None = None, seed: int = 0) -> str | None:
        time.sleep(0.5)
        return advice(table, seat, seed)

    async def talk(house: House) -> None:
        _, (one, two, three) = await sit_down(house, 0.0, 0.0, 0.0)
        thinker = next(
            connection for connection in (one, two, three) if connection.seat == (one.keeper and one.keeper.room.table.must)
        )
        hint = asyncio.create_task(thinker.ask(wire.Hint(id="h")))
        await asyncio.sleep(0.05)
        assert isinstance(await two.ask(wire.Chat(text="hello")), wire.Done)
        again = await thinker.ask(wire.Hint(id="again"))
        assert isinstance(again, wire.Refused) and again.why == "Not so fast: try again in a moment."
        assert not hint.done()
        answer = await hint
        assert isinstance(answer, wire.Done) and answer.hint and answer.id == "h"

    async def whole() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            await talk(house)

    monkeypatch.setattr(Table, "advice", slow_advice)
    asyncio.run(whole())


def test_bots_think_on_a_table_of_their_own(tmp_path: Path) -> None:
    """Changes that a bot makes to its table while it thinks affect nobody."""

    async def whole() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            keeper, connections = await sit_down(house, 0.0, bots=2)
            await play_to(keeper, connections, lambda table: len(table.log) > 12)
            again = keeper.room.table.at(len(keeper.room.table.log))
            assert again.position() == keeper.room.table.position()

    asyncio.run(whole())
