"""Two checkouts, one database: games begun under the previous release finish under this one.

The previous release refuses what this one has changed, and does no harm to it.

Needs the history of the repository; without it, `tests/server/test_upgrades.py` still has a recorded house of that release.
"""

import asyncio
import io
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from parlour import game_ids
from tests.server.helpers.clients import Client, HouseProcess, house_in

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

BEFORE = "16c12ab"
"""The last commit of the release before the fair deal with numbers."""
ROOT = Path(__file__).parents[2]
MOVES = 4
REFUSES = "The database was made by a newer Parlour: this one cannot use it."


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the previous release."""
    archive = subprocess.run(["git", "archive", BEFORE, "src"], cwd=ROOT, capture_output=True)
    if archive.returncode:
        pytest.skip("There is no history of the repository here.")
    folder = tmp_path_factory.mktemp("earlier")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


def earlier_house(source: Path, database: Path) -> HouseProcess:
    return HouseProcess(f"sqlite:///{database}", environment={"PYTHONPATH": str(source)})


async def play(client: Client, most: int | None) -> None:
    """Make this many moves by the advice, or play to the end."""
    made = 0
    while client.room["phase"] == "playing" and (most is None or made < most):
        await asyncio.sleep(0.005)
        if client.my_turn and (words := (await client.ask("hint")).get("hint")):
            made += (await client.move(words))["type"] == "done"


async def begin(url: str) -> tuple[str, dict[str, int]]:
    """Begin a game of each kind; return the cookie of the player, and how far each room has got."""
    client = await Client(url, keep=False).open()
    rooms = {}
    for game in game_ids():
        code = await client.make_room(game, 2, ("beginner",), pace=0)
        await client.done("start")
        await client.until(lambda: client.room["phase"] == "playing" and client.update)
        await play(client, MOVES)
        rooms[code] = client.update["number"] if client.room["phase"] == "playing" else -1
    await client.close()
    return client.http.cookie, {code: number for code, number in rooms.items() if number > 0}


async def finish(url: str, cookie: str, code: str, seen: int) -> None:
    """Play a room to its end; nothing that was told before may be gone."""
    client = await Client(url, cookie, keep=False).open()
    await client.done("enter", room=code)
    await client.until(lambda: client.room and client.update)
    assert client.update["number"] >= seen and client.room["you"] is not None
    await play(client, None)
    await client.until(lambda: client.room["replay"])
    _, save = await asyncio.to_thread(client.http, "GET", f"/api/replays/{client.room['replay']}")
    _, verdict = await asyncio.to_thread(client.http, "POST", "/api/verify", save)
    assert verdict["proved"], verdict
    await client.close()


def test_games_of_the_previous_release_finish_here_and_it_refuses_newer_ones(tmp_path: Path, earlier: Path) -> None:
    database = tmp_path / "house.db"
    with earlier_house(earlier, database) as house:
        cookie, rooms = asyncio.run(begin(house.url))
        house.stop()
    assert len(rooms) >= 3
    codes = list(rooms)
    with house_in(tmp_path) as house:
        assert "About to migrate" in "".join(house.said)
        asyncio.run(finish(house.url, cookie, codes[0], rooms[codes[0]]))
        house.stop()

    # backwards: the previous release refuses in one sentence, and changes nothing
    refusing = earlier_house(earlier, database)
    with pytest.raises(AssertionError, match=REFUSES):
        refusing.start()

    # the way back: the backup is a house of the previous release, with the games as they were
    (backup,) = tmp_path.glob("house-before-*.db")
    with earlier_house(earlier, backup) as house:
        asyncio.run(finish(house.url, cookie, codes[1], rooms[codes[1]]))

    # and this release goes on with what it has
    with house_in(tmp_path) as house:
        for code in codes[1:]:
            asyncio.run(finish(house.url, cookie, code, rooms[code]))
