"""Endpoints for the operator, behind the admin token. Without a token in the settings they don't exist."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated

from msgspec import Meta, Struct

from ... import __version__
from ...core.sentence import quoted
from ..http.endpoint import Call, Endpoint
from ..http.errors import HttpError, not_found
from ..http.tokens import check_token
from ..ops.limits import address_key, is_address
from ..people.history import Count
from ..rooms.chat import plain_text
from ..rooms.refusals import RequestRefused
from ..rooms.registry import RoomElsewhere
from ..store import people_queries as queries
from ..store.rows import RUNNING
from .rooms import moved

MOST_LISTED = 200
Key = Annotated[str, Meta(min_length=1, max_length=64)]
Reason = Annotated[str, Meta(max_length=200)]


class HouseState(Struct, kw_only=True):
    """The state of the server. `problem` says why it is not ready; empty if it is."""

    version: str
    problem: str
    draining: bool
    rooms: Count
    games: Count
    connections: Count
    bans: Count


class ListedPerson(Struct, kw_only=True):
    """A person as the operator sees them. `seen_at` is a Unix time."""

    id: str
    name: str
    seen_at: float
    connections: Count
    banned: bool


class PeopleList(Struct, kw_only=True):
    """People, most recently seen first."""

    people: list[ListedPerson]


class ListedRoom(Struct, kw_only=True):
    """A room as the operator sees it. `viewers` counts the clients in it, players included."""

    code: str
    game: str
    phase: str
    seats: Count
    taken: Count
    host: str
    viewers: Count
    changed_at: float


class RoomList(Struct, kw_only=True):
    """Open rooms, most recently changed first."""

    rooms: list[ListedRoom]


class ListedBan(Struct, kw_only=True):
    """A ban: `key` is the id of a person or an address."""

    key: str
    why: str


class BanList(Struct, kw_only=True):
    """All bans."""

    bans: list[ListedBan]


class BanOrder(Struct, kw_only=True, forbid_unknown_fields=True):
    """Ban a person by id, or an address. With `addresses`, also those from which the person is connected now."""

    person: Key | None = None
    address: Key | None = None
    addresses: bool = False
    why: Reason = ""


class UnbanOrder(Struct, kw_only=True, forbid_unknown_fields=True):
    """Lift the ban of a person by id, or of an address."""

    key: Key


class ListedReport(Struct, kw_only=True):
    """A report about a person. `said` is the last thing they said at that table; `closed_at` is 0 if the report is open."""

    id: Count
    at: float
    room: str
    reporter: str
    person: str
    name: str
    why: str
    said: str
    closed_at: float
    banned: bool


class ReportList(Struct, kw_only=True):
    """Reports, the latest first."""

    reports: list[ListedReport]


class ReportQuery(Struct, kw_only=True):
    """Whether to list closed reports too."""

    closed: bool = False


class ReportOrder(Struct, kw_only=True, forbid_unknown_fields=True):
    """The report to close."""

    id: Annotated[int, Meta(ge=0, le=2**53)]


class Announcement(Struct, kw_only=True, forbid_unknown_fields=True):
    """A text for the chat of every room."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class DrainOrder(Struct, kw_only=True, forbid_unknown_fields=True):
    """Whether to stop opening rooms."""

    on: bool = True


class PeopleQuery(Struct, kw_only=True):
    """A part of the name to look for."""

    name: Annotated[str, Meta(max_length=100)] = ""


class OrderDone(Struct, kw_only=True):
    """Confirms that an order was carried out; `count` is the number of rooms, bans or reports that it affected."""

    count: Count


def _check_operator(call: Call) -> None:
    """Raise an HttpError unless the request carries the admin token."""
    token = call.house.settings.admin_token
    if not token:
        raise not_found()
    check_token(call.scope, token)


async def state(call: Call) -> HouseState:
    house = call.house
    return HouseState(
        version=__version__,
        problem=house.problem,
        draining=house.rooms.is_draining,
        rooms=len(house.rooms.keepers),
        games=sum(keeper.room.phase in RUNNING for keeper in house.rooms.keepers.values()),
        connections=len(house.connections),
        bans=len(house.bans.reasons),
    )


async def people(call: Call, query: PeopleQuery) -> PeopleList:
    online = [connection.person.id for connection in call.house.connections]
    return PeopleList(
        people=[
            ListedPerson(
                id=row.id,
                name=row.name,
                seen_at=row.seen_at,
                connections=online.count(row.id),
                banned=row.id in call.house.bans,
            )
            for row in await call.house.store.people_named(query.name, MOST_LISTED)
        ]
    )


async def rooms(call: Call) -> RoomList:
    keepers = call.house.rooms.keepers
    return RoomList(
        rooms=[
            ListedRoom(
                code=row.code,
                game=row.summary.game,
                phase=row.summary.phase,
                seats=row.summary.seats,
                taken=row.summary.taken,
                host=row.summary.host_name,
                viewers=len(keepers[row.code].presence.viewers) if row.code in keepers else 0,
                changed_at=row.changed_at,
            )
            for row in await call.house.store.open_rooms(MOST_LISTED)
        ]
    )


async def close(call: Call) -> OrderDone:
    try:
        is_closed = await call.house.close_room(call.path["code"])
    except RoomElsewhere as refusal:
        raise moved(call, refusal) from None
    except RequestRefused as refusal:
        raise HttpError(409, str(refusal)) from None
    if not is_closed:
        raise HttpError(404, "There is no open room with this code.")
    return OrderDone(count=1)


async def bans(call: Call) -> BanList:
    return BanList(bans=[ListedBan(key=key, why=why) for key, why in sorted(call.house.bans.reasons.items())])


async def ban(call: Call, body: BanOrder) -> OrderDone:
    house = call.house
    if body.person is not None and await house.people.by_id(body.person) is None:
        raise HttpError(404, "There is no person with this id.")
    if body.person is None and body.address is None:
        raise HttpError(400, "Name a person or an address to ban.")
    if body.address is not None and not is_address(body.address):
        raise HttpError(400, f"{quoted(body.address)} is not an IP address.")
    count = 0
    if body.address is not None:
        count += await house.ban(address_key(body.address), body.why)
    if body.person is not None:
        count += await house.ban(body.person, body.why, addresses=body.addresses)
    return OrderDone(count=count)


async def unban(call: Call, body: UnbanOrder) -> OrderDone:
    key = body.key if body.key in call.house.bans else address_key(body.key)
    if not await call.house.lift_ban(key):
        raise HttpError(404, "There is no such ban.")
    return OrderDone(count=1)


async def reports(call: Call, query: ReportQuery) -> ReportList:
    rows = await call.house.store.read(lambda connection: queries.reports_listed(connection, MOST_LISTED, closed=query.closed))
    return ReportList(reports=[ListedReport(**asdict(row), banned=row.person in call.house.bans) for row in rows])


async def close_report(call: Call, body: ReportOrder) -> OrderDone:
    now = call.house.store.now()
    if not await call.house.store.write(lambda connection: queries.close_report(connection, body.id, now)):
        raise HttpError(404, "There is no open report with this number.")
    return OrderDone(count=1)


async def announce(call: Call, body: Announcement) -> OrderDone:
    text = plain_text(body.text)
    if not text:
        raise HttpError(400, "An announcement must have some text.")
    return OrderDone(count=await call.house.announce(text))


async def drain(call: Call, body: DrainOrder) -> HouseState:
    call.house.rooms.is_draining = body.on
    return await state(call)


def _endpoint(method: str, path: str, summary: str, act: Callable[..., Awaitable[object]], *errors: int) -> Endpoint:
    return Endpoint(
        method, f"/api/admin/{path}", f"Operator: {summary}", act, guard=_check_operator, errors=(401, 404, *errors)
    )


ENDPOINTS = [
    _endpoint("GET", "state", "the state of the server.", state),
    _endpoint("GET", "people", "people by name.", people),
    _endpoint("GET", "rooms", "open rooms.", rooms),
    _endpoint("POST", "rooms/{code}/close", "close a room for good.", close, 307, 409, 503),
    _endpoint("GET", "bans", "all bans.", bans),
    _endpoint("POST", "bans", "ban a person or an address.", ban, 503),
    _endpoint("POST", "unban", "lift a ban.", unban, 503),
    _endpoint("GET", "reports", "reports about people.", reports),
    _endpoint("POST", "reports/close", "close a report.", close_report, 503),
    _endpoint("POST", "announce", "send a text to the chat of every room.", announce),
    _endpoint("POST", "drain", "open no new rooms, or open them again.", drain),
]
