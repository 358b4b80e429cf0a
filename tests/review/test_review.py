"""Reviews: the parts add up, luck has mean zero, and decisions are judged by what was known. Only the position names a game."""

from math import sqrt
from pathlib import Path
from statistics import mean, stdev

import pytest
from msgspec import json

from parlour import Match, Table, game_ids
from parlour.review import LABELS, Review, review
from parlour.server.people.reviews import told
from parlour.terminal.seats import bot_move
from tests.review.helpers.games import finished_game
from tests.terminal.helpers.desk import refusal, run

every_game = pytest.mark.parametrize("game_id", game_ids())
machine_code = pytest.mark.usefixtures("machine_code")
LITTLE = 0.05
"""The effort of a review if only its sums matter."""
GAMES = 12

ONE_MOVE_WINS = """switch seats=2 turn=0 seed=5
hand 0: 9c 9d
hand 1: Kc
pile: 4d 9h
"""


def check_sums(found: Review) -> None:
    """Check that the parts add up to the result, in total and move by move."""
    parts, line, me = found.parts, found.line, found.seat
    assert parts.total == pytest.approx(parts.result, abs=1e-9)
    outcome = found.table.result
    assert outcome is not None and parts.result == (1 / len(outcome.winners) if me in outcome.winners else 0)
    assert parts.guesses == pytest.approx(sum(one.guess for one in found.decisions) + undecided(found), abs=1e-9)
    for i, valued in enumerate(line.moves):
        changed = [sum(each) for each in zip(line.after[i], valued.effect, line.luck[i], strict=True)]
        assert line.after[i + 1] == pytest.approx(changed, abs=1e-9)
        assert valued.has_chance or line.luck[i] == pytest.approx([0] * len(changed), abs=1e-9)


def undecided(found: Review) -> float:
    """Return the moves for which the rules or the clock left no choice."""
    judged = {(one.move, one.words) for one in found.decisions}
    return sum(
        choice.effect[found.seat]
        for i, valued in enumerate(found.line.moves)
        for choice in valued.choices
        if choice.seat == found.seat and (i + 1, choice.words) not in judged
    )


@machine_code
@every_game
def test_the_parts_add_up_and_luck_has_mean_zero(game_id: str) -> None:
    luck = []
    for seed in range(GAMES):
        found = review(finished_game(game_id, seed), seed % 2, effort=LITTLE)
        check_sums(found)
        luck.append(found.parts.cards)
    assert abs(mean(luck)) < 3 * stdev(luck) / sqrt(GAMES)


@machine_code
@every_game
def test_a_review_is_complete_and_repeatable(game_id: str) -> None:
    table = finished_game(game_id, 2**70 + 77)
    found, again = (review(one, 1, effort=0.2) for one in (table, Table.load(table.save())))
    assert found.decisions == again.decisions and found.parts == again.parts
    assert all(0 <= found.chance(move, seat) <= 1 for move in range(len(table.log) + 1) for seat in range(table.seats))
    for one in found.decisions:
        assert one.label in LABELS and one.cost >= 0 and one.why and all(str(why).endswith(".") for why in one.why)
        assert one.words in {rated.words for rated in one.moves} and one.best == one.moves[0].words
        assert one.words == "" or table.log[one.move - 1] == (1, one.words)
    turn = found.turning_point
    assert turn is not None and table.log[turn.move - 1] == (turn.seat, turn.words)
    sent = told(found)
    assert len(sent.chances) == len(table.log) + 1 and len(sent.decisions) == len(found.decisions)
    assert str(table.seed) not in json.encode(sent).decode(), "a seed would reveal the rounds to come"


@machine_code
@every_game
def test_a_seat_that_plays_like_the_reference_has_only_luck(game_id: str) -> None:
    """A seat that plays like the reference gains and loses nothing by its play: the whole result is luck."""
    found = review(finished_game(game_id, 3, careless=0, clock=0), 0, effort=0.2)
    noise = 0.35  # rules of thumb that roll dice differ from their own mean
    assert abs(found.parts.others) < noise and abs(found.parts.play + found.parts.guesses) < noise


@machine_code
@pytest.mark.parametrize("game_id", ["switch"])
def test_a_missed_win_is_a_mistake(game_id: str) -> None:
    table = Table.from_position(ONE_MOVE_WINS)
    table.play("play 9c")
    table.play("play Kc")
    found = review(table, 0)
    (decision,) = found.decisions
    assert decision.label == "mistake" and decision.best_chance == 1
    assert sorted(decision.best.split()) == ["9c", "9d", "play"]
    assert decision.cost > 0.1 and decision.play == pytest.approx(-decision.cost)
    assert found.parts.before == found.chance(0) == pytest.approx(1.0)
    assert found.turning_point is not None and found.turning_point.move == 1
    assert found.parts.cards == pytest.approx(0) and found.parts.others == pytest.approx(0, abs=1e-9)


def test_unfinished_games_and_unknown_seats_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.from_position(ONE_MOVE_WINS)
    with pytest.raises(ValueError, match="once it is over"):
        review(table)
    table.play("play 9c 9d")
    with pytest.raises(ValueError, match="no seat 2"):
        review(table, 2)
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    with pytest.raises(ValueError, match="search engine"):
        review(table)


@machine_code
@pytest.mark.parametrize("game_id", ["switch"])
def test_the_command(game_id: str, tmp_path: Path) -> None:
    match = Match.new(game_id, seats=2, seed=4, rounds=3)
    while match.round < 2:
        while match.table.must is not None:
            match.table.play(bot_move(match.table, match.table.must) or "")
        match.next_round()
    path = tmp_path / "match.json"
    path.write_text(match.save(), encoding="utf-8")
    told = run("review", str(path), "--all", PARLOUR_SEARCH="on").stdout
    assert "round 1 of 2" in told and "Turning point: move" in told and "Your guesses" in told and "· best" in told
    assert refusal("review", str(path), "--round", "2") == "A game can be reviewed once it is over."
    assert refusal("review", str(path), "--round", "3") == "This file has rounds 1 to 2, not 3."
