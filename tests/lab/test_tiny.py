"""Figures of a game that can be worked out by hand."""

import math
from typing import Any

import numpy as np
import pytest

from parlour.core.game import Game
from parlour.core.rule import rule
from parlour.fast.matches import play_matches, rotations
from parlour.lab import Hooks, Observer, arena, compare, simulate
from parlour.lab.contests import Clear, Deals, radius, rotated_seatings, seatings
from parlour.lab.figures import Interval, quantile
from parlour.lab.players import players
from parlour.lab.study import make_study
from parlour.testing.sentences import flaw_of
from tests.lab.helpers.tiny import WAYS

GAMES = 40_000
CERTAIN = 5
"""The standard errors by which a figure may be off: exceeded by chance once in two million."""


def off(found: float, exact: float, games: int = GAMES) -> float:
    """Return how many standard errors a share is from the expected value."""
    return abs(found - exact) / math.sqrt(exact * (1 - exact) / games)


def is_near(found: Interval, exact: float) -> bool:
    """Whether a figure is within `CERTAIN` of its own standard errors of the expected value."""
    return abs(found.value - exact) <= CERTAIN * (found.high - found.value) / quantile()


def test_every_game_takes_one_of_the_listed_courses(tiny: Game) -> None:
    study = make_study(tiny, 2, ("random", "random"), {}, 7)
    names = ("winners", "turns", "cut_off", "comeback", "lead_kept", "passed", "played")
    table = study.play(0, GAMES).table[:, [study.columns.index(name) for name in names]]
    ways, counts = np.unique(table, axis=0, return_counts=True)
    assert {tuple(way) for way in ways.tolist()} == set(WAYS)
    for way, count in zip(ways.tolist(), counts.tolist(), strict=True):
        assert off(count / GAMES, WAYS[tuple(way)] / 16) < CERTAIN


def test_figures_are_near_their_exact_values(tiny: Game) -> None:
    found = simulate(tiny, GAMES, 2, "random", seed=3, jobs=2)
    assert sum(found.wins) == GAMES
    # seat 0 wins in turn 1, in turn 3, and half of the games that run out
    assert off(found.shares[0], 8 / 16 + 2 / 16 + 0.5 / 16) < CERTAIN
    assert found.lows[0] < 10.5 / 16 < found.highs[0]
    assert off(found.first_seat.value, 10.5 / 16) < CERTAIN
    assert off(found.endings["cut_off"].value, 1 / 16) < CERTAIN
    assert off(found.comebacks["comeback"].value, 4 / 16) < CERTAIN
    assert off(found.comebacks["lead_kept"].value, 11 / 16) < CERTAIN
    assert is_near(found.turns.mean, 30 / 16)
    assert [found.turns.percentiles[part] for part in (25, 75, 95)] == [1, 2, 4] and found.turns.most == 4
    assert is_near(found.events["passed"].per_game, 15 / 16)
    assert off(found.events["passed"].games.value, 8 / 16) < CERTAIN


def test_figures_of_bots_that_leave_nothing_to_chance_are_exact(tiny: Game) -> None:
    found = simulate(tiny, 1000, 3, "advice", {"patience": 3}, seed=1).data()
    assert found["wins"] == [0, 0, 1000] and found["decisions"] == 3000
    assert found["turns"] == {"mean": 3, "low": 3, "high": 3, "least": 3, "most": 3} | {
        f"p{part}": 3 for part in (5, 25, 50, 75, 95, 99)
    }
    # of three turns one has ended at half-time, when seat 2 has the most to lose
    assert (found["comeback"]["share"], found["lead_kept"]["share"]) == (1, 0)
    assert found["events"]["passed"]["per_game"] == 2 and found["cut_off"]["share"] == 0
    found = simulate(tiny, 500, 3, "advice", {"patience": 2}, seed=1).data()
    assert found["wins"] == pytest.approx([500 / 3] * 3)
    assert found["cut_off"]["share"] == 1 and found["comeback"]["share"] == 0


def test_the_result_depends_on_the_seed_and_not_on_the_jobs(tiny: Game) -> None:
    def figures(jobs: int, seed: int | str) -> dict[str, Any]:
        data = simulate(tiny, 30_001, 3, "random", seed=seed, jobs=jobs).data()
        return {name: data[name] for name in data if "second" not in name}

    first = figures(1, "a")
    assert first == figures(3, "a")
    assert first["wins"] != figures(1, "b")["wins"]
    # consecutive seeds do not share any deals
    assert figures(1, 5)["wins"] != figures(1, 6)["wins"]
    contest = [arena(tiny, ["random", "advice"], 20_000, jobs=jobs).data() for jobs in (1, 2)]
    assert contest[0]["bots"] == contest[1]["bots"] and contest[0]["beats"] == contest[1]["beats"]
    compared = [compare(tiny, {"patience": [4, 3]}, 20_000, bots="random", jobs=jobs).data() for jobs in (1, 2)]
    assert compared[0]["variants"] == compared[1]["variants"]


class Waits(Observer):
    """Records how often one seat waited, and the last turn in which it did."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def columns(self, game: Game) -> tuple[str, ...]:
        return f"waits_{self.seat}", f"last_wait_{self.seat}"

    def hooks(self, game: Game) -> Hooks:
        watched = self.seat

        @rule
        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            if seat == watched and action == 0:
                row[0] += 1
                row[1] = s.turns

        return Hooks(decided=decided)


def test_anybody_can_add_a_statistic(tiny: Game) -> None:
    found = simulate(tiny, GAMES, 2, "random", seed=2, observers=[Waits(0), Waits(1)])
    # seat 0 waits once in games of two and three turns, twice in those of four; seat 1 once in games of three turns and in
    # those that it wins in turn 4, twice in those that run out
    assert is_near(found.observed["waits_0"].mean, (4 + 2 + 2 * 1 + 2 * 1) / 16)
    assert is_near(found.observed["waits_1"].mean, (2 + 1 + 2 * 1) / 16)
    assert found.observed["last_wait_1"].most == 4 and found.observed["last_wait_0"].most == 3
    assert "waits_0" in {row["figure"] for row in found.rows()}
    seen = compare(tiny, {"patience": [4, 2]}, 5000, bots="random", observers=[Waits(0), Waits(1)]).variants[1].seen
    assert "waits_0" in {finding.measure.name for finding in seen}
    with pytest.raises(ValueError, match="Two observers record a number called 'last_wait_0'"):
        simulate(tiny, 10, observers=[Waits(0), Waits(0)])
    with pytest.raises(ValueError, match=r"An observer must be a parlour\.lab Observer"):
        simulate(tiny, 10, observers=[Waits])  # type: ignore[list-item]


@rule
def beyond(s: Any, decisions: int, row: Any, notes: Any) -> None:
    """Writes outside its own row."""
    row[1] = 1


@rule
def unknown(s: Any, decisions: int, row: Any, notes: Any) -> None:
    """Reads a field that no state has."""
    row[0] = s.nonsense


@pytest.mark.parametrize(
    ("columns", "hooks", "sentence"),
    [
        ("wait", Hooks(), "must name every number"),
        ((1,), Hooks(), "must name every number"),
        (("n",), None, "failed in a trial game: AttributeError"),
        (("n",), Hooks(ended=lambda s, decisions, row, notes: None), "is not a rule: mark it with @rule"),
        (("n",), Hooks(ended=beyond), "failed in a trial game: IndexError"),
        (("n",), Hooks(ended=unknown), "failed in a trial game: AttributeError"),
    ],
)
def test_an_observer_that_cannot_work_is_refused_before_it_is_compiled(
    tiny: Game, columns: Any, hooks: Any, sentence: str
) -> None:
    class Wrong(Observer):
        def columns(self, game: Game) -> Any:
            return columns

        def hooks(self, game: Game) -> Any:
            return hooks

    with pytest.raises(ValueError, match=f"bserver 'Wrong' .*{sentence}"):
        simulate(tiny, 10, observers=[Wrong()])


# ---- comparing ------------------------------------------------------------------------------------------------------


def test_a_rule_change_is_measured_on_the_same_deals(tiny: Game) -> None:
    games = 16_000
    found = compare(tiny, {"patience": [4, 2]}, games, bots="random", seed=1)
    first, second = found.variants
    turns = next(finding for finding in second.findings if finding.measure.name == "turns")
    # on the same deal and the same dice a game is 0, 1 or 2 turns shorter in 6, 1 and 1 of 8 games
    assert is_near(turns.change, -3 / 8) and turns.seen
    deviation = math.sqrt(5 / 8 - (3 / 8) ** 2)
    z = quantile(1 - 0.05 / found.comparisons)
    assert turns.change.high - turns.change.value == pytest.approx(z * deviation / math.sqrt(games), rel=0.03)
    cut_off = next(finding for finding in second.findings if finding.measure.name == "cut_off")
    assert cut_off.seen and off(cut_off.after.value, 4 / 16, games) < CERTAIN
    blocked = next(finding for finding in second.findings if finding.measure.name == "blocked")
    assert not blocked.seen and blocked.differing == 0
    assert first.findings == () and first.name == "patience=4"


def test_a_change_without_effect_is_called_no_difference(tiny: Game) -> None:
    found = compare(tiny, {"turn_seconds": ["off", 30]}, 500, bots="random")
    assert all(finding.differing == 0 for finding in found.variants[1].findings) and not found.variants[1].seen


def test_the_same_rules_twice_differ_no_more_often_than_the_level_says(tiny: Game) -> None:
    alarms = sum(
        bool(
            compare(tiny, {"turn_seconds": ["off", 30]}, 400, bots="random", seed=seed, same_deals=False, jobs=1)
            .variants[1]
            .seen
        )
        for seed in range(200)
    )
    # 5 of 100 at most: 10 of 200 are expected, and more than 20 come up once in a thousand runs
    assert alarms <= 20


def test_a_grid_leaves_out_what_cannot_be_played_and_refuses_what_makes_no_sense(tiny: Game) -> None:
    found = compare(tiny, {"patience": [4, 3], "first_seat": ["seat0", "random"]}, 100, bots="random")
    assert [variant.name for variant in found.variants] == [
        f"patience={patience}, first_seat={first}" for patience in (4, 3) for first in ("seat0", "random")
    ]
    for vary, sentence in (
        ({}, "Say which house rule to vary"),
        ({"patience": [4]}, "Give --vary at least two values to compare"),
        ({"patience": [99]}, "The option patience must be a number from 1 to 9 \\(you gave 99\\)"),
        ({"patience": [4, "04"]}, "A value of patience is listed twice"),
        ({"patience": "4,5"}, "which values to compare"),
        ({"patience": range(1, 10), "turn_seconds": range(10, 60)}, "2 to 64 sets of house rules, not 450"),
        ({"patience": [4, 99]}, "The option patience must be a number from 1 to 9 \\(you gave 99\\)"),
        ({"nonsense": [4, 5]}, "Unknown option 'nonsense'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            compare(tiny, vary, 10)
    with pytest.raises(ValueError, match="can't be both fixed and varied"):
        compare(tiny, {"patience": [4, 5]}, 10, options={"patience": 4})


# ---- arena ----------------------------------------------------------------------------------------------------------


def test_an_arena_counts_every_seating(tiny: Game) -> None:
    # advice on seat 0 waits and wins in turn 3 unless seat 1 finishes in turn 2; on seat 1 it waits, and wins in turn 4
    # unless seat 0 finishes in turn 1 or 3: with patience 4 it wins 1/2 and 1/4
    found = arena(tiny, ["advice", "random"], 40_000, seed=5)
    advice, other = found.bots
    assert found.seatings == 2 and found.deals == 20_000
    assert is_near(advice.share, 3 / 8) and is_near(other.share, 5 / 8)
    assert found.pair(0, 1).value == pytest.approx(advice.share.value)
    assert advice.share.value + other.share.value == pytest.approx(1)


def test_a_bot_is_no_better_than_itself(tiny: Game) -> None:
    found = arena(tiny, ["advice", "advice"], 100)
    assert [bot.name for bot in found.bots] == ["advice 1", "advice 2"]
    assert [bot.share.value for bot in found.bots] == [0.5, 0.5]
    few = arena(tiny, ["advice", "advice"], 4).bots[0].share
    assert few.low < 0.2 and few.high > 0.8, "Two deals say next to nothing."


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (2, 4), (2, 3), (3, 4), (4, 4), (5, 3), (3, 8), (8, 8), (4, 20)])
def test_every_bot_sits_everywhere_equally_often(bots: int, seats: int) -> None:
    for orders in (np.array(seatings(bots, seats)), np.array(rotated_seatings(bots, seats))):
        assert orders.shape[1] == seats and len(orders) <= max(720, 2 * bots * seats)
        places = {(orders[:, seat] == bot).sum() for seat in range(seats) for bot in range(bots)}
        assert len(places) == 1 and (bots > seats or places == {len(orders) // bots})


def test_slow_bots_play_more_deals_from_fewer_seatings() -> None:
    assert (len(seatings(4, 4)), len(rotated_seatings(4, 4))) == (24, 8)
    assert set(rotated_seatings(3, 3)) == set(seatings(3, 3))


def test_an_arena_stops_early_only_where_asked_and_only_when_it_is_clear(tiny: Game) -> None:
    clear = arena(tiny, ["advice", "random"], 200_000, stop_when_clear=True)
    assert clear.stopped_early and clear.games < 100_000
    assert not arena(tiny, ["advice", "random"], 40_000).stopped_early
    assert not arena(tiny, ["advice", "advice"], 40_000, stop_when_clear=True).stopped_early


def test_the_sequential_test_is_seldom_fooled_though_asked_at_every_deal() -> None:
    # two equal bots whose deals go 2:0 or 0:2, looked at 60 times: an ordinary test would report a difference in most runs
    rng = np.random.default_rng(11)
    fooled = 0
    for _ in range(200):
        test = Clear(2)
        for _ in range(60):
            won = int(rng.binomial(250, 0.5))
            if test.add(Deals(500, 0, {(2, 0): won, (0, 2): 250 - won})):
                fooled += 1
                break
    assert fooled <= 20
    assert radius(10_000, 0.05) > quantile() / 100


def test_the_last_bot_named_sits_on_the_remaining_seats() -> None:
    assert players("random, advice", 4) == players(["random", "advice"], 4) == ("random", "advice", "advice", "advice")
    assert players("random", 3) == ("random",) * 3 and players("random,advice", 2) == ("random", "advice")


def test_a_line_up_is_checked(tiny: Game) -> None:
    for bots, sentence in (
        ("nobody", "Unknown bot 'nobody'"),
        ("random,advice,random", "Name 1 to 2 bots, not 3"),
        ("", "Unknown bot"),
        ([], "Name 1 to 2 bots, not 0"),
    ):
        with pytest.raises(ValueError, match=sentence):
            simulate(tiny, 10, 2, bots)
    with pytest.raises(ValueError, match="Name 2 to 16 bots to compete"):
        arena(tiny, ["random"])
    with pytest.raises(ValueError, match="whole number from 1"):
        simulate(tiny, 0)
    with pytest.raises(ValueError, match="number of jobs"):
        simulate(tiny, 10, jobs=0)


@pytest.mark.parametrize(
    ("call", "given"),
    [
        (simulate, {"game": 5}),
        (simulate, {"bots": 5}),
        (simulate, {"bots": None}),
        (simulate, {"seed": 1.5}),
        (simulate, {"games": float("nan")}),
        (simulate, {"cluster": 5}),
        (simulate, {"observers": 5}),
        (compare, {"vary": None}),
        (compare, {"vary": {"patience": 4}}),
        (compare, {"vary": {"patience": {4, 5}}}),
        (compare, {"vary": {"patience": [4, 5]}, "options": [1]}),
        (arena, {"bots": None}),
        (arena, {"bots": ["advice", 5]}),
    ],
)
def test_arguments_of_the_wrong_type_are_refused_in_a_sentence(tiny: Game, call: Any, given: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as refusal:
        call(**{"game": tiny, "games": 10, **given})
    assert not flaw_of(str(refusal.value))


# ---- matches for tuning ---------------------------------------------------------------------------------------------


@rule
def finish_at_once(s: Any, seat: int, dice: Any) -> int:
    """Finish at once, as a rival of the tiny game's own advice."""
    return 1


@rule
def break_the_rules(s: Any, seat: int, dice: Any) -> int:
    """Choose an action that is not legal."""
    return 5


def test_rivals_play_the_advice(tiny: Game) -> None:
    # a rival that finishes at once wins on seat 0, and on seat 1 in turn 2, since the advice waits
    assert play_matches(tiny, [2, "advice"], 100, 2, rivals=(finish_at_once,), rotate=True).shares == (1, 0)
    found = play_matches(tiny, ["advice", "random"], GAMES, 2, jobs=2)
    assert off(found.shares[0], 1 / 2) < CERTAIN
    assert rotations(3) == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    with pytest.raises(RuntimeError, match="illegal action in game 0 of seed 9"):
        play_matches(tiny, [2, 1], 10, 2, 9, rivals=(break_the_rules,))
    with pytest.raises(ValueError, match="Unknown policy 3"):
        play_matches(tiny, [3, 1], 10, 2, rivals=(finish_at_once,))
