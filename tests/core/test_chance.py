"""Chance: the published stream, unbiased picks, and a stream that can be resumed anywhere."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.chance import (
    BYTES,
    Dice,
    below,
    byte,
    bytes_used,
    pick,
    plant,
    plant_dice,
    refill,
    reseed,
    roll,
    seed_number,
    shuffle,
)
from parlour.core.state import WORD, State

# ChaCha8 with a 256-bit key and a nonce of zero, from draft-strombergson-chacha-test-vectors (TC1 and TC2).
ZERO_KEY = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
)
KEY_ONE = "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"


def stream(seed: int | str, at: int = 0) -> State:
    """Return a state whose stream has been used up to this point."""
    s = State()
    plant(s, seed, at)
    return s


def bytes_of(s: State, count: int) -> bytes:
    return bytes(byte(s) for _ in range(count))


def reference(seed: int, counter: int) -> bytes:
    """A second implementation of a block of ChaCha8, from the paper."""

    def turn(value: int, places: int) -> int:
        return (value << places | value >> 32 - places) & WORD

    def mix(x: list[int], a: int, b: int, c: int, d: int) -> None:
        for first, second, third, places in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = (x[first] + x[second]) & WORD
            x[third] = turn(x[third] ^ x[first], places)

    constants = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    start = constants + [seed >> 32 * i & WORD for i in range(8)] + [counter, 0, 0, 0]
    x = start[:]
    for _ in range(4):
        for column in range(4):
            mix(x, column, 4 + column, 8 + column, 12 + column)
        for diagonal in range(4):
            mix(x, diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4)
    return b"".join(((a + b) & WORD).to_bytes(4, "little") for a, b in zip(x, start, strict=True))


def test_the_stream_is_the_published_one() -> None:
    assert bytes_of(stream(0), 128).hex() == ZERO_KEY
    assert bytes_of(stream(1), 32).hex() == KEY_ONE


@given(st.integers(0, 2**256 - 1))
def test_the_stream_is_what_a_second_implementation_gives(seed: int) -> None:
    assert bytes_of(stream(seed), 192) == b"".join(reference(seed, i) for i in range(3))


@given(st.integers(0, 2**256 - 1), st.integers(0, 500))
def test_a_stream_resumes_where_it_stopped(seed: int, at: int) -> None:
    walked = stream(seed)
    bytes_of(walked, at)
    assert bytes_used(walked) == at
    planted = stream(seed, at)
    assert bytes_used(planted) == at
    assert bytes_of(walked, 100) == bytes_of(planted, 100)


@given(st.lists(st.integers(1, 3000), max_size=60), st.integers(0, 2**64))
def test_picks_go_on_the_same_way_after_planting(sizes: list[int], seed: int) -> None:
    s = stream(seed)
    for size in sizes:
        assert 0 <= below(s, size) < size
    again = stream(seed, bytes_used(s))
    assert [below(s, 52) for _ in range(70)] == [below(again, 52) for _ in range(70)]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 52, 54, 100, 127, 128, 129, 200, 255, 256, 257, 1000])
def test_picks_are_even(size: int) -> None:
    s = stream(f"even {size}")
    draws = 40 * max(size, 50)
    counts = Counter(below(s, size) for _ in range(draws))
    assert set(counts) == set(range(size))
    chi_square = sum((counts[i] - draws / size) ** 2 / (draws / size) for i in range(size))
    assert chi_square < size + 5 * (2 * size) ** 0.5 + 10


@pytest.mark.parametrize("size", [3, 52, 100, 128, 129, 1000, 50_000])
def test_all_numbers_come_from_equally_many_bytes(size: int) -> None:
    """Feed every byte (or pair of bytes) by hand: the accepted ones are spread evenly over the numbers."""
    wide = size > 128
    counts: Counter[int] = Counter()
    s = stream(0)
    refill(s)
    for value in range(0x10000 if wide else 0x100):
        s.used = 0
        s.block[0] = value | 0xFF00 << (8 if wide else 0)
        number = below(s, size)
        if s.used == 1 + wide:
            counts[number] += 1
    assert set(counts) == set(range(size)) and len(set(counts.values())) == 1


def test_every_order_comes_up_equally_often() -> None:
    s = stream("orders")
    draws = 6000
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        cards = [0, 1, 2, 3, 9]
        shuffle(s, cards, 4)
        assert cards[4] == 9
        counts[tuple(cards[:4])] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((n - draws / 24) ** 2 / (draws / 24) for n in counts.values()) < 23 + 5 * 46**0.5


def test_seeds() -> None:
    assert seed_number(7) == 7
    assert seed_number("seven") == seed_number("seven") != seed_number("eight")
    assert seed_number("7") != 7
    assert seed_number(2**256 - 1).bit_length() == 256


@pytest.mark.parametrize("seed", [-1, 2**256, 1.5, None, True, b"x"])
def test_invalid_seeds_are_refused(seed: object) -> None:
    with pytest.raises(ValueError, match=r"^(A seed must be|The seed contains) .*\.$"):
        seed_number(seed)  # type: ignore[arg-type]


def test_every_bit_of_a_seed_counts() -> None:
    streams = {bytes_of(stream(1 << bit), 16) for bit in range(256)}
    assert len(streams) == 256


# ---- dice ---------------------------------------------------------------------------------------------------------


def dice(seed: int) -> Dice:
    d = Dice()
    plant_dice(d, seed)
    return d


def two_rolls(seed: int) -> tuple[int, int]:
    d = dice(seed)
    return roll(d), roll(d)


def test_dice_are_repeatable_and_neighbours_differ() -> None:
    assert [roll(dice(5)) for _ in range(3)] == [roll(dice(5))] * 3
    assert len({roll(dice(seed)) for seed in range(2000)}) > 1990
    assert len({two_rolls(seed << 32) for seed in range(2000)}) > 1990
    assert all(0 <= roll(dice(seed)) <= WORD for seed in range(200))


def test_a_pick_by_the_dice_is_even() -> None:
    d = dice(1)
    members = 1 << 0 | 1 << 5 | 1 << 62
    counts = Counter(pick(d, members) for _ in range(3000))
    assert set(counts) == {0, 5, 62} and min(counts.values()) > 900


def test_a_reseeded_state_has_a_future_of_its_own() -> None:
    real, one, two, other = stream(3), stream(3), stream(99, 17), stream(3)
    reseed(one, dice(4))
    reseed(two, dice(4))
    reseed(other, dice(5))
    futures = [bytes_of(s, 2 * BYTES) for s in (real, one, two, other)]
    assert futures[1] == futures[2]
    assert len(set(futures)) == 3


def test_picks_of_a_quick_stream_are_even() -> None:
    s = stream(0)
    reseed(s, dice(8))
    counts = Counter(below(s, 52) for _ in range(20_000))
    assert sum((counts[i] - 20_000 / 52) ** 2 / (20_000 / 52) for i in range(52)) < 51 + 5 * 102**0.5
