"""Cambio: four cards you cannot see, a good memory, and the nerve to call first."""

from ...core.game import Game, collect
from . import advice, beliefs, cards, events, grid, knowledge, options, position, rules, scene, state, tactics, words

GAME = Game(
    id="cambio",
    least_seats=2,
    most_seats=8,
    pack=cards.PACK,
    state=state.Cambio,
    phases=state.PHASES,
    hidden_phases=state.PICKING,
    slot_verbs=frozenset({"swap", "match", "give"}),
    lowest_wins=True,
    target=100,
    ground=300,
    presets=options.PRESETS,
    **collect(rules, "setup must may legal laying act score time_up"),
    hand_points=grid.hand_points,
    **collect(knowledge, "unseen redeal forget look_time"),
    kinds=events.kinds,
    **collect(words, "choices parse reason caution"),
    **collect(position, "derived settle deal_size in_play flaw"),
    advise=advice.advise,
    tactics=tactics.tactics,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    alike=beliefs.alike,
    scene=scene.scene,
    tip=scene.tip,
    clash=options.clash,
)
