"""`parlour play --bots`: weaker bots play as requested, and the command to play again names them."""

import threading
from pathlib import Path

import pytest

from parlour import Table, game_ids
from parlour.bots import LEVELS, choose, readiness
from parlour.terminal import line_mode, notices
from parlour.terminal.refusal import Refusal
from parlour.terminal.seats import bot_move, make_party, seats_for
from tests.terminal.helpers.desk import refusal, run

GAME = game_ids()[-1]


def played(*options: str, seats: str = "3") -> str:
    """Return the output of a game between bots only."""
    result = run("play", GAME, "--seats", seats, "--people", "0", "--seed", "5", *options)
    assert result.exit_code == 0, result.output
    return result.stdout


# ---- which bot gets which level


def test_the_last_level_fills_the_remaining_bots() -> None:
    assert [make_party(4, 1, "", "casual").level_of(seat) for seat in (1, 2, 3)] == ["casual"] * 3
    mixed = make_party(5, 2, "", "beginner, Casual")
    assert [mixed.level_of(seat) for seat in (2, 3, 4)] == ["beginner", "casual", "casual"]
    assert [make_party(3, 0, "").level_of(seat) for seat in range(3)] == ["skilled"] * 3


def test_the_introduction_names_levels_only_if_they_are_not_the_default() -> None:
    assert make_party(3, 1, "", "skilled").introduction == make_party(3, 1, "").introduction
    assert make_party(2, 1, "", "casual").introduction == "You play seat 0; a bot plays seat 1 (Ada, casual)."
    text = make_party(3, 1, "", "skilled,beginner").introduction
    assert text == "You play seat 0; bots play seat 1 (Ada, skilled) and seat 2 (Bruno, beginner)."


def test_there_are_enough_seats_for_all_named_bots() -> None:
    game = Table.new(GAME, seed=1).game
    most = game.most_seats
    assert seats_for(game, None, 1, "", ",".join(["casual"] * (most - 1))) == most
    assert seats_for(game, None, 1, "", "casual") == game.usual_seats
    assert seats_for(game, 2, 1, "", "casual") == 2


# ---- at the table


@pytest.mark.late
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_plays_at_its_level(level: str) -> None:
    table = Table.new(GAME, 3, seed=8)
    for _ in range(30):
        seat = table.must
        if seat is None:
            break
        words = bot_move(table, seat, level)
        assert words == bot_move(table.copy(), seat, level)
        assert words is not None
        table.play(words)


def test_without_a_level_a_bot_plays_at_the_default() -> None:
    table = Table.new(GAME, 3, seed=8)
    assert bot_move(table, 0) == bot_move(table, 0, "skilled")


def test_the_command_to_play_again_names_the_levels() -> None:
    paper = played("--bots", "casual,beginner")
    assert f"parlour play {GAME} --seats 3 --people 0 --bots casual,beginner --seed 5" in " ".join(paper.split())
    assert paper == played("--bots", " Casual , beginner")


def test_levels_are_announced_once_before_the_first_move() -> None:
    paper = " ".join(played("--bots", "casual,beginner").split())
    told = "Bots play seat 0 (Ada, casual), seat 1 (Bruno, beginner) and seat 2 (Clara, beginner)."
    assert paper.startswith(told) and paper.count("Ada, casual") == 1


def test_the_usual_level_is_not_mentioned_and_changes_nothing() -> None:
    assert played("--bots", "skilled") == played()
    assert "--bots" not in played()


def test_weaker_bots_play_another_game_with_the_same_cards() -> None:
    assert played("--bots", "beginner") != played()


def test_a_saved_game_goes_on_with_the_bots_that_are_asked_for(tmp_path: Path) -> None:
    table = Table.new(GAME, 3, seed=5)
    words = choose(table, 0)
    assert words is not None
    table.play(words)
    path = tmp_path / "game.json"
    path.write_text(table.save(), encoding="utf-8")
    told = {bots: " ".join(run("play", "--load", str(path), "--bots", bots).stdout.split()) for bots in ("beginner", "skilled")}
    assert "bots play seat 1 (Ada, beginner) and seat 2 (Bruno, beginner)." in told["beginner"]
    assert "bots play seat 1 (Ada) and seat 2 (Bruno)." in told["skilled"]


# ---- in a pipe


def test_a_bot_that_cannot_search_is_reported_on_standard_error() -> None:
    result = run("play", GAME, "--seats", "3", "--people", "0", "--seed", "5", "--bots", "expert")
    assert result.stderr == "Expert needs the search engine, which isn't available here; playing as Skilled.\n"
    assert result.exit_code == 0 and "needs the search engine" not in result.stdout
    assert run("play", GAME, "--seats", "3", "--people", "0", "--seed", "5", "--bots", "casual").stderr == ""


def test_waiting_for_the_compiler_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    told = threading.Event()
    heard: list[str] = []

    def hear(said: str) -> None:
        heard.append(said)
        told.set()

    def compiled(game: object) -> None:
        assert told.wait(60), "Nothing was printed while the rules were compiled."
        readiness._ready.add(GAME)

    monkeypatch.setattr(readiness, "_ready", set())
    monkeypatch.setattr(notices, "MOMENT", 0)
    monkeypatch.setattr(notices, "say_aside", hear)
    monkeypatch.setattr(line_mode, "make_ready", compiled)
    monkeypatch.setattr(line_mode, "bot_move", lambda table, seat, level, own, wait: bot_move(table, seat))
    result = run("play", GAME, "--seats", "2", "--people", "0", "--bots", "expert", PARLOUR_SEARCH="on")
    assert result.exit_code == 0, result.output
    assert len(heard) == 1 and heard[0].startswith("Preparing ") and heard[0] not in result.stdout


# ---- refusals


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--bots master", "Unknown bot level 'master'. Available: beginner, casual, skilled, strong, expert."),
        ("--bots Grand", "Unknown bot level 'Grand'"),
        ("--bots My.py:Bot", "There is no file 'My.py'."),
        ("--bots casual,,skilled", "Unknown bot level ''"),
        ("--bots \x1b[31m", "Unknown bot level '·[31m'"),
        ("--seats 2 --bots casual,beginner", "--bots names more levels (2) than there are bots (1)."),
        ("--seats 2 --people 2 --bots casual", "--bots names more levels (1) than there are bots (0)."),
        (f"--bots {','.join(['casual'] * 40)}", "players, not 41."),
    ],
)
def test_invalid_levels_are_refused_in_a_sentence(options: str, sentence: str) -> None:
    assert sentence in refusal("play", GAME, *options.split())


def test_a_party_refuses_unknown_levels() -> None:
    with pytest.raises(Refusal, match="Unknown bot level 'expertt'"):
        make_party(3, 1, "", "expertt")
