"""What is kept beside the log: finished games, to replay, verify and count, and what the lobby shows of a room."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from ..core import saves
from ..core.match import Match
from ..home.ledger import Entry, Part, entry_of
from . import fair, log
from .room import PLAYING, Place, Room
from .schema import FinishedGame, RoomFace


def finished_game(room: Room) -> FinishedGame:
    """The game that has just ended in a room."""
    assert room.match is not None
    return FinishedGame(
        id=secrets.token_urlsafe(16),
        number=room.games,
        game=room.plan.game,
        save=saved(room.match, _proof(room), room.players),
        entry=json.dumps({"entry": asdict(_entry(room)), "names": room.player_names}),
        people=[(place.person, seat) for seat, place in enumerate(room.players) if place.person and room.dealt_with[0]],
    )


def _proof(room: Room) -> dict[str, Any]:
    """The proof of the deal; a game that went on from another has none, and counts for nobody."""
    return fair.proof(*room.dealt_with) if room.dealt_with[0] else {}


def saved(match: Match, proof: dict[str, Any], players: Sequence[Place]) -> str:
    """The save of a finished game, with the proof of its deal and who played; a single round is saved as a table."""
    is_single = match.rounds == 1
    kind = "table" if is_single else "match"
    data = saves.read(kind, match.table.save() if is_single else match.save())
    faces = {
        "names": [place.name for place in players],
        "bots": [not place.person for place in players],
        "colours": [place.colour for place in players],
    }
    return saves.write(kind, {**data, **({"fair": proof} if proof else {}), **faces})


def _entry(room: Room) -> Entry:
    """The line of the statistics: people go by their ids, so that a new name takes nothing from them."""
    assert room.match is not None
    called = [place.person or place.name for place in room.players]
    rounds = [entry_of(table, called, people=0) for table in room.match.tables()]
    return replace(
        rounds[-1],
        turns=sum(entry.turns for entry in rounds),
        moves=sum(entry.moves for entry in rounds),
        seats=tuple(_part([entry.seats[seat] for entry in rounds], seat, room) for seat in range(len(called))),
    )


def _part(parts: Sequence[Part], seat: int, room: Room) -> Part:
    """What a seat did in all rounds; winners and scores are those of the whole."""
    assert room.match is not None and room.match.result is not None
    result = room.match.result
    return Part(
        name=parts[0].name,
        bot=not room.players[seat].person,
        won=seat in result.winners,
        score=result.scores[seat],
        played=sum(part.played for part in parts),
        given=sum(part.given for part in parts),
        taken=sum(part.taken for part in parts),
    )


# ---- the lobby --------------------------------------------------------------------------------------------------------


def face(room: Room) -> RoomFace:
    """What the lobby shows of a room."""
    host = room.seat_of(room.host)
    return RoomFace(
        public=room.plan.public,
        phase=room.phase,
        game=room.plan.game,
        seats=room.plan.seats,
        taken=sum(not place.is_free for place in room.places),
        watchers=room.plan.watchers,
        host_name=room.places[host].name if host is not None else "",
    )


def face_after(room: Room, entries: Sequence[log.Entry]) -> RoomFace | None:
    """The face that a room will have after these entries; None: the same. Moves may end the game: `_keep` says so."""
    if all(isinstance(entry, log.Moved | log.Said) for entry in entries):
        return None
    later = Room(room.code)
    later.plan, later.host, later.places, later.phase = room.plan, room.host, room.places[:], room.phase
    for entry in entries:
        if isinstance(entry, log.Dealt | log.NextRound):
            later.phase = PLAYING
        elif not isinstance(entry, log.Moved | log.Returned | log.Ended):
            later.apply(entry, 0.0)
    return face(later)
