"""Counts connections by address, so that nobody can use them all up, and makes room by closing silent ones."""

import ipaddress
from collections import Counter, OrderedDict
from typing import Protocol

from ..ops.limits import address_key
from ..ops.settings import Settings

SPARE_CONNECTIONS = 2_000
"""Connections allowed in addition to WebSockets."""
SPARE_PER_ADDRESS = 200
"""Connections from one address allowed in addition to its WebSockets."""
MOST_SILENT_PER_ADDRESS = 256
"""The most connections from one address that have not sent a complete request head; a new one replaces the oldest."""


class Closable(Protocol):
    """A connection."""

    def abort(self) -> None:
        """Close it at once."""


class Intake:
    """All open connections of a server, WebSockets included. A trusted proxy may have any number of them."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.most_sockets + SPARE_CONNECTIONS
        self._most_of_address = settings.most_sockets_per_address + SPARE_PER_ADDRESS
        self._proxies = [ipaddress.ip_network(proxy) for proxy in settings.behind_proxy]
        self._open: dict[Closable, str] = {}
        self._count: Counter[str] = Counter()
        self._silent: OrderedDict[Closable, None] = OrderedDict()
        self._silent_of: dict[str, OrderedDict[Closable, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Closable, host: str) -> bool:
        """Count a new connection from a host; return False if it must be closed instead."""
        address = "" if self._is_proxy(host) else address_key(host)
        if address and self._count[address] >= self._most_of_address:
            return False
        if len(self._open) >= self._most and not self._close_oldest(self._silent):
            return False
        silent = self._silent_of.get(address, OrderedDict())
        if address and len(silent) >= MOST_SILENT_PER_ADDRESS:
            self._close_oldest(silent)
        self._open[connection] = address
        self._count[address] += 1
        self._silent[connection] = None
        self._silent_of.setdefault(address, OrderedDict())[connection] = None
        return True

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _close_oldest(self, silent: OrderedDict[Closable, None]) -> bool:
        """Close the connection that has been silent longest; return False if there is none."""
        oldest = next(iter(silent), None)
        if oldest is None:
            return False
        self.remove(oldest)
        oldest.abort()
        return True

    def heard(self, connection: Closable) -> None:
        """Note that a connection has sent the head of a request."""
        if connection in self._silent:
            del self._silent[connection]
            silent = self._silent_of[self._open[connection]]
            del silent[connection]
            if not silent:
                del self._silent_of[self._open[connection]]

    def replace(self, old: Closable, new: Closable) -> None:
        """Note that a connection has become a WebSocket."""
        self.heard(old)
        if old in self._open:
            self._open[new] = self._open.pop(old)

    def remove(self, connection: Closable) -> None:
        """Forget a closed connection."""
        self.heard(connection)
        address = self._open.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]
