"""Cambio, CA-6.3 and what all games share: match play, repeatable games, refusals, and choices with one answer."""

import random
from typing import Any

import pytest

from parlour import Illegal, Match, Table
from tests.games.helpers.cambio import DECK, finish, moves, play, scores, table, winners
from tests.games.helpers.refusals import refusal


def called_round(t: Table) -> list[int]:
    """Let the seat in turn call at once, and all others play dull turns; return the round's scores."""
    finish(play(t, "call"))
    return scores(t)


# ---- CA-6.3, ALL-6, ALL-7


@pytest.mark.rules("CA-6.3", "ALL-7")
def test_the_scores_of_the_rounds_add_up() -> None:
    m = Match.new("cambio", seats=3, seed=1, rounds=3)
    sums = [0, 0, 0]
    for number in range(3):
        if number:
            m.next_round()
        assert m.result is None
        sums = [total + points for total, points in zip(sums, called_round(m.table), strict=True)]
        assert list(m.scores) == sums
    assert m.result is not None
    assert winners(m) == [seat for seat in range(3) if sums[seat] == min(sums)]
    assert scores(m) == sums


@pytest.mark.rules("CA-6.3", "ALL-7")
@pytest.mark.parametrize("target", [40, 100])
def test_when_a_seat_reaches_the_target_the_lowest_sum_wins(target: int) -> None:
    m = Match.new("cambio", seats=2, seed=5, target=target)
    for _ in range(60):
        called_round(m.table)
        if m.result is not None:
            break
        assert max(m.scores) < target
        m.next_round()
    assert max(m.scores) >= target
    assert winners(m) == [seat for seat in range(2) if m.scores[seat] == min(m.scores)]


@pytest.mark.rules("CA-6.3")
def test_a_match_goes_to_100_by_default() -> None:
    m = Match.new("cambio", seats=2, seed=5)
    for _ in range(60):
        called_round(m.table)
        if m.result is not None:
            break
        assert max(m.scores) < 100
        m.next_round()
    assert max(m.scores) >= 100


@pytest.mark.rules("CA-6.3", "CA-4.3")
def test_call_penalties_count_in_a_match() -> None:
    """The same deal and the same moves: the wrong caller's sum differs by the penalty, a right caller's does not."""
    differences = set()
    for seed in range(12):
        dear, free = (
            Match.new("cambio", seats=2, seed=seed, rounds=1, options={"wrong_call_penalty": points}) for points in (20, 0)
        )
        called_round(dear.table)
        called_round(free.table)
        assert dear.scores[1] == free.scores[1]
        difference = dear.scores[0] - free.scores[0]
        assert difference == (0 if winners(dear.table) == [0] else 20)
        differences.add(difference)
    assert differences == {0, 20}


@pytest.mark.rules("ALL-7")
def test_one_round_is_a_match_of_one() -> None:
    m = Match.new("cambio", seats=2, seed=3, rounds=1)
    scores = called_round(m.table)
    assert m.result is not None
    assert list(m.scores) == scores
    assert winners(m) == winners(m.table)


@pytest.mark.rules("ALL-7", "ALL-1")
def test_the_rounds_of_a_match_are_new_deals_that_follow_from_the_seed() -> None:
    deals = []
    for _ in range(2):
        m = Match.new("cambio", seats=2, seed=8, rounds=2)
        first = m.table.position()
        called_round(m.table)
        m.next_round()
        assert m.table.position() != first
        deals.append((first, m.table.position()))
    assert deals[0] == deals[1]


@pytest.mark.rules("ALL-6")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", [None, "seat0", "previous_winner", "previous_loser"])
def test_who_begins_the_second_round(seed: int, rule: str | None) -> None:
    """Two seats and a caller: there is always one winner and one loser."""
    m = Match.new("cambio", seats=2, seed=seed, rounds=2, options={"first_seat": rule} if rule else {})
    assert m.table.must == 0
    called_round(m.table)
    (winner,) = winners(m.table)
    m.next_round()
    expected = {"previous_winner": winner, "previous_loser": 1 - winner}
    assert m.table.must == expected.get(rule or "seat0", 0)


@pytest.mark.rules("ALL-6")
def test_a_random_first_seat_comes_from_the_seed() -> None:
    def first(seed: int) -> int | None:
        options = {"first_seat": "random"}
        return Match.new("cambio", seats=3, seed=seed, rounds=2, options=options).table.must

    firsts = [first(seed) for seed in range(60)]
    assert set(firsts) == {0, 1, 2}
    assert firsts == [first(seed) for seed in range(60)]


# ---- ALL-1


def random_game(seed: int, seats: int, options: dict[str, Any], picks: random.Random) -> tuple[Table, list[str]]:
    """Play a game of random moves, cut-ins included; return it with its moves."""
    t = Table.new("cambio", seats=seats, seed=seed, options=options)
    said = []
    while t.result is None:
        seat = picks.choice([t.must, *t.may])
        move = picks.choice(sorted(t.moves(seat)))
        t.play(move, seat=seat)
        said.append(f"{seat} {move}")
    return t, said


HOUSES: list[dict[str, Any]] = [
    {},
    {"matching": "off", "jokers": 0, "draw_from_discard": False, "start_discard": False},
    {"matching": "snap_own", "empty_grid": "ends_round", "match_penalty_cards": 3},
    {"matching": "snap_any", "empty_grid": "ends_round", "match_penalty_cards": 0, "caller_locked": True},
    {"matching": "snap_any", "memory_cards": 0, "jokers": 1, "memory_aid": True},
    {"empty_grid": "ends_round", "memory_cards": 4, "wrong_call_penalty": 0, "caller_locked": True},
]


@pytest.mark.rules("ALL-1", "ALL-5")
@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("house", HOUSES)
def test_the_same_seed_and_moves_are_the_same_game_and_it_ends(house: dict[str, Any], seats: int) -> None:
    options = {"max_turns_each": 10} | house
    t, said = random_game(21, seats, options, random.Random(seats))
    again = Table.new("cambio", seats=seats, seed=21, options=options)
    for line in said:
        seat, _, move = line.partition(" ")
        again.play(move, seat=int(seat))
    assert again.position() == t.position()
    assert (winners(again), scores(again)) == (winners(t), scores(t))


@pytest.mark.rules("ALL-1")
def test_a_saved_game_is_the_same_game() -> None:
    t = play(Table.new("cambio", seats=3, seed=2, options={"jokers": 1}), "draw", "swap 0")
    loaded = Table.load(t.save())
    assert loaded.position() == t.position()
    assert loaded.must == t.must
    assert moves(loaded) == moves(t)


@pytest.mark.rules("ALL-1")
@pytest.mark.parametrize("seed", [0, 7, 2**256 - 1, "a rainy evening"])
def test_a_seed_is_a_number_or_text(seed: int | str) -> None:
    assert Table.new("cambio", seats=2, seed=seed).position() == Table.new("cambio", seats=2, seed=seed).position()


@pytest.mark.rules("ALL-1")
def test_another_seed_is_another_deal() -> None:
    grids = {Table.new("cambio", seats=2, seed=seed).position().partition("\n")[2] for seed in range(20)}
    assert len(grids) == 20


@pytest.mark.rules("ALL-1")
@pytest.mark.parametrize("house", HOUSES)
def test_a_position_reads_back_as_itself_at_every_moment(house: dict[str, Any]) -> None:
    picks = random.Random(4)
    t = Table.new("cambio", seats=3, seed=13, options={"max_turns_each": 10} | house)
    while t.result is None:
        copy = Table.from_position(t.position())
        assert copy.position() == t.position()
        assert (copy.must, copy.may, moves(copy)) == (t.must, t.may, moves(t))
        seat = picks.choice([t.must, *t.may])
        t.play(picks.choice(sorted(t.moves(seat))), seat=seat)


# ---- ALL-4


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ("", "swap 0 | discard | look 0:0 | switch 0:0 1:0 | decline | match 0 | give 0 | pass | play 8h | flub"),
        ("draw", "call | draw | take | swap 4 | look 0:0 | switch 0:0 1:0 | decline | match 0 | give 0 | pass"),
        ("take", "call | draw | take | discard | swap 4 | match 0 | pass | decline"),
        ("draw, discard", "call | draw | take | discard | swap 0 | look 1:0 | look 0:9 | switch 0:0 1:0 | match 0"),
        ("draw, discard, decline", "call | draw | take | discard | swap 0 | look 0:0 | match 8 | match 1:0 | give 0"),
    ],
)
def test_a_refused_move_changes_nothing_and_says_why(before: str, refused: str) -> None:
    t = play(table(deck=f"7d {DECK}"), *filter(None, before.split(", ")))
    position, offered = t.position(), moves(t)
    for move in refused.split(" | "):
        assert move not in offered
        with pytest.raises(Illegal) as refusal:
            t.play(move)
        assert len(str(refusal.value).split()) >= 3
        assert (t.position(), moves(t), t.must) == (position, offered, 0)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("move", ["draw", "call", "take", "match 0"])
def test_a_seat_out_of_turn_is_refused(move: str) -> None:
    t = table()
    position = t.position()
    with pytest.raises(Illegal) as refusal:
        t.play(move, seat=1)
    assert len(str(refusal.value).split()) >= 3
    assert t.position() == position


@pytest.mark.rules("ALL-4")
def test_a_refusal_is_a_value_error() -> None:
    assert issubclass(Illegal, ValueError)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("swap", "cambio.refusal.noMove"),
        ("swap x", "cambio.refusal.noSlot"),
        ("look 0", "cambio.refusal.noPlace"),
        ("look 0:0:0", "cambio.refusal.noSlot"),
        ("match", "cambio.refusal.noMove"),
        ("give one", "cambio.refusal.noSlot"),
        ("", "refusal.words"),
    ],
)
def test_half_words_are_refused_too(move: str, code: str) -> None:
    t = play(table(), "draw")
    position = t.position()
    with refusal(code):
        t.play(move)
    assert t.position() == position


# ---- ALL-10


@pytest.mark.rules("ALL-10")
def test_an_only_slot_to_swap_is_still_asked_for() -> None:
    t = play(table("- - 3h -", "Ac 2c 3c 4c"), "take")
    assert t.must == 0
    assert moves(t) == {"swap 2"}


@pytest.mark.rules("ALL-10")
def test_an_only_card_to_look_at_is_still_asked_for() -> None:
    t = play(table("Ah 2h 3h 4h", "- 2c - -", deck="9d 2d"), "draw", "discard")
    assert t.must == 0
    assert moves(t) == {"look 1:1", "decline"}


@pytest.mark.rules("ALL-10")
def test_a_step_without_any_choice_happens_by_itself() -> None:
    """No effect to use, no card to match with: the turn passes without a word."""
    t = play(table("- - - -", "Ac 2c 3c 4c", deck="7d 2d"), "draw", "discard")
    assert t.must == 1
