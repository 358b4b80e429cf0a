"""Finished games in line mode: what is counted, what is reported, and what comes next."""

import json
import re
from pathlib import Path

import pytest

from parlour import Match, Table, game_ids
from parlour.core import saves
from parlour.home.ledger import Ledger, PlayedGame
from parlour.terminal.requests import repeated_sitting
from parlour.terminal.seats import make_party
from parlour.terminal.sitting import Sitting
from parlour.terminal.stats import Scorebook
from tests.home.helpers.small_games import PLUS_TWO, PLUS_TWO_MOVES, played
from tests.terminal.helpers.desk import Desk, desk, run
from tests.terminal.helpers.pseudoterminal import Terminal, terminal

TYPED = "".join(f"{move}\n" for move in PLUS_TWO_MOVES)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """A file of the small game before its first move."""
    return kept(tmp_path / "saved.json", played(PLUS_TWO).save())


def kept(path: Path, text: str) -> str:
    path.write_text(text)
    return str(path)


def entries() -> list[PlayedGame]:
    ledger = Ledger()
    found = ledger.entries()
    assert ledger.notice == ""
    return found


def scored(sitting: Sitting | Table, *answers: str, **how: bool | int | str) -> Desk:
    """A desk with a scorebook."""
    made = desk(sitting, answers, to_the_end=not answers, **how)  # type: ignore[arg-type]
    made.mode.scorebook = Scorebook(made.screen)
    return made


# ---- what is counted


@pytest.mark.rules("MM-5.3", "MM-6.4")
def test_a_finished_game_is_counted_and_told(saved: str) -> None:
    result = run("play", "--load", saved, typed=TYPED)
    assert result.exit_code == 0
    assert result.stdout.endswith(
        "You win the game.\n"
        "  You     6 points\n"
        "  Ada     0 points\n"
        "The winner scores the cards left in the other hands: numbers count what they\n"
        "show, actions 20 and Wilds 50.\n"
        "  You so far: 1 game of Match Mania, 1 won (100%), streak 1, best 1.\n"
        "  2 cards played, 2 penalty cards given, 0 taken, longest game 1 turn.\n"
    )
    (entry,) = entries()
    assert [(part.name, part.bot, part.won, part.played, part.given, part.taken) for part in entry.seats] == [
        ("You", False, True, 2, 2, 0),
        ("Ada", True, False, 0, 0, 2),
    ]


@pytest.mark.rules("MM-5.3")
def test_the_person_is_counted_by_the_name_given(saved: str) -> None:
    said = run("play", "--load", saved, "--names", "Ana", typed=TYPED).stdout
    assert "  Ana so far: 1 game of Match Mania, 1 won (100%), streak 1, best 1.\n" in said
    assert entries()[0].seats[0].name == "Ana"


@pytest.mark.rules("MM-5.3")
def test_everybody_at_the_keyboard_is_counted_by_name() -> None:
    made = scored(Table.new("swish", 3, seed=5), people=2, names="Ana,Ben")
    paper = made.play()
    assert "  Ana so far: 1 game of Swish," in paper
    assert "  Ben so far: 1 game of Swish," in paper
    assert "cards played" not in paper
    (entry,) = entries()
    assert [(part.name, part.bot) for part in entry.seats] == [("Ana", False), ("Ben", False), ("Ada", True)]


@pytest.mark.rules("MM-5.3")
@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_counted(game_id: str) -> None:
    made = scored(Table.new(game_id, seed=3))
    assert f"  You so far: 1 game of {made.table.game.name}, " in made.play()
    (entry,) = entries()
    result = made.table.result
    assert result is not None
    assert [seat for seat, part in enumerate(entry.seats) if part.won] == result.winners
    assert [part.score for part in entry.seats] == result.scores
    assert entry.turns == made.table.turns


@pytest.mark.rules("MM-5.3")
def test_every_round_of_a_match_is_counted_and_summed_up_once() -> None:
    made = scored(Sitting(Match.new("swish", 2, seed=4, rounds=3)))
    paper = made.play()
    assert len(entries()) == 3
    assert paper.count("so far:") == 1
    assert re.search(r"wins? the match\.\n  You so far: 3 games of Swish, ", paper)


@pytest.mark.rules("MM-5.3")
def test_leaving_a_match_keeps_its_finished_rounds() -> None:
    match = Match.new("swish", 2, seed=4, rounds=3)
    made = scored(Sitting(match))
    made.reader.otherwise = lambda: "quit" if match.round == 2 else made.like_a_bot()
    paper = made.play()
    assert len(entries()) == 1
    assert re.search(r"The game stops here\.\n  You so far: 1 game of Swish, ", paper)


@pytest.mark.rules("MM-5.3")
def test_a_game_that_was_finished_before_is_not_counted_again(tmp_path: Path, saved: str) -> None:
    over = kept(tmp_path / "over.json", played(PLUS_TWO, *PLUS_TWO_MOVES).save())
    said = run("play", "--load", over).stdout
    assert "You win the game." in said
    assert "so far" not in said
    run("replay", over)
    assert entries() == []
    run("play", "--load", saved, typed=TYPED)
    assert len(entries()) == 1
    for file in (over, saved):
        run("play", "--load", file, typed=TYPED)
        run("replay", file)
    again = run("play", "--load", saved, typed="draw\nplay r+2\nplay r5\n" + "1\n" * 200).stdout
    assert "You've played this deal before, so it won't count in your statistics.\n  You so far: 1 game" in again
    assert len(entries()) == 1


@pytest.mark.rules("MM-5.3")
def test_the_same_cards_count_for_somebody_else(saved: str) -> None:
    for name in ("Ana", "ana", "Ben"):
        run("play", "--load", saved, "--names", name, typed=TYPED)
    assert [entry.seats[0].name for entry in entries()] == ["Ana", "Ben"]


@pytest.mark.rules("MM-5.3")
def test_a_game_that_goes_on_from_a_file_is_counted(tmp_path: Path) -> None:
    halfway = kept(tmp_path / "halfway.json", played(PLUS_TWO, "play r+2").save())
    run("play", "--load", halfway, typed="play r5\n")
    (entry,) = entries()
    # moves made before the file was saved belong to the game
    assert (entry.moves, entry.seats[0].played, entry.seats[0].given) == (2, 2, 2)


@pytest.mark.rules("MM-5.3")
def test_a_match_that_goes_on_counts_its_next_rounds_only(tmp_path: Path) -> None:
    match = Match.new("swish", 2, seed=4, rounds=3)
    first = scored(Sitting(match))
    first.reader.otherwise = lambda: "quit" if match.round == 2 else first.like_a_bot()
    first.play()
    assert len(entries()) == 1
    again = scored(Sitting(Match.load(match.save())))
    again.play()
    assert len(entries()) == 3


@pytest.mark.rules("MM-5.3")
@pytest.mark.parametrize("typed", ["", "play r+2\n", "quit\n", "play r+2\nquit\n", "play r+2\nundo\n"])
def test_a_game_that_is_not_finished_is_not_counted(home: Path, saved: str, typed: str) -> None:
    assert "so far" not in run("play", "--load", saved, typed=typed).stdout
    assert not home.exists()


@pytest.mark.rules("MM-5.3")
def test_a_game_with_a_move_taken_back_is_practice(saved: str) -> None:
    said = run("play", "--load", saved, typed="play r+2\nundo\n" + TYPED).stdout
    assert entries() == [] and "It doesn't count." in said


@pytest.mark.rules("MM-5.3")
def test_a_deal_that_is_played_again_is_practice(tmp_path: Path) -> None:
    """The game starts again from the same deal, and the bots have the levels noted in the file."""
    table = Table.new("swish", 3, seed=5)
    start = table.view(0)
    table.play(table.moves()[0])
    path = tmp_path / "game.json"
    path.write_text(saves.write("table", {**saves.read("table", table.save()), "levels": ["", "beginner", "casual"]}))
    sitting, levels = repeated_sitting(str(path), None, {}, 1)
    assert sitting.table.view(0) == start and sitting.is_practice and levels == "beginner,casual"
    said = run("play", "--again", str(path), "--seed", "3")
    assert said.exit_code == 2 and "A saved game has its own settings" in said.stderr


@pytest.mark.rules("MM-5.3")
def test_games_between_bots_count_for_nobody(home: Path) -> None:
    assert run("play", "swish", "--people", "0", "--seed", "1").exit_code == 0
    assert not home.exists()


@pytest.mark.rules("MM-5.3")
def test_no_stats_leaves_a_game_out(home: Path, saved: str) -> None:
    said = run("play", "--load", saved, "--no-stats", typed=TYPED).stdout
    assert "You win the game." in said
    assert "so far" not in said
    assert not home.exists()


@pytest.mark.rules("MM-5.3")
def test_a_game_counts_if_the_person_leaves_after_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    made = scored(played(PLUS_TWO), *PLUS_TWO_MOVES)
    move = made.mode.keyboard.moved

    def interrupted(mover: int) -> None:
        move(mover)
        if made.table.must is None:
            raise KeyboardInterrupt

    monkeypatch.setattr(made.mode.keyboard, "moved", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made.play()
    assert len(entries()) == 1


# ---- nothing disturbs play


@pytest.mark.rules("MM-5.3")
def test_a_failed_write_is_reported_in_a_sentence(home: Path, saved: str) -> None:
    home.write_text("in the way")
    result = run("play", "--load", saved, typed=TYPED)
    assert (result.exit_code, result.stderr) == (0, "")
    said = " ".join(result.stdout.split())
    assert re.search(r"You win the game\. .* The game doesn't count: cannot write in .*: file exists\.$", said)
    assert home.read_text() == "in the way"


@pytest.mark.rules("MM-5.3")
def test_in_a_match_a_problem_is_reported_once(home: Path) -> None:
    home.write_text("in the way")
    paper = scored(Sitting(Match.new("swish", 2, seed=4, rounds=3))).play()
    assert paper.count("The game doesn't count") == 1
    assert "so far" not in paper
    assert re.search("wins? the match", paper)


@pytest.mark.rules("MM-5.3")
def test_damage_is_reported_and_the_game_is_counted(home: Path, saved: str) -> None:
    home.mkdir()
    (home / "games.jsonl").write_bytes(b"rubbish")
    said = " ".join(run("play", "--load", saved, typed=TYPED).stdout.split())
    assert "The file of finished games was damaged: 0 of 1 lines could be read. It is kept as" in said
    assert "You so far: 1 game of Match Mania" in said
    assert len(entries()) == 1


@pytest.mark.rules("MM-5.3")
def test_a_file_that_is_gone_when_it_is_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk(played(PLUS_TWO))
    scorebook = Scorebook(made.screen)
    over = played(PLUS_TWO, *PLUS_TWO_MOVES)
    scorebook.write_down(over, make_party(2, 1, ""))

    def refused(ledger: Ledger) -> list[PlayedGame]:
        raise ValueError("Cannot read it.")

    monkeypatch.setattr(Ledger, "entries", refused)
    scorebook.sum_up(over, make_party(2, 1, ""))
    assert made.paper == "Cannot read it.\n"


# ---- what comes next


QUESTION = "Play again, another game, save this one, or quit? [p/a/s/q] "


def plain(home: Path) -> dict[str, str]:
    return {"PARLOUR_HOME": str(home), "NO_COLOR": "1"}


def leave(person: Terminal) -> None:
    person.type("quit\n")
    person.until("[y/N] ")
    person.type("n\n")
    person.until("The game stops here.")


def win(person: Terminal) -> None:
    for move in PLUS_TWO_MOVES:
        person.until("> ")
        person.type(f"{move}\n")


@pytest.mark.rules("MM-6.4")
def test_at_a_terminal_a_person_plays_again_by_the_same_rules_with_other_cards(home: Path, tmp_path: Path) -> None:
    file = kept(tmp_path / "saved.json", played(PLUS_TWO + "option seven_o: on\n").save())
    with terminal("play", "--load", file, "--names", "Ana", "--bots-delay", "0", **plain(home)) as person:
        win(person)
        end = person.until(QUESTION)
        assert end.index("Ana wins the game.") < end.index("6 points") < end.index("Ana so far: 1 game of Match Mania")
        person.type("\n")
        person.until(QUESTION)
        person.type("maybe\n")
        person.until("Type p to play again, a for another game, s to save this one, or q to quit.")
        person.until(QUESTION)
        again = tmp_path / "again.json"
        person.type(f"s {again}\n")
        person.until("parlour replay ")
        person.until(QUESTION)
        assert json.loads(again.read_text())["people"] == 1
        person.type("play again\n")
        person.until("> ")
        leave(person)
        command = person.until("--names Ana --seed ")
        assert "parlour play match_mania --seats 2 --set seven_o=on" in command
        assert len(person.until("\r\n").strip()) == len("k7d2-mx9p-3fqa")
        assert person.status() == 0


@pytest.mark.rules("MM-6.4")
def test_at_a_terminal_a_person_chooses_another_game_or_leaves(home: Path, saved: str) -> None:
    with terminal("play", "--load", saved, "--bots-delay", "0", **plain(home)) as person:
        win(person)
        person.until(QUESTION)
        person.type("a\n")
        person.until("Which game?")
        person.until("Number or name: ")
        person.type("swish\n")
        person.until("── Swish")
        person.until("> ")
        leave(person)
        assert person.status() == 0


@pytest.mark.rules("MM-6.4")
@pytest.mark.parametrize("answer", ["q\n", "QUIT\n", "\x04"])
def test_quit_at_the_end(home: Path, saved: str, answer: str) -> None:
    with terminal("play", "--load", saved, "--bots-delay", "0", **plain(home)) as person:
        win(person)
        person.until(QUESTION)
        person.type(answer)
        assert person.status() == 0
    assert len(Ledger().entries()) == 1


@pytest.mark.rules("MM-6.4", "MM-6.3")
def test_a_match_is_played_again_as_a_match_and_another_game_has_its_house_rules(home: Path) -> None:
    run("house", "save", "night", "swish", "hand_size=4")
    run("house", "use", "night")
    arguments = ("play", "match_mania", "--people", "0", "--rounds", "2", "--seats", "3", "--set", "seven_o=on")
    with terminal(*arguments, "--bots-delay", "0", **plain(home)) as person:
        person.until("Press Enter for the next round. ")
        person.type("\n")
        person.until(QUESTION)
        person.type("p\n")
        person.until("Press Enter for the next round. ")
        person.type("\n")
        assert "--seats 3 --set seven_o=on --rounds 2 --people 0 --seed" in person.until(QUESTION)
        person.type("another\n")
        person.until("Number or name: ")
        person.type("swish\n")
        person.until("House rules in force: 'night', hand_size=4.")
        assert "parlour play swish --seats 4 --set hand_size=4" in person.until(QUESTION).replace("\r\n", " ")
        person.type("q\n")
        assert person.status() == 0
    assert Ledger().entries() == []


@pytest.mark.rules("MM-6.4")
def test_another_game_that_has_too_few_seats_is_refused_in_a_sentence(home: Path) -> None:
    arguments = ("play", "match_mania", "--people", "0", "--names", "A,B,C,D,E,F", "--bots-delay", "0")
    with terminal(*arguments, **plain(home)) as person:
        person.until(QUESTION)
        person.type("a\n")
        person.until("Number or name: ")
        person.type("swish\n")
        person.until("Swish is for 2 to 4 players, not 6.")
        person.until(QUESTION)
        person.type("q\n")
        assert person.status() == 0


@pytest.mark.rules("MM-6.4")
def test_in_a_pipe_nobody_is_asked(saved: str) -> None:
    assert "Play again" not in run("play", "--load", saved, typed=TYPED).stdout
