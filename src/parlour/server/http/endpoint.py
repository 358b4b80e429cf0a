"""Endpoints: a typed function is declared once, and its route, its checks and its OpenAPI description follow from that.

An endpoint function takes a `Call` and, if it has parameters with these names, the parsed `query` and `body`.
"""

import gzip
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from functools import cached_property, lru_cache
from typing import get_type_hints

import msgspec
from starlette.types import Receive, Scope, Send

from ...core.sentence import as_str
from ...core.texts import speaking
from ..house import House
from ..ops.limits import Limit
from ..people.people import Person
from ..people.sessions import SignedIn
from .errors import HttpError, too_many
from .guests import SIGNED_IN, cookie_header, is_cookie_due, new_guest, no_cookie, person_of
from .requests import accepts_gzip, address_of, header, language_of, read_body, read_json, read_query
from .responses import JSON, Response, send_response

LARGEST_BODY = 65_536


class Guest(Enum):
    """Whether an endpoint needs to know who makes a request."""

    ANYONE = "anybody"
    KNOWN = "the guest of the cookie, if there is one"
    CREATED = "a guest, who is created if there is none"


@dataclass
class Call:
    """A checked request to an endpoint."""

    house: House
    scope: Scope
    path: Mapping[str, str]
    """The parameters in the path."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """Query parameters beyond those of the query's type."""
    known: Person | None = None
    set_cookie_for: Person | None = None
    """The guest whose cookie is sent with the response."""
    is_signed_out: bool = False
    """Whether the response deletes the cookie."""

    @property
    def person(self) -> Person:
        """The guest who makes the request, at an endpoint that creates one if necessary."""
        assert self.known is not None
        return self.known

    @property
    def signed_in(self) -> SignedIn | None:
        """The person and session that the cookie of the request identifies."""
        return self.scope.get(SIGNED_IN)

    @property
    def address(self) -> str:
        """The client's address as a key of rate limits."""
        return address_of(self.scope)

    def take(self, limit: Limit, key: str = "") -> None:
        """Count this request against a limit, by address or by another key."""
        seconds = limit.take(key or self.address)
        if seconds:
            raise too_many(seconds)


@dataclass(frozen=True)
class Endpoint:
    """The declaration of one method of one path."""

    method: str
    path: str
    summary: str
    act: Callable[..., Awaitable[object]]
    _: KW_ONLY
    returns: object = None
    """The type of the response, if the function returns a finished `Response`."""
    extra_query: bool = False
    """Whether the query may have other parameters, which are passed on in `Call.extra`."""
    guest: Guest = Guest.ANYONE
    guard: Callable[[Call], None] | None = None
    """Refuses a request by raising HttpError, before any of it is read."""
    status: int = 200
    media: str = JSON
    errors: tuple[int, ...] = ()
    """Statuses of errors besides those of every endpoint."""
    parameters: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """JSON schemas of the parameters in the path."""
    leads_to: tuple[tuple[str, str], ...] = ()
    """Method and path of endpoints whose path parameters are in the response."""
    largest_body: int = LARGEST_BODY
    is_compressed: bool = False
    """Whether the response is compressed, which is for large ones that are the same for everybody."""

    @property
    def is_read_only(self) -> bool:
        """Whether the endpoint only reads."""
        return self.method == "GET"

    @cached_property
    def response(self) -> object:
        """The type of the response."""
        return self.returns or get_type_hints(self.act)["return"]

    @cached_property
    def query(self) -> type[msgspec.Struct] | None:
        """The type of the query."""
        return get_type_hints(self.act).get("query")

    @cached_property
    def body(self) -> type | None:
        """The type of a JSON body; with `bytes`, the body is passed on unchanged."""
        return get_type_hints(self.act).get("body")


class PathHandler:
    """Handles all methods of one path."""

    def __init__(self, house: House, endpoints: Sequence[Endpoint]) -> None:
        self.house = house
        self.endpoints = {endpoint.method: endpoint for endpoint in endpoints}
        self.path = endpoints[0].path
        allowed = [*self.endpoints, *(["HEAD"] if "GET" in self.endpoints else [])]
        self.allowed = ", ".join(sorted(allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the request, call the endpoint and send its response."""
        scope["parlour.path"] = self.path
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        endpoint = self.endpoints.get(method)
        if endpoint is None:
            raise HttpError(405, "This method is not allowed here.", allow=self.allowed)
        with speaking(language=language_of(scope), typed=False):
            call, arguments = await self._read(endpoint, scope, receive)
            result = await endpoint.act(call, **arguments)
        response = result if isinstance(result, Response) else Response(_encoded(result), endpoint.media)
        headers = dict(response.headers)
        if call.is_signed_out:
            headers["set-cookie"] = no_cookie(scope)
        elif cookie := await self._cookie(call):
            headers["set-cookie"] = cookie
        body = response.body
        if endpoint.is_compressed:
            headers["vary"] = "accept-encoding"
            if accepts_gzip(header(scope, b"accept-encoding") or ""):
                body, headers["content-encoding"] = _compressed(body), "gzip"
        await send_response(send, endpoint.status, body, response.media, headers)

    async def _cookie(self, call: Call) -> str | None:
        """Return the cookie to send, if any: a new guest has none yet, and an old cookie is replaced."""
        person = call.set_cookie_for
        if person is None and is_cookie_due(self.house, call.scope):
            person = call.known
        return None if person is None else await cookie_header(self.house, person, call.scope)

    async def _read(self, endpoint: Endpoint, scope: Scope, receive: Receive) -> tuple[Call, dict[str, object]]:
        call, arguments = Call(self.house, scope, scope["path_params"]), dict[str, object]()
        if endpoint.guard is not None:
            endpoint.guard(call)
        if endpoint.guest is not Guest.ANYONE:
            call.known = await person_of(self.house, scope)
            if call.known is not None:
                call.take(self.house.limits.requests_of_person, call.known.id)
        if endpoint.query is not None:
            arguments["query"], call.extra = read_query(scope["query_string"], endpoint.query)
        if endpoint.body is not None:
            body = await read_body(scope, receive, endpoint.largest_body)
            arguments["body"] = body if endpoint.body is bytes else read_json(body, endpoint.body)
        if endpoint.guest is Guest.CREATED and call.known is None:
            call.known = call.set_cookie_for = await new_guest(self.house, scope)
        return call, arguments


def _encoded(result: object) -> bytes:
    return msgspec.json.encode(result, enc_hook=as_str)


@lru_cache(maxsize=16)
def _compressed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
