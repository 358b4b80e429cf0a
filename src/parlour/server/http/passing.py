"""Passes connections between the servers on one port: a request that names another server (`?house=NAME`) goes there.

The file descriptor of the connection, with the bytes already read, goes through a Unix socket in a folder that only this user
can access.
"""

import array
import asyncio
import os
import re
import socket
import struct
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path

ASKED = re.compile(rb"[A-Z]{3,10} [^ ?\r\n]*\?(?:[^ \r\n]*&)?house=([A-Za-z0-9_.-]{1,40})[& ]")
LENGTH = struct.Struct("!I")
LARGEST = 1 << 18
"""The most bytes of a request that may have been read before it is passed on."""
SECONDS = 5.0
"""Seconds within which a connection must be passed on."""
Protocols = Callable[[bytes], asyncio.Protocol]
"""Makes the protocol of a connection from which these bytes were already read."""


def house_asked_for(data: bytes) -> str:
    """Return the name of the server that a request is for; empty if it names none."""
    found = ASKED.match(data)
    return found[1].decode() if found else ""


class Passing:
    """Exchanges the connections of one server with the other servers on the same port."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, make: Protocols) -> None:
        """Accept connections that others pass on. A socket that was left behind under this name is replaced."""
        path = self._folder / self._name
        path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(256)
        self._listener.setblocking(False)
        self._start(self._accept(self._listener, make))

    def close(self) -> None:
        """Accept no more connections."""
        for task in self._tasks:
            task.cancel()
        if self._listener is not None:
            (self._folder / self._name).unlink(missing_ok=True)
            self._listener.close()
            self._listener = None

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---- passing connections on -------------------------------------------------------------------------------------

    def pass_on(self, transport: asyncio.BaseTransport, data: bytes) -> bool:
        """Pass a connection on if its request names another server on this port; return False if it stays here."""
        name = house_asked_for(data)
        if not name or name == self._name or len(data) > LARGEST:
            return False
        given = transport.get_extra_info("socket")
        message = LENGTH.pack(len(data)) + data
        with socket.socket(socket.AF_UNIX) as line:
            line.setblocking(False)
            try:
                line.connect(str(self._folder / name))
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [given.fileno()]))]
                # the receiver drops an incomplete message
                return line.sendmsg([message], rights) == len(message)
            except OSError:
                return False  # no such server is running on this port

    # ---- receiving connections --------------------------------------------------------------------------------------

    async def _accept(self, listener: socket.socket, make: Protocols) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, _ = await loop.sock_accept(listener)
            except OSError:
                await asyncio.sleep(0.1)
                continue
            self._start(self._take(line, make))

    async def _take(self, line: socket.socket, make: Protocols) -> None:
        """Serve a connection that another server has passed on."""
        with line, suppress(OSError, TimeoutError):
            line.setblocking(False)
            async with asyncio.timeout(SECONDS):
                taken, data = await _received(line)
            if taken is not None:
                await asyncio.get_running_loop().connect_accepted_socket(lambda: make(data), taken)


async def _received(line: socket.socket) -> tuple[socket.socket | None, bytes]:
    """Return a connection (None if there was none) and the bytes already read; raise an OSError if the sender broke off."""
    loop = asyncio.get_running_loop()
    taken: socket.socket | None = None
    read = b""
    try:
        while len(read) < LENGTH.size or len(read) < LENGTH.size + LENGTH.unpack_from(read)[0]:
            await _readable(loop, line)
            part, found, _, _ = socket.recv_fds(line, LARGEST, 1)
            for number in found:
                if taken is None:
                    taken = socket.socket(fileno=number)
                else:
                    os.close(number)
            if not part:
                raise OSError
            read += part
    except BaseException:
        if taken is not None:
            taken.close()
        raise
    if taken is not None:
        taken.setblocking(False)
    return taken, read[LENGTH.size :]


async def _readable(loop: asyncio.AbstractEventLoop, line: socket.socket) -> None:
    waiting: asyncio.Future[None] = loop.create_future()
    loop.add_reader(line, lambda: None if waiting.done() else waiting.set_result(None))
    try:
        await waiting
    finally:
        loop.remove_reader(line)
