"""Everything the house answers over HTTP, one entry each: routes and description are made from this table."""

import asyncio
import re
from typing import Any

from .. import __version__
from ..core.game import Game, find_game, game_ids
from ..core.texts import text
from . import answers, catalogue, records, replays, wire
from .asking import Refusal, Seating
from .attendance import REMOVED
from .house import CODE_LENGTH, CODE_LETTERS, NoRoom, TooMany
from .http import LARGEST_SAVE, NOT_FOUND, TOO_MANY, Call, Endpoint, Guest, Refused, Reply, sentences, too_many
from .keeper import Keeper
from .log import Plan
from .metrics import CONTENT_TYPE
from .people import CODE_SECONDS, Person
from .schema import GameRow
from .verdicts import Busy, Judge

NOBODY = Person("", "", "")
"""Somebody without a cookie, who sits nowhere."""
LOBBY = 100
REPLAY = re.compile(r"[A-Za-z0-9_-]{1,64}")
NO_CODE = "refusal.noCode"
HELD_UP = "3"
SVG = "image/svg+xml"
GAME_SHAPE = {"id": {"enum": game_ids()}}
CODE_SHAPE = {"code": {"pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"}}


# ---- people -------------------------------------------------------------------------------------------------------


async def me(call: Call) -> answers.Me:
    """Also renews the cookie, so that a guest who comes back in time is never forgotten."""
    call.shown = call.person
    return answers.Me(name=call.person.name, colour=call.person.colour)


async def change_me(call: Call) -> answers.Me:
    call.take(call.house.limits.renames_of_person, call.person.id)
    with sentences():
        person = await call.house.people.rename(call.person, call.body.name, call.body.colour)
    if person != call.person:
        await call.house.renamed(person)
    return answers.Me(name=person.name, colour=person.colour)


async def take_along(call: Call) -> answers.TakeAlong:
    call.take(call.house.limits.codes_of_person, call.person.id)
    return answers.TakeAlong(code=await call.house.people.take_along(call.person), seconds=CODE_SECONDS)


async def redeem(call: Call) -> answers.Me:
    """A wrong code counts before it is looked up: those who ask many at once get no further."""
    call.take(call.house.limits.redeems)
    person = await call.house.people.redeem(call.body.code)
    if person is None:
        raise Refused(404, text(NO_CODE))
    call.shown = person
    return answers.Me(name=person.name, colour=person.colour)


async def history(call: Call) -> answers.History:
    if call.known is None:
        return answers.History(games=[], before=None)
    call.take(call.house.limits.records_of_person, call.known.id)
    rows = await call.house.store.history(call.known.id, call.query.limit, call.query.before or None)
    before = rows[-1].id if len(rows) == call.query.limit else None
    return answers.History(games=records.history(rows, call.known), before=before)


async def statistics(call: Call) -> answers.Statistics:
    if call.known is None:
        return answers.Statistics(name="", figures=[])
    call.take(call.house.limits.records_of_person, call.known.id)
    rows = await call.house.store.entries_of(call.known.id)
    return await asyncio.to_thread(records.figures_of, rows, call.known)


# ---- games --------------------------------------------------------------------------------------------------------


async def games(call: Call) -> answers.Catalogue:
    return answers.Catalogue(games=catalogue.games_told(), levels=catalogue.levels_told())


async def texts(call: Call) -> answers.TextsTold:
    return catalogue.texts_told()


async def rules(call: Call) -> answers.RulesTold:
    game = _game(call)
    with sentences():
        return catalogue.rules_told(game, call.query.seats or None, call.rest)


async def picture(call: Call) -> Reply:
    svg = _game(call).picture
    if not svg:
        raise Refused(404, text(NOT_FOUND))
    return Reply(svg, SVG, {"cache-control": "public, max-age=31536000, immutable"})


async def check(call: Call) -> answers.Checked:
    return catalogue.checked(_game(call), call.body.seats, call.body.options)


def _game(call: Call) -> Game:
    with sentences(404):
        return find_game(call.path["id"])


# ---- rooms --------------------------------------------------------------------------------------------------------


async def open_room(call: Call) -> answers.RoomMade:
    limits = call.house.limits
    call.take(limits.rooms_of_address)
    call.take(limits.rooms_of_person, call.person.id)
    asked: answers.RoomAsked = call.body
    with sentences():
        plan = Plan(
            game=asked.game,
            seats=find_game(asked.game).usual_seats if asked.seats is None else asked.seats,
            options=asked.options,
            rounds=asked.rounds,
            target=asked.target,
            public=asked.public,
            watchers=asked.watchers,
            pace=asked.pace,
            grace=call.house.settings.grace if asked.grace is None else asked.grace,
        )
        code = await call.house.open(call.person, plan, asked.bots)
    return _made(call, code)


def _made(call: Call, code: str) -> answers.RoomMade:
    return answers.RoomMade(code=code, link=f"{call.scope['scheme']}://{call.scope['parlour.host']}/r/{code}")


async def lobby(call: Call) -> answers.Lobby:
    shown = [
        answers.RoomShown(
            code=row.code,
            phase=row.face.phase,
            game=row.face.game,
            seats=row.face.seats,
            taken=row.face.taken,
            watchers=row.face.watchers,
            host=row.face.host_name,
        )
        for row in await call.house.store.lobby(LOBBY)
    ]
    return answers.Lobby(rooms=shown)


async def room(call: Call) -> wire.RoomTold:
    keeper = await _keeper(call)
    person = call.known or NOBODY
    if person.id in keeper.room.removed:
        raise Refused(409, text(REMOVED))
    if not keeper.is_open_to(person.id):
        raise Refused(404, text(NOT_FOUND))
    return keeper.telling.room_told(person)


async def join(call: Call) -> wire.RoomTold:
    keeper = await _keeper(call)
    done = await keeper.ask(call.person, wire.Sit(seat=call.body.seat))
    if isinstance(done, wire.Refused):
        raise Refused(409, done.why)
    return keeper.telling.room_told(call.person)


async def _keeper(call: Call) -> Keeper:
    """The keeper of the room; whoever tries many codes has to wait, also with a good one."""
    try:
        return await call.house.keeper_for(call.path["code"], call.address, (call.known or NOBODY).id)
    except NoRoom:
        raise Refused(404, text(NOT_FOUND)) from None
    except TooMany:
        raise too_many(call.house.limits.misses.wait(call.address)) from None
    except Refusal as refusal:
        raise Refused(409, str(refusal)) from None


# ---- finished games -----------------------------------------------------------------------------------------------


async def _finished(call: Call) -> GameRow:
    id = call.path["id"]
    game = await call.house.store.finished_game(id) if REPLAY.fullmatch(id) else None
    if game is None:
        raise Refused(404, text(NOT_FOUND))
    return game


async def steps(call: Call) -> answers.ReplayTold:
    call.take(call.house.limits.replays)
    game = await _finished(call)
    with sentences():
        return await asyncio.to_thread(replays.told, game.save, call.query.round, call.query.viewer)


async def go_on(call: Call) -> answers.RoomMade:
    call.take(call.house.limits.rooms_of_address)
    call.take(call.house.limits.rooms_of_person, call.person.id)
    game, asked = await _finished(call), call.body
    with sentences():
        table = await asyncio.to_thread(replays.table_at, game.save, asked.round, asked.step)
        seats = Seating(asked.seat, asked.level or "", replays.names_in(game.save), asked.pace)
        code = await call.house.go_on(call.person, table, seats)
    return _made(call, code)


async def replay(call: Call) -> Reply:
    game, id = await _finished(call), call.path["id"]
    name = f"parlour-{game.game}-{id[:8]}.json"
    return Reply(game.save.encode(), headers={"content-disposition": f'attachment; filename="{name}"'})


class Verify:
    """Verdicts on files, a few at a time."""

    def __init__(self) -> None:
        self._judge = Judge()

    async def __call__(self, call: Call) -> answers.VerdictTold:
        call.take(call.house.limits.verdicts)
        if not call.body:
            raise Refused(400, "There is no file in this request.")
        try:
            verdict = await self._judge.verdict(call.body, call.query.commitment)
        except Busy:
            raise Refused(503, text(TOO_MANY), retry_after=HELD_UP) from None
        return answers.VerdictTold(**verdict)


# ---- the house ----------------------------------------------------------------------------------------------------


async def health(call: Call) -> answers.Health:
    if call.house.is_stopping:
        raise Refused(503, "The house is about to close.")
    return answers.Health(status="open", version=__version__, protocol=wire.PROTOCOL)


async def metrics(call: Call) -> Reply:
    return Reply(call.house.metrics.text().encode(), CONTENT_TYPE)


async def schema(call: Call) -> dict[str, Any]:
    return wire.schema()


def endpoints() -> list[Endpoint]:
    """The table."""
    return [
        *_of_people(),
        *_of_games(),
        *_of_rooms(),
        *_of_finished_games(),
        Endpoint(method="GET", path="/health", says="Is the house open?", act=health, gives=answers.Health, refuses=(503,)),
        Endpoint(
            method="GET",
            path="/metrics",
            says="Figures of the running house for Prometheus.",
            act=metrics,
            gives=str,
            media=CONTENT_TYPE,
        ),
        Endpoint(
            method="GET",
            path="/schema.json",
            says="The JSON schema of all messages of the WebSocket.",
            act=schema,
            gives=answers.Anything,
        ),
    ]


def _of_people() -> list[Endpoint]:
    return [
        Endpoint(method="GET", path="/api/me", says="Who am I?", act=me, gives=answers.Me, guest=Guest.MADE),
        Endpoint(
            method="PATCH",
            path="/api/me",
            says="Take another name or another colour.",
            act=change_me,
            takes=answers.MeAsked,
            gives=answers.Me,
            guest=Guest.MADE,
        ),
        Endpoint(
            method="POST",
            path="/api/me/code",
            says="Make a code by which another device becomes the same guest, once and soon.",
            act=take_along,
            gives=answers.TakeAlong,
            guest=Guest.MADE,
        ),
        Endpoint(
            method="POST",
            path="/api/me/redeem",
            says="Become the guest whose code this is.",
            act=redeem,
            takes=answers.CodeAsked,
            gives=answers.Me,
            refuses=(404,),
        ),
        Endpoint(
            method="GET",
            path="/api/me/history",
            says="The games I have played.",
            act=history,
            asks=answers.HistoryAsked,
            gives=answers.History,
            guest=Guest.KNOWN,
        ),
        Endpoint(
            method="GET",
            path="/api/me/statistics",
            says="My statistics.",
            act=statistics,
            gives=answers.Statistics,
            guest=Guest.KNOWN,
        ),
    ]


def _of_games() -> list[Endpoint]:
    return [
        Endpoint(method="GET", path="/api/games", says="The games of the house.", act=games, gives=answers.Catalogue),
        Endpoint(
            method="GET",
            path="/api/texts",
            says="The texts of the pages in the language that the header accept-language prefers.",
            act=texts,
            gives=answers.TextsTold,
        ),
        Endpoint(
            method="GET",
            path="/api/games/{id}/rules",
            says="The rules of a game; every name in the query but `seats` is a house rule.",
            act=rules,
            shapes=GAME_SHAPE,
            asks=answers.RulesAsked,
            free_query=True,
            gives=answers.RulesTold,
            refuses=(404,),
        ),
        Endpoint(
            method="GET",
            path="/pictures/{id}",
            says="What a game looks like in small.",
            act=picture,
            shapes=GAME_SHAPE,
            gives=str,
            media=SVG,
            refuses=(404,),
        ),
        Endpoint(
            method="POST",
            path="/api/games/{id}/check",
            says="Do these house rules go together?",
            act=check,
            shapes=GAME_SHAPE,
            takes=answers.CheckAsked,
            gives=answers.Checked,
            refuses=(404,),
        ),
    ]


def _of_rooms() -> list[Endpoint]:
    return [
        Endpoint(
            method="POST",
            path="/api/rooms",
            says="Open a room; whoever does is its host and sits on seat 0.",
            act=open_room,
            takes=answers.RoomAsked,
            gives=answers.RoomMade,
            status=201,
            guest=Guest.MADE,
            leads_to=(("GET", "/api/rooms/{code}"), ("POST", "/api/rooms/{code}/join")),
        ),
        Endpoint(method="GET", path="/api/rooms", says="The public rooms.", act=lobby, gives=answers.Lobby),
        Endpoint(
            method="GET",
            path="/api/rooms/{code}",
            says="A room as it is.",
            act=room,
            shapes=CODE_SHAPE,
            gives=wire.RoomTold,
            guest=Guest.KNOWN,
            refuses=(404, 409),
        ),
        Endpoint(
            method="POST",
            path="/api/rooms/{code}/join",
            says="Take a seat.",
            act=join,
            shapes=CODE_SHAPE,
            takes=answers.JoinAsked,
            gives=wire.RoomTold,
            guest=Guest.MADE,
            refuses=(404, 409),
        ),
    ]


def _of_finished_games() -> list[Endpoint]:
    return [
        Endpoint(
            method="GET",
            path="/api/replays/{id}",
            says="A finished game as a file.",
            act=replay,
            gives=answers.Anything,
            refuses=(404,),
        ),
        Endpoint(
            method="GET",
            path="/api/replays/{id}/steps",
            says="A finished game step by step.",
            act=steps,
            asks=answers.StepsAsked,
            gives=answers.ReplayTold,
            refuses=(404,),
        ),
        Endpoint(
            method="POST",
            path="/api/replays/{id}/go_on",
            says="Open a room that plays on from a step, against bots.",
            act=go_on,
            takes=answers.GoOnAsked,
            gives=answers.RoomMade,
            status=201,
            guest=Guest.MADE,
            refuses=(404,),
        ),
        Endpoint(
            method="POST",
            path="/api/verify",
            says="Does this saved game prove its deal? The body is the file as it is.",
            act=Verify(),
            raw=True,
            asks=answers.VerdictAsked,
            gives=answers.VerdictTold,
            refuses=(503,),
            largest=LARGEST_SAVE,
        ),
    ]
