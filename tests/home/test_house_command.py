"""`parlour house`, --house, and the house rules in use."""

import re
from pathlib import Path

import pytest

from parlour import find_game
from parlour.core.game import Game
from tests.terminal.helpers.desk import refusal, run

pytestmark = pytest.mark.rules("MM-6.3")


def say(*arguments: str, typed: str = "") -> str:
    """Return the output of a command, on one line."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return " ".join(result.stdout.split())


@pytest.fixture
def family(home: Path) -> str:
    say("house", "save", "family", "match_mania", "stacking=all", "jump_in=on")
    return "family"


def test_save_list_show_and_delete(home: Path) -> None:
    assert "No house rules are saved yet" in say("house", "list")
    saved = say("house", "save", "family", "Match Mania", "stacking=all", "jump_in=on")
    assert saved == "Saved as 'family': Match Mania, stacking=all, jump_in=on. To play: parlour play --house family"
    say("house", "save", "our night", "swish")
    listed = run("house", "list").stdout
    assert re.search(r"^  family +Match Mania +stacking=all, jump_in=on$", listed, re.MULTILINE)
    assert re.search(r"^  our night +Swish +the usual rules$", listed, re.MULTILINE)
    assert run("house").stdout == listed
    shown = say("house", "show", "FAMILY")
    assert shown.startswith("'family': Match Mania. rule set to what it means stacking all")
    assert find_game("match_mania").options["jump_in"].says in shown
    assert say("house", "show", "our night") == "'our night': Swish. These are the usual rules."
    assert say("house", "delete", "family") == "Deleted: 'family'."
    assert "family" not in say("house", "list")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("house save", "Missing argument 'NAME'."),
        ("house save family", "Missing argument 'GAME'."),
        ("house save a/b swish", "A name must have 1 to 40 letters, digits, - or _, unlike 'a/b'."),
        ("house save family poker", "Unknown game 'poker'. Available: "),
        ("house save family match_mania stacking", "House rules are set as name=value, not 'stacking'."),
        ("house save family match_mania stacking=some", "stacking must be off, twos, "),
        ("house save family match_mania colour=red", "Unknown option 'colour'. Available: "),
        ("house save family match_mania jump_in=on jump_in=off", "The house rule jump_in is set twice."),
        ("house save family match_mania force_play=on play_drawn=off", "play_drawn"),
        ("house show friends", "Unknown house rules 'friends'. Saved: family."),
        ("house delete friends", "Unknown house rules 'friends'. Saved: family."),
        ("house use friends", "Unknown house rules 'friends'. Saved: family."),
        ("house use", "Say which house rules to use, or --none and a game."),
        ("house use family --none swish", "Say which house rules to use, or --none and a game."),
        ("house use --none poker", "Unknown game 'poker'"),
        ("house dance", "No such command 'dance'."),
        ("play --house friends", "Unknown house rules 'friends'. Saved: family."),
        ("play swish --house family", "The house rules 'family' are for Match Mania, not for Swish."),
        ("play poker --house family", "Unknown game 'poker'"),
        ("play --house family --no-house", "--house and --no-house can't be used together."),
        ("play --house family --seats 30", "Match Mania is for 2 to 20 players, not 30."),
        ("play --house family --set stacking=some", "stacking must be off, twos, "),
        ("rules --house friends", "Unknown house rules 'friends'. Saved: family."),
        ("rules swish --house family", "The house rules 'family' are for Match Mania, not for Swish."),
    ],
)
def test_a_bad_request_changes_nothing(home: Path, family: str, arguments: str, sentence: str) -> None:
    before = (home / "houses.json").read_bytes()
    assert sentence in refusal(*arguments.split())
    assert (home / "houses.json").read_bytes() == before


def test_a_saved_game_has_its_own_house_rules(home: Path, family: str, tmp_path: Path) -> None:
    sentence = refusal("play", "--load", str(tmp_path / "any"), "--house", "family")
    assert sentence == "A saved game has its own settings: leave out --house."


# ---- playing by saved house rules


def test_play_by_name_alone(home: Path, family: str) -> None:
    said = run("play", "--house", "family", "--seed", "3", typed="quit\n").stdout
    assert said.startswith("House rules in force: 'family', stacking=all, jump_in=on.\n")
    assert "── Match Mania" in said
    assert said.endswith("  parlour play match_mania --seats 4 --set stacking=all --set jump_in=on --seed 3\n")
    named = run("play", "match-mania", "--house", "family", "--seed", "3", typed="quit\n").stdout
    assert named == said


def test_set_overrides_saved_house_rules(home: Path, family: str) -> None:
    arguments = ("play", "--house", "family", "--set", "stacking=off", "--set", "seven_o=on", "--seed", "3")
    said = run(*arguments, typed="quit\n").stdout
    assert said.startswith("House rules in force: 'family', jump_in=on.\n")
    assert said.endswith("  parlour play match_mania --seats 4 --set jump_in=on --set seven_o=on --seed 3\n")


def test_the_rules_by_name(home: Path, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "rules_text", "# The game\n\nPlay.\n")
    said = run("rules", "--house", "family", "--set", "seven_o=on").stdout
    assert said.startswith("House rules in force: 'family', stacking=all, jump_in=on.\n\nThe game\n")
    assert re.search(r"stacking +all \*", said)
    assert re.search(r"seven_o +on \*", said)


def test_house_rules_in_use_apply_to_every_new_game(home: Path, family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "rules_text", "# The game\n\nPlay.\n")
    assert say("house", "use", "Family") == "New games of Match Mania will use 'family' from now on."
    assert "family * Match Mania" in say("house", "list")
    assert "in use: new games of Match Mania are dealt with these rules." in say("house", "show", "family")
    in_force = "House rules in force: 'family', stacking=all, jump_in=on.\n"
    assert run("play", "match_mania", typed="quit\n").stdout.startswith(in_force)
    number = 1 + ["Cambio", "Match Mania", "Swap Switch", "Swish", "Switch"].index("Match Mania")
    assert in_force in run("play", typed=f"{number}\nquit\n").stdout
    assert run("rules", "match_mania").stdout.startswith(in_force)
    assert "House rules in force" not in run("play", "swish", typed="quit\n").stdout
    assert "House rules in force" not in run("play", "match_mania", "--no-house", typed="quit\n").stdout
    assert "House rules in force" not in run("rules", "match_mania", "--no-house").stdout
    assert say("house", "use", "--none", "match_mania") == "New games of Match Mania will use the usual rules."
    assert "House rules in force" not in run("play", "match_mania", typed="quit\n").stdout
    again = say("house", "use", "--none", "match_mania")
    assert again == "New games of Match Mania already use the usual rules."


def test_the_command_of_a_game_deals_it_again_whatever_is_in_use(home: Path, family: str) -> None:
    say("house", "use", "family")
    first = run("play", "match_mania", "--set", "stacking=off", "--seed", "3", typed="quit\n").stdout
    command = first.splitlines()[-1].split()
    assert command[-1] == "--no-house"
    again = run(*command[1:], typed="quit\n").stdout
    assert again == first.removeprefix("House rules in force: 'family', jump_in=on.\n")


def test_house_rules_in_use_that_clash_with_what_is_asked_are_named(home: Path) -> None:
    say("house", "save", "large", "match_mania", "hand_size=15")
    say("house", "use", "large")
    sentence = refusal("play", "match_mania", "--seats", "10")
    assert sentence.endswith("House rules in force: 'large', hand_size=15.")


# ---- damaged files


def test_damage_is_reported_and_play_goes_on(home: Path, family: str) -> None:
    say("house", "use", "family")
    (home / "houses.json").write_text("rubbish")
    said = " ".join(run("play", "match_mania", typed="quit\n").stdout.split())
    assert "The file of saved house rules was damaged: 0 could be read. It is kept as" in said
    assert "── Match Mania" in said
    result = run("house", "list")
    assert (result.exit_code, result.stderr) == (0, "")
    (home / "houses.json").write_text("rubbish")
    assert "was damaged" in run("house", "list").stderr


def test_a_file_of_a_newer_parlour_does_not_keep_anybody_from_playing(home: Path, family: str) -> None:
    (home / "houses.json").write_text('{"format": 2}')
    said = " ".join(run("play", "match_mania", typed="quit\n").stdout.split())
    assert "Playing by the usual rules. The file of saved house rules was written by a newer Parlour" in said
    assert "newer Parlour" in refusal("house", "list")


def test_rules_and_games_that_no_longer_exist(home: Path) -> None:
    home.mkdir()
    houses = '{"old": {"game": "swish", "options": {"gone": "on"}}, "lost": {"game": "whist", "options": {"a": "b"}}}'
    (home / "houses.json").write_text(f'{{"format": 1, "houses": {houses}, "use": {{"swish": "old"}}}}')
    listed = say("house", "list")
    assert "old * Swish gone=on" in listed
    assert "lost whist a=b" in listed
    assert "That rule no longer exists." in say("house", "show", "old")
    assert say("house", "show", "lost").startswith("'lost': whist.")
    assert refusal("play", "swish").startswith("Unknown option 'gone'")
    assert refusal("play", "--house", "lost").startswith("Unknown game 'whist'")
    say("house", "use", "--none", "swish")
    assert "── Swish" in say("play", "swish", typed="quit\n")


@pytest.mark.parametrize("text", ["\x1b[31mred", "a\bb", "\udcff", "x" * 5000])
def test_strange_letters_do_not_reach_the_terminal(home: Path, text: str) -> None:
    for arguments in (["house", "save", text, "swish"], ["house", "save", "x", text], ["house", "save", "x", "swish", text]):
        assert refusal(*arguments).isprintable()
    for arguments in (["house", "show", text], ["house", "use", text], ["play", "--house", text], [f"house {text}"]):
        assert refusal(*arguments).isprintable()
