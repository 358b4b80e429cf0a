"""The rule of thumb of Cambio in positions worked out by hand, and that it uses nothing hidden."""

import pytest

from parlour import find_game
from parlour.core.bits import members_of
from parlour.core.chance import Dice, plant_dice, reseed
from tests.games.helpers.cambio import play, table

HIGH = "Qh Jh Tc Th"
ALL = "0:0 0:1 0:2 0:3"
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"matching": "snap_any", "caller_locked": True},
    {"matching": "snap_own", "empty_grid": "ends_round", "match_penalty_cards": 0},
    {"matching": "off", "memory_cards": 0, "draw_from_discard": False},
)


def test_it_gets_rid_of_a_pair_in_one_turn() -> None:
    """0:1 and 0:2 are nines: one goes for the drawn five, the other matches it. Swapping the Queen would gain only five."""
    t = table("Qc 9c 9d 2c", HIGH, deck="5d 2d 3d", knows={0: ALL, 1: ""})
    play(t, "draw")
    assert t.advice(0) == "swap 1"
    play(t, "swap 1")
    assert t.advice(0) == "match 2"


def test_it_throws_a_drawn_card_away_to_match_it() -> None:
    t = table("8c 9c 3c 2c", HIGH, deck="9d 2d 3d", knows={0: ALL, 1: ""})
    play(t, "draw")
    assert t.advice(0) == "discard"
    play(t, "discard")
    while t.advice(0) != "match 1":
        t.play(t.advice(0) or "")
        assert t.must == 0


def test_it_never_loses_a_red_king_to_a_match() -> None:
    t = table("Kd 2c 3c 4c", HIGH, deck="Ks 2d 3d", knows={0: ALL, 1: ""})
    play(t, "draw", "discard", "decline")
    assert t.advice(0) == "pass"


def test_it_takes_a_red_king_and_leaves_a_six() -> None:
    assert table("Qc Jc 9c 8c", HIGH, pile="Kd", knows={0: ALL, 1: ""}).advice(0) == "take"
    assert table("Qc Jc 9c 8c", HIGH, pile="6s", knows={0: ALL, 1: ""}).advice(0) == "draw"


def test_it_calls_with_little_against_much_and_not_the_other_way_round() -> None:
    assert table("Ac 2c - -", HIGH, knows={0: "0:0 0:1", 1: ""}).advice(0) == "call"
    assert table("Ac 2c - -", "J1 J2 Kd -", knows={0: "0:0 0:1 1:0 1:1 1:2", 1: ""}).advice(0) == "draw"


def test_a_jack_gives_the_highest_for_the_lowest_card_known() -> None:
    t = table("Qc 2c 3c 4c", "9h Ah Th 8h", deck="Jd 2d 3d", knows={0: f"{ALL} 1:0 1:1", 1: ""}, matching="off")
    play(t, "draw", "discard")
    assert t.advice(0) == "switch 0:0 1:1"


def test_it_helps_no_opponent_by_a_snap() -> None:
    """Matching the Ten of seat 1 would give that seat the Ace instead, which helps it by eight points more than seat 0."""
    t = table("Ac - - -", "Tc Jc Qc 9c", pile="Td", turn=1, knows={0: "0:0 1:0", 1: ""}, matching="snap_any")
    assert t.advice(0) is None
    t = table("9d - - -", "Tc Jc Qc 9c", pile="Td", turn=1, knows={0: "0:0 1:0", 1: ""}, matching="snap_any")
    assert t.advice(0) == "match 1:0"


@pytest.mark.rules("CA-4.4")
def test_it_knows_that_a_locked_caller_matches_nothing() -> None:
    """Seat 0 knows that 1:0 is a Ten, and would match it if it had not called."""
    for locked, advised in ((False, "match 1:0"), (True, None)):
        t = table("9d - - -", "Tc Jc Qc 9c", pile="Td", knows={0: "0:0 1:0", 1: ""}, matching="snap_any", caller_locked=locked)
        assert play(t, "call").advice(0) == advised


@pytest.mark.rules("ALL-3", "CA-7.2")
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 4])
def test_advice_does_not_depend_on_hidden_cards(options: dict[str, object], seats: int) -> None:
    """The advice for a seat does not depend on cards that it has not seen."""
    game, dice = find_game("cambio"), Dice()
    for seed in range(8):
        plant_dice(dice, seed)
        s = game.fresh(seats, game.checked_options(options, seats))
        reseed(s, dice)
        game.setup(s)
        while game.must(s) >= 0:
            cutters = [seat for seat in members_of(game.may(s)) if game.advise(s, seat, dice) >= 0]
            seat = cutters[0] if cutters else game.must(s)
            action = game.advise(s, seat, dice)
            for _ in range(2):
                world = s.copy()
                reseed(world, dice)
                game.redeal(world, seat)
                assert game.advise(world, seat, dice) == action
            game.act(s, seat, action)
