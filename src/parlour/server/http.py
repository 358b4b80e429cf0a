"""HTTP: an endpoint is declared once, with its types, and from that come its route, its checks and its description."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from math import ceil
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive, Scope, Send

from ..core.texts import checked_language, preferred_language, speaking, text
from .faults import StoreFailed
from .limits import Limit, address_key
from .people import Person

if TYPE_CHECKING:
    from .house import House

JSON = "application/json"
COOKIE = "parlour"
LANGUAGE = "lang"
YEAR = 365 * 86_400
LARGEST_BODY = 65_536
LARGEST_SAVE = 5_000_000
MOST_PARAMETERS = 100
BODY_SECONDS = 20.0
NOT_FOUND = "app.lost"
TOO_MANY = "refusal.tooMany"


class Refused(Exception):
    """A request that is not followed; the text is a sentence for whoever asked."""

    def __init__(self, status: int, why: str, **headers: str) -> None:
        super().__init__(why)
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


def too_many(seconds: float) -> Refused:
    """Somebody asks too often."""
    return Refused(429, text(TOO_MANY), retry_after=str(max(1, ceil(seconds))))


@contextmanager
def sentences(status: int = 400) -> Iterator[None]:
    """Around calls that refuse with a ValueError in a sentence."""
    try:
        yield
    except StoreFailed:
        raise
    except ValueError as error:
        raise Refused(status, str(error)) from None


class Guest(Enum):
    """Whether an endpoint needs to know who asks."""

    ANYONE = "whoever asks"
    KNOWN = "a guest if the cookie says so"
    MADE = "a guest, who is made if there is none"


@dataclass(frozen=True)
class Reply:
    """An answer that is no JSON of a type: its bytes as they are."""

    body: bytes
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Call:
    """One request to an endpoint, read and checked."""

    house: "House"
    scope: Scope
    path: Mapping[str, str]
    query: Any = None
    rest: Mapping[str, str] = field(default_factory=dict)
    """What the query says beyond the names of its type."""
    body: Any = None
    known: Person | None = None
    shown: Person | None = None
    """Whose cookie goes out with the answer."""

    @property
    def person(self) -> Person:
        """Who asks, at an endpoint that makes a guest of everybody."""
        assert self.known is not None
        return self.known

    @property
    def address(self) -> str:
        """What counts as one address."""
        return address_of(self.scope)

    def take(self, limit: Limit, key: str = "") -> None:
        """Count this request against a limit of the address, or of another key."""
        seconds = limit.take(key or self.address)
        if seconds:
            raise too_many(seconds)


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """What the house answers at one path to one method."""

    method: str
    path: str
    says: str
    act: Callable[[Call], Awaitable[Any]]
    gives: Any
    takes: Any = None
    raw: bool = False
    """The body is taken as bytes."""
    asks: type[msgspec.Struct] | None = None
    free_query: bool = False
    """Names in the query that the type does not know are kept in `rest`."""
    guest: Guest = Guest.ANYONE
    status: int = 200
    media: str = JSON
    refuses: tuple[int, ...] = ()
    shapes: Mapping[str, Any] = field(default_factory=dict)
    """What the parameters in the path look like, as JSON schemas."""
    leads_to: tuple[tuple[str, str], ...] = ()
    """Where one goes on: method and path of endpoints whose parameters are in the answer."""
    largest: int = LARGEST_BODY

    @property
    def is_read_only(self) -> bool:
        """Whether asking changes nothing."""
        return self.method == "GET"


class Desk:
    """Answers all methods of one path."""

    def __init__(self, house: "House", endpoints: Sequence[Endpoint]) -> None:
        self.house = house
        self.endpoints = {endpoint.method: endpoint for endpoint in endpoints}
        self.path = endpoints[0].path
        allowed = [*self.endpoints, *(["HEAD"] if "GET" in self.endpoints else [])]
        self.allowed = ", ".join(sorted(allowed))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the request, act, answer."""
        scope["parlour.path"] = self.path
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        endpoint = self.endpoints.get(method)
        if endpoint is None:
            raise Refused(405, "That cannot be done here.", allow=self.allowed)
        with speaking(language=language_of(scope), typed=False):
            call = await self._read(endpoint, scope, receive)
            answer = await endpoint.act(call)
        reply = answer if isinstance(answer, Reply) else Reply(msgspec.json.encode(answer), endpoint.media)
        headers = dict(reply.headers)
        if call.shown is not None:
            headers["set-cookie"] = cookie_header(self.house.people.cookie(call.shown), scope)
        await respond(send, endpoint.status, reply.body, reply.media, headers)

    async def _read(self, endpoint: Endpoint, scope: Scope, receive: Receive) -> Call:
        call = Call(self.house, scope, scope["path_params"])
        if endpoint.guest is not Guest.ANYONE:
            call.known = await person_of(self.house, scope)
            if call.known is not None:
                call.take(self.house.limits.requests_of_person, call.known.id)
        if endpoint.asks is not None:
            call.query, call.rest = read_query(scope["query_string"], endpoint)
        if endpoint.takes is not None or endpoint.raw:
            body = await read_body(scope, receive, endpoint.largest)
            call.body = body if endpoint.raw else read_json(body, endpoint.takes)
        if endpoint.guest is Guest.MADE and call.known is None:
            call.known = call.shown = await new_guest(self.house, scope)
        return call


# ---- reading ------------------------------------------------------------------------------------------------------


def header(scope: Scope, name: bytes) -> str | None:
    """The value of a header, None if there is none."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if found else None


def language_of(scope: Scope) -> str:
    """The language in which somebody reads: as asked for in the address of a socket, else as the browser prefers."""
    if scope["type"] == "websocket":
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get(LANGUAGE)
        if asked:
            with sentences():
                return checked_language(asked)
    return preferred_language(header(scope, b"accept-language") or "")


def address_of(scope: Scope) -> str:
    """What counts as one address."""
    client = scope.get("client")
    return address_key(client[0] if client else "")


async def read_body(scope: Scope, receive: Receive, largest: int) -> bytes:
    """The body of a request, if it is not too large and comes in time. What its length claims is only a hint."""
    too_large = Refused(413, f"A request has at most {largest} bytes.", connection="close")
    claimed = header(scope, b"content-length") or "0"
    if claimed.isdecimal() and (len(claimed) > 12 or int(claimed) > largest):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise ClientGone
                body += message.get("body", b"")
                if len(body) > largest:
                    raise too_large
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise Refused(408, "The request did not come in time.", connection="close") from None


def read_json(body: bytes, kind: Any) -> Any:
    """The body as its type."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise Refused(400, f"This request is not understood: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused(400, "The body of this request is one JSON object.") from None


def read_query(query: bytes, endpoint: Endpoint) -> tuple[Any, dict[str, str]]:
    """The query as its type, and what else it says."""
    assert endpoint.asks is not None
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_PARAMETERS, errors="strict")
    except ValueError:
        raise Refused(400, "The query of this address cannot be read.") from None
    given = dict(pairs)
    if len(given) < len(pairs):
        raise Refused(400, "The query of this address says something twice.")
    names = {info.name for info in msgspec.structs.fields(endpoint.asks)}
    try:
        asked = msgspec.convert({name: given[name] for name in names & set(given)}, endpoint.asks, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(400, f"This address is not understood: {error}.") from None
    return asked, {name: value for name, value in given.items() if name not in names}


# ---- people -------------------------------------------------------------------------------------------------------


async def person_of(house: "House", scope: Scope) -> Person | None:
    """Who asks, by the cookie."""
    for name, value in scope["headers"]:
        if name == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                key, _, text = pair.strip().partition("=")
                if key == COOKIE and (person := await house.people.by_cookie(text)) is not None:
                    return person
    return None


async def new_guest(house: "House", scope: Scope) -> Person:
    """A new guest, if this address has not made too many."""
    seconds = house.limits.people.take(address_of(scope))
    if seconds:
        raise too_many(seconds)
    return await house.people.new()


def cookie_header(value: str, scope: Scope) -> str:
    """The cookie of a guest: no script reads it, no other site sends it with a change."""
    secure = "; Secure" if scope.get("scheme") in ("https", "wss") else ""
    return f"{COOKIE}={value}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"


# ---- answering ----------------------------------------------------------------------------------------------------


async def respond(send: Send, status: int, body: bytes, media: str, headers: Mapping[str, str]) -> None:
    """Send an answer."""
    about_body = {} if status == 304 else {"content-type": media, "content-length": str(len(body))}
    pairs = {**about_body, **headers}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
