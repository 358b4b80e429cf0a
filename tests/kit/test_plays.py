"""Lists of plays: shortest first, with all single cards and sets of one rank; `play` accepts plays that are not listed."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from parlour import Table
from parlour.kit.plays import MOST_PLAYS

RANKS = "23456789TJQKA"
LARGE = [rank + suit for rank in RANKS[:12] for suit in "cdhs" if rank + suit not in ("2h", "9h", "Ks")]
"""Nearly the whole pack in one hand: four cards of most ranks."""


def table(run: str = "", **options: Any) -> Table:
    """Seat 0 holds a large hand: on the 9h, or in a run."""
    lines = ["switch seats=2 turn=0 seed=7", f"hand 0: {' '.join(LARGE)}", "hand 1: Ks As", "pile: 9h", "rest: out"]
    lines += [f"run: {run}"] if run else []
    return Table.from_position("\n".join([*lines, *(f"option {name}: {value}" for name, value in options.items())]))


def of_one_rank(can_open: set[str]) -> Iterator[tuple[frozenset[str], str]]:
    """By brute force: each set of one rank with each card that can be on top, if another (or it alone) can come first."""
    for rank in RANKS:
        cards = [card for card in LARGE if card[0] == rank]
        for count in range(1, len(cards) + 1):
            for chosen in combinations(cards, count):
                for top in chosen:
                    below = [card for card in chosen if card != top] or [top]
                    if can_open & set(below):
                        yield frozenset(chosen), top


def listed(t: Table) -> list[list[str]]:
    return [words.split()[1:] for words in t.moves() if words.startswith("play ")]


IN_RUN = {card for card in LARGE if card[0] in "34"}
ON_NINE = {card for card in LARGE if card[0] in "97" or card[1] == "h"}


@pytest.mark.rules("SW-2.3", "SW-9.2")
@pytest.mark.parametrize("house", [{"chains": "on"}, {"mode": "cutthroat"}, {"mode": "casual"}])
@pytest.mark.parametrize(("run", "can_open"), [("3", IN_RUN), ("", ON_NINE)])
def test_a_long_list_keeps_all_cards_and_sets_and_the_shortest_climbs(
    run: str, can_open: set[str], house: dict[str, str]
) -> None:
    found = listed(table(run, **house))
    assert len(found) == MOST_PLAYS
    assert [len(cards) for cards in found] == sorted(len(cards) for cards in found)
    sets = [(frozenset(cards), cards[-1]) for cards in found if len({card[0] for card in cards}) == 1]
    assert len(sets) == len(set(sets))
    assert set(sets) == set(of_one_rank(can_open))


@pytest.mark.rules("SW-9.2")
def test_play_takes_climbs_that_are_not_listed() -> None:
    t = table("3", chains="on")
    climb = "play 3c 3d 3h 3s 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert climb not in t.moves()
    t.play(climb)
    assert "run: K\n" in t.position()


@pytest.mark.rules("SW-2.3")
def test_without_climbs_nothing_is_left_out() -> None:
    """On the 9h every heart, every 9 and every 7 opens: the list is the sets of one rank and no more."""
    found = [(frozenset(cards), cards[-1]) for cards in listed(table())]
    assert len(found) == len(set(found)) < MOST_PLAYS
    assert set(found) == set(of_one_rank(ON_NINE))
