"""Tips for first games: told to the seat in turn, true to the position, and kept until that seat's next move."""

import pytest

from parlour import Table
from parlour.core.game import find_game
from parlour.core.tips import Tip, explained, tip_for

SWITCH = """
switch seats=3 turn=0
hand 0: {hand}
hand 1: 4c Js 6d
hand 2: 5c 8d 9s
pile: {pile}
deck: 3h 7s Ts Th 5s
{more}
"""


def switch(hand: str, pile: str, more: str = "") -> Table:
    return Table.from_position(SWITCH.format(hand=hand, pile=pile, more=more))


@pytest.mark.parametrize(
    ("hand", "pile", "more", "now"),
    [
        ("4h Kd", "9h", "", "Match ♥ or 9, or draw."),
        ("4h Ad", "9h", "", "Match ♥ or 9, play a 7 or an Ace, or draw."),
        ("4s Kd", "9h", "", "You have no ♥ and no 9: draw a card."),
        ("4h Kd", "Kc 7h", "", "Match ♣ or K, or draw."),
        ("2d Kd", "9h 2s", "penalty: 2", "Play a 2 to pass the penalty on, or draw 2."),
        ("3d Kd", "9h 2s", "penalty: 4", "You have no 2 to pass the penalty on: draw 4."),
        ("3d Kd", "9h 2h", "penalty: 2", "You have neither a 2 nor ♥5 to pass the penalty on: draw 2."),
        ("2h Kd", "9h 5h", "penalty: 5", "Play ♥2 to pass the penalty on, or draw 5."),
        ("6h Kd", "9h 5d", "run: 5", "Play a 5 or a 6 of any suit, or draw 5 and end the run."),
    ],
)
def test_what_can_be_done_is_said_to_a_beginner(hand: str, pile: str, more: str, now: str) -> None:
    table = switch(hand, pile, more)
    assert tip_for(table, 0).now == now
    assert tip_for(table, 1).now == tip_for(table, None).now == ""


def test_what_a_card_did_is_explained_until_the_seats_next_move() -> None:
    table = switch("4h Kh Qd 6c", "9h")
    assert tip_for(table, 0) == Tip("Match ♥ or 9, or draw.", "")
    table.play("play 4h")
    table.play("play 4c")
    table.play("play 5c")
    assert tip_for(table, 0).last == "", "nothing special has happened"
    table.play("play 6c")
    table.play("play 6d")
    table.play("play 8d")
    assert tip_for(table, 0).last == "An 8 reverses the direction of play."
    table.play("draw", 1)
    assert tip_for(table, 0).last == "An 8 reverses the direction of play.", "it stays until the seat has moved"
    assert tip_for(table, 1).last == "", "seat 1 has moved since"


def test_an_explanation_belongs_to_an_event_and_a_card_of_the_game() -> None:
    game = find_game("switch")
    assert (
        explained(game, "explain.skipped") == explained(game, "explain.played.7") == explained(game, "explain.played.7h") == ""
    )
    assert explained(game, "explain.nonsense") == "there is no event nonsense"
    assert explained(game, "explain.played.X") == "there is no card X"
