"""Switch, chapters 3 to 8: twos, the five of hearts, sevens, eights, Jacks and Aces."""

from typing import Any

import pytest

from tests.games.helpers.refusals import refused
from tests.games.helpers.switch import (
    SUITS,
    called,
    cards,
    deck,
    direction,
    hand,
    moves,
    offered,
    penalty,
    pile,
    play,
    playable,
    run,
    size,
    table,
)

# 3 Twos


@pytest.mark.rules("SW-3.1")
def test_twos_add_up_and_the_next_seat_answers_with_any_two_or_takes_all() -> None:
    """2♠ + 2♥ + 2♦ = 6 cards to pick up."""
    t = table("2s 4d 9s Kc", "2h 2d Kh", "9c 9d", pile="Ks", deck="Tc Td Th Ts 6c 6d 6h")
    play(t, "play 2s")
    assert (t.must, penalty(t)) == (1, 2)
    assert offered(t) == moves("play 2h", "play 2d", "play 2h 2d", "play 2d 2h", "draw")
    play(t, "play 2h 2d")
    assert (t.must, penalty(t)) == (2, 6)
    assert offered(t) == moves("draw")
    play(t, "draw")
    assert hand(t, 2) == cards("9c 9d Tc Td Th Ts 6c 6d")
    assert deck(t) == ["6h"]


@pytest.mark.rules("SW-3.1", "SW-2.2")
def test_a_two_in_normal_play_must_match_like_any_card() -> None:
    t = table("2h 2c Ks", "6c 6d", pile="Kc", deck="Tc")
    refused(t, "play 2h", called("2h"))
    refused(t, "play 2h 2c", called("2h"))
    assert offered(t) == moves("play 2c", "play 2c 2h", "play Ks", "draw")


@pytest.mark.rules("SW-3.1")
def test_a_seat_with_an_answer_may_take_the_penalty_all_the_same() -> None:
    t = play(table("2c 9c", "6c 6d", pile="Ks 2s", deck="Tc Td Th", penalty=2), "draw")
    assert (t.must, penalty(t), hand(t, 0)) == (1, 0, cards("2c 9c Tc Td"))


@pytest.mark.rules("SW-3.2")
def test_taking_the_penalty_ends_the_turn_and_kills_the_twos() -> None:
    """Seat 1 drew T♦, which would match, but its turn is over; seat 2 matches ♦ or plays any 2."""
    t = table("Kc Kh", "9c 9s", "2c 4d 9h 4s", turn=1, pile="Ks 2s 2d", deck="Td Tc Th Ts 6c", penalty=4)
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 1)) == (2, 0, 6)
    assert offered(t) == moves("play 2c", "play 4d", "play 4d 4s", "draw")
    play(t, "play 2c")
    assert (t.must, penalty(t)) == (0, 2)


@pytest.mark.rules("SW-3.2")
def test_an_ordinary_draw_follows_a_taken_penalty() -> None:
    t = play(table("Kc Kh", "9c 9s", pile="Ks 2s", deck="Td Tc Th 6c", penalty=2), "draw", "draw")
    assert (size(t, 0), hand(t, 1)) == (4, cards("9c 9s Th"))


@pytest.mark.rules("SW-3.3", "SW-5.2", "SW-8.1")
@pytest.mark.parametrize("card", ["As", "7s", "Ks", "3s", "8s", "Js", "5h", "5s"])
def test_only_twos_answer_an_active_two(card: str) -> None:
    t = table(f"{card} 2c", "6c 6d", pile="Qs 2s", deck="Tc Td", penalty=2)
    assert offered(t) == moves("play 2c", "draw")
    refused(t, f"play {card}", called(card), "2|penalty")


# 4 The five of hearts


@pytest.mark.rules("SW-4.1")
@pytest.mark.parametrize(
    ("under", "suit"),
    [("5c", None), ("9h", None), ("5s 7c", None), ("9h 7c", None), ("As", "hearts"), ("2h", None), ("Ah", None)],
)
def test_the_five_of_hearts_goes_on_any_five_or_heart(under: str, suit: str | None) -> None:
    """A 7 that mirrors a 5 or a ♥ counts, so does an Ace that was named hearts; 2♥ without a penalty is a plain ♥."""
    facts: dict[str, Any] = {"suit": suit} if suit else {}
    t = table("5h Kc", "6c 6d", "9c 9d", pile=under, deck="Tc Td Th Ts 6h 6s", **facts)
    play(t, "play 5h")
    assert (t.must, penalty(t)) == (1, 5)
    play(t, "draw")
    assert (t.must, penalty(t), hand(t, 1)) == (2, 0, cards("6c 6d Tc Td Th Ts 6h"))


@pytest.mark.rules("SW-4.1")
@pytest.mark.parametrize(("under", "suit"), [("9s", None), ("9s 7h", None), ("Ah", "spades")])
def test_the_five_of_hearts_goes_on_nothing_else(under: str, suit: str | None) -> None:
    facts: dict[str, Any] = {"suit": suit} if suit else {}
    t = table("5h Kc", "6c 6d", pile=under, deck="Tc", **facts)
    assert offered(t) == moves("draw")
    refused(t, "play 5h", called("5h"))


@pytest.mark.rules("SW-4.1")
def test_other_fives_carry_no_penalty() -> None:
    t = play(table("5d Kc", "6c 6d", pile="5c", deck="Tc"), "play 5d")
    assert penalty(t) == 0


@pytest.mark.rules("SW-4.2", "SW-5.2", "SW-8.1")
def test_only_the_two_of_hearts_answers_the_five_of_hearts() -> None:
    t = table("2h 2c 5c Ah 7h 9h", "6c 6d", pile="9c 5h", deck="Tc", penalty=5)
    assert offered(t) == moves("play 2h", "play 2h 2c", "draw")
    for card in ("2c", "5c", "Ah", "7h", "9h"):
        refused(t, f"play {card}", called(card), "2|penalty")
    refused(t, "play 2c 2h", called("2c"))


@pytest.mark.rules("SW-4.2")
def test_five_then_two_of_hearts_then_two_of_clubs_is_nine_seat_by_seat() -> None:
    t = table("5h Kc Kd", "2h Ks 4s", "2c 4c 4d", pile="9h", deck="Tc Td Th Ts 6c 6d 6h 6s 9c 9d")
    play(t, "play 5h", "play 2h")
    assert (t.must, penalty(t)) == (2, 7)
    assert offered(t) == moves("play 2c", "draw")
    play(t, "play 2c")
    assert (t.must, penalty(t)) == (0, 9)
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 2 + 9)


@pytest.mark.rules("SW-4.2")
def test_five_then_two_of_hearts_and_two_of_clubs_in_one_set_is_nine() -> None:
    t = table("2h 2c Kc", "2s Kd", pile="9h 5h", deck="Tc", penalty=5)
    play(t, "play 2h 2c")
    assert (t.must, penalty(t)) == (1, 9)
    assert offered(t) == moves("play 2s", "draw")


@pytest.mark.rules("SW-4.3")
def test_two_of_spades_then_two_of_hearts_then_five_of_hearts_is_nine() -> None:
    """2♥ lies in the pile by then: seat 0, with another 2, has no answer left."""
    t = table("2s 2d Kc", "2h Ks 4s", "5h 4c 4d", pile="9s", deck="Tc Td Th Ts 6c 6d 6h 6s 9c 9d")
    play(t, "play 2s", "play 2h")
    assert offered(t) == moves("play 5h", "draw")
    play(t, "play 5h")
    assert (t.must, penalty(t)) == (0, 9)
    assert offered(t) == moves("draw")
    play(t, "draw")
    assert (penalty(t), size(t, 0)) == (0, 2 + 9)


@pytest.mark.rules("SW-4.3", "SW-3.3")
def test_five_of_hearts_needs_the_two_of_hearts_on_top() -> None:
    t = table("5h 4c", "6c 6d", pile="9s 2h 2s", deck="Tc", penalty=4)
    assert offered(t) == moves("draw")
    refused(t, "play 5h", called("5h"))


@pytest.mark.rules("SW-4.3", "SW-2.3")
def test_five_of_hearts_on_an_active_two_of_hearts_may_lead_a_set() -> None:
    t = table("5h 5c 4c", "6c 6d", pile="9h 2h", deck="Tc", penalty=2)
    assert offered(t) == moves("play 5h", "play 5h 5c", "draw")
    play(t, "play 5h 5c")
    assert penalty(t) == 7


@pytest.mark.rules("SW-4.4")
def test_the_five_of_hearts_is_dead_once_taken() -> None:
    t = table("Kc Kd", "5c 4h 2h 4c 2s", pile="9h 5h", deck="Tc Td Th Ts 6c 6d", penalty=5)
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 7)
    assert playable(t) == cards("5c 4h 2h")


# 5 Sevens


@pytest.mark.rules("SW-5.1")
@pytest.mark.parametrize(
    ("under", "held", "good"),
    [
        ("2s", "2d 4s 4h Kd", "2d 4s"),
        ("5h", "5d 4h 4s Kd", "5d 4h"),
        ("Kc", "Kd 4c 4s 9h", "Kd 4c"),
        ("3s", "3d 4s 4h 9d", "3d 4s"),
        ("8s", "8d 4s 4h 9d", "8d 4s"),
        ("Js", "Jd 4s 4h 9d", "Jd 4s"),
    ],
)
def test_a_seven_mirrors_rank_and_suit_but_no_power(under: str, held: str, good: str) -> None:
    t = table("7d Qc Qd", held, "6c 6d", pile=under, deck="Tc")
    play(t, "play 7d")
    assert (t.must, penalty(t), run(t), direction(t)) == (1, 0, "", "+")
    assert playable(t) == cards(good)


@pytest.mark.rules("SW-5.1")
def test_a_real_three_on_a_mirrored_three_starts_a_run() -> None:
    t = play(table("7d Qc Qd", "3h 4s 6c", pile="3s", deck="Tc"), "play 7d", "play 3h")
    assert run(t) == "3"


@pytest.mark.rules("SW-5.1")
@pytest.mark.parametrize("under", ["9s", "Qh", "Ac", "2d", "5h", "Tc"])
def test_a_seven_goes_on_anything(under: str) -> None:
    t = table("7d Kh Ks 7c", "6c 6d", pile=under, deck="4c")
    assert cards("7d 7c") <= playable(t)


@pytest.mark.rules("SW-5.2")
@pytest.mark.parametrize(("under", "owed"), [("2s", 2), ("5h", 5)])
def test_a_seven_answers_no_penalty_but_may_be_played_after_it(under: str, owed: int) -> None:
    t = table("7d Kd", "7c 4c 6c", pile=f"9h {under}", deck="Tc Td Ts Qc Qd Qs", penalty=owed)
    assert offered(t) == moves("draw")
    refused(t, "play 7d", called("7d"))
    play(t, "draw", "play 7c")
    assert (t.must, penalty(t)) == (0, 0)


@pytest.mark.rules("SW-5.2")
def test_a_seven_that_mirrors_a_two_hands_no_penalty_on() -> None:
    t = table("Kc Kd", "7d Qc Qd", "9c 4s", pile="9h 2s", deck="Tc Td Th", penalty=2)
    play(t, "draw", "play 7d")
    assert (t.must, penalty(t)) == (2, 0)
    assert playable(t) == {"4s"}


@pytest.mark.rules("SW-5.3")
def test_several_sevens_all_become_the_card_under_the_first() -> None:
    t = play(table("7c 7d 7h Qc", "Kd 4s 4h 4d 4c", pile="Ks", deck="Tc"), "play 7c 7d 7h")
    assert pile(t) == ["Ks", "7c", "7d", "7h"]
    assert playable(t) == cards("Kd 4s")


@pytest.mark.rules("SW-5.3")
def test_sevens_of_two_seats_mirror_on() -> None:
    t = play(table("7c Qc Qd", "7h Qh Qs", "Kd 4s 4h 4c", pile="Ks", deck="Tc"), "play 7c", "play 7h")
    assert playable(t) == cards("Kd 4s")


@pytest.mark.rules("SW-5.4")
def test_a_seven_on_a_named_ace_is_an_ace_of_that_suit() -> None:
    t = table("As Qc Qd", "7c Qh Qs", "4h 4s 4c Ad 7d", pile="Ks", deck="Tc")
    play(t, "play As", "name hearts", "play 7c")
    assert (t.must, run(t)) == (2, "")
    assert playable(t) == cards("4h Ad 7d")


@pytest.mark.rules("SW-5.4", "SW-1.3")
def test_a_seven_turned_up_is_matched_as_itself() -> None:
    t = table("4d 4c 7s Ks", "7h 6d 6c", "9d 9c", pile="7d", deck="Tc")
    assert playable(t) == cards("4d 7s")
    play(t, "play 7s")
    assert playable(t) == cards("7h 6d")


# 6 Eights


@pytest.mark.rules("SW-6.1")
@pytest.mark.parametrize(
    ("seats", "eights", "start", "must", "after"),
    [
        (2, 1, "+", 1, "-"),
        (2, 2, "+", 0, "+"),
        (2, 3, "+", 1, "-"),
        (2, 4, "-", 0, "-"),
        (3, 1, "+", 2, "-"),
        (3, 1, "-", 1, "+"),
        (3, 2, "+", 0, "+"),
        (3, 2, "-", 0, "-"),
        (3, 3, "+", 2, "-"),
        (4, 1, "+", 3, "-"),
        (4, 4, "+", 0, "+"),
        (8, 1, "+", 7, "-"),
    ],
)
def test_odd_eights_reverse_and_even_eights_play_again(seats: int, eights: int, start: str, must: int, after: str) -> None:
    others = ["4c 4d", "4h 4s", "6c 6d", "6h 6s", "9c 9d", "9h 9s", "Tc Td"][: seats - 1]
    laid = " ".join(["8s", "8h", "8d", "8c"][:eights])
    t = play(table(f"{laid} Kc", *others, pile="Ks", deck="Qc", direction=start), f"play {laid}")
    assert (t.must, direction(t)) == (must, after)


@pytest.mark.rules("SW-6.1")
def test_one_eight_and_another_bring_the_direction_back() -> None:
    """Four seats: 0 → 3 after one 8, and 3 → 0 → 1 after another."""
    t = table("8s Kc Kd", "4c 4d", "6c 6d", "8h 9c Qc", pile="Ks", deck="Tc Td")
    play(t, "play 8s")
    assert t.must == 3
    play(t, "play 8h")
    assert (t.must, direction(t)) == (0, "+")
    assert play(t, "draw").must == 1


@pytest.mark.rules("SW-6.1")
def test_the_new_direction_lasts() -> None:
    t = play(table("8s Kc Kd", "4c 4d", "6c 6d", pile="Ks", deck="Tc Td Th"), "play 8s", "draw")
    assert t.must == 1
    assert play(t, "draw").must == 0


# 7 Jacks


@pytest.mark.rules("SW-7.1")
@pytest.mark.parametrize(
    ("seats", "jacks", "start", "must"),
    [
        (2, 1, "+", 0),
        (2, 2, "+", 0),
        (2, 4, "+", 0),
        (3, 1, "+", 2),
        (3, 1, "-", 1),
        (3, 2, "+", 0),
        (3, 3, "+", 0),
        (3, 4, "-", 0),
        (4, 1, "+", 2),
        (4, 2, "+", 3),
        (4, 2, "-", 1),
        (4, 3, "+", 0),
        (4, 4, "+", 0),
        (5, 3, "+", 4),
        (5, 4, "+", 0),
        (8, 4, "-", 3),
    ],
)
def test_jacks_skip_as_many_seats_but_never_their_own(seats: int, jacks: int, start: str, must: int) -> None:
    others = ["4c 4d", "4h 4s", "6c 6d", "6h 6s", "9c 9d", "9h 9s", "Tc Td"][: seats - 1]
    laid = " ".join(["Js", "Jh", "Jd", "Jc"][:jacks])
    t = play(table(f"{laid} Kc", *others, pile="Ks", deck="Qc", direction=start), f"play {laid}")
    assert (t.must, direction(t)) == (must, start)


@pytest.mark.rules("SW-7.1", "SW-6.1")
def test_an_eight_turns_the_skips_round() -> None:
    """Four seats: 0 plays an 8, so 3 is next; its Jack skips 2."""
    t = table("8s Kc Kd", "4c 4d", "6c 6d", "Js 9s 9c", pile="Ks", deck="Tc")
    assert play(t, "play 8s", "play Js").must == 1


# 8 Aces


@pytest.mark.rules("SW-8.1")
@pytest.mark.parametrize("suit", list(SUITS))
def test_an_ace_names_the_suit_that_the_next_seat_matches(suit: str) -> None:
    t = table("Ad Kc Ks", "4c 4d 4h 4s Ah 7c", "6c 6d", pile="Ts", deck="Tc")
    play(t, "play Ad")
    assert t.must == 0
    assert set(t.moves()) == {"name clubs", "name diamonds", "name hearts", "name spades"}
    play(t, f"name {SUITS[suit]}")
    assert t.must == 1
    assert playable(t) == {f"4{suit}", "Ah", "7c"}


@pytest.mark.rules("SW-8.1")
def test_one_suit_is_named_for_a_whole_set_of_aces() -> None:
    t = table("Ad Ac Ks", "4c 4d 4h", "6c 6d", pile="9s", deck="Tc")
    play(t, "play Ad Ac", "name hearts")
    assert (t.must, pile(t)) == (1, ["9s", "Ad", "Ac"])
    assert playable(t) == {"4h"}


@pytest.mark.rules("SW-8.1")
def test_an_ace_answers_an_ace() -> None:
    t = table("Ad Kc Ks", "Ah 4c 4s", "4d 6h", pile="9s", deck="Tc")
    play(t, "play Ad", "name hearts", "play Ah", "name diamonds")
    assert (t.must, playable(t)) == (2, {"4d"})


@pytest.mark.rules("SW-8.1")
def test_the_named_suit_stays_while_seats_draw() -> None:
    t = table("Ad Kc Ks", "4c 4s", "4d 6h", pile="9s", deck="Tc Td")
    play(t, "play Ad", "name hearts", "draw")
    assert playable(t) == {"6h"}


@pytest.mark.rules("SW-8.1")
def test_a_rank_other_than_the_ace_does_not_match_the_ace() -> None:
    """The 9 under the Ace is forgotten."""
    t = table("Ad Kc Ks", "9c 9h", pile="9s", deck="Tc")
    play(t, "play Ad", "name hearts")
    assert playable(t) == {"9h"}


@pytest.mark.rules("SW-8.1")
def test_while_a_suit_is_to_be_named_nothing_else_is_done() -> None:
    t = table("Kc Ks", "6c 6d", pile="9s Ad", deck="Tc", phase="name")
    for move in ("draw", "play Ks", "pass"):
        refused(t, move, "suit|name")
    refused(t, "name acorns", code="switch.refusal.noSuit")
    refused(t, "draw", code="refusal.turn", seat=1)
    play(t, "name clubs")
    assert (t.must, playable(t)) == (1, {"6c"})


@pytest.mark.rules("SW-8.1")
def test_a_suit_is_named_only_after_an_ace() -> None:
    t = table("Kc Ks", "6c 6d", pile="9s", deck="Tc")
    refused(t, "name hearts", "suit|name|ace")
