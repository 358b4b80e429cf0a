"""Tells hundreds of watchers about changes a few at a time, so that players and other rooms never wait for all of them."""

import asyncio
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .presence import Viewer

AT_ONCE = 64
"""How many watchers are told together. With no more connections than this, everybody is told at once."""
PAUSE = 0.02
"""Seconds between two groups."""


class Crowd:
    """The watchers of one room who are still to be told that something has changed."""

    def __init__(self) -> None:
        self._waiting: dict[Viewer, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def tell(self, viewers: Iterable["Viewer"]) -> None:
        """Wake the players and the first watchers now, and the other watchers soon: once, however much changes until then."""
        viewers = list(viewers)
        if len(viewers) <= AT_ONCE:
            for viewer in viewers:
                viewer.wake()
            return
        for viewer in viewers:
            if viewer.seat is None:
                self._waiting[viewer] = None
            else:
                viewer.wake()
        if self._timer is None:
            self._tell_next()

    def _tell_next(self) -> None:
        self._timer = None
        for viewer in list(islice(self._waiting, AT_ONCE)):
            del self._waiting[viewer]
            viewer.wake()
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._tell_next)
