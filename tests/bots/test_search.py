"""Bots that search: repeatable, legal under any rules, and honest. Nothing here names a game."""

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS, choice, choose
from parlour.bots.candidates import LET_GO, candidates
from parlour.core.evidence import WHOLE
from parlour.fast.search import rate_moves
from parlour.testing import situations
from parlour.testing.trials import expect
from tests.bots.helpers.peeking import peeks, positions

every_game = pytest.mark.parametrize("game_id", game_ids())
SEARCHING = [name for name, level in LEVELS.items() if level.playouts]
FEW = 60
"""Play-outs per decision where only the way of deciding is tested."""
POSITIONS = 160
"""Positions in which a bot might peek; `make soak` takes more."""


def test_the_levels_that_search_are_the_upper_ones() -> None:
    assert list(LEVELS)[-2:] == SEARCHING and SEARCHING[-1] == "expert"
    assert [LEVELS[name].playouts for name in SEARCHING] == sorted(LEVELS[name].playouts for name in SEARCHING)


@pytest.mark.usefixtures("machine_code")
@every_game
def test_a_search_makes_a_legal_move_and_the_same_when_asked_again(game_id: str) -> None:
    for table, seat, rng in positions(game_id, 6, seed=11):
        seed, before = rng.getrandbits(60), table.position()
        words = choose(table, seat, "expert", seed, playouts=FEW)
        assert words is not None
        expect(words == choose(table.copy(), seat, "expert", seed, playouts=FEW), table, "The expert changes its mind.")
        table.copy().play(words, seat)
        assert table.position() == before


@pytest.mark.usefixtures("machine_code")
@every_game
def test_a_seat_that_may_cut_in_acts_legally_or_passes(game_id: str) -> None:
    for now in situations(find_game(game_id), 20, seed=12, moments=12, stride=9):
        for seat in now.table.may if now.table.must is not None else ():
            words = choose(now.table, seat, "expert", now.rng.getrandbits(60), playouts=FEW)
            if words is not None:
                now.table.copy().play(words, seat)
            found = candidates(now.table.mind(seat), 3)
            assert LET_GO in found.words and found.actions[found.words.index(LET_GO)] == ()


@pytest.mark.usefixtures("machine_code")
@every_game
@pytest.mark.rules("ALL-3")
def test_no_peeking(game_id: str) -> None:
    """A searching bot agrees with itself just as often when the cards that its seat cannot see are dealt again."""
    assert not peeks(game_id, POSITIONS, lambda table, seat, seed: choose(table, seat, "expert", seed, playouts=FEW) or "")


def test_a_peeking_bot_is_found() -> None:
    """The same test detects a bot that uses the real state."""

    def peeking(table: Table, seat: int, seed: int) -> str:
        moves = table.moves(seat)
        return moves[sum(map(ord, table.position())) % len(moves)]

    assert peeks(game_ids()[0], POSITIONS, peeking)


@pytest.mark.usefixtures("machine_code")
@every_game
def test_compiled_and_interpreted_play_the_same_games_on(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat, _ = next(positions(game_id, 8, seed=31))
    mind = table.mind(seat)
    moves = candidates(mind, 5).actions[:4]
    fast = rate_moves(mind, moves, 0, seed=5, playouts=5 * len(moves), halving=False)
    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")
    assert rate_moves(mind, moves, 0, seed=5, playouts=5 * len(moves), halving=False) == fast


@pytest.mark.usefixtures("machine_code")
@every_game
@pytest.mark.parametrize("budget", [1, 30, 120, 700])
def test_a_budget_is_kept_however_many_moves_there_are(game_id: str, budget: int) -> None:
    for table, seat, _ in positions(game_id, 4, seed=51):
        mind = table.mind(seat)
        found = candidates(mind, 5)
        spent = rate_moves(mind, found.actions, found.usual, seed=5, playouts=budget).playouts
        assert len(found.words) <= spent <= max(budget, len(found.words))


@pytest.mark.usefixtures("machine_code")
@every_game
def test_weights_are_within_bounds(game_id: str) -> None:
    for table, seat, rng in positions(game_id, 15, seed=41):
        mind = table.mind(seat)
        evidence = mind.evidence(rng.getrandbits(60))
        for _ in range(3):
            weight = table.game.weigh(mind.world(rng.getrandbits(60)), evidence, seat)
            assert 0 <= weight <= WHOLE


def test_the_level_below_the_best_thinks_about_every_second_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "make_ready", lambda game: None)
    monkeypatch.setattr(choice, "is_ready", lambda game: True)
    monkeypatch.setattr(choice, "searched", lambda *asked: "thought")
    table = Table.new(game_ids()[0], 2, seed="haste")
    assert table.must is not None
    thought = {level: sum(choose(table, table.must, level, seed) == "thought" for seed in range(400)) for level in SEARCHING}
    assert thought["expert"] == 400 and 160 < thought["strong"] < 240, thought
