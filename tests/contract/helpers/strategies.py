"""Hypothesis strategies: options, deals and situations of any game."""

import random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from parlour import Table, find_game
from parlour.core.options import Option
from parlour.testing import Situation, flaw_of
from parlour.testing.trials import risky_words

MOST_MOVES = 60


def values(option: Option) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of an option."""
    if option.values:
        return st.sampled_from([option.python(value) for value in range(len(option.values))])
    numbers = st.integers(option.low, option.high)
    return st.just(option.nothing) | numbers if option.nothing else numbers


def options(game_id: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for options, which may be incompatible."""
    return st.fixed_dictionaries({}, optional={name: values(option) for name, option in find_game(game_id).options.items()})


@st.composite
def situations(draw: st.DrawFn, game_id: str, seats: int) -> Situation:
    """Draw a moment of a game: compatible options, a seed, and some moves chosen by numbers."""
    game = find_game(game_id)
    given = draw(options(game_id))
    try:
        game.checked_options(given, seats)
    except ValueError as error:
        assert not flaw_of(str(error)), f"A clash is reported as “{error}”."
        assume(False)
    table = Table.new(game_id, seats, draw(st.integers(0, 2**256 - 1)), given, first=draw(st.integers(0, seats - 1)))
    rng = random.Random(draw(st.integers(0, 2**32)))
    for number in draw(st.lists(st.integers(0, 2**16), max_size=MOST_MOVES)):
        if table.must is None:
            break
        decide(table, number, rng)
    return Situation(table, rng)


def decide(table: Table, number: int, rng: random.Random) -> None:
    """Make the decision that a number stands for: small ones are the first moves of the seat the game waits for."""
    must, may = table.must, table.may
    assert must is not None
    seat = may[number % len(may)] if may and number % 3 == 2 else must
    words = risky_words(table, seat, rng) if number % 11 == 10 else ""
    if number % 101 == 100:
        table.time_up()
    else:
        moves = table.moves(seat)
        table.play(words or moves[number % len(moves)], seat)
