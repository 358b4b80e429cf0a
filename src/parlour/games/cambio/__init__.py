"""Cambio: four cards you cannot see, a good memory, and the nerve to call first."""

from pathlib import Path

from ...core.game import Game, collect
from . import advice, beliefs, knowledge, options, position, rules, scene, scores, state, words

GAME = Game(
    id="cambio",
    least_seats=2,
    most_seats=8,
    usual_seats=4,
    version=1,
    pack=words.PACK,
    state=state.Cambio,
    phases=state.PHASES,
    hidden_phases=state.PICKING,
    lowest_wins=True,
    target=100,
    ground=300,
    presets=options.PRESETS,
    folder=Path(__file__).parent,
    **collect(rules, "setup must may legal laying act time_up"),
    **collect(scores, "score burden"),
    **collect(knowledge, "unseen redeal forget"),
    **collect(words, "choices parse reason"),
    kinds=words.KINDS,
    **collect(position, "derived settle deal_size in_play flaw"),
    advise=advice.advise,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    clash=options.clash,
)
