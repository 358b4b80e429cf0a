"""`parlour stats`."""

import csv
import json
from pathlib import Path

import pytest

from parlour.home.ledger import Ledger, line_of
from parlour.home.statistics import statistics
from parlour.terminal.ink import Ink
from parlour.terminal.layout import width_of
from parlour.terminal.stats import tables
from tests.home.helpers.small_games import entry
from tests.terminal.helpers.desk import refusal, run
from tests.terminal.helpers.pseudoterminal import terminal

pytestmark = pytest.mark.rules("MM-5.3")


@pytest.fixture
def book(home: Path) -> Path:
    """Ana has won two of three games, Ben his only one."""
    ledger = Ledger()
    ledger.add(entry(1, name="Ana", game="swish", played=11, given=0, taken=4, turns=40))
    ledger.add(entry(2, name="Ana", game="match_mania", won=False, played=20, given=6, taken=12, turns=98))
    ledger.add(entry(3, name="Ben", game="swish", played=9, given=4, taken=0, turns=25))
    ledger.add(entry(4, name="Ana", game="swish", played=8, given=3, taken=1, turns=25))
    return home / "games.jsonl"


ANA = """\
Ana
                             win     streak   cards     penalties  longest
  game         games  wins  rate  now  best  played  given  taken    turns
  Match Mania      1     0    0%    0     0      20      6     12       98
  Swish            2     2  100%    2     2      19      3      5       40
  all games        3     2   67%    1     1      39      9     17       98
"""
BEN = """\
Ben
                             win     streak   cards     penalties  longest
  game         games  wins  rate  now  best  played  given  taken    turns
  Swish            1     1  100%    1     1       9      4      0       25
"""


def test_a_table_for_each_person(book: Path) -> None:
    result = run("stats")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{ANA}\n{BEN}"


def test_a_name_in_any_spelling_is_one_person(book: Path) -> None:
    assert run("stats", "--player", " ANA ").stdout == ANA


def test_one_game(book: Path) -> None:
    lines = run("stats", "swish", "--player", "ben").stdout.splitlines()
    # the table is only as wide as its own names need
    assert [" ".join(line.split()) for line in lines] == [" ".join(line.split()) for line in BEN.splitlines()]
    assert lines[3] == "  Swish      1     1  100%    1     1       9      4      0       25"
    assert [row.split()[0] for row in run("stats", "swish").stdout.splitlines() if "%" in row] == ["Swish", "Swish"]


def test_a_narrow_page_has_sentences(book: Path) -> None:
    narrow = run("stats", "--player", "ana", COLUMNS="40").stdout
    assert max(map(len, narrow.splitlines())) <= 40
    assert " ".join(narrow.split()) == (
        "Ana 1 game of Match Mania, 0 won (0%), streak 0, best 0, 20 cards played, 6 penalty cards given, 12 taken, "
        "longest game 98 turns. 2 games of Swish, 2 won (100%), streak 2, best 2, 19 cards played, 3 penalty cards given, "
        "5 taken, longest game 40 turns. 3 games in total, 2 won (67%), streak 1, best 1, 39 cards played, "
        "9 penalty cards given, 17 taken, longest game 98 turns."
    )


@pytest.mark.parametrize("name", ["日本太郎", "Åse-Märta", "x" * 16, "e\u0301" * 8])
@pytest.mark.parametrize("width", [24, 60, 80, 100])
def test_tables_fit_the_page(name: str, width: int) -> None:
    figures = statistics([entry(1, name=name, played=10**9, taken=10**9), entry(2, name=name, game="gone", given=10**9)])
    for colour in (True, False):
        lines = tables(figures, width, Ink(colour))
        assert all(width_of(line) <= width for line in lines)
        heads = [line for line in lines if "played  given" in line]
        assert len({width_of(line) for line in lines if "  " in line[4:]}) <= 1 or not heads


def test_nothing_yet(home: Path) -> None:
    assert run("stats").stdout == "No game has been finished yet.\n"
    assert run("stats", "Match Mania").stdout == "No game of Match Mania has been finished yet.\n"
    assert run("stats", "--player", "Ana").stdout == "No game has been finished yet.\n"
    assert run("stats", "--json").stdout == "[]\n"
    assert run("stats", "--csv").stdout.startswith("player,game,games,wins,win_rate,")
    assert run("stats", "--export", "-").stdout == ""
    assert run("stats", "--reset", "--yes").stdout == "There are no statistics yet.\n"
    assert not home.exists()


def test_json(book: Path) -> None:
    rows = json.loads(run("stats", "--json").stdout)
    assert [(row["player"], row["game"], row["games"]) for row in rows] == [
        ("Ana", "match_mania", 1),
        ("Ana", "swish", 2),
        ("Ana", "all", 3),
        ("Ben", "swish", 1),
    ]
    (row,) = json.loads(run("stats", "match_mania", "--player", "ana", "--json").stdout)
    assert row == {
        "player": "Ana",
        "game": "match_mania",
        "games": 1,
        "wins": 0,
        "win_rate": 0.0,
        "streak": 0,
        "best_streak": 0,
        "cards_played": 20,
        "penalties_given": 6,
        "penalties_taken": 12,
        "longest_game": 98,
    }
    assert rows[2]["win_rate"] == 0.6667


def test_csv_to_the_screen_and_into_a_file(book: Path, tmp_path: Path) -> None:
    text = run("stats", "swish", "--csv").stdout
    rows = list(csv.DictReader(text.splitlines()))
    assert [(row["player"], row["wins"], row["cards_played"]) for row in rows] == [("Ana", "2", "19"), ("Ben", "1", "9")]
    file = tmp_path / "stats.csv"
    assert "Written:\n" in run("stats", "swish", "--csv", str(file)).stdout
    assert file.read_text() == text


def test_export_is_the_whole_ledger_and_can_be_put_back(book: Path, tmp_path: Path) -> None:
    file = tmp_path / "export.jsonl"
    assert "Written:\n" in run("stats", "--export", str(file)).stdout
    assert file.read_bytes() == book.read_bytes() == run("stats", "--export", "-").stdout.encode()
    assert Ledger(file).entries() == Ledger().entries()


@pytest.mark.parametrize("option", ["--csv", "--export"])
def test_replacing_a_file_needs_confirmation(book: Path, tmp_path: Path, option: str) -> None:
    file = tmp_path / "mine"
    file.write_text("precious")
    sentence = refusal("stats", option, str(file))
    assert sentence.endswith("already exists: add --yes to confirm.")
    assert file.read_text() == "precious"
    assert run("stats", option, str(file), "--yes").exit_code == 0
    assert file.read_text() != "precious"
    assert "is a folder: choose another name." in refusal("stats", option, str(tmp_path))
    assert "can't be written: no such file" in refusal("stats", option, str(tmp_path / "no" / "such"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("stats poker", "Unknown game 'poker'"),
        ("stats swish extra", "Got unexpected extra argument"),
        ("stats --player Cleo", "Nobody called 'Cleo' has finished a game. Known players: Ana, Ben."),
        ("stats --json --csv", "Choose one of --json and --csv."),
        ("stats --reset --export x", "Choose one of --export and --reset."),
        ("stats swish --reset --yes", "--reset applies to all games and all players: leave out GAME and --player."),
        ("stats --player ana --export x", "--export applies to all games and all players: leave out GAME and --player."),
        ("stats --reset", "This resets your statistics: add --yes to confirm."),
        ("stats --export", "Option '--export' requires an argument."),
    ],
)
def test_a_bad_request_changes_nothing(book: Path, arguments: str, sentence: str) -> None:
    before = book.read_bytes()
    assert sentence in refusal(*arguments.split())
    assert book.read_bytes() == before


def test_reset_says_where_the_old_file_is(book: Path) -> None:
    before = book.read_bytes()
    said = run("stats", "--reset", "--yes").stdout
    aside = book.with_name("games.before-reset-1.jsonl")
    assert said == f"The statistics were reset. The old ones are kept here:\n  {aside}\n"
    assert aside.read_bytes() == before
    assert run("stats").stdout == "No game has been finished yet.\n"


def test_at_a_terminal_reset_asks(home: Path, book: Path) -> None:
    for answer, is_kept in (("n\n", True), ("\x04", True), ("y\n", False)):
        with terminal("stats", "--reset", PARLOUR_HOME=str(home)) as person:
            person.until("This resets your statistics. Continue? [y/N] ")
            person.type(answer)
            assert person.status() == 0
        assert book.exists() is is_kept


# ---- damaged files


@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"], ["--export", "-"]])
def test_damage_is_reported_with_the_figures(book: Path, form: list[str]) -> None:
    whole = run("stats", *form)
    book.write_bytes(b"\xff\xfe rubbish\n" + book.read_bytes() + line_of(entry(9)).encode()[:-9])
    damaged = run("stats", *form)
    assert damaged.exit_code == 0
    assert damaged.stdout == whole.stdout
    assert damaged.stderr.startswith("The file of finished games was damaged: 4 of 6 lines could be read. It is kept as ")
    assert damaged.stderr.count("\n") == 1
    again = run("stats", *form)
    assert (again.stdout, again.stderr) == (whole.stdout, "")


def test_an_unreadable_ledger_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "file"))
    assert refusal("stats").startswith("Cannot read ")
    assert refusal("stats", "--reset", "--yes").startswith("Cannot write in ")
