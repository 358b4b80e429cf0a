"""Endpoints about rooms: open one, list the public ones, look at one, take a seat."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.game import find_game, game_ids
from ...core.match import MOST_POINTS, MOST_ROUNDS
from ...core.sentence import Sentence
from ...core.texts import sentence
from .. import wire
from ..http.endpoint import Call, Endpoint, Guest
from ..http.errors import HttpError, http_errors, not_found, too_many
from ..people.people import Person
from ..rooms.keeper import Keeper
from ..rooms.plans import MOST_GRACE, MOST_PACE, MOST_PATIENCE
from ..rooms.presence import SHUT
from ..rooms.refusals import REMOVED, RequestRefused
from ..rooms.registry import CODE_LENGTH, CODE_LETTERS, HouseFull, RoomElsewhere, RoomNotFound, TooManyCodes
from ..store.log import Plan
from ..store.rows import PLAYING
from .games import GivenOptions, Seats

MOST_LISTED = 100
MOST_ASKED = 8
"""The most tables that a person may ask about at once."""
FULL_SECONDS = "60"
"""Seconds after which to try again if the server is full."""
NOBODY = Person("", "", "")
"""Stands for somebody without a cookie, who has no seat anywhere."""
CODE_PARAMETER = {"code": {"pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"}}
GameId = Annotated[str, Meta(min_length=1, max_length=40, extra_json_schema={"enum": game_ids()})]


class NewRoom(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request for a room: what to play, who may come in, and the levels of the bots on the seats after yours."""

    game: GameId
    seats: Seats | None = None
    options: GivenOptions = {}
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    target: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    public: bool = False
    watchers: bool = True
    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900
    grace: Annotated[int, Meta(ge=1, le=MOST_GRACE)] | None = None
    patience: Annotated[int, Meta(ge=0, le=MOST_PATIENCE)] | UnsetType = UNSET
    hints: bool = False
    bots: Annotated[list[wire.Level], Meta(max_length=64)] = []


class RoomOpened(Struct, kw_only=True):
    """A new room: its code, and a link for friends."""

    code: str
    link: str


class RoomListed(Struct, kw_only=True):
    """A public room as the lobby shows it."""

    code: str
    phase: str
    game: str
    seats: int
    taken: int
    watchers: bool
    host: str


class Lobby(Struct, kw_only=True):
    """The public rooms, newest first."""

    rooms: list[RoomListed]


class TablesQuery(Struct, kw_only=True):
    """The codes of tables that you have been at, separated by commas."""

    codes: Annotated[str, Meta(max_length=(CODE_LENGTH + 1) * MOST_ASKED)]


class OwnTable(Struct, kw_only=True):
    """A table that you may look at. `others` has the names on the other seats; `turn` says whether the game waits for you."""

    code: str
    seated: bool
    game: str
    phase: str
    others: list[str]
    turn: bool


class OwnTables(Struct, kw_only=True):
    """The tables with these codes, in this order, without those that are closed or that you may not look at."""

    tables: list[OwnTable]


class SeatWanted(Struct, kw_only=True, forbid_unknown_fields=True):
    """The seat to take; null: the first free one."""

    seat: wire.Seat | None = None


async def open_room(call: Call, body: NewRoom) -> RoomOpened:
    check_room_limits(call)
    with room_errors():
        plan = Plan(
            game=body.game,
            seats=find_game(body.game).usual_seats if body.seats is None else body.seats,
            options=body.options,
            rounds=body.rounds,
            target=body.target,
            public=body.public,
            watchers=body.watchers,
            pace=body.pace,
            grace=call.house.settings.grace if body.grace is None else body.grace,
            patience=body.patience,
            hints=body.hints,
        )
        code = await call.house.rooms.open(call.person, plan, body.bots)
    return opened(call, code)


@contextmanager
def room_errors() -> Iterator[None]:
    """Turn a full house into status 503, and every other ValueError but those of the store into status 400."""
    with http_errors():
        try:
            yield
        except HouseFull as refusal:
            raise _full(refusal) from None


def _full(refusal: HouseFull) -> HttpError:
    return HttpError(503, str(refusal), retry_after=FULL_SECONDS)


def check_room_limits(call: Call) -> None:
    """Count a new room against the limits of the address and of the person."""
    call.take(call.house.limits.rooms_of_address)
    call.take(call.house.limits.rooms_of_person, call.person.id)


def opened(call: Call, code: str) -> RoomOpened:
    """Return a new room with its link."""
    address = call.house.settings.public_url or f"{call.scope['scheme']}://{call.scope['parlour.host']}"
    return RoomOpened(code=code, link=f"{address}/r/{code}")


async def lobby(call: Call) -> Lobby:
    rooms = [
        RoomListed(
            code=row.code,
            phase=row.summary.phase,
            game=row.summary.game,
            seats=row.summary.seats,
            taken=row.summary.taken,
            watchers=row.summary.watchers,
            host=row.summary.host_name,
        )
        for row in await call.house.store.lobby(MOST_LISTED)
    ]
    return Lobby(rooms=rooms)


async def own_tables(call: Call, query: TablesQuery) -> OwnTables:
    codes = [code for code in query.codes.split(",") if code][:MOST_ASKED]
    found = [await _own_table(call, code) for code in dict.fromkeys(codes)] if call.known else []
    return OwnTables(tables=[table for table in found if table is not None])


async def _own_table(call: Call, code: str) -> OwnTable | None:
    try:
        keeper = await _keeper(call, code)
    except HttpError as error:
        if error.status in (307, 404, 409):
            return None
        raise
    room, id = keeper.room, call.person.id
    if not keeper.presence.may_see(id):
        return None
    seat = room.seat_of(id)
    return OwnTable(
        code=room.code,
        seated=seat is not None,
        game=room.plan.game,
        phase=room.phase,
        others=[place.name for other, place in enumerate(room.places) if other != seat and not place.is_free],
        turn=seat is not None and room.phase == PLAYING and keeper.updates.table_for(id).must == seat,
    )


async def room(call: Call) -> wire.RoomState:
    keeper = await _keeper(call, call.path["code"])
    person = call.known or NOBODY
    if person.id in keeper.room.removed:
        raise HttpError(409, sentence(REMOVED))
    if keeper.presence.is_shut_out(person.id):
        raise HttpError(409, sentence(SHUT))
    if not keeper.presence.may_see(person.id):
        raise not_found()
    return keeper.updates.room_state(person)


async def join(call: Call, body: SeatWanted) -> wire.RoomState:
    keeper = await _keeper(call, call.path["code"])
    await call.house.rooms.blocks.ensure(keeper.room.host)
    try:
        keeper.check_welcome(call.person, call.address)
    except RequestRefused as refusal:
        raise HttpError(409, refusal.sentence) from None
    answer = await keeper.ask(call.person, wire.Sit(seat=body.seat))
    if isinstance(answer, wire.Refused):
        raise HttpError(409, Sentence(answer.why, answer.code))
    return keeper.updates.room_state(call.person)


def moved(call: Call, refusal: RoomElsewhere) -> HttpError:
    """Return the redirection to the server that keeps a room."""
    path = f"{refusal.owner.url}{call.scope['path']}?house={refusal.owner.name}"
    return HttpError(307, refusal.sentence, location=path)


async def _keeper(call: Call, code: str) -> Keeper:
    try:
        return await call.house.rooms.keeper_for(code, call.address, (call.known or NOBODY).id)
    except RoomNotFound:
        raise not_found() from None
    except TooManyCodes:
        raise too_many(call.house.limits.misses.wait(call.address)) from None
    except HouseFull as refusal:
        raise _full(refusal) from None
    except RoomElsewhere as refusal:
        raise moved(call, refusal) from None
    except RequestRefused as refusal:
        raise HttpError(409, refusal.sentence) from None


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/rooms",
        "Open a room; you are its host and sit on seat 0.",
        open_room,
        status=201,
        guest=Guest.CREATED,
        errors=(503,),
        leads_to=(("GET", "/api/rooms/{code}"), ("POST", "/api/rooms/{code}/join")),
    ),
    Endpoint("GET", "/api/rooms", "The public rooms.", lobby),
    Endpoint(
        "GET",
        "/api/me/tables",
        "Which of these tables wait for me?",
        own_tables,
        guest=Guest.KNOWN,
        errors=(503,),
    ),
    Endpoint(
        "GET",
        "/api/rooms/{code}",
        "The current state of a room.",
        room,
        parameters=CODE_PARAMETER,
        guest=Guest.KNOWN,
        errors=(307, 404, 409, 503),
    ),
    Endpoint(
        "POST",
        "/api/rooms/{code}/join",
        "Take a seat.",
        join,
        parameters=CODE_PARAMETER,
        guest=Guest.CREATED,
        errors=(307, 404, 409, 503),
    ),
]
