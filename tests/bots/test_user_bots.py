"""Bots of your own: a class from a file, a program that speaks JSON lines, and what happens to those that fail."""

import select
import sys
from pathlib import Path

import pytest

from parlour import Table, game_ids
from parlour.bots import Bot, BotFailed, load_bot, user_bots
from parlour.bots.user_bots import short_name
from parlour.testing.sentences import flaw_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def play_against_advice(bot: Bot, game_id: str, seed: int) -> Table:
    """Play a whole game with two seats: the bot has seat 0."""
    table = Table.new(game_id, 2, seed=seed)
    bot.begin(game_id, 0, 2, table.options, seed)
    heard = 0
    while table.must is not None:
        bot.told(table.events_for(0, heard))
        heard = table.told
        seat = table.must
        words = bot.choose(table.view(0)) if seat == 0 else table.advice(seat, len(table.log))
        assert words is not None
        table.play(words, seat)
    assert table.result is not None
    bot.end(table.result)
    return table


@pytest.mark.parametrize("game_id", game_ids())
def test_the_examples_play_whole_games(game_id: str) -> None:
    for name in (f"{EXAMPLES}/careful_bot.py:Careful", f"cmd:{sys.executable} {EXAMPLES}/line_bot.py"):
        bot = load_bot(name)
        first = play_against_advice(bot, game_id, 3)
        assert play_against_advice(bot, game_id, 3).log == first.log
        bot.close()


@pytest.mark.parametrize(
    "name", ["nobody", "", "cmd:", "cmd:/no/such/program", "no_such_file.py:Bot", f"{EXAMPLES}/careful_bot.py:View", "x.py:1"]
)
def test_invalid_bots_are_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        load_bot(name)
    assert not flaw_of(str(caught.value))


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("print('no json', flush=True)", "isn't JSON"),
        ("print('{}', flush=True)", "isn't JSON"),
        ("print('[1]', flush=True)", "isn't JSON"),
        ("""print('{"move": 3}', flush=True)""", "isn't text"),
        ("raise SystemExit", "ended before it answered"),
        ("print('x' * 200000, flush=True)", "far too long"),
        ("print('[' * 90000, flush=True)", "isn't JSON"),
    ],
)
def test_a_failing_program_is_reported_in_a_sentence(program: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(f"import sys\nfor line in sys.stdin:\n    if 'choose' in line:\n        {program}\n")
    bot = load_bot(f"cmd:{sys.executable} {path}")
    with pytest.raises(BotFailed, match=why) as caught:
        bot.choose(Table.new(game_ids()[0], seed=1).view(0))
    assert not flaw_of(str(caught.value))
    bot.close()


@pytest.mark.parametrize(
    "answers",
    ["if kind == 'choose': print(move, flush=True); print(move, flush=True)", "if kind != 'begin': print(move, flush=True)"],
)
def test_unexpected_output_of_a_program_is_reported_as_such(answers: str, tmp_path: Path) -> None:
    """Both programs answer the first question; their other output arrives before the second."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import json, sys\nfor line in sys.stdin:\n"
        """    kind, move = json.loads(line)['type'], '{"move": "some words"}'\n    """ + answers
    )
    bot = load_bot(f"cmd:{sys.executable} {path}")
    table = Table.new(game_ids()[0], seed=1)
    bot.begin(table.game.id, 0, table.seats, table.options, 0)
    assert bot.choose(table.view(0)) == "some words"
    bot.told(table.events_for(0)[:1])
    assert bot._waiting or select.select([bot._program.stdout], [], [], 60)[0]  # type: ignore[attr-defined]
    with pytest.raises(BotFailed, match=r"bot\.py' spoke unasked \(.*some words.*\): it must write one line") as caught:
        bot.choose(table.view(0))
    assert not flaw_of(str(caught.value))
    bot.close()


def test_a_silent_program_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_bots, "ANSWER_SECONDS", 0.2)
    path = tmp_path / "bot.py"
    path.write_text("import sys\nfor line in sys.stdin:\n    pass\n")
    bot = load_bot(f"cmd:{sys.executable} {path}")
    with pytest.raises(BotFailed, match="did not answer"):
        bot.choose(Table.new(game_ids()[0], seed=1).view(0))
    bot.close()


def test_a_program_that_never_reads_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_bots, "ANSWER_SECONDS", 0.3)
    path = tmp_path / "bot.py"
    path.write_text("import time\ntime.sleep(60)\n")
    bot = load_bot(f"cmd:{sys.executable} {path}")
    table = Table.new(game_ids()[0], seed=1)
    with pytest.raises(BotFailed, match="did not read"):
        for _ in range(2000):
            bot.told(table.events_for(0))
    bot.close()


@pytest.mark.parametrize("given", [None, 3, b"x"])
def test_a_bot_is_named_by_a_text(given: str) -> None:
    with pytest.raises(ValueError) as caught:
        load_bot(given)
    assert not flaw_of(str(caught.value))


@pytest.mark.parametrize("game_id", game_ids())
def test_a_sealed_mind_gives_no_access_to_the_table(game_id: str) -> None:
    """It contains nothing that is hidden from the seat, and changing it affects nobody else."""
    table = Table.new(game_id, seed=2)
    mind = table.view(0).mind
    sealed = mind.sealed(7)
    assert sealed.seen() == mind.seen() and sealed._state is not table._state
    assert all(event in [(*seen, -1) for seen in mind.seen()] for event, _ in sealed._raw)
    assert table.game.unseen(sealed._state, 0) == table.game.unseen(table._state, 0)


def failing_bot(tmp_path: Path, body: str) -> str:
    path = tmp_path / "failing.py"
    path.write_text(f"from parlour.bots import Bot\n\n\nclass Failing(Bot):\n    def choose(self, view):\n        {body}\n")
    return f"{path}:Failing"


BODIES = [
    "return 7",
    "raise SystemExit(0)",
    "raise GeneratorExit",
    "raise ValueError",
    "1 / 0",
    "view.mind._state.turn = 9; return 3",
]


@pytest.mark.parametrize("body", BODIES)
def test_a_bot_that_fails_in_the_arena_is_named_in_a_sentence(body: str, tmp_path: Path) -> None:
    from parlour.lab import arena

    with pytest.raises(ValueError, match=r"failing\.py:Failing") as caught:
        arena(game_ids()[-1], [failing_bot(tmp_path, body), "random"], games=2, jobs=1)
    said = str(caught.value)  # its author knows Python, so the name of the error helps
    assert said.endswith(".") and "\n" not in said


def test_games_count_although_a_bot_fails_to_close_and_it_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    from parlour.lab import arena

    body = "return view.moves[0].words\n\n    def close(self):\n        raise ValueError('at close')"
    found = arena(game_ids()[-1], [failing_bot(tmp_path, body), "random"], games=4, jobs=1)
    assert found.games == 4
    told = "The bot 'failing.py:Failing' failed in `close`: ValueError (at close). The games count anyway."
    assert [record.getMessage() for record in caplog.records] == [told]


def test_a_command_with_an_open_quote_is_named_in_the_refusal() -> None:
    with pytest.raises(ValueError, match=r"^The program 'a 'b' cannot be started: No closing quotation\.$"):
        load_bot("cmd:a 'b")
    assert short_name("cmd:a 'b") == "cmd:a 'b"
