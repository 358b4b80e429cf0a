"""Endpoints about the guest who asks: name, history and statistics."""

import asyncio
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.texts import sentence
from ..http.endpoint import Call, Endpoint, Guest
from ..http.errors import HttpError, http_errors
from ..people.history import Count, GamePlayed, OwnStatistics, StatisticsChange, games_played, statistics_change, statistics_of
from ..people.people import CODE_SECONDS, COLOURS, LONGEST_NAME

Colour = Annotated[str, Meta(min_length=1, max_length=20, extra_json_schema={"enum": COLOURS})]


class Me(Struct, kw_only=True):
    """Your name and colour, and the colours to choose from."""

    name: str
    colour: str
    colours: tuple[str, ...] = COLOURS


class MeChange(Struct, kw_only=True, forbid_unknown_fields=True):
    """A new name or colour."""

    name: Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)] | None = None
    colour: Colour | None = None


class TakeAlongCode(Struct, kw_only=True):
    """A code that signs another device in as the same guest, once."""

    code: str
    seconds: Count


class CodeEntered(Struct, kw_only=True, forbid_unknown_fields=True):
    """A take-along code as shown on the other device."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class History(Struct, kw_only=True):
    """The games you have played, newest first. Pass `before` on to get earlier ones; null if there are none."""

    games: list[GamePlayed]
    before: str | None


class HistoryQuery(Struct, kw_only=True):
    """How many games, and before which one."""

    before: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


async def me(call: Call) -> Me:
    # renews the cookie, so that a guest who comes back in time is never forgotten
    call.set_cookie_for = call.person
    return Me(name=call.person.name, colour=call.person.colour)


async def change_me(call: Call, body: MeChange) -> Me:
    call.take(call.house.limits.renames_of_person, call.person.id)
    with http_errors():
        person = await call.house.people.rename(call.person, body.name, body.colour)
    if person != call.person:
        call.house.rename(person)
    return Me(name=person.name, colour=person.colour)


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
    return Me(name=person.name, colour=person.colour)


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


ENDPOINTS = [
    Endpoint("GET", "/api/me", "Who am I?", me, guest=Guest.CREATED),
    Endpoint("PATCH", "/api/me", "Change my name or colour.", change_me, guest=Guest.CREATED),
    Endpoint("POST", "/api/me/code", "Create a code that signs another device in as me, once.", new_code, guest=Guest.CREATED),
    Endpoint("POST", "/api/me/redeem", "Become the guest who created this code.", redeem_code, errors=(404,)),
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
