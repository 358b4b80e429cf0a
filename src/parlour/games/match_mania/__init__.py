"""Match Mania: match the colour or the face, pass the penalties on, and call your last card."""

from ...core.game import Game, collect
from . import advice, beliefs, cards, events, hands, knowledge, options, position, rules, scene, state, tactics, words

GAME = Game(
    id="match_mania",
    least_seats=2,
    most_seats=20,
    pack=cards.PACK,
    state=state.MatchMania,
    phases=state.PHASES,
    target=500,
    silent_moves=("keep",),
    veiled_moves=("draw",),
    ground=25,
    presets=options.PRESETS,
    **collect(rules, "setup may legal act score time_up"),
    hand_points=hands.hand_points,
    **collect(knowledge, "unseen redeal window"),
    kinds=events.kinds,
    **collect(words, "choices parse reason caution"),
    **collect(position, "derived settle deal_size in_play opens own_words own_lines read_own flaw"),
    advise=advice.advise,
    tactics=tactics.tactics,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    tip=scene.tip,
    clash=options.clash,
)
