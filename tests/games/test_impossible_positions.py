"""Impossible positions are refused with a sentence that says why."""

import pytest

from parlour import Table

SWITCH = "switch seats=2 turn=0\nhand 0: 4c 5c\nhand 1: 6c 9d\n"
CASUAL = SWITCH + "pile: 8s 9s\noption mode: casual\n"
CAMBIO = "cambio seats=2 turn=0\ngrid 0: 4c 5c\ngrid 1: 6c 9d\npile: 7s\n"
SWISH = "swish seats=2 turn=0\nhand 0: 4c 5c\nhand 1: 6c 9d\npile: 7s\n"

IMPOSSIBLE = [
    (SWITCH + "pile:", "a card on the pile"),
    ("switch seats=2\nhand 0:\nhand 1: 4c\npile: 7s", "A seat without cards has won"),
    (SWITCH + "pile: 7s\nphase: over", "A game that is over has winners"),
    (SWITCH + "pile: 7s\nrun: 5\npenalty: 2", "no penalty during a run"),
    (SWITCH + "pile: 7s\nrun: A", "a rank of 3 to K"),
    (SWITCH + "pile: 7s\nanswer: 5", "A penalty is answered"),
    (SWITCH + "pile: 7s\nphase: name", "only with an Ace"),
    (SWITCH + "pile: 7s\nplayed: 1", "The last play"),
    (SWITCH + "pile: 7s\njacks: 2", "need 'played"),
    (SWITCH + "pile: 7s\nturns: 1000", "beyond the turn limit"),
    (SWITCH + "pile: 7s\nannounced: 0", "Nothing is announced"),
    (SWITCH + "pile: 7s\nphase: lay", "is not a phase"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1", "The winner is"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1\nturns: 1000", "The winner is"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 1\npasses: 2\nrest: out", "The winner is"),
    ("switch seats=2\nhand 0:\nhand 1: 4c\npile: 7s\nphase: over\nwinners: 1", "The winner is"),
    ("switch seats=2\nhand 0:\nhand 1:\npile: 7s\nphase: over\nwinners: 0 1", "The winner is"),
    (SWITCH + "pile: 7s\nphase: over\nwinners: 0 1\nturns: 1001", "1001 turns are impossible"),
    (SWITCH + "pile: 7s\npasses: 1", "only if nothing can be drawn"),
    (SWITCH + "pile: 7s\npasses: 2\nrest: out", "once all have passed, the game is over"),
    (SWITCH + "pile: 2s\npenalty: 3", "make a penalty of 3"),
    (SWITCH + "pile: 2s\npenalty: 4\nanswer: 5", "what answers the penalty"),
    (SWITCH + "pile: 5h\npenalty: 5\nanswer: 2", "what answers the penalty"),
    (SWITCH + "pile: 9s As\nphase: name\npenalty: 2", "nor under a penalty"),
    (SWITCH + "pile: 9s As\nphase: name\nrun: 4", "No suit is named in a run"),
    (SWITCH + "pile: 9s As\nphase: name\nspared: yes", "has that one card"),
    (SWITCH + "pile: 9s\nspared: yes", "while a suit is to be named"),
    (SWITCH + "pile: 9s\nfine: 5", "need 'played"),
    (SWITCH + "pile: 9s\nwas_rank: 4", "need 'played"),
    (CASUAL + "played: 1\nlaid: 1\njacks: 3", "among the cards laid"),
    (CASUAL + "played: 1\nlaid: 1\nunsaid: yes", "'unsaid' when the turn has passed"),
    (CASUAL + "played: 1\nlaid: 1\nfine: 7", "has its price"),
    (CASUAL + "played: 1\nlaid: 1\nwrong: yes\nturns: 3", "has its price"),
    (CASUAL + "played: 1\nlaid: 2\nwrong: yes\nfine: 2\nturns: 3", "The last play"),
    (SWITCH + "pile: 9s\nforgiven: 1", "only in the casual mode"),
    (SWITCH + "pile: 9s\nowing: yes\noption mode: cutthroat", "owes an announcement"),
    (SWITCH + "pile: 9s\nshown: 4c", "after a mistake"),
    (CASUAL + "shown: Ks", "are in hands"),
    (SWITCH + "pile: 9s\nshuffles: 1", "must come from the last one"),
    (SWITCH + "pile: 9s\nsince 3: 8h", "needs as many shuffles"),
    (CAMBIO + "phase: drawn", "A card is held"),
    (CAMBIO + "held: 8d\nphase: start", "A card is held"),
    (CAMBIO + "phase: give", "A gift"),
    (CAMBIO + "phase: give\nactor: 1\ngift: 0:0", "only where cards of opponents can be matched"),
    ("cambio seats=2 turn=0\ngrid 0: -\ngrid 1: 6c\nheld: 8d\nphase: taken\npile: 7s", "with cards can take a discard"),
    (CAMBIO + "phase: over", "A round that is over has winners"),
    (CAMBIO.replace("turn=0", "turn=0 direction=-"), "ascending"),
    (CAMBIO + "turns: 61 61", "60 turns at most"),
    (CAMBIO + "caller: 1\nturns: 62 61", "61 turns at most"),
    (CAMBIO + "at_seat: 1", "in the middle of picking"),
    (CAMBIO + "open: yes", "where snapping is played"),
    (CAMBIO + "caller: 1\nowed: ", "After a call"),
    (CAMBIO + "caller: 1\nowed: 0 1", "The caller has no further turn"),
    (CAMBIO + "option matching: off\noption empty_grid: ends_round", "without matching"),
    (SWISH + "knows 0: Ks", "not in that hand"),
]


@pytest.mark.parametrize(("text", "sentence"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
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
def test_a_position_that_can_come_about_is_read(text: str) -> None:
    written = Table.from_position(text).position()
    assert Table.from_position(written).position() == written
