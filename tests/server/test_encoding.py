"""The cache of encoded moves."""

import asyncio
import random
import tracemalloc
from pathlib import Path

import pytest

from parlour import Table, game_ids
from parlour.server.rooms.encoding import EncodedMove, EncodedMoves, encode_move, encoded
from parlour.server.store import log
from tests.server.helpers.direct import at_a_table
from tests.server.helpers.quiet import LONGEST, quiet_house

MOST = 1_000_000


def short_move(number: int) -> EncodedMove:
    return EncodedMove([encoded(["played", number])], [encoded(f"Move {number}.")])


def test_the_cache_takes_no_more_memory_than_allowed_however_short_its_moves_are() -> None:
    cache = EncodedMoves(MOST)
    tracemalloc.start()
    try:
        for number in range(5_000):
            key = number, 0, (f"Guest {number}", f"Guest -{number}"), "en", 0, number, number + 1
            cache.put(number, key, short_move(number))
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken < 1.25 * MOST
    assert cache.get((0, 0, ("Guest 0", "Guest -0"), "en", 0, 0, 1)) is None
    assert cache.get((4_999, 0, ("Guest 4999", "Guest -4999"), "en", 0, 4_999, 5_000)) == short_move(4_999)


def test_the_moves_of_one_room_are_dropped_together() -> None:
    cache = EncodedMoves(MOST)
    for room in (1, 2):
        for number in range(100):
            cache.put(room, (room, number), short_move(number))
    both = cache.size
    cache.forget(1)
    assert cache.size == both / 2
    assert cache.get((1, 99)) is None
    assert cache.get((2, 99)) == short_move(99)
    cache.forget(2)
    cache.forget(2)
    assert cache.size == 0


def test_a_round_that_is_over_and_an_unloaded_room_leave_no_moves(tmp_path: Path) -> None:
    async def play() -> None:
        async with asyncio.timeout(LONGEST), quiet_house(tmp_path) as house:
            cache = house.rooms.encoded_moves
            one, two = await at_a_table(house)
            keeper = one.connection.keeper
            assert keeper is not None

            async def told() -> int:
                for client in (one, two):
                    await client.answer("resync", seen=0)
                    while keeper.room.number != client.latest_number:
                        await asyncio.sleep(0.001)
                return cache.size

            deal = await told()
            await keeper.write(log.Moved(keeper.room.table.must or 0, keeper.room.table.moves()[0], "bot"))
            assert await told() > deal > 0
            await keeper.write(log.Undone(0, one.connection.person.id))  # the events that remain get new numbers
            assert await told() == deal
            for client in (one, two):
                await client.close()
            house.rooms.unload(keeper)
            while cache.size:
                await asyncio.sleep(0.001)

    asyncio.run(play())


@pytest.mark.parametrize("game", game_ids())
def test_viewers_with_the_same_sight_of_a_move_are_told_the_same(game: str) -> None:
    shared = 0
    for seed in range(3):
        table = Table.new(game, seed=seed)
        rng = random.Random(seed)
        while table.must is not None and len(table.log) < 60:
            table.play(rng.choice(table.moves()))
        names = ["Ana", "Ben", "Cleo", "Dan"][: table.seats]
        for first, last in table.events_by_move():
            told: dict[tuple[int, ...], EncodedMove] = {}
            for seat in (None, *range(table.seats)):
                sight, move = table.sight(seat, first, last), encode_move(table, seat, names, first, last)
                shared += sight in told
                assert told.setdefault(sight, move) == move, (seat, first, last)
    assert shared > 50, "many moves concern one viewer only"
