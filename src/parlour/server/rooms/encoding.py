"""Encoded events: what happened in a move is encoded once for all viewers who saw the same thing.

Encoded moves are kept until their round is over or their room is unloaded, as long as there is space.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Raw

from ...core.narration import narrate
from ...core.sentence import as_str
from ...core.table import Table

MOST_BYTES = 32_000_000
BYTES_PER_MOVE, BYTES_PER_PART = 800, 130
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
        self._moves: OrderedDict[Hashable, tuple[int, EncodedMove]] = OrderedDict()
        """The moves, each with its room."""
        self._keys: dict[int, set[Hashable]] = {}
        """The keys of the moves of a room."""
        self.size = 0
        """The bytes of memory that all moves take."""

    def get(self, key: Hashable) -> EncodedMove | None:
        """Return the move with this key."""
        found = self._moves.get(key)
        if found is None:
            return None
        self._moves.move_to_end(key)
        return found[1]

    def put(self, room: int, key: Hashable, move: EncodedMove) -> None:
        """Add a move of a room to the cache."""
        self._moves[key] = room, move
        self._keys.setdefault(room, set()).add(key)
        self.size += move.size
        while self.size > self._most:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        key, (room, move) = self._moves.popitem(last=False)
        self.size -= move.size
        keys = self._keys[room]
        keys.discard(key)
        if not keys:
            del self._keys[room]

    def forget(self, room: int) -> None:
        """Drop all moves of a room: nobody asks for them any more."""
        for key in self._keys.pop(room, ()):
            self.size -= self._moves.pop(key)[1].size


def encoded(value: object) -> Raw:
    """Return a value as JSON that can be put into a message."""
    return Raw(_encoder.encode(value))


def encode_move(table: Table, seat: int | None, names: Sequence[str], first: int, last: int) -> EncodedMove:
    """Encode the events `first` to `last` of a table, which belong to one move."""
    events = table.events_for(seat, first - 1, names, until=last)
    return EncodedMove(
        [encoded(event) for event in events], [encoded(part) for part in narrate(table.game, events, seat, names)]
    )
