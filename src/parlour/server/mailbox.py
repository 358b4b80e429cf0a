"""A mailbox: letters are taken one at a time, in the order in which they came; timers post letters too."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ..core.texts import Voice, in_voice, voice

LETTERS = 256
"""So many letters may wait."""
AGAIN = 0.1
"""Seconds after which the house tries again to post into a full mailbox."""
Act = Callable[..., Awaitable[None]]


class Mailbox:
    """Letters are functions with their arguments, and are handled in the voice of whoever posted them.

    `after` is called after each of them, with the error if it failed.
    """

    def __init__(self, after: Callable[[Exception | None], None]) -> None:
        self.is_closing = False
        self._after = after
        self._letters: asyncio.Queue[tuple[Voice, Act, tuple[Any, ...]]] = asyncio.Queue(LETTERS)
        self._timers: dict[object, asyncio.TimerHandle] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self, name: str) -> None:
        """Begin to take letters."""
        self._task = asyncio.create_task(self._run(), name=name)

    async def close(self, last: Act) -> None:
        """Take what has arrived, then this last letter, then no more."""
        self.is_closing = True
        self.forget_timers()
        if self._task is not None:
            await self._letters.put((voice(), last, ()))
            await self._task

    def forget_timers(self) -> None:
        """Whatever was to be posted later is not."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def _run(self) -> None:
        while not (self.is_closing and self._letters.empty()):
            writer, act, details = await self._letters.get()
            failure: Exception | None = None
            try:
                with in_voice(writer):
                    await act(*details)
            except Exception as error:  # a letter that cannot be handled must not end the table
                failure = error
            self._after(failure)

    def put(self, act: Act, *details: object) -> bool:
        """Post a letter; False: the mailbox is full or closed."""
        if self.is_closing:
            return False
        try:
            self._letters.put_nowait((voice(), act, details))
        except asyncio.QueueFull:
            return False
        return True

    def post(self, act: Act, *details: object) -> None:
        """A letter of the house itself: if the mailbox is full it is posted a little later."""
        if not self.put(act, *details) and not self.is_closing:
            asyncio.get_running_loop().call_later(AGAIN, self.post, act, *details)

    def later(self, key: object, seconds: float, act: Act, *details: object) -> None:
        """Post a letter after some time; it replaces one of the same key that was to come."""
        self.never(key)
        self._timers[key] = asyncio.get_running_loop().call_later(max(seconds, 0.0), self._ring, key, act, details)

    def _ring(self, key: object, act: Act, details: tuple[Any, ...]) -> None:
        self._timers.pop(key, None)
        self.post(act, *details)

    def never(self, key: object) -> None:
        """Do not post the letter of this key."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def is_due(self, key: object) -> bool:
        """Whether a letter of this key is to come."""
        return key in self._timers
