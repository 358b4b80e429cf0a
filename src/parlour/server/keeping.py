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
from .room import PLAYING, Room
from .schema import FinishedGame, RoomFace


def finished_game(room: Room) -> FinishedGame:
    """The game that has just ended in a room."""
    assert room.match is not None
    return FinishedGame(
        id=secrets.token_urlsafe(16),
        number=room.games,
        game=room.plan.game,
        save=saved(room.match, fair.proof(*room.dealt_with), room.player_names),
        entry=json.dumps({"entry": asdict(_entry(room)), "names": room.player_names}),
        people=[(place.person, seat) for seat, place in enumerate(room.players) if place.person],
    )


def saved(match: Match, proof: dict[str, Any], names: list[str]) -> str:
    """The save of a finished game, with the proof of its deal and the names; a single round is saved as a table."""
    is_single = match.rounds == 1
    kind = "table" if is_single else "match"
    data = saves.read(kind, match.table.save() if is_single else match.save())
    return saves.write(kind, {**data, "fair": proof, "names": names})


def _entry(room: Room) -> Entry:
    """The line of the statistics: people go by their ids, so that a new name takes nothing from them."""
    entry = entry_of(room.table, [place.person or place.name for place in room.players], people=0)
    return replace(entry, seats=tuple(_part(part, seat, room) for seat, part in enumerate(entry.seats)))


def _part(part: Part, seat: int, room: Room) -> Part:
    """One seat of it; of a match the winners and the scores are those of the whole."""
    assert room.match is not None and room.match.result is not None
    result = room.match.result
    return replace(part, bot=not room.players[seat].person, won=seat in result.winners, score=result.scores[seat])


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
    if all(isinstance(entry, log.Moved) for entry in entries):
        return None
    later = Room(room.code)
    later.plan, later.host, later.places, later.phase = room.plan, room.host, room.places[:], room.phase
    for entry in entries:
        if isinstance(entry, log.Dealt | log.NextRound):
            later.phase = PLAYING
        elif not isinstance(entry, log.Moved | log.Returned | log.Ended):
            later.apply(entry, 0.0)
    return face(later)
