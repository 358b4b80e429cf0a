"""Swap Switch, chapters 4 to 7: winning, the empty stock, scores, clock, blocked games, the turn limit."""

import random
from typing import Any

import pytest

from parlour import Match, Table
from parlour.home.tallies import tallies
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.swap_switch import (
    cards,
    deck,
    hand,
    hands,
    knows,
    line,
    moves,
    pile,
    play,
    plays,
    points,
    scores,
    sizes,
    table,
    winners,
)

# ---- 4.1 Winning


@pytest.mark.rules("SS-4.1")
@pytest.mark.parametrize("card", ["5h", "2h", "Qs", "8h", "Kh", "Jh", "Ac"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_seat_with_no_cards_wins_at_once_before_the_effect(card: str, seats: int) -> None:
    """A last 2 or Queen gives nobody cards, a last J swaps nothing."""
    others = ["6c 6d", "6s 3c", "3d 3s"][: seats - 1]
    t = play(table(card, *others, pile="9h", deck="Ts Td 4c 4d 4s"), f"play {card}")
    assert (t.must, winners(t)) == (None, [0])
    assert hands(t) == [set(), *[cards(other) for other in others]]
    assert moves(t, 0) == moves(t, 1) == set()


@pytest.mark.rules("SS-4.1")
def test_any_seat_can_win() -> None:
    t = play(table("5h 5c", "6h", "3d 3s", pile="9h", deck="Ts"), "play 5h", "play 6h")
    assert (winners(t), scores(t)) == ([1], [0, 11, 0])


@pytest.mark.rules("SS-4.1")
def test_a_card_drawn_and_discarded_at_once_leaves_a_card_in_the_hand() -> None:
    t = play(table("4c", "6d 6s", pile="9h", deck="3h Ts"), "draw")
    assert (t.must, winners(t), hand(t, 0)) == (1, [], {"4c"})


@pytest.mark.rules("SS-4.1", "SS-3.4")
def test_a_jack_before_the_last_card_swaps_it_away() -> None:
    t = play(table("Jh 4c", "6h 6s", pile="9h", deck="Ts"), "play Jh", "swap 1")
    assert (t.must, winners(t), hands(t)) == (1, [], [cards("6h 6s"), {"4c"}])


@pytest.mark.rules("SS-4.1", "ALL-4")
def test_nothing_can_be_played_after_the_end() -> None:
    t = play(table("5h", "6h 6d", pile="9h", deck="Ts"), "play 5h")
    for move in ("play 6h", "draw", "pass"):
        with refusal("prompt.over"):
            t.play(move)
    with refusal("prompt.over"):
        t.time_up()


# ---- 5.1 The empty stock


@pytest.mark.rules("SS-5.1", "ALL-2")
def test_an_empty_stock_is_made_of_the_pile_without_its_top() -> None:
    """Of 4d 4s 5d 5s one is drawn; none of them fits 9h."""
    t = play(table("6c 7c", "8s 3c", pile="4d 4s 5d 5s 9h"), "draw")
    drawn = hand(t, 0) - cards("6c 7c")
    assert (t.must, pile(t), len(drawn)) == (1, ["9h"], 1)
    assert drawn | set(deck(t)) == cards("4d 4s 5d 5s")
    assert len(deck(t)) == 3


@pytest.mark.rules("SS-5.1", "ALL-2")
def test_the_pile_is_turned_over_only_when_a_card_must_be_drawn() -> None:
    t = play(table("6c 7c", "8s 3c", pile="4d 4s 9h", deck="5s"), "draw")
    assert (t.must, deck(t), pile(t)) == (1, [], ["4d", "4s", "9h"])
    assert moves(t) == {"draw"}
    play(t, "draw")
    assert (len(deck(t)), pile(t), len(hand(t, 1))) == (1, ["9h"], 3)


@pytest.mark.rules("SS-5.1", "ALL-2", "SS-3.2")
def test_the_stock_may_run_out_in_the_middle_of_a_penalty() -> None:
    """Queen: Tc from the deck, then three of the four cards under it."""
    t = play(table("Qs 7c", "6c 6h", pile="4d 4h 5d 9h", deck="Tc"), "play Qs")
    assert (t.must, pile(t), len(hand(t, 1)), len(deck(t))) == (1, ["Qs"], 6, 1)
    assert hand(t, 1) | set(deck(t)) == cards("6c 6h Tc 4d 4h 5d 9h")


@pytest.mark.rules("SS-5.1", "ALL-2")
def test_a_single_card_under_the_top_is_drawn_and_seen_by_all() -> None:
    """Everyone sees 9h go from the pile to the deck to hand 2; only one seat sees the 5s drawn after a deal."""
    t = play(table("Ac 7c", "6d 6h 4s", "3d 3s", pile="9h", deck="5s"), "play Ac", "draw", "draw")
    assert (t.must, hand(t, 1), hand(t, 2)) == (0, cards("6d 6h 4s 5s"), cards("3d 3s 9h"))
    assert (pile(t), deck(t)) == (["Ac"], [])
    assert [knows(t, seat) for seat in range(3)] == [{"9h"}, {"9h"}, set()]


@pytest.mark.rules("SS-5.1", "ALL-2", "ALL-3")
def test_a_new_stock_is_known_as_a_set_and_no_single_card_of_it() -> None:
    t = play(table("6c 7c", "8s 3c", pile="4d 4s 5d 5s 9h"), "draw")
    assert cards(line(t, "since 1")) == cards("4d 4s 5d 5s")
    assert (knows(t, 0), knows(t, 1)) == (set(), set())


def told(t: Table, *kinds: str) -> list[str]:
    """Return the sentences of the log about these kinds of events, in order."""
    return [event.text for event in t.events if event.kind in kinds]


PENALTIES = ("took_penalty", "drew", "shuffled", "ran_short")


@pytest.mark.rules("SS-3.1", "SS-5.1", "ALL-2")
def test_a_penalty_that_runs_short_is_told_as_what_was_drawn() -> None:
    """Queen: four are owed, and the 9h under her is all that is left."""
    t = play(table("Qs 7c", "6c 6d", pile="9h"), "play Qs")
    assert told(t, "took_penalty", "ran_short") == ["Seat 1 draws 1 card as a penalty.", "There is nothing left to draw."]
    assert [event.kind for event in t.events if event.kind in PENALTIES] == ["took_penalty", "shuffled", "drew", "ran_short"]
    assert [event.value for event in t.events if event.counts == "penalty"] == [1]
    assert hand(t, 1) == cards("6c 6d 9h")


@pytest.mark.rules("SS-3.2", "SS-5.1", "ALL-2")
def test_a_sum_that_runs_short_is_told_as_what_was_drawn() -> None:
    """Eight are owed; Tc, Td and the 9h are left."""
    t = play(table("6c 6d", "6s 3c", pile="9h Qh", deck="Tc Td", penalty=8, stacking=True), "draw")
    assert told(t, "took_penalty") == ["Seat 0 draws 3 cards as a penalty."]
    kinds = [event.kind for event in t.events if event.kind in PENALTIES]
    assert kinds == ["took_penalty", "drew", "drew", "shuffled", "drew", "ran_short"]


@pytest.mark.rules("SS-3.1", "SS-5.1")
@pytest.mark.parametrize("deck", ["Tc", "Tc Td", "Tc Td Ts"])
def test_a_penalty_that_can_be_drawn_in_full_never_runs_short(deck: str) -> None:
    """Two are owed: the last of them may be the 9h, with nothing left after it."""
    t = play(table("2h 7c", "6c 6d", pile="9h", deck=deck), "play 2h")
    assert (told(t, "took_penalty"), told(t, "ran_short")) == (["Seat 1 draws 2 cards as a penalty."], [])


@pytest.mark.rules("SS-3.2", "SS-5.1")
def test_statistics_count_the_penalty_cards_that_were_drawn() -> None:
    """Seat 1 owes four cards, can draw only one, and has none to play; then seat 0 wins with its 7s."""
    t = play(table("Qs 7s", "6c 6d", pile="9h"), "play Qs", "pass", "play 7s")
    figures = [(tally.played, tally.given, tally.taken) for tally in tallies(t)]
    assert (winners(t), figures) == ([0], [(2, 1, 0), (0, 0, 1)])


# ---- 6.1 The score of a round


@pytest.mark.rules("SS-6.1")
@pytest.mark.parametrize(
    ("held", "value"),
    [
        *[("Ac", 1), ("2c", 2), ("3c", 3), ("4c", 4), ("5c", 5), ("6c", 6), ("7c", 7), ("8c", 8), ("9c", 9)],
        *[("Tc", 10), ("Jc", 10), ("Qc", 10), ("Kc", 10), ("Ac Kd Jd", 21), ("2c 8d Ts", 20)],
    ],
)
def test_the_winner_gets_the_face_value_of_the_other_hand(held: str, value: int) -> None:
    t = play(table("5h", held, pile="9h", deck="Ts" if "Ts" not in held else "Td"), "play 5h")
    assert scores(t) == [value, 0]


@pytest.mark.rules("SS-6.1")
def test_the_values_of_all_other_hands_add_up_for_the_winner_alone() -> None:
    t = play(table("3c Kd", "As 9d", "5h", "Qs 2d", pile="9h", deck="Ts", turn=2), "play 5h")
    assert (winners(t), scores(t)) == ([2], [0, 0, 35, 0])


def played_out(t: Table) -> Table:
    """Play the first move in text order until the end."""
    for _ in range(6000):
        if t.result is not None:
            return t
        t.play(min(t.moves()))
    raise AssertionError("the game does not end")


@pytest.mark.rules("SS-6.1", "ALL-7")
@pytest.mark.parametrize("seats", [2, 3])
def test_in_a_match_the_scores_add_up_and_the_highest_sum_wins(seats: int) -> None:
    m = Match.new("swap_switch", seats=seats, seed=1, rounds=3)
    sums = [0] * seats
    for number in range(3):
        if number:
            m.next_round()
        played_out(m.table)
        sums = [total + more for total, more in zip(sums, scores(m.table), strict=True)]
        assert list(m.scores) == sums
    assert winners(m) == [seat for seat in range(seats) if sums[seat] == max(sums)]


@pytest.mark.rules("SS-6.1", "ALL-7")
def test_a_match_to_a_target_ends_when_a_seat_reaches_it() -> None:
    m = Match.new("swap_switch", seats=2, seed=4, target=60)
    for _ in range(100):
        played_out(m.table)
        if m.result is not None:
            break
        assert max(m.scores) < 60
        m.next_round()
    assert max(m.scores) >= 60
    assert winners(m) == [seat for seat in range(2) if m.scores[seat] == max(m.scores)]


# ---- 7.1 The clock


def timed(*hands: str, **more: Any) -> Table:
    return table(*hands, turn_seconds=30, **more)


@pytest.mark.rules("SS-7.1", "ALL-8")
def test_the_clock_draws_where_that_is_allowed() -> None:
    t = timed("4c 5s", "6c 6d", pile="9h", deck="3s Td")
    t.time_up()
    assert (t.must, hand(t, 0)) == (1, cards("4c 5s 3s"))


@pytest.mark.rules("SS-7.1", "ALL-8", "SS-2.2")
def test_the_clock_draws_with_must_discard_off_even_if_a_card_fits() -> None:
    t = timed("4h 5s", "6c 6d", pile="9h", deck="3s Td", must_discard=False)
    t.time_up()
    assert (t.must, hand(t, 0)) == (1, cards("4h 5s 3s"))


@pytest.mark.rules("SS-7.1", "ALL-8", "SS-2.3")
def test_the_clock_draws_a_card_that_fits_and_it_is_discarded() -> None:
    t = timed("4c 5s", "6c 6d", pile="9h", deck="3h Td")
    t.time_up()
    assert (t.must, pile(t)) == (1, ["9h", "3h"])


@pytest.mark.rules("SS-7.1", "ALL-8")
@pytest.mark.parametrize(
    ("held", "lowest"),
    [
        ("Kh 4h Ah 9c", "Ah"),
        ("2c Kh 4h 9c", "4h"),
        ("Kh 9d Th 9c", "9c"),
        ("9s Kh 9d", "9d"),
        ("Kh Th Qc", "Th"),
        ("Qs Kh Qc", "Qc"),
        ("Kh Ks", "Kh"),
        ("As Ad 2h", "Ad"),
    ],
)
def test_the_clock_plays_the_lowest_card_that_fits(held: str, lowest: str) -> None:
    """Aces are lowest; of one rank clubs come before diamonds, hearts and spades."""
    t = timed(held, "6c 6d", pile="9h", deck="3s Td 3c 3d 4s")
    t.time_up()
    assert (pile(t)[-1], len(hand(t, 0))) == (lowest, len(held.split()) - 1)


@pytest.mark.rules("SS-7.1", "ALL-8", "SS-3.4")
@pytest.mark.parametrize(("sign", "partner"), [("+", 1), ("-", 2)])
def test_the_clock_swaps_with_the_next_seat(sign: str, partner: int) -> None:
    """The clock lays the J; the swap is a question of its own."""
    t = timed("Jh Kh 4c", "6c 6d", "3c 3d", pile="9h", deck="Ts", direction=sign)
    t.time_up()
    assert (t.must, line(t, "phase"), moves(t)) == (0, "swap", {"swap 1", "swap 2"})
    before = hand(t, partner)
    t.time_up()
    assert (t.must, hand(t, 0), hand(t, partner)) == (partner, before, cards("Kh 4c"))


@pytest.mark.rules("SS-7.1", "ALL-8", "SS-3.4")
def test_the_clock_declines_an_optional_swap() -> None:
    t = play(timed("Jh Kc", "6c 6d", "3c 3d", pile="9h", deck="Ts", swap_is_optional=True), "play Jh")
    t.time_up()
    assert (t.must, hands(t)) == (1, [{"Kc"}, cards("6c 6d"), cards("3c 3d")])


@pytest.mark.rules("SS-7.1", "SS-7.2", "ALL-8")
@pytest.mark.parametrize(("held", "must_discard"), [("4c 5s", True), ("4c 5s", False), ("4h 5s", False)])
def test_the_clock_passes_where_a_pass_stands_for_the_draw(held: str, must_discard: bool) -> None:
    t = timed(held, "6c 6d", pile="9h", must_discard=must_discard)
    t.time_up()
    assert (t.must, hand(t, 0), pile(t)) == (1, cards(held), ["9h"])


@pytest.mark.rules("ALL-8")
def test_the_clock_is_off_by_default_and_an_option() -> None:
    timed = Table.new("swap_switch", seats=2, seed=5, options={"turn_seconds": 30})
    plain = Table.new("swap_switch", seats=2, seed=5)
    assert (hands(timed), moves(timed)) == (hands(plain), moves(plain))


# ---- 7.2 Blocked


@pytest.mark.rules("SS-7.2", "ALL-5")
def test_with_nothing_to_draw_a_seat_that_cannot_discard_passes() -> None:
    t = table("4c 5s", "6c 6d", pile="9h")
    assert moves(t) == {"pass"}
    refused(t, "draw", code="swap_switch.refusal.noDraw")
    play(t, "pass")
    assert (t.must, sizes(t)) == (1, [2, 2])


@pytest.mark.rules("SS-7.2", "SS-2.2")
def test_with_nothing_to_draw_a_seat_that_can_discard_must() -> None:
    t = table("4h 5s", "6c 6d", pile="9h")
    assert moves(t) == plays("4h")
    refused(t, "pass", code="swap_switch.refusal.mustDiscard")


@pytest.mark.rules("SS-7.2", "SS-2.2")
def test_with_must_discard_off_the_pass_stands_beside_the_cards() -> None:
    t = table("4h 5s", "6c 6d", pile="9h", must_discard=False)
    assert moves(t) == plays("4h") | {"pass"}


@pytest.mark.rules("SS-7.2", "ALL-5")
@pytest.mark.parametrize(
    ("held", "won", "expected"),
    [
        (("4c", "6c 6d"), [0], [12, 0]),
        (("4c 5s", "6c"), [1], [0, 9]),
        (("4c 5s", "6c 6d"), [0, 1], [0, 0]),
        (("4c", "6c 6d", "7s"), [0, 2], [12, 0, 12]),
        (("4c Kd Ks", "6c 6d", "7s 3c 2c"), [1], [0, 36, 0]),
        (("4c", "6c 6d", "7s", "Jc 2s"), [0, 2], [24, 0, 24, 0]),
        (("4c", "6c", "7s", "Jc"), [0, 1, 2, 3], [0, 0, 0, 0]),
    ],
)
def test_when_all_have_passed_the_fewest_cards_win(held: tuple[str, ...], won: list[int], expected: list[int]) -> None:
    """Each winner gets the face value of the hands that lost."""
    t = table(*held, pile="9h")
    for seat in range(len(held)):
        assert (t.must, t.result) == (seat, None)
        t.play("pass")
    assert (t.must, winners(t), scores(t)) == (None, won, expected)


@pytest.mark.rules("SS-7.2", "ALL-5")
def test_a_card_played_or_drawn_in_between_restarts_the_count_of_passes() -> None:
    """Seats 0 and 1 pass, seat 2 lays an ace, so 9h can be drawn once more; then all three must pass."""
    t = table("4d 5s", "6d 6s", "Ac 3d 3s", pile="9h")
    play(t, "pass", "pass", "play Ac")
    assert moves(t) == {"draw"}
    play(t, "draw")
    assert hand(t, 0) == cards("4d 5s 9h")
    play(t, "pass", "pass")
    assert (t.must, t.result) == (0, None)
    play(t, "pass")
    assert (winners(t), scores(t)) == ([1, 2], [0, 18, 18])


@pytest.mark.rules("ALL-5")
def test_seats_may_block_the_game_by_choice_if_passing_is_allowed() -> None:
    t = play(table("4h 5s", "6h", pile="9h", must_discard=False), "pass", "pass")
    assert (winners(t), scores(t)) == ([1], [0, 9])


# ---- ALL-9 The turn limit


@pytest.mark.rules("ALL-9")
@pytest.mark.parametrize(("limit", "options"), [(100, {"max_turns": 100}), (250, {"max_turns": 250}), (1000, {})])
def test_after_the_last_turn_the_fewest_cards_win(limit: int, options: dict[str, Any]) -> None:
    """4h and 6h are laid in the last two turns; 5s and 3s stay against 7d 8c."""
    t = table("4h 5s", "6h 3s", "7d 8c", pile="9h", deck="Ts", turns=limit - 2, **options)
    play(t, "play 4h")
    assert t.result is None
    play(t, "play 6h")
    assert (t.must, winners(t), scores(t)) == (None, [0, 1], [15, 15, 0])


@pytest.mark.rules("ALL-9", "SS-4.1")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    t = play(table("4h", "6h", "7d", pile="9h", deck="Ts", turns=999), "play 4h")
    assert (winners(t), scores(t)) == ([0], [13, 0, 0])


@pytest.mark.rules("ALL-9", "SS-3.1")
def test_no_penalty_is_drawn_after_the_last_turn() -> None:
    t = play(table("2h 5s", "6h", "7d 8c", pile="9h", deck="Ts Td", turns=999), "play 2h")
    assert (winners(t), scores(t), sizes(t)) == ([0, 1], [15, 15, 0], [1, 1, 2])


@pytest.mark.rules("ALL-9", "SS-3.4")
def test_the_swap_belongs_to_the_last_turn() -> None:
    t = play(table("Jh 5s", "6h 3s", "7d 8c", pile="9h", deck="Ts", turns=999), "play Jh")
    assert t.result is None
    play(t, "swap 2")
    assert (winners(t), scores(t)) == ([2], [0, 0, 24])


@pytest.mark.rules("ALL-9", "SS-3.3")
def test_a_turn_of_the_same_seat_counts_and_a_skipped_one_does_not() -> None:
    """Two eights by seat 0 are turns 98 and 99; nobody's skipped turn is counted; Kc is the hundredth."""
    t = table("8h 8c Kc 5s", "6h 3s", pile="9h", deck="Ts", turns=97, max_turns=100)
    play(t, "play 8h", "play 8c")
    assert (t.must, t.result) == (0, None)
    play(t, "play Kc")
    assert (winners(t), scores(t)) == ([0], [9, 0])


@pytest.mark.rules("ALL-9", "SS-3.1")
def test_taking_a_waiting_penalty_is_not_a_turn_of_its_own() -> None:
    t = table("6h 5c", "6s 3s", pile="9h 2h", deck="Tc Td", penalty=2, turns=999, stacking=True)
    play(t, "draw")
    assert (t.must, t.result) == (0, None)
    play(t, "play 6h")
    assert winners(t) == [1]


# ---- Every game ends, and reads back as itself

HOUSES: list[dict[str, Any]] = [
    {},
    {"must_discard": False, "hand_size": 10},
    {"stacking": True, "start_card": "active", "hand_size": 3},
    {"stacking": True, "must_discard": False, "swap_is_optional": True},
    {"swap_is_optional": True, "start_card": "active"},
]


@pytest.mark.rules("ALL-5", "ALL-9", "ALL-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("house", HOUSES)
def test_every_game_ends_and_every_position_reads_back_as_itself(house: dict[str, Any], seats: int) -> None:
    picks = random.Random(seats)
    t = Table.new("swap_switch", seats=seats, seed=21, options={"max_turns": 100} | house)
    for _ in range(1000):
        copy = Table.from_position(t.position())
        assert (copy.position(), copy.must, copy.result is None) == (t.position(), t.must, t.result is None)
        if t.result is not None:
            break
        assert moves(copy) == moves(t)
        t.play(picks.choice(sorted(t.moves())))
    lost = [held for seat, held in enumerate(hands(t)) if seat not in winners(t)]
    assert winners(t)
    assert max(scores(t)) == sum(points(held) for held in lost)


# ---- ALL-10


@pytest.mark.rules("ALL-10", "SS-3.4")
@pytest.mark.parametrize(("swap_is_optional", "offered"), [(False, {"swap 1"}), (True, {"swap 1", "pass"})])
def test_the_only_partner_is_still_asked_for(swap_is_optional: bool, offered: set[str]) -> None:
    t = play(table("Jh Kc", "6c 6d", pile="9h", deck="Ts", swap_is_optional=swap_is_optional), "play Jh")
    assert (t.must, moves(t), hands(t)) == (0, offered, [{"Kc"}, cards("6c 6d")])


@pytest.mark.rules("ALL-10", "SS-2.2")
def test_the_only_card_that_fits_is_still_asked_for() -> None:
    t = table("4h 5s", "6c 6d", pile="9h", deck="Ts")
    assert (t.must, moves(t)) == (0, plays("4h"))


@pytest.mark.rules("ALL-10", "SS-3.1", "SS-2.3")
def test_penalty_cards_and_a_drawn_card_that_fits_come_by_themselves() -> None:
    """Seat 0 draws 2h, which is laid at once, and seat 1 has its two cards without a word."""
    t = play(table("4c 5s", "6c 6d", pile="9h", deck="2h Ts Td 3c"), "draw")
    assert (t.must, pile(t), hand(t, 1)) == (1, ["9h", "2h"], cards("6c 6d Ts Td"))
