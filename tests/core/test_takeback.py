"""Taking moves back among people: a move can be undone only if it showed nobody anything new."""

import pytest

from parlour import Table
from parlour.core.takeback import last_decision

SWITCH = """
switch seats=2 turn=0 seed=7
hand 0: 8h 2c 7d
hand 1: Ks 3s
pile: 4d 9h
deck: 3h 7s Ts
"""
CAMBIO = """
cambio seats=2 turn=0 seed=7
grid 0: 4c 5c 6c 2c
grid 1: 6d 9d 2d 3d
knows 0: 0:0
pile: {pile}
deck: 8d Kc 9c
{phase}
"""
SWISH = """
swish seats=2 turn=0 seed=7
hand 0: 3c 4c 6s
hand 1: 4h 5c
down 0: 9c
down 1: 9d
pile: Kd
rest: out
"""
SWITCHING, PEEKING = "phase: switch", "phase: peek"


@pytest.mark.parametrize(
    ("position", "move", "is_news"),
    [
        pytest.param(SWITCH, "play 8h", True, marks=pytest.mark.rules("ALL-3")),
        pytest.param(SWITCH, "draw", True, marks=pytest.mark.rules("ALL-3")),
        pytest.param(CAMBIO.format(pile="4d", phase=""), "draw", True, marks=pytest.mark.rules("CA-2.2")),
        pytest.param(CAMBIO.format(pile="4d", phase=""), "call", False, marks=pytest.mark.rules("CA-4.1")),
        pytest.param(CAMBIO.format(pile="4d", phase=""), "take", False, marks=pytest.mark.rules("CA-3.6")),
        pytest.param(CAMBIO.format(pile="4d Js", phase=SWITCHING), "switch 0:1 1:2", False, marks=pytest.mark.rules("CA-3.3")),
        pytest.param(CAMBIO.format(pile="4d Js", phase=SWITCHING), "decline", False, marks=pytest.mark.rules("CA-3.3")),
        pytest.param(CAMBIO.format(pile="4d 7s", phase=PEEKING), "look 0:1", True, marks=pytest.mark.rules("CA-3.1")),
        pytest.param(CAMBIO.format(pile="4d 7s", phase=PEEKING), "look 0:0", True, marks=pytest.mark.rules("CA-3.1")),
    ],
)
def test_a_move_can_be_taken_back_unless_somebody_saw_a_card(position: str, move: str, is_news: bool) -> None:
    table = Table.from_position(position)
    table.play(move)
    assert table.has_shown_news(0) is is_news
    assert not table.has_shown_news(1), "nothing has happened since then"


@pytest.mark.rules("SH-1.1", "SH-4.1")
def test_a_card_that_everybody_knows_may_be_played_and_taken_back() -> None:
    """Everybody knows the cards of a pile that was picked up, so playing one of them shows nothing new; any other card does."""
    table = Table.from_position(SWISH)
    table.play("pick up")
    table.play("play 4h", 1)
    before = len(table.log)
    table.play("play Kd")
    assert not table.has_shown_news(before)
    assert table.has_shown_news(before - 1), "seat 1 played a card that only it knew"


@pytest.mark.rules("ALL-2", "ALL-3")
def test_a_shuffle_is_news_though_its_cards_were_seen_before() -> None:
    table = Table.from_position(SWITCH.replace("pile: 4d 9h", "pile: 4d 6c 5c 9h").replace("deck: 3h 7s Ts", "rest: out"))
    table.play("draw")
    assert any(event.is_shuffle for event in table.events)
    assert table.has_shown_news(0)


def test_the_last_decision_is_that_of_the_seat() -> None:
    log = [(0, "draw"), (1, "draw"), (0, "pass"), (1, "draw")]
    assert (last_decision(log, 0), last_decision(log, 1), last_decision(log, 2)) == (2, 3, None)
