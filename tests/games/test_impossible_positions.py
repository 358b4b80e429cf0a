"""Positions that cannot be are refused with a sentence that says why."""

import pytest

from parlour import Table

SWITCH = "switch seats=2 turn=0\nhand 0: 4c 5c\nhand 1: 6c 9d\n"
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
    (SWITCH + "pile: 7s\nturns: 1000", "have run out"),
    (SWITCH + "pile: 7s\nannounced: 0", "Nothing is announced"),
    (SWITCH + "pile: 7s\nphase: lay", "is not a phase"),
    (CAMBIO + "phase: drawn", "A card is held"),
    (CAMBIO + "held: 8d\nphase: start", "A card is held"),
    (CAMBIO + "phase: give", "A gift"),
    (CAMBIO + "phase: give\nactor: 1\ngift: 0:0", "A gift goes to an empty slot"),
    ("cambio seats=2 turn=0\ngrid 0: -\ngrid 1: 6c\nheld: 8d\nphase: taken\npile: 7s", "cannot take a discard"),
    (CAMBIO + "phase: over", "A round that is over has winners"),
    (CAMBIO.replace("turn=0", "turn=0 direction=-"), "ascending"),
    (CAMBIO + "at_seat: 1", "in the middle of picking"),
    (CAMBIO + "open: yes", "Snapping is open only"),
    (CAMBIO + "caller: 1\nowed: 1", "After a call"),
    (CAMBIO + "caller: 1\nowed: 0 1", "The caller has no further turn"),
    (CAMBIO + "option matching: off\noption empty_grid: ends_round", "clashes"),
    (SWISH + "knows 0: Ks", "not in that hand"),
]


@pytest.mark.parametrize(("text", "sentence"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Table.from_position(text)
