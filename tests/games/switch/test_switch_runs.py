"""Switch, chapter 9: runs."""

from collections.abc import Mapping

import pytest

from parlour import Table
from tests.games.helpers.refusals import refused
from tests.games.helpers.switch import (
    called,
    cards,
    direction,
    hand,
    moves,
    offered,
    penalty,
    pile,
    play,
    playable,
    run,
    size,
    table,
    won_by,
)

RANKS = "3456789TJQKA"
CHAINS = {"chains": True}
CUTTHROAT = {"mode": "cutthroat"}


def in_a_run(rank: str, held: str, *others: str, options: Mapping[str, object] | None = None) -> Table:
    """Seat 0 is to move in a run that stands at the ♠ of this rank; the rest of the deck can be drawn."""
    return table(held, *(others or ("2s",)), pile=f"{rank}s", run=rank, rest="deck", options=options)


# 9.1 Starting


@pytest.mark.rules("SW-9.1")
def test_a_three_that_matches_starts_a_run_in_which_suits_do_not_matter() -> None:
    t = table("3s 9c 9d", "4d 3h 4c Ks", "6c 6d", pile="Ts", deck="Tc")
    play(t, "play 3s")
    assert (t.must, run(t)) == (1, "3")
    assert offered(t) == moves("play 3h", "play 4d", "play 4c", "play 4c 4d", "play 4d 4c", "draw")


@pytest.mark.rules("SW-9.1")
def test_several_threes_start_one_run_at_three() -> None:
    t = play(table("3s 3h 3d 9c", "4d 6c", pile="Ts", deck="Tc"), "play 3s 3h 3d")
    assert (t.must, run(t), pile(t)) == (1, "3", ["Ts", "3s", "3h", "3d"])


@pytest.mark.rules("SW-9.1", "SW-2.2")
def test_a_three_must_match_to_start_a_run() -> None:
    t = table("3h 9c", "4d 6c", pile="Ts", deck="Tc")
    refused(t, "play 3h", called("3h"))
    on_a_dead_three = table("3h 9c", "4d 6c", pile="3s", deck="Tc")
    assert run(play(on_a_dead_three, "play 3h")) == "3"


@pytest.mark.rules("SW-9.1", "SW-3.3")
def test_a_three_starts_no_run_on_a_penalty() -> None:
    t = table("3s 9c", "4d 6c", pile="Ts 2s", deck="Tc Td", penalty=2)
    refused(t, "play 3s", called("3s"))


# 9.2 Going on


@pytest.mark.rules("SW-9.2")
@pytest.mark.parametrize("rank", "3456789TJQK")
def test_a_run_takes_the_current_or_the_next_rank_and_nothing_else(rank: str) -> None:
    held = [f"{each}c" for each in "A23456789TJQK"]
    t = in_a_run(rank, " ".join(held), "2s 2d")
    following = RANKS[RANKS.index(rank) + 1]
    assert offered(t) == moves(f"play {rank}c", f"play {following}c", "draw")
    for card in held:
        if card[0] not in (rank, following):
            refused(t, f"play {card}", called(card), "run")


@pytest.mark.rules("SW-9.2")
@pytest.mark.parametrize(("laid", "rank"), [("5c", "5"), ("6c", "6"), ("6d 6c", "6"), ("5d 5c", "5")])
def test_the_run_stands_at_the_rank_played(laid: str, rank: str) -> None:
    t = play(in_a_run("5", "5c 5d 6c 6d Kc", "9c 9d", "9h 9s"), f"play {laid}")
    assert (t.must, run(t)) == (1, rank)
    assert pile(t) == ["5s", *laid.split()]


@pytest.mark.rules("SW-9.2", "SW-2.3")
def test_sets_in_a_run_and_the_choice_of_the_top() -> None:
    t = in_a_run("5", "5c 6d 6h 7s 2h Kc", "9c 9d")
    assert offered(t) == moves("play 5c", "play 6d", "play 6h", "play 6d 6h", "play 6h 6d", "draw")


@pytest.mark.rules("SW-9.2")
def test_a_seat_need_not_raise_the_run() -> None:
    t = play(in_a_run("5", "5c 6c Kc", "5d 9d", "9h 9s"), "play 5c", "play 5d")
    assert (t.must, run(t)) == (2, "5")


@pytest.mark.rules("SW-9.2")
def test_a_two_never_goes_into_a_run() -> None:
    t = in_a_run("K", "2c 2h 9c", "9d")
    assert offered(t) == moves("draw")
    refused(t, "play 2c", called("2c"), "run")


@pytest.mark.rules("SW-9.2")
def test_without_chains_one_turn_is_one_rank() -> None:
    t = in_a_run("3", "4c 5d Kc", "9d")
    assert offered(t) == moves("play 4c", "draw")
    refused(t, "play 4c 5d", "rank")
    start = table("3s 4d Kc", "9d 9c", pile="Ts", deck="Tc")
    assert offered(start) == moves("play 3s", "draw")
    refused(start, "play 3s 4d", "rank")


@pytest.mark.rules("SW-9.2")
def test_with_chains_a_play_climbs_in_a_run() -> None:
    t = in_a_run("3", "4c 5d 5h 7c", "9d", options=CHAINS)
    assert offered(t) == moves("play 4c", "play 4c 5d", "play 4c 5h", "play 4c 5d 5h", "play 4c 5h 5d", "draw")
    play(t, "play 4c 5h 5d")
    assert (t.must, run(t), pile(t)) == (1, "5", ["3s", "4c", "5h", "5d"])


@pytest.mark.rules("SW-9.2")
def test_with_chains_a_climb_may_start_at_the_current_rank_or_the_next() -> None:
    t = in_a_run("4", "4c 5d 6h 9c", "9d", options=CHAINS)
    assert offered(t) == moves("play 4c", "play 4c 5d", "play 4c 5d 6h", "play 5d", "play 5d 6h", "draw")


@pytest.mark.rules("SW-9.2")
def test_with_chains_the_play_that_starts_a_run_may_climb() -> None:
    t = table("3s 3h 4d 5c Kc", "9d 9c", pile="Ts", deck="Tc", options=CHAINS)
    play(t, "play 3s 3h 4d 5c")
    assert (t.must, run(t), hand(t, 0)) == (1, "5", cards("Kc"))


@pytest.mark.rules("SW-9.2")
def test_with_chains_the_climb_is_still_in_order() -> None:
    t = in_a_run("3", "4c 4h 5d 6h 2c 9c", "9d", options=CHAINS)
    for laid in ("4c 6h", "5d 4c", "4c 5d 9c", "4c 5d 4h", "4c 2c"):
        refused(t, f"play {laid}", code="switch.refusal.followClimb")
    refused(t, "play 5d 6h", code="switch.refusal.run")
    normal = table("4s 5s 3h 4d Kc", "9d 9c", pile="Ts", deck="Tc", options=CHAINS)
    refused(normal, "play 4s 5s", code="switch.refusal.mixed")
    refused(normal, "play 3h 4d", called("3h"))


@pytest.mark.rules("SW-9.2", "SW-9.4")
def test_with_chains_a_climb_may_end_the_run_with_aces() -> None:
    t = in_a_run("J", "Qc Kd Ah Ac 9c", "4c 4h 4d", options=CHAINS)
    play(t, "play Qc Kd Ah Ac")
    assert (t.must, run(t), hand(t, 0)) == (1, "", cards("9c"))
    assert playable(t) == {"4c"}


# 9.3 No powers


@pytest.mark.rules("SW-9.3")
@pytest.mark.parametrize("card", ["8c", "Jc", "7c", "5h"])
def test_no_card_has_its_power_in_a_run(card: str) -> None:
    rank = card[0]
    before = RANKS[RANKS.index(rank) - 1]
    t = play(in_a_run(before, f"{card} 9c 9d", "2s 2d", "2c 2h"), f"play {card}")
    assert (t.must, direction(t), penalty(t), run(t)) == (1, "+", 0, rank)


@pytest.mark.rules("SW-9.3")
def test_two_eights_in_a_run_are_no_second_turn() -> None:
    t = play(in_a_run("7", "8c 8d 9d", "2s 2d", "2c 2h"), "play 8c 8d")
    assert (t.must, direction(t)) == (1, "+")


@pytest.mark.rules("SW-9.3", "SW-9.5")
def test_a_seven_played_in_a_run_is_matched_as_itself_afterwards() -> None:
    """7♦ lies on 6♠, seat 1 gives up: seat 2 matches ♦ or 7, not ♠ or 6."""
    t = play(in_a_run("6", "7d Kc Kh", "2s 2c", "4d 4s 6c 7h"), "play 7d", "draw")
    assert (t.must, run(t), size(t, 1)) == (2, "", 9)
    assert playable(t) == cards("4d 7h")


@pytest.mark.rules("SW-9.3", "SW-5.1")
def test_a_seven_is_not_universal_in_a_run() -> None:
    assert offered(in_a_run("3", "7c Ac Kc", "2s")) == moves("draw")


# 9.4 The Ace


@pytest.mark.rules("SW-9.4")
def test_an_ace_on_a_king_ends_the_run_and_is_dead() -> None:
    """No suit is named: the next seat plays on A♦ as it is."""
    t = play(in_a_run("K", "Ad 9c 9h", "4d 4s Ac 7c Kh", "2c 2d"), "play Ad")
    assert (t.must, run(t)) == (1, "")
    assert playable(t) == cards("4d Ac 7c")
    assert "draw" in t.moves()


@pytest.mark.rules("SW-9.4")
def test_several_aces_end_the_run_together() -> None:
    t = in_a_run("K", "Ad Ah 9c 9h", "4d 4h 4s", "2c 2d")
    assert offered(t) == moves("play Ad", "play Ah", "play Ad Ah", "play Ah Ad", "draw")
    play(t, "play Ah Ad")
    assert (t.must, run(t), playable(t)) == (1, "", {"4d"})


@pytest.mark.rules("SW-9.4", "SW-8.1")
def test_after_the_run_an_ace_is_an_ace_again() -> None:
    t = play(in_a_run("K", "Ad 9c 9h", "Ac 4s 6s", "2c 2d"), "play Ad", "play Ac", "name hearts")
    assert (t.must, run(t), playable(t)) == (2, "", set())


@pytest.mark.rules("SW-9.4")
@pytest.mark.parametrize("rank", "3456789TJQ")
def test_an_ace_goes_on_a_king_only(rank: str) -> None:
    t = in_a_run(rank, "Ac 2c", "2s")
    assert offered(t) == moves("draw")
    refused(t, "play Ac", called("Ac"), "run|king|K")


# 9.5 Giving up


@pytest.mark.rules("SW-9.5")
@pytest.mark.parametrize(("rank", "taken"), [(rank, 3 + place) for place, rank in enumerate("3456789TJQK")])
def test_giving_up_takes_as_many_cards_as_the_rank(rank: str, taken: int) -> None:
    """J 11, Q 12, K 13; a run that ends on 7 costs 7. The turn ends and the run is over."""
    t = play(in_a_run(rank, "2c 2h", "2d 2s", "Ac Ah"), "draw")
    assert (t.must, run(t), penalty(t), direction(t)) == (1, "", 0, "+")
    assert size(t, 0) == 2 + taken


@pytest.mark.rules("SW-9.5")
def test_a_seat_that_could_go_on_may_give_up() -> None:
    t = play(in_a_run("4", "4c 5c Kc", "2d 2c"), "draw")
    assert (t.must, run(t), size(t, 0)) == (1, "", 3 + 4)


@pytest.mark.rules("SW-9.5")
@pytest.mark.parametrize("rank", "358J")
def test_the_top_of_a_lost_run_is_dead(rank: str) -> None:
    """The next seat matches rank or suit, and nothing skips, turns or costs."""
    t = play(in_a_run(rank, "2c 2h", f"{rank}d 4s 9h Qc", "Ac Ah"), "draw")
    assert playable(t) == {f"{rank}d", "4s"}
    assert play(t, "draw").must == 2


# 9.6 and 9.7 Mistakes in a run


@pytest.mark.rules("SW-9.6")
def test_three_four_six_costs_ten_cards_in_all() -> None:
    """All 3 cards go back and 5 + 2 are drawn; there was no run before the attempt, so there is none after it."""
    t = table("3s 4d 6h 9c", "2c 2d", "2h 2s", pile="Ts", rest="deck", options=CUTTHROAT)
    play(t, "attempt 3s 4d 6h")
    assert cards("3s 4d 6h 9c") < hand(t, 0)
    assert size(t, 0) == 4 + 5 + 2
    assert (t.must, run(t), pile(t)) == (1, "", ["Ts"])


@pytest.mark.rules("SW-9.6")
@pytest.mark.parametrize(
    ("rank", "laid", "target"),
    [
        ("5", "7c", 6),
        ("5", "4c", 6),
        ("5", "2c", 6),
        ("5", "6c 8d", 7),
        ("5", "5c 7d", 6),
        ("5", "5c 6d 7h 9c", 8),
        ("3", "5d 4c", 4),
        ("9", "Jc", 10),
        ("T", "Qc", 11),
        ("J", "Kc", 12),
        ("Q", "2c", 13),
        ("K", "Qc", 14),
        ("Q", "Kc 2d", 14),
        ("K", "Ac 4d", 14),
    ],
)
def test_a_wrong_card_in_a_run_costs_the_target_rank_and_two(rank: str, laid: str, target: int) -> None:
    """The target is the rank that should have come next where the attempt failed; the run stays as it was."""
    t = in_a_run(rank, f"{laid} Kh 3c", "2h 2s", "Td Th", options=CUTTHROAT)
    play(t, f"attempt {laid}")
    held = len(laid.split()) + 2
    assert size(t, 0) == held + target + 2
    assert cards(laid) < hand(t, 0)
    assert (t.must, run(t), pile(t)) == (1, rank, [f"{rank}s"])


@pytest.mark.rules("SW-9.6")
@pytest.mark.parametrize("mode", ["cutthroat", "casual"])
@pytest.mark.parametrize("word", ["play", "attempt"])
def test_a_clean_climb_is_a_legal_play_where_mistakes_can_be_made(mode: str, word: str) -> None:
    t = in_a_run("3", "4c 5d 9c 9d", "2h 2s", "Td Th", options={"mode": mode})
    assert moves("play 4c", "play 4c 5d") <= offered(t)
    play(t, f"{word} 4c 5d")
    assert (t.must, run(t), hand(t, 0)) == (1, "5", cards("9c 9d"))


@pytest.mark.rules("SW-9.6", "SW-11.1")
def test_in_standard_a_wrong_card_is_refused_and_not_punished() -> None:
    t = in_a_run("5", "7c 9c", "2h 2s")
    refused(t, "play 7c", called("7c"), "run")
    refused(t, "attempt 7c", code="switch.refusal.standard")


@pytest.mark.rules("SW-9.7")
@pytest.mark.parametrize(
    ("rank", "laid", "drawn"),
    [
        ("3", "Ac", 13 + 2 + 3),
        ("5", "Ac", 13 + 2 + 5),
        ("5", "6c Ad", 13 + 2 + 6),
        ("5", "5c Ad", 13 + 2 + 5),
        ("Q", "Ac", 13 + 2 + 12),
        ("T", "Jc Ad", 13 + 2 + 11),
    ],
)
def test_an_ace_on_anything_but_a_king_costs_thirteen_and_two_and_the_rank(rank: str, laid: str, drawn: int) -> None:
    t = in_a_run(rank, f"{laid} Kh 3c", "2h 2s", "Td Th", options=CUTTHROAT)
    play(t, f"attempt {laid}")
    assert size(t, 0) == len(laid.split()) + 2 + drawn
    assert cards(laid) < hand(t, 0)
    assert (t.must, run(t), pile(t)) == (1, rank, [f"{rank}s"])


@pytest.mark.rules("SW-9.7")
def test_an_ace_on_the_three_that_would_have_started_the_run() -> None:
    t = table("3s Ah 9c 9d", "2c 2d", "2h 2s", pile="Ts", rest="deck", options=CUTTHROAT)
    play(t, "attempt 3s Ah")
    assert (t.must, run(t), size(t, 0)) == (1, "", 4 + 13 + 2 + 3)


# 9.8 Finishing in a run


@pytest.mark.rules("SW-9.8", "SW-10.2")
@pytest.mark.parametrize("card", ["5c", "6c"])
def test_a_plain_card_played_in_a_run_is_a_trick_card(card: str) -> None:
    """The seat draws 1, and the run goes on at the rank played."""
    t = play(in_a_run("5", card, "2h 2s", "Td Th"), f"play {card}")
    assert (t.result, t.must, run(t), size(t, 0)) == (None, 1, card[0], 1)


@pytest.mark.rules("SW-9.8", "SW-10.2")
def test_nobody_finishes_on_the_ace_that_ends_a_run() -> None:
    t = play(in_a_run("K", "Ad", "2h 4d", "Td Th"), "play Ad")
    assert (t.result, t.must, run(t), size(t, 0)) == (None, 1, "", 1)
    assert playable(t) == {"4d"}


@pytest.mark.rules("SW-9.8", "SW-10.2")
@pytest.mark.parametrize(("rank", "card"), [("5", "6c"), ("K", "Ad")])
def test_with_finish_on_trick_a_run_card_finishes(rank: str, card: str) -> None:
    t = play(in_a_run(rank, card, "2h 4d", "Td Th", options={"finish_on_trick": True}), f"play {card}")
    assert (t.must, won_by(t)) == (None, [0])


@pytest.mark.rules("SW-9.8")
def test_once_the_run_is_over_a_plain_card_finishes_again() -> None:
    t = play(in_a_run("4", "2c 2h", "6s", "Td Th"), "draw", "play 6s")
    assert won_by(t) == [1]
