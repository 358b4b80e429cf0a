"""The WebSocket endpoint: accepts guests, within limits."""

from starlette.types import Receive, Scope, Send

from ...core.texts import speaking
from ..house import House
from ..http.errors import HttpError
from ..http.guests import person_of
from ..http.requests import address_of, language_of
from ..people.people import Person
from ..ws.connection import Connection


class SocketEndpoint:
    """Accepts WebSocket connections."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a client, or serve it until it disconnects."""
        person = await person_of(self.house, scope)
        if person is None:
            raise HttpError(403, "Open a page of this server first, to get a cookie.")
        self._check_limits(person, address_of(scope))
        await self.house.rooms.blocks.load(person.id)
        with speaking(language=language_of(scope), typed=False):
            await self._serve(person, scope, receive, send)

    def _check_limits(self, person: Person, address: str) -> None:
        connections = self.house.connections
        if connections.are_full or self.house.is_stopping:
            raise HttpError(503, "The server is full. Please try again later.")
        if connections.are_too_many(person.id, address):
            raise HttpError(429, "Too many connections from this guest or address.")

    async def _serve(self, person: Person, scope: Scope, receive: Receive, send: Send) -> None:
        if (await receive())["type"] != "websocket.connect":
            return
        try:
            await send({"type": "websocket.accept"})
        except OSError:
            return  # the client gave up, for instance while this process was stopped
        connection = Connection(self.house.rooms, person, address_of(scope), scope, send)
        self.house.connections.add(connection)
        try:
            await connection.run(receive)
        finally:
            self.house.connections.remove(connection)
