"""Chance: a cryptographic stream inside the state, so that the seed and the moves determine a game (ALL-1).

The stream is ChaCha with eight rounds under a 256-bit key (the seed): every order of a deck can come up, and nobody at the
table can predict it. Rules consume it byte by byte; picking below n uses rejection sampling, so that the result is unbiased.

Random *choices* (a random player, a search) are not part of a game and come from `Dice`, a small fast generator. Play-outs,
whose deals nobody has to trust, may also fill the blocks of the stream from it (`quick`), which is several times faster.
"""

import hashlib
import secrets

from .bits import bit_count, nth_bit
from .rule import large_rule, rule
from .sentence import Invalid, quoted
from .state import WORD, Record, State, number
from .texts import sentence

BYTES = 64
"""The size of a block of the stream."""
SEED_BITS = 256
REJECTED = bytes([0, *(0x100 % n for n in range(1, 129))])
"""How many of the 256 byte values are rejected when picking below n, so that the result is unbiased."""


def seed_number(seed: int | str) -> int:
    """Return the 256-bit number of a seed: an int stands for itself, text is hashed."""
    if isinstance(seed, str):
        if any("\ud800" <= letter <= "\udfff" for letter in seed):
            raise Invalid(sentence("refusal.seed.letter"))
        return int.from_bytes(hashlib.sha256(seed.encode()).digest(), "little")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise Invalid(sentence("refusal.seed.kind", seed=quoted(seed)))
    if not 0 <= seed < 1 << SEED_BITS:
        raise Invalid(sentence("refusal.seed.number"))
    return seed


def fresh_seed() -> int:
    """Return a seed that nobody can guess."""
    return secrets.randbits(SEED_BITS)


def plant(s: State, seed: int | str, at: int = 0) -> None:
    """Start the stream of this seed, `at` bytes after its beginning."""
    value = seed_number(seed)
    for i in range(8):
        s.key[i] = value >> (32 * i) & WORD
    s.quick = 0
    s.blocks = at // BYTES
    s.used = BYTES
    if at % BYTES:
        refill(s)
        s.used = at % BYTES


def bytes_used(s: State) -> int:
    """Return the position in the stream: `plant(s, seed, bytes_used(s))` continues from here."""
    return s.blocks * BYTES - BYTES + s.used if s.blocks else 0


@rule
def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Compute the quarter round of ChaCha, masking every sum to 32 bits so that Python and C agree."""
    a = (a + b) & WORD
    d ^= a
    d = (d << 16 | d >> 16) & WORD
    c = (c + d) & WORD
    b ^= c
    b = (b << 12 | b >> 20) & WORD
    a = (a + b) & WORD
    d ^= a
    d = (d << 8 | d >> 24) & WORD
    c = (c + d) & WORD
    b ^= c
    b = (b << 7 | b >> 25) & WORD
    return a, b, c, d


@large_rule
def refill(s: State) -> None:
    """Produce the next block of the stream."""
    if s.quick:
        refill_quickly(s)
    else:
        refill_safely(s)
    s.blocks += 1
    s.used = 0


@rule
def refill_quickly(s: State) -> None:
    """Produce a block from the small generator, whose two words are in the key."""
    block = s.block
    a = s.key[0] & WORD
    b = s.key[1] & WORD
    for i in range(16):
        product = a * 0x9E3779BB & WORD
        block[i] = (product << 5 | product >> 27) * 5 & WORD
        b ^= a
        a = ((a << 26 | a >> 6) ^ b ^ b << 9) & WORD
        b = (b << 13 | b >> 19) & WORD
    s.key[0] = a
    s.key[1] = b


@rule
def refill_safely(s: State) -> None:
    """Produce a block of ChaCha8 from the key and the block number."""
    key = s.key
    x0, x1, x2, x3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    x4, x5, x6, x7 = key[0] & WORD, key[1] & WORD, key[2] & WORD, key[3] & WORD
    x8, x9, x10, x11 = key[4] & WORD, key[5] & WORD, key[6] & WORD, key[7] & WORD
    x12, x13, x14, x15 = s.blocks, 0, 0, 0
    for _ in range(4):
        x0, x4, x8, x12 = quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter(x3, x4, x9, x14)
    block = s.block
    block[0] = (x0 + 0x61707865) & WORD
    block[1] = (x1 + 0x3320646E) & WORD
    block[2] = (x2 + 0x79622D32) & WORD
    block[3] = (x3 + 0x6B206574) & WORD
    block[4] = (x4 + key[0]) & WORD
    block[5] = (x5 + key[1]) & WORD
    block[6] = (x6 + key[2]) & WORD
    block[7] = (x7 + key[3]) & WORD
    block[8] = (x8 + key[4]) & WORD
    block[9] = (x9 + key[5]) & WORD
    block[10] = (x10 + key[6]) & WORD
    block[11] = (x11 + key[7]) & WORD
    block[12] = (x12 + s.blocks) & WORD
    block[13] = x13
    block[14] = x14
    block[15] = x15


@rule
def below(s: State, n: int) -> int:
    """Return a number from 0 to n - 1, each equally likely (1 <= n <= 65536)."""
    if n > 128:
        return below_wide(s, n)
    while True:
        used = s.used
        if used >= BYTES:
            refill(s)
            used = 0
        product = (s.block[used >> 2] >> ((used & 3) << 3) & 0xFF) * n
        s.used = used + 1
        if product & 0xFF >= REJECTED[n]:
            return product >> 8


@rule
def byte(s: State) -> int:
    """Return the next byte of the stream."""
    if s.used >= BYTES:
        refill(s)
    value = s.block[s.used >> 2] >> ((s.used & 3) << 3) & 0xFF
    s.used += 1
    return value


@large_rule
def below_wide(s: State, n: int) -> int:
    """Return a number from 0 to n - 1 like `below`, but from two bytes, for more than 128 values."""
    while True:
        low = byte(s)
        product = (low | byte(s) << 8) * n
        if product & 0xFFFF >= n or product & 0xFFFF >= 0x10000 % n:
            return product >> 16


@rule
def shuffle(s: State, cards: list[int], count: int) -> None:
    """Put the first `count` entries into random order, every order equally likely."""
    while count > 128:
        place = below_wide(s, count)
        count -= 1
        cards[place], cards[count] = cards[count], cards[place]
    block = s.block
    used = s.used
    word = block[used >> 2] >> ((used & 3) << 3) if used & 3 else 0
    while count > 1:  # `below` inlined, with its values in local variables: a deal spends most of its time here
        if used & 3 == 0:
            if used >= BYTES:
                refill(s)
                used = 0
            word = block[used >> 2]
        product = (word & 0xFF) * count
        word >>= 8
        used += 1
        if product & 0xFF >= REJECTED[count]:
            place = product >> 8
            count -= 1
            cards[place], cards[count] = cards[count], cards[place]
    s.used = used


class Dice(Record):
    """A small fast generator (xoroshiro64**) for random choices that are not part of a game."""

    a: int = number(1, bits=64)
    b: int = number(1, bits=64)


@rule
def spread(x: int) -> int:
    """Mix 32 bits so that neighbouring seeds give unrelated results."""
    x = ((x ^ x >> 16) * 0x21F0AAAD) & WORD
    x = ((x ^ x >> 15) * 0x735A2D97) & WORD
    return x ^ x >> 15


@rule
def plant_dice(d: Dice, seed: int) -> None:
    """Start the dice from a number of up to 62 bits."""
    d.a = spread((seed + 0x9E3779B9) & WORD)
    d.b = spread((seed & WORD) ^ spread((seed >> 32) + 0x3C6EF372 & WORD)) | 1


@rule
def roll(d: Dice) -> int:
    """Return the next 32 bits of the dice."""
    a = d.a
    b = d.b
    product = a * 0x9E3779BB & WORD
    b ^= a
    d.a = ((a << 26 | a >> 6) ^ b ^ b << 9) & WORD
    d.b = (b << 13 | b >> 19) & WORD
    return (product << 5 | product >> 27) * 5 & WORD


@rule
def pick(d: Dice, members: int) -> int:
    """Return a random member of a non-empty set, chosen by the dice."""
    return nth_bit(members, roll(d) * bit_count(members) >> 32)


@rule
def reseed(s: State, d: Dice) -> None:
    """Give a state a quick stream of its own, so that a play-out or a search never sees the real future."""
    key = s.key
    key[0] = roll(d)
    key[1] = roll(d) | 1
    for i in range(2, 8):
        key[i] = 0
    s.quick = 1
    s.blocks = 0
    s.used = BYTES
