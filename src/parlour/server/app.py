"""The application: every path of the house, behind its border."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from ..core.texts import speaking
from . import answers
from .border import Border
from .endpoints import endpoints
from .house import House
from .http import Call, Desk, Endpoint, Refused, address_of, language_of, person_of
from .openapi import description
from .sockets import serve_line
from .static import FOLDER, Pages, Shelf

MAIN_PAGE = ("app/index.html", "index.html")
"""The page that was built from `web`, or a few words where it was not."""
PAGES = {"/": MAIN_PAGE, "/r/{code}": MAIN_PAGE, "/replay/{id}": MAIN_PAGE, "/me": MAIN_PAGE, "/verify": ("verify.html",)}


def make_app(house: House, pages: Path = FOLDER) -> Starlette:
    """The application of a house, which is opened and closed with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.farewell()
        await house.stop()

    app = Starlette(routes=_routes(house, Shelf(pages)), middleware=[Middleware(Border, house)], lifespan=lifespan)
    app.router.redirect_slashes = False
    return app


def _routes(house: House, shelf: Shelf) -> list[BaseRoute]:
    table = described(endpoints())
    paths: dict[str, list[Endpoint]] = defaultdict(list)
    for endpoint in table:
        paths[endpoint.path].append(endpoint)
    return [
        *(Route(path, Desk(house, found)) for path, found in paths.items()),
        WebSocketRoute("/ws", Door(house)),
        *(Route(path, Pages(house, shelf, *pages)) for path, pages in PAGES.items()),
        Route("/{name:path}", Pages(house, shelf)),
    ]


def described(table: Sequence[Endpoint]) -> list[Endpoint]:
    """The table with one endpoint more, which describes all of them."""

    async def openapi(call: Call) -> dict[str, Any]:
        return document

    own = Endpoint(method="GET", path="/openapi.json", says="This description.", act=openapi, gives=answers.Anything)
    document = description([*table, own])
    return [*table, own]


class Door:
    """Lets WebSockets in: those of guests, and not too many."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a client, or talk with it until it is gone."""
        person = await person_of(self.house, scope)
        if person is None:
            raise Refused(403, "Come in by a page of the house first.")
        self._check(person.id, address_of(scope))
        with speaking(language=language_of(scope), typed=False):
            await serve_line(self.house, person, address_of(scope), scope, receive, send)

    def _check(self, person: str, address: str) -> None:
        settings, lines = self.house.settings, self.house.lines
        if len(lines) >= settings.most_sockets or self.house.is_stopping:
            raise Refused(503, "The house is full: try again later.")
        of_person = self.house.lines_of[person]
        of_address = self.house.lines_of[address]
        if of_person >= settings.most_sockets_per_person or of_address >= settings.most_sockets_per_address:
            raise Refused(429, "There are too many connections from here.")
