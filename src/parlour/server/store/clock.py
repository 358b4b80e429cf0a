"""A clock that follows the time of the database, which all servers on it share, and never jumps back."""

import time
from collections.abc import Callable

from sqlalchemy import Connection, text

SLOWEST = 0.001
"""The most seconds by which a clock that is ahead of the database is set back in one comparison: too few to notice."""
_NOW = {
    "sqlite": text("SELECT (julianday('now') - 2440587.5) * 86400.0"),
    "postgresql": text("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS DOUBLE PRECISION)"),
}


def database_time(connection: Connection) -> float:
    """Return the time of the database in Unix seconds."""
    return float(connection.execute(_NOW[connection.dialect.name]).scalar_one())


class StoreClock:
    """The database's time when it was opened, plus the time that this process has measured since.

    Setting a machine's clock back gives nobody a longer turn. If the database's clock is ahead, for instance because this
    machine was asleep, this clock jumps forward to it; if the database's clock is behind, this clock only runs a little slower.
    """

    def __init__(self, now: float, measure: Callable[[], float] = time.monotonic) -> None:
        self._measure = measure
        self._offset = now - measure()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return self._measure() + self._offset

    def follow(self, database: float) -> None:
        """Adjust the clock to the time of the database."""
        ahead = self.now() - database
        self._offset -= min(ahead, SLOWEST)
