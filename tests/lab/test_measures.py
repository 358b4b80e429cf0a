"""Choices, forced moves, minutes at a table, tables of games, and the smallest difference a run can detect."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from parlour import find_game, game_ids
from parlour.cli import main
from parlour.core.game import Game
from parlour.fast.matches import MatchPlan, play_part
from parlour.fast.observers import Choices
from parlour.fast.tally import Hooks, Observer
from parlour.lab import compare, simulate
from parlour.lab.figures import POWER, detectable, quantile
from parlour.lab.measures import DEAL_SECONDS, MOVE_SECONDS, THINK_SECONDS, measured, measures
from parlour.lab.study import make_study

GAMES = 4000


class Recount(Observer):
    """Counts choices from the state before each step, which it keeps itself."""

    def columns(self, game: Game) -> tuple[str, ...]:
        return "own", "moves", "forced", "cuts"

    def hooks(self, game: Game) -> Hooks:
        before: list[Any] = [None]

        def dealt(s: Any, row: Any, notes: Any) -> None:
            before[0] = s.copy()

        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            earlier = before[0]
            if seat == game.must(earlier):
                count = bin(game.legal(earlier, seat)).count("1")
                row[0] += 1
                row[1] += count
                row[2] += count == 1
            else:
                row[3] += 1
            before[0] = s.copy()

        return Hooks(dealt, decided)


@pytest.mark.parametrize("game_id", game_ids())
def test_choices_are_counted_before_every_step(game_id: str) -> None:
    game = find_game(game_id)
    options = tuple(game.checked_options({}, 3).items())
    plan = MatchPlan(game, 3, options, 8, ("random",) * 3, ((0, 1, 2),), (Choices(), Recount()))
    found = play_part(plan, 0, 6, interpreted=True)
    assert (found.table[:, :4] == found.table[:, 4:]).all() and (found.table[:, 2] <= found.table[:, 0]).all()
    assert found.table[:, [0, 3]].sum() <= found.decisions, "The rest are chances to cut in that were passed up."


def test_minutes_and_choices_of_a_game_that_can_be_counted_out(tiny: Game) -> None:
    found = simulate(tiny, 1000, 3, "advice", {"patience": 3}, seed=1, jobs=1)
    # every game has three turns, each with two moves to choose from
    exact = (DEAL_SECONDS + 3 * (MOVE_SECONDS + THINK_SECONDS)) / 60
    assert found.minutes.mean.value == pytest.approx(exact) and found.minutes.percentiles[95] == pytest.approx(exact)
    assert found.choices.value == found.choices.low == 2 and found.forced.value == 0
    assert found.data()["minutes"]["mean"] == pytest.approx(exact)


def test_a_table_of_games_has_a_row_for_each_and_the_figures_follow_from_it(tiny: Game, tmp_path: Path) -> None:
    found = simulate(tiny, GAMES + 5, 2, "random", seed=4, keep_games=True, jobs=2)
    frame = found.games_frame()
    assert isinstance(frame, pl.DataFrame) and frame["game"].to_list() == list(range(GAMES + 5))
    assert frame["win_0"].mean() == pytest.approx(found.shares[0])
    assert frame["turns"].mean() == pytest.approx(found.turns.mean.value) and frame["turns"].dtype.is_integer()
    assert frame["minutes"].mean() == pytest.approx(found.minutes.mean.value)
    assert frame["first_seat"].mean() == pytest.approx(found.first_seat.value)
    with pytest.raises(ValueError, match="didn't keep its games"):
        simulate(tiny, 10, 2, "random", jobs=1).games_frame()
    both = compare(tiny, {"patience": [4, 2]}, 100, bots="random", keep_games=True, jobs=1)
    frame = both.games_frame()
    means = dict(frame.group_by("variant").agg(pl.col("turns").mean()).iter_rows())
    assert means == pytest.approx({variant.name: variant.means["turns"].value for variant in both.variants})


def test_the_command_line_writes_games_as_parquet_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_ids()[-1]
    common = ["simulate", game, "--bots", "beginner", "--seats", "2", "--games", "6", "--jobs", "1", "--seed", "1", "--json"]
    for name in ("games.parquet", "games.csv"):
        with pytest.raises(SystemExit) as left:
            main([*common, "--games-out", str(tmp_path / name)])
        assert not left.value.code
    data = json.loads(capsys.readouterr().out.partition("\n}\n")[0] + "}")
    parquet, text = pl.read_parquet(tmp_path / "games.parquet"), pl.read_csv(tmp_path / "games.csv")
    assert parquet.shape == text.shape and parquet.height == 6 and parquet.columns == text.columns
    assert parquet["turns"].to_list() == text["turns"].to_list()
    assert parquet["win_0"].sum() == pytest.approx(data["wins"][0]) == text["win_0"].sum()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["games.csv", "games.parquet"], "No drafts are left."
    with pytest.raises(SystemExit) as left:
        main([*common, "--games-out", str(tmp_path / "games.xlsx")])
    assert left.value.code == 2 and "a .parquet or .csv file" in capsys.readouterr().err


def test_a_detectable_difference_is_detected_in_four_runs_of_five() -> None:
    error, level = 0.25, 0.99
    assert detectable(1.0) == pytest.approx(1.959964 + 0.841621, rel=1e-5)
    drawn = np.random.default_rng(1).normal(detectable(error, level), error, 40_000)
    seen = float((np.abs(drawn) > quantile(level) * error).mean())
    assert abs(seen - POWER) < 5 * math.sqrt(POWER * (1 - POWER) / 40_000)


def test_all_pairs_are_compared_and_no_measure_is_counted_twice(tiny: Game) -> None:
    values = [4, 3, 2]
    found = compare(tiny, {"patience": values}, GAMES, bots="random", seed=6, all_pairs=True, jobs=1)
    [pair] = found.pairs
    assert (pair.before.name, pair.after.name) == ("patience=3", "patience=2")
    direct = compare(tiny, {"patience": values[1:]}, GAMES, bots="random", seed=6, jobs=1).variants[1]
    for ours, theirs in zip(pair.findings, direct.findings, strict=True):
        assert (ours.measure, ours.change.value, ours.differing) == (theirs.measure, theirs.change.value, theirs.differing)
    # by hand: the measures that differ in some game; those equal in every game (or opposite in every game) count once
    studies = [make_study(tiny, 2, ("random",) * 2, {"patience": value}, 6) for value in values]
    tables = [measured(study, study.play(0, GAMES).table) for study in studies]
    examined = 0
    for one, other in ((0, 1), (0, 2), (1, 2)):
        gaps = (tables[other] - tables[one]).round(9).T
        alike = {max(tuple(gap), tuple(-gap)) for gap in gaps if gap.any()}
        examined += len(alike)
    assert found.comparisons == examined < 3 * len(measures(studies[0])) - 6
    z = quantile(1 - 0.05 / examined)
    turns = next(one for one in pair.findings if one.measure.name == "turns")
    gap = tables[2] - tables[1]
    error = gap[:, 2 + 1].std(ddof=1) / math.sqrt(GAMES)
    assert turns.change.high - turns.change.value == pytest.approx(z * error)
    assert turns.detectable == pytest.approx((z + 0.841621) * error, rel=1e-5)
