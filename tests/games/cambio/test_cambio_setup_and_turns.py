"""Cambio, chapters 1 and 2 of the sheet: the deal, the memory phase, the points, a turn."""

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    DECK,
    MATCHES,
    START,
    SWAPS,
    deck,
    facts,
    finish,
    grid,
    knows,
    looks,
    moves,
    pile,
    play,
    quiet_turn,
    scores,
    sees,
    slots,
    spots,
    table,
    winners,
)
from tests.games.helpers.refusals import refusal

# ---- 1 Setup


@pytest.mark.rules("CA-1.1", "CA-1.2")
@pytest.mark.parametrize("seats", range(2, 9))
def test_four_cards_each_one_turned_up_and_the_rest_to_draw(seats: int) -> None:
    t = Table.new("cambio", seats=seats, seed=3)
    grids = [slots(t, seat) for seat in range(seats)]
    assert [len(cards) for cards in grids] == [4] * seats
    assert len(pile(t)) == 1
    assert len(deck(t)) == 54 - 4 * seats - 1
    every = [card for cards in (*grids, pile(t), deck(t)) for card in cards]
    assert len(set(every)) == 54


@pytest.mark.rules("CA-1.1")
@pytest.mark.parametrize("seats", [0, 1, 9])
def test_fewer_than_two_or_more_than_eight_seats_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)seat|player"):
        Table.new("cambio", seats=seats, seed=3)


@pytest.mark.rules("CA-1.2")
def test_without_a_start_discard_the_pile_is_empty_and_nothing_can_be_taken() -> None:
    t = Table.new("cambio", seats=3, seed=3, options={"start_discard": False})
    assert pile(t) == []
    assert len(deck(t)) == 54 - 12
    assert moves(t) == {"call", "draw"}
    with pytest.raises(Illegal, match=r"(?i)discard|pile|take"):
        t.play("take")


@pytest.mark.rules("CA-1.2", "CA-2.2")
def test_without_a_start_discard_the_first_discard_can_be_taken() -> None:
    t = table(pile="", start_discard=False, matching="off")
    play(t, "draw", "discard")
    assert pile(t) == ["Ad"]
    assert moves(t) == START


@pytest.mark.rules("CA-1.2")
def test_the_first_card_of_the_draw_pile_is_drawn() -> None:
    t = Table.new("cambio", seats=2, seed=5)
    first, *others = deck(t)
    play(t, "draw", "discard")
    assert pile(t)[-1] == first
    assert deck(t) == others


@pytest.mark.rules("CA-1.3")
@pytest.mark.parametrize(("number", "seen"), [(0, ""), (1, "2"), (2, "23"), (3, "230"), (4, "2301")])
def test_the_memory_phase_shows_slots_2_3_0_1_in_this_order(number: int, seen: str) -> None:
    """With the memory aid on, seat 1's view marks exactly what it saw in the memory phase."""
    t = Table.new("cambio", seats=2, seed=11, options={"memory_cards": number, "memory_aid": True})
    own = slots(t, 1)
    t.play("draw")
    shown = {slot for slot in range(4) if sees(t, 1, own[slot])}
    assert shown == {int(slot) for slot in seen}
    assert knows(t, 1) == {f"1:{slot}" for slot in seen}


@pytest.mark.rules("CA-1.3")
def test_by_default_each_seat_has_seen_its_own_bottom_row_only() -> None:
    """The two closest cards are the bottom two (source, "Initial Memory Phase")."""
    t = Table.new("cambio", seats=3, seed=11, options={"memory_aid": True})
    grids = [slots(t, seat) for seat in range(3)]
    t.play("draw")
    for viewer in (1, 2):
        for owner in range(3):
            shown = [sees(t, viewer, card) for card in grids[owner]]
            assert shown == ([False, False, True, True] if viewer == owner else [False] * 4)


@pytest.mark.rules("CA-1.3")
def test_the_look_happens_once_by_itself_and_is_no_move() -> None:
    t = Table.new("cambio", seats=2, seed=11)
    assert moves(t) == START
    with pytest.raises(Illegal, match=r"(?i)look|effect|draw"):
        t.play("look 0:2")


@pytest.mark.rules("CA-1.3")
@pytest.mark.parametrize("number", [-1, 5])
def test_memory_cards_outside_0_to_4_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"memory_cards|(?i:memory)"):
        Table.new("cambio", seats=2, seed=1, options={"memory_cards": number})


NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10}
POINTS = {rank + suit: points for rank, points in NUMBERS.items() for suit in "cdhs"}
POINTS |= {"Kc": 10, "Ks": 10, "Kd": -1, "Kh": -1, "J1": 0, "J2": 0}


@pytest.mark.rules("CA-1.4")
@pytest.mark.parametrize(("card", "points"), POINTS.items())
def test_a_card_counts_its_points(card: str, points: int) -> None:
    """Seat 1 holds this one card and pays no call penalty; the others hold two harmless cards."""
    spare = [other for other in ("2c", "3c", "4c", "5c", "6c") if other != card]
    t = table(f"{spare[0]} - - -", f"{card} - - -", pile=spare[1], deck=f"{spare[2]} {spare[3]}", matching="off")
    play(t, "call", "draw", "discard")
    assert scores(t)[1] == points


@pytest.mark.rules("CA-1.4")
def test_two_red_kings_a_joker_and_an_ace_make_minus_one() -> None:
    """The source's example: -1 -1 + 0 + 1 = -1."""
    t = finish(play(table("Kh Kd J1 Ac", "2h 2c - -"), "call"))
    assert scores(t) == [-1, 4]
    assert winners(t) == [0]


@pytest.mark.rules("CA-1.4")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_option_sets_the_number_of_jokers(number: int) -> None:
    t = Table.new("cambio", seats=2, seed=4, options={"jokers": number})
    every = [*slots(t, 0), *slots(t, 1), *pile(t), *deck(t)]
    assert len(set(every)) == len(every) == 52 + number
    assert len({"J1", "J2"} & set(every)) == number


@pytest.mark.rules("CA-1.4")
@pytest.mark.parametrize("number", [-1, 3])
def test_other_numbers_of_jokers_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)joker"):
        Table.new("cambio", seats=2, seed=4, options={"jokers": number})


# ---- 2 A turn


@pytest.mark.rules("CA-2.1", "CA-2.2")
def test_a_turn_begins_with_call_draw_or_take() -> None:
    t = table()
    assert t.must == 0
    assert t.may == []
    assert moves(t) == START


@pytest.mark.rules("CA-2.1")
@pytest.mark.parametrize("begun", ["draw", "take"])
def test_nobody_calls_after_drawing_or_taking(begun: str) -> None:
    t = play(table(), begun)
    assert "call" not in t.moves()
    with pytest.raises(Illegal, match=r"(?i)start|draw|drawn|taken|before"):
        t.play("call")


@pytest.mark.rules("CA-2.1")
def test_nobody_calls_in_the_match_or_in_an_effect_or_out_of_turn() -> None:
    t = play(table(deck="7d 2d 3d"), "draw", "discard")
    for _ in range(2):
        assert "call" not in t.moves()
        with refusal("cambio.refusal.startOnly"):
            t.play("call")
        t.play("decline" if "decline" in t.moves() else "pass")
    with refusal("refusal.turn"):
        t.play("call", seat=0)
    assert "call" in moves(t, 1)


@pytest.mark.rules("CA-2.2")
def test_the_drawn_card_is_looked_at_by_the_drawer_alone() -> None:
    t = play(table(deck="Qs 2d 3d"), "draw")
    assert sees(t, 0, "Qs")
    assert not sees(t, 1, "Qs")
    assert not sees(t, None, "Qs")
    assert deck(t) == ["2d", "3d"]


@pytest.mark.rules("CA-2.2")
def test_without_draw_from_discard_nobody_takes() -> None:
    t = table(draw_from_discard=False)
    assert moves(t) == {"call", "draw"}
    with pytest.raises(Illegal, match=r"(?i)discard|take"):
        t.play("take")


@pytest.mark.rules("CA-2.3")
def test_a_drawn_card_is_swapped_or_discarded() -> None:
    assert moves(play(table(), "draw")) == SWAPS | {"discard"}


@pytest.mark.rules("CA-2.3")
@pytest.mark.parametrize("slot", range(4))
def test_the_replaced_card_goes_on_the_discard_pile(slot: int) -> None:
    t = play(table(matching="off"), "draw", f"swap {slot}")
    cards = ["Ah", "2h", "3h", "4h"]
    replaced, cards[slot] = cards[slot], "Ad"
    assert grid(t, 0) == " ".join(cards)
    assert pile(t) == ["5s", replaced]
    assert t.must == 1


@pytest.mark.rules("CA-2.3", "CA-2.5")
@pytest.mark.parametrize("card", ["7h", "8h", "9h", "Th", "Jh", "Qh", "Ks"])
def test_a_replaced_card_has_no_effect(card: str) -> None:
    t = play(table(f"{card} 2h 3h 4h", "Ac 2c 3c 4c", matching="off"), "draw", "swap 0")
    assert pile(t)[-1] == card
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-2.3", "CA-2.5")
@pytest.mark.parametrize("card", ["7d", "8d", "9d", "Td", "Jd", "Qd", "Kc"])
def test_a_swapped_in_card_has_no_effect(card: str) -> None:
    """The source's flow example lets a swapped-in 7 peek; its section on edge cases prevails."""
    t = play(table(deck=f"{card} 2d 3d", matching="off"), "draw", "swap 0")
    assert grid(t, 0) == f"{card} 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-2.3")
def test_a_discarded_card_lies_on_the_pile_and_its_effect_triggers() -> None:
    t = play(table(deck="7d 2d 3d", matching="off"), "draw", "discard")
    assert pile(t) == ["5s", "7d"]
    assert t.must == 0
    assert moves(t) == looks(*spots(0)) | {"decline"}


@pytest.mark.rules("CA-2.3")
@pytest.mark.parametrize(("slot", "why"), [("4", "empty"), ("9", "empty"), ("-1", "noSlot")])
def test_a_slot_that_is_not_there_cannot_be_swapped(slot: str, why: str) -> None:
    t = play(table(), "draw")
    with refusal(f"cambio.refusal.{why}"):
        t.play(f"swap {slot}")


@pytest.mark.rules("CA-2.4")
def test_a_taken_card_must_be_swapped() -> None:
    t = play(table(), "take")
    assert moves(t) == SWAPS
    with pytest.raises(Illegal, match=r"(?i)swap|discard"):
        t.play("discard")
    t.play("swap 1")
    assert grid(t, 0) == "Ah 5s 3h 4h"
    assert pile(t) == ["2h"]
    assert deck(t) == DECK.split()


@pytest.mark.rules("CA-2.4", "CA-5.1")
def test_a_take_ends_the_turn_without_a_match() -> None:
    """The 2s in slot 0 would match the replaced 2h, but nothing else happens in that turn."""
    t = play(table("2s 2h 3h 4h", "Ac 2c 3c 4c"), "take", "swap 1")
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-2.4", "CA-2.5")
@pytest.mark.parametrize("card", ["7s", "8s", "9s", "Ts", "Js", "Qs", "Ks"])
def test_a_taken_card_has_no_effect(card: str) -> None:
    t = play(table(pile=f"5s {card}"), "take", "swap 0")
    assert grid(t, 0) == f"{card} 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-2.4", "CA-2.5")
@pytest.mark.parametrize("card", ["7h", "9h", "Jh", "Ks"])
def test_a_card_replaced_by_a_taken_one_has_no_effect(card: str) -> None:
    t = play(table(f"{card} 2h 3h 4h", "Ac 2c 3c 4c"), "take", "swap 0")
    assert pile(t) == [card]
    assert t.must == 1


@pytest.mark.rules("CA-2.4", "CA-5.3")
def test_a_seat_without_cards_cannot_take() -> None:
    t = table("- - - -", "Ac 2c 3c 4c")
    assert moves(t) == {"call", "draw"}
    with pytest.raises(Illegal, match=r"(?i)card|slot|swap"):
        t.play("take")


@pytest.mark.rules("CA-2.5")
@pytest.mark.parametrize(("drawn", "own"), [("7d", "7h"), ("8d", "8h"), ("9d", "9h"), ("Jd", "Jh"), ("Kc", "Ks")])
def test_a_turn_has_one_effect_and_a_matched_card_has_none(drawn: str, own: str) -> None:
    """The source's stacking example: the second 7 may be discarded, but its effect is not used."""
    t = play(table(f"{own} 2h 3h 4h", "Ac 2c 3c 4c", deck=f"{drawn} 2d 3d"), "draw", "discard", "decline", "match 0")
    assert pile(t) == ["5s", drawn, own]
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-2.5", "CA-3.1")
def test_peeking_at_a_second_7_gives_no_second_peek() -> None:
    t = play(table("7h 2h 3h 4h", "Ac 2c 3c 4c", deck="7d 2d 3d"), "draw", "discard", "look 0:0")
    assert moves(t) == MATCHES | {"pass"}
    t.play("match 0")
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-2.6")
@pytest.mark.parametrize("begun", ["draw", "take"])
def test_an_empty_slot_cannot_be_swapped(begun: str) -> None:
    t = play(table("Ah - 3h -", "Ac 2c 3c 4c"), begun)
    assert moves(t) - {"discard"} == {"swap 0", "swap 2"}
    with pytest.raises(Illegal, match=r"(?i)empty|no card"):
        t.play("swap 1")


@pytest.mark.rules("CA-2.6")
@pytest.mark.parametrize(
    ("card", "offered", "refused"),
    [
        ("7d", {"look 0:0", "look 0:2"}, "look 0:1"),
        ("9d", {"look 1:3"}, "look 1:0"),
        ("Jd", {"switch 0:0 0:2", "switch 0:0 1:3", "switch 0:2 1:3"}, "switch 0:0 0:1"),
    ],
)
def test_empty_slots_are_no_targets(card: str, offered: set[str], refused: str) -> None:
    t = play(table("Ah - 3h -", "- - - 4c", deck=f"{card} 2d 3d"), "draw", "discard")
    assert moves(t) == offered | {"decline"}
    with pytest.raises(Illegal, match=r"(?i)empty|no card"):
        t.play(refused)


@pytest.mark.rules("CA-2.6")
@pytest.mark.parametrize(
    ("card", "own", "other"),
    [
        ("7d", "- - - -", "Ac 2c 3c 4c"),
        ("8d", "- - - -", "Ac 2c 3c 4c"),
        ("9d", "Ah 2h 3h 4h", "- - - -"),
        ("Td", "Ah 2h 3h 4h", "- - - -"),
        ("Jd", "- - - -", "Ac - - -"),
        ("Qd", "Ah - - -", "- - - -"),
        ("Kc", "- - - -", "- - - -"),
    ],
)
def test_an_effect_without_a_target_is_skipped(card: str, own: str, other: str) -> None:
    t = play(table(own, other, deck=f"{card} 2d 3d", matching="off"), "draw", "discard")
    assert pile(t)[-1] == card
    assert t.must == 1
    assert "draw" in t.moves()


@pytest.mark.rules("CA-2.3", "CA-3.2", "CA-4.1")
def test_the_flow_example_of_the_source() -> None:
    """Three seats. Seat 0 draws a 7, swaps it for a King: no peek (Edge Cases). Seat 1 swaps in a red King. Seat 2
    discards a 9 and looks at a card of seat 0. Seat 0 then calls; all are shown and counted."""
    grids = ("Kc 2h 3h 4h", "Qc 2c 3c 4c", "As 2s 3s 4s")
    t = table(*grids, deck="7d Kd 9d 5d 6d", matching="off")
    play(t, "draw", "swap 0")
    assert (pile(t)[-1], t.must) == ("Kc", 1)
    play(t, "draw", "swap 0")
    assert (pile(t)[-1], t.must) == ("Qc", 2)
    play(t, "draw", "discard", "look 0:0")
    assert "0:0" in knows(t, 2)
    assert t.must == 0
    finish(play(t, "call"))
    # 7+2+3+4 = 16 and 10 for the wrong call; -1+2+3+4 = 8; 1+2+3+4 = 10.
    assert scores(t) == [26, 8, 10]
    assert winners(t) == [1]


@pytest.mark.rules("CA-2.2", "ALL-6")
def test_turns_go_round_from_seat_0_upwards() -> None:
    t = Table.new("cambio", seats=4, seed=2)
    order = []
    for _ in range(6):
        order.append(t.must)
        quiet_turn(t)
    assert order == [0, 1, 2, 3, 0, 1]


@pytest.mark.rules("CA-1.1")
def test_a_position_names_each_grid_by_slot() -> None:
    t = table("7h 2c - Kd", "Ac 2s 3c 4c")
    assert facts(t)["grid 0"] == "7h 2c - Kd"
