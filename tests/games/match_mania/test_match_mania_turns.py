"""Match Mania, chapter 2 of the sheet with MM-7.8 and ALL-2: what goes, drawing, keeping, passing, the reshuffle."""

from typing import Any

import pytest

from tests.games.helpers.match_mania import (
    about,
    cards,
    colour,
    deck,
    facts,
    hand,
    moves,
    pile,
    play,
    plays,
    sizes,
    table,
    top,
)
from tests.games.helpers.refusals import refused

# ---- 2.1 What goes


@pytest.mark.rules("MM-2.1")
@pytest.mark.parametrize(
    ("on", "card"),
    [("r7", "r5"), ("r3", "b3"), ("rS", "gS"), ("rR", "yR"), ("r+2", "b+2"), ("r7", "rS"), ("gS", "g1"), ("r7", "W")],
)
def test_the_same_colour_number_or_action_goes(on: str, card: str) -> None:
    """The examples of the source among them: red 5 on red 7, blue 3 on red 3, a Skip on another Skip."""
    t = table(f"{card} y9 y8", "g1 g2", pile=on, deck="b1")
    t.play(f"play {card}")
    assert top(t) == card


@pytest.mark.rules("MM-2.1")
@pytest.mark.parametrize(("on", "card"), [("r7", "b5"), ("r3", "bS"), ("rS", "gR"), ("r2", "b+2"), ("rR", "y7")])
def test_what_matches_in_nothing_is_refused(on: str, card: str) -> None:
    t = table(f"{card} y9", "g1", pile=on, deck="b1")
    assert f"play {card}" not in moves(t)
    refused(t, f"play {card}", about(card))


@pytest.mark.rules("MM-2.1", "MM-2.2")
def test_the_moves_of_a_mixed_hand() -> None:
    t = table("r9 g5 g9 W W+4 rS y+2", "g1")
    assert moves(t) == {"play r9", "play g5", "play W", "play W+4", "play rS", "draw"}


@pytest.mark.rules("MM-2.1")
def test_two_copies_of_a_card_are_one_move() -> None:
    t = table("r9 r9 y1", "g1")
    assert moves(t) == {"play r9", "draw"}
    t.play("play r9")
    assert hand(t, 0) == cards("r9 y1")


@pytest.mark.rules("MM-2.1", "MM-3.4")
def test_on_a_wild_only_the_named_colour_counts() -> None:
    t = table("r5 b7 W W+4 g5", "g1", pile="r5 W", lines=("colour: blue",))
    assert plays(t) == {"b7", "W", "W+4"}


@pytest.mark.rules("MM-2.1")
def test_a_card_that_is_not_held_is_refused() -> None:
    refused(table("r9 y1", "r8 g1"), "play r8", code="refusal.notHeld")


@pytest.mark.rules("MM-2.1")
def test_nobody_plays_out_of_turn() -> None:
    t = table("r9 y1", "r8 g1", "r7 g2")
    refused(t, "play r8", code="refusal.turn", seat=1)
    refused(t, "draw", code="refusal.turn", seat=2)
    assert t.may == []


@pytest.mark.rules("MM-2.1")
def test_a_play_passes_the_turn_in_the_direction_of_play() -> None:
    assert play(table("r9 y1", "g1", "g2"), "play r9").must == 1
    assert play(table("r9 y1", "g1", "g2", direction="-"), "play r9").must == 2


# ---- 2.2 Drawing one card


@pytest.mark.rules("MM-2.2", "MM-7.8")
def test_an_unplayable_card_drawn_passes_the_turn_by_itself() -> None:
    t = play(table("r9 y1", "g1 g2"), "draw")
    assert hand(t, 0) == cards("r9 y1 b1")
    assert t.must == 1
    assert deck(t)[0] == "b2"


@pytest.mark.rules("MM-2.2")
def test_a_playable_card_drawn_may_be_played_or_kept() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 b1"), "draw")
    assert t.must == 0
    assert moves(t) == {"play r8", "keep"}
    assert facts(t)["phase"] == "drawn"
    assert facts(t)["drawn"] == "r8"


@pytest.mark.rules("MM-2.2")
def test_playing_the_drawn_card() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 b1"), "draw", "play r8")
    assert top(t) == "r8"
    assert hand(t, 0) == cards("r9 y1")
    assert t.must == 1


@pytest.mark.rules("MM-2.2")
def test_keeping_the_drawn_card() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 b1"), "draw", "keep")
    assert pile(t) == ["r5"]
    assert hand(t, 0) == cards("r9 y1 r8")
    assert t.must == 1


@pytest.mark.rules("MM-2.2")
def test_after_the_draw_no_other_card_goes() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 r7"), "draw")
    refused(t, "play r9", code="match_mania.refusal.afterDrawing")
    refused(t, "draw", code="match_mania.refusal.drawnAlready")
    refused(t, "pass", code="match_mania.refusal.playOrKeep")


@pytest.mark.rules("MM-2.2")
def test_nothing_is_kept_before_a_draw() -> None:
    refused(table("r9 y1", "g1"), "keep", code="match_mania.refusal.nothingToKeep")


@pytest.mark.rules("MM-2.2", "MM-3.4")
def test_a_drawn_wild_can_be_played() -> None:
    t = play(table("g9 y1", "g1 g2", deck="W b1"), "draw", "play W", "name yellow")
    assert colour(t) == "yellow"
    assert t.must == 1


@pytest.mark.rules("MM-2.2")
def test_a_drawn_action_takes_effect() -> None:
    assert play(table("g9 y1", "g1", "g2", deck="rS b1"), "draw", "play rS").must == 2


@pytest.mark.rules("MM-2.2")
def test_a_position_in_the_middle_of_a_draw() -> None:
    t = table("r9 y1 r8", "g1", lines=("phase: drawn", "drawn: r8"))
    assert moves(t) == {"play r8", "keep"}


# ---- 2.3, 2.4, 2.5 House rules for the drawn card


@pytest.mark.rules("MM-2.3", "ALL-10")
def test_with_force_play_a_playable_drawn_card_must_be_played() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 b1", force_play=True), "draw")
    assert t.must == 0
    assert moves(t) == {"play r8"}
    for words in ("keep", "draw", "pass"):
        refused(t, words, "^At this table you must play a drawn card that fits.$")
    assert play(t, "play r8").must == 1


@pytest.mark.rules("MM-2.3")
def test_with_force_play_an_unplayable_card_passes_the_turn() -> None:
    t = play(table("r9 y1", "g1 g2", force_play=True), "draw")
    assert t.must == 1
    assert hand(t, 0) == cards("r9 y1 b1")


@pytest.mark.rules("MM-2.3")
def test_with_force_play_a_seat_may_still_draw_instead_of_playing() -> None:
    assert moves(table("r9 y1", "g1 g2", force_play=True)) == {"play r9", "draw"}


@pytest.mark.rules("MM-2.4", "MM-7.8")
def test_draw_to_match_draws_until_a_card_goes() -> None:
    t = play(table("g9 y1", "g1 g2", deck="b1 b2 r3 b4", draw_to_match=True), "draw")
    assert hand(t, 0) == cards("g9 y1 b1 b2 r3")
    assert t.must == 0
    assert moves(t) == {"play r3"}
    refused(t, "keep", code="match_mania.refusal.mustPlayDrawn")
    t.play("play r3")
    assert t.must == 1
    assert deck(t) == ["b4"]


@pytest.mark.rules("MM-7.8", "MM-2.4")
def test_draw_to_match_draws_only_without_a_playable_card() -> None:
    t = table("r9 y1", "g1 g2", draw_to_match=True)
    assert moves(t) == {"play r9"}
    refused(t, "draw", code="match_mania.refusal.mustPlay")


@pytest.mark.rules("MM-7.8", "MM-2.4")
def test_draw_to_match_passes_when_nothing_is_left() -> None:
    t = play(table("g9 y1", "g1 g2", deck="b1 b2", draw_to_match=True), "draw")
    assert hand(t, 0) == cards("g9 y1 b1 b2")
    assert t.must == 1
    assert deck(t) == []


@pytest.mark.rules("MM-7.8", "MM-2.4", "ALL-2")
def test_draw_to_match_goes_on_through_the_reshuffle() -> None:
    """The deck has one blue card, then the red 2 from under the top comes back, and it goes."""
    t = play(table("g9 y1", "g1 g2", pile="r2 r5", deck="b1", draw_to_match=True), "draw")
    assert hand(t, 0) == cards("g9 y1 b1 r2")
    assert moves(t) == {"play r2"}


@pytest.mark.rules("MM-7.8", "MM-2.4")
def test_draw_to_match_stops_at_the_first_card_if_it_goes() -> None:
    t = play(table("g9 y1", "g1 g2", deck="W+4 r3", draw_to_match=True), "draw")
    assert moves(t) == {"play W+4"}
    assert deck(t) == ["r3"]


@pytest.mark.rules("MM-2.5")
@pytest.mark.parametrize("card", ["r8", "W"])
def test_with_play_drawn_off_a_draw_ends_the_turn(card: str) -> None:
    t = play(table("r9 y1", "g1 g2", deck=f"{card} b1", play_drawn=False), "draw")
    assert t.must == 1
    assert hand(t, 0) == cards(f"r9 y1 {card}")


# ---- 7.8 Nothing to draw, and what the others see


@pytest.mark.rules("MM-7.8")
def test_with_nothing_to_draw_pass_takes_the_place_of_draw() -> None:
    t = table("r9 y1", "g1 g2", deck="")
    assert moves(t) == {"play r9", "pass"}
    refused(t, "draw", code="match_mania.refusal.noDraw")
    t.play("pass")
    assert t.must == 1
    assert sizes(t, 2) == [2, 2]


@pytest.mark.rules("MM-7.8")
def test_a_card_under_the_top_is_something_to_draw() -> None:
    t = table("r9 y1", "g1 g2", pile="g3 r5", deck="")
    assert moves(t) == {"play r9", "draw"}
    refused(t, "pass", code="match_mania.refusal.noPass")
    assert hand(play(t, "draw"), 0) == cards("r9 y1 g3")


@pytest.mark.rules("MM-7.8")
def test_draw_to_match_with_nothing_to_draw() -> None:
    assert moves(table("g9 y1", "g1", deck="", draw_to_match=True)) == {"pass"}
    assert moves(table("r9 y1", "g1", deck="", draw_to_match=True)) == {"play r9"}


@pytest.mark.rules("MM-7.8", "ALL-3")
@pytest.mark.parametrize("viewer", [1, 2, None])
def test_a_kept_card_and_an_unplayable_one_look_the_same(viewer: int | None) -> None:
    kept = play(table("g9 y1", "g1 g2", "g3 g4", deck="r8 b1 b2"), "draw", "keep")
    unplayable = play(table("g9 y1", "g1 g2", "g3 g4", deck="b8 b1 b2"), "draw")
    assert str(kept.view(viewer)) == str(unplayable.view(viewer))


# ---- ALL-2 The reshuffle


@pytest.mark.rules("ALL-2")
def test_the_pile_without_its_top_becomes_the_new_deck() -> None:
    """None of the three green cards goes on the red 5."""
    t = play(table("r9 y1", "g8 g9", pile="g1 g2 g3 r5", deck=""), "draw")
    assert pile(t) == ["r5"]
    assert len(deck(t)) == 2
    drawn = [card for card in hand(t, 0) if card[0] == "g"]
    assert sorted(deck(t) + drawn) == ["g1", "g2", "g3"]
    assert t.must == 1


@pytest.mark.rules("ALL-2")
def test_nothing_is_shuffled_before_it_is_needed() -> None:
    t = play(table("r9 y1", "g8 g9", pile="g1 g2 g3 r5", deck="b1"), "draw")
    assert pile(t) == ["g1", "g2", "g3", "r5"]
    assert deck(t) == []


@pytest.mark.rules("ALL-2", "MM-3.4")
def test_the_named_colour_outlives_the_reshuffle() -> None:
    t = play(table("r9 y1", "b8 g9", pile="r1 g2 W", deck="", lines=("colour: blue",)), "draw")
    assert pile(t) == ["W"]
    assert colour(t) == "blue"
    assert plays(t) == {"b8"}


@pytest.mark.rules("ALL-2", "MM-3.5")
def test_what_is_missing_of_a_penalty_is_not_drawn() -> None:
    """One card in the deck and the red 5 from under the +4: seat 1 draws two of the four."""
    t = play(table("W+4 y1", "g1 g2", "g3 g4", deck="b1"), "play W+4", "name red")
    assert hand(t, 1) == cards("g1 g2 b1 r5")
    assert t.must == 2
    assert moves(t) == {"pass"}


@pytest.mark.rules("ALL-2")
@pytest.mark.parametrize("options", [{}, {"stacking": "twos"}])
def test_a_penalty_draws_through_the_reshuffle(options: dict[str, Any]) -> None:
    t = play(table("r+2 y1", "g1 g2", "g3 g4", deck="b1", **options), "play r+2")
    if t.must == 1:
        t.play("draw")
    assert hand(t, 1) == cards("g1 g2 b1 r5")
    assert pile(t) == ["r+2"]
    assert t.must == 2
