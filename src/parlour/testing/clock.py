"""Checks that every game ends, and that the clock can always move."""

import random

from ..core.game import find_game
from ..core.options import MOST_TURNS
from ..core.table import Table
from .contract import check_end
from .trials import BOUND, RandomMove, destroyed, expect, fail, make, placed_cards, random_decision, random_table, situations


def check_clock(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that the clock can run out at any moment of a running game, and that a game played only by the clock ends."""
    game = find_game(game_id)
    for now in situations(game, games, seed):
        if now.table.must is not None:
            check_time_up(now.table)
    for number in range(max(1, games // 5)):
        table = random_table(game, random.Random(f"clock {seed} {number}"))
        for _ in range(BOUND):
            if table.must is None:
                break
            table.time_up()
        expect(table.must is None, table, f"A game that only the clock plays is not over after {BOUND} moves.")


def check_time_up(table: Table) -> None:
    """Check the clock's move at one moment of a game."""
    after = table.copy()
    try:
        after.time_up()
    except Exception as error:
        fail(table, f"The clock cannot run out here: {error!r}")
    expect(after.log[-1] == (table.must, "time up"), table, "The clock's move is not logged as “time up”.")
    expect(after.position() != table.position(), table, "The clock's move changes nothing.")
    expect(len(after._raw) > len(table._raw), table, "No event reports the clock's move.")
    before, now = ({card for _, card in placed_cards(t._state)} for t in (table, after))
    left = destroyed(after, len(table._raw))
    expect(now <= before and len(before - now) == left, table, "The clock's move loses or duplicates a card.")


LAST_DECISIONS = 60
"""Decisions per seat within which a game must end once it is in its last turn."""


def check_ends(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that every game ends, however it is played, and that the same seed and moves give the same game."""
    game = find_game(game_id)
    for number in range(games):
        rng = random.Random(f"ends {seed} {number}")
        table = random_table(game, rng)
        again = Table.new(game_id, table.seats, table.seed, table.options, first=table.first)
        finish(table, rng, ("random", "first", "last", "cut in")[number % 4])
        check_end(table)
        for seat, words in table.log:
            again.repeat(seat, words)
        expect(again.position() == table.position(), table, "The same seed and moves gave a different game.")


def check_turns(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that a game with an option that limits its turns ends once they are over."""
    game = find_game(game_id)
    most = next((name for name, option in game.options.items() if option.role == MOST_TURNS), None)
    if most is None:
        return
    for now in situations(game, games, seed, moments=3):
        if now.table.must is None:
            continue
        table = now.table.copy()
        table._state = late = table._state.copy()
        limit = int(late.value(most))
        late.turns = limit - 1
        for _ in range(LAST_DECISIONS * table.seats):
            if table.must is None:
                break
            make(table, random_decision(table, now.rng, clock=0, risk=0))
        expect(table.must is None, table, f"The game goes on although its {limit} turns are over.")


def finish(table: Table, rng: random.Random, manner: str = "random") -> None:
    """Play a game to its end: with random moves, always the first or the last listed move, or cutting in at every chance."""
    for _ in range(BOUND):
        if table.must is None:
            return
        make(table, _decision(table, rng, manner))
    fail(table, f"The game is not over after {BOUND} decisions.")


def _decision(table: Table, rng: random.Random, manner: str) -> RandomMove:
    if manner == "random":
        return random_decision(table, rng)
    seat = rng.choice(table.may) if manner == "cut in" and table.may else table.must
    assert seat is not None
    moves = table.moves(seat)
    expect(moves, table, f"Seat {seat} is asked and has no move.")
    return RandomMove(seat, {"first": moves[0], "last": moves[-1]}.get(manner) or rng.choice(moves))
