"""Statistics from a ledger, worked out by hand."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.home.ledger import PlayedGame, SeatRecord
from parlour.home.statistics import ALL_GAMES, COLUMNS, PersonStatistics, as_csv, statistics
from tests.home.helpers.small_games import entry, finished

pytestmark = pytest.mark.rules("MM-5.3")


def test_no_games_no_figures() -> None:
    assert statistics([]) == []
    assert as_csv([]) == ",".join(COLUMNS) + "\n"


def test_two_people_of_one_game() -> None:
    assert statistics([finished()]) == [
        PersonStatistics("Ana", "match_mania", 1, 1, 1, 1, 2, 2, 0, 1),
        PersonStatistics("Ben", "match_mania", 1, 0, 0, 0, 0, 0, 2, 1),
    ]


def test_bots_have_no_statistics() -> None:
    assert [found.player for found in statistics([entry(1), entry(2)])] == ["Ana"]


def results(wins: str) -> list[PlayedGame]:
    return [entry(number, won=letter == "w") for number, letter in enumerate(wins)]


@pytest.mark.parametrize(
    ("wins", "streak", "best"),
    [("l", 0, 0), ("w", 1, 1), ("wwl", 0, 2), ("wwlw", 1, 2), ("lwww", 3, 3), ("wlwwlwww", 3, 3), ("wwwllw", 1, 3)],
)
def test_streaks_now_and_best(wins: str, streak: int, best: int) -> None:
    (found,) = statistics(results(wins))
    assert (found.games, found.wins) == (len(wins), wins.count("w"))
    assert (found.streak, found.best_streak) == (streak, best)
    assert found.win_rate == wins.count("w") / len(wins)


def test_sums_and_the_longest_game() -> None:
    entries = [entry(1, played=4, given=2, taken=0, turns=31), entry(2, played=9, given=0, taken=8, turns=12)]
    (found,) = statistics(entries)
    assert (found.cards_played, found.penalties_given, found.penalties_taken, found.longest_game) == (13, 2, 8, 31)


def test_several_games_and_all_of_them_together() -> None:
    entries = [entry(1, game="swish"), entry(2, game="cambio"), entry(3, game="swish", won=False), entry(4, name="Ben")]
    assert [(found.player, found.game, found.games, found.wins, found.streak) for found in statistics(entries)] == [
        ("Ana", "cambio", 1, 1, 1),
        ("Ana", "swish", 2, 1, 0),
        ("Ana", ALL_GAMES, 3, 2, 0),
        ("Ben", "switch", 1, 1, 1),
    ]


def test_a_name_is_the_same_in_large_and_small_letters() -> None:
    (found,) = statistics([entry(1, name="ana"), entry(2, name="ANA"), entry(3, name="Ana")])
    assert (found.player, found.games) == ("Ana", 3)


def test_csv_is_read_back() -> None:
    name = 'A "b", c'
    text = as_csv(statistics([entry(1, name=name), entry(2, name=name, won=False)]))
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows[0]["player"] == name
    assert (rows[0]["games"], rows[0]["wins"], rows[0]["win_rate"]) == ("2", "1", "0.5")


PARTS = st.builds(
    SeatRecord,
    name=st.sampled_from(["Ana", "ana", "Ben", "Åse"]),
    bot=st.booleans(),
    won=st.booleans(),
    score=st.integers(-50, 50),
    played=st.integers(0, 50),
    given=st.integers(0, 50),
    taken=st.integers(0, 50),
)
ENTRIES = st.builds(
    PlayedGame,
    game=st.sampled_from(["switch", "swish", "gone"]),
    deal=st.text("0123456789abcdef", min_size=1, max_size=4),
    turns=st.integers(0, 500),
    moves=st.integers(0, 500),
    seats=st.lists(PARTS, min_size=1, max_size=4).map(tuple),
    when=st.just("2026-01-02T03:04:05+00:00"),
)


@given(st.lists(ENTRIES, max_size=12))
def test_figures_are_those_of_a_naive_count(entries: list[PlayedGame]) -> None:
    figures = statistics(entries)
    assert len({(found.player.lower(), found.game) for found in figures}) == len(figures)
    for found in figures:
        own = [
            (one, part)
            for one in entries
            for part in one.seats
            if not part.bot and part.name.lower() == found.player.lower() and found.game in (one.game, ALL_GAMES)
        ]
        letters = "".join("w" if part.won else " " for _, part in own)
        assert found.games == len(own)
        assert found.wins == letters.count("w")
        assert found.streak == len(letters) - len(letters.rstrip("w"))
        assert found.best_streak == max(map(len, letters.split(" ")))
        assert found.cards_played == sum(part.played for _, part in own)
        assert found.penalties_given == sum(part.given for _, part in own)
        assert found.penalties_taken == sum(part.taken for _, part in own)
        assert found.longest_game == max(one.turns for one, _ in own)
