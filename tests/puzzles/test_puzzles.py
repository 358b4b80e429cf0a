"""Puzzles: each can be played, has one answer, and still meets the criteria by which puzzles are found."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from itertools import product
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.core.bits import members_of
from parlour.core.cards import HIDDEN
from parlour.core.faceup import known_view, open_view
from parlour.core.game import Game, Illegal
from parlour.core.table import Table
from parlour.core.texts import speaking
from parlour.core.view import question_before
from parlour.home.puzzles import PuzzleDays
from parlour.puzzles import (
    GRADES,
    Puzzle,
    all_puzzles,
    checked_day,
    collection,
    day,
    find_puzzle,
    puzzle_of_day,
    puzzles_of,
    streak,
    today,
)
from parlour.puzzles.collection import FILE, HARDLY, OFTEN, plain_words, read_puzzles
from parlour.puzzles.mining import ALIKE, GAP, MISSED, TEN_TIMES, Wanted, examined, idea
from parlour.terminal import puzzles as terminal
from parlour.testing.sentences import flaw_of
from tests.helpers import SOAK
from tests.terminal.helpers.desk import refusal, run

every_game = pytest.mark.parametrize("game_id", game_ids())
FEWEST = 30
TODAY = date(2026, 11, 18)


@every_game
def test_every_puzzle_is_legal_and_has_one_answer(game_id: str) -> None:
    puzzles = puzzles_of(find_game(game_id))
    assert len(puzzles) >= FEWEST and len({puzzle.id for puzzle in puzzles}) == len({puzzle.position for puzzle in puzzles})
    for puzzle in puzzles:
        table = puzzle.table()
        assert (table.game.id, table.must) == (game_id, puzzle.seat) and find_puzzle(puzzle.id) == puzzle
        moves = table.moves()
        right = [words for words in moves if puzzle.is_solved_by(words)]
        assert {plain_words(table, puzzle.seat, words) for words in right} == {puzzle.answer}
        assert set(puzzle.wins) == {plain_words(table, puzzle.seat, words) for words in moves}
        chances = [puzzle.chance(words) for words in puzzle.wins]
        assert chances == sorted(chances, reverse=True) and chances[0] - chances[1] >= GAP - 0.001
        assert puzzle.confirmed == TEN_TIMES and puzzle.usual in puzzle.wins
        with pytest.raises(Illegal):
            puzzle.is_solved_by("fly away")


@every_game
def test_grades_ideas_and_rules_are_mixed(game_id: str) -> None:
    """Puzzles are as hard as their grade says, no idea is too common, all answers have ideas, and some state house rules."""
    puzzles = puzzles_of(find_game(game_id))
    grades, ideas = Counter(puzzle.grade for puzzle in puzzles), Counter(map(idea, puzzles))
    assert min(grades[grade] for grade in GRADES) >= FEWEST / 5 and sum(grades.values()) == len(puzzles)
    assert [puzzle.grade for puzzle in puzzles] == sorted((puzzle.grade for puzzle in puzzles), key=GRADES.index)
    assert max(ideas.values()) <= 36 / ALIKE and all(about[-1] for about in ideas)
    ruled = [puzzle for puzzle in puzzles if puzzle.house_rules]
    assert 4 <= len(ruled) <= 0.6 * len(puzzles)
    assert all(len(puzzle.stated_rules) == len(puzzle.house_rules) for puzzle in ruled)
    for puzzle in puzzles:
        assert (puzzle.grade == "easy") == (puzzle.skilled < OFTEN) == (puzzle.usual == puzzle.answer)
        assert (puzzle.grade == "hard") == (puzzle.skilled >= OFTEN and puzzle.hasty >= HARDLY)
        assert max(puzzle.skilled, puzzle.casual, puzzle.hasty) >= MISSED and not flaw_of(puzzle.missed)


def test_mining_fills_the_grades_and_limits_repeats() -> None:
    puzzle = puzzles_of(find_game(game_ids()[0]))[0]
    easy, medium, hard = (replace(puzzle, skilled=skilled, hasty=hasty) for skilled, hasty in ((0, 1), (1, 0), (1, 1)))
    wanted = Wanted(6)
    for number in range(2):
        assert wanted.takes(easy) == (number == 0)  # the second puzzle is about the same idea
        wanted.add(easy)
    assert wanted.takes(medium) and wanted.takes(hard) and not wanted.has_room(easy)
    spacious = Wanted(6 * ALIKE)
    for _ in range(6):
        assert spacious.takes(puzzle)
        spacious.add(puzzle)
    assert not spacious.takes(puzzle)


@every_game
def test_every_move_is_judged_in_sentences(game_id: str) -> None:
    for puzzle in puzzles_of(find_game(game_id))[:: 1 if SOAK else 3]:
        for words, typed in product(puzzle.wins, (True, False)):
            with speaking(typed=typed):
                judgement = puzzle.judged(words)
            assert not [flaw_of(said) for said in judgement.says if flaw_of(said)]
            assert judgement.is_right == (words == puzzle.answer) and judgement.chance == puzzle.chance(words)
            assert any(f"{100 * puzzle.chance(words):.0f}%" in said or "always wins" in said for said in judgement.says[1:4])
        assert puzzle.names.count("") == 1 and puzzle.names[puzzle.seat] == "" and len(puzzle.names) == puzzle.table().seats


@every_game
def test_the_solver_sees_what_the_seat_knows_and_no_more(game_id: str) -> None:
    """The view is the same in every world that the seat could be in, and nothing that the seat has seen is hidden."""
    for puzzle in puzzles_of(find_game(game_id)):
        view, table = puzzle.view(), puzzle.table()
        for seed in range(5 if SOAK else 1):
            world = Table(table.game, table.mind(puzzle.seat).world(seed), 0)
            assert known_view(world, puzzle.seat, puzzle.names).zones == view.zones
        pack = table.game.pack
        secret = {pack.name(card) for card in members_of(table.game.unseen(table._state, puzzle.seat))}
        for zone, opened in zip(view.zones, open_view(table).zones, strict=True):
            hidden = Counter(opened.cards) - Counter(zone.cards)
            assert set(hidden) <= secret and hidden.total() == zone.cards.count(HIDDEN)


@pytest.mark.usefixtures("machine_code")
@every_game
def test_mining_finds_a_puzzle_again(game_id: str) -> None:
    for puzzle in puzzles_of(find_game(game_id))[: 3 if SOAK else 1]:
        found = examined(puzzle.position)
        assert found is not None
        assert (found.id, found.answer, found.grade) == (puzzle.id, puzzle.answer, puzzle.grade)


def test_the_puzzle_of_the_day_is_the_same_for_everybody_and_takes_all_in_turn() -> None:
    puzzles = [puzzle for game_id in game_ids() for puzzle in puzzles_of(find_game(game_id))]
    days = [puzzle_of_day(TODAY + timedelta(days=number)) for number in range(len(puzzles))]
    assert puzzle_of_day(TODAY) == days[0] and {puzzle.id for puzzle in days} == {puzzle.id for puzzle in puzzles}
    with pytest.raises(ValueError, match="no puzzle"):
        find_puzzle("nothing")


def test_only_days_that_have_begun_have_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked_day(today().isoformat()) <= today()
    monkeypatch.setattr(day, "today", lambda: TODAY)
    assert checked_day("2026-11-18") == TODAY and checked_day("2025-01-01") == date(2025, 1, 1)
    with pytest.raises(ValueError, match=r"^The puzzle of 2026-11-19 isn't out yet\.$"):
        checked_day("2026-11-19")
    for text in ("", "tomorrow", "2026-13-01", "2026-11-18T00:00", "9" * 500):
        with pytest.raises(ValueError, match=r"^Write a day like 2026-11-18, not .+\.$"):
            checked_day(text)


@pytest.mark.parametrize(
    ("solved", "length"),
    [("", 0), ("1", 1), ("0", 0), ("11", 2), ("011", 2), ("11-", 2), ("110", 0), ("1-1", 1), ("11--", 0)],
)
def test_a_streak_is_days_in_a_row(solved: str, length: int) -> None:
    """The last character is today: 1 solved, 0 not, - not answered."""
    days = {(TODAY - timedelta(days=ago)).isoformat(): sign == "1" for ago, sign in enumerate(reversed(solved)) if sign != "-"}
    assert streak(days, TODAY) == length


def test_the_first_answer_of_a_day_counts_and_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    days = PuzzleDays()
    days.note(TODAY, is_solved=True)
    days.note(TODAY, is_solved=False)
    assert days.streak(TODAY) == 1
    path = tmp_path / "home" / "puzzles.json"
    path.write_text("nonsense", encoding="utf-8")
    days.note(TODAY, is_solved=True)
    assert days.streak(TODAY) == 1 and [one.name for one in path.parent.glob("puzzles.damaged-*")]


def answer_number(puzzle: Puzzle) -> str:
    """Return the number of the answer in the terminal, which lists the moves that need confirming last."""
    table = puzzle.table()
    moves = sorted(table.moves(), key=lambda words: bool(question_before(table.game, words)))
    return str(moves.index(puzzle.answer) + 1)


def test_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "today", lambda: TODAY)
    game_id = game_ids()[0]
    puzzle = puzzles_of(find_game(game_id))[1]
    told = run("puzzles", "solve", game_id, "--number", "2", typed=f"fly away\n{answer_number(puzzle)}\n").stdout
    assert "Right!" in told and f"{100 * puzzle.chance(puzzle.answer):.0f}%" in told
    wrong = run("puzzles", "solve", game_id, "--number", "2", typed=f"{puzzle.other}\n").stdout
    assert "Not the best move." in wrong and puzzle.answer in wrong
    of_day = run("puzzles", typed=f"{answer_number(puzzle_of_day(TODAY))}\n").stdout
    assert "Your streak: 1 day." in of_day
    assert game_id in run("puzzles", "list").stdout
    assert refusal("puzzles", "solve", game_id, "--number", "999").startswith("There are puzzles 1 to")
    assert "search engine" in refusal("puzzles", "mine", game_id)


def test_a_damaged_file_of_puzzles_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(game_ids()[0])
    entry = json.loads((game.folder / FILE).read_bytes())[0]
    damaged = [
        b"",
        b"[",
        b"null",
        b"{}x",
        b"[1]",
        b"[{}]",
        b"[" * 100_000,
        b"\xff",
        json.dumps([{**entry, "position": 5}]).encode(),
        json.dumps([{**entry, "wins": {"draw": [1]}}]).encode(),
        json.dumps([{**entry, "wins": {**entry["wins"], "draw": [0.5]}}]).encode(),
        json.dumps([{**entry, "wins": {**entry["wins"], "draw": None}}]).encode(),
        b"{}",
        json.dumps([entry, entry]).encode(),
        json.dumps([{**entry, "game": game_ids()[1]}]).encode(),
        json.dumps([{**entry, "game": "nosuch"}]).encode(),
        json.dumps([{**entry, "id": "\ud800"}]).encode(),
        json.dumps([{**entry, "seat": entry["seat"] + 1}]).encode(),
        json.dumps([{**entry, "usual": "foo"}]).encode(),
        json.dumps([{**entry, "skilled": float("nan")}]).encode(),
        json.dumps([{**entry, "wins": {words: [] for words in entry["wins"]}}]).encode(),
        json.dumps([{**entry, "wins": {f"{words} nowhere": shares for words, shares in entry["wins"].items()}}]).encode(),
        json.dumps([{**json.loads((find_game(game_ids()[1]).folder / FILE).read_bytes())[0], "game": game.id}]).encode(),
    ]
    for data in damaged:
        with pytest.raises(ValueError, match=f"The puzzle file of {game.name} is damaged"):
            read_puzzles(data, game)
    assert read_puzzles(json.dumps([entry]).encode(), game) == puzzles_of(game)[:1]
    monkeypatch.setattr(terminal, "puzzles_of", lambda game: read_puzzles(b"[", game))
    assert "is damaged" in refusal("puzzles", "solve", game.id)


def test_a_damaged_file_of_puzzles_leaves_those_of_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = map(find_game, game_ids()[:2])

    def found(game: Game) -> tuple[Puzzle, ...]:
        return read_puzzles(b"[", game) if game is bad else puzzles_of(game)

    count, others = len(puzzles_of(good)), {puzzle.id for puzzle in all_puzzles() if puzzle.game != bad.id}
    monkeypatch.setattr(terminal, "puzzles_of", found)
    monkeypatch.setattr(collection, "puzzles_of", found)
    said = run("puzzles", "list").stdout
    assert f"{bad.id}: The puzzle file of {bad.name} is damaged" in said
    assert f"{good.id}: {count} puzzles" in said
    assert {puzzle.id for puzzle in all_puzzles()} == others


def test_a_folder_in_place_of_the_file_of_puzzles_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(game_ids()[0])
    monkeypatch.setattr(collection, "FILE", "")
    with pytest.raises(ValueError, match=f"The puzzle file of {game.name} is damaged"):
        puzzles_of.__wrapped__(game)


def test_mining_refuses_a_file_that_cannot_be_written_before_it_begins(tmp_path: Path) -> None:
    game_id = game_ids()[0]
    for path in (tmp_path, tmp_path / "nowhere" / FILE):
        assert "can't be written" in refusal("puzzles", "mine", game_id, "--out", str(path))
    assert "search engine" in refusal("puzzles", "mine", game_id, "--out", str(tmp_path / FILE))
    assert list(tmp_path.iterdir()) == []
