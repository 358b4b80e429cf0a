"""A house that tells a guest what a table says, without a network; its messages are those of a real house."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from parlour import Table
from parlour.core.notes import cautions, needs
from parlour.core.tips import tip_for
from parlour.guest.house import GuestHouse
from parlour.guest.room import GuestRoom
from parlour.server import wire
from parlour.server.store.log import Plan

NAMES = ("Ana", "Ben", "Cleo", "Dan")


class PretendHouse:
    """A house with one table. What the guest sends is kept in `sent`, and granted unless `refuses` says why not."""

    def __init__(self, table: Table, seat: int | None = 0, *, look_seconds: float | None = None) -> None:
        self.table = table
        self.seat = seat
        self.look_seconds = look_seconds
        self.sent: list[dict[str, Any]] = []
        self.refuses: dict[str, str] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.room = GuestRoom(GuestHouse("http://house"), "ABCDEF", sits=seat is not None)
        self.room._line = self  # type: ignore[assignment]
        self._told = 0
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return NAMES[: self.table.seats]

    def of_type(self, type: str) -> list[dict[str, Any]]:
        """Return the messages of this type that the guest has sent."""
        return [message for message in self.sent if message["type"] == type]

    # ---- the connection --------------------------------------------------------------------------------------------

    async def send(self, text: str) -> None:
        """Take what the guest sends, and answer it."""
        message = json.loads(text)
        self.sent.append(message)
        answer = {"type": "done", "id": message["id"], **self.answers.get(message["type"], {})}
        if why := self.refuses.get(message["type"]):
            answer = {"type": "refused", "id": message["id"], "why": why}
        self._tasks.append(asyncio.create_task(self.room._hear(answer)))

    async def close(self) -> None:
        """Close the connection."""

    # ---- what the house says ---------------------------------------------------------------------------------------

    async def tell_room(self, phase: str = "playing", **changes: Any) -> None:
        """Send the state of the room."""
        chairs = [wire.Chair(kind="person", name=name, present=True) for name in self.names]
        for seat, change in changes.pop("chairs", {}).items():
            chairs[seat] = wire.Chair(**{"kind": "person", "name": self.names[seat], "present": True, **change})
        table = self.table
        plan = Plan(table.game.id, table.seats, dict(table.options))
        usual: dict[str, Any] = {"code": "ABCDEF", "phase": phase, "plan": plan, "watchers": [], "host": 1, "you_host": False}
        usual |= {"commitment": "", "pledges": [], "dealing": "", "left_out": [], "games": 1, "round": 1, "scores": []}
        usual |= {"result": None, "you": self.seat}
        await self._tell(wire.RoomState(chairs=chairs, **{**usual, **changes}))

    async def tell(self, **changes: Any) -> None:
        """Send what has happened at the table since the last time."""
        table, seat = self.table, self.seat
        view = table.view(seat, self.names)
        told = {"events": table.events_for(seat, self._told, self.names), "story": table.narrate(seat, self._told, self.names)}
        notes = {"cautions": cautions(table, view), "needs": needs(table, view), "tip": tip_for(table, seat, self.names)}
        self._told = table.told
        update = wire.Update(number=table.told, base=0, view=view, window=[], clock=None, **told, **notes)  # type: ignore[arg-type]
        message = json.loads(wire.encode(update)) | changes
        if self.look_seconds is not None:
            message["view"]["look_seconds"] = self.look_seconds
        await self.room._hear(message)

    async def say(self, **fields: Any) -> None:
        """Send a message of the chat."""
        await self._tell(wire.ChatLine(**{"name": "Ben", "seat": 1, **fields}))

    async def _tell(self, message: wire.Message) -> None:
        await self.room._hear(json.loads(wire.encode(message)))
