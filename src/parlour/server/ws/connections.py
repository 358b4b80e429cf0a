"""All open WebSocket connections of this server, counted by person and by address."""

from collections import Counter
from collections.abc import Iterator

from .. import wire
from ..ops.metrics import Metrics
from ..ops.settings import Settings
from ..people.people import Person
from .connection import Connection


class Connections:
    """The open connections."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._open: set[Connection] = set()
        self._count: Counter[str] = Counter()
        """The number of connections of a person, of an address, or of a person at an address."""
        self._people_at: Counter[str] = Counter()
        metrics.gauge("parlour_sockets", "Connected clients.", lambda: len(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._open)

    @property
    def are_full(self) -> bool:
        """Whether the server accepts no more connections."""
        return len(self._open) >= self._settings.most_sockets

    def are_too_many(self, person: str, address: str) -> bool:
        """Whether a person or an address has all the connections it may have."""
        settings = self._settings
        return (
            self._count[person] >= settings.most_sockets_per_person or self._count[address] >= settings.most_sockets_per_address
        )

    def add(self, connection: Connection) -> None:
        """Count a new connection."""
        self._open.add(connection)
        self._count.update(_keys(connection))
        if self._count[_keys(connection)[-1]] == 1:
            self._people_at[connection.address] += 1

    def remove(self, connection: Connection) -> None:
        """Forget a closed connection."""
        self._open.discard(connection)
        for key in _keys(connection):
            self._count[key] -= 1
            if self._count[key] <= 0:
                del self._count[key]
        if _keys(connection)[-1] not in self._count:
            self._people_at[connection.address] -= 1
            if not self._people_at[connection.address]:
                del self._people_at[connection.address]

    def people_at(self, address: str) -> int:
        """Return how many people are connected from an address."""
        return self._people_at[address]

    def broadcast(self, message: wire.Message) -> None:
        """Send a message to every client."""
        for connection in self._open:
            connection.send(message)

    def drop_stalled(self, now: float) -> None:
        """Drop clients that have stopped reading."""
        for connection in list(self._open):
            if connection.sending_since and now - connection.sending_since > self._settings.send_timeout:
                self._metrics.count("parlour_dropped_total")
                connection.drop()

    def rename(self, person: Person) -> None:
        """Give a person's connections their new name or colour."""
        for connection in self._open:
            if connection.person.id == person.id:
                connection.person = person


def _keys(connection: Connection) -> tuple[str, str, str]:
    return connection.person.id, connection.address, f"{connection.address} {connection.person.id}"
