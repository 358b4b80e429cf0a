"""A small arena: bots of given levels play whole games against each other."""

from collections.abc import Sequence

from parlour import Table
from parlour.bots import choose

MOST_MOVES = 20_000


def play_out(table: Table, levels: Sequence[str], seed: int, playouts: int | None = None) -> Table:
    """Let bots of these levels, one a seat, play a table to its end."""
    while table.must is not None:
        assert len(table.log) < MOST_MOVES, "The bots do not come to an end."
        decision = seed * MOST_MOVES + len(table.log)
        for seat in (*table.may, table.must):
            words = choose(table, seat, levels[seat], decision, memory_seed=seed, playouts=playouts)
            if words is not None:
                table.play(words, seat)
                break
    return table


def won(table: Table, seat: int) -> float:
    """A seat's part of the win."""
    assert table.result is not None
    return (seat in table.result.winners) / len(table.result.winners)


def win_share(game_id: str, level: str, others: str, seats: int, games: range, playouts: int | None = None) -> float:
    """The share of the games that one bot of a level wins against others of another; it sits in every seat in turn."""
    total = 0.0
    for number in games:
        seat = number % seats
        levels = [level if other == seat else others for other in range(seats)]
        total += won(play_out(Table.new(game_id, seats, seed=number // seats), levels, number, playouts), seat)
    return total / len(games)
