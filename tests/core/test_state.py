"""States: fields declared once give the class, the copy and the comparison."""

import pytest

from parlour.core.state import NONE, State, assign, card, hands, number, scratch, stack


class Little(State):
    """A few fields of each kind."""

    pile: list[int] = stack(4)
    pile_size: int = number()
    hands: list[int] = hands(3)
    held: int = card()
    work: list[int] = scratch(2)


def test_fields_have_their_starting_values() -> None:
    s = Little()
    assert (s.pile, s.pile_size, s.hands, s.held, s.direction, s.log) == ([0] * 4, 0, [0] * 3, NONE, 1, None)
    assert list(Little.fields)[-5:] == ["pile", "pile_size", "hands", "held", "work"]


def test_a_misspelt_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        Little().piel = 1  # type: ignore[attr-defined]


def test_a_copy_shares_nothing() -> None:
    s = Little()
    s.log = []
    copy = s.copy()
    copy.hands[0] = 5
    copy.held = 7
    assert s.hands[0] == 0 and s.held == NONE and copy.log is None
    assert s.differences(copy) == ["hands", "held"]
    assign(s, copy)
    assert s == copy and s.hands is not copy.hands


def test_what_lies_above_the_top_and_working_space_do_not_count() -> None:
    s, other = Little(), Little()
    other.pile[2] = 9
    other.work[0] = 9
    assert s == other and s.value("pile") == []
    s.pile_size = other.pile_size = 3
    assert s != other and s.differences(other) == ["pile"]
    assert s != State() and s != 5


def test_a_state_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(Little())
