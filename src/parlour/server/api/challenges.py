"""Endpoints about challenges: share the deal of a game by link, look at one, and play it."""

import re
import secrets
from typing import Annotated

from msgspec import Meta, Struct, structs

from ...bots.readiness import will_search
from ...core.texts import sentence
from ..http.endpoint import Call, Endpoint, Guest
from ..http.errors import HttpError
from ..people.challenges import CHALLENGE_DAYS, MOST_READ, ChallengeTold, Result, names_of, parts_of, results_of
from ..people.reviews import NotReady, check_ready
from ..people.viewer import ViewerBusy
from ..rooms.plans import MOST_PACE
from ..rooms.repeats import FinishedDeal, check_bots_ready, deal_in
from ..store import challenge_queries as queries
from ..store import log
from ..store.rows import AttemptRow, ChallengeRow
from .replays import busy, finished_game
from .rooms import NOBODY, RoomOpened, check_room_limits, opened, room_errors

CHALLENGE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
ID_BYTES = 12
DAY = 86_400
MOST_AT_ONCE = 2
"""The most games that are reviewed before a request is answered: each takes a few seconds."""


class ChallengeMade(Struct, kw_only=True):
    """A link to a deal."""

    id: str
    link: str


class ChallengeQuery(Struct, kw_only=True):
    """Whether to review some of the results for luck first, which takes a few seconds."""

    reviewed: bool = False


class ChallengePlayed(Struct, kw_only=True, forbid_unknown_fields=True):
    """The pause before a bot's move in milliseconds."""

    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900


async def share(call: Call) -> ChallengeMade:
    call.take(call.house.limits.shares_of_person, call.person.id)
    game, store = await finished_game(call), call.house.store
    seat = await store.seat_in(game.id, call.person.id)
    if seat is None:
        raise HttpError(403, sentence("refusal.challenge.notPlayed"))
    with room_errors(), busy():
        found = await call.house.replays.run(lambda: deal_in(game.id, game.save))
    if found.practice:
        raise HttpError(409, sentence("refusal.challenge.practice"))
    now = store.now()
    new = ChallengeRow(secrets.token_urlsafe(ID_BYTES), game.id, seat, call.person.id, now)
    own = AttemptRow(new.id, call.person.id, game.room, game.number, "", now)
    id = await store.write(lambda connection: queries.add_challenge(connection, new, own))
    return ChallengeMade(id=id, link=opened(call, "").link.removesuffix("/r/") + f"/beat/{id}")


async def look(call: Call, query: ChallengeQuery) -> ChallengeTold:
    call.take(call.house.limits.replays)
    person = (call.known or NOBODY).id
    challenge, found = await _challenge(call)
    store = call.house.store
    attempts = await store.read(lambda connection: queries.finished_attempts(connection, challenge.id, MOST_READ))
    own = await _attempt(call, challenge, person)
    state = await _state(call, challenge, own)
    names = names_of(challenge, attempts)
    told = ChallengeTold(
        id=challenge.id,
        game=found.game,
        seats=found.seats,
        options=found.options,
        rounds=found.rounds,
        target=found.target,
        seat=challenge.seat,
        levels=["" if seat == challenge.seat else found.level_of(seat) for seat in range(found.seats)],
        people=sum(seat != challenge.seat for seat in found.people),
        by=found.names[challenge.seat] if challenge.seat < len(found.names) else "",
        until=challenge.made_at + CHALLENGE_DAYS * DAY,
        state=state,
        code=own.code if own is not None and state == "playing" else "",
        names=names,
        finished=len(attempts),
    )
    if state != "finished":
        return told
    with busy():
        results = await call.house.replays.run(lambda: results_of(challenge, found.game, attempts, person))
    if query.reviewed:
        results = await _reviewed(call, challenge, results)
    pending = query.reviewed and any(result.play is None for _, result in results) and will_search(found.game)
    return structs.replace(told, results=[result for _, result in results], pending=pending)


async def _reviewed(call: Call, challenge: ChallengeRow, results: list[Result]) -> list[Result]:
    """Review some of the results from which luck has not been taken out yet."""
    missing = [row for row, _ in results if row.play is None][:MOST_AT_ONCE]
    parts: dict[str, tuple[float, float]] = {}
    for row in missing:
        try:
            found = await _parts(call, challenge, row)
        except (ViewerBusy, NotReady, ValueError):
            break
        if found is not None:
            parts[row.person] = found
    return [
        (row, structs.replace(told, play=parts[row.person][0], guesses=parts[row.person][1]) if row.person in parts else told)
        for row, told in results
    ]


async def _parts(call: Call, challenge: ChallengeRow, row: AttemptRow) -> tuple[float, float] | None:
    game = await call.house.store.finished_game(row.game)
    if game is None:
        return None
    await call.house.replays.run(lambda: check_ready(game.save, 0))
    found = await call.house.reviews.run(lambda: parts_of(game.save, challenge.seat))
    await call.house.store.write(lambda connection: queries.set_parts(connection, row, *found))
    return found


async def play(call: Call, body: ChallengePlayed) -> RoomOpened:
    check_room_limits(call)
    challenge, found = await _challenge(call)
    own = await _attempt(call, challenge, call.person.id)
    state = await _state(call, challenge, own)
    if own is not None and state == "playing":
        return opened(call, own.code)
    if state != "new":
        raise HttpError(409, sentence(f"refusal.challenge.{state}"))
    with room_errors(), busy():
        check_bots_ready(found, challenge.seat)
        keeper = await call.house.rooms.repeat_deal(call.person, found, challenge.seat, body.pace, challenge.id)
    attempt = AttemptRow(challenge.id, call.person.id, keeper.journal.id, 1, keeper.room.code, call.house.store.now())
    if not await call.house.store.write(lambda connection: queries.add_attempt(connection, attempt)):
        # the button was pressed twice: keep the first room
        await keeper.write(log.Closed())
        first = await _attempt(call, challenge, call.person.id)
        return opened(call, first.code if first is not None else "")
    return opened(call, keeper.room.code)


async def _challenge(call: Call) -> tuple[ChallengeRow, FinishedDeal]:
    """Return the challenge that the path names, and its deal."""
    id, store = call.path["id"], call.house.store
    since = store.now() - CHALLENGE_DAYS * DAY
    known = None
    if CHALLENGE_ID.fullmatch(id):
        known = await store.read(lambda connection: queries.challenge(connection, id, since))
    game = await store.finished_game(known.game) if known is not None else None
    if known is None or game is None:
        raise HttpError(404, sentence("refusal.challenge.unknown", days=CHALLENGE_DAYS))
    with room_errors(), busy():
        return known, await call.house.replays.run(lambda: deal_in(game.id, game.save))


async def _attempt(call: Call, challenge: ChallengeRow, person: str) -> AttemptRow | None:
    if not person:
        return None
    return await call.house.store.read(lambda connection: queries.attempt_of(connection, challenge.id, person))


async def _state(call: Call, challenge: ChallengeRow, own: AttemptRow | None) -> str:
    """Return how far a person has got with a challenge."""
    if own is None:
        return await _state_without_attempt(call, challenge)
    if own.game:
        return "finished"
    with room_errors():
        keeper = await call.house.rooms.keeper(own.code)
    # the code of a room that is gone may belong to another one
    return "playing" if keeper is not None and keeper.journal.id == own.room else "left"


async def _state_without_attempt(call: Call, challenge: ChallengeRow) -> str:
    """Return `new`, unless the person knows cards of this deal from the original game, or from another seat by another link."""
    if call.known is None:
        return "new"
    person, store = call.known.id, call.house.store
    if await store.seat_in(challenge.game, person) is not None:
        return "finished"
    others = await store.read(lambda connection: queries.attempts_at_deal(connection, challenge.game, person))
    if not others:
        return "new"
    return "finished" if all(other.game for other in others) else "left"


ENDPOINTS = [
    Endpoint(
        "POST",
        "/api/replays/{id}/challenge",
        "Create a link to the deal of a game that you have played.",
        share,
        status=201,
        guest=Guest.CREATED,
        errors=(403, 404, 409, 503),
    ),
    Endpoint(
        "GET",
        "/api/challenges/{id}",
        "A deal shared by link; its results are only for those who have played it.",
        look,
        guest=Guest.KNOWN,
        errors=(404, 503),
    ),
    Endpoint(
        "POST",
        "/api/challenges/{id}/play",
        "Open a room to play a shared deal in; everybody has one attempt.",
        play,
        status=201,
        guest=Guest.CREATED,
        errors=(404, 409, 503),
    ),
]
