"""Swish, chapters 1 and 2 of the sheet: the deal, the order of the ranks, a turn, the draw."""

from itertools import combinations, permutations
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refused
from tests.games.helpers.swish import (
    PACK,
    called,
    cards,
    deck,
    down,
    flips,
    hand,
    line,
    moves,
    offered,
    on_the_table,
    pile,
    play,
    playable,
    singles,
    table,
)

# One card of every rank, in the order of the sheet.
EVERY_RANK = "3c 4c 5c 6c 7c 8c 9c Jc Qc Kc Ac 2c Tc"

# ---- 1.1 The deal


@pytest.mark.rules("SH-1.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_has_six_cards_face_down_and_five_in_the_hand_and_the_rest_is_the_deck(seats: int) -> None:
    t = Table.new("swish", seats=seats, seed=5)
    for seat in range(seats):
        assert len(hand(t, seat)) == 5
        assert len(down(t, seat)) == 6
        assert "-" not in down(t, seat)
    assert len(deck(t)) == 52 - 11 * seats
    assert sorted(on_the_table(t)) == sorted(PACK)


@pytest.mark.rules("SH-1.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)seat|player"):
        Table.new("swish", seats=seats, seed=5)


@pytest.mark.rules("SH-1.1")
@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("face_down", [2, 4, 6])
def test_hand_size_and_face_down_set_the_deal(size: int, face_down: int) -> None:
    """Four seats with seven and six take the whole pack."""
    t = Table.new("swish", seats=4, seed=5, options={"hand_size": size, "face_down": face_down})
    assert [len(hand(t, seat)) for seat in range(4)] == [size] * 4
    assert [len(down(t, seat)) for seat in range(4)] == [face_down] * 4
    assert len(deck(t)) == 52 - 4 * (size + face_down)


@pytest.mark.rules("SH-1.1")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 2),
        ("hand_size", 8),
        ("face_down", 0),
        ("face_down", 3),
        ("face_down", 5),
        ("face_down", 8),
        ("after_pickup", "nobody"),
        ("match_count", "often"),
        ("max_turns", 99),
        ("max_turns", 5001),
    ],
)
def test_an_option_out_of_its_range_is_refused_by_name(option: str, value: object) -> None:
    with pytest.raises(ValueError, match=option):
        Table.new("swish", seats=2, seed=5, options={option: value})


@pytest.mark.rules("SH-1.1", "ALL-3")
def test_nobody_sees_a_face_down_card_not_even_its_owner() -> None:
    """Two worlds that differ in cards nobody has seen (slot 0 of each seat and the deck) look the same to all."""
    one = table("4c 5c", "4d 5d", downs=("Qh Jh", "Qs Js"), deck="Kh Ks 9s")
    other = table("4c 5c", "4d 5d", downs=("Ks Jh", "Qh Js"), deck="Kh Qs 9s")
    for viewer in (0, 1, None):
        assert str(one.view(viewer)) == str(other.view(viewer))


@pytest.mark.rules("SH-1.1", "ALL-3")
def test_a_hand_is_seen_by_its_owner_only() -> None:
    one = table("4c Qc", "4d Qd", downs=("Qh", "Qs"))
    other = table("4c Qc", "4d Qs", downs=("Qh", "Qd"))
    assert str(one.view(0)) == str(other.view(0))
    assert str(one.view(None)) == str(other.view(None))
    assert str(one.view(1)) != str(other.view(1))


@pytest.mark.rules("SH-1.1")
@pytest.mark.parametrize("slot", range(6))
def test_slots_0_to_5_are_the_places_of_the_face_down_cards(slot: int) -> None:
    t = table("", "3c 4c", downs=("3h 4h 5h 6h 7h 8h", "9s"))
    assert offered(t) == flips(0, 1, 2, 3, 4, 5)
    t.play(f"flip {slot}")
    assert pile(t) == [f"{slot + 3}h"]
    assert down(t, 0) == ["-" if at == slot else f"{at + 3}h" for at in range(6 if slot < 5 else 5)]


# ---- 1.2 The empty pile at the start


@pytest.mark.rules("SH-1.2")
@pytest.mark.parametrize("seed", range(5))
def test_the_pile_starts_empty_and_the_first_seat_leads_with_anything(seed: int) -> None:
    t = Table.new("swish", seats=3, seed=seed)
    assert pile(t) == []
    assert t.must == 0
    assert t.may == []
    assert playable(t) == hand(t, 0)
    assert "pick up" not in t.moves()


@pytest.mark.rules("SH-1.2", "ALL-2")
def test_the_pile_never_becomes_a_deck() -> None:
    t = play(table("8c 9c", "7d Kd", pile="3h 4h 5h 6h"), "play 8c", "play Kd")
    assert pile(t) == ["3h", "4h", "5h", "6h", "8c", "Kd"]
    assert hand(t, 0) == {"9c"}
    assert hand(t, 1) == {"7d"}
    assert deck(t) == []


@pytest.mark.rules("SH-1.2", "SH-4.1")
def test_a_pick_up_draws_nothing() -> None:
    """Three cards in the hand after it, fewer than five, and a deck: still nothing is drawn."""
    t = play(table("3c 4c", "5d", pile="9h", deck="6s 7s"), "pick up")
    assert hand(t, 0) == {"3c", "4c", "9h"}
    assert deck(t) == ["6s", "7s"]


# ---- 2.1, 2.2 Ranks


@pytest.mark.rules("SH-2.1", "SH-2.2", "SH-3.1", "SH-3.2", "SH-3.3")
@pytest.mark.parametrize(
    ("top", "beaten_by"),
    [
        ("3", "3 4 5 6 7 8 9 J Q K A 2 T"),
        ("4", "4 5 6 7 8 9 J Q K A 2 T"),
        ("5", "5 6 7 8 9 J Q K A 2 T"),
        ("6", "6 7 8 9 J Q K A 2 T"),
        ("7", "7 8 9 J Q K A 2 T"),
        ("8", "8 9 J Q K A 2 T"),
        ("9", "9 J Q K A 2 T"),
        ("J", "J Q K A 2 T"),
        ("Q", "Q K A 2 T"),
        ("K", "K A 2 T"),
        ("A", "A 2 T"),
    ],
)
def test_what_beats_what(top: str, beaten_by: str) -> None:
    t = table(EVERY_RANK, "3d 4d", pile=f"{top}h")
    assert {card[0] for card in playable(t)} == cards(beaten_by)


@pytest.mark.rules("SH-2.1", "SH-2.2")
@pytest.mark.parametrize(("low", "top"), [("3c", "4h"), ("9c", "Jh"), ("Jc", "Qh"), ("Qc", "Kh"), ("Kc", "Ah")])
def test_a_lower_card_does_not_beat(low: str, top: str) -> None:
    refused(table(f"{low} 2c", "3d 4d", pile=top), f"play {low}", called(low))


@pytest.mark.rules("SH-2.2")
@pytest.mark.parametrize("suit", "cds")
def test_an_equal_card_of_any_suit_beats(suit: str) -> None:
    t = play(table(f"7{suit} 3c", "3d 4d", pile="7h"), f"play 7{suit}")
    assert pile(t) == ["7h", f"7{suit}"]
    assert t.must == 1


@pytest.mark.rules("SH-2.2")
@pytest.mark.parametrize(
    ("lying", "laid"),
    [("5h", "6c 6d"), ("5h 5s", "6c"), ("5h 5s 5d", "6c"), ("5h 5s 5d", "Ac"), ("5h 5s", "6c 6d 6s"), ("3h", "3c 3d")],
)
def test_the_number_of_cards_does_not_matter(lying: str, laid: str) -> None:
    t = play(table(f"{laid} 4c", "4h 4s", pile=lying), f"play {laid}")
    assert pile(t) == f"{lying} {laid}".split()
    assert t.must == 1


@pytest.mark.rules("SH-2.2", "SH-3.4")
def test_a_3_may_be_followed_by_three_more() -> None:
    t = play(table("3c 4c", "3d 3h 3s 9d"), "play 3c")
    t.play("play 3d 3h 3s")
    assert pile(t) == []
    assert t.must == 1


@pytest.mark.rules("SH-2.2")
def test_only_the_top_is_to_be_beaten() -> None:
    t = table("8c 9c", "3d 4d", pile="Kh 2h 7h")
    assert playable(t) == {"8c", "9c"}


# ---- 2.3 A turn


@pytest.mark.rules("SH-2.3")
def test_one_card_is_a_play_and_the_turn_passes_on() -> None:
    t = play(table("3c 5c", "3d 4d", "3h 4h"), "play 3c")
    assert pile(t) == ["3c"]
    assert t.must == 1
    play(t, "play 4d", "play 4h")
    assert t.must == 0


@pytest.mark.rules("SH-2.3")
@pytest.mark.parametrize("laid", ["4c 4d 4h", "Kc Kd"])
def test_several_cards_of_one_rank_are_one_play(laid: str) -> None:
    """The source: three 4s, two Kings."""
    t = play(table(f"{laid} 9c", "3d 6d"), f"play {laid}")
    assert pile(t) == laid.split()
    assert hand(t, 0) == {"9c"}
    assert t.must == 1


@pytest.mark.rules("SH-2.3")
@pytest.mark.parametrize("order", list(permutations(["4c", "4d", "4h"])))
def test_a_set_is_laid_in_the_order_written(order: tuple[str, ...]) -> None:
    t = play(table("4c 4d 4h 9c", "3d 6d"), f"play {' '.join(order)}")
    assert pile(t) == list(order)


@pytest.mark.rules("SH-2.3")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_set_is_listed_once_for_each_top(number: int) -> None:
    """1, 2+2, 3+6+3, 4+12+12+4 plays of one, two, three, four cards of a rank."""
    held = ["7c", "7d", "7h", "7s"][:number]
    expected = {
        (frozenset(chosen), top) for size in range(1, number + 1) for chosen in combinations(held, size) for top in chosen
    }
    assert len(expected) == {1: 1, 2: 4, 3: 12, 4: 32}[number]
    t = table(" ".join([*held, "9c"]), "3d 4d")
    assert offered(t) == expected | moves("play 9c")


@pytest.mark.rules("SH-2.3")
def test_sets_too_low_are_not_listed() -> None:
    t = table("4c 4d 8c 8d Tc", "3d 3c", pile="6h")
    assert offered(t) == moves("play 8c", "play 8d", "play 8c 8d", "play 8d 8c", "play Tc")


@pytest.mark.rules("SH-2.3")
def test_on_an_empty_pile_anything_goes() -> None:
    t = table(EVERY_RANK, "3d 4d")
    assert offered(t) == singles(EVERY_RANK)


@pytest.mark.rules("SH-2.3", "SH-4.2")
def test_a_seat_that_can_play_must() -> None:
    t = table("2c 3c", "4d 5d", pile="Kh")
    assert offered(t) == moves("play 2c")
    refused(t, "pick up", "play|beat|can")


@pytest.mark.rules("SH-2.3", "ALL-4")
@pytest.mark.parametrize(
    ("move", "fragment"),
    [
        ("play 8c 9c", "rank|same|alike"),
        ("play 8c 8c", "twice|once|8"),
        ("play Ks", called("Ks")),
        ("play 8c 8s", called("8s")),
        ("play", "card"),
        ("play 5c", called("5c")),
        ("flip 0", "hand"),
        ("draw", "draw|move|know|understand"),
    ],
)
def test_a_play_that_is_not_allowed_is_refused_in_words(move: str, fragment: str) -> None:
    refused(table("5c 8c 8d 9c", "3d 4d", pile="7h"), move, fragment)


@pytest.mark.rules("SH-2.3", "ALL-4")
def test_a_seat_out_of_turn_is_refused() -> None:
    t = table("5c 8c", "3d 4d")
    refused(t, "play 3d", "turn", seat=1)
    assert t.moves(1) == []


SITUATIONS: list[dict[str, Any]] = [
    {"held": "5c 8c"},
    {"held": "5c 8c", "pile": "7h"},
    {"held": "5c", "pile": "Kh"},
    {"held": "5c", "pile": "Kh", "voluntary_pickup": True},
    {"held": "5c", "pile": "Kh 2h", "lines": ["phase: again"]},
    {"held": "", "pile": "Kh"},
    {"held": "", "lines": ["phase: again"]},
]
MOVES = (
    "play",
    "play 3d",
    "play 5c",
    "play 3d 4d",
    "play 3d 3d",
    "play zz",
    "pick up",
    "flip",
    "flip 0",
    "flip 9",
    "draw",
    "hm",
)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("move", MOVES)
def test_out_of_turn_is_the_reason_whatever_is_asked_for(situation: dict[str, Any], move: str) -> None:
    facts = dict(situation)
    t = table(facts.pop("held"), "3d 4d", "3h 4h", downs=("9c", "9d", "9h"), **facts)
    for seat in (1, 2):
        refused(t, move, f"It's seat 0's turn, not seat {seat}'s", seat=seat)


@pytest.mark.rules("ALL-4", "SH-5.1")
@pytest.mark.parametrize("move", ["flip", "flip 0", "flip 1", "flip 9", "flip x"])
def test_a_seat_with_a_hand_does_not_flip_whichever_slot_it_names(move: str) -> None:
    refused(table("5c 8c", "3d 4d", downs=("- 9c", "9d")), move, "only flip a face-down card when your hand is empty")


@pytest.mark.rules("ALL-4", "SH-5.1")
@pytest.mark.parametrize(
    ("move", "says"), [("flip", "numbered 0 to 5"), ("flip 9", "numbered 0 to 5"), ("flip 0", "no card to flip")]
)
def test_a_flip_names_a_slot_with_a_card(move: str, says: str) -> None:
    refused(table("", "3d 4d", downs=("- 9c", "9d")), move, says)


# ---- 2.4 The draw


@pytest.mark.rules("SH-2.4")
@pytest.mark.parametrize(("laid", "left"), [("8c", 4), ("8c 8d", 3), ("8c 8d 8h", 2)])
def test_after_the_play_the_hand_is_drawn_up_to_five(laid: str, left: int) -> None:
    """The deck gives its first cards, as many as were laid."""
    t = play(table("8c 8d 8h 4c 5c", "3d", deck="Js Qs Ks As 9s"), f"play {laid}")
    drawn = ["Js", "Qs", "Ks", "As", "9s"][: 5 - left]
    assert hand(t, 0) == (cards("8c 8d 8h 4c 5c") - cards(laid)) | set(drawn)
    assert deck(t) == ["Js", "Qs", "Ks", "As", "9s"][5 - left :]
    assert hand(t, 1) == {"3d"}


@pytest.mark.rules("SH-2.4")
@pytest.mark.parametrize("size", [3, 4, 6, 7])
def test_hand_size_is_what_is_drawn_up_to(size: int) -> None:
    t = play(table("8c 9c", "3d", deck="3s 4s 5s 6s 7s 8s 9s", hand_size=size), "play 8c")
    assert len(hand(t, 0)) == size


@pytest.mark.rules("SH-2.4")
def test_the_deck_gives_what_it_has_and_then_nothing() -> None:
    t = play(table("8c 9c Kc", "8d 9d Kd", deck="4s"), "play 8c")
    assert hand(t, 0) == {"9c", "Kc", "4s"}
    assert line(t, "deck") == ""
    t.play("play 8d")
    assert hand(t, 1) == {"9d", "Kd"}


@pytest.mark.rules("SH-2.4")
@pytest.mark.parametrize(
    ("laid", "drawn"),
    [("8c", 0), ("8c 8d", 0), ("8c 8d 8h", 1)],
)
def test_a_hand_above_five_draws_nothing_until_it_is_below(laid: str, drawn: int) -> None:
    t = play(table("8c 8d 8h 4c 5c 6c 7c", "3d", deck="Js Qs Ks"), f"play {laid}")
    assert len(hand(t, 0)) == 7 - len(laid.split()) + drawn
    assert len(deck(t)) == 3 - drawn


@pytest.mark.rules("SH-2.4", "SH-3.2")
def test_nothing_is_drawn_between_a_2_and_what_follows_it() -> None:
    t = play(table("2c 4c 5c 6c 7c", "3d", deck="Js Qs Ks"), "play 2c")
    assert hand(t, 0) == cards("4c 5c 6c 7c")
    assert deck(t) == ["Js", "Qs", "Ks"]
    t.play("play 4c")
    assert hand(t, 0) == cards("5c 6c 7c Js Qs")
    assert deck(t) == ["Ks"]


@pytest.mark.rules("SH-2.4", "SH-3.3")
def test_nothing_is_drawn_between_a_10_and_what_follows_it() -> None:
    t = play(table("Tc 4c 5c 6c 7c", "3d", pile="9h", deck="Js Qs Ks"), "play Tc")
    assert hand(t, 0) == cards("4c 5c 6c 7c")
    t.play("play 4c")
    assert hand(t, 0) == cards("5c 6c 7c Js Qs")
