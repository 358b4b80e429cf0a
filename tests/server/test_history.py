"""Statistics of a person before and after a game, worked out by hand."""

import json
from dataclasses import asdict

import pytest

from parlour.home.ledger import PlayedGame, SeatRecord
from parlour.server.people.history import statistics_change
from parlour.server.people.people import Person
from parlour.server.store.rows import PlayedRow

ANA = Person("a1", "Ana", "red")


def played(id: str, game: str, *, won: bool) -> PlayedRow:
    """A game for two that Ana has finished on seat 0."""
    parts = (SeatRecord(ANA.id, False, won, 0, 5, 2, 1), SeatRecord("Ada", True, not won, 0, 4, 1, 2))
    entry = PlayedGame(game, f"deal {id}", turns=9, moves=12, seats=parts)
    return PlayedRow(id, game, 0.0, 0, json.dumps({"entry": asdict(entry), "names": ["Ana", "Ada"]}))


ROWS = [
    played("one", "switch", won=True),
    played("two", "cambio", won=False),
    played("three", "switch", won=True),
    played("four", "switch", won=False),
    played("five", "switch", won=True),
]


@pytest.mark.rules("MM-5.3", "MM-6.4")
@pytest.mark.parametrize(
    "id, before, after",
    [
        ("one", None, (1, 1, 1.0, 1, 1)),
        ("two", None, (1, 0, 0.0, 0, 0)),
        ("three", (1, 1, 1.0, 1, 1), (2, 2, 1.0, 2, 2)),
        ("four", (2, 2, 1.0, 2, 2), (3, 2, 0.6667, 0, 2)),
        ("five", (3, 2, 0.6667, 0, 2), (4, 3, 0.75, 1, 2)),
    ],
)
def test_statistics_before_and_after_a_game(id: str, before: tuple[float, ...] | None, after: tuple[float, ...]) -> None:
    changed = statistics_change(id, ROWS, ANA)
    found = [
        one and (one.games, one.wins, one.win_rate, one.streak, one.best_streak) for one in (changed.before, changed.after)
    ]
    assert found == [before, after]


def test_a_game_of_others_changes_nothing() -> None:
    changed = statistics_change("six", ROWS, ANA)
    assert changed.before is None and changed.after is None
