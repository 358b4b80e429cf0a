"""Cambio, chapter 5 of the sheet in the snap modes: any seat, any moment, first come first served."""

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    MATCHES,
    START,
    SWAPS,
    THREE,
    deck,
    finish,
    grid,
    knows,
    looks,
    moves,
    pile,
    play,
    quiet_turn,
    scores,
    spots,
    table,
    winners,
)
from tests.games.helpers.refusals import refusal

# Seat 1 holds the 5h that matches the 5s on the pile, in slot 2.
FIVE_AT_1 = ("Ah 2h 3h 4h", "Ac 2c 5h 4c", "As 2s 3s 4s")
# Seat 0 holds it, in slot 0.
FIVE_AT_0 = ("5h 2h 3h 4h", "Ac 2c 3c 4c", "As 2s 3s 4s")


def others(*seats: int) -> set[str]:
    return {f"match {spot}" for spot in spots(*seats)}


# ---- 5.1 snap_own


@pytest.mark.rules("CA-5.1")
def test_any_seat_may_snap_the_start_discard() -> None:
    t = Table.new("cambio", seats=4, seed=9, options={"matching": "snap_own"})
    assert t.must == 0
    assert t.may == [1, 2, 3]
    assert moves(t) == START | MATCHES
    assert all(moves(t, seat) == MATCHES for seat in (1, 2, 3))
    assert t.view(0).prompt == "Draw, take the discard or call. You may match."
    assert t.view(1, names=["Ana", "Ada"]).prompt == "Waiting for Ana. You may match."


@pytest.mark.rules("CA-5.1")
def test_without_a_discard_there_is_nothing_to_snap() -> None:
    t = Table.new("cambio", seats=3, seed=9, options={"matching": "snap_own", "start_discard": False})
    assert t.may == []
    assert moves(t) == {"call", "draw"}


@pytest.mark.rules("CA-5.1", "CA-5.2")
def test_a_right_snap_empties_the_slot_and_leaves_turn_and_phase() -> None:
    t = table(*FIVE_AT_1, matching="snap_own")
    t.play("match 2", seat=1)
    assert grid(t, 1) == "Ac 2c - 4c"
    assert pile(t) == ["5s", "5h"]
    assert t.must == 0
    assert moves(t) == START


@pytest.mark.rules("CA-5.1")
def test_the_first_right_match_closes_the_discard() -> None:
    """Seat 2 holds a 5 too, but comes second; the matched card itself opens nothing."""
    t = table(FIVE_AT_1[0], FIVE_AT_1[1], "5c 2s 3s 4s", matching="snap_own")
    t.play("match 2", seat=1)
    assert t.may == []
    with pytest.raises(Illegal, match=r"(?i)match|snap|already|turn"):
        t.play("match 0", seat=2)


@pytest.mark.rules("CA-5.1", "CA-5.2")
def test_a_wrong_snap_costs_a_card_and_the_seats_one_try() -> None:
    t = table(*THREE, matching="snap_own")
    t.play("match 0", seat=1)
    assert grid(t, 1) == "Ac 2c 3c 4c Ad"
    assert pile(t) == ["5s"]
    assert deck(t)[0] == "2d"
    assert all("1:0" in knows(t, seat) and "1:4" not in knows(t, seat) for seat in range(3))
    assert t.must == 0
    assert t.may == [2]
    with pytest.raises(Illegal, match=r"(?i)try|tried|once|again|already"):
        t.play("match 1", seat=1)


@pytest.mark.rules("CA-5.1")
def test_a_wrong_snap_leaves_the_discard_open_to_the_others() -> None:
    t = table(*FIVE_AT_1, matching="snap_own")
    t.play("match 0", seat=2)
    t.play("match 2", seat=1)
    assert pile(t) == ["5s", "5h"]
    assert t.may == []


@pytest.mark.rules("CA-5.1")
def test_the_seat_in_turn_has_one_try_as_well() -> None:
    t = table(*THREE, matching="snap_own")
    t.play("match 0")
    assert grid(t, 0) == "Ah 2h 3h 4h Ad"
    assert t.must == 0
    assert moves(t) == START
    assert t.may == [1, 2]


@pytest.mark.rules("CA-5.1")
def test_a_snap_of_the_seat_in_turn_does_not_end_its_turn() -> None:
    t = play(table(*FIVE_AT_0, matching="snap_own"), "match 0")
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 0
    assert moves(t) == START


@pytest.mark.rules("CA-5.1")
def test_a_new_discard_gives_everyone_a_new_try() -> None:
    t = table(*THREE, matching="snap_own")
    t.play("match 0", seat=1)
    play(t, "draw", "discard")
    assert t.must == 1
    assert t.may == [0, 2]
    assert moves(t) == START | MATCHES | {"match 4"}


@pytest.mark.rules("CA-5.1")
def test_nobody_waits_for_a_snap_and_there_is_no_match_phase() -> None:
    t = play(table(*THREE, matching="snap_own"), "draw", "discard")
    assert t.must == 1
    assert "pass" not in moves(t)
    # The seat that has just discarded may still snap: Ah on its own Ad.
    t.play("match 0", seat=0)
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
def test_the_old_discard_stays_open_while_a_seat_has_drawn() -> None:
    t = play(table(*FIVE_AT_1, matching="snap_own"), "draw")
    assert t.may == [1, 2]
    assert moves(t) == SWAPS | {"discard"} | MATCHES
    t.play("match 2", seat=1)
    assert t.must == 0
    assert moves(t) == SWAPS | {"discard"}
    t.play("discard")
    assert pile(t) == ["5s", "5h", "Ad"]
    assert t.may == [0, 2]


@pytest.mark.rules("CA-5.1")
def test_a_take_closes_the_discard_and_the_swap_opens_the_next() -> None:
    t = play(table(*FIVE_AT_1, matching="snap_own"), "take")
    assert t.may == []
    assert moves(t) == SWAPS
    with refusal("cambio.refusal.nothingToMatch"):
        t.play("match 2", seat=1)
    t.play("swap 0")
    assert pile(t) == ["Ah"]
    assert t.must == 1
    assert t.may == [0, 2]
    t.play("match 0", seat=2)
    assert pile(t) == ["Ah", "As"]


@pytest.mark.rules("CA-5.1", "CA-5.2")
def test_a_discard_may_be_snapped_while_its_effect_is_in_use() -> None:
    t = play(table("Ah 2h 3h 4h", "7c 2c 3c 4c", deck="7d 2d 3d", matching="snap_own"), "draw", "discard")
    assert t.must == 0
    assert t.may == [1]
    assert moves(t) == looks(*spots(0)) | {"decline"} | MATCHES
    t.play("match 0", seat=1)
    assert pile(t) == ["5s", "7d", "7c"]
    assert t.must == 0
    assert moves(t) == looks(*spots(0)) | {"decline"}
    t.play("look 0:0")
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
def test_the_last_discard_of_a_round_cannot_be_snapped() -> None:
    t = play(table(matching="snap_own"), "call", "draw", "discard")
    assert t.result is not None
    assert t.must is None
    assert t.may == []
    with pytest.raises(Illegal, match=r"(?i)over|end|finish"):
        t.play("match 0", seat=0)


@pytest.mark.rules("CA-5.1")
def test_the_caller_may_snap_after_its_call() -> None:
    t = play(table(*FIVE_AT_0, matching="snap_own"), "call")
    t.play("match 0", seat=0)
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
def test_snap_own_takes_no_opponents_card() -> None:
    t = table(*FIVE_AT_0, matching="snap_own")
    with pytest.raises(Illegal, match=r"(?i)own|opponent|your"):
        t.play("match 0:0", seat=1)


@pytest.mark.rules("CA-5.1", "CA-2.6")
def test_a_seat_without_cards_has_nothing_to_snap() -> None:
    t = table("Ah 2h 3h 4h", "- - - -", "As - 3s -", matching="snap_own")
    assert t.may == [2]
    assert moves(t, 2) == {"match 0", "match 2"}


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize(("top", "own"), [("Kh", "Ks"), ("J1", "J2")])
def test_kings_and_jokers_snap_each_other(top: str, own: str) -> None:
    t = table("Ah 2h 3h 4h", f"{own} 2c 3c 4c", pile=top, matching="snap_own")
    t.play("match 0", seat=1)
    assert pile(t) == [top, own]
    assert t.must == 0


# ---- 5.1 snap_any


@pytest.mark.rules("CA-5.1")
def test_snap_any_offers_the_opponents_cards_too() -> None:
    t = table(*THREE, matching="snap_any")
    assert t.may == [1, 2]
    assert moves(t) == START | MATCHES | others(1, 2)
    assert moves(t, 1) == MATCHES | others(0, 2)


@pytest.mark.rules("CA-5.1", "ALL-10")
def test_a_seat_that_matches_an_opponents_card_gives_one_of_its_own() -> None:
    t = table(*FIVE_AT_0, matching="snap_any")
    t.play("match 0:0", seat=1)
    assert pile(t) == ["5s", "5h"]
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 1
    assert t.may == []
    assert moves(t) == {"give 0", "give 1", "give 2", "give 3"}
    t.play("give 2")
    assert (grid(t, 0), grid(t, 1)) == ("3c 2h 3h 4h", "Ac 2c - 4c")
    assert t.must == 0
    assert moves(t) == START


@pytest.mark.rules("CA-5.1", "CA-3.6")
def test_knowledge_follows_the_given_card() -> None:
    """Seat 1 knew the card it gives, seat 2 knew it too, seat 0 did not; all knew the matched one."""
    t = table(*FIVE_AT_0, matching="snap_any", knows={0: "0:0 0:3", 1: "0:0 1:2", 2: "0:0 1:2 2:2"})
    t.play("match 0:0", seat=1)
    t.play("give 2")
    assert knows(t, 0) == {"0:3"}
    assert knows(t, 1) == {"0:0"}
    assert knows(t, 2) == {"0:0", "2:2"}


@pytest.mark.rules("CA-5.1")
def test_a_gift_in_anothers_turn_leaves_its_phase() -> None:
    t = play(table(*FIVE_AT_0, matching="snap_any"), "draw")
    t.play("match 0:0", seat=2)
    with refusal("refusal.turn"):
        t.play("discard", seat=0)
    t.play("give 3", seat=2)
    assert grid(t, 0) == "4s 2h 3h 4h"
    assert t.must == 0
    assert moves(t) == SWAPS | {"discard"}


@pytest.mark.rules("CA-5.1")
def test_the_seat_in_turn_may_match_an_opponents_card() -> None:
    t = play(table(*FIVE_AT_1, matching="snap_any"), "match 1:2")
    assert t.must == 0
    assert moves(t) == {"give 0", "give 1", "give 2", "give 3"}
    t.play("give 0")
    assert (grid(t, 0), grid(t, 1)) == ("- 2h 3h 4h", "Ac 2c Ah 4c")
    assert moves(t) == START


@pytest.mark.rules("CA-5.1")
def test_a_seat_without_cards_gives_nothing() -> None:
    t = table("5h 2h 3h 4h", "- - - -", matching="snap_any")
    t.play("match 0:0", seat=1)
    assert grid(t, 0) == "- 2h 3h 4h"
    assert t.must == 0
    assert moves(t) == START


@pytest.mark.rules("CA-5.1", "ALL-10")
def test_an_only_card_to_give_is_still_asked_for() -> None:
    t = table("5h 2h 3h 4h", "- - 3c -", matching="snap_any")
    t.play("match 0:0", seat=1)
    assert t.must == 1
    assert moves(t) == {"give 2"}
    with pytest.raises(Illegal, match=r"(?i)empty|no card"):
        t.play("give 0")
    t.play("give 2")
    assert (grid(t, 0), grid(t, 1)) == ("3c 2h 3h 4h", "")


@pytest.mark.rules("CA-5.1", "CA-5.2")
def test_an_own_card_is_matched_without_a_gift_in_snap_any() -> None:
    t = table(*FIVE_AT_1, matching="snap_any")
    t.play("match 2", seat=1)
    assert grid(t, 1) == "Ac 2c - 4c"
    assert t.must == 0


@pytest.mark.rules("CA-5.2", "CA-5.1")
def test_a_wrong_match_of_an_opponents_card_costs_the_matcher() -> None:
    t = table(*THREE, matching="snap_any")
    t.play("match 0:1", seat=1)
    assert grid(t, 0) == "Ah 2h 3h 4h"
    assert grid(t, 1) == "Ac 2c 3c 4c Ad"
    assert all("0:1" in knows(t, seat) for seat in range(3))
    assert t.must == 0
    assert t.may == [2]


@pytest.mark.rules("CA-5.3", "CA-5.2")
def test_a_seat_without_cards_gets_its_penalty_card_in_slot_0() -> None:
    t = table("Ah 2h 3h 4h", "- - - -", matching="snap_any")
    assert moves(t, 1) == others(0)
    t.play("match 0:0", seat=1)
    assert grid(t, 1) == "Ad"


@pytest.mark.rules("CA-5.3", "CA-5.1")
def test_a_seat_whose_last_card_is_matched_is_handed_one() -> None:
    t = table("5h - - -", "Ac 2c 3c 4c", matching="snap_any")
    t.play("match 0:0", seat=1)
    t.play("give 0")
    assert (grid(t, 0), grid(t, 1)) == ("Ac", "- 2c 3c 4c")
    assert moves(t) == START


# ---- 5.3 ends_round in the snap modes: seat 2 runs out by a snap

LAST_FIVE = ("Ah 2h 3h 4h", "Ac 2c 3c 4c", "5c - - -")


def order_to_the_end(t: Table) -> list[int | None]:
    order: list[int | None] = []
    while t.result is None:
        order.append(t.must)
        quiet_turn(t)
    return order


@pytest.mark.rules("CA-5.3")
def test_a_turn_not_yet_drawn_is_the_last_turn_of_its_seat() -> None:
    t = table(*LAST_FIVE, matching="snap_own", empty_grid="ends_round")
    t.play("match 0", seat=2)
    assert t.must == 0
    assert "call" not in t.moves()
    assert order_to_the_end(t) == [0, 1]
    assert scores(t) == [10, 10, 0]
    assert winners(t) == [2]


@pytest.mark.rules("CA-5.3")
def test_a_turn_already_drawn_is_not_the_last_turn_of_its_seat() -> None:
    t = play(table(*LAST_FIVE, matching="snap_own", empty_grid="ends_round"), "draw")
    t.play("match 0", seat=2)
    t.play("discard")
    assert order_to_the_end(t) == [1, 0]
    assert scores(t) == [10, 10, 0]


@pytest.mark.rules("CA-5.3")
def test_running_out_between_two_turns_gives_each_other_seat_one_turn() -> None:
    t = table("Ah 2h 3h 4h", "Ac 2c 3c 4c", "As - - -", matching="snap_own", empty_grid="ends_round")
    play(t, "draw", "discard")
    t.play("match 0", seat=2)
    assert order_to_the_end(t) == [1, 0]


@pytest.mark.rules("CA-5.3")
def test_running_out_by_a_snap_ends_nothing_by_default() -> None:
    t = table(*LAST_FIVE, matching="snap_own")
    t.play("match 0", seat=2)
    for seat in (0, 1):
        assert t.must == seat
        assert "call" in t.moves()
        quiet_turn(t)
    assert t.must == 2
    assert winners(finish(play(t, "call"))) == [2]
