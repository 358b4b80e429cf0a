"""The cache of encoded moves."""

import random
import tracemalloc

import pytest

from parlour import Table, game_ids
from parlour.server.rooms.encoding import EncodedMove, EncodedMoves, encode_move, encoded

MOST = 1_000_000


def short_move(number: int) -> EncodedMove:
    return EncodedMove([encoded(["played", number])], [encoded(f"Move {number}.")])


def test_the_cache_takes_no_more_memory_than_allowed_however_short_its_moves_are() -> None:
    cache = EncodedMoves(MOST)
    tracemalloc.start()
    try:
        for number in range(5_000):
            cache.put((number, 0, (f"Guest {number}", f"Guest -{number}"), "en", 0, number, number + 1), short_move(number))
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken < 1.25 * MOST
    assert cache.get((0, 0, ("Guest 0", "Guest -0"), "en", 0, 0, 1)) is None
    assert cache.get((4_999, 0, ("Guest 4999", "Guest -4999"), "en", 0, 4_999, 5_000)) == short_move(4_999)


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
