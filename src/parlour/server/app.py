"""The ASGI application: every path of the server."""

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route, WebSocketRoute

from .api import admin
from .api.guests import GUESTS
from .api.socket import SocketEndpoint
from .house import House
from .http.context import RequestContext
from .http.endpoint import Call, Endpoint, PathHandler
from .http.middleware import HouseMiddleware
from .http.openapi import describe
from .http.static import FOLDER, PageFolder, StaticPages

ENDPOINTS = [*GUESTS, *admin.ENDPOINTS]
MAIN_PAGE = ("app/index.html", "index.html")
"""The page built from `web`, or a short notice if it was not built."""
ADDRESSES = (
    "/",
    "/r/{code}",
    "/replay/{id}",
    "/beat/{id}",
    "/me",
    "/settings",
    "/settings/{game}",
    "/learn/{game}",
    "/learn/{game}/{lesson}",
    "/puzzles",
    "/puzzles/{puzzle}",
)
"""The paths of the main page, which shows a different screen at each."""
PAGES = {
    **dict.fromkeys(ADDRESSES, MAIN_PAGE),
    "/verify": ("verify.html",),
    "/admin": ("admin.html",),
    "/worker.js": ("app/worker.js", "worker.js"),
}


def make_app(house: House, pages: Path = FOLDER) -> Starlette:
    """Return the application of a house. Its lifespan starts and stops the house."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.announce_stop()
        await house.stop()

    app = Starlette(
        routes=_routes(house, PageFolder(pages)),
        middleware=[Middleware(RequestContext, house), Middleware(HouseMiddleware, house)],
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _routes(house: House, folder: PageFolder) -> list[BaseRoute]:
    paths: dict[str, list[Endpoint]] = defaultdict(list)
    for endpoint in with_description(ENDPOINTS):
        paths[endpoint.path].append(endpoint)
    return [
        *(Route(path, PathHandler(house, endpoints)) for path, endpoints in paths.items()),
        WebSocketRoute("/ws", SocketEndpoint(house)),
        WebSocketRoute("/ws/{code}", SocketEndpoint(house)),  # the code lets a proxy send a whole room to one server
        *(Route(path, StaticPages(house, folder, *names)) for path, names in PAGES.items()),
        Route("/{name:path}", StaticPages(house, folder)),
    ]


def with_description(endpoints: Sequence[Endpoint]) -> list[Endpoint]:
    """Return these endpoints and one more, which describes all of them."""

    async def openapi(call: Call) -> dict[str, object]:
        return document

    own = Endpoint("GET", "/openapi.json", "This description.", openapi, returns=dict)
    document = describe([*endpoints, own])
    return [*endpoints, own]
