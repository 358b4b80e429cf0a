"""Swap Switch, chapter 3 and SS-4.2: what the cards do."""

import pytest

from tests.games.helpers.refusals import refused
from tests.games.helpers.swap_switch import (
    cards,
    deck,
    direction,
    hand,
    hands,
    knows,
    line,
    moves,
    penalty,
    pile,
    play,
    plays,
    sizes,
    table,
)

OTHERS = ("6c 6d", "6h 6s", "3c 3d")


# ---- 3.1 and 3.2 Two and Queen


@pytest.mark.rules("SS-3.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_a_two_the_next_seat_draws_two_by_itself_and_is_in_turn(seats: int) -> None:
    t = play(table("2h Kc", *OTHERS[: seats - 1], pile="9h", deck="Ts Td 4s"), "play 2h")
    assert (t.must, hand(t, 1), deck(t)) == (1, cards("6c 6d Ts Td"), ["4s"])
    assert (penalty(t), sizes(t)) == (0, [1, 4, *[2] * (seats - 2)])


@pytest.mark.rules("SS-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_a_queen_the_next_seat_draws_four_by_itself_and_is_in_turn(seats: int) -> None:
    t = play(table("Qs Kc", *OTHERS[: seats - 1], pile="9h", deck="Th Td 4h 4d 5d"), "play Qs")
    assert (t.must, hand(t, 1), deck(t)) == (1, cards("6c 6d Th Td 4h 4d"), ["5d"])
    assert (penalty(t), sizes(t)) == (0, [1, 6, *[2] * (seats - 2)])


@pytest.mark.rules("SS-3.1", "SS-2.2")
def test_then_the_seat_plays_its_turn_normally_with_the_cards_it_drew() -> None:
    """4h came with the penalty and is the only card that fits: the seat must play it; it is not played automatically."""
    t = play(table("2h Kc", "6c 6d", "6s 3c", pile="9h", deck="4h Td 5d"), "play 2h")
    assert (t.must, pile(t), moves(t)) == (1, ["9h", "2h"], plays("4h"))
    play(t, "play 4h")
    assert (t.must, hand(t, 1)) == (2, cards("6c 6d Td"))


@pytest.mark.rules("SS-3.1", "SS-2.3")
def test_then_the_seat_that_cannot_discard_draws_its_one_card_as_well() -> None:
    t = play(table("2h Kc", "6c 6d", "6s 3c", pile="9h", deck="Ts Td 5d 5c"), "play 2h")
    assert moves(t) == {"draw"}
    play(t, "draw")
    assert (t.must, hand(t, 1)) == (2, cards("6c 6d Ts Td 5d"))


@pytest.mark.rules("SS-3.2", "SS-2.3")
def test_a_seat_hit_by_a_queen_draws_a_fifth_card_when_nothing_fits() -> None:
    t = play(table("Qs Kc", "6c 6d", "6h 3c", pile="9s", deck="Th Td 4h 4d 5d 5h"), "play Qs")
    assert moves(t) == {"draw"}
    play(t, "draw")
    assert (t.must, sizes(t)) == (2, [1, 7, 2])


@pytest.mark.rules("SS-3.1")
def test_a_two_is_not_stackable_it_starts_a_new_penalty() -> None:
    """Seat 1 has drawn its two and lays a 2: seat 2 draws two, not four."""
    t = play(table("2h Kc", "2c 6d", "6h 6s", pile="9h", deck="Ts Td 4s 4d 5s 5d"), "play 2h", "play 2c")
    assert (t.must, sizes(t)) == (2, [1, 3, 4])


@pytest.mark.rules("SS-3.2")
def test_a_queen_is_not_stackable_it_starts_a_new_penalty() -> None:
    t = play(table("Qs Kc", "Qd 6d", "6h 6s", pile="9h", deck="Ts Td 4s 4d 5s 5d 5c 5h"), "play Qs", "play Qd")
    assert (t.must, sizes(t)) == (2, [1, 5, 6])


@pytest.mark.rules("SS-3.1", "SS-3.2")
def test_a_queen_on_a_two_is_four_cards_for_the_seat_after() -> None:
    t = play(table("2h Kc", "Qd 6d", "6h 6s", pile="9h", deck="Ts Td 4s 4d 5s 5d"), "play 2h", "play Qd")
    assert (t.must, sizes(t)) == (2, [1, 3, 6])


@pytest.mark.rules("SS-3.1", "SS-3.2")
def test_a_two_drawn_as_penalty_may_be_discarded_in_that_turn() -> None:
    t = play(table("2h Kc", "6c 6d", "6h 6s", pile="9h", deck="2s Td 4s 4d"), "play 2h")
    assert moves(t) == plays("2s")
    play(t, "play 2s")
    assert (t.must, sizes(t)) == (2, [1, 3, 4])


@pytest.mark.rules("SS-3.1", "SS-2.1")
@pytest.mark.parametrize(("held", "fits"), [("6c 2d 9h", "2d"), ("6c 5s", "5s"), ("Ac 6c", "Ac"), ("Qc 6c", "Qc")])
def test_on_a_two_the_usual_cards_fit(held: str, fits: str) -> None:
    t = play(table("2s Kc", held, pile="9s", deck="Th Td"), "play 2s")
    assert moves(t) == plays(fits)


@pytest.mark.rules("SS-3.1", "SS-3.2", "ALL-2")
@pytest.mark.parametrize(("card", "there"), [("2h", "Ts"), ("Qs", "Ts"), ("Qs", "Ts Td 4s")])
def test_a_penalty_that_cannot_be_drawn_in_full_is_drawn_as_far_as_it_goes(card: str, there: str) -> None:
    """The pile is the 9h and the card laid on it: after the deck there is the 9h, and then nothing."""
    t = play(table(f"{card} Kc", "6c 6d", pile="9h", deck=there), f"play {card}")
    assert (t.must, hand(t, 1), pile(t), deck(t)) == (1, cards(f"6c 6d 9h {there}"), [card], [])


# ---- 3.3 Eight


@pytest.mark.rules("SS-3.3")
@pytest.mark.parametrize(("seats", "turn", "sign", "then"), [(3, 0, "+", 2), (4, 3, "+", 1), (3, 0, "-", 1), (4, 1, "-", 3)])
def test_an_eight_skips_the_next_seat(seats: int, turn: int, sign: str, then: int) -> None:
    held = ["6c 6d", "6h 6s", "3c 3d", "4c 4d"][:seats]
    held[turn] = "8h Kc"
    t = play(table(*held, pile="9h", deck="Ts", turn=turn, direction=sign), "play 8h")
    assert (t.must, direction(t)) == (then, sign)
    assert sizes(t) == [1 if seat == turn else 2 for seat in range(seats)]


@pytest.mark.rules("SS-3.3")
def test_with_two_seats_an_eight_means_playing_again() -> None:
    t = play(table("8h 8c Kc", "6c 6d", pile="9h", deck="Ts"), "play 8h")
    assert (t.must, moves(t)) == (0, plays("8c"))
    play(t, "play 8c")
    assert (t.must, moves(t)) == (0, plays("Kc"))


# ---- 3.4 Jack


@pytest.mark.rules("SS-3.4", "ALL-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_jack_asks_for_another_seat(seats: int) -> None:
    """With two seats there is one answer, and it is still asked for."""
    t = play(table("Jh Kc", *OTHERS[: seats - 1], pile="9h", deck="Ts"), "play Jh")
    assert (t.must, line(t, "phase")) == (0, "swap")
    assert moves(t) == {f"swap {seat}" for seat in range(1, seats)}


@pytest.mark.rules("SS-3.4")
@pytest.mark.parametrize("other", [0, 2, 3])
def test_the_whole_hands_are_swapped_and_the_turn_passes(other: int) -> None:
    held = ["6c 6d 6h", "Jh Kc", "3c 3d 3h 3s", "4c"]
    t = play(table(*held, pile="9h", deck="Ts", turn=1), "play Jh", f"swap {other}")
    expected = [cards(text) for text in held]
    expected[1], expected[other] = expected[other], {"Kc"}
    assert (t.must, hands(t), pile(t)) == (2, expected, ["9h", "Jh"])


@pytest.mark.rules("SS-3.4")
def test_the_swap_must_be_made() -> None:
    t = play(table("Jh Kc", *OTHERS[:2], pile="9h", deck="Ts"), "play Jh")
    for move in ("pass", "draw", "play Kc"):
        refused(t, move, code="swap_switch.refusal.mustSwap")
    for move in ("swap 3", "swap", "swap x"):
        refused(t, move, code="swap_switch.refusal.whichSeat")
    refused(t, "swap 0", code="swap_switch.refusal.notYourself")


@pytest.mark.rules("SS-3.4", "ALL-4")
def test_others_do_not_choose_the_partner() -> None:
    t = play(table("Jh Kc", *OTHERS[:2], pile="9h", deck="Ts"), "play Jh")
    assert (list(t.may), moves(t, 1)) == ([], set())
    refused(t, "swap 0", code="refusal.turn", seat=1)


@pytest.mark.rules("SS-3.4")
def test_a_swap_that_is_bad_for_the_player_is_still_due() -> None:
    """One card against nine."""
    many = "6c 6d 6h 6s 3c 3d 3h 3s 4c"
    t = play(table("Jh Kc", many, pile="9h", deck="Ts"), "play Jh", "swap 1")
    assert (t.must, hands(t)) == (1, [cards(many), {"Kc"}])


@pytest.mark.rules("SS-3.4")
def test_a_position_may_stand_before_the_swap() -> None:
    t = table("Kc", *OTHERS[:2], pile="9h Jh", deck="Ts", phase="swap")
    assert (t.must, moves(t)) == (0, {"swap 1", "swap 2"})
    play(t, "swap 1")
    assert (t.must, hand(t, 0), hand(t, 1)) == (1, cards("6c 6d"), {"Kc"})


@pytest.mark.rules("SS-3.4")
def test_swap_is_optional_adds_a_pass_that_declines() -> None:
    t = play(table("Jh Kc", *OTHERS[:2], pile="9h", deck="Ts", swap_is_optional=True), "play Jh")
    assert moves(t) == {"swap 1", "swap 2", "pass"}
    play(t, "pass")
    assert (t.must, hands(t)) == (1, [{"Kc"}, cards("6c 6d"), cards("6h 6s")])


@pytest.mark.rules("SS-3.4")
def test_swap_is_optional_can_still_swap() -> None:
    t = play(table("Jh Kc", *OTHERS[:2], pile="9h", deck="Ts", swap_is_optional=True), "play Jh", "swap 2")
    assert (t.must, hands(t)) == (1, [cards("6h 6s"), cards("6c 6d"), {"Kc"}])


@pytest.mark.rules("SS-3.4")
def test_both_seats_know_what_they_gave_away_and_nobody_else_does() -> None:
    t = play(table("Jh Kc 5c", *OTHERS[:2], pile="9h", deck="Ts"), "play Jh", "swap 1")
    assert [knows(t, seat) for seat in range(3)] == [cards("Kc 5c"), cards("6c 6d"), set()]


@pytest.mark.rules("SS-3.4")
def test_a_declined_swap_tells_nothing() -> None:
    t = play(table("Jh Kc 5c", *OTHERS[:2], pile="9h", deck="Ts", swap_is_optional=True), "play Jh", "pass")
    assert [knows(t, seat) for seat in range(3)] == [set(), set(), set()]


@pytest.mark.rules("SS-3.4")
def test_knowledge_follows_the_hands_and_own_cards_need_none() -> None:
    """Seat 2 knew 5c in hand 0 and still does when it lies in hand 1; seat 0 knew 6c, which is its own now."""
    known = {0: "6c", 2: "5c"}
    t = table("Jh Kc 5c", *OTHERS[:2], pile="9h", deck="Ts", knows=known)
    play(t, "play Jh", "swap 1")
    assert [knows(t, seat) for seat in range(3)] == [cards("Kc 5c"), cards("6c 6d"), {"5c"}]


@pytest.mark.rules("SS-3.4")
def test_a_known_card_that_is_played_is_forgotten_and_a_drawn_one_is_not_known() -> None:
    """Seat 1 plays Kh (known to seat 0), then seat 0 draws 4s: nobody else has seen it."""
    t = table("Ts 3c", "Kh 5c", pile="9h", deck="4s 4c", turn=1, knows={0: "Kh 5c"})
    play(t, "play Kh", "draw")
    assert hand(t, 0) == cards("Ts 3c 4s")
    assert (knows(t, 0), knows(t, 1)) == ({"5c"}, set())


# ---- 3.5 King


@pytest.mark.rules("SS-3.5")
@pytest.mark.parametrize(("sign", "then", "turned"), [("+", 3, "-"), ("-", 1, "+")])
def test_a_king_turns_the_direction_before_the_next_turn(sign: str, then: int, turned: str) -> None:
    t = play(table("Kh 5c", *OTHERS, pile="9h", deck="Ts 4s", direction=sign), "play Kh")
    assert (t.must, direction(t)) == (then, turned)


@pytest.mark.rules("SS-3.5")
def test_the_direction_stays_turned_until_the_next_king() -> None:
    t = table("Kh 5c", "4c 4d", "4s Kd", pile="9h", deck="Tc Ts 7s")
    play(t, "play Kh")
    assert t.must == 2
    play(t, "play Kd")
    assert (t.must, direction(t)) == (0, "+")


@pytest.mark.rules("SS-3.5")
def test_with_two_seats_the_turn_simply_passes() -> None:
    t = play(table("Kh 5c", "6c 6h", pile="9h", deck="Ts"), "play Kh")
    assert (t.must, sizes(t), moves(t)) == (1, [1, 2], plays("6h"))
    play(t, "play 6h")
    assert t.must == 0


# ---- 3.6 Ace


@pytest.mark.rules("SS-3.6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_ace_has_no_effect(seats: int) -> None:
    """It goes on anything; afterwards its own suit or another ace is matched, and nothing is named."""
    t = play(table("As Kc", *["6c 6s", "6h 3s", "3c 3d"][: seats - 1], pile="9h", deck="Ts"), "play As")
    assert (t.must, direction(t), penalty(t), sizes(t)) == (1, "+", 0, [1] + [2] * (seats - 1))
    assert moves(t) == plays("6s")


@pytest.mark.rules("SS-3.6", "SS-2.1")
@pytest.mark.parametrize("card", ["3h", "4h", "5h", "6h", "7h", "9c", "Th"])
def test_other_cards_have_no_effect(card: str) -> None:
    t = play(table(f"{card} Kc", "6d 2d", "3c 3d", pile="9h", deck="Ts"), f"play {card}")
    assert (t.must, direction(t), penalty(t), sizes(t)) == (1, "+", 0, [1, 2, 2])
    assert line(t, "phase") in ("", "play")


# ---- 4.2 Whom a penalty hits


@pytest.mark.rules("SS-4.2", "SS-3.5")
@pytest.mark.parametrize(("card", "drawn"), [("2h", 2), ("Qs", 4)])
def test_a_penalty_goes_against_the_turned_direction(card: str, drawn: int) -> None:
    """Seat 1 lays a king: seat 0 is next and lays the penalty card, which waits for seat 2."""
    t = table(f"{card} 5c", "Kh 4c", "6c 6d", pile="9h", deck="Tc Td Ts 7c 7d", turn=1)
    play(t, "play Kh", f"play {card}")
    assert (t.must, sizes(t)) == (2, [1, 1, 2 + drawn])


@pytest.mark.rules("SS-4.2", "SS-3.5", "SS-3.1")
def test_a_king_in_the_turn_of_the_penalty_sends_nothing_back() -> None:
    """Seat 1 draws its two before it lays the king; seat 0 is next and draws nothing."""
    t = play(table("2h 5c 4c", "Kh 6d", "6c 3d", pile="9h", deck="Tc Td Ts 7c"), "play 2h", "play Kh")
    assert (t.must, sizes(t), deck(t)) == (0, [2, 3, 2], ["Ts", "7c"])
