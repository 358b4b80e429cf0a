"""Swap Switch: what a seat sees and knows (ALL-3), what a position may say, and what the bot makes of it."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.swap_switch import cards, hand, hands, knows, line, moves, play, table, winners

SWAP = ("Jh Kc 5c", "6c 6d", "6h 6s")


def names(t: Table, state: Any, seat: int) -> set[str]:
    """The cards of a hand in a given state of the game."""
    return set(t.game.pack.set_text(state.hands[seat]).split())


def worlds(t: Table, seat: int, count: int = 60) -> list[Any]:
    """Worlds that this seat could be in."""
    return [t.world(seat, number) for number in range(count)]


# ---- What is seen


@pytest.mark.rules("ALL-3", "SS-3.4")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_view_shows_the_own_hand_alone_also_after_a_swap(viewer: int | None) -> None:
    """Seat 0 knows the Kc and 5c that it gave away, but they are not shown to it."""
    t = play(table(*SWAP, pile="9h", deck="Ts"), "play Jh", "swap 1")
    for seat in range(3):
        zone = t.view(viewer).zone("hand", seat)
        assert zone and zone.count == 2
        assert set(zone.cards) == (hand(t, seat) if seat == viewer else {"??"})


@pytest.mark.rules("ALL-3", "SS-4.1")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_at_the_end_all_hands_lie_open(viewer: int | None) -> None:
    t = play(table("5h", "6c 6d", pile="9h", deck="Ts"), "play 5h")
    zone = t.view(viewer).zone("hand", 1)
    assert zone and set(zone.cards) == cards("6c 6d")


@pytest.mark.rules("ALL-3", "SS-3.4")
@pytest.mark.parametrize(("viewer", "seen"), [(0, "6c 6d Kc 5c"), (1, "6c 6d Kc 5c"), (2, "??"), (None, "??")])
def test_only_the_two_seats_are_told_which_cards_changed_hands(viewer: int | None, seen: str) -> None:
    t = play(table(*SWAP, pile="9h", deck="Ts"), "play Jh", "swap 1")
    got = [event for event in t.events_for(viewer) if event.kind == "got"]
    assert {event.card for event in got} == cards(seen)
    assert [event.seat for event in got] == [0, 0, 1, 1]


@pytest.mark.rules("ALL-3", "SS-2.3")
@pytest.mark.parametrize(("viewer", "card"), [(0, "3s"), (1, "??"), (None, "??")])
def test_a_drawn_card_is_seen_by_its_drawer(viewer: int | None, card: str) -> None:
    t = play(table("4c 5s", "6c 6d", pile="9h", deck="3s Td"), "draw")
    assert [event.card for event in t.events_for(viewer) if event.kind == "drew"] == [card]


# ---- What is known


@pytest.mark.rules("ALL-3", "SS-3.4")
def test_worlds_keep_what_a_seat_gave_away_and_change_the_rest() -> None:
    t = play(table(*SWAP, pile="9h", deck="Ts Td 4s 4d"), "play Jh", "swap 1")
    drawn = worlds(t, 0, 200)
    assert all(names(t, world, 0) == cards("6c 6d") for world in drawn)
    assert all(names(t, world, 1) == cards("Kc 5c") for world in drawn)
    assert len({frozenset(names(t, world, 2)) for world in drawn}) == 15


@pytest.mark.rules("ALL-3", "SS-3.4")
def test_in_a_world_of_a_third_seat_the_others_know_the_cards_that_lie_there() -> None:
    t = play(table(*SWAP, pile="9h", deck="Ts Td"), "play Jh", "swap 1")
    for world in worlds(t, 2):
        assert (world.known[0], world.known[1]) == (world.hands[1], world.hands[0])


@pytest.mark.rules("ALL-3", "SS-3.4")
def test_a_hand_that_comes_back_is_known_no_more_and_one_passed_on_still_is() -> None:
    """Seat 0 gives its hand to seat 1, which passes it on to seat 2: seats 0 and 1 know it there."""
    t = table("Jh Kc 5c", "6c Jd", "Jc 6s 3d", pile="9h", deck="Ts 4s", turn=0)
    play(t, "play Jh", "swap 1")
    assert hands(t) == [cards("6c Jd"), cards("Kc 5c"), cards("Jc 6s 3d")]
    t = Table.from_position(t.position().replace("turn=1", "turn=2"))
    play(t, "play Jc", "swap 1")
    assert hands(t) == [cards("6c Jd"), cards("6s 3d"), cards("Kc 5c")]
    assert [knows(t, seat) for seat in range(3)] == [cards("Kc 5c"), cards("6c Jd Kc 5c"), cards("6s 3d")]


@pytest.mark.rules("ALL-2", "ALL-3", "SS-5.1")
def test_worlds_do_not_mix_the_cards_of_a_new_stock_with_those_that_were_in_hands() -> None:
    """Everyone saw 4d 4s 5d 5s being shuffled in: seat 0 has one of them, seat 1 kept its 8s 3c."""
    t = play(table("6c 7c", "8s 3c", "Td Ts", pile="4d 4s 5d 5s 9h"), "draw")
    for world in worlds(t, 1):
        assert len(names(t, world, 0) & cards("4d 4s 5d 5s")) == 1
        assert names(t, world, 2) <= cards("6c 7c Td Ts")


@pytest.mark.rules("ALL-3")
def test_at_the_end_only_the_deck_is_hidden_and_nothing_is_left_to_know() -> None:
    t = play(table("5h", "6c 6d", pile="9h", deck="Ts 3d", knows={0: "6c"}), "play 5h")
    assert set(t.game.pack.set_text(t.game.unseen(t._state, 1)).split()) == cards("Ts 3d")
    assert knows(t, 0) == set()


# ---- Sentences


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("play 5s", "♠5 matches neither ♥ nor Q"),
        ("play 3c", "You don't hold ♣3"),
        ("draw", "You must play if you can, and you hold ♥4"),
        ("pass", "You must play if you can, and you hold ♥4"),
        ("swap 1", "You can only swap hands after playing a Jack"),
        ("swap 0", "You can only swap hands after playing a Jack"),
        ("swap", "You can only swap hands after playing a Jack"),
        ("pass now", "no move"),
        ("play 4h 5s", "only play one card per turn"),
        ("play", "which card"),
    ],
)
def test_a_refusal_gives_the_reason(move: str, sentence: str) -> None:
    refused(table("4h 5s", "6c 6d", pile="Qh", deck="3s"), move, sentence)


@pytest.mark.rules("ALL-4", "SS-3.1", "SS-3.4", "SS-7.2")
def test_refusals_of_answers_swaps_and_draws_give_the_reason() -> None:
    t = table("4h 5s", "6c 6d", pile="9h 2h", deck="3s 3d", penalty=2, stacking=True)
    refused(t, "play 4h", "only another 2 does")
    refused(table("4c 5s", "6c 6d", pile="9h"), "draw", "nothing left to draw")
    refused(table("4c 5s", "6c 6d", pile="9h", deck="3s"), "draw", "not seat 1.s", seat=1)
    swap = table("Kc", "6c 6d", pile="9h Jh", deck="3s", phase="swap")
    for move in ("play Kc", "play 6c", "play zz", "play", "draw", "pass"):
        refused(swap, move, "You played a Jack: choose a player to swap hands with")
    refused(swap, "swap 0", "with yourself")
    refused(swap, "swap 2", "which seat to swap with, from 0 to 1")
    refused(swap, "swap", "which seat to swap with, from 0 to 1")


@pytest.mark.rules("ALL-4", "SS-2.2", "SS-7.2")
@pytest.mark.parametrize("deck", ["3s", ""])
def test_a_seat_that_must_discard_is_told_so_whether_it_draws_or_passes(deck: str) -> None:
    for move in ("draw", "pass"):
        refused(table("4h 5s", "6c 6d", pile="9h", deck=deck), move, "You must play if you can, and you hold ♥4")


@pytest.mark.rules("ALL-4", "SS-2.2", "SS-7.2")
@pytest.mark.parametrize(
    ("deck", "move", "says"), [("3s", "pass", "while there are cards to draw"), ("", "draw", "pass instead")]
)
def test_pass_and_draw_stand_for_each_other(deck: str, move: str, says: str) -> None:
    refused(table("4h 5s", "6c 6d", pile="9h", deck=deck, must_discard=False), move, says)
    refused(table("4c 5s", "6c 6d", pile="9h", deck=deck), move, says)


SITUATIONS: list[dict[str, Any]] = [
    {"pile": "9h", "deck": "3s"},
    {"pile": "9h"},
    {"pile": "9h", "must_discard": False},
    {"pile": "9h 2h", "deck": "3s", "penalty": 2, "stacking": True},
    {"pile": "2h", "penalty": 2, "stacking": True},
    {"pile": "9h Jh", "deck": "3s", "phase": "swap"},
    {"pile": "9h Jh", "phase": "swap", "swap_is_optional": True},
]
MOVES = (
    "play",
    "play 6c",
    "play 4h",
    "play zz",
    "play 6c 6d",
    "draw",
    "draw 2",
    "pass",
    "swap",
    "swap 0",
    "swap 1",
    "swap 9",
    "hm",
)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("move", MOVES)
def test_out_of_turn_is_the_reason_whatever_is_asked_for(situation: dict[str, Any], move: str) -> None:
    t = table("4h 5s", "6c 6d", "7c 7d", **situation)
    for seat in (1, 2):
        refused(t, move, f"It's seat 0's turn, not seat {seat}'s", seat=seat)


# ---- Positions


@pytest.mark.rules("SS-4.1", "SS-7.2", "ALL-9")
@pytest.mark.parametrize(
    ("held", "facts", "won"),
    [
        (("", "6c 6d"), {"deck": "Ts"}, [0]),
        (("4c 5s", "6c"), {"passes": 2}, [1]),
        (("4c 5s", "6c 6d"), {"passes": 2}, [0, 1]),
        (("4c 5s", "6c"), {"turns": 1000, "deck": "Ts"}, [1]),
        (("4c", ""), {"turns": 1000, "deck": "Ts"}, [1]),
    ],
)
def test_a_finished_game_needs_no_line_of_its_own(held: tuple[str, ...], facts: dict[str, Any], won: list[int]) -> None:
    t = table(*held, pile="9h", **facts)
    assert (t.must, winners(t), line(t, "phase"), line(t, "winners")) == (None, won, "", "")


@pytest.mark.parametrize(
    ("held", "on", "facts", "code"),
    [
        (("", ""), "9h", {}, "position.emptyHands"),
        (("4c", "6c"), "9h", {"phase": "swap"}, "swap_switch.position.swap"),
        (("4c", "6c"), "9h", {"phase": "over"}, "position.winners"),
        (("4c", "6c"), "9h", {"winners": "1"}, "position.winners"),
        (("4c", ""), "9h", {"winners": "0"}, "position.winners"),
        (("4c", ""), "9h", {"phase": "play"}, "position.winners"),
        (("4c", "6c"), "9h", {"passes": 1}, "position.passes"),
        (("4c", "6c"), "9h", {"knows": {0: "4c"}}, "swap_switch.position.knows"),
        (("4c", "6c"), "9h", {"knows": {0: "Ts"}}, "swap_switch.position.knows"),
        (("2c 2d", "6c"), "9h 2h", {"penalty": 6, "stacking": True}, "swap_switch.position.penaltySum"),
    ],
)
def test_impossible_positions_are_refused(held: tuple[str, ...], on: str, facts: dict[str, Any], code: str) -> None:
    with refusal(code):
        table(*held, pile=on, deck="Ts", **facts)


@pytest.mark.rules("ALL-2", "ALL-3")
def test_a_card_cannot_have_come_into_the_deck_in_a_shuffle_that_never_was() -> None:
    with refusal("position.since"):
        Table.from_position("swap_switch seats=2\nhand 0: 4c\nhand 1: 6c\npile: 9h\nsince 1: 4c")


@pytest.mark.rules("SS-3.1", "SS-3.2", "SS-3.4", "SS-4.1", "SS-7.2", "ALL-2", "ALL-3", "ALL-5", "ALL-9")
@pytest.mark.parametrize(
    ("held", "facts", "code"),
    [
        (("4c", "6c"), {"pile": "9h", "penalty": 2, "stacking": True}, "swap_switch.position.penalty"),
        (("4c", "6c"), {"pile": "9h 2h", "penalty": 2}, "swap_switch.position.penalty"),
        (("4c", "6c"), {"pile": "2h", "penalty": 2, "stacking": True, "passes": 1}, "swap_switch.position.passes"),
        (("4c", "6c"), {"pile": "Jh", "phase": "swap", "passes": 1}, "swap_switch.position.passes"),
        (("4c", ""), {"pile": "9h", "passes": 1}, "swap_switch.position.passes"),
        (("4c", "6c"), {"pile": "9h", "passes": 3}, "position.passes"),
        (("4c", "6c"), {"pile": "9h 8h", "passes": 1}, "position.passes"),
        (("4c", "6c"), {"pile": "9h", "turns": 1001, "phase": "over", "winners": "0 1"}, "position.turns"),
        (("4c 5c", "6c"), {"pile": "9h", "turns": 1000, "winners": "0"}, "position.winners"),
        (("4c", "6c"), {"pile": "9h Jh", "turns": 1000, "phase": "swap"}, "position.winners"),
        (("4c", ""), {"pile": "9h Jh", "turn": 1, "phase": "swap"}, "position.winners"),
        (("4c 5c", "", "6c"), {"pile": "9h", "knows": {2: "4c"}}, "swap_switch.position.open"),
        (("4c", "6c"), {"pile": "9h", "since": "4c"}, "position.since"),
        (("4c", "6c"), {"pile": "9h", "deck": "Ts 3s", "shuffles": 1, "since": "Ts"}, "position.shuffles"),
    ],
)
def test_a_turn_that_does_not_fit_the_cards_is_refused(held: tuple[str, ...], facts: dict[str, Any], code: str) -> None:
    with refusal(code):
        table(*held, **facts)


def test_a_position_without_a_pile_gets_one_and_an_empty_pile_is_refused() -> None:
    t = Table.from_position("swap_switch seats=2\nhand 0: 4c\nhand 1: 6c")
    assert (t.must, len(line(t, "pile").split()), len(line(t, "deck").split())) == (0, 1, 49)
    with pytest.raises(ValueError, match="card on the pile"):
        Table.from_position("swap_switch seats=2\nhand 0: 4c\nhand 1: 6c\npile:")


# ---- The bot


@pytest.mark.parametrize(
    ("held", "facts", "advice"),
    [
        (("Jh 5c Kc 4c", "6c", "6h 6s"), {}, "play Jh"),
        (("Jh 5h", "6c 6d 6s", "3c 3d 3s"), {}, "play 5h"),
        (("Ac 5h 4c", "6c 6d", "3c 3d"), {}, "play 5h"),
        (("2h 5h 4c", "6c", "3c 3d"), {}, "play 2h"),
        (("5h 9c 4s", "6c", "3s 3d"), {"knows": {0: "6c"}}, "play 5h"),
        (("Jh 5c", "6c 6d 6s Td Tc", "3c 3d 3s 4c 4d"), {"must_discard": False}, "draw"),
        (("4c 5s", "6c 6d", "3c 3d"), {}, "draw"),
    ],
)
def test_the_bot_plays_sensibly(held: tuple[str, ...], facts: dict[str, Any], advice: str) -> None:
    """It swaps when that pays, keeps an Ace, stops a seat with one card left, and plays around a card that it knows."""
    t = table(*held, pile="9h", deck="Ts 7d 7c", **facts)
    assert {t.advice(0, seed) for seed in range(8)} == {advice}


@pytest.mark.parametrize(
    ("held", "optional", "advice"),
    [
        (("Kc 5c 4c", "6c 6d", "6h"), False, "swap 2"),
        (("Kc", "6c 6d 3c", "6h 6s"), False, "swap 2"),
        (("Kc", "6c 6d 3c", "6h 6s"), True, "pass"),
        (("Kc 5c 4c", "6c 6d", "6h"), True, "swap 2"),
    ],
)
def test_the_bot_swaps_for_the_fewest_cards(held: tuple[str, ...], optional: bool, advice: str) -> None:
    t = table(*held, pile="9h Jh", deck="Ts", phase="swap", swap_is_optional=optional)
    assert (t.advice(), advice in moves(t)) == (advice, True)
