"""A game and a bot from two packages, installed beside Parlour in a fresh environment: they appear everywhere."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import dist
from tests.contract.helpers.packages import BOT, GAME, wheels
from tests.helpers import SOAK
from tests.server.helpers.clients import Http, house_in

pytestmark = pytest.mark.skipif(not SOAK, reason="long tests run with make soak")


@pytest.fixture(scope="module")
def python() -> Iterator[Path]:
    """The Python of an environment with Parlour and both packages, and nothing of this checkout."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        dist.hatchling("wheel", folder, PARLOUR_PLATFORM="", PARLOUR_REPOSITORY="")
        (parlour,) = folder.glob("parlour-*.whl")
        found = dist.environment(folder / "env", parlour)
        dist.run([dist.uv(), "pip", "install", "-q", "--no-deps", "--python", found, *wheels(folder)])
        yield found


def parlour(python: Path, *arguments: str, **more: str) -> str:
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment = {**inherited, "PARLOUR_HOME": str(python.parents[1] / "home"), **more}
    ran = subprocess.run(
        [str(python.with_name("parlour")), *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=environment,
        cwd="/",
        timeout=120,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.stdout


def test_they_are_listed_explained_completed_and_played(python: Path) -> None:
    assert f"{GAME}: Tens" in parlour(python, "games")
    assert "House rules" in parlour(python, "rules", GAME)
    for words, place, completed in (("parlour play te", "2", GAME), (f"parlour play {GAME} --bots lo", "4", BOT)):
        asked = {"_PARLOUR_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": place}
        assert parlour(python, **asked) == f"plain,{completed}\n"
    said = parlour(python, "play", GAME, "--people", "0", "--seats", "2", "--seed", "3", "--bots", f"{BOT},casual")
    assert "(Ada, lowest)" in said and "wins the game" in said
    assert "Tens passes all checks" in parlour(python, "check-game", GAME, "--games", "2")


def test_a_house_offers_them(python: Path, tmp_path: Path) -> None:
    house = house_in(tmp_path, environment={"PARLOUR_HOME": str(tmp_path)})
    house.python = str(python)
    with house:
        _, listed = Http(house.url)("GET", "/api/games")
    assert GAME in [game["id"] for game in listed["games"]]
    assert listed["levels"][-1]["name"] == BOT


def test_they_are_gone_when_they_are_removed(python: Path) -> None:
    dist.run([dist.uv(), "pip", "uninstall", "-q", "--python", python, "cards-of-ours", "bots-of-ours"])
    assert GAME not in parlour(python, "games")
