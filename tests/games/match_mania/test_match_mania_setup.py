"""Match Mania, chapter 1 of the sheet and MM-7.9, MM-7.10, MM-4.3: cards, deal, start card, refused settings."""

from collections import Counter
from typing import Any

import pytest

from parlour import Table
from parlour.core.sentence import Invalid
from tests.games.helpers.match_mania import (
    NAMES,
    all_cards,
    colour,
    direction,
    face,
    hand,
    moves,
    opening,
    penalty,
    pile,
    play,
    plays,
    sizes,
    table,
    top,
)

SEEDS = range(60)


def whole_deck(decks: int) -> Counter[str]:
    """MM-1.1 written out by hand."""
    one = Counter({"W": 4, "W+4": 4})
    for letter in "rygb":
        one[f"{letter}0"] = 1
        for what in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"]:
            one[letter + what] = 2
    return Counter({card: decks * count for card, count in one.items()})


# ---- 1.1, 4.3 The cards


@pytest.mark.rules("MM-1.1")
def test_the_deck_is_the_108_cards_of_the_sheet() -> None:
    t = Table.new("match_mania", seats=4, seed=3)
    assert sum(whole_deck(1).values()) == 108
    assert all_cards(t, 4) == whole_deck(1)


@pytest.mark.rules("MM-1.1", "MM-4.3")
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_several_decks_are_shuffled_together(decks: int) -> None:
    t = Table.new("match_mania", seats=5, seed=3, options={"decks": decks})
    assert all_cards(t, 5) == whole_deck(decks)


@pytest.mark.rules("MM-1.1")
@pytest.mark.parametrize(("cards", "decks"), [("r0 r0", 1), ("g+2 g+2 g+2", 1), ("W W W W W", 1), ("r0 r0 r0", 2)])
def test_a_position_with_too_many_copies_of_a_card_is_refused(cards: str, decks: int) -> None:
    with pytest.raises(ValueError, match=r"^The card \S+ is in two places\.$"):
        table(cards, "y1", decks=decks)


@pytest.mark.rules("MM-4.3")
def test_there_is_no_option_named_progressive() -> None:
    with pytest.raises(ValueError, match="progressive"):
        Table.new("match_mania", seats=4, seed=3, options={"progressive": True})


@pytest.mark.rules("MM-4.3", "MM-7.10")
@pytest.mark.parametrize(("seats", "decks"), [(11, 2), (20, 2), (20, 4)])
def test_up_to_twenty_seats_play_with_more_decks(seats: int, decks: int) -> None:
    t = Table.new("match_mania", seats=seats, seed=3, options={"decks": decks, "start_card": "number"})
    assert sizes(t, seats) == [7] * seats
    assert t.must == 0


@pytest.mark.rules("MM-4.3", "MM-7.10")
@pytest.mark.parametrize(("seats", "decks"), [(11, 1), (20, 1), (21, 4), (1, 1)])
def test_too_many_or_too_few_seats_are_refused(seats: int, decks: int) -> None:
    with pytest.raises(Invalid) as refused:
        Table.new("match_mania", seats=seats, seed=3, options={"decks": decks})
    assert refused.value.code == ("match_mania.clash.decks" if 2 <= seats <= 20 else "refusal.seats")


# ---- 1.2 The deal


@pytest.mark.rules("MM-1.2")
@pytest.mark.parametrize("seats", range(2, 11))
def test_seven_cards_each_and_one_turned_up(seats: int) -> None:
    t = Table.new("match_mania", seats=seats, seed=3, options={"start_card": "number"})
    assert sizes(t, seats) == [7] * seats
    assert len(pile(t)) == 1
    assert t.must == 0
    assert t.may == []


@pytest.mark.rules("MM-1.2", "MM-4.3")
@pytest.mark.parametrize("size", [3, 10, 15])
def test_the_hand_size_is_an_option(size: int) -> None:
    t = Table.new("match_mania", seats=4, seed=3, options={"hand_size": size, "start_card": "number"})
    assert sizes(t, 4) == [size] * 4


@pytest.mark.rules("MM-1.2", "MM-4.3")
@pytest.mark.parametrize(("name", "value"), [("hand_size", 2), ("hand_size", 16), ("decks", 0), ("decks", 5)])
def test_values_out_of_range_are_refused(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        Table.new("match_mania", seats=4, seed=3, options={name: value})


@pytest.mark.rules("MM-7.10")
@pytest.mark.parametrize(
    ("seats", "size", "decks", "fits"),
    [(10, 10, 1, True), (10, 11, 1, False), (9, 12, 1, False), (9, 12, 2, True), (8, 13, 1, True), (7, 15, 1, True)],
)
def test_the_hands_and_the_start_card_must_be_in_the_deck(seats: int, size: int, decks: int, fits: bool) -> None:
    """9 times 12 + 1 = 109 is one too many; 8 times 13 + 1 = 105 is not."""
    options = {"hand_size": size, "decks": decks, "start_card": "number"}
    if fits:
        assert sizes(Table.new("match_mania", seats=seats, seed=3, options=options), seats) == [size] * seats
        return
    with pytest.raises(ValueError, match="hand_size"):
        Table.new("match_mania", seats=seats, seed=3, options=options)


# ---- 1.2, 7.9 The start card


@pytest.mark.rules("MM-1.2")
def test_a_number_only_start() -> None:
    for seed in SEEDS:
        t = Table.new("match_mania", seats=4, seed=seed, options={"start_card": "number"})
        assert face(top(t)).isdigit()
        assert t.must == 0
        assert direction(t) == "+"
        assert all_cards(t, 4) == whole_deck(1)


@pytest.mark.rules("MM-1.2")
def test_an_active_start_turns_up_anything_but_a_wild_four() -> None:
    seen = set()
    for seed in range(300):
        t = Table.new("match_mania", seats=2, seed=seed)
        seen.add(face(top(t)))
        assert len(pile(t)) == 1
    assert "W+4" not in seen
    assert {"S", "R", "+2", "W"} < seen


@pytest.mark.rules("MM-1.2")
def test_a_start_number_leaves_the_first_seat_its_turn() -> None:
    t = opening("4")
    assert t.must == 0
    assert "draw" in moves(t)


@pytest.mark.rules("MM-1.2", "MM-3.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_start_skip_hits_the_first_seat(seats: int) -> None:
    t = opening("S", seats)
    assert t.must == 1
    assert sizes(t, seats) == [7] * seats


@pytest.mark.rules("MM-7.9", "MM-1.2")
@pytest.mark.parametrize("seats", [3, 4, 7])
def test_a_start_reverse_turns_the_direction_and_the_last_seat_begins(seats: int) -> None:
    t = opening("R", seats)
    assert direction(t) == "-"
    assert t.must == seats - 1
    t.play("draw")
    if t.must == seats - 1:
        t.play("keep")
    assert t.must == seats - 2


@pytest.mark.rules("MM-7.9")
def test_a_start_reverse_with_two_seats_is_a_skip() -> None:
    assert opening("R", 2).must == 1


@pytest.mark.rules("MM-1.2", "MM-3.3")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_start_plus_two_is_drawn_by_the_first_seat(seats: int) -> None:
    t = opening("+2", seats)
    assert sizes(t, seats) == [9] + [7] * (seats - 1)
    assert t.must == 1
    assert penalty(t) == 0


@pytest.mark.rules("MM-7.9", "MM-3.3")
@pytest.mark.parametrize("stacking", ["twos", "twos_and_fours", "all"])
def test_a_start_plus_two_may_be_stacked_on(stacking: str) -> None:
    t = opening("+2", 4, stacking=stacking)
    assert t.must == 0
    assert penalty(t) == 2
    assert sizes(t, 4) == [7] * 4
    assert {face(card) for card in plays(t)} <= {"+2", "W+4"}
    t.play("draw")
    assert sizes(t, 4) == [9, 7, 7, 7]
    assert t.must == 1


@pytest.mark.rules("MM-1.2", "MM-3.4")
def test_a_start_wild_lets_the_first_seat_name_the_colour_and_play() -> None:
    t = opening("W")
    assert t.must == 0
    assert moves(t) == NAMES
    t.play("name green")
    assert t.must == 0
    assert colour(t) == "green"
    assert plays(t) == {card for card in hand(t, 0) if card[0] in "gW"}
    assert "draw" in moves(t)


@pytest.mark.rules("MM-1.2", "MM-4.2")
def test_a_start_seven_or_zero_swaps_nothing() -> None:
    for wanted in ("7", "0"):
        t = opening(wanted, 3, seven_o=True)
        assert t.must == 0
        assert "draw" in moves(t)


@pytest.mark.rules("MM-7.9")
def test_a_deal_without_a_possible_start_card_is_dealt_again() -> None:
    """7 times 15 = 105: three cards are left, and about one time in forty none of them is a number."""
    for seed in range(150):
        t = Table.new("match_mania", seats=7, seed=seed, options={"hand_size": 15, "start_card": "number"})
        assert face(top(t)).isdigit()
        assert sizes(t, 7) == [15] * 7
        assert all_cards(t, 7) == whole_deck(1)


@pytest.mark.rules("MM-7.5", "MM-7.9")
def test_the_start_card_opens_no_window() -> None:
    for seed in SEEDS:
        t = Table.new("match_mania", seats=8, seed=seed, options={"jump_in": True, "call_out": "manual"})
        assert t.may == []


# ---- Settings that clash


@pytest.mark.rules("MM-2.5")
@pytest.mark.parametrize("option", ["force_play", "draw_to_match"])
def test_a_forced_drawn_card_clashes_with_play_drawn_off(option: str) -> None:
    with pytest.raises(ValueError, match=rf"(?s){option}.*play_drawn|play_drawn.*{option}"):
        Table.new("match_mania", seats=4, seed=3, options={option: True, "play_drawn": False})


@pytest.mark.rules("MM-3.6")
@pytest.mark.parametrize("options", [{}, {"wild_four": "anytime"}, {"wild_four": "no_play"}])
def test_a_challenge_needs_the_no_colour_rule(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"(?s)challenge.*wild_four|wild_four.*challenge"):
        Table.new("match_mania", seats=4, seed=3, options={"challenge": True, **options})


@pytest.mark.rules("MM-3.3", "MM-3.5", "MM-4.4", "MM-1.2")
@pytest.mark.parametrize("name", ["stacking", "wild_four", "call_out", "start_card"])
def test_unknown_values_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        Table.new("match_mania", seats=4, seed=3, options={name: "perhaps"})


@pytest.mark.rules("MM-2.3", "MM-2.4")
def test_force_play_and_draw_to_match_go_together() -> None:
    t = table("g9 y9", "g1", deck="b1 r8 b2", force_play=True, draw_to_match=True)
    assert moves(play(t, "draw")) == {"play r8"}
