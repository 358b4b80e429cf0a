"""Match Mania, MM-6.2 (what the bot is known to do) and ALL-3: possible worlds of a seat, and what they share."""

from collections import Counter

import pytest

from parlour import Table
from tests.games.helpers.match_mania import CHALLENGE, DECK, cards, hand, knows, moves, play, sizes, table

WORLDS = range(60)


def world(t: Table, seat: int, seed: int) -> Table:
    """The table as this seat might believe it to be."""
    other = t.copy()
    other._state = t.world(seat, seed)
    return other


# ---- 6.2 The bot


@pytest.mark.rules("MM-6.2")
def test_the_bot_wins_when_it_can() -> None:
    assert table("W+4", "g1 g2").advice() == "play W+4"
    assert table("r+2", "g1 g2").advice() == "play r+2"


@pytest.mark.rules("MM-6.2")
@pytest.mark.parametrize(("rest", "name"), [("b1 b7 g2", "blue"), ("y1 y2 y3 b1 b7", "yellow"), ("r1 rS g9", "red")])
def test_the_bot_names_the_colour_it_holds_most_of(rest: str, name: str) -> None:
    assert play(table(f"W {rest}", "g3 g4"), "play W").advice() == f"name {name}"


@pytest.mark.rules("MM-6.2")
def test_the_bot_draws_rather_than_spend_a_wild_while_it_holds_many_cards() -> None:
    others = ("g3 g4 g6 g7", "y3 y4 y6 y7")
    assert table("W y1 y2 g8 g9 b7", *others).advice() == "draw"
    assert table("W y1 g8", *others).advice() == "play W"
    assert table("W y1 y2 g8 g9 b7", "g3 g4 g6 g7", "y3").advice() == "play W"


@pytest.mark.rules("MM-6.2")
@pytest.mark.parametrize("action", ["rS", "rR", "r+2"])
def test_the_bot_uses_an_action_on_a_neighbour_who_is_about_to_win(action: str) -> None:
    hands = (f"{action} r9 g8 g9 b7", "y3", "g3 g4 g6 g7", "y4 y6 y7 y8")
    assert table(*hands).advice() == f"play {action}"


@pytest.mark.rules("MM-6.2")
def test_the_bot_keeps_to_the_colour_it_holds_most_of() -> None:
    assert table("r9 b5 b7 b8 bS", "g3 g4 g6 g7", "y3 y4 y6 y7").advice() == "play b5"


@pytest.mark.rules("MM-6.2", "MM-7.6")
def test_the_bot_calls_and_catches() -> None:
    t = table("r9 y1", "g1 g2", "g3 g4", call_out="manual")
    assert t.advice() == "call"
    t.play("play r9")
    assert t.advice(1) == "catch 0"
    assert t.advice(2) == "catch 0"
    assert t.advice(0) == "call"


@pytest.mark.rules("MM-6.2", "MM-4.2")
def test_the_bot_swaps_for_the_smallest_hand() -> None:
    t = table("r7 y1 y2 y3 y4", "g1 g2 g3", "b7", "b8 b9", seven_o=True)
    assert t.advice() == "play r7"
    assert play(t, "play r7").advice() == "swap 2"


@pytest.mark.rules("MM-6.2", "MM-4.2")
def test_the_bot_does_not_give_a_small_hand_away() -> None:
    assert table("r7 r1", "g1 g2 g3 g4", "b1 b7 b8 b9", seven_o=True).advice() == "play r1"


@pytest.mark.rules("MM-6.2", "MM-3.6")
@pytest.mark.parametrize(("first", "known", "answer"), [("W+4 r9", "0:r9", "challenge"), ("W+4 y9 y8", "0:y8 0:y9", "accept")])
def test_the_bot_challenges_by_what_it_has_seen(first: str, known: str, answer: str) -> None:
    t = table(first, "g1 y2", "g4 g6", lines=(f"knows 1: {known}",), **CHALLENGE)
    assert play(t, "play W+4", "name green").advice() == answer


# ---- ALL-3 Worlds


@pytest.mark.rules("ALL-3", "MM-4.2")
def test_a_world_keeps_what_a_seat_knows_and_mixes_the_rest() -> None:
    t = table("y1 y2", "g1 g8 r1", "g3 g4", lines=("knows 0: 1:g1 1:r1",), seven_o=True)
    seen: Counter[str] = Counter()
    for seed in WORLDS:
        other = world(t, 0, seed)
        assert hand(other, 0) == cards("y1 y2")
        assert sizes(other, 3) == [2, 3, 2]
        assert knows(other, 0) == cards("1:g1 1:r1")
        seen += Counter(hand(other, 1))
    assert seen["g1"] == seen["r1"] == len(WORLDS)
    assert len(seen) > 8


@pytest.mark.rules("ALL-3", "MM-4.2")
def test_what_others_know_stays_with_the_places() -> None:
    """Seat 2 knows one card of seat 1; to seat 0 it may be any."""
    t = table("y1 y2", "g1 g8 r1", "g3 g4", lines=("knows 2: 1:g1",), seven_o=True)
    for seed in WORLDS:
        (known,) = knows(world(t, 0, seed), 2)
        assert known.startswith("1:")
    assert {knows(world(t, 0, seed), 2)[0] for seed in WORLDS} > {"1:g1", "1:g8"}


@pytest.mark.rules("ALL-3", "ALL-2")
def test_a_world_knows_which_cards_were_shuffled_in() -> None:
    """The deck of the last shuffle is blue; the greens were in hands before, and can be nowhere else."""
    t = table("y1 y2", "g1 g2", "g3 b1", deck="b2 b3 b4", lines=("recycled: b1 b2 b3 b4",))
    for seed in WORLDS:
        other = world(t, 0, seed)
        greens = [card for seat in (1, 2) for card in hand(other, seat) if card[0] == "g"]
        assert sorted(greens) == ["g1", "g2", "g3"]
    assert {hand(world(t, 0, seed), 2)[0] for seed in WORLDS} == {"b1", "b2", "b3", "b4"}


@pytest.mark.rules("ALL-3", "MM-2.2")
def test_to_the_others_a_card_that_waits_to_be_played_is_one_that_fits() -> None:
    t = play(table("y1 y2", "g1 g5 r1", "g3 W", deck="r8 b1 b2 r2 b3"), "draw")
    drawn = {" ".join(sorted(moves(world(t, 1, seed), 0))) for seed in WORLDS}
    assert drawn == {"keep play r8", "keep play r2", "keep play W"}


@pytest.mark.rules("ALL-3", "MM-3.6", "MM-7.2")
def test_guilt_is_as_hidden_as_the_hand() -> None:
    """Seat 1 sees nothing of seat 0's hand, so both verdicts can come up, each fitting the hand of that world."""
    t = play(table("W+4 r9 g3", "g1 y2", "g4 r6", deck=f"r1 r2 {DECK}", **CHALLENGE), "play W+4", "name green")
    verdicts = set()
    for seed in WORLDS:
        other = world(t, 1, seed)
        guilty = any(card[0] == "r" for card in hand(other, 0))
        other.play("challenge")
        assert (other.must == 1) is guilty
        verdicts.add(guilty)
    assert verdicts == {True, False}


@pytest.mark.rules("ALL-3", "MM-7.2", "MM-7.6")
def test_guilt_in_a_world_asks_only_the_card_that_was_left() -> None:
    """Seat 0 laid its +4, was caught with one card and drew two: those two make nobody guilty."""
    t = table("W+4 y9", "g1 y2", "g4 g6", deck=f"r1 r2 {DECK}", call_out="manual", **CHALLENGE)
    play(t, "play W+4", "name green", "catch 0")
    for seed in WORLDS:
        other = world(t, 0, seed)
        other.play("challenge")
        assert other.must == 2


@pytest.mark.rules("ALL-3", "MM-7.8")
def test_a_kept_card_is_told_as_an_unplayable_one() -> None:
    hands = ("g9 y1", "g1 g2", "g3 g4")
    kept = play(table(*hands, deck="r8 b1 b2"), "draw", "keep")
    unplayable = play(table(*hands, deck="b8 b1 b2"), "draw")
    for viewer in (1, 2, None):
        told = [[(event.kind, event.text) for event in t.events_for(viewer)] for t in (kept, unplayable)]
        assert told[0] == told[1]
