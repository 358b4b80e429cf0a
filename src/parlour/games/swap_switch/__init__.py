"""Swap Switch: the short Switch, in which a Jack swaps whole hands."""

from pathlib import Path

from ...core.game import Game, collect
from . import advice, beliefs, options, position, rules, scene, state, words

GAME = Game(
    id="swap_switch",
    least_seats=2,
    most_seats=4,
    usual_seats=4,
    version=1,
    pack=words.PACK,
    state=state.SwapSwitch,
    phases=state.PHASES,
    ground=250,
    presets=options.PRESETS,
    folder=Path(__file__).parent,
    **collect(rules, "setup must may legal act score burden unseen redeal time_up"),
    **collect(words, "choices parse reason"),
    kinds=words.KINDS,
    **collect(position, "derived settle deal_size flaw"),
    advise=advice.advise,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
)
