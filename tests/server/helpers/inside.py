"""A house in a thread of this process, so that a test can inject faults; its sockets are real."""

import asyncio
import threading
from pathlib import Path
from typing import Any, Self

from parlour.server.house import House
from parlour.server.ops.limits import Limit, Limits
from parlour.server.ops.settings import Settings
from parlour.server.program.process import HouseServer, listen, uvicorn_config
from parlour.server.store.store import Store
from tests.server.helpers.databases import sqlite_in


class HouseInside:
    """A house that is served as `parlour serve` does; `unlimited` switches its rate limits off.

    With `still`, time passes for the rate limits only when `seconds` is increased, so that a slow machine changes nothing.
    """

    def __init__(self, folder: Path, *, unlimited: bool = False, still: bool = False, **settings: Any) -> None:
        self.settings = Settings(**{"database": sqlite_in(folder, "inside.db"), **settings})
        self.house = House(self.settings, Store.open(self.settings.database_url, self.settings.name))
        if unlimited:
            for limit in vars(self.house.limits).values():
                if isinstance(limit, Limit):
                    limit.most = limit.per_second = 1e9
        self.seconds = 0.0
        if still:
            limits = self.house.limits = self.house.rooms.limits = Limits(self.settings, lambda: self.seconds)
            limits.people_at = self.house.connections.people_at
        self._listener = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self.server = HouseServer(uvicorn_config(self.house), self.house, self._opened)
        self._thread = threading.Thread(target=self.server.run, args=([self._listener],))

    def _opened(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._ready.set()

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
