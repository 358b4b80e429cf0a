"""The record of a finished game: the saved game with the proof of its deal, and its line in the statistics."""

import json
import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from types import MappingProxyType

from ...core import saves
from ...core.bits import members_of
from ...core.match import Match
from ...core.records import TABLE, record_of
from ...core.table import Table
from ...home.ledger import PlayedGame, SeatRecord, entry_of
from ..fairness.deal import Proof, TextProof
from ..store.rows import FinishedGame
from .place import Place
from .room import CONTINUED, Room

NOTHING: Mapping[str, object] = MappingProxyType({})


def finished_game(room: Room) -> FinishedGame:
    """Return the game that has just ended in a room."""
    assert room.match is not None
    noted = {"practice": room.practice} if room.practice else {}
    about = {**noted, **({"repeats": room.repeats} if room.repeats else {})}
    was_dealt = room.practice != CONTINUED
    return FinishedGame(
        id=secrets.token_urlsafe(16),
        number=room.games,
        game=room.plan.game,
        save=saved_game(room.match, room.proof, room.players, about),
        entry=entry_line(room.match, room.players, noted),
        people=[(place.person, seat) for seat, place in enumerate(room.players) if place.person and was_dealt],
    )


def entry_line(match: Match, players: Sequence[Place], noted: Mapping[str, object] = NOTHING) -> str:
    """Return the line of a finished game in the statistics, as JSON."""
    names = [place.name for place in players]
    return json.dumps({"entry": asdict(_entry(match, players)), "names": names, "made": _moves_made(match), **noted})


def saved_game(
    match: Match, proof: Proof | TextProof | None, players: Sequence[Place], about: Mapping[str, object] = NOTHING
) -> str:
    """Return the save of a finished game with the proof of its deal and its players; a single round is saved as a table.

    `about`: why the game counts for nothing, and which deal it repeats, if any.
    """
    is_single = match.rounds == 1
    kind = TABLE if is_single else "match"
    data = saves.body(TABLE, record_of(match.table)) if is_single else saves.read(kind, match.save())
    noted = {
        "pack": _pack(match.table),
        "names": [place.name for place in players],
        "bots": [not place.person for place in players],
        "levels": [place.level for place in players],
        "colours": [place.colour for place in players],
        "characters": [place.character for place in players],
    }
    return saves.write(kind, {**data, **({"fair": proof} if proof else {}), **noted, **about})


def _moves_made(match: Match) -> list[int]:
    """Return how many moves each seat has made in all rounds."""
    made = Counter(seat for table in match.tables() for seat, _ in table.log)
    return [made[seat] for seat in range(match.table.seats)]


def _pack(table: Table) -> list[str]:
    """Return the texts of all cards in play by number, so that a reader can follow the shuffle without knowing the game."""
    game = table.game
    before = game.fresh(table.seats, game.checked_options(table.options, table.seats), table.version)
    return [game.pack.names[card] for card in members_of(game.cards_in_play(before))]


def _entry(match: Match, players: Sequence[Place]) -> PlayedGame:
    """Return the line in the statistics. It refers to people by id, so people keep their games under a new name."""
    names = [place.person or place.name for place in players]
    rounds = [entry_of(table, names, people=0) for table in match.tables()]
    return replace(
        rounds[-1],
        turns=sum(entry.turns for entry in rounds),
        moves=sum(entry.moves for entry in rounds),
        seats=tuple(_part([entry.seats[seat] for entry in rounds], seat, match, players[seat]) for seat in range(len(names))),
    )


def _part(parts: Sequence[SeatRecord], seat: int, match: Match, place: Place) -> SeatRecord:
    """Add up what a seat did in all rounds; winners and scores are those of the whole match."""
    result = match.result
    assert result is not None
    return SeatRecord(
        name=parts[0].name,
        bot=not place.person,
        won=seat in result.winners,
        score=result.scores[seat],
        played=sum(part.played for part in parts),
        given=sum(part.given for part in parts),
        taken=sum(part.taken for part in parts),
    )
