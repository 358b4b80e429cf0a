"""Match Mania: match the colour or the face, pass the penalties on, and call your last card."""

from pathlib import Path

from ...core.game import Game, collect
from . import advice, beliefs, cards, hidden, options, position, rules, scene, scores, state, words

GAME = Game(
    id="match_mania",
    least_seats=2,
    most_seats=20,
    usual_seats=4,
    version=1,
    pack=cards.PACK,
    state=state.MatchMania,
    phases=state.PHASES,
    target=500,
    silent_moves=("keep",),
    ground=25,
    presets=options.PRESETS,
    folder=Path(__file__).parent,
    **collect(rules, "setup must may legal act time_up"),
    **collect(scores, "score burden"),
    **collect(hidden, "unseen redeal window"),
    **collect(words, "choices parse reason"),
    kinds=words.EVENTS,
    **collect(position, "derived settle deal_size in_play opens own_words own_lines read_own flaw"),
    advise=advice.advise,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    clash=options.clash,
)
