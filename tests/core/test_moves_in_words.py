"""Moves in words for players who don't type, the question before a move, and who is asked for one."""

import pytest

from parlour import Table, find_game
from parlour.core.view import Choice, move_said, question_before


@pytest.mark.parametrize(
    ("game_id", "choice", "said"),
    [
        ("switch", Choice("play 8h 8c", ("8h", "8c")), "play ♥8 and ♣8"),
        ("switch", Choice("draw", ("deck",)), "draw"),
        ("swap_switch", Choice("swap 1", ("seat 1",)), "swap with seat 1"),
        ("cambio", Choice("look 1:2", ("1:2",)), "look at seat 1's slot 3"),
        ("match_mania", Choice("play r5", ("r5",)), "play Red 5"),
    ],
)
def test_a_move_is_said_with_signs_names_and_slots(game_id: str, choice: Choice, said: str) -> None:
    assert move_said(find_game(game_id), choice) == said


def test_a_call_is_asked_about_and_a_draw_is_not() -> None:
    game = find_game("cambio")
    assert question_before(game, "call").startswith("Call Cambio?") and question_before(game, "draw") == ""


@pytest.mark.rules("SW-11.4")
def test_seats_that_may_cut_in_are_asked_in_the_direction_of_play_and_the_seat_in_turn_last() -> None:
    lines = ["switch seats=4 turn=0", "hand 1: 9c 4s", "hand 2: 4c 5s", "hand 3: 9d Ts", "hand 0: Kd 3d", "pile: 4d 9h"]
    option = "option interrupts: on"
    assert Table.from_position("\n".join([*lines, option])).asking_order == [1, 3, 0]
    assert Table.from_position("\n".join([lines[0] + " direction=-", *lines[1:], option])).asking_order == [3, 1, 0]
