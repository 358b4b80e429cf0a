"""Switch, chapters 1 and 2: the deal, the turned-up card, an ordinary turn."""

import functools
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.switch import (
    DECK,
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
    top,
    won_by,
)


@functools.cache
def seed_that_turns_up(card: str, seats: int, start_card: str) -> int:
    """The first seed whose deal turns up this card (`5h`) or any card of this rank (`8`)."""
    for seed in range(3000):
        if top(turned_up_by(seed, seats, start_card)).startswith(card):
            return seed
    raise AssertionError(f"no seed turns up {card}")


def turned_up_by(seed: int, seats: int, start_card: str) -> Table:
    return Table.new("switch", seats=seats, seed=seed, options={"start_card": start_card})


def turned_up(card: str, start_card: str, seats: int = 3) -> Table:
    return turned_up_by(seed_that_turns_up(card, seats, start_card), seats, start_card)


def matching(t: Table, seat: int) -> set[str]:
    """SW-2.2 by hand, for a top that counts as itself."""
    rank, suit = top(t)[0], top(t)[1]
    return {card for card in hand(t, seat) if card[0] in (rank, "A", "7") or card[1] == suit}


# 1 Setup


@pytest.mark.rules("SW-1.1")
@pytest.mark.parametrize(("seats", "dealt"), [(2, 7), (3, 7), (4, 5), (5, 5), (6, 5), (7, 5), (8, 5)])
def test_seven_cards_each_and_five_from_four_seats_on(seats: int, dealt: int) -> None:
    t = Table.new("switch", seats=seats, seed=11)
    assert [size(t, seat) for seat in range(seats)] == [dealt] * seats


@pytest.mark.rules("SW-1.1")
@pytest.mark.parametrize("hand_size", [3, 4, 6, 10])
def test_the_option_hand_size_sets_the_deal(hand_size: int) -> None:
    t = Table.new("switch", seats=5, seed=1, options={"hand_size": hand_size})
    assert [size(t, seat) for seat in range(5)] == [hand_size] * 5


@pytest.mark.rules("SW-1.1", "SW-1.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_deal_is_one_whole_deck_with_one_card_turned_up(seats: int) -> None:
    t = Table.new("switch", seats=seats, seed=5)
    held = [card for seat in range(seats) for card in hand(t, seat)]
    assert len(pile(t)) == 1
    assert sorted(held + pile(t) + deck(t)) == sorted(DECK)


@pytest.mark.rules("SW-1.1")
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_two_to_eight_seats(seats: int) -> None:
    with refusal("refusal.seats"):
        Table.new("switch", seats=seats, seed=5)


@pytest.mark.rules("SW-1.3")
@pytest.mark.parametrize("card", ["2", "3", "5h", "7", "8", "J", "A", "K"])
def test_the_turned_up_card_is_dead(card: str) -> None:
    """Nothing happens, and seat 0 plays on the card as it is printed."""
    t = turned_up(card, "dead")
    assert (t.must, penalty(t), run(t), direction(t)) == (0, 0, "", "+")
    assert playable(t) == matching(t, 0)
    assert "draw" in t.moves()


@pytest.mark.rules("SW-1.3")
def test_dead_is_the_default_for_the_turned_up_card() -> None:
    seed = seed_that_turns_up("2", 3, "dead")
    assert penalty(Table.new("switch", seats=3, seed=seed)) == 0


@pytest.mark.rules("SW-1.3")
def test_an_active_two_turned_up_is_a_penalty_for_seat_0() -> None:
    t = turned_up("2", "active")
    assert (t.must, penalty(t)) == (0, 2)
    answers = {"5h"} if top(t) == "2h" else set()  # SW-4.3
    assert playable(t) == {card for card in hand(t, 0) if card[0] == "2" or card in answers}
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 9)


@pytest.mark.rules("SW-1.3")
def test_an_active_five_of_hearts_turned_up_is_a_penalty_for_seat_0() -> None:
    t = turned_up("5h", "active")
    assert (t.must, penalty(t)) == (0, 5)
    assert playable(t) == hand(t, 0) & {"2h"}
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 12)


@pytest.mark.rules("SW-1.3")
def test_an_active_three_turned_up_starts_a_run() -> None:
    t = turned_up("3", "active")
    assert (t.must, run(t)) == (0, "3")
    assert playable(t) == {card for card in hand(t, 0) if card[0] in "34"}
    play(t, "draw")
    assert (t.must, run(t), size(t, 0)) == (1, "", 10)


@pytest.mark.rules("SW-1.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_active_jack_turned_up_skips_seat_0(seats: int) -> None:
    t = turned_up("J", "active", seats)
    assert (t.must, direction(t)) == (1, "+")
    assert playable(t) == matching(t, 1)


@pytest.mark.rules("SW-1.3")
def test_an_active_eight_turned_up_reverses_and_seat_0_begins() -> None:
    t = turned_up("8", "active")
    assert (t.must, direction(t)) == (0, "-")
    assert play(t, "draw").must == 2


@pytest.mark.rules("SW-1.3")
@pytest.mark.parametrize("card", ["A", "7", "K", "5c"])
def test_other_cards_turned_up_do_nothing_when_the_start_card_is_active(card: str) -> None:
    t = turned_up(card, "active")
    assert (t.must, penalty(t), run(t), direction(t)) == (0, 0, "", "+")
    assert playable(t) == matching(t, 0)


@pytest.mark.rules("SW-1.3")
@pytest.mark.parametrize("start", ["2s", "3s", "8s", "Js", "As", "7s"])
def test_a_dead_start_card_in_a_position(start: str) -> None:
    t = table("4s 4h Kd", "6c 6d", pile=start, deck="Tc")
    assert offered(t) == moves("play 4s", "play 4s 4h", "draw")


@pytest.mark.rules("SW-1.4")
def test_play_starts_ascending_and_comes_round() -> None:
    t = table("4s 6s", "4h 6h", "4d 6d", pile="Kc", deck="Tc Qc 9c 9d")
    seats = [t.must]
    for _ in range(3):
        seats.append(play(t, "draw").must)
    assert seats == [0, 1, 2, 0]
    assert direction(t) == "+"


@pytest.mark.rules("SW-1.4", "ALL-6")
@pytest.mark.parametrize("seats", range(2, 9))
def test_seat_0_begins_a_deal(seats: int) -> None:
    t = Table.new("switch", seats=seats, seed=3)
    assert (t.must, direction(t)) == (0, "+")


# 2 A turn in normal play


@pytest.mark.rules("SW-2.1")
def test_drawing_is_allowed_with_a_playable_card_in_hand() -> None:
    t = table("9h 4c", "6c 6d", pile="Kh", deck="Tc 9d")
    assert offered(t) == moves("play 9h", "draw")
    play(t, "draw")
    assert hand(t, 0) == cards("9h 4c Tc")
    assert deck(t) == ["9d"]


@pytest.mark.rules("SW-2.1")
def test_a_drawn_card_waits_for_the_next_turn() -> None:
    t = table("4c 6s", "6c 6d", pile="Kh", deck="9h Tc 9d")
    play(t, "draw")
    assert t.must == 1
    assert t.may == []
    refused(t, "play 9h", code="refusal.turn", seat=0)
    play(t, "draw")
    assert playable(t) == {"9h"}


@pytest.mark.rules("SW-2.1")
def test_pass_takes_the_place_of_draw_when_nothing_can_be_drawn() -> None:
    t = table("9h 4c", "6c 6d", pile="Kh")
    assert offered(t) == moves("play 9h", "pass")
    refused(t, "draw", "draw|pass|left|nothing|empty")
    play(t, "pass")
    assert (t.must, hand(t, 0)) == (1, cards("9h 4c"))
    assert offered(t) == moves("pass")


@pytest.mark.rules("SW-2.1")
def test_pass_is_refused_while_something_can_be_drawn() -> None:
    from_deck = table("4c 6s", "6c 6d", pile="Kh", deck="Tc")
    from_pile = table("4c 6s", "6c 6d", pile="Tc Kh")
    for t in (from_deck, from_pile):
        assert offered(t) == moves("draw")
        refused(t, "pass", "draw|pass")


@pytest.mark.rules("SW-2.1", "ALL-5")
@pytest.mark.parametrize("fact", [{"penalty": 2}, {"run": "3"}])
def test_a_penalty_or_run_is_answered_by_draw_even_with_nothing_to_draw(fact: dict[str, Any]) -> None:
    """The draw of 0 cards counts as a pass: with the pass of seat 1 the game is blocked, 2 cards against 1."""
    t = table("9h 9c", "6c", pile="2s" if "penalty" in fact else "3s", **fact)
    assert offered(t) == moves("draw")
    refused(t, "pass", code="switch.refusal.noPass")
    play(t, "draw")
    assert (t.must, penalty(t), run(t), hand(t, 0)) == (1, 0, "", cards("9h 9c"))
    assert t.result is None
    play(t, "pass")
    assert won_by(t) == [1]


@pytest.mark.rules("SW-2.2")
def test_the_first_card_matches_suit_or_rank_or_is_universal() -> None:
    t = table("9c 4h Ac 7d Kd 2s Js", "6c 6d", pile="9h", deck="Tc")
    assert playable(t) == cards("9c 4h Ac 7d")
    for card in ("Kd", "2s", "Js"):
        refused(t, f"play {card}", called(card), "♥|heart", "9")


@pytest.mark.rules("SW-2.2")
def test_a_named_suit_is_the_suit_to_match() -> None:
    t = table("4h 4c As 7d", "6c 6d", pile="Ac", deck="Tc", suit="hearts")
    assert playable(t) == cards("4h As 7d")
    refused(t, "play 4c", called("4c"), "♥|heart")


@pytest.mark.rules("SW-2.2")
def test_a_mirrored_seven_is_matched_by_what_it_mirrors() -> None:
    t = table("Kc 4h 4d 7s", "6c 6d", pile="Kh 7d", deck="Tc")
    assert playable(t) == cards("Kc 4h 7s")
    refused(t, "play 4d", called("4d"), "♥|heart", "K")


@pytest.mark.rules("SW-2.2")
def test_effective_rank_and_suit_may_be_stated_in_the_position() -> None:
    t = table("Qc 4h 4d", "6c 6d", pile="7d", deck="Tc", suit="hearts", rank="Q")
    assert playable(t) == cards("Qc 4h")


@pytest.mark.rules("SW-2.3")
def test_only_the_first_card_of_a_set_must_match() -> None:
    t = table("9h 9c 9d Ks", "6c 6d", pile="4h", deck="Tc")
    assert offered(t) == moves("play 9h", "play 9h 9c", "play 9h 9d", "play 9h 9d 9c", "play 9h 9c 9d", "draw")
    refused(t, "play 9c 9h", called("9c"))


@pytest.mark.rules("SW-2.3")
def test_every_order_counts_by_its_top_when_the_rank_matches() -> None:
    """3 single cards, 3 pairs with either top, 1 triple with any of 3 tops."""
    t = table("9h 9c 9d Kd", "6c 6d", pile="9s", deck="Tc")
    assert len(offered(t)) == 3 + 3 * 2 + 3 + 1
    assert moves("play 9c 9h 9d", "play 9d 9h 9c", "play 9c 9d 9h") <= offered(t)


@pytest.mark.rules("SW-2.3")
def test_the_player_chooses_the_order_and_the_last_card_is_the_top() -> None:
    t = table("9h 9c 9d Ks", "4d 4c", pile="4h", deck="Tc")
    play(t, "play 9h 9d 9c")
    assert pile(t) == ["4h", "9h", "9d", "9c"]
    assert playable(t) == {"4c"}


@pytest.mark.rules("SW-2.3")
def test_a_set_is_never_compulsory() -> None:
    t = play(table("9h 9c Ks", "4d 4c", pile="4h", deck="Tc"), "play 9h")
    assert (t.must, hand(t, 0)) == (1, cards("9c Ks"))


@pytest.mark.rules("SW-2.3")
def test_a_set_is_of_one_printed_rank() -> None:
    """A 7 on a 9 counts as a 9 for matching, but it is not a 9 in a set; nor do 4h and 9h go together by suit."""
    t = table("7c 9h 9c 4h Ks", "4d 4c", pile="9s", deck="Tc")
    refused(t, "play 7c 9h", "rank")
    refused(t, "play 9h 7c", "rank")
    refused(t, "play 9h 4h", "rank")
    assert moves("play 9h 9c", "play 9c 9h") <= offered(t)


@pytest.mark.rules("SW-2.3", "ALL-4")
@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ("Js 4s", "switch.refusal.mixed"),
        ("8s 8h 4h", "switch.refusal.mixed"),
        ("Js Jh 4h", "switch.refusal.mixed"),
        ("As 4s", "switch.refusal.mixed"),
        ("Js Jh Jh", "refusal.eachOnce"),
    ],
)
def test_one_play_is_never_two_turns(laid: str, code: str) -> None:
    """Even where the same seat plays again after its Jacks or 8s, a play is one set, all or nothing."""
    held = " ".join(sorted({*laid.split(), "Kc"}))
    t = table(held, "6c 6d", pile="Ts", deck="Tc")
    refused(t, f"play {laid}", code=code)


@pytest.mark.rules("SW-2.3", "SW-10.2", "ALL-4")
def test_a_card_still_to_be_drawn_cannot_be_part_of_a_play() -> None:
    """The last J♠ would draw J♦ and play again; that card is not in hand when the play is made."""
    refused(table("Js", "6c 6d", pile="Ts", deck="Jd Tc"), "play Js Jd", called("Jd"))


@pytest.mark.rules("SW-2.4")
@pytest.mark.parametrize(
    ("held", "move", "owed"),
    [
        ("2s 2h Kc", "play 2s 2h", 4),
        ("2s 2h 2d Kc", "play 2s 2d 2h", 6),
        ("2s 2h 2d 2c Kc", "play 2s 2d 2h 2c", 8),
        ("5s 5h Kc", "play 5s 5h", 5),
        ("5s 5h 5c Kc", "play 5s 5h 5c", 5),
    ],
)
def test_the_penalties_of_a_whole_set_count(held: str, move: str, owed: int) -> None:
    t = play(table(held, "6c 6d", "6h 6s", pile="Ks", deck="Tc"), move)
    assert (t.must, penalty(t)) == (1, owed)


@pytest.mark.rules("SW-2.4", "SW-4.2")
def test_the_five_of_hearts_counts_under_another_five() -> None:
    """5♥ lies under 5♣: five cards are due and 2♥ is the only answer; once taken, 5 or ♣ is matched."""
    t = play(table("5h 5c Kc", "2h 2c 6c", "6h 4c", pile="Kh", deck="Tc Td Th Ts 9c 9d"), "play 5h 5c")
    assert penalty(t) == 5
    assert playable(t) == {"2h"}
    play(t, "draw")
    assert (t.must, size(t, 1)) == (2, 8)
    assert playable(t) == {"4c"}


@pytest.mark.rules("SW-2.4")
def test_each_jack_and_each_eight_of_a_set_counts() -> None:
    jacks = play(table("Js Jh Kc", "6c 6d", "6h 6s", "4c 4d", pile="Ks", deck="Tc"), "play Js Jh")
    assert (jacks.must, direction(jacks)) == (3, "+")
    eights = play(table("8s 8h 8d Kc", "6c 6d", "6h 6s", "4c 4d", pile="Ks", deck="Tc"), "play 8s 8h 8d")
    assert (eights.must, direction(eights)) == (3, "-")
