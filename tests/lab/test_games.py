"""The statistics of every game: compiled and interpreted the same, and nothing known that should be hidden."""

import random
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from parlour import find_game, game_ids
from parlour.core.bits import members_of
from parlour.core.chance import Dice, plant_dice, reseed
from parlour.fast.tally import nothing_ended
from parlour.lab import arena, simulate
from parlour.lab.players import player
from parlour.lab.study import make_study
from parlour.lab.tables import ObservedGame, _play
from parlour.testing import random_options
from tests.lab.helpers.parity import check_statistics


def test_compiled_statistics_are_those_of_the_interpreted_rules(smallest: str) -> None:
    """This compiles one game; `make soak` compiles all of them."""
    rng = random.Random(smallest)
    for seats in (find_game(smallest).least_seats, find_game(smallest).most_seats):
        check_statistics(smallest, seats, 40, rng)


@pytest.mark.parametrize("game_id", game_ids())
def test_advice_in_simulations_follows_from_what_a_seat_knows(game_id: str) -> None:
    """A simulated bot is handed the whole state: its advice must be the same whatever is hidden from it."""
    game, rng = find_game(game_id), random.Random(game_id)
    asked = 0
    for number in range(12):
        seats = rng.randint(game.least_seats, min(game.most_seats, 5))
        s = game.fresh(seats, game.checked_options(random_options(game, seats, rng), seats))
        dice = Dice()
        plant_dice(dice, number)
        reseed(s, dice)
        game.setup(s)
        for _ in range(150):
            waiting = game.must(s)
            if waiting < 0:
                break
            for seat in (*members_of(game.may(s)), waiting):
                action = _advice(game, s, seat, number)
                world = s.copy()
                reseed(world, dice)
                game.redeal(world, seat)
                assert action == _advice(game, world, seat, number), f"{game_id}, deal {number}, seat {seat}"
                asked += 1
                if action >= 0:
                    game.act(s, seat, action)
                    break
    assert asked > 200


def _advice(game, s, seat: int, seed: int) -> int:
    dice = Dice()
    plant_dice(dice, seed)
    return int(game.advise(s.copy(), seat, dice))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_at_a_table_is_the_game_that_is_counted(game_id: str) -> None:
    """If bots answer in words, the state that observers watch follows the table step by step."""
    game = find_game(game_id)
    study = make_study(game, 3, ("casual", "random", "advice"), {"first_seat": "random"}, 11)
    assert not study.is_compiled
    sitting = ObservedGame(game, 3, dict(study.options), study.seed)
    line_up = [player(name).sit(sitting.table, seat, seat) for seat, name in enumerate(study.bots)]
    deal = make_study(game, 3, ("random",) * 3, {"first_seat": "random"}, 11).play(0, 1, interpreted=True).table[0]
    assert sitting.state.first == deal[study.columns.index("first")]
    row, decisions = np.zeros(len(study.columns), np.int64), []

    def decided(s, seat: int, action: int, row, notes) -> None:
        decisions.append((seat, action))

    def ended(s, count: int, row, notes) -> None:
        row[: len(s.told)] = s.told[: len(row)]

    hooks = (lambda s, row, notes: None, lambda s, seat, actions, row, notes: None, decided, ended, nothing_ended)
    count = _play(sitting, line_up, hooks, row, np.zeros(0, np.int64))
    table = sitting.table
    assert table.must is None and count >= len(decisions) >= len(table.log)
    assert not [name for name in table._state.differences(sitting.state) if name != "told"]
    told = Counter(event.kind for event in table.events)
    assert {
        kind.name: sitting.state.told[number] for number, kind in game.all_kinds.items() if sitting.state.told[number]
    } == told


OWN = """
from parlour.bots import Bot

class First(Bot):
    def begin(self, game, seat, seats, options, seed):
        self.heard = 0
    def told(self, events):
        self.heard += len(events)
    def choose(self, view):
        assert self.heard == view.events_told and view.viewer is not None
        return view.moves[0].words
    def end(self, result):
        assert result.winners

class Rogue(Bot):
    def choose(self, view):
        return "cheat"
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": message["view"]["moves"][-1]["words"]}), flush=True)
"""


def test_users_own_bots_play_too(tmp_path: Path, smallest: str) -> None:
    """A class and a program: a bot that breaks the rules is named, and one that can't be loaded is refused before any game."""
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "last.py").write_text(PROGRAM, encoding="utf-8")
    bots = [f"{tmp_path / 'own.py'}:First", f"cmd:{sys.executable} {tmp_path / 'last.py'}"]
    found = arena(smallest, bots, 4, seed=2, jobs=1)
    assert found.games == 4 and sum(bot.share.value for bot in found.bots) == pytest.approx(1)
    assert found.data()["bots"] == arena(smallest, bots, 4, seed=2, jobs=1).data()["bots"]
    with pytest.raises(RuntimeError, match=r"The bot in seat . made an illegal move"):
        simulate(smallest, 2, 2, f"{tmp_path / 'own.py'}:Rogue", jobs=1)
    with pytest.raises(ValueError, match=r"isn't a subclass of parlour\.bots\.Bot"):
        simulate(smallest, 2, 2, f"{tmp_path / 'own.py'}:Nobody")
