"""Swap Switch: a short form of Switch, in which a Jack swaps whole hands."""

from ...core.game import Game, collect
from . import advice, beliefs, events, knowledge, observation, options, position, rules, scene, state, tactics, words

GAME = Game(
    id="swap_switch",
    least_seats=2,
    most_seats=4,
    state=state.SwapSwitch,
    phases=state.PHASES,
    ground=250,
    presets=options.PRESETS,
    **collect(rules, "setup legal act score hand_points time_up"),
    **collect(knowledge, "unseen redeal"),
    kinds=events.kinds,
    **collect(words, "choices parse reason caution"),
    **collect(position, "derived settle deal_size flaw"),
    advise=advice.advise,
    **collect(observation, "observe features"),
    tactics=tactics.tactics,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    tip=scene.tip,
)
