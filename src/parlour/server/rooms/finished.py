"""What is stored of a finished game: the saved game with the proof of its deal, and its line in the statistics."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, replace

from ...core import saves
from ...core.bits import members_of
from ...core.match import Match
from ...core.table import Table
from ...home.ledger import PlayedGame, SeatRecord, entry_of
from ..fairness.deal import Proof, TextProof
from ..store.rows import FinishedGame
from .room import Place, Room


def finished_game(room: Room) -> FinishedGame:
    """Return the game that has just ended in a room."""
    assert room.match is not None
    # a game continued from another one has no proof and counts for nobody
    was_dealt = room.proof is not None
    return FinishedGame(
        id=secrets.token_urlsafe(16),
        number=room.games,
        game=room.plan.game,
        save=saved_game(room.match, room.proof, room.players),
        entry=json.dumps({"entry": asdict(_entry(room)), "names": room.player_names}),
        people=[(place.person, seat) for seat, place in enumerate(room.players) if place.person and was_dealt],
    )


def saved_game(match: Match, proof: Proof | TextProof | None, players: Sequence[Place]) -> str:
    """Return the save of a finished game with the proof of its deal and its players; a single round is saved as a table."""
    is_single = match.rounds == 1
    kind = "table" if is_single else "match"
    data = saves.read(kind, match.table.save() if is_single else match.save())
    noted = {
        "pack": _pack(match.table),
        "names": [place.name for place in players],
        "bots": [not place.person for place in players],
        "colours": [place.colour for place in players],
        "characters": [place.character for place in players],
    }
    return saves.write(kind, {**data, **({"fair": proof} if proof else {}), **noted})


def _pack(table: Table) -> list[str]:
    """Return the texts of all cards in play by number, so that a reader can follow the shuffle without knowing the game."""
    game = table.game
    before = game.fresh(table.seats, game.checked_options(table.options, table.seats), table.version)
    return [game.pack.names[card] for card in members_of(game.cards_in_play(before))]


def _entry(room: Room) -> PlayedGame:
    """Return the line in the statistics. It refers to people by id, so that people keep their games under a new name."""
    assert room.match is not None
    names = [place.person or place.name for place in room.players]
    rounds = [entry_of(table, names, people=0) for table in room.match.tables()]
    return replace(
        rounds[-1],
        turns=sum(entry.turns for entry in rounds),
        moves=sum(entry.moves for entry in rounds),
        seats=tuple(_part([entry.seats[seat] for entry in rounds], seat, room) for seat in range(len(names))),
    )


def _part(parts: Sequence[SeatRecord], seat: int, room: Room) -> SeatRecord:
    """Add up what a seat did in all rounds; winners and scores are those of the whole match."""
    assert room.match is not None and room.match.result is not None
    result = room.match.result
    return SeatRecord(
        name=parts[0].name,
        bot=not room.players[seat].person,
        won=seat in result.winners,
        score=result.scores[seat],
        played=sum(part.played for part in parts),
        given=sum(part.given for part in parts),
        taken=sum(part.taken for part in parts),
    )
