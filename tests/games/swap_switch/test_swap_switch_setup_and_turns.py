"""Swap Switch, chapters 1 and 2: the deal, the turned-up card, an ordinary turn."""

import functools

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.swap_switch import (
    DECK,
    called,
    cards,
    deck,
    direction,
    fitting,
    hand,
    hands,
    moves,
    penalty,
    pile,
    play,
    plays,
    sizes,
    table,
    top,
)


def turned_up_by(seed: int, seats: int, options: tuple[tuple[str, object], ...]) -> Table:
    return Table.new("swap_switch", seats=seats, seed=seed, options=dict(options))


@functools.cache
def seed_that_turns_up(rank: str, seats: int, options: tuple[tuple[str, object], ...]) -> int:
    """The first seed whose deal turns up a card of this rank."""
    for seed in range(2000):
        if top(turned_up_by(seed, seats, options)).startswith(rank):
            return seed
    raise AssertionError(f"no seed turns up {rank}")


def turned_up(rank: str, seats: int = 3, **options: object) -> Table:
    key = tuple(sorted(options.items()))
    return turned_up_by(seed_that_turns_up(rank, seats, key), seats, key)


# ---- 1.1 The deal


@pytest.mark.rules("SS-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seven_cards_each_and_one_turned_up(seats: int) -> None:
    t = Table.new("swap_switch", seats=seats, seed=11)
    assert sizes(t) == [7] * seats
    assert len(pile(t)) == 1
    held = [card for held in hands(t) for card in held]
    assert sorted(held + pile(t) + deck(t)) == sorted(DECK)


@pytest.mark.rules("SS-1.1")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_seats(seats: int) -> None:
    with refusal("refusal.seats"):
        Table.new("swap_switch", seats=seats, seed=1)


@pytest.mark.rules("SS-1.1")
@pytest.mark.parametrize("hand_size", [3, 4, 7, 10])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_option_hand_size_sets_the_deal(hand_size: int, seats: int) -> None:
    t = Table.new("swap_switch", seats=seats, seed=1, options={"hand_size": hand_size})
    assert sizes(t) == [hand_size] * seats


@pytest.mark.rules("SS-1.1")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 2),
        ("hand_size", 11),
        ("max_turns", 99),
        ("max_turns", 5001),
        ("start_card", "lively"),
        ("stacking", "twos"),
        ("must_discard", "perhaps"),
        ("swap_is_optional", 7),
        ("jokers", 2),
    ],
)
def test_options_out_of_range_or_unknown_are_refused(option: str, value: object) -> None:
    with pytest.raises(ValueError, match=option):
        Table.new("swap_switch", seats=2, seed=1, options={option: value})


@pytest.mark.rules("SS-1.1")
@pytest.mark.parametrize("rank", ["2", "Q", "8", "K", "J", "A", "5"])
def test_the_turned_up_card_has_no_effect(rank: str) -> None:
    """Seat 0 begins with its seven cards and plays on the card as it lies there."""
    t = turned_up(rank)
    assert (t.must, penalty(t), direction(t)) == (0, 0, "+")
    assert sizes(t) == [7, 7, 7]
    fits = fitting(hand(t, 0), top(t))
    assert moves(t) == (plays(" ".join(fits)) if fits else {"draw"})


@pytest.mark.rules("SS-1.1")
def test_the_start_card_said_to_be_dead_is_the_default() -> None:
    t = turned_up("Q", start_card="dead")
    assert (sizes(t), t.must) == ([7, 7, 7], 0)


@pytest.mark.rules("SS-1.1", "SS-3.1", "SS-3.2")
@pytest.mark.parametrize(("rank", "drawn"), [("2", 2), ("Q", 4)])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_active_two_or_queen_turned_up_hits_the_starting_seat(rank: str, drawn: int, seats: int) -> None:
    """It draws by itself before its first move and then plays normally."""
    t = turned_up(rank, seats, start_card="active")
    assert (t.must, penalty(t), direction(t)) == (0, 0, "+")
    assert sizes(t) == [7 + drawn] + [7] * (seats - 1)
    fits = fitting(hand(t, 0), top(t))
    assert moves(t) == (plays(" ".join(fits)) if fits else {"draw"})


@pytest.mark.rules("SS-1.1", "SS-3.1", "SS-3.2")
@pytest.mark.parametrize(("rank", "waiting"), [("2", 2), ("Q", 4)])
def test_an_active_two_or_queen_turned_up_waits_when_stacking(rank: str, waiting: int) -> None:
    t = turned_up(rank, start_card="active", stacking=True)
    assert (t.must, penalty(t), sizes(t)) == (0, waiting, [7, 7, 7])
    assert moves(t) == {f"play {card}" for card in hand(t, 0) if card[0] == rank} | {"draw"}
    t.play("draw")
    assert (t.must, penalty(t), sizes(t)) == (0, 0, [7 + waiting, 7, 7])


@pytest.mark.rules("SS-1.1", "SS-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_active_eight_turned_up_skips_the_starting_seat(seats: int) -> None:
    t = turned_up("8", seats, start_card="active")
    assert (t.must, direction(t), sizes(t)) == (1, "+", [7] * seats)


@pytest.mark.rules("SS-1.1", "SS-3.5")
@pytest.mark.parametrize("seats", [3, 4])
def test_an_active_king_turned_up_turns_the_direction_and_the_starting_seat_begins(seats: int) -> None:
    t = turned_up("K", seats, start_card="active")
    assert (t.must, direction(t), sizes(t)) == (0, "-", [7] * seats)


@pytest.mark.rules("SS-1.1", "SS-3.4", "SS-3.6")
@pytest.mark.parametrize("rank", ["J", "A", "5", "T"])
@pytest.mark.parametrize("swap_is_optional", [False, True])
def test_an_active_jack_turned_up_swaps_nothing_and_others_do_nothing(rank: str, swap_is_optional: bool) -> None:
    t = turned_up(rank, start_card="active", swap_is_optional=swap_is_optional)
    assert (t.must, direction(t), penalty(t), sizes(t)) == (0, "+", 0, [7, 7, 7])
    assert not any(move.startswith("swap") for move in moves(t))


@pytest.mark.rules("SS-1.1", "SS-3.1")
def test_a_position_never_sets_off_its_start_card() -> None:
    """The effect belongs to the deal; a position describes the table after it."""
    t = table("5h Kc", "6c 6d", pile="2h", deck="Tc Td", start_card="active")
    assert (t.must, sizes(t), moves(t)) == (0, [2, 2], plays("5h"))


# ---- 2.1 What may be discarded


@pytest.mark.rules("SS-2.1")
@pytest.mark.parametrize(
    ("on", "held", "fits"),
    [
        ("9h", "4h 9c 5s Kd", "4h 9c"),
        ("9h", "Ac Qs 4c", "Ac Qs"),
        ("2s", "2d 7s Jc 8h", "2d 7s"),
        ("8d", "8c Kd 2s Jh", "8c Kd"),
        ("Jc", "Jh 3c Ks 2d", "Jh 3c"),
        ("Ks", "Kh Ts 8c 2d", "Kh Ts"),
        ("Th", "Tc 9h 5d", "Tc 9h"),
    ],
)
def test_a_card_fits_by_suit_or_value_and_aces_and_queens_always(on: str, held: str, fits: str) -> None:
    t = table(held, "6c 6d", pile=on, deck="3s")
    assert moves(t) == plays(fits)


@pytest.mark.rules("SS-2.1")
@pytest.mark.parametrize(("on", "held", "fits"), [("Ah", "As 5h 5c Jd", "As 5h"), ("Qd", "Qs 5d 5c Jh", "Qs 5d")])
def test_an_ace_or_queen_on_top_is_matched_like_any_card(on: str, held: str, fits: str) -> None:
    t = table(held, "6c 6d", pile=on, deck="3s")
    assert moves(t) == plays(fits)


@pytest.mark.rules("SS-2.1")
def test_only_the_top_card_counts() -> None:
    t = table("4h 9c 5s", "6c 6d", pile="4d 9h 5c", deck="3s")
    assert moves(t) == plays("9c 5s")


@pytest.mark.rules("SS-2.1", "ALL-4")
@pytest.mark.parametrize("card", ["5s", "Kd"])
def test_a_card_that_does_not_fit_is_refused_by_name(card: str) -> None:
    refused(table("4h 5s Kd", "6c 6d", pile="9h", deck="3s"), f"play {card}", called(card))


@pytest.mark.rules("SS-2.1", "ALL-4")
@pytest.mark.parametrize("card", ["3h", "6c", "9h", "Ts"])
def test_a_card_that_is_not_in_the_hand_is_refused_by_name(card: str) -> None:
    """It doesn't matter whether it is in the deck, in another hand, on the pile or out of the game."""
    refused(table("4h 5s Kd", "6c 6d", pile="9h", deck="3h"), f"play {card}", called(card))


# ---- 2.2 Must discard, one card


@pytest.mark.rules("SS-2.2")
def test_a_seat_that_can_discard_must() -> None:
    t = table("4h 5s", "6c 6d", pile="9h", deck="3s")
    assert moves(t) == plays("4h")
    refused(t, "draw", code="swap_switch.refusal.mustDiscard")
    refused(t, "pass", code="swap_switch.refusal.mustDiscard")


@pytest.mark.rules("SS-2.2")
@pytest.mark.parametrize("card", ["Ac", "Qc"])
def test_an_ace_or_queen_is_a_card_that_must_be_discarded(card: str) -> None:
    t = table(f"{card} 5s", "6c 6d", pile="9h", deck="3s")
    assert moves(t) == plays(card)
    refused(t, "draw", code="swap_switch.refusal.mustDiscard")


@pytest.mark.rules("SS-2.2")
def test_only_one_card_is_played_per_turn() -> None:
    t = table("4h 4c 4d Ks", "6c 6d", pile="9h", deck="3s")
    refused(t, "play 4h 4c", code="swap_switch.refusal.oneCard")
    refused(t, "play 4h 4c 4d", code="swap_switch.refusal.oneCard")
    play(t, "play 4h")
    assert (t.must, hand(t, 0), pile(t)) == (1, cards("4c 4d Ks"), ["9h", "4h"])


@pytest.mark.rules("SS-2.2", "ALL-4")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("play", "swap_switch.refusal.whichCard"),
        ("play 4", "refusal.noCard"),
        ("play 4x", "refusal.noCard"),
        ("play ??", "refusal.noCard"),
        ("swap 1", "swap_switch.refusal.jackOnly"),
        ("name hearts", "swap_switch.refusal.noMove"),
        ("flub", "swap_switch.refusal.noMove"),
        ("", "refusal.words"),
    ],
)
def test_words_that_mean_nothing_here_are_refused(move: str, code: str) -> None:
    refused(table("4h 5s", "6c 6d", pile="9h", deck="3s"), move, code=code)


@pytest.mark.rules("SS-2.2", "ALL-4")
def test_nobody_moves_out_of_turn_and_nobody_cuts_in() -> None:
    t = table("4h 5s", "9c 6d", "9d 6s", pile="9h", deck="3s")
    assert list(t.may) == []
    for seat in (1, 2):
        assert moves(t, seat) == set()
        refused(t, "play 9c", code="refusal.turn", seat=seat)
        refused(t, "draw", code="refusal.turn", seat=seat)


@pytest.mark.rules("SS-2.2")
@pytest.mark.parametrize(("held", "offered"), [("4h 9c 5s", "4h 9c"), ("Qs Ac 5s", "Qs Ac"), ("5s Kd", "")])
def test_must_discard_off_offers_to_draw_beside_the_cards_that_fit(held: str, offered: str) -> None:
    t = table(held, "6c 6d", pile="9h", deck="3s Td", must_discard=False)
    assert moves(t) == plays(offered) | {"draw"}
    play(t, "draw")
    assert (t.must, hand(t, 0)) == (1, cards(held) | {"3s"})


@pytest.mark.rules("SS-2.2", "SS-2.3")
def test_must_discard_off_still_discards_a_drawn_card_that_fits() -> None:
    t = play(table("4h 5s", "6c 6d", pile="9h", deck="3h Td", must_discard=False), "draw")
    assert (t.must, hand(t, 0), pile(t)) == (1, cards("4h 5s"), ["9h", "3h"])


# ---- 2.3 Drawing


@pytest.mark.rules("SS-2.3")
def test_a_seat_that_cannot_discard_has_only_the_draw() -> None:
    t = table("4c 5s", "6c 6d", pile="9h", deck="3s Td")
    assert moves(t) == {"draw"}
    refused(t, "pass", code="swap_switch.refusal.noPass")


@pytest.mark.rules("SS-2.3")
def test_a_drawn_card_that_does_not_fit_stays_and_the_turn_passes() -> None:
    t = play(table("4c 5s", "6c 6d", pile="9h", deck="3s Td"), "draw")
    assert (t.must, hand(t, 0), pile(t), deck(t)) == (1, cards("4c 5s 3s"), ["9h"], ["Td"])


@pytest.mark.rules("SS-2.3")
@pytest.mark.parametrize("drawn", ["3h", "9s", "Ac"])
def test_a_drawn_card_that_fits_is_discarded_at_once(drawn: str) -> None:
    t = play(table("4c 5s", "6c 6d", pile="9h", deck=f"{drawn} Td"), "draw")
    assert (t.must, hand(t, 0), pile(t), deck(t)) == (1, cards("4c 5s"), ["9h", drawn], ["Td"])


@pytest.mark.rules("SS-2.3")
def test_only_one_card_is_drawn_even_if_the_next_would_fit() -> None:
    t = play(table("4c 5s", "6c 6d", pile="9h", deck="3s 3h"), "draw")
    assert (t.must, hand(t, 0), deck(t)) == (1, cards("4c 5s 3s"), ["3h"])


@pytest.mark.rules("SS-2.3")
def test_a_kept_card_that_fits_later_is_played_from_the_hand() -> None:
    """3s is kept; seat 1 lays 9s on the 9h, and now the spades fit."""
    t = play(table("4c 5s", "9s 6d", pile="9h", deck="3s Td"), "draw", "play 9s")
    assert moves(t) == plays("3s 5s")


@pytest.mark.rules("SS-2.3", "SS-3.1")
@pytest.mark.parametrize(("drawn", "penalty_cards"), [("2h", 2), ("Qc", 4)])
def test_a_drawn_two_or_queen_has_its_effect(drawn: str, penalty_cards: int) -> None:
    t = play(table("4c 5s", "6c 6d", "6h 6s", pile="9h", deck=f"{drawn} Td Ts Tc 3d 3c"), "draw")
    assert (t.must, sizes(t)) == (1, [2, 2 + penalty_cards, 2])


@pytest.mark.rules("SS-2.3", "SS-3.3")
def test_a_drawn_eight_skips() -> None:
    t = play(table("4c 5s", "6c 6d", "6h 6s", pile="9h", deck="8h Td"), "draw")
    assert (t.must, top(t)) == (2, "8h")


@pytest.mark.rules("SS-2.3", "SS-3.5")
def test_a_drawn_king_turns_the_direction() -> None:
    t = play(table("4c 5s", "6c 6d", "6h 6s", pile="9h", deck="Kh Td"), "draw")
    assert (t.must, direction(t)) == (2, "-")


@pytest.mark.rules("SS-2.3", "SS-3.4")
def test_a_drawn_jack_swaps_a_hand() -> None:
    t = play(table("4c 5s", "6c 6d", "6h 6s", pile="9h", deck="Jh Td"), "draw")
    assert (t.must, top(t), moves(t)) == (0, "Jh", {"swap 1", "swap 2"})
    play(t, "swap 2")
    assert (t.must, hands(t)) == (1, [cards("6h 6s"), cards("6c 6d"), cards("4c 5s")])
