"""Endpoints about finished games: their files, their steps, their reviews, playing on from a step, and verifying a file."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from msgspec import Meta, Struct

from ...core.sentence import Invalid, sentence_of
from ...core.texts import sentence, voice
from .. import wire
from ..fairness.verifier import Verification, VerifierBusy
from ..http.endpoint import Call, Endpoint, Guest
from ..http.errors import TOO_MANY, HttpError, http_errors, not_found
from ..http.responses import Response
from ..people.people import Person
from ..people.replays import Replay, names_in, table_at
from ..people.reviews import GameReview, NotReady, check_ready, review_of
from ..people.viewer import ViewerBusy
from ..rooms.handover import handed_over
from ..rooms.plans import MOST_PACE, Seating
from ..rooms.repeats import check_bots_ready, deal_in
from ..store.rows import GameRow
from .rooms import RoomOpened, check_room_limits, opened, room_errors

REPLAY_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
LARGEST_SAVE = 5_000_000
LARGEST_HANDOVER = 500_000
BUSY_SECONDS = "3"
Round = Annotated[int, Meta(ge=0, le=1000)]


class StepsQuery(Struct, kw_only=True):
    """The round, and the viewer: a seat, `watcher`, or `open` for all cards face up."""

    round: Round = 0
    viewer: Annotated[str, Meta(min_length=1, max_length=8)] = "open"


class ReviewQuery(Struct, kw_only=True):
    """The round and the seat."""

    round: Round = 0
    seat: wire.Seat = 0


class GameContinued(Struct, kw_only=True, forbid_unknown_fields=True):
    """The step and round from which to play on, your seat, and the level of the bots."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    seat: wire.Seat
    round: Round = 0
    level: wire.Level | None = None
    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900


class DealAgain(Struct, kw_only=True, forbid_unknown_fields=True):
    """The seat to play; null: the one that you had, else the first one that a person had. `pace` is as for a new room."""

    seat: wire.Seat | None = None
    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900


class VerifyQuery(Struct, kw_only=True):
    """The commitment that the table showed before the deal, and your own browser's number, if you have them."""

    commitment: Annotated[str, Meta(max_length=100)] = ""
    number: Annotated[str, Meta(max_length=100)] = ""


async def replay(call: Call) -> Response:
    game = await finished_game(call)
    name = f"parlour-{game.game}-{game.id[:8]}.json"
    return Response(game.save.encode(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def steps(call: Call, query: StepsQuery) -> Response:
    call.take(call.house.limits.replays)
    game = await finished_game(call)
    with http_errors(), busy():
        return Response(await call.house.replays.show(game.id, game.save, query.round, query.viewer))


async def review(call: Call, query: ReviewQuery) -> Response:
    call.take(call.house.limits.replays)
    game = await finished_game(call)
    key = game.id, query.round, f"review {query.seat}", voice().language
    with http_errors(), busy():
        await call.house.replays.run(lambda: check_ready(game.save, query.round))
        return Response(await call.house.reviews.kept(key, lambda: review_of(game.save, query.round, query.seat)))


async def continue_game(call: Call, body: GameContinued) -> RoomOpened:
    check_room_limits(call)
    game = await finished_game(call)
    with room_errors(), busy():
        table = await call.house.replays.run(lambda: table_at(game.save, body.round, body.step))
        seating = Seating(body.seat, body.level or "", names_in(game.save), body.pace)
        code = await call.house.rooms.continue_game(call.person, table, seating)
    return opened(call, code)


async def deal_again(call: Call, body: DealAgain) -> RoomOpened:
    check_room_limits(call)
    game = await finished_game(call)
    with room_errors(), busy():
        found = await call.house.replays.run(lambda: deal_in(game.id, game.save))
        own = await call.house.store.seat_in(game.id, call.person.id) if body.seat is None else body.seat
        seat = next(iter(found.people), 0) if own is None else own
        check_bots_ready(found, seat)
        keeper = await call.house.rooms.repeat_deal(call.person, found, seat, body.pace)
    return opened(call, keeper.room.code)


@contextmanager
def busy() -> Iterator[None]:
    """Answer with status 503 if too many replays are waiting, or rules are still being compiled."""
    try:
        yield
    except ViewerBusy:
        raise HttpError(503, sentence(TOO_MANY), retry_after=BUSY_SECONDS) from None
    except NotReady as why:
        raise HttpError(503, sentence_of(why), retry_after=BUSY_SECONDS) from None


async def finished_game(call: Call) -> GameRow:
    id = call.path["id"]
    game = await call.house.store.finished_game(id) if REPLAY_ID.fullmatch(id) else None
    if game is None:
        raise not_found()
    return game


class HandedOver(Struct, kw_only=True):
    """The id of the game's replay."""

    id: str


class SeatQuery(Struct, kw_only=True):
    """The seat that you had."""

    seat: wire.Seat


async def hand_over(call: Call, query: SeatQuery, body: bytes) -> HandedOver:
    call.take(call.house.limits.handovers_of_person, call.person.id)
    return await keep_game(call, body, query.seat, call.person)


async def keep_game(call: Call, body: bytes, seat: int | None, person: Person | None) -> HandedOver:
    """Check a saved game and keep it, for the history of a person or only for its replay."""
    sign = call.house.people.signature("offline", person.id if person else "")
    with http_errors(), busy():
        game = await call.house.replays.run(lambda: handed_over(_text(body), seat, person, sign))
    await call.house.store.add_game(game)
    return HandedOver(id=game.id)


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid(sentence("refusal.save.none")) from None


async def verify(call: Call, query: VerifyQuery, body: bytes) -> Verification:
    call.take(call.house.limits.verifications)
    if not body:
        raise HttpError(400, "The request contains no file.")
    try:
        return await call.house.verifier.verify(body, query.commitment, query.number)
    except VerifierBusy:
        raise HttpError(503, sentence(TOO_MANY), retry_after=BUSY_SECONDS) from None


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/me/games",
        "Hand over a game that was played on this device without a server, for my history. The body is the file.",
        hand_over,
        status=201,
        guest=Guest.CREATED,
        errors=(503,),
        largest_body=LARGEST_HANDOVER,
    ),
    Endpoint("GET", "/api/replays/{id}", "A finished game as a file.", replay, returns=dict, errors=(404,)),
    Endpoint("GET", "/api/replays/{id}/steps", "A finished game step by step.", steps, returns=Replay, errors=(404, 503)),
    Endpoint("GET", "/api/replays/{id}/review", "A finished game reviewed.", review, returns=GameReview, errors=(404, 503)),
    Endpoint(
        "POST",
        "/api/replays/{id}/go_on",
        "Open a room that plays on from a step, against bots.",
        continue_game,
        status=201,
        guest=Guest.CREATED,
        errors=(404, 503),
    ),
    Endpoint(
        "POST",
        "/api/replays/{id}/again",
        "Open a room that plays the same deal again, against the same bots.",
        deal_again,
        status=201,
        guest=Guest.CREATED,
        errors=(404, 503),
    ),
    Endpoint(
        "POST",
        "/api/verify",
        "Verify the deal of a saved game. The body is the file.",
        verify,
        errors=(503,),
        largest_body=LARGEST_SAVE,
    ),
]
