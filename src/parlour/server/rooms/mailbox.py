"""A mailbox: messages are handled one at a time, in the order in which they arrive. Timers post messages too."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from ...core.texts import Voice, in_voice, voice

CAPACITY = 256
RETRY_SECONDS = 0.1
"""Seconds after which an internal message is posted again if the mailbox was full."""
Action = Callable[..., Awaitable[None]]
Message = tuple[Voice, Action, tuple[object, ...]]


class Mailbox:
    """A queue of messages. A message is a function with arguments, called in the voice of its sender.

    `after` is called after each message, with the error if it failed.
    """

    def __init__(self, after: Callable[[Exception | None], None]) -> None:
        self.is_closing = False
        self._after = after
        self._messages: asyncio.Queue[Message] = asyncio.Queue(CAPACITY)
        self._next: deque[Message] = deque()
        self._timers: dict[object, asyncio.TimerHandle] = {}
        self._task: asyncio.Task[None] | None = None

    def open(self, name: str) -> None:
        """Start handling messages."""
        self._task = asyncio.create_task(self._run(), name=name)

    async def close(self, last: Action) -> None:
        """Handle everything that has arrived, then this last message, then stop."""
        self.is_closing = True
        self.cancel_timers()
        if self._task is not None:
            await self._messages.put((voice(), last, ()))
            await self._task

    async def _run(self) -> None:
        while self._next or not (self.is_closing and self._messages.empty()):
            sender, action, arguments = self._next.popleft() if self._next else await self._messages.get()
            failure: Exception | None = None
            try:
                with in_voice(sender):
                    await action(*arguments)
            except Exception as error:  # one failed message must not stop the room
                failure = error
            self._after(failure)

    def put(self, action: Action, *arguments: object) -> bool:
        """Post a message; return False if the mailbox is full or closed."""
        if self.is_closing:
            return False
        try:
            self._messages.put_nowait((voice(), action, arguments))
        except asyncio.QueueFull:
            return False
        return True

    def post_next(self, action: Action, *arguments: object) -> None:
        """Post an internal message that is handled right after the present one, before all that are waiting."""
        self._next.append((voice(), action, arguments))

    def post(self, action: Action, *arguments: object) -> None:
        """Post an internal message; if the mailbox is full, try again a little later."""
        if not self.put(action, *arguments) and not self.is_closing:
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.post, action, *arguments)

    # ---- timers ----------------------------------------------------------------------------------------------------

    def post_later(self, key: object, seconds: float, action: Action, *arguments: object) -> None:
        """Post a message after some time, instead of one already scheduled under the same key."""
        self.cancel(key)
        loop = asyncio.get_running_loop()
        self._timers[key] = loop.call_later(max(seconds, 0.0), self._time_out, key, action, arguments)

    def _time_out(self, key: object, action: Action, arguments: tuple[object, ...]) -> None:
        self._timers.pop(key, None)
        self.post(action, *arguments)

    def is_scheduled(self, key: object) -> bool:
        """Whether a message is scheduled under this key."""
        return key in self._timers

    def cancel(self, key: object) -> None:
        """Cancel the message scheduled under this key."""
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()

    def cancel_timers(self) -> None:
        """Cancel all scheduled messages."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
