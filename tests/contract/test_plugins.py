"""Games and bots from outside the package: installed ones, those in a folder, and those that are broken."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from parlour import Table, find_game
from parlour.bots.user_bots import BotFailed, short_name
from parlour.bots.user_seats import OwnSeats
from parlour.core.game import plain_picture
from parlour.terminal.new_game import write_copy
from tests.contract.helpers.packages import BOT, EXAMPLE, GAME, raising_in, wheels
from tests.server.helpers.clients import Client, Http, house_in


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheels of a game and of a bot are installed, as `pip install --target` does."""
    folder = tmp_path_factory.mktemp("site")
    for wheel in wheels(tmp_path_factory.mktemp("wheels")):
        with ZipFile(wheel) as archive:
            archive.extractall(folder)
    return folder


def environment(site: Path, home: Path, **more: str) -> dict[str, str]:
    path = f"{site}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    return {**os.environ, "PYTHONPATH": path, "PARLOUR_HOME": str(home), "PARLOUR_SEARCH": "off", **more}


def parlour(site: Path, home: Path, *arguments: str, typed: str = "", **more: str) -> tuple[str, str]:
    """Run the command; return what it printed and its errors."""
    ran = subprocess.run(
        [sys.executable, "-m", "parlour", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment(site, home, **more),
        timeout=120,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.stdout, ran.stderr


def test_an_installed_game_is_listed_played_and_explained(site: Path, tmp_path: Path) -> None:
    assert f"{GAME}: Tens" in parlour(site, tmp_path, "games")[0]
    assert "house rules" in parlour(site, tmp_path, "rules", GAME)[0].lower()
    arguments = ("--people", "0", "--seats", "2", "--seed", "3", "--bots", f"{BOT},casual")
    said, errors = parlour(site, tmp_path, "play", GAME, *arguments)
    assert "(Ada, lowest)" in said and "wins the game" in said
    assert "bots_of_ours:Lowest (bots-of-ours) was left out: Parlour already has bots named 'skilled'." in errors


def test_an_installed_game_and_bot_are_completed(site: Path, tmp_path: Path) -> None:
    for words, place, completed in (
        ("parlour play te", "2", GAME),
        (f"parlour play {GAME} --bots casual,lo", "4", f"casual,{BOT}"),
    ):
        asked = {"_PARLOUR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": place}
        assert parlour(site, tmp_path, **asked)[0] == f"plain,{completed}\n"


def test_an_installed_game_and_bot_are_studied(site: Path, tmp_path: Path) -> None:
    arguments = ("arena", GAME, BOT, "random", "--games", "8", "--seats", "2")
    assert BOT in parlour(site, tmp_path, *arguments, PARLOUR_KERNELS="interpreted")[0]
    arguments = ("simulate", GAME, "--games", "4", "--seats", "2", "--bots", f"{BOT},skilled")
    assert "4 games" in parlour(site, tmp_path, *arguments, PARLOUR_KERNELS="interpreted")[0]


def test_a_house_offers_them_and_replaces_a_bot_that_sleeps(site: Path, tmp_path: Path) -> None:
    async def talk(url: str) -> None:
        ana = await Client(url).open()
        await ana.make_room(GAME, 3, (BOT, "Sleepy"), pace=0)
        await ana.done("start")
        while True:
            await ana.until(lambda: ana.room["phase"] == "over" or ana.my_turn)
            if ana.room["phase"] == "over" or ana.room["chairs"][2]["level"] == "skilled":
                break
            await ana.move(ana.view["moves"][0]["words"])
        assert [chair["level"] for chair in ana.room["chairs"][1:]] == [BOT, "skilled"]
        name = ana.room["chairs"][2]["name"]
        told = [message["text"] for message in ana.messages if message["type"] == "said"]
        assert told == [f"{name}'s own program has stopped, so Skilled plays this seat now."]
        await ana.close()

    sleepy, refusing = (f"{site / 'bots_of_ours' / '__init__.py'}:{name}" for name in ("Sleepy", "Refusing"))
    arguments = ("--bots", sleepy, "--bots", refusing, "--bots-seconds", "0.5")
    with house_in(tmp_path, *arguments, environment=environment(site, tmp_path)) as house:
        get = Http(house.url)
        _, listed = get("GET", "/api/games")
        assert GAME in [game["id"] for game in listed["games"]]
        assert [level["name"] for level in listed["levels"]][-2:] == ["Sleepy", BOT]
        assert get("GET", f"/pictures/{GAME}")[1].startswith("<svg")
        asyncio.run(talk(house.url))
        assert any("'Sleepy' did not answer within 0.5 seconds" in line for line in house.said)
        assert any("The bot Refusing was left out" in line and "not today." in line and ".." not in line for line in house.said)
        assert not [line for line in house.said if "ERROR" in line]


# ---- games in a folder, and broken ones ----------------------------------------------------------------------------------


def test_games_in_a_folder_are_found_and_broken_ones_are_named(site: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    example = find_game(EXAMPLE)
    for name in ("nines", "half", "mute", "nameless", "table", "odd", "switch"):
        write_copy(example, name, folder / name)
    (folder / "half" / "__init__.py").write_text("import no_such_module")
    (folder / "mute" / "texts.json").write_text("{broken")
    (folder / "nameless" / "texts.json").write_text("{}")
    (folder / "odd" / "__init__.py").write_text("GAME = 3")
    shutil.copytree(folder / "nines", folder / "renamed")
    listed, errors = parlour(
        tmp_path,
        tmp_path,
        "games",
        PARLOUR_GAMES=os.pathsep.join([str(folder), str(tmp_path / "nowhere"), "~nobody_at_all/games"]),
    )
    assert "nines: Nines" in listed and listed.count("\nswitch: ") == 1 and "Match the top, stack the penalties" in listed
    for name, why in {
        "half": "It can't be imported (ModuleNotFoundError: No module named 'no_such_module').",
        "mute": "'texts.json' isn't a file of texts: it isn't JSON.",
        "nameless": "Its texts.json lacks 'name'.",
        "odd": "Its GAME must be a parlour.Game, but its type is int.",
        "renamed": "Its id 'nines' and the name of its folder, 'renamed', must both be 'renamed'.",
        "switch": "Parlour already has a game 'switch'.",
        "table": "'table' can't be the id of a game, because other texts in Parlour start with it.",
    }.items():
        assert f"The game {folder / name} was left out: {why}\n" in errors
        assert name == "switch" or f"{name}: " not in listed
    assert f"PARLOUR_GAMES names '{tmp_path / 'nowhere'}', which isn't a folder." in errors
    assert "PARLOUR_GAMES names '~nobody_at_all/games', which isn't a folder." in errors
    assert len(errors.splitlines()) == 9
    said = parlour(tmp_path, tmp_path, "play", "nines", "--people", "0", "--seed", "1", PARLOUR_GAMES=str(folder))[0]
    assert "wins the game" in said


def test_a_game_whose_rules_raise_ends_in_a_sentence(tmp_path: Path) -> None:
    said = raising_in("setup", tmp_path / "mine")
    _, errors = parlour(tmp_path, tmp_path, "play", "nines", "--people", "0", PARLOUR_GAMES=str(tmp_path / "mine"))
    assert errors == said


def test_the_plain_picture_has_the_initials() -> None:
    picture = plain_picture("Match & <Mania>", 40).decode()
    assert "M&amp;" in picture and "hsl(40" in picture and "<Mania" not in picture


# ---- bots of your own at a table -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Sleepy", "did not answer within 0.3 seconds"),
        ("Crashing", "failed: RuntimeError: no idea"),
        ("Leaving", "ended before it answered"),
        ("Lying", "answered 'play nothing': "),
        ("Refusing", "could not be created: not today"),
    ],
)
def test_a_bot_that_fails_is_replaced_for_good(name: str, why: str, site: Path) -> None:
    table = Table.new("switch", 2, seed=1)
    own = OwnSeats(0.3)
    try:
        for _ in range(2):
            with pytest.raises(BotFailed):
                own.choose(table, 0, f"{site / 'bots_of_ours' / '__init__.py'}:{name}")
    finally:
        own.close()
    ((seat, _, told),) = own.take_failures()
    assert seat == 0 and why in told and told.endswith("From now on, Skilled plays in its seat.")


def test_a_bot_follows_its_table_through_undo_and_a_new_game(site: Path, tmp_path: Path) -> None:
    """It is told what has happened since its last move, and everything again after moves were taken back."""
    (tmp_path / "listening.py").write_text(
        "from parlour.bots import Bot\n"
        "class Listening(Bot):\n"
        "    def begin(self, *about): self.heard = 0\n"
        "    def told(self, events): self.heard += len(events)\n"
        "    def choose(self, view):\n"
        "        assert self.heard == view.events_told and 'Listening' not in repr(view.mind.world(1))\n"
        "        return view.moves[0].words\n"
    )
    own, name = OwnSeats(10.0), f"{tmp_path / 'listening.py'}:Listening"
    table = Table.new("switch", 2, seed=1)
    try:
        for _ in range(4):
            table.play(own.choose(table, table.must or 0, name) or "")
        table.undo()
        table.undo()
        table.play(own.choose(table, table.must or 0, name) or "")
        table = Table.new("switch", 2, seed=2)
        table.play(own.choose(table, 0, name) or "")
        assert not own.take_failures()
    finally:
        own.close()


def test_a_bot_is_called_by_its_class_its_program_or_its_name() -> None:
    assert [short_name(name) for name in ("a/b.py:Careful", "cmd:python -u x/line_bot.py", "cmd:./mine", "lowest")] == [
        "Careful",
        "line_bot",
        "mine",
        "lowest",
    ]
