"""Turns a table into the record that a save keeps, and back. A record contains everything needed to replay the game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import saves
from .game import find_game
from .sentence import Invalid
from .state import S
from .texts import sentence

if TYPE_CHECKING:
    from .table import Table

TABLE = "table"
"""The kind of a save that holds one table."""


def record_of(table: "Table[S]") -> dict[str, object]:
    """Return the data of a table as a save stores it."""
    return {
        "game": table.game.id,
        "rules": table.version,
        "seats": table.seats,
        "seed": str(table.seed),
        "options": table.options,
        "first": table.first,
        "position": table.origin,
        "moves": [[seat, words] for seat, words in table.log],
    }


def restored(kind: "type[Table[S]]", record: Mapping[str, object]) -> "Table[S]":
    """Return the table of a record with its moves replayed, or raise a ValueError that says why that is impossible."""
    table = _at_the_start(kind, record)
    for number, (seat, words) in enumerate(saves.moves(record), 1):
        try:
            table.repeat(seat, words)
        except ValueError as error:
            raise Invalid(sentence("refusal.savedMove", number=number, why=error)) from None
    return table


def _at_the_start(kind: "type[Table[S]]", record: Mapping[str, object]) -> "Table[S]":
    game = find_game(saves.field(record, "game", str))
    version = game.checked_version(saves.field(record, "rules", int))
    seed = saves.whole(saves.field(record, "seed", str))
    position = saves.field(record, "position", str)
    if position:
        table = kind.from_position(position, version=version)
        if table.game is not game:
            raise Invalid(sentence("refusal.otherPosition", game=game.name))
        return table
    seats, options = saves.field(record, "seats", int), saves.field(record, "options", dict)
    return kind.new(game.id, seats, seed, options, first=saves.field(record, "first", int), version=version)
