"""The cache of encoded moves."""

import tracemalloc

from parlour.server.rooms.encoding import EncodedMove, EncodedMoves, encoded

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
