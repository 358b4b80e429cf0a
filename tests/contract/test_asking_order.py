"""Wherever moves are simulated, the seats that may cut in are asked in turn order, and last the seat the game waits for."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from parlour import Table
from parlour.core.chance import Dice, plant_dice
from parlour.core.observation import PASS
from parlour.core.state import NONE, assign
from parlour.envs.stepping import RUNNING, Desk, make_stepping
from parlour.fast.matches import MatchPlan, play_part
from parlour.fast.playout import make_playouts
from parlour.fast.search import MOST_STEPS, make_search
from parlour.lab import tables
from parlour.server.rooms import bots

ORDERS = [("+", [1, 2, 3, 0]), ("-", [3, 2, 1, 0])]
in_both_directions = pytest.mark.parametrize(("direction", "order"), ORDERS)


def window(direction: str) -> Table:
    """Return a table at which seat 0 is to move, and every other seat has a 9 to cut in with."""
    return Table.from_position(f"""
        switch seats=4 turn=0 direction={direction}
        hand 0: 4c Kc
        hand 1: 9c 6d
        hand 2: 9s 5d
        hand 3: 9d 6c
        pile: 9h
        option interrupts: on
    """)


class Asked:
    """Records who is asked. Nobody cuts in; the seat the game waits for takes its last action, which is to draw."""

    def __init__(self, table: Table) -> None:
        self.game, self.seats = table.game, list[int]()

    def advise(self, s: Any, seat: int, dice: Any) -> int:
        self.seats.append(seat)
        return int(self.game.legal(s, seat)).bit_length() - 1 if seat == self.game.must(s) else NONE

    def legal(self, s: Any, seat: int) -> int:
        self.seats.append(seat)
        return int(self.game.legal(s, seat))


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_a_table_knows_the_order(direction: str, order: list[int]) -> None:
    table = window(direction)
    assert table.asking_order == order
    for move in ("play 4c", "play 9c", "play Kc"):
        assert table.asking_order[-1] == table.must
        assert sorted(table.asking_order[:-1]) == table.may
        table.play(move if move in table.moves() else "draw")


def test_nobody_is_asked_when_the_game_is_over() -> None:
    table = Table.from_position("switch seats=2\nhand 0: 9c\nhand 1: 9s 4c\npile: 9h\noption interrupts: on")
    table.play("play 9c")
    assert (table.must, table.asking_order) == (None, [])


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_random_play(direction: str, order: list[int]) -> None:
    """Every seat passes or cuts in at random; in some of the games all pass."""
    table, most = window(direction), list[int]()
    for seed in range(40):
        asked = Asked(table)
        dice = Dice()
        plant_dice(dice, seed)
        make_playouts(replace(table.game, legal=asked.legal)).step(table._state.copy(), dice, 0)
        assert asked.seats == order[: len(asked.seats)]
        most = max(most, asked.seats, key=len)
    assert most == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_matches_of_bots(direction: str, order: list[int]) -> None:
    table = window(direction)
    asked = Asked(table)
    game = replace(table.game, setup=lambda s: assign(s, table._state))
    plan = MatchPlan(replace(game, advise=asked.advise), 4, (), 1, (1,) * 4, (tuple(range(4)),))
    play_part(plan, 0, 1, interpreted=True)
    assert asked.seats[:4] == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_search(direction: str, order: list[int]) -> None:
    table = window(direction)
    asked = Asked(table)
    make_search(replace(table.game, advise=asked.advise)).play_on(table._state.copy(), 0, Dice(), np.zeros(4))
    assert asked.seats[:4] == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_search_goes_on_after_a_seat_that_does_not_cut_in(direction: str, order: list[int]) -> None:
    """Seat 2 lets its chance go by: the seat after it is asked before seat 0 moves."""
    table = window(direction)
    asked = Asked(table)
    game = replace(table.game, advise=asked.advise, redeal=lambda s, seat: None)
    passing = np.full(MOST_STEPS, NONE)
    one, few = np.zeros(1, np.int64), [np.zeros(1) for _ in range(5)]
    states = [table.game.state() for _ in range(3)]
    make_search(game).rate(
        table._state, table.mind(2).evidence(1), 2, 2, passing, one, 0, 0, 1, 1, states, Dice(), *few, np.zeros(4)
    )
    assert asked.seats[:2] == order[2:]


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_environments_ask_the_other_seats(direction: str, order: list[int]) -> None:
    table = window(direction)
    asked, desk = Asked(table), Desk()
    desk.policy, desk.learners = 1, 0
    game = replace(table.game, advise=asked.advise, legal=asked.legal)
    make_stepping(game, has_advice=True).advance(table._state.copy(), desk, Dice(), 4)
    assert list(dict.fromkeys(asked.seats))[:4] == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_environments_ask_the_seats_of_the_caller(direction: str, order: list[int]) -> None:
    """Each of them passes; the seat the game waits for is asked last."""
    table, desk, asked = window(direction), Desk(), list[int]()
    desk.learners = 15
    stepping = make_stepping(table.game, has_advice=False)
    state = table._state.copy()
    for _ in range(4):
        assert stepping.advance(state, desk, Dice(), 10) == RUNNING
        asked.append(desk.seat)
        assert stepping.take(state, desk, desk.seat, PASS, 0) == (len(asked) < 4)
    assert asked == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_the_tables_of_the_laboratory(direction: str, order: list[int]) -> None:
    table, asked = window(direction), list[int]()

    def bot(seat: int) -> Any:
        def choose(seed: int) -> str | None:
            asked.append(seat)
            return "draw" if seat == table.must else None

        return SimpleNamespace(choose=choose)

    sitting: Any = SimpleNamespace(table=table, number=lambda: 1, game=table.game, state=table._state)
    assert tables._answer(sitting, [bot(seat) for seat in range(4)]) == (0, "draw", order[:-1])
    assert asked == order


@pytest.mark.rules("SW-11.4")
@in_both_directions
def test_the_bots_of_a_room(direction: str, order: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    table, asked = window(direction), list[int]()

    def choose(table: Table, seat: int, *rest: Any, **more: Any) -> str | None:
        asked.append(seat)
        return "draw" if seat == table.must else None

    monkeypatch.setattr(bots, "choose", choose)
    assert bots.choose_moves(table, dict.fromkeys(range(4), "skilled")) == (0, ["draw"])
    assert asked == order
