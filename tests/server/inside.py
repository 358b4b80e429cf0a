"""A house in a thread of this process, so that a test can put something wrong into it; its sockets are real."""

import threading
from pathlib import Path
from typing import Any, Self

from parlour.server.house import House
from parlour.server.limits import Limits
from parlour.server.serving import Serving, configured, listening
from parlour.server.settings import Settings
from parlour.server.store import Store


class HouseInside:
    """A house that is served as `parlour serve` does it; `unlimited`: everything may be done as often as one likes.

    `still`: to its limits no time passes but what is added to `seconds`, so that a slow machine is not allowed more.
    """

    def __init__(self, folder: Path, *, unlimited: bool = False, still: bool = False, **settings: Any) -> None:
        self.settings = Settings(**{"database": f"sqlite:///{folder / 'inside.db'}", **settings})
        self.house = House(self.settings, Store.open(self.settings.database_url, self.settings.name))
        if unlimited:
            for limit in vars(self.house.limits).values():
                limit.most = limit.per_second = 1e9
        self.seconds = 0.0
        if still:
            self.house.limits = Limits(self.settings, lambda: self.seconds)
        self._listener = listening("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._ready = threading.Event()
        self.serving = Serving(configured(self.house), self.house, self._ready.set)
        self._thread = threading.Thread(target=self.serving.run, args=([self._listener],))

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self.serving.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()
