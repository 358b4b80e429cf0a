"""Endpoints about the guest who asks: name, history and statistics."""

import asyncio
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.texts import sentence
from ..http.endpoint import Call, Endpoint, Guest
from ..http.errors import HttpError, http_errors
from ..people.export import Export, export_of
from ..people.history import Count, GamePlayed, OwnStatistics, StatisticsChange, games_played, statistics_change, statistics_of
from ..people.people import CHARACTERS, CODE_SECONDS, COLOURS, MOST_CODES, Person

Colour = Annotated[str, Meta(min_length=1, max_length=20, extra_json_schema={"enum": COLOURS})]


class Me(Struct, kw_only=True):
    """Your name, colour and character, and the choices for them."""

    name: str
    colour: str
    character: str
    colours: tuple[str, ...] = COLOURS
    characters: tuple[str, ...] = CHARACTERS


class MeChange(Struct, kw_only=True, forbid_unknown_fields=True):
    """A new name, colour or character; if the character is empty, it follows from your name."""

    name: Annotated[str, Meta(max_length=2 * MOST_CODES)] | None = None
    colour: Colour | None = None
    character: Annotated[str, Meta(max_length=20, extra_json_schema={"enum": ("", *CHARACTERS)})] | None = None


class TakeAlongCode(Struct, kw_only=True):
    """A code that signs another device in as the same guest, once."""

    code: str
    seconds: Count


class CodeEntered(Struct, kw_only=True, forbid_unknown_fields=True):
    """A device code as shown on the other device."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class History(Struct, kw_only=True):
    """The games you have played, newest first. Pass `before` to get earlier ones; it is null if there are none."""

    games: list[GamePlayed]
    before: str | None


class HistoryQuery(Struct, kw_only=True):
    """How many games to return, and before which one."""

    before: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


def told_me(person: Person) -> Me:
    """Return the data that a person gets about themselves."""
    return Me(name=person.name, colour=person.colour, character=person.character)


async def me(call: Call) -> Me:
    # renews the cookie, so that a guest who comes back in time is never forgotten
    call.set_cookie_for = call.person
    return told_me(call.person)


async def change_me(call: Call, body: MeChange) -> Me:
    call.take(call.house.limits.renames_of_person, call.person.id)
    with http_errors():
        person = await call.house.people.rename(call.person, body.name, body.colour, body.character)
    if person != call.person:
        await call.house.rename(person)
    return told_me(person)


async def new_code(call: Call) -> TakeAlongCode:
    call.take(call.house.limits.codes_of_person, call.person.id)
    return TakeAlongCode(code=await call.house.people.new_code(call.person), seconds=CODE_SECONDS)


async def redeem_code(call: Call, body: CodeEntered) -> Me:
    # counted before the code is looked up, so that trying many at once does not help
    call.take(call.house.limits.redeems)
    person = await call.house.people.redeem(body.code)
    if person is None:
        raise HttpError(404, sentence("refusal.noCode"))
    call.set_cookie_for = person
    return told_me(person)


async def history(call: Call, query: HistoryQuery) -> History:
    if call.known is None:
        return History(games=[], before=None)
    call.take(call.house.limits.records_of_person, call.known.id)
    rows = await call.house.store.history(call.known.id, query.limit, query.before or None)
    before = rows[-1].id if len(rows) == query.limit else None
    return History(games=games_played(rows, call.known), before=before)


async def statistics(call: Call) -> OwnStatistics:
    if call.known is None:
        return OwnStatistics(name="", figures=[])
    call.take(call.house.limits.records_of_person, call.known.id)
    rows = await call.house.store.entries_of(call.known.id)
    return await asyncio.to_thread(statistics_of, rows, call.known)


async def change_of_statistics(call: Call) -> StatisticsChange:
    if call.known is None:
        return StatisticsChange(before=None, after=None)
    call.take(call.house.limits.records_of_person, call.known.id)
    rows = await call.house.store.entries_of(call.known.id)
    return await asyncio.to_thread(statistics_change, call.path["id"], rows, call.known)


class LogOut(Struct, kw_only=True, forbid_unknown_fields=True):
    """Whether to log out in this browser too. You then lose your name and your games, unless another device has them."""

    here: bool = False


class SessionsEnded(Struct, kw_only=True):
    """The number of sessions that ended."""

    count: Count


class BlockedPerson(Struct, kw_only=True):
    """Somebody whom you have blocked, under the name they had then. `key` identifies the block when you lift it."""

    key: str
    name: str
    at: float


class BlockList(Struct, kw_only=True):
    """The people whom you have blocked, the latest first."""

    blocks: list[BlockedPerson]


class Unblock(Struct, kw_only=True, forbid_unknown_fields=True):
    """Whom to unblock."""

    key: Annotated[str, Meta(min_length=1, max_length=64)]


async def log_out(call: Call, body: LogOut) -> SessionsEnded:
    call.take(call.house.limits.codes_of_person, call.person.id)
    count = await call.house.log_out(call.person, None if body.here else call.signed_in)
    if body.here:
        call.is_signed_out = True
    else:
        call.set_cookie_for = call.person
    return SessionsEnded(count=count)


async def blocks(call: Call) -> BlockList:
    if call.known is None:
        return BlockList(blocks=[])
    rows = await call.house.rooms.blocks.listed(call.known.id)
    return BlockList(blocks=[BlockedPerson(key=_block_key(call, row.blocked), name=row.name, at=row.at) for row in rows])


async def unblock(call: Call, body: Unblock) -> BlockList:
    call.take(call.house.limits.renames_of_person, call.person.id)
    for row in await call.house.rooms.blocks.listed(call.person.id):
        if _block_key(call, row.blocked) == body.key:
            await call.house.rooms.blocks.set(call.person.id, row, on=False)
            call.house.rooms.renew(call.person.id)
    return await blocks(call)


def _block_key(call: Call, blocked: str) -> str:
    """Return a key for a block that does not reveal the id of the other person."""
    return call.house.people.signature("block", f"{call.person.id} {blocked}")[:22]


async def export(call: Call) -> Export:
    call.take(call.house.limits.exports_of_person, call.person.id)
    return await export_of(call.house.store, call.person)


async def delete_me(call: Call) -> SessionsEnded:
    call.take(call.house.limits.exports_of_person, call.person.id)
    call.is_signed_out = True
    return SessionsEnded(count=await call.house.forget(call.person))


ENDPOINTS = [
    Endpoint("GET", "/api/me", "Who am I?", me, guest=Guest.CREATED),
    Endpoint("PATCH", "/api/me", "Change my name, colour or character.", change_me, guest=Guest.CREATED),
    Endpoint("POST", "/api/me/code", "Create a code that signs another device in as me, once.", new_code, guest=Guest.CREATED),
    Endpoint("POST", "/api/me/redeem", "Become the guest who created this code.", redeem_code, errors=(404,)),
    Endpoint("POST", "/api/me/logout", "Log out on all other devices, or here too.", log_out, guest=Guest.CREATED),
    Endpoint("GET", "/api/me/blocks", "The people I have blocked.", blocks, guest=Guest.KNOWN),
    Endpoint("POST", "/api/me/unblock", "Lift a block.", unblock, guest=Guest.CREATED),
    Endpoint("GET", "/api/me/export", "Everything that is kept about me.", export, guest=Guest.CREATED),
    Endpoint("DELETE", "/api/me", "Delete everything about me.", delete_me, guest=Guest.CREATED),
    Endpoint("GET", "/api/me/history", "The games I have played.", history, guest=Guest.KNOWN),
    Endpoint("GET", "/api/me/statistics", "My statistics.", statistics, guest=Guest.KNOWN),
    Endpoint(
        "GET",
        "/api/me/statistics/{id}",
        "My statistics for one game, before and after I finished the game with this id.",
        change_of_statistics,
        guest=Guest.KNOWN,
    ),
]
