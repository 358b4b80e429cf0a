"""Swish: beat the top or take the pile, and trust to luck when only the face-down cards are left."""

from ...core.game import Game, collect
from ...kit.plays import say
from . import advice, beliefs, events, knowledge, observation, options, position, rules, scene, state, tactics, words

GAME = Game(
    id="swish",
    least_seats=2,
    most_seats=4,
    state=state.Swish,
    by_rank=True,
    slot_verbs=frozenset({"flip"}),
    phases=state.PHASES,
    hidden_phases=(state.LAY, state.OVER),
    done=state.DONE,
    ground=205,
    presets=options.PRESETS,
    **collect(rules, "setup legal laying act score hand_points time_up"),
    **collect(knowledge, "unseen redeal"),
    kinds=events.kinds,
    **collect(words, "choices parse reason caution alike"),
    say=say,
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
