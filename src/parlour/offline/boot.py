"""The interface through which a page's worker calls the house: it converts values between JavaScript and Python."""

import gc
import random
from collections.abc import Callable
from importlib.metadata import MetadataPathFinder
from typing import Any

from pyodide.ffi import to_js  # type: ignore[import-not-found]

from ..core.game import find_game, game_ids
from ..fast.ahead import sources_hash
from ..server.store.errors import StoreError
from .house import Gateway, open_door, use_browser
from .page_socket import PageSocket


class WorkerInterface:
    """The functions that the worker calls."""

    def __init__(self, door: Gateway) -> None:
        self._door = door

    async def ask(self, who: str, method: str, address: str, headers: Any, body: Any) -> Any:
        """Answer an HTTP request: its status, the type of the answer, and the answer as bytes."""
        return to_js(await self._door.ask(who, method, address, headers.to_py(), body.to_bytes()))

    def connect(self, who: str, address: str, told: Callable[[str], None], closed: Callable[[], None]) -> PageSocket:
        """Open a WebSocket."""
        return self._door.connect(who, address, told, closed)

    def image(self) -> Any:
        """Return the database as bytes."""
        return to_js(self._door.store.image())


def prepare() -> None:
    """Load what every house needs. Python's memory can be saved after this and used by many houses.

    No file may stay open: a Python that starts from this memory would take the database for that file, and close it.
    """
    use_browser()
    for game in map(find_game, game_ids(examples=False)):
        sources_hash(game)
    MetadataPathFinder.invalidate_caches()  # it would keep the archive of Python's library open
    gc.collect()


async def open_desk(image: Any, on_commit: Callable[[], None]) -> WorkerInterface | None:
    """Open the house whose database is in `image`; None if it cannot be read."""
    random.seed()  # a saved memory would always begin with the same numbers
    try:
        return WorkerInterface(await open_door(image.to_bytes(), on_commit))
    except StoreError:
        return None
