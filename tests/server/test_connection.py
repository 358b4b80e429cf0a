"""One connection without a network: answers go out first, and a client that stops reading is dropped."""

import asyncio
from pathlib import Path

from parlour.server import wire
from parlour.server.ws.connection import MOST_INVALID, MOST_WAITING
from tests.server.helpers.direct import Client, at_a_table
from tests.server.helpers.quiet import LONGEST, quiet_house


def test_a_move_is_acknowledged_before_anybody_is_told(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            one, two = await at_a_table(house)
            room = one.connection.keeper.room  # type: ignore[union-attr]
            for _ in range(12):
                mover = one if room.table.must == room.seat_of(one.connection.person.id) else two
                seen = room.number
                place = await mover.answer("move", move=room.table.moves()[0], seen=seen)
                assert mover.messages[place]["type"] == "done"
                before = [message["number"] for message in mover.messages[:place] if message["type"] == "update"]
                assert all(number <= seen for number in before), "the update came before its acknowledgement"
                if room.phase != "playing":
                    break
            for client in (one, two):
                await client.close()

    asyncio.run(talk())


def test_chat_and_closing_are_acknowledged_before_anybody_is_told(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            one, two = await at_a_table(house)
            place = await one.answer("chat", text="Hello.")
            assert not [message for message in one.messages[:place] if message["type"] == "said"]
            assert (await two.latest("said"))["text"] == "Hello."
            place = await one.answer("close")
            assert not [message for message in one.messages[:place] if message["type"] == "left"]
            assert (await one.latest("left"))["why"] == "The host has closed the table."
            for client in (one, two):
                await client.close()

    asyncio.run(talk())


def test_a_client_that_sends_garbage_or_reads_nothing_is_dropped(tmp_path: Path) -> None:
    async def talk() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            noisy, deaf = [Client(house, await house.people.new()) for _ in range(2)]
            for _ in range(MOST_INVALID):
                noisy.say("{")
            await noisy.latest("websocket.close")
            for _ in range(MOST_WAITING + 1):
                deaf.connection.send(wire.Stopping(retry=1))
            assert not deaf.connection._is_open
            await deaf.close()

    asyncio.run(talk())
