"""Swish: beat the top or take the pile, and trust to luck when only the face-down cards are left."""

from pathlib import Path

from ...core.game import Game, collect
from ...kit.plays import say
from . import advice, beliefs, options, position, rules, scene, state, words

GAME = Game(
    id="swish",
    least_seats=2,
    most_seats=4,
    usual_seats=4,
    version=1,
    pack=words.PACK,
    state=state.Swish,
    phases=state.PHASES,
    hidden_phases=(state.LAY, state.OVER),
    done=state.DONE,
    ground=205,
    presets=options.PRESETS,
    folder=Path(__file__).parent,
    **collect(rules, "setup must may legal laying act score burden unseen redeal time_up"),
    **collect(words, "choices parse reason"),
    kinds=words.KINDS,
    say=say,
    **collect(position, "derived settle deal_size flaw"),
    advise=advice.advise,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
)
