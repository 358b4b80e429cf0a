"""Match play: rounds, targets, who begins, and the sums."""

import pytest

from parlour import Illegal, Match, Table, find_game, game_ids
from parlour.testing import flaw_of
from tests.core.helpers.situations import GAME, finish_round
from tests.helpers import SOAK

every_game = pytest.mark.parametrize("game_id", game_ids(examples=True))


def play_round(match: Match) -> None:
    finish_round(match.table, match.round)


@every_game
@pytest.mark.rules("ALL-7")
def test_rounds_are_played_and_scores_added_up(game_id: str) -> None:
    match = Match.new(game_id, seats=3, seed=5, rounds=3)
    sums = [0, 0, 0]
    for number in (1, 2, 3):
        assert match.round == number and match.result is None and match.scores == sums
        play_round(match)
        assert match.table.result is not None
        sums = [a + b for a, b in zip(sums, match.table.result.scores, strict=True)]
        assert match.scores == sums
        if number < 3:
            match.next_round()
    assert match.result is not None and match.result.scores == sums
    best = min(sums) if find_game(game_id).lowest_wins else max(sums)
    assert match.result.winners == [seat for seat in range(3) if sums[seat] == best]
    with pytest.raises(Illegal, match="over"):
        match.next_round()


@every_game
@pytest.mark.rules("ALL-7")
def test_a_target_ends_the_match_when_a_seat_reaches_it(game_id: str) -> None:
    match = Match.new(game_id, seats=2, seed=1, target=2)
    while match.result is None:
        assert max(match.scores) < 2
        play_round(match)
        if match.result is None:
            match.next_round()
    assert max(match.scores) >= 2


@every_game
@pytest.mark.rules("ALL-7")
def test_without_rounds_and_target_the_game_decides(game_id: str) -> None:
    match = Match.new(game_id, seed=2)
    target = find_game(game_id).target
    assert (match.rounds, match.target) == ((0, target) if target else (1, 0))


def test_each_round_is_a_new_repeatable_deal() -> None:
    matches = [Match.new(GAME, seats=2, seed=9, rounds=2) for _ in range(2)]
    deals = []
    for match in matches:
        first = match.table.at(0).position()
        play_round(match)
        match.next_round()
        deals.append((first, match.table.position()))
    assert deals[0] == deals[1]
    assert deals[0][0].split("deck:")[1] != deals[0][1].split("deck:")[1]
    assert Match.new(GAME, seats=2, seed=9).table.position() == Table.new(GAME, 2, 9).position()


def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match.new(GAME, seed=1, rounds=2)
    with pytest.raises(Illegal, match="not over") as caught:
        match.next_round()
    assert not flaw_of(str(caught.value))


@every_game
@pytest.mark.rules("ALL-6")
def test_who_begins_the_next_round(game_id: str) -> None:
    begun = set()
    for seed in range(40 if SOAK else 9):
        for rule in ("seat0", "previous_winner", "previous_loser", "random") if SOAK or seed < 3 else ("random",):
            match = Match.new(game_id, seats=3, seed=seed, options={"first_seat": rule}, rounds=2)
            play_round(match)
            outcome = match.table.result
            assert outcome is not None
            points = [match.table.hand_points(seat) for seat in range(3)]
            match.next_round()
            first = match.table._state.first
            if rule == "seat0":
                assert first == 0
            elif rule == "previous_winner":
                assert first == outcome.winners[0]
            elif rule == "random":
                begun.add(first)
            elif len(outcome.winners) < 3:
                assert first == worst(game_id, outcome.winners, outcome.scores, points)
    assert begun == {0, 1, 2}


def worst(game_id: str, winners: list[int], scores: list[int], points: list[int]) -> int:
    """The loser with the worst score, then the most points left, then the lowest seat."""
    sign = 1 if find_game(game_id).lowest_wins else -1
    losers = [seat for seat in range(3) if seat not in winners]
    return min(losers, key=lambda seat: (-sign * scores[seat], -points[seat], seat))


@every_game
@pytest.mark.rules("ALL-7")
def test_a_match_is_saved_and_goes_on(game_id: str) -> None:
    match = Match.new(game_id, seats=2, seed=6, rounds=3, options={"first_seat": "previous_loser"})
    play_round(match)
    match = Match.load(match.save())
    match.next_round()
    match.table.play(match.table.moves()[0])
    again = Match.load(match.save())
    assert again.save() == match.save() and again.round == 2 and again.scores == match.scores
    for each in (match, again):
        play_round(each)
        each.next_round()
        play_round(each)
    assert again.result == match.result and match.result is not None
    assert Match.load(match.save()).result == match.result


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"rounds": 0}, "The number of rounds must be between 1 and 200, not 0"),
        ({"rounds": -1}, "The number of rounds must be between 1 and 200, not -1"),
        ({"rounds": True}, "The number of rounds must be between 1 and 200, not 'True'"),
        ({"rounds": 1.5}, "The number of rounds must be between 1 and 200, not '1.5'"),
        ({"rounds": 10**6}, "The number of rounds must be between 1 and 200, not 1000000"),
        ({"target": 0}, "The target must be between 1 and 100,000, not 0"),
        ({"target": "100"}, "The target must be between 1 and 100,000, not '100'"),
        ({"rounds": 2, "target": 5}, "Choose a number of rounds or a target, not both"),
        ({"seats": 99}, "players, not 99"),
        ({"options": {"nonsense": 1}}, r"Unknown option 'nonsense'\. Available: .*"),
        ({"seed": -1}, r"A seed must be a whole number from 0 to 2\^256 − 1"),
    ],
    ids=str,
)
def test_an_invalid_match_is_refused_in_a_sentence(bad: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=rf"{why}\.$"):
        Match.new(GAME, **bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Unknown game 'chess'"):
        Match.new("chess")
