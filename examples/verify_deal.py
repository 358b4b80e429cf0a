"""Print the cards of a finished game in the order they were dealt, recomputed from its file alone: verify_deal.py < FILE"""

import json
import sys
from hashlib import sha256
from itertools import count, islice, product


def chacha8(seed):  # the key is the seed; the only other input is the number of the block
    key = [int.from_bytes(seed, "big") >> 32 * i & 0xFFFFFFFF for i in range(8)]
    for block in count():
        start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, block, 0, 0, 0]
        x = start[:]
        for turn, i in product((0, 1) * 4, range(4)):
            a, b, c, d = i, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4
            for p, q, r, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[p] = x[p] + x[q] & 0xFFFFFFFF
                x[r] = ((x[r] ^ x[p]) << by | (x[r] ^ x[p]) >> 32 - by) & 0xFFFFFFFF
        yield from b"".join((old + new & 0xFFFFFFFF).to_bytes(4, "little") for old, new in zip(start, x, strict=True))


game = json.load(sys.stdin)
fair, deck = game["fair"], game["pack"]
secret, mixed = bytes.fromhex(fair["secret"]), b""
published = sha256(b"parlour commitment 1\n" + secret).digest()
is_kept = published.hex() == fair["commitment"]
for part in fair["numbers"]:
    number = bytes.fromhex(part["number"])
    is_kept &= sha256(b"parlour number 2\n" + published + number).hexdigest() == part["commitment"]
    mixed += bytes([part["seat"]]) + number
seed = sha256(b"parlour deal 2\n" + secret + mixed).digest()
chance = chacha8(seed)
if not is_kept or int.from_bytes(seed, "big") != int(game["seed"]):
    sys.exit("The cards do not match the commitments.")
for n in range(len(deck), 1, -1):  # shuffle from the end: swap with any of the first n, all equally likely
    size = 2 if n > 128 else 1
    while (drawn := int.from_bytes(islice(chance, size), "little") * n) % 256**size < 256**size % n:
        pass
    deck[drawn >> 8 * size], deck[n - 1] = deck[n - 1], deck[drawn >> 8 * size]
print(*reversed(deck))
