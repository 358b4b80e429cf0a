"""Inferences from the play about face-down cards in Cambio, worked out by hand."""

from typing import cast

from parlour.core.cards import JOKER_PACK
from parlour.core.events import DREW, PLACES, TIME_RAN_OUT
from parlour.core.evidence import WHOLE
from parlour.games.cambio.beliefs import BOUNDS, DRAWN_IN, GIVEN, KEPT, NO_BOUND, UNSEEN, WANTED, gather, sentences, weigh
from parlour.games.cambio.events import (
    CALLED,
    DISCARDED,
    GAVE,
    LOOKED,
    MATCHED,
    PENALTY_DEALT,
    SWAPPED_IN,
    SWAPPED_OUT,
    SWITCHED,
    SWITCHED_WITH,
    TOOK,
)
from parlour.games.cambio.state import Cambio
from tests.games.helpers.cambio import TWO, table

Seen = tuple[int, int, int, int]

OTHER = 12
"""The place of slot 0 of seat 1, in a state; events count sixteen slots per seat."""
LOOKED_2 = (LOOKED, 1, -1, 16 + 2)
DRAW = (DREW, 1, -1, 0)


def card(name: str) -> int:
    return JOKER_PACK.number(name)


def discards(name: str) -> list[Seen]:
    return [DRAW, (DISCARDED, 1, card(name), 0)]


def swaps(slot: int, out: str) -> list[Seen]:
    return [DRAW, (SWAPPED_IN, 1, -1, 16 + slot), (SWAPPED_OUT, 1, card(out), 16 + slot)]


def switches(seat: int, one: int, other: int) -> list[Seen]:
    return [(SWITCHED, seat, -1, one), (SWITCHED_WITH, seat, -1, other)]


def signs(*seen: Seen, grid: str = TWO[1]) -> dict[int, tuple[int, int]]:
    """Return the notes of seat 0, which knows no card, about each place."""
    s = cast(Cambio, table(TWO[0], grid, knows={0: "", 1: ""})._state)
    found = gather(s, 0, seen).signs
    return {place: divmod(sign - 1, BOUNDS) for place, sign in enumerate(found) if sign}


def weight(grid: str, *seen: Seen, knows: str = "") -> int:
    """The weight that seat 0 gives a world in which seat 1 has this grid."""
    s = cast(Cambio, table(TWO[0], grid, knows={0: "", 1: knows})._state)
    return weigh(s, gather(s, 0, seen), 0)


# ---- signs


def test_a_card_that_is_only_looked_at_says_nothing_yet() -> None:
    assert signs() == {}
    assert signs(LOOKED_2) == {OTHER + 2: (KEPT, NO_BOUND)}


def test_a_seat_that_discards_a_drawn_three_knows_no_worse_card_of_its_own() -> None:
    assert signs(LOOKED_2, *discards("3d")) == {OTHER + 2: (KEPT, 3)}
    assert signs(LOOKED_2, *discards("3d"), *discards("5d")) == {OTHER + 2: (KEPT, 3)}


def test_a_card_with_an_effect_may_be_thrown_away_for_that() -> None:
    assert signs(LOOKED_2, *discards("7d")) == {OTHER + 2: (KEPT, 8)}
    assert signs(LOOKED_2, *discards("Qd")) == {OTHER + 2: (KEPT, NO_BOUND)}


def test_a_known_card_that_goes_was_the_worst_and_the_new_one_is_better() -> None:
    looked_3 = (LOOKED, 1, -1, 16 + 3)
    assert signs(LOOKED_2, looked_3, *swaps(3, "5d")) == {OTHER + 2: (KEPT, 5), OTHER + 3: (DRAWN_IN, 5)}


def test_an_unknown_card_that_goes_says_less() -> None:
    assert signs(LOOKED_2, *swaps(0, "2d")) == {OTHER + 2: (KEPT, NO_BOUND), OTHER: (DRAWN_IN, UNSEEN)}


def test_a_match_explains_the_choice() -> None:
    looked_3 = (LOOKED, 1, -1, 16 + 3)
    seen = (LOOKED_2, looked_3, *swaps(3, "2d"), (MATCHED, 1, card("2c"), 16 + 1))
    assert signs(*seen) == {OTHER + 2: (KEPT, NO_BOUND), OTHER + 3: (DRAWN_IN, NO_BOUND)}
    assert signs(LOOKED_2, *discards("2d"), (MATCHED, 1, card("2c"), 16 + 1)) == {OTHER + 2: (KEPT, NO_BOUND)}


def test_the_clock_chooses_nothing() -> None:
    assert signs(LOOKED_2, (TIME_RAN_OUT, 1, -1, 0), *discards("2d")) == {OTHER + 2: (KEPT, NO_BOUND)}


def test_a_switch_takes_what_is_known_along_and_gives_high_for_low() -> None:
    """Seat 1 knows its card 2 and has looked at 0:1: it switches the two."""
    seen = (LOOKED_2, (LOOKED, 1, -1, 1), *switches(1, 1, 16 + 2))
    assert signs(*seen) == {1: (GIVEN, NO_BOUND), OTHER + 2: (WANTED, NO_BOUND)}
    unseen = (LOOKED_2, *switches(0, 16 + 2, 16 + 3))
    assert signs(*unseen) == {OTHER + 3: (KEPT, NO_BOUND)}


def test_a_penalty_card_is_a_card_nobody_knows() -> None:
    assert signs(LOOKED_2, (PENALTY_DEALT, 1, -1, 16 + 2)) == {}


def test_a_gift_takes_what_is_known_of_it_along() -> None:
    """Seat 1 kept its known cards 2 and 3 and discarded a 3, so both are 3 or less, and so is card 2 after it went to 0:3."""
    looked_3 = (LOOKED, 1, -1, 16 + 3)
    kept = (LOOKED_2, looked_3, *discards("3d"), DRAW)
    gift = (GAVE, 1, -1, (16 + 2) * PLACES + 3)
    assert signs(*kept, gift) == {3: (KEPT, 3), OTHER + 3: (KEPT, 3)}
    assert signs(looked_3, gift) == {OTHER + 3: (KEPT, NO_BOUND)}


def test_a_gift_of_the_caller_or_to_it_makes_its_call_say_nothing() -> None:
    call, everything, high = (CALLED, 1, -1, 0), "1:0 1:1 1:2 1:3", "Ac 2c 3c 9c"
    assert weight(high, call, knows=everything) < WHOLE // 8
    for gift in ((16 + 2) * PLACES + 3, 3 * PLACES + 16 + 2):
        assert weight(high, call, (GAVE, 1 if gift > 16 * PLACES else 0, -1, gift), knows=everything) == WHOLE


def test_what_the_seat_knows_itself_needs_no_sign() -> None:
    s = cast(Cambio, table(*TWO, knows={0: "1:2", 1: ""})._state)
    assert not any(gather(s, 0, [LOOKED_2, *discards("3d")]).signs)


def test_a_taken_discard_is_known_to_all() -> None:
    s = cast(Cambio, table(*TWO, knows={0: "1:2", 1: "1:2"})._state)
    took = [(TOOK, 1, card("3c"), 0), (SWAPPED_IN, 1, card("3c"), 16 + 2), (SWAPPED_OUT, 1, card("9d"), 16 + 2)]
    assert not any(gather(s, 0, took).signs)


# ---- weights


def test_a_fitting_world_has_full_weight_and_any_other_nearly_none() -> None:
    seen = (LOOKED_2, *discards("3d"))
    assert weight("Qc 2c J1 4c", *seen) == WHOLE
    assert WHOLE // 40 < weight("Ac 2c Qc 4c", *seen) < WHOLE // 20  # digit 0 is 0.3 of 9
    assert weight("Ac 2c Qc 4c") == WHOLE


def test_signs_multiply() -> None:
    seen = (LOOKED_2, (LOOKED, 1, -1, 16 + 3), *discards("3d"))
    assert weight("Ac 2c Qc Jc", *seen) < WHOLE // 400


def test_a_caller_seems_to_have_little_until_its_cards_are_touched() -> None:
    call = (CALLED, 1, -1, 0)
    everything = "1:0 1:1 1:2 1:3"
    low, high = "Ac J1 J2 Kd", "Ac 2c 3c 9c"
    assert weight(low, call, knows=everything) == WHOLE
    assert weight(high, call, knows=everything) < WHOLE // 8
    assert weight(high, call, *switches(0, 1, 16 + 2), knows=everything) == WHOLE


# ---- in words


def test_beliefs_in_words_most_telling_first() -> None:
    s = cast(Cambio, table(*TWO, knows={0: "", 1: ""})._state)
    seen = [LOOKED_2, *discards("5d"), *swaps(0, "2d"), (CALLED, 1, -1, 0)]
    assert sentences(gather(s, 0, seen), s, 0, ["Ana", "Ben"]) == [
        "Ben has called, so they probably have 5 points or less.",
        "Someone who has seen the card in Ben's slot 3 kept it while letting go of cards worth 5, "
        "so it's probably worth 5 or less.",
    ]
    assert sentences(gather(s, 0, []), s, 0, []) == []
