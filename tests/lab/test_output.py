"""Sentences of the laboratory: true to the figures, in one format, and all from the catalogue."""

import re
from collections import Counter
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from parlour import find_game, game_ids
from parlour.core.game import Game
from parlour.lab import arena, compare, simulate, skill
from parlour.lab.contests import Deals, contest, seatings
from parlour.lab.figures import Interval
from parlour.lab.formats import number, percent, percent_span
from parlour.lab.output import Part, arena_text, comparison_text, simulation_text, skill_text
from parlour.lab.report import report
from parlour.lab.study import make_study
from tests.helpers.pseudo import PSEUDO, is_wrapped, pseudo_spoken, unwrapped


def joined(parts: list[Part]) -> str:
    """Return a result as it is printed."""
    return "\n".join("\n".join(part) if isinstance(part, list) else part for part in parts)


def test_numbers_keep_digits_that_count_and_shares_are_not_rounded_to_nothing_or_all() -> None:
    values = (0, 0.00035, -0.0142, 0.5, 1.234, 123.45, 12345.6)
    assert [number(value) for value in values] == ["0", "0.00035", "-0.014", "0.500", "1.23", "123.5", "12,346"]
    shares = (0, 0.0001, 0.001, 0.9999, 1)
    assert [percent(share) for share in shares] == ["0.0%", "below 0.1%", "0.1%", "above 99.9%", "100.0%"]
    assert percent_span(Interval(0.5, 0.25, 0.75), 2) == "25.00 to 75.00%"


def test_the_first_seat_advantage_is_reported_only_if_the_bots_allow_it(tiny: Game) -> None:
    assert "a fair share is 50.00%: an advantage of" in joined(simulation_text(simulate(tiny, 4000, 2, "random", seed=1)))
    mixed = ("advice,random", {"first_seat": "seat0"})
    assert "the bots differ" in joined(simulation_text(simulate(tiny, 1000, 2, *mixed, seed=1)))
    fair = ("advice,random", {"first_seat": "random"})
    assert "a fair share is" in joined(simulation_text(simulate(tiny, 1000, 2, *fair, seed=1)))


def test_an_arena_says_of_every_pair_who_is_better_and_by_how_much(tiny: Game) -> None:
    found = arena(tiny, ["advice", "random", "advice"], 30_000, seats=2, seed=5)
    *said, detectable = joined(arena_text(found)).splitlines()[-5:]
    assert [pair["difference_seen"] for pair in found.data()["beats"]] == [True, False, True, True, False, True]
    # by hand: between a random player and one that follows the advice, the former wins 5 of 8 games
    for line, name in zip(said, ("advice 1", "advice 2"), strict=False):
        assert re.fullmatch(rf"random beats {name}: it took 6[1-4]\.\d% of the games either of them won \(.* to .*%\)\.", line)
    assert (
        said[2]
        == "advice 1 and advice 2: no difference seen; advice 1 took 50.0% of the games either of them won (50.0 to 50.0%)."
    )
    assert said[3] == "95% intervals, corrected for 3 comparisons."
    # the two that follow the advice have the same result on every deal, so any difference would be detected
    assert detectable.endswith("of detecting a share of 50.0% instead of 50% in the closest pair, advice 1 and advice 2.")
    assert joined(arena_text(arena(tiny, ["advice", "random"], 1))).count(" no difference seen; ") == 1


def test_equal_bots_look_different_no_more_often_than_the_level_says_however_many_there_are(tiny: Game) -> None:
    bots, deals_played, rng = 4, 120, np.random.default_rng(8)
    names = [f"bot {i}" for i in range(bots)]
    study = make_study(tiny, 2, ("random",) * bots, {}, 1, seatings(bots, 2))
    ones, others = np.triu_indices(bots, 1)
    alarms = 0
    for _ in range(60):
        pairs = np.zeros((deals_played, bots, bots), np.int64)
        won = rng.binomial(2, 0.5, (deals_played, len(ones)))  # of the two games that each pair plays on a deal
        pairs[:, ones, others], pairs[:, others, ones] = 2 * won, 4 - 2 * won
        sums = pairs.sum(2)
        pairs[:, range(bots), range(bots)] = sums
        results = Counter(map(tuple, np.concatenate([sums, pairs.reshape(deals_played, -1)], axis=1).tolist()))
        low = contest(study, Deals(12 * deals_played, 0, dict(results)), names)["beats_low"]
        alarms += bool((low > 0.5).any())
    # 3 of 60 are expected; more than 9 come up once in a thousand runs, and without a correction for the 6 pairs about 15 would
    assert alarms <= 9


def test_a_comparison_says_where_it_cannot_judge_and_where_nothing_changed(tiny: Game) -> None:
    few = joined(comparison_text(compare(tiny, {"patience": [4, 2]}, 10, bots="random", seed=2)))
    assert "No difference seen: at least 25 games are needed to see one." in few
    many = joined(comparison_text(compare(tiny, {"patience": [4, 3]}, 2000, bots="random", seed=2)))
    assert "“Played” happens" in many and "% less often" in many
    same = joined(comparison_text(compare(tiny, {"turn_seconds": ["off", 30]}, 1, bots="random", seed=2)))
    assert "every game went exactly the same way" in same and "1 game for each set" in same
    lone = joined(comparison_text(compare(tiny, {"patience": [9, 8]}, 3000, bots="random", seed=2)))
    assert re.search(r"(Too few games differ to judge|The same in every game:) ", lone), lone


class Words(HTMLParser):
    """Collects all text of a page, visible or for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._is_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_style = tag == "style"
        self.parts += [value or "" for name, value in attrs if name in ("aria-label", "title", "alt")]

    def handle_endtag(self, tag: str) -> None:
        self._is_style = False

    def handle_data(self, data: str) -> None:
        if not self._is_style:
            self.parts.append(data)


def test_all_that_the_laboratory_says_is_in_the_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the names of events, house rules, their values and bots stay the same in every language, as in JSON."""
    game = find_game(game_ids()[-1])
    bots, seen = ["casual", "beginner"], {"first_seat": ["seat0", "random"]}
    with pseudo_spoken(tmp_path, monkeypatch):
        compared = compare(game, seen, 25, 2, bots, seed="1", jobs=1)
        page = Words()
        page.feed(report(compared))
        said = [
            joined(simulation_text(simulate(game, 10, 2, bots, {"first_seat": "random"}, seed="1", jobs=1))),
            joined(arena_text(arena(game, [*bots, "random"], 6, seats=2, seed="1", jobs=1))),
            joined(comparison_text(compared)),
            joined(skill_text(skill(game, bots, 6, seed="1", jobs=1))),
            " ".join(page.parts),
        ]
        assert f'lang="{PSEUDO}"' in report(compared)
    names = " ".join([*(kind.name for kind in game.all_kinds.values()), *bots, "random", *seen, "seat0"])
    known = set(re.findall(r"[A-Za-z]{2,}", names.replace("_", " ")))
    for text in said:
        assert set(re.findall(r"[A-Za-z]{2,}", unwrapped(text))) <= known
        assert not re.search(r"\d\s%", text), "Percentages are written in one way."


def test_the_refusals_of_the_laboratory_are_in_the_catalogue(
    tiny: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[Callable[[], object]] = [
        lambda: simulate(tiny, 0),
        lambda: simulate(tiny, 10, jobs=0),
        lambda: simulate(tiny, 10, bots="nobody"),
        lambda: simulate(tiny, 10, bots="random,random,random"),
        lambda: simulate(tiny, 10, cluster="far away"),
        lambda: simulate(tiny, 10, observers=[5]),  # type: ignore[list-item]
        lambda: compare(tiny, {}),
        lambda: compare(tiny, {"patience": [4]}),
        lambda: compare(tiny, {"patience": [4, "04"]}),
        lambda: compare(tiny, {"patience": [4, 5]}, options={"patience": 4}),
        lambda: arena(tiny, ["random"]),
    ]
    with pseudo_spoken(tmp_path, monkeypatch):
        for call in refused:
            with pytest.raises(ValueError) as refusal:
                call()
            assert is_wrapped(str(refusal.value)), refusal.value
