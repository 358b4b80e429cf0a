"""All bad input is answered in one sentence."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour import Match, Table, game_ids
from parlour.core import saves
from tests.helpers.rights import like_anybody
from tests.terminal.helpers.desk import refusal, run
from tests.terminal.helpers.pseudoterminal import COMMAND, ENVIRONMENT, terminal


def process(
    *arguments: str, stdin: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """`parlour` as a separate process."""
    env = {**ENVIRONMENT, **(environment or {})}
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, env=env, timeout=60)


# ---- options


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("dance", "No such command 'dance'."),
        ("--dance", "No such option"),
        ("play poker", "Unknown game 'poker'. Available: "),
        ("play switch extra", "Got unexpected extra argument"),
        ("play switch --seats 9", "Switch is for 2 to 8 players, not 9."),
        ("play switch --seats -1", "Switch is for 2 to 8 players, not -1."),
        ("play switch --seats many", "'many' is not a valid integer."),
        ("play switch --set mode", "House rules are set as name=value, not 'mode'."),
        ("play switch --set =casual", "House rules are set as name=value"),
        ("play switch --set mode=wild", "The option mode must be standard, cutthroat or casual – not 'wild'."),
        ("play switch --set colour=red", "Unknown option 'colour'"),
        ("play switch --set mode=casual --set mode=standard", "The house rule mode is set twice."),
        (
            "play switch --seats 8 --set hand_size=10",
            "There are only 52 cards, but hand_size=10 needs 81 for 8 players. Use --set hand_size=6 instead.",
        ),
        ("play match_mania --seats 20", "More than 10 players need at least 2 decks. Add --set decks=2."),
        ("play switch --seed -5", "A seed must be a whole number from 0 to 2^256 − 1."),
        (f"play switch --seed {2**256}", "A seed must be a whole number from 0 to 2^256 − 1."),
        (f"play switch --seed {'9' * 9000}", "A seed must be a whole number from 0 to 2^256 − 1."),
        ("play switch --people 9", "Switch is for 2 to 8 players, not 9."),
        ("play switch --seats 2 --people 3", "--people must be between 0 and the number of seats (2), not 3."),
        ("play switch --people -1", "--people must be between 0 and the number of seats (4), not -1."),
        ("play switch --names Ana,ana", "Two seats can't have the same name."),
        ("play switch --names Ana,,Ben", "A name must have 1 to 16 letters and can't be a number, unlike ''."),
        ("play switch --names 7", "unlike '7'"),
        ("play switch --seats 2 --names A,B,C", "There are 3 names but only 2 seats."),
        ("play switch --rounds 0", "The number of rounds must be between 1 and 200, not 0."),
        ("play switch --target -3", "The target must be between 1 and 100,000, not -3."),
        ("play switch --rounds 2 --target 9", "Choose a number of rounds or a target, not both."),
        ("play switch --bots-delay -1", "The bots' delay must be 0 to 60 seconds, not -1.0."),
        ("play switch --bots-delay nan", "The bots' delay must be 0 to 60 seconds, not nan."),
        ("play switch --bots-delay soon", "'soon' is not a valid float."),
        ("rules poker", "Unknown game 'poker'"),
        ("rules switch --seats 1", "Switch is for 2 to 8 players, not 1."),
        ("rules switch --set mode=wild", "The option mode must be standard, cutthroat or casual – not 'wild'."),
        ("replay", "Missing argument 'FILE'."),
        ("replay /no/such/file", "'/no/such/file' can't be read: no such file or directory."),
        ("play --load /no/such/file", "'/no/such/file' can't be read: no such file or directory."),
        ("play --load /", "'/' can't be read: is a directory."),
    ],
)
def test_a_bad_request_is_refused_in_a_sentence(arguments: str, sentence: str) -> None:
    assert sentence in refusal(*arguments.split())


@pytest.mark.parametrize("seed", ["", "  ", "\udcff"])
def test_a_seed_must_be_something(seed: str) -> None:
    assert refusal("play", "switch", "--seed", seed) == "A seed is a whole number or some text."


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\nb", "\udcff", "x" * 5000])
def test_strange_letters_do_not_reach_the_terminal(text: str) -> None:
    for arguments in (["play", text], ["play", "switch", "--set", text], ["play", "--load", text], [text]):
        sentence = refusal(*arguments)
        assert sentence.isprintable()
        assert len(sentence) <= 400


# ---- files


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    table = Table.new("switch", 3, seed=5)
    table.play("draw")
    path = tmp_path / "game.json"
    path.write_text(table.save(), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a saved game, or it was cut short."),
        (b"{}", "This is not a saved game of Parlour."),
        (b"[" * 100_000, "This is not a saved game, or it was cut short."),
        (b"\xff\xfe\x00", "is not a saved game: it isn't text."),
        (b" " * (saves.LARGEST + 1), "This is not a saved game, or it is far too long."),
        (b'{"parlour": "match"}', "This saved game was changed or damaged after it was saved."),
    ],
)
@pytest.mark.parametrize("command", [["replay"], ["play", "--load"]])
def test_a_file_that_is_not_a_saved_game(tmp_path: Path, command: list[str], content: bytes, sentence: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    assert sentence in refusal(*command, str(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize("command", [["replay"], ["play", "--load"]])
def test_a_file_cut_short_or_changed(saved: Path, command: list[str]) -> None:
    text = saved.read_text()
    saved.write_text(text[:-20])
    assert refusal(*command, str(saved)) == "This is not a saved game, or it was cut short."
    saved.write_text(text.replace("draw", "pass"))
    assert refusal(*command, str(saved)) == "This saved game was changed or damaged after it was saved."


def test_a_file_without_read_permission(saved: Path) -> None:
    saved.chmod(0)
    with like_anybody():
        assert "can't be read: permission denied." in refusal("play", "--load", str(saved))


@pytest.mark.parametrize("option", ["--seats 3", "--seed 4", "--set mode=casual", "--rounds 2", "--target 5"])
def test_a_saved_game_brings_its_settings_along(saved: Path, option: str) -> None:
    name = option.split()[0]
    sentence = refusal("play", "--load", str(saved), *option.split())
    assert sentence == f"A saved game has its own settings: leave out {name}."


def test_a_saved_game_of_another_game(saved: Path) -> None:
    other = next(game_id for game_id in game_ids() if game_id != "switch")
    assert refusal("play", other, "--load", str(saved)).endswith("is a game of Switch.")


# ---- the two ends of a pipe


def test_empty_and_binary_input_is_handled() -> None:
    assert b"The input ended" in process("play", "switch").stdout
    result = process("play", "switch", "--seed", "1", stdin=b"\xff\xfe\n\x00\x1b[2J\n")
    assert result.returncode == 0
    assert result.stderr == b""
    assert b"\x1b" not in result.stdout
    assert result.stdout.count(b"has no move") == 2


@pytest.mark.parametrize("argument", ["games", "--help", "play"])
def test_a_closed_pipe_ends_quietly(argument: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run([*COMMAND, argument], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT, timeout=60)
    os.close(writer)
    assert result.returncode == 141
    assert result.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["games"], ["--help"], ["play", "switch"]])
def test_the_disk_is_full(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
    assert result.returncode == 1
    assert result.stderr == b"The output can't be written: no space left on device.\n"


def test_letters_the_output_does_not_have_are_spelt_out() -> None:
    result = process("play", "switch", "--seed", "1", environment={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0
    assert re.search(rb"\n[cdhs]\w+ is turned up\.\n", b"\n" + result.stdout)
    assert b"-- Switch ---" in result.stdout


@pytest.mark.parametrize("environment", [{"COLUMNS": "x"}, {"COLUMNS": "-7"}, {"COLUMNS": "1"}, {"LC_ALL": "xx_YY"}])
def test_a_strange_environment_does_no_harm(environment: dict[str, str]) -> None:
    result = process("play", "switch", "--seed", "1", environment=environment)
    assert result.returncode == 0
    assert result.stderr == b""


def test_a_whole_game_needs_neither_numba_nor_numpy() -> None:
    program = """
import sys
from parlour.cli import main
try:
    main(["play", sys.argv[1], "--people", "0", "--seed", "2"])
except SystemExit as leaving:
    assert leaving.code == 0
assert not {"numba", "numpy", "llvmlite"} & set(sys.modules)
"""
    for game_id in game_ids():
        subprocess.run([sys.executable, "-c", program, game_id], env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)


def test_the_terminal_names_no_game() -> None:
    folder = Path(parlour.__file__).parent
    names = [game_id.replace("_", ".?") for game_id in game_ids()]
    for path in [folder / "cli.py", *(folder / "terminal").glob("*.py")]:
        assert not re.search(rf"\b({'|'.join(names)})\b", path.read_text(), re.IGNORECASE), path


# ---- commands that only print


def test_games_are_listed_with_pitch_and_seats() -> None:
    output = " ".join(run("games").stdout.split())
    for game_id in game_ids():
        game = parlour.find_game(game_id)
        assert f"{game_id}: {game.name}, {game.least_seats} to {game.most_seats} seats. {game.pitch}" in output


@pytest.mark.parametrize("arguments", ["--help", "play -h", "games -h", "rules --help", "replay --help"])
def test_help_is_there(arguments: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 0
    assert result.output.startswith("Usage: parlour")


def test_no_sentence_in_the_list_of_commands_is_cut_off() -> None:
    listed = run("--help").output
    assert "check-game" in listed and "..." not in listed.partition("Commands:")[2]
    assert max(map(len, listed.splitlines())) <= 80


def test_the_version_is_printed() -> None:
    assert run("--version").output == f"parlour {parlour.__version__}\n"


def test_the_package_itself_is_the_command() -> None:
    command = [sys.executable, "-m", "parlour"]
    assert subprocess.check_output([*command, "games"], env=ENVIRONMENT) == process("games").stdout
    refused = subprocess.run([*command, "nothing"], capture_output=True, env=ENVIRONMENT)
    assert (refused.returncode, refused.stderr) == (2, process("nothing").stderr)


def test_rules_mark_what_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parlour.Game, "rules_text", "# The game\n\nPlay.\n")
    result = run("rules", "switch", "--set", "mode=casual")
    assert result.exit_code == 0
    assert result.output.startswith("The game\n────────\n\nPlay.\n\nHouse rules of Switch at this table\n")
    assert re.search(r"mode +casual \* +Whether", result.output)
    assert "; usually standard)" in " ".join(result.output.split())
    assert "* differs from the usual rules." in result.output
    assert "These are the usual rules." in run("rules", "switch").output


@pytest.mark.parametrize("columns", ["40", "80"])
@pytest.mark.parametrize("game_id", game_ids())
def test_the_rule_sheet_of_every_game_fits_the_page(game_id: str, columns: str) -> None:
    result = run("rules", game_id, COLUMNS=columns)
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= int(columns)
    assert "Tips" in result.output.splitlines()


def test_without_a_game_the_rules_are_what_all_games_share() -> None:
    result = run("rules")
    assert result.exit_code == 0
    assert "ALL-3" in result.output


def test_a_match_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(Match.new("switch", 2, seed=3, rounds=3).save())
    result = run("play", "switch", "--load", str(path), typed="quit\n")
    assert "Switch, round 1 of 3" in result.output


# ---- a real terminal


def test_a_terminal_gets_colours_and_is_cleared_between_people() -> None:
    with terminal("play", "switch", "--seats", "2", "--people", "2", "--seed", "5", "--bots-delay", "0") as person:
        person.until("Pass the keyboard to Player A, then press Enter.")
        person.type("\n")
        assert "\x1b[3J" in person.until("♥")
        assert "\x1b[31m" in person.until("\n> ")
        person.type("quit\n")
        person.until("Save the game first? [y/N] ")
        person.type("n\n")
        person.until("The game stops here.")
        assert person.status() == 0


def test_no_color_is_respected() -> None:
    with terminal("play", "switch", "--seed", "5", NO_COLOR="1") as person:
        assert "\x1b[3" not in person.until("> ")


def test_the_end_of_input_at_a_terminal_asks_about_saving() -> None:
    with terminal("play", "switch", "--seed", "5") as person:
        person.until("\n> ")
        person.type("\x04")
        person.until("Save the game first? [y/N] ")
        person.type("\x04")
        person.until("The game stops here.")
        assert person.status() == 0


def test_an_interrupt_is_as_good_as_quit() -> None:
    with terminal("play", "switch", "--seed", "5") as person:
        person.until("\n> ")
        person.interrupt()
        person.until("Save the game first? [y/N] ")
        person.type("n\n")
        person.until("The game stops here.")
        person.until("parlour play switch --seats")
        assert person.status() == 0


def test_a_second_interrupt_leaves_at_once() -> None:
    with terminal("play", "switch", "--seed", "5") as person:
        person.until("\n> ")
        person.interrupt()
        person.until("Save the game first? [y/N] ")
        person.interrupt()
        said = person.until("Stopped.")
        assert "Traceback" not in said
        assert person.status() == 130


def test_an_interrupt_while_the_program_is_loading_ends_it_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)\n")
    command = [sys.executable, "-c", "from parlour_command import main; main()"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as program:
        assert program.stdout is not None and program.stdout.readline() == "loading\n"
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=60) == ("", "")
    assert program.returncode == -signal.SIGINT
