"""Inferences from the play about hidden cards in Switch, worked out by hand."""

from typing import cast

from parlour.core.cards import HEARTS, SPADES, STANDARD_PACK
from parlour.core.events import DREW, PLAYED, TIME_RAN_OUT, TURNED
from parlour.core.evidence import WHOLE
from parlour.games.switch.beliefs import (
    HAD_ANSWER,
    HAD_NO_SUIT,
    HAD_OTHERS,
    HAD_PLAIN,
    HAD_SAME,
    HAD_UNIVERSAL,
    LASTS,
    Evidence,
    gather,
    sentences,
    weigh,
)
from parlour.games.switch.events import (
    CUT_IN,
    GAVE_UP_RUN,
    MISSED_FINISH,
    NAMED,
    STARTED_RUN,
    TOOK_CARDS_BACK,
    TOOK_PENALTY,
    TRIED,
)
from parlour.games.switch.state import Switch
from tests.games.helpers.switch import table

Seen = tuple[int, int, int, int]

DREW_1 = (DREW, 1, -1, 0)


def turned(card: str) -> Seen:
    return (TURNED, -1, STANDARD_PACK.number(card), 0)


def played(seat: int, card: str) -> Seen:
    return (PLAYED, seat, STANDARD_PACK.number(card), 0)


def weight(hand: str, *seen: Seen) -> int:
    """The weight that seat 0 gives a world in which seat 1 holds this hand."""
    s = cast(Switch, table("4c", hand, pile="4d", deck="6c 6d")._state)
    return weigh(s, gather(s, 0, seen), 0)


def newer(cards: int, of: int, odds: int) -> int:
    """The weight of one card that must be among this many newer cards of a hand."""
    return WHOLE * (odds + (256 - odds) * cards // of) >> 8


def test_a_seat_that_draws_had_nothing_that_matches() -> None:
    seen = (turned("9h"), DREW_1)
    assert weight("Ks Qc Td", *seen) == WHOLE
    assert weight("Kh Qc Td", *seen) == weight("Ks 9c Td", *seen) == newer(1, 3, HAD_PLAIN)
    assert weight("Ks Qc 7d", *seen) == newer(1, 3, HAD_UNIVERSAL)


def test_what_is_drawn_by_force_says_nothing_of_the_top() -> None:
    for forced in ((TOOK_PENALTY, 1, -1, 2), (MISSED_FINISH, 1, -1, 0)):
        assert weight("Kh 9c", turned("9h"), forced, DREW_1, DREW_1) == WHOLE


def test_a_penalty_that_was_taken_and_a_run_given_up_show_that_there_was_no_answer() -> None:
    twos = (played(0, "2c"), (TOOK_PENALTY, 1, -1, 2), DREW_1, DREW_1)
    assert weight("2s Kh Qc Td", *twos) == newer(2, 4, HAD_ANSWER)
    five = (played(0, "5h"), (TOOK_PENALTY, 1, -1, 5), *[DREW_1] * 5)
    assert weight("2s Kh Qc Td 9c 8c", *five) == WHOLE
    assert weight("2h Kh Qc Td 9c 8c", *five) == newer(5, 6, HAD_ANSWER)
    run = (played(0, "3c"), (STARTED_RUN, 0, -1, 0), (GAVE_UP_RUN, 1, -1, 3), *[DREW_1] * 3)
    assert weight("4s Kh Qc Td", *run) == weight("3s Kh Qc Td", *run) == newer(3, 4, HAD_ANSWER)


def test_all_of_a_rank_are_laid_together() -> None:
    assert weight("9c Td", turned("8h"), played(1, "9h")) == newer(0, 2, HAD_SAME)
    assert weight("9c Td", turned("8h"), played(1, "9h"), played(1, "9s")) == newer(0, 2, HAD_SAME)


def test_what_is_done_out_of_turn_or_by_the_clock_says_nothing() -> None:
    assert weight("9c Td", turned("9d"), (CUT_IN, 1, -1, 0), played(1, "9h")) == WHOLE
    clock = (TIME_RAN_OUT, 1, -1, 0)
    assert weight("Kh Td", turned("9h"), clock, DREW_1) == WHOLE
    assert weight("2s Kh Td", played(0, "2c"), clock, (TOOK_PENALTY, 1, -1, 2), DREW_1, DREW_1) == WHOLE


def test_a_universal_card_is_the_last_resort_and_others_of_its_rank_are_kept() -> None:
    seen = (turned("9h"), played(1, "7c"))
    assert weight("Ks 7d", *seen) == WHOLE
    assert weight("Kh 7d", *seen) == newer(0, 2, HAD_OTHERS)


def test_a_suit_that_was_named_is_held_until_it_was_played_or_much_was_drawn() -> None:
    seen = (turned("9c"), played(1, "Ah"), (NAMED, 1, -1, SPADES))
    assert weight("Ks Kd", *seen) == WHOLE
    assert weight("Kh Kd", *seen) == WHOLE * HAD_NO_SUIT >> 8
    assert weight("Kh Kd", *seen, played(1, "Ts")) == WHOLE
    assert weight("Kh Kd Qd", *seen, (TOOK_PENALTY, 1, -1, LASTS), *[DREW_1] * LASTS) == WHOLE


def test_the_named_suit_is_what_the_next_seat_did_not_match() -> None:
    seen = (turned("9c"), played(0, "Ah"), (NAMED, 0, -1, HEARTS), DREW_1)
    assert weight("9s Qc Td", *seen) == WHOLE
    assert weight("Kh Qc Td", *seen) == newer(1, 3, HAD_PLAIN)


def test_a_card_that_was_lacking_and_is_played_was_a_newer_one() -> None:
    seen = (turned("9h"), DREW_1, played(0, "Qh"), played(1, "Kh"))
    assert weight("Th Td", *seen) == newer(0, 2, HAD_PLAIN)
    wrong = (turned("9h"), DREW_1, played(0, "Qh"), played(1, "Kh"), played(0, "Th"), played(1, "6h"))
    assert weight("Jh Td", *wrong) == WHOLE, "two hearts of which one must have been there: the draw told nothing"


def test_cards_that_were_taken_back_are_known() -> None:
    seen = (turned("9h"), played(1, "Ks"), (TOOK_CARDS_BACK, 1, STANDARD_PACK.number("Ks"), 0), DREW_1)
    assert weight("Kc Td", *seen) == newer(1, 2, HAD_SAME)


def test_after_cards_were_taken_back_the_table_is_as_before() -> None:
    """Seat 0 tried 9♠ in a run at 4: seat 1, which then gives up the run, had neither a 4 nor a 5."""
    back = (played(0, "9s"), (TOOK_CARDS_BACK, 0, STANDARD_PACK.number("9s"), 0))
    run = (played(0, "3c"), (STARTED_RUN, 0, -1, 0), played(1, "4d"), (TRIED, 0, -1, 0), *back)
    seen = (*run, (GAVE_UP_RUN, 1, -1, 2), *[DREW_1] * 2)
    assert weight("5s Kh Qc", *seen) == newer(2, 3, HAD_ANSWER)
    assert weight("9c Th Qc", *seen) == WHOLE


def test_beliefs_in_words() -> None:
    s = cast(Switch, table("4c", "Kh Td", pile="4d", deck="9h 7h 9s Qs Kd")._state)
    names = ("Ana", "Ben")
    assert sentences(gather(s, 0, []), s, 0, names) == []
    seen = [turned("9c"), (TOOK_PENALTY, 1, -1, 1), DREW_1, played(0, "8h"), played(1, "Ac"), (NAMED, 1, -1, SPADES)]
    assert sentences(gather(s, 0, seen), s, 0, names) == [
        "Ben named spades, so they probably hold some.",
        "Ben probably has no hearts (assuming good play).",
    ]


def test_nothing_gathered_is_nothing_believed() -> None:
    assert weight("Kh Td") == WHOLE
    assert set(Evidence().named) == {0}
