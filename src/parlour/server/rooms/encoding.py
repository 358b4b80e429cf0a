"""Encoded events: what happened in a move is encoded once for all viewers who saw the same, and kept while there is room."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from ...core.narration import narrate
from ...core.sentence import as_str
from ...core.table import Table

MOST_BYTES = 32_000_000
BYTES_PER_MOVE, BYTES_PER_PART = 600, 130
"""Bytes that Python needs to keep a move with its key, and each encoded part of it, apart from their text."""
_encoder = msgspec.json.Encoder(enc_hook=as_str)


class EncodedMove(NamedTuple):
    """The events of one move as one viewer sees them, and the same in sentences, each encoded."""

    events: list[Raw]
    story: list[Raw]

    @property
    def size(self) -> int:
        """The bytes of memory that it takes in the cache."""
        return BYTES_PER_MOVE + sum(BYTES_PER_PART + len(memoryview(part)) for parts in self for part in parts)


class EncodedMoves:
    """A cache of encoded moves for all rooms of a server. The least recently used ones are dropped first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._moves: OrderedDict[Hashable, EncodedMove] = OrderedDict()

    def get(self, key: Hashable) -> EncodedMove | None:
        """Return the move with this key."""
        move = self._moves.get(key)
        if move is not None:
            self._moves.move_to_end(key)
        return move

    def put(self, key: Hashable, move: EncodedMove) -> None:
        """Keep a move that was not found."""
        self._moves[key] = move
        self._bytes += move.size
        while self._bytes > self._most:
            self._bytes -= self._moves.popitem(last=False)[1].size


def encoded(value: object) -> Raw:
    """Return a value as JSON that can be put into a message."""
    return Raw(_encoder.encode(value))


def encode_move(table: Table, seat: int | None, names: Sequence[str], first: int, last: int) -> EncodedMove:
    """Encode the events `first` to `last` of a table, which belong to one move."""
    events = table.events_for(seat, first - 1, names, until=last)
    return EncodedMove(
        [encoded(event) for event in events], [encoded(part) for part in narrate(table.game, events, seat, names)]
    )
