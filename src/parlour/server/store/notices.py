"""Notices between the servers on one PostgreSQL database, by LISTEN and NOTIFY.

Nothing depends on their arrival: every server also polls the database, so a notice only makes it react sooner. They carry ids,
names, announcements, and the addresses of clients that guess codes, but nothing about a game.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Literal

import msgspec
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "parlour"
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0
"""Seconds before listening again after the connection was lost: at first, and at most."""
QUIET = 5.0
"""Seconds without a notice after which the connection is checked."""
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")
_LISTEN = text(f"LISTEN {CHANNEL}")
logger = logging.getLogger("parlour.server")
Kind = Literal["bans", "person", "logged_out", "forgotten", "blocks", "said", "rooms", "counted", "missed"]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change that other servers should know about: its kind, and the id, name or text that it concerns.

    `missed` means that notices may have been lost, so that everything should be read again.
    """

    kind: Kind
    about: str = ""
    sender: str = ""


def send(connection: Connection, notice: Notice) -> None:
    """Notify the other servers when the transaction commits. A SQLite database has no other servers."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": msgspec.json.encode(notice).decode()})


def read(payload: str) -> Notice | None:
    """Return a notice; None if it is of a kind that this version does not know."""
    try:
        return msgspec.json.decode(payload, type=Notice)
    except msgspec.DecodeError:
        return None


class Listener:
    """A thread that waits for notices from other servers and passes them to the event loop."""

    def __init__(self, engine: Engine, server: str, heard: Callable[[Notice], None]) -> None:
        self._engine = engine
        self._server = server
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="store notices", daemon=True)
        self.is_listening = False

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Tell the thread to end, without waiting for it."""
        self._is_over.set()

    def _work(self) -> None:
        pause = FIRST_PAUSE
        while not self._is_over.is_set():
            began = time.monotonic()
            try:
                self._listen()
            except SQLAlchemyError:
                logger.debug("Notices of other servers cannot be heard now.")
            except Exception as error:  # the driver's own errors: the driver need not be installed
                logger.debug("Notices of other servers cannot be heard now (%s).", type(error).__name__)
            self.is_listening = False
            pause = FIRST_PAUSE if time.monotonic() - began > LONGEST_PAUSE else min(2 * pause, LONGEST_PAUSE)
            self._is_over.wait(pause)

    def _listen(self) -> None:
        """Pass on notices until the connection is lost."""
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(_LISTEN)
            driver = connection.connection.driver_connection
            assert driver is not None
            self.is_listening = True
            self._pass_on(Notice("missed"))
            try:
                while not self._is_over.is_set():
                    for notification in driver.notifies(timeout=QUIET, stop_after=1):
                        notice = read(notification.payload)
                        if notice is not None and notice.sender != self._server:
                            self._pass_on(notice)
                    driver.execute("SELECT 1")  # a connection that was cut silently would stay quiet for ever
            finally:
                connection.invalidate()  # a listening connection must not return to the readers' pool

    def _pass_on(self, notice: Notice) -> None:
        try:
            self._loop.call_soon_threadsafe(self._heard, notice)
        except RuntimeError:
            self._is_over.set()  # the loop is closed
