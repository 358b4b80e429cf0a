"""Random games on a device, whose threads run in groups that take every step together.

A thread whose game is over would wait until the longest game of its group is over as well. So here a step is a decision or a
deal, and the threads of a group are in different games. A deal takes far longer than a decision: the threads that have finished
wait for one of the steps at which cards are dealt, and then deal together. The results are those of `playout.simulate`.
"""

from functools import cache
from typing import Any

from ..core.bits import lowest_bit
from ..core.chance import Dice, plant_dice, reseed
from ..core.game import Game
from ..core.rule import rule
from ..core.state import NONE, WORD, assign
from .entries import INTS, NUMBER, KernelEntry
from .facts import Facts, settler
from .playout import CUT_OFF, make_playouts

LOCKSTEP = "lockstep"


def make_lockstep(game: Game) -> Any:
    """Return this game's loop over random games."""
    must, setup, score = game.must, game.setup, game.score
    step = make_playouts(game).step

    @rule
    def simulate(s: Any, blank: Any, dice: Any, seed: int, games: int, risk: int, pause: int, wins: Any) -> tuple[int, int]:
        """Play random games from consecutive seeds; `wins` counts by seat. Return the decisions made, and a checksum.

        Cards are dealt at the steps whose number has none of the bits of `pause`.
        """
        total = 0
        check = 0
        number = 0
        decisions = 0
        tick = 0
        waiting = NONE
        while True:
            if waiting >= 0:
                decisions += step(s, dice, risk)
                waiting = must(s) if decisions < CUT_OFF else NONE
            elif tick & pause == 0:
                if number:
                    total += decisions
                    winners = s.winners
                    while winners:
                        wins[lowest_bit(winners)] += 1
                        winners &= winners - 1
                    check = (check * 31 + s.winners * 7 + s.turns + score(s, 0) + dice.a) & WORD
                if number == games:
                    return total, check
                plant_dice(dice, seed + number)
                assign(s, blank)
                reseed(s, dice)
                setup(s)
                number += 1
                decisions = 0
                waiting = must(s)
            tick += 1

    return simulate


@cache
def lockstep_entry(game: Game, facts: Facts) -> KernelEntry:
    """Return the entry of this loop, for a table of which these facts are known."""
    simulate, settled = make_lockstep(game), settler(facts)

    def entry(states, dice, seed, games, risk, pause, wins, sums):  # type: ignore[no-untyped-def]
        decisions, check = simulate(settled(states[0]), settled(states[1]), dice[0], seed, games, risk, pause, wins)
        sums[0] = decisions
        sums[1] = check

    return KernelEntry(game, LOCKSTEP, entry, (game.state, Dice, NUMBER, NUMBER, NUMBER, NUMBER, INTS, INTS), facts=facts)
