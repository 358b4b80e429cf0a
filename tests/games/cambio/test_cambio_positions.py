"""Cambio: impossible positions are refused, and possible ones are read and printed."""

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal

TWO = "cambio seats=2 turn=0 seed=7\ngrid 0: 4c 5c 6c 2c\ngrid 1: 6d 9d 2d 3d\nknows 0: 0:0\nknows 1:\n"
THREE = f"{TWO.replace('seats=2', 'seats=3')}grid 2: Ac - - -\nknows 2:\n"
SNAP_OWN, SNAP = "option matching: snap_own\n", "option matching: snap_any\n"
ENDS = "option empty_grid: ends_round\n"
GIFT = f"{THREE.replace('4c 5c', '- 5c')}{SNAP}knows 0:\n".replace("knows 0: 0:0\n", "")
MATCHED = "pile: 4d 4h\n"
LOCKED = "option caller_locked: on\n"


IMPOSSIBLE = [
    # a match
    (f"{TWO}pile: 4d\nphase: match\noption matching: off", "cambio.position.match"),
    (f"{TWO}{SNAP}pile: 4d\nphase: match", "cambio.position.match"),
    (f"{TWO}pile:\nphase: match", "cambio.position.match"),
    ("cambio seats=2\ngrid 0: -\ngrid 1: 6d\npile: 4d\nphase: match", "cambio.position.match"),
    # the end
    (f"{TWO}pile: 4d\ncaller: 1\nphase: over\nwinners: 1", "cambio.position.lowest"),  # 17 to 20
    (f"{TWO}pile: 4d\ncaller: 1\nphase: over\nwinners: 0 1", "cambio.position.lowest"),
    (f"{TWO.replace('4c 5c 6c 2c', '6s 9s 2s 3s')}pile: 4d\ncaller: 1\nphase: over\nwinners: 1", "cambio.position.lowest"),
    (f"{TWO}pile: 4d\nphase: over\nwinners: 0", "cambio.position.over"),
    (f"{TWO}pile: 4d\nphase: over\ncaller: 1\nowed: 0\nwinners: 0", "cambio.position.over"),
    (f"{TWO}pile: 4d\nwinners: 0", "cambio.position.winners"),
    (f"{TWO}pile: 4d\nheld: 8d\nturns: 60 60", "cambio.position.noTurn"),
    # effects
    (f"{TWO}pile: 4d\nphase: peek", "cambio.position.effect"),
    (f"{TWO}pile: 9s\nphase: peek", "cambio.position.effect"),
    (f"{TWO}pile:\nphase: spy", "cambio.position.effect"),
    (f"{TWO}pile: Kh\nphase: king", "cambio.position.effect"),
    (f"{TWO}pile: 4d 7s\nphase: spy", "cambio.position.effect"),
    (f"{TWO}{SNAP}pile: Kh Ks\nphase: king\nopen: no", "cambio.position.effect"),  # a red King was discarded
    ("cambio seats=2\ngrid 0: -\ngrid 1: 6d\npile: 7s\nphase: peek", "cambio.position.target"),
    ("cambio seats=2\ngrid 0: 6d\ngrid 1: -\npile: 9s\nphase: spy", "cambio.position.target"),
    ("cambio seats=2\ngrid 0: 6d\ngrid 1: -\npile: Js\nphase: switch", "cambio.position.target"),
    (f"{TWO}{LOCKED}pile: 9s\nphase: spy\ncaller: 1", "cambio.position.target"),
    # the looks of a King
    (f"{TWO}pile: 9s\nphase: spy\nlooks: 1\nlooked: 0:0", "cambio.position.looks"),
    (f"{TWO}pile: Ks\nphase: king\nlooks: 1", "cambio.position.lookedWhere"),
    (f"{TWO}pile: Ks\nphase: king\nlooked: 0:0", "cambio.position.looked"),
    (f"{TWO}pile: Ks\nphase: king\nlooks: 1\nlooked: 0:7", "cambio.position.looked"),
    (f"{TWO}pile: Ks\nphase: king\nlooks: 1\nlooked: 1:0", "cambio.position.looked"),
    # taking
    (f"{TWO}pile: 4d\nheld: 8d\nphase: taken\noption draw_from_discard: off", "cambio.position.taken"),
    # the call
    (f"{TWO}pile: 4d\nowed: 0", "cambio.position.owed"),
    (f"{TWO}pile: 4d\nuncounted: yes", "cambio.position.owed"),
    (f"{TWO}pile: 4d\ncaller: 0", "cambio.position.turnLeft"),
    (
        f"{THREE}pile: 4d\ncaller: 1\nowed: 2".replace("turn=0", "turn=2"),
        "cambio.position.owedOrder",
    ),  # seat 0 comes after seat 2
    (f"{THREE}pile: 4d\ncaller: 2\nowed: 0", "cambio.position.owedOrder"),
    (f"{THREE}{SNAP_OWN}{ENDS}pile: 4d\ncaller: 1\nowed: 2", "cambio.position.turnLeft"),
    (f"{TWO}{SNAP_OWN}pile: 4d\ncaller: 1\nuncounted: yes\nheld: 8d", "cambio.position.uncounted"),
    (f"{TWO}{SNAP_OWN}{ENDS}pile: 4d\ncaller: 1\nuncounted: yes", "cambio.position.uncounted"),
    (f"{THREE}{SNAP_OWN}{ENDS}pile: 4d\ncaller: 1\nowed: 0\nuncounted: yes\nheld: 8d", "cambio.position.uncounted"),
    # snapping
    (f"{TWO}pile: 4d\ntried: 1", "cambio.position.tried"),
    (f"{TWO}{SNAP}{MATCHED}open: no\ntried: 1", "cambio.position.tried"),
    (f"{TWO}{SNAP}pile: 3h 4d\nopen: no", "cambio.position.pair"),
    (f"{TWO}{SNAP}pile: 4d\nopen: no", "cambio.position.pair"),
    (f"{TWO}{SNAP}pile: 4d\nheld: 8d\nphase: taken\nopen: yes", "cambio.position.open"),
    # gifts
    (f"{GIFT}{MATCHED}phase: give\nactor: 0\ngift: 0:0", "cambio.position.giftPlace"),
    (f"{GIFT}{MATCHED}phase: give\nactor: 1\ngift: 0:1", "cambio.position.giftPlace"),
    (f"{GIFT}{MATCHED}phase: give\nactor: 1\ngift: 0:0\nresume: over", "cambio.position.giftPhase"),
    (f"{GIFT}{MATCHED}phase: give\nactor: 1\ngift: 0:0\nresume: taken\nheld: 8d", "cambio.position.giftPhase"),
    (f"{GIFT}pile: 4d 5h\nphase: give\nactor: 1\ngift: 0:0", "cambio.position.pair"),
    (f"{GIFT}pile:\nphase: give\nactor: 1\ngift: 0:0", "cambio.position.pair"),
    (f"{GIFT}{MATCHED}{LOCKED}phase: give\nactor: 1\ngift: 0:0\ncaller: 1", "cambio.position.giftLocked"),
    (f"{GIFT}{MATCHED}{LOCKED}phase: give\nactor: 1\ngift: 2:1\ncaller: 2", "cambio.position.giftLocked"),
    (f"{GIFT}{MATCHED}resume: drawn", "cambio.position.resume"),
    # what was seen
    (f"{TWO}pile: 4d\nshown: Kd", "cambio.position.shown"),
    (f"{TWO}pile: 4d\nflash: 4c", "cambio.position.shown"),
    (f"{TWO}pile: 4d\npeek 1: 4c", "cambio.position.shown"),
]


@pytest.mark.rules("CA-2.6", "CA-4.2", "CA-5.1")
@pytest.mark.parametrize(("text", "code"), IMPOSSIBLE)
def test_impossible_positions_are_refused(text: str, code: str) -> None:
    with refusal(code):
        Table.from_position(text)


POSSIBLE = [
    f"{TWO}pile: 4d\nphase: match",
    f"{TWO}pile: 4d\ncaller: 1\nphase: over\nwinners: 0",
    f"{TWO}pile: 4d\nphase: over\nturns: 60 60\nwinners: 0",
    f"{TWO}pile: 4d\nrest: out\nphase: over\nwinners: 0",
    f"{TWO}pile: 4d 7s\nphase: peek",
    f"{TWO}{SNAP}pile: Ks Kh\nphase: king\nopen: no",
    f"{TWO}{SNAP}pile: Ks Kh\nphase: king\nopen: no\nlooks: 1",  # the card it has looked at was the Kh
    f"{TWO}pile: Ks\nphase: king\nlooks: 1\nlooked: 0:0",
    f"{THREE}pile: 4d\ncaller: 1\nowed: 0 2".replace("turn=0", "turn=2"),
    f"{THREE}{SNAP_OWN}{ENDS}pile: 4d\ncaller: 2\nowed: 0",  # it ran out in the turn of seat 1, before the draw
    f"{THREE}{SNAP_OWN}{ENDS}pile: 4d\ncaller: 1\nowed: 0 2\nuncounted: yes\nheld: 8d",
    f"{TWO}{SNAP}pile: 4d\ntried: 0 1",
    f"{TWO}{SNAP}{MATCHED}open: no",
    f"{TWO}{SNAP}pile: 4d\nopen: no\nheld: 8d",  # the draw has renewed the deck
    f"{GIFT}{MATCHED}phase: give\nactor: 1\ngift: 0:0\nresume: drawn\nheld: 8d",
    f"{GIFT}pile: 7d 7h\nphase: give\nactor: 1\ngift: 0:0\nresume: peek",
    f"{GIFT}{MATCHED}{LOCKED}phase: give\nactor: 1\ngift: 0:0\ncaller: 2",
]


@pytest.mark.rules("CA-2.6", "CA-4.2", "CA-5.1")
@pytest.mark.parametrize("text", POSSIBLE)
def test_possible_positions_are_read_and_printed(text: str) -> None:
    t = Table.from_position(text)
    printed = t.position()
    assert Table.from_position(printed).position() == printed


@pytest.mark.rules("CA-5.1")
def test_during_a_gift_nothing_can_be_snapped() -> None:
    t = Table.from_position(f"{GIFT}{MATCHED}phase: give\nactor: 1\ngift: 0:0")
    assert t.must == 1
    assert t.may == []
    assert t.moves() == ["give 0", "give 1", "give 2", "give 3"]
    assert "open" not in t.position()
