"""Sets as ints, and cards as numbers and text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.bits import BITS, bit_count, lowest_bit, members_of, set_of
from parlour.core.cards import (
    JOKER_PACK,
    RANKS,
    STANDARD,
    STANDARD_PACK,
    SUITS,
    Pack,
    of_rank,
    of_suit,
    rank_of,
    suit_of,
)
from parlour.core.sentence import shortened

members = st.sets(st.integers(0, BITS - 1))


@given(members)
def test_a_set_is_its_members(numbers: set[int]) -> None:
    whole = set_of(numbers)
    assert list(members_of(whole)) == sorted(numbers)
    assert bit_count(whole) == len(numbers)
    if numbers:
        assert lowest_bit(whole) == min(numbers)


@given(members, members)
def test_operators_join_and_intersect_sets(a: set[int], b: set[int]) -> None:
    one, two = set_of(a), set_of(b)
    assert set(members_of(one | two)) == a | b
    assert set(members_of(one & two)) == a & b
    assert set(members_of(one & ~two)) == a - b


def test_the_standard_pack_is_ordered_by_suit_and_rank() -> None:
    assert len(STANDARD) == 52 and STANDARD[0] == "2c" and STANDARD[-1] == "As"
    for number, name in enumerate(STANDARD):
        assert rank_of(number) == RANKS.index(name[0]) + 2
        assert suit_of(number) == SUITS.index(name[1])
        assert of_rank(rank_of(number)) >> number & 1 and of_suit(suit_of(number)) >> number & 1
    assert sum(bit_count(of_rank(rank)) for rank in range(2, 15)) == 52
    assert all(of_suit(a) & of_suit(b) == 0 for a in range(4) for b in range(a))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("8h", "8h"),
        ("8H", "8h"),
        ("tS", "Ts"),
        ("10s", "Ts"),
        ("8♥", "8h"),
        ("10♠", "Ts"),
        ("♥K", "Kh"),
        ("♠10", "Ts"),
        ("j1", "J1"),
    ],
)
def test_cards_are_understood_in_several_ways(text: str, name: str) -> None:
    assert JOKER_PACK.name(JOKER_PACK.number(text)) == name


@pytest.mark.parametrize("text", ["", "8", "1h", "11h", "??", "-", "J1", "８h", "8h8h", "x" * 1000, "\0", "ﬁ"])
def test_other_texts_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^There is no card '.*' in this game\.$") as caught:
        STANDARD_PACK.number(text)
    assert len(str(caught.value)) < 80 and str(caught.value).isprintable()


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        number = JOKER_PACK.number(text)
    except ValueError as error:
        assert str(error).endswith(".") and str(error).isprintable()
    else:
        assert 0 <= number < 54


def test_cards_in_words() -> None:
    pack = JOKER_PACK
    assert pack.sign(pack.number("Th")) == "♥10" and pack.sign(pack.number("J2")) == "black joker" and pack.sign(-1) == "a card"
    assert pack.name(-1) == "??"
    assert pack.text([pack.number("8h"), pack.number("2c")]) == "8h 2c"
    assert pack.set_text(1 << pack.number("8h") | 1 << pack.number("2c")) == "2c 8h"
    assert len(pack) == 54


def test_copies_of_a_card_share_a_text() -> None:
    pack = Pack(("r1", "r2", "r1"), {"r1": "red 1", "r2": "red 2"}.__getitem__)
    assert pack.copies("R1") == [0, 2] and pack.number("r1") == 0
    assert pack.order(2) == pack.order(0) != pack.order(1)


def test_text_is_shortened_and_made_printable() -> None:
    assert shortened("abc") == "abc"
    assert shortened("x" * 30) == "x" * 23 + "…"
    assert shortened("a\nb\0c") == "a·b·c"
