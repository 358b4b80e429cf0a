"""Crazy Eights: match the suit or the rank, and change the suit with an 8."""

from ...kit.shedding import shedding_game
from . import advice, events, rules, state, words

GAME = shedding_game(
    id="crazy_eights",
    least_seats=2,
    most_seats=6,
    example=True,
    ground=95,
    state=state.CrazyEights,
    phases=state.PHASES,
    presets=state.PRESETS,
    setup=rules.setup,
    legal=rules.legal,
    act=rules.act,
    hand_points=rules.hand_points,
    advise=advice.advise,
    kinds=events.kinds,
    moves=words.MOVES,
    reason=words.reason,
    scene=words.scene,
    derived=("suit", "winners"),
    settle=words.settle,
    flaw=words.flaw,
)
