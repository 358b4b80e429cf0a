"""Cambio, ALL-4: a refusal gives the true reason, and the turn comes first."""

from typing import Any

import pytest

from parlour import Illegal, Table
from parlour.core.texts import about, whose
from tests.games.helpers.cambio import DECK, THREE, TWO, play, table


def why(t: Table, words: str, seat: int | None = None) -> str:
    position = t.position()
    with pytest.raises(Illegal) as refusal:
        t.play(words, seat=seat)
    assert t.position() == position
    return str(refusal.value)


def turn_of(seat: int, other: int) -> str:
    """Return the refusal of a move out of turn."""
    return about(other, "refusal.turn", must=whose(seat))


def effect(card: str, *grids: str, **options: Any) -> Table:
    return play(table(*(grids or TWO), deck=f"{card} {DECK}", **options), "draw", "discard")


MOMENTS = {
    "start": lambda: table(),
    "drawn": lambda: play(table(), "draw"),
    "taken": lambda: play(table(), "take"),
    "peek": lambda: effect("7d"),
    "spy": lambda: effect("9d"),
    "switch": lambda: effect("Jd"),
    "king": lambda: play(effect("Ks"), "look 0:0", "look 1:0"),
    "match": lambda: effect("6h"),
}
WORDS = ("call", "draw", "take", "discard", "swap 0", "swap 9", "decline", "pass", "give 0", "look 0:0", "look 1:0", "look 1:9")


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("words", [*WORDS, "switch 0:0 1:0", "switch 0:0 0:0", "match 0", "match 9", "match 0:0", "match 1:0"])
def test_out_of_turn_the_turn_is_the_reason(moment: str, words: str) -> None:
    """Matching is own_turn here: nobody but the seat in turn ever matches."""
    assert why(MOMENTS[moment](), words, seat=1) == turn_of(0, 1)


@pytest.mark.rules("ALL-4", "CA-5.1")
@pytest.mark.parametrize("words", ["draw", "discard", "swap 0", "decline", "pass", "give 0", "look 1:0"])
def test_during_a_gift_it_is_the_givers_turn(words: str) -> None:
    t = play(table("5h 2h 3h 4h", *THREE[1:], matching="snap_any"), "draw")
    t.play("match 0:0", seat=2)
    assert why(t, words, seat=0) == turn_of(2, 0)
    assert "given first" in why(t, "match 1", seat=1)


@pytest.mark.rules("ALL-4", "CA-3.4")
def test_a_third_look_of_a_king_is_one_too_many() -> None:
    t = play(effect("Ks"), "look 0:0", "look 1:0")
    for words in ("look 1:1", "look 0:0", "look 1:9"):
        assert why(t, words) == "A black King lets you look at two cards at most: switch two cards, or decline."


@pytest.mark.rules("ALL-4", "CA-3.4")
def test_a_second_look_is_at_another_card() -> None:
    t = play(effect("Ks"), "look 0:0")
    assert why(t, "look 0:0") == "You've already looked at that card: a black King's second look must be at another one."


@pytest.mark.rules("ALL-4", "CA-5.1")
@pytest.mark.parametrize("card", ["7d", "9d", "Jd", "Ks"])
@pytest.mark.parametrize("words", ["match 0", "match 9", "match 1:0", "pass"])
def test_an_effect_comes_before_the_match(card: str, words: str) -> None:
    assert why(effect(card), words) == "Use the effect first, or decline it."


@pytest.mark.rules("ALL-4", "CA-5.1")
@pytest.mark.parametrize("before", [(), ("draw",), ("take",)])
def test_before_the_discard_there_is_no_match(before: tuple[str, ...]) -> None:
    assert why(play(table(), *before), "match 0") == "You can match once per turn, after your own discard."


@pytest.mark.rules("ALL-4", "CA-5.1")
def test_where_snapping_is_played_an_effect_forbids_no_match() -> None:
    t = effect("7d", matching="snap_own")
    assert "match 0" in t.moves()
    assert why(t, "match 1:0") == "At this table you can only match your own cards."


@pytest.mark.rules("ALL-4", "CA-4.4")
@pytest.mark.parametrize("first", ["5h 2h 3h 4h", "- - - -"])
def test_a_locked_caller_is_told_that_it_matches_nothing(first: str) -> None:
    t = play(table(first, "5c 2c 3c 4c", matching="snap_any", caller_locked=True), "call")
    assert why(t, "match 1:0", seat=0) == "You have called and your cards are locked, so you can't match anybody else's card."


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("moment", "words", "reason"),
    [
        ("peek", "look 1:0", "A 7 or 8 only lets you look at one of your own cards."),
        ("spy", "look 0:0", "A 9 or 10 only lets you look at an opponent's card."),
        ("switch", "look 0:0", "No effect lets you look at a card right now."),
        ("switch", "switch 0:0 0:0", "Name two different cards to switch."),
        ("match", "decline", "There is no effect to decline: match a card or pass."),
        ("match", "match 1:0", "At this table you can only match your own cards."),
        ("match", "match 0:1", "Name your own slot by its number alone: match 1."),
        ("taken", "discard", "A card from the discard pile must be swapped with one of yours."),
        ("start", "decline", "There is nothing to decline or pass on."),
        ("match", "swap 0", "You hold no card to swap: draw or take one at the start of your turn."),
    ],
)
def test_in_turn_the_reason_is_what_is_missing(moment: str, words: str, reason: str) -> None:
    assert why(MOMENTS[moment](), words) == reason
