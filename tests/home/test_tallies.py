"""Figures of small finished games, worked out by hand."""

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Table, find_game, game_ids
from parlour.home.ledger import deal_of, entry_of
from parlour.home.tallies import tallies
from parlour.terminal.seats import bot_move
from tests.home.helpers.small_games import PLUS_TWO, PLUS_TWO_MOVES, played

pytestmark = pytest.mark.rules("MM-5.3")


def figures(position: str, *moves: str) -> list[tuple[int, ...]]:
    """Return the cards played and the penalty cards given and taken, for each seat of a finished game."""
    table = played(position, *moves)
    assert table.result is not None
    return [astuple(tally) for tally in tallies(table)]


def test_a_plus_two_is_given_by_its_player_and_taken_by_the_drawer() -> None:
    assert figures(PLUS_TWO, *PLUS_TWO_MOVES) == [(2, 2, 0), (0, 0, 2)]


def test_a_stacked_sum_is_given_by_the_seat_that_stacked_last() -> None:
    stacked = """match_mania seats=3 turn=0
    hand 0: r+2 r5
    hand 1: b+2 b2
    hand 2: y3 y4
    pile: r9
    deck: g1 g2 g3 g4 g5 g6
    rest: out
    option stacking: twos
    """
    moves = ["play r+2", "play b+2", "draw", "draw", "play b2"]
    assert figures(stacked, *moves) == [(1, 0, 0), (2, 4, 0), (0, 0, 4)]


CHALLENGE = """match_mania seats=2 turn=0
hand 1: b1 b2
pile: r9
deck: g1 g2 g3 g4 g5 g6 g7 g8
rest: out
option wild_four: no_colour
option challenge: on
"""


def test_a_guilty_seat_takes_the_penalty_from_the_challenger() -> None:
    moves = ["play W+4", "name blue", "challenge", "play b1", "play b3", "play b2"]
    assert figures(CHALLENGE + "hand 0: W+4 r5 b3\n", *moves) == [(2, 0, 4), (2, 4, 0)]


def test_a_wrong_challenger_takes_two_more() -> None:
    moves = ["play W+4", "name blue", "challenge", "play b3"]
    assert figures(CHALLENGE + "hand 0: W+4 b3\n", *moves) == [(2, 6, 0), (0, 0, 6)]


CATCH = """match_mania seats=2 turn=0
hand 0: r1 r2
hand 1: r3 r4
pile: r9
rest: out
option call_out: manual
"""


def test_a_caught_seat_takes_two_from_the_catcher() -> None:
    moves = ["play r1", "1: catch 0", "play r3", "play r2", "play r4"]
    assert figures(CATCH + "deck: g1 r6 g3\n", *moves) == [(2, 0, 2), (2, 2, 0)]


def test_a_caught_seat_takes_only_cards_that_can_be_drawn() -> None:
    # the r9 under the top is all that can be drawn
    moves = ["play r1", "1: catch 0", "play r3", "play r2", "play r4"]
    assert figures(CATCH + "deck:\n", *moves) == [(2, 0, 1), (2, 1, 0)]


def test_a_penalty_of_the_start_card_was_given_by_nobody() -> None:
    seed = next(n for n in range(500) if "took_penalty" in {e.kind for e in Table.new("match_mania", 2, seed=n).events})
    table = Table.new("match_mania", 2, seed=seed)
    assert [astuple(tally) for tally in tallies(table)] == [(0, 0, 2), (0, 0, 0)]


def test_a_two_and_a_run_of_switch() -> None:
    two = """switch seats=2 turn=0
    hand 0: 2h 9h
    hand 1: Ks 3s
    pile: 4d 8h
    deck: 5c 6c 7c
    rest: out
    """
    assert figures(two, "play 2h", "draw", "play 9h") == [(2, 2, 0), (0, 0, 2)]
    run = two.replace("2h 9h", "3h 9h 9c").replace("Ks 3s", "Ks 7s").replace("6c 7c", "6c 7c Tc")
    assert figures(run, "play 3h", "draw", "play 9h 9c") == [(3, 3, 0), (0, 0, 3)]


def test_a_mistake_of_switch_is_a_fine_that_nobody_gave() -> None:
    cutthroat = """switch seats=2 turn=0
    hand 0: 5c 9h 9d
    hand 1: Ks Th
    pile: 4d 8h
    deck: 6c 7c Tc Jc Qc
    rest: out
    option mode: cutthroat
    """
    # the 5 comes back at once (SW-11.2) and costs two cards
    fined, other = tallies(played(cutthroat, "attempt 5c"))
    assert (fined.taken, other.given) == (2, 0)


def test_a_two_and_a_queen_of_swap_switch() -> None:
    position = """swap_switch seats=2 turn=0
    hand 0: 2h Qh 9h
    hand 1: Ks 3s
    pile: 4d 8h
    deck: 5c 6c 7c Tc Ts 4s 5s 3c
    rest: out
    """
    assert figures(position, "play 2h", "draw", "play Qh", "draw", "play 9h") == [(3, 6, 0), (0, 0, 6)]


SWISH = """swish seats=2 turn=0
down 0: - - - - - -
down 1: 4c Kc - - - -
pile: 5d
deck:
rest: out
"""


def test_a_pile_picked_up_in_swish_was_given_by_the_last_player() -> None:
    hands = "hand 0: 7h 9h\nhand 1: 6s\n"
    assert figures(SWISH + hands, "play 7h", "pick up", "play 9h") == [(2, 2, 0), (0, 0, 2)]


def test_a_flip_that_fails_is_no_card_played() -> None:
    hands = "hand 0: 7h 9h\nhand 1:\n"
    assert figures(SWISH + hands, "play 7h", "flip 0", "play 9h") == [(2, 2, 0), (0, 0, 2)]


def test_a_flip_that_beats_the_top_is_a_card_played() -> None:
    hands = "hand 0: 7h 6h 3h 4h\nhand 1:\n"
    assert figures(SWISH + hands, "play 7h", "flip 1", "pick up", "flip 0") == [(1, 0, 3), (2, 3, 0)]


def test_snapping_in_cambio() -> None:
    position = """cambio seats=2 turn=0
    grid 0: Ah 2h 3h 4h
    grid 1: Qc Jc Kc Tc
    knows 0: 0:0 0:1 0:2 0:3
    knows 1:
    pile: 5s
    deck: 3d 2d 4d 6d 6c 5c 4c
    rest: out
    option matching: snap_own
    option match_penalty_cards: 2
    """
    # seat 0 discards a 3, matches it with its own and discards once more; the Queen of seat 1 is not a 3
    moves = ["draw", "discard", "1: match 0", "0: match 2", "call", "draw", "discard"]
    assert figures(position, *moves) == [(3, 0, 0), (0, 0, 2)]


# ---- whole games


def test_winners_scores_turns_and_moves_are_those_of_the_table() -> None:
    found = entry_of(played(PLUS_TWO, *PLUS_TWO_MOVES), ["Ana", "Ada"], 1)
    assert (found.game, found.moves, found.turns) == ("match_mania", 2, 1)
    # b1 and b2, and g1 and g2 of the penalty
    assert [(part.name, part.bot, part.won, part.score) for part in found.seats] == [
        ("Ana", False, True, 6),
        ("Ada", True, False, 0),
    ]


def test_a_game_that_is_not_over_has_no_entry() -> None:
    with pytest.raises(ValueError, match="Only a finished game"):
        entry_of(played(PLUS_TWO, "play r+2"), ["Ana", "Ben"], 2)


def test_the_same_cards_and_people_are_the_same_deal_whatever_is_played() -> None:
    start, later = played(PLUS_TWO), played(PLUS_TWO, "play r+2")
    mark = deal_of(start, ["Ana"])
    assert deal_of(later, ["ANA"]) == mark
    assert deal_of(later, ["Ben"]) != mark
    assert deal_of(played(PLUS_TWO.replace("g1 g2", "g2 g1")), ["Ana"]) != mark
    marks = {deal_of(Table.new("switch", seats, seed=seed), ["Ana"]) for seats in (2, 3) for seed in (1, 2)}
    assert len(marks) == 4


def test_every_tag_is_one_that_is_counted() -> None:
    known = {"", "played", "taken back", "penalty", "fine", "fine card", "catch", "reversal", "end"}
    for game in map(find_game, game_ids()):
        tags = {kind.counts for kind in game.all_kinds.values()}
        assert tags <= known
        assert {"penalty", "fine", "fine card"} & tags, f"{game.name} has no penalties"
        assert "end" in tags, f"{game.name} always ends by itself"


@given(st.data())
def test_nothing_is_given_that_nobody_took(data: st.DataObject) -> None:
    game = find_game(data.draw(st.sampled_from(game_ids())))
    table = Table.new(game.id, seed=data.draw(st.integers(0, 10**6)))
    for _ in range(60):
        if table.must is None:
            break
        table.play(data.draw(st.sampled_from(table.moves())))
    counted = tallies(table)
    assert sum(tally.given for tally in counted) <= sum(tally.taken for tally in counted)
    assert all(number >= 0 for tally in counted for number in astuple(tally))


@pytest.mark.parametrize("game_id", game_ids())
def test_bots_play_cards_in_every_game(game_id: str) -> None:
    table = Table.new(game_id, seed=11)
    while table.must is not None:
        table.play(bot_move(table, table.must) or "", table.must)
    assert sum(tally.played for tally in tallies(table)) > 0
