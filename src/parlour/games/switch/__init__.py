"""Switch: match the top, stack the penalties, climb the runs, and never finish on a trick card."""

from pathlib import Path

from ...core.game import Game, collect
from ...kit.plays import say
from . import advice, beliefs, hidden, options, position, rules, scene, scores, state, words

GAME = Game(
    id="switch",
    least_seats=2,
    most_seats=8,
    usual_seats=4,
    version=1,
    pack=words.PACK,
    state=state.Switch,
    phases=state.PHASES,
    hidden_phases=(state.LAY, state.TRY),
    done=state.DONE,
    attempt="attempt",
    ground=155,
    presets=options.PRESETS,
    folder=Path(__file__).parent,
    **collect(rules, "setup must may legal risky laying act time_up"),
    **collect(scores, "score burden"),
    **collect(hidden, "unseen redeal window"),
    **collect(words, "choices parse reason"),
    kinds=words.KINDS,
    say=say,
    **collect(position, "derived settle deal_size flaw"),
    advise=advice.advise,
    thinking=3,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    clash=options.clash,
)
