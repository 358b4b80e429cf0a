"""Switch: match the top, stack the penalties, climb the runs, and never finish on a trick card."""

from ...core.game import Game, collect
from ...kit.plays import say
from . import advice, beliefs, events, knowledge, observation, options, position, rules, scene, state, tactics, words

GAME = Game(
    id="switch",
    least_seats=2,
    most_seats=8,
    state=state.Switch,
    phases=state.PHASES,
    hidden_phases=(state.LAY, state.TRY),
    done=state.DONE,
    attempt="attempt",
    ground=155,
    presets=options.PRESETS,
    **collect(rules, "setup may legal risky laying act score hand_points time_up"),
    **collect(knowledge, "unseen redeal window"),
    kinds=events.kinds,
    **collect(words, "choices parse reason caution is_idle"),
    say=say,
    **collect(position, "derived settle deal_size flaw"),
    advise=advice.advise,
    **collect(observation, "observe features"),
    tactics=tactics.tactics,
    thinking=3,
    evidence=beliefs.Evidence,
    gather=beliefs.gather,
    weigh=beliefs.weigh,
    believe=beliefs.sentences,
    scene=scene.scene,
    tip=scene.tip,
    clash=options.clash,
)
