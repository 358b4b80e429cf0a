"""Cambio, chapter 3 of the sheet: what a drawn and discarded card does, and whose knowledge follows which card."""

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    MATCHES,
    START,
    THREE,
    grid,
    knows,
    looks,
    moves,
    pile,
    play,
    spots,
    switches,
    table,
)
from tests.games.helpers.refusals import refusal


def effect(card: str, *grids: str, matching: str = "off", knows: dict[int, str] | None = None) -> Table:
    """Seat 0 has just drawn and discarded this card."""
    t = table(*grids, deck=f"{card} 2d 3d 4d 5d", matching=matching, knows=knows)
    return play(t, "draw", "discard")


def grids(t: Table) -> list[str]:
    return [grid(t, seat) for seat in range(3)]


# ---- 3.1 to 3.2 Looks


@pytest.mark.rules("CA-3.1")
@pytest.mark.parametrize("card", ["7c", "7d", "7h", "7s", "8c", "8d", "8h", "8s"])
def test_7_and_8_look_at_one_own_card(card: str) -> None:
    t = effect(card, *THREE)
    assert t.must == 0
    assert moves(t) == looks(*spots(0)) | {"decline"}


@pytest.mark.rules("CA-3.1")
def test_one_look_ends_the_effect_of_a_7() -> None:
    t = play(effect("7d"), "look 0:1")
    assert knows(t, 0) == {"0:1", "0:2", "0:3"}
    assert knows(t, 1) == {"1:2", "1:3"}
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-3.1")
@pytest.mark.parametrize("spot", ["1:0", "2:3"])
def test_an_8_does_not_look_at_an_opponent(spot: str) -> None:
    with pytest.raises(Illegal, match=r"(?i)own|your"):
        effect("8d", *THREE).play(f"look {spot}")


@pytest.mark.rules("CA-3.2")
@pytest.mark.parametrize("card", ["9c", "9d", "9h", "9s", "Tc", "Td", "Th", "Ts"])
def test_9_and_10_look_at_one_card_of_an_opponent(card: str) -> None:
    t = effect(card, *THREE)
    assert moves(t) == looks(*spots(1, 2)) | {"decline"}


@pytest.mark.rules("CA-3.2")
def test_one_look_ends_the_effect_of_a_9_and_only_the_looker_knows() -> None:
    t = play(effect("9d", *THREE), "look 2:0")
    assert knows(t, 0) == {"0:2", "0:3", "2:0"}
    assert knows(t, 1) == {"1:2", "1:3"}
    assert knows(t, 2) == {"2:2", "2:3"}
    assert t.must == 1


@pytest.mark.rules("CA-3.2")
def test_a_10_does_not_look_at_an_own_card() -> None:
    with pytest.raises(Illegal, match=r"(?i)opponent|other|own"):
        effect("Td").play("look 0:0")


@pytest.mark.rules("CA-3.1", "CA-3.2")
@pytest.mark.parametrize("card", ["7d", "9d"])
def test_a_look_is_not_a_switch(card: str) -> None:
    with pytest.raises(Illegal, match=r"(?i)switch|look"):
        effect(card).play("switch 0:0 1:0")


# ---- 3.3 The blind switch


@pytest.mark.rules("CA-3.3")
@pytest.mark.parametrize("card", ["Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs"])
def test_jack_and_queen_switch_any_two_cards_on_the_table(card: str) -> None:
    t = effect(card, *THREE)
    assert len(switches(*spots(0, 1, 2))) == 66
    assert moves(t) == switches(*spots(0, 1, 2)) | {"decline"}


@pytest.mark.rules("CA-3.3")
@pytest.mark.parametrize(
    ("pair", "after"),
    [
        ("0:0 0:3", ["4h 2h 3h Ah", "Ac 2c 3c 4c", "As 2s 3s 4s"]),
        ("0:1 1:2", ["Ah 3c 3h 4h", "Ac 2c 2h 4c", "As 2s 3s 4s"]),
        ("1:0 1:1", ["Ah 2h 3h 4h", "2c Ac 3c 4c", "As 2s 3s 4s"]),
        ("1:3 2:0", ["Ah 2h 3h 4h", "Ac 2c 3c As", "4c 2s 3s 4s"]),
    ],
    ids=["two own", "own and an opponent's", "two of one opponent", "two opponents'"],
)
def test_the_two_cards_change_places(pair: str, after: list[str]) -> None:
    t = play(effect("Jd", *THREE), f"switch {pair}")
    assert grids(t) == after
    assert t.must == 1


@pytest.mark.rules("CA-3.3")
def test_a_pair_may_be_written_in_either_order() -> None:
    one, other = effect("Qd", *THREE), effect("Qd", *THREE)
    play(one, "switch 0:1 2:2")
    play(other, "switch 2:2 0:1")
    assert grids(one) == grids(other)


@pytest.mark.rules("CA-3.3")
def test_a_card_is_not_switched_with_itself() -> None:
    with pytest.raises(Illegal, match=r"(?i)two|same|itself|different"):
        effect("Jd").play("switch 0:1 0:1")


@pytest.mark.rules("CA-3.3")
def test_a_jack_does_not_look() -> None:
    with pytest.raises(Illegal, match=r"(?i)look|switch|unseen|blind"):
        effect("Jd").play("look 0:0")


@pytest.mark.rules("CA-3.3", "CA-3.6")
def test_nobody_learns_a_face_by_a_blind_switch() -> None:
    """Nobody knew 0:0 or 1:0, so nobody knows them afterwards."""
    t = play(effect("Jd"), "switch 0:0 1:0")
    assert knows(t, 0) == {"0:2", "0:3"}
    assert knows(t, 1) == {"1:2", "1:3"}


# ---- 3.4 The black King


@pytest.mark.rules("CA-3.4")
@pytest.mark.parametrize("card", ["Kc", "Ks"])
def test_a_black_king_first_offers_looks_and_switches(card: str) -> None:
    t = effect(card)
    assert moves(t) == looks(*spots(0, 1)) | switches(*spots(0, 1)) | {"decline"}


@pytest.mark.rules("CA-3.4")
def test_the_second_look_is_at_another_card() -> None:
    t = play(effect("Kc"), "look 1:0")
    assert t.must == 0
    assert moves(t) == looks(*spots(0, 1)) - {"look 1:0"} | switches(*spots(0, 1)) | {"decline"}
    with pytest.raises(Illegal, match=r"(?i)another|already|again|same"):
        t.play("look 1:0")


@pytest.mark.rules("CA-3.4")
def test_after_two_looks_there_is_no_third() -> None:
    t = play(effect("Kc", *THREE), "look 1:0", "look 2:1")
    assert moves(t) == switches(*spots(0, 1, 2)) | {"decline"}
    with pytest.raises(Illegal, match=r"(?i)look|two"):
        t.play("look 0:0")
    assert knows(t, 0) == {"0:2", "0:3", "1:0", "2:1"}
    assert knows(t, 1) == {"1:2", "1:3"}
    assert knows(t, 2) == {"2:2", "2:3"}


@pytest.mark.rules("CA-3.4")
@pytest.mark.parametrize(
    ("pair", "after"),
    [
        ("1:0 2:1", ["Ah 2h 3h 4h", "2s 2c 3c 4c", "As Ac 3s 4s"]),
        ("0:0 1:0", ["Ac 2h 3h 4h", "Ah 2c 3c 4c", "As 2s 3s 4s"]),
        ("0:1 1:1", ["Ah 2c 3h 4h", "Ac 2h 3c 4c", "As 2s 3s 4s"]),
        ("0:0 0:1", ["2h Ah 3h 4h", "Ac 2c 3c 4c", "As 2s 3s 4s"]),
    ],
    ids=["the ones looked at", "one of them and the seat's own", "others", "two of the seat's own"],
)
def test_after_the_looks_any_two_cards_are_switched(pair: str, after: list[str]) -> None:
    t = play(effect("Ks", *THREE), "look 1:0", "look 2:1", f"switch {pair}")
    assert grids(t) == after
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-3.4")
@pytest.mark.parametrize("before", [[], ["look 0:0"], ["look 0:0", "look 0:1"]])
def test_decline_ends_the_whole_effect_of_a_king(before: list[str]) -> None:
    t = play(effect("Kc"), *before, "decline")
    assert t.must == 1
    assert (grid(t, 0), grid(t, 1)) == ("Ah 2h 3h 4h", "Ac 2c 3c 4c")


@pytest.mark.rules("CA-3.4")
@pytest.mark.parametrize("before", [[], ["look 0:0"]])
def test_a_king_may_switch_after_fewer_looks_and_that_ends_it(before: list[str]) -> None:
    t = play(effect("Kc"), *before, "switch 0:1 1:1")
    assert (grid(t, 0), grid(t, 1)) == ("Ah 2c 3h 4h", "Ac 2h 3c 4c")
    assert t.must == 1


@pytest.mark.rules("CA-3.4", "CA-2.6")
def test_a_king_with_one_card_on_the_table_offers_a_look_only() -> None:
    t = effect("Kc", "- - - -", "- 2c - -")
    assert moves(t) == {"look 1:1", "decline"}


@pytest.mark.rules("CA-3.4", "CA-3.6")
def test_what_a_king_has_shown_is_known_in_its_new_slot() -> None:
    t = play(effect("Kc"), "look 1:0", "switch 0:0 1:0")
    assert knows(t, 0) == {"0:0", "0:2", "0:3"}
    assert knows(t, 1) == {"1:2", "1:3"}


@pytest.mark.rules("CA-3.4")
def test_a_king_looks_at_own_and_at_opponents_cards() -> None:
    t = play(effect("Ks"), "look 0:0", "look 1:1", "decline")
    assert knows(t, 0) == {"0:0", "0:2", "0:3", "1:1"}


# ---- 3.5 No effect; effects may be declined


@pytest.mark.rules("CA-3.5")
@pytest.mark.parametrize("card", ["Kd", "Kh", "Ad", "2d", "3d", "4d", "5d", "6d", "J1", "J2"])
def test_red_king_ace_to_6_and_joker_do_nothing(card: str) -> None:
    t = table("8h 8s 9h 9s", "8c 9c Tc Jc", deck=f"{card} 7d 8d", matching="off")
    play(t, "draw", "discard")
    assert pile(t) == ["5s", card]
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-3.1", "CA-3.2", "CA-3.3", "CA-3.4")
@pytest.mark.parametrize("card", ["7d", "8d", "9d", "Td", "Jd", "Qd", "Kc", "Ks"])
def test_every_effect_may_be_declined(card: str) -> None:
    t = play(effect(card, *THREE), "decline")
    assert grids(t) == list(THREE)
    assert [knows(t, seat) for seat in range(3)] == [{f"{seat}:2", f"{seat}:3"} for seat in range(3)]
    assert t.must == 1


@pytest.mark.rules("CA-3.5")
def test_nothing_can_be_declined_without_an_effect() -> None:
    t = play(table(), "draw", "discard")
    assert moves(t) == MATCHES | {"pass"}
    with refusal("cambio.refusal.matchOrPass"):
        t.play("decline")


# ---- 3.6 Knowledge follows the card


@pytest.mark.rules("CA-3.6")
def test_everyones_knowledge_follows_switched_cards() -> None:
    """Seat 0 knew its 0:2, seat 1 knew 0:2 and 1:0; the cards of 0:2 and 1:0 change places."""
    t = effect("Jd", *THREE, knows={0: "0:2", 1: "0:2 1:0", 2: "2:3"})
    t.play("switch 0:2 1:0")
    assert knows(t, 0) == {"1:0"}
    assert knows(t, 1) == {"0:2", "1:0"}
    assert knows(t, 2) == {"2:3"}


@pytest.mark.rules("CA-3.6")
def test_a_swap_makes_others_forget_the_slot_and_its_player_know_it() -> None:
    t = table(*THREE, knows={0: "", 1: "0:1 1:2", 2: "0:1 0:2"}, matching="off")
    play(t, "draw", "swap 1")
    assert knows(t, 0) == {"0:1"}
    assert knows(t, 1) == {"1:2"}
    assert knows(t, 2) == {"0:2"}


@pytest.mark.rules("CA-3.6", "CA-2.4")
def test_a_taken_discard_is_known_to_everyone_in_its_slot() -> None:
    t = table(*THREE, knows={0: "", 1: "1:2", 2: "0:0 0:1"})
    play(t, "take", "swap 1")
    assert knows(t, 0) == {"0:1"}
    assert knows(t, 1) == {"0:1", "1:2"}
    assert knows(t, 2) == {"0:0", "0:1"}


@pytest.mark.rules("CA-3.6")
def test_a_known_taken_card_is_followed_when_it_is_switched_away() -> None:
    t = table(*THREE, deck="Jd 2d 3d", knows={0: "", 1: "", 2: ""}, matching="off")
    play(t, "take", "swap 1", "draw", "discard", "switch 0:1 2:3")
    assert [knows(t, seat) for seat in range(3)] == [{"2:3"}] * 3


@pytest.mark.rules("CA-3.6", "CA-5.2")
def test_a_matched_card_is_gone_from_everyones_knowledge() -> None:
    t = table(*THREE, knows={0: "0:0 0:1", 1: "0:0 1:1", 2: ""})
    play(t, "draw", "discard", "match 0")
    assert knows(t, 0) == {"0:1"}
    assert knows(t, 1) == {"1:1"}
    assert knows(t, 2) == set()


@pytest.mark.rules("CA-3.6")
def test_a_position_without_knows_lines_has_the_memory_phase_behind_it() -> None:
    t = table("Ah 2h - 4h", "Ac 2c 3c 4c")
    assert knows(t, 0) == {"0:3"}
    assert knows(t, 1) == {"1:2", "1:3"}


@pytest.mark.rules("CA-3.1", "CA-5.1")
def test_the_effect_comes_before_the_match() -> None:
    t = effect("7d", matching="own_turn")
    assert moves(t) == looks(*spots(0)) | {"decline"}
    with refusal("cambio.refusal.useOrDecline"):
        t.play("match 0")
    t.play("look 0:0")
    assert t.must == 0
    assert moves(t) == MATCHES | {"pass"}
