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
from tests.server.helpers import postgres
from tests.server.helpers.chaos import NO_LIMITS
from tests.server.helpers.clients import Client, HouseProcess, house_in
from tests.server.test_houses import back_at

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

BEFORE = "16c12ab"
"""The last commit of the release before the fair deal with numbers."""
ROOT = Path(__file__).parents[2]
MOVES = 4
REFUSES = "The database was made by a newer Parlour: this one cannot use it."


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of the previous release."""
    return source_of(BEFORE, tmp_path_factory.mktemp("earlier"))


def source_of(commit: str, folder: Path) -> Path:
    """The source of a commit, in this folder."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True)
    if archive.returncode:
        pytest.skip("The history of the repository is missing here.")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


def earlier_house(source: Path, database: Path) -> HouseProcess:
    return HouseProcess(f"sqlite:///{database}", environment={"PYTHONPATH": str(source)})


async def play(client: Client, most: int | None) -> None:
    """Make this many moves, each as the hint says, or play to the end."""
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


NEIGHBOUR = "664feea"
"""A commit of this release with the tables of today: such versions run side by side in a rolling update."""


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of a version that shares a database with this one."""
    return source_of(NEIGHBOUR, tmp_path_factory.mktemp("neighbour"))


def test_neighbouring_versions_share_a_database_and_hand_rooms_over(
    tmp_path_factory: pytest.TempPathFactory, neighbour: Path
) -> None:
    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    database = server.url(server.new_database())
    old = HouseProcess(database, "--name", "one", environment={**NO_LIMITS, "PYTHONPATH": str(neighbour)})
    new = HouseProcess(database, "--name", "two", environment=NO_LIMITS)

    async def talk() -> None:
        ana = await Client(old.url).open()
        code = await ana.make_room(game_ids()[0], 2, ("beginner",), pace=0)
        await ana.done("start")
        await ana.until(lambda: ana.my_turn)
        for here, there in ((old, new), (new, old), (old, new)):
            number, commitment = ana.update["number"], ana.room["commitment"]
            assert await asyncio.to_thread(here.stop) == 0
            ana = await back_at(there.url, ana, code)
            assert ana.update["number"] >= number and ana.room["commitment"] == commitment
            await asyncio.to_thread(here.start)
            await play(ana, 3)
        await ana.close()

    with old, new:
        asyncio.run(asyncio.wait_for(talk(), 180))


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

    # the way back: the backup holds the house of the previous release, with the games as they were
    (backup,) = tmp_path.glob("house-before-*.db")
    with earlier_house(earlier, backup) as house:
        asyncio.run(finish(house.url, cookie, codes[1], rooms[codes[1]]))

    # and this release goes on with its own database
    with house_in(tmp_path) as house:
        for code in codes[1:]:
            asyncio.run(finish(house.url, cookie, code, rooms[code]))
