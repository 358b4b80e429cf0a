"""Impossible positions are refused, each with the code of the sentence that says why."""

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal

SWITCH = "switch seats=2 turn=0\nhand 0: 4c 5c\nhand 1: 6c 9d\n"
CASUAL = SWITCH + "pile: 8s 9s\noption mode: casual\n"
CAMBIO = "cambio seats=2 turn=0\ngrid 0: 4c 5c\ngrid 1: 6c 9d\npile: 7s\n"
SWISH = "swish seats=2 turn=0\nhand 0: 4c 5c\nhand 1: 6c 9d\npile: 7s\n"

IMPOSSIBLE = [
    (SWITCH + "pile:", "position.noPile"),
    ("switch seats=2\nhand 0:\nhand 1: 4c\npile: 7s", "switch.position.emptyHand"),
    (SWITCH + "pile: 7s\nphase: over", "switch.position.winners"),
    (SWITCH + "pile: 7s\nrun: 5\npenalty: 2", "switch.position.run"),
    (SWITCH + "pile: 7s\nrun: A", "switch.position.run"),
    (SWITCH + "pile: 7s\nanswer: 5", "switch.position.answer"),
    (SWITCH + "pile: 7s\nphase: name", "switch.position.name"),
    (SWITCH + "pile: 7s\nplayed: 1", "switch.position.lastPlay"),
    (SWITCH + "pile: 7s\njacks: 2", "switch.position.played"),
    (SWITCH + "pile: 7s\nturns: 1000", "switch.position.turnLimit"),
    (SWITCH + "pile: 7s\nannounced: 0", "switch.position.announced"),
    (SWITCH + "pile: 7s\nphase: lay", "position.notOneOf"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1", "switch.position.winner"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1\nturns: 1000", "switch.position.winner"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1\npasses: 2\nrest: out", "switch.position.winner"),
    ("switch seats=2\nhand 0:\nhand 1: 4c\npile: 7s\nphase: over\nwinners: 1", "switch.position.winner"),
    ("switch seats=2\nhand 0:\nhand 1:\npile: 7s\nphase: over\nwinners: 0 1", "switch.position.winner"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 0 1\nturns: 1001", "position.turns"),
    (SWITCH + "pile: 7s\npasses: 1", "switch.position.passes"),
    (SWITCH + "pile: 7s\npasses: 2\nrest: out", "switch.position.passes"),
    (SWITCH + "pile: 2s\npenalty: 3", "switch.position.penalty"),
    (SWITCH + "pile: 2s\npenalty: 4\nanswer: 5", "switch.position.answerTop"),
    (SWITCH + "pile: 5h\npenalty: 5\nanswer: 2", "switch.position.answerTop"),
    (SWITCH + "pile: 9s As\nphase: name\npenalty: 2", "switch.position.nameActive"),
    (SWITCH + "pile: 9s As\nphase: name\nrun: 4", "switch.position.nameActive"),
    (SWITCH + "pile: 9s As\nphase: name\nspared: yes", "switch.position.sparedCard"),
    (SWITCH + "pile: 9s\nspared: yes", "switch.position.spared"),
    (SWITCH + "pile: 9s\nfine: 5", "switch.position.played"),
    (SWITCH + "pile: 9s\nwas_rank: 4", "switch.position.played"),
    (CASUAL + "played: 1\nlaid: 1\njacks: 3", "switch.position.laid"),
    (CASUAL + "played: 1\nlaid: 1\nunsaid: yes", "switch.position.unsaid"),
    (CASUAL + "played: 1\nlaid: 1\nfine: 7", "switch.position.fine"),
    (CASUAL + "played: 1\nlaid: 1\nwrong: yes\nturns: 3", "switch.position.fine"),
    (CASUAL + "played: 1\nlaid: 2\nwrong: yes\nfine: 2\nturns: 3", "switch.position.lastPlay"),
    (SWITCH + "pile: 9s\nforgiven: 1", "switch.position.casual"),
    (SWITCH + "pile: 9s\nowing: yes\noption mode: cutthroat", "switch.position.owing"),
    (SWITCH + "pile: 9s\nshown: 4c", "switch.position.shown"),
    (CASUAL + "shown: Ks", "switch.position.shown"),
    (SWITCH + "pile: 9s\nshuffles: 1", "position.shuffles"),
    (SWITCH + "pile: 9s\nsince 3: 8h", "position.since"),
    (CAMBIO + "phase: drawn", "cambio.position.held"),
    (CAMBIO + "held: 8d\nphase: start", "cambio.position.held"),
    (CAMBIO + "phase: give", "cambio.position.gift"),
    (CAMBIO + "phase: give\nactor: 1\ngift: 0:0", "cambio.position.giftMode"),
    ("cambio seats=2 turn=0\ngrid 0: -\ngrid 1: 6c\nheld: 8d\nphase: taken\npile: 7s", "cambio.position.taken"),
    (CAMBIO + "phase: over", "cambio.position.winners"),
    (CAMBIO.replace("turn=0", "turn=0 direction=-"), "cambio.position.direction"),
    (CAMBIO + "turns: 61 61", "cambio.position.turnsEach"),
    (CAMBIO + "caller: 1\nturns: 62 61", "cambio.position.turnsEach"),
    (CAMBIO + "at_seat: 1", "cambio.position.picking"),
    (CAMBIO + "open: yes", "cambio.position.open"),
    (CAMBIO + "caller: 1\nowed: ", "cambio.position.turnLeft"),
    (CAMBIO + "caller: 1\nowed: 0 1", "cambio.position.callerTurn"),
    (CAMBIO + "option matching: off\noption empty_grid: ends_round", "cambio.clash.empty"),
    (SWISH + "knows 0: Ks", "swish.position.knows"),
]


@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(text: str, code: str) -> None:
    with refusal(code):
        Table.from_position(text)


POSSIBLE = [
    CAMBIO + "turns: 59 59",
    CAMBIO + "caller: 1\nturns: 59 60",
    SWITCH + "pile: 7s\nphase: over\nwinners: 0 1\nturns: 1000",
    SWITCH + "pile: 7s\nphase: over\nwinners: 0 1\npasses: 2\nrest: out",
    "switch seats=2\nhand 0:\nhand 1: 4c\npile: 7s\nphase: over\nwinners: 0",
    SWITCH + "pile: 7s\npasses: 1\nrest: out",
    SWITCH + "pile: 2s\npenalty: 4",
    SWITCH + "pile: 5h\npenalty: 7",
    SWITCH + "pile: 2c As\nphase: name\npenalty: 2\nlaid: 1\nwrong: yes\nfine: 4\noption mode: casual",
    CASUAL + "played: 1\nlaid: 1\nwrong: yes\nfine: 2\nturns: 3",
    CASUAL + "shown: 4c",
    "switch seats=2\nhand 0: 4c\nhand 1: 5c\npile: 9s\nowing: yes\noption mode: cutthroat",
    SWITCH + "pile: 9s\ndeck: 8h\nrest: out\nshuffles: 2\nsince 2: 8h",
]


@pytest.mark.parametrize("text", POSSIBLE)
def test_a_possible_position_is_read(text: str) -> None:
    written = Table.from_position(text).position()
    assert Table.from_position(written).position() == written
