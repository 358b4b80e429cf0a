"""A small arena: bots of given levels play whole games against each other."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import log

from parlour import Table
from parlour.bots import choose

MOST_MOVES = 20_000


def play_out(table: Table, levels: Sequence[str], seed: int, playouts: int | None = None) -> Table:
    """Let bots of these levels, one per seat, play a table to its end."""
    while table.must is not None:
        assert len(table.log) < MOST_MOVES, "The game does not end."
        decision = seed * MOST_MOVES + len(table.log)
        for seat in table.asking_order:
            words = choose(table, seat, levels[seat], decision, memory_seed=seed, playouts=playouts)
            if words is not None:
                table.play(words, seat)
                break
    return table


def won(table: Table, seat: int) -> float:
    """Return a seat's share of the win."""
    assert table.result is not None
    return (seat in table.result.winners) / len(table.result.winners)


def results(game_id: str, level: str, others: str, seats: int, playouts: int | None = None, first: int = 0) -> Iterator[float]:
    """Play one bot of a level against bots of another, from every seat in turn; yield its share of the win in each game."""
    for number in count(first):
        seat = number % seats
        levels = [level if other == seat else others for other in range(seats)]
        yield won(play_out(Table.new(game_id, seats, seed=number // seats), levels, number, playouts), seat)


def is_stronger(parts: Iterable[float], even: float, better: float, *, error: float) -> bool:
    """Decide by Wald's sequential test whether a bot wins the share `better` of the games rather than `even`.

    Each of the two answers is wrong with a probability of at most `error`.
    """
    bound, evidence = log((1 - error) / error), 0.0
    for part in parts:
        evidence += part * log(better / even) + (1 - part) * log((1 - better) / (1 - even))
        if abs(evidence) >= bound:
            break
    return evidence > 0
