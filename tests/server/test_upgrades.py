"""Upgrades lose no game: what an earlier release wrote goes on, and what this one cannot play waits unchanged."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from parlour import find_game
from parlour.server import wire
from parlour.server.backup.migration import prepare_migration
from parlour.server.fairness.verification import verify
from parlour.server.house import House
from parlour.server.people.people import Person
from parlour.server.people.replays import replay_of
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.registry import RoomWaits
from parlour.server.store import log
from parlour.server.store.database import pending_migration
from parlour.server.store.errors import StoreError
from parlour.server.store.rows import OVER, PLAYING, SCORED
from parlour.server.store.store import Store
from tests.server.helpers.clients import house_in
from tests.server.helpers.quiet import FakeConnection, run, sit_down

RECORDED = Path(__file__).parents[1] / "versions" / "house-0001.sql"
"""The database of a house of the release before the fair deal with numbers: five games in progress, a room before its deal to
which a text was added, and a finished game. Recorded over its protocol; never written again."""


def recorded(folder: Path) -> Path:
    """The recorded house as a database file."""
    path = folder / "house.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(RECORDED.read_text(encoding="utf-8"))
    return path


def logs(path: Path) -> dict[str, list[str]]:
    """Every log of a database, as it is stored."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT code, entry FROM log JOIN rooms ON rooms.id = log.room ORDER BY room, number")
        found: dict[str, list[str]] = {}
        for code, entry in rows:
            found.setdefault(code, []).append(entry)
        return found


def host_of(entries: list[str]) -> Person:
    sat = next(json.loads(entry) for entry in entries if '"is":"sat"' in entry)
    return Person(sat["person"], sat["name"], sat["colour"])


async def play_on(keeper: Keeper, guest: FakeConnection) -> None:
    """Play until everything is over and saved, round after round."""
    while keeper.room.phase != OVER or not keeper.room.is_saved:
        table = keeper.room.table
        if keeper.room.phase == SCORED:
            await guest.ask(wire.Next())
        elif keeper.room.phase == PLAYING and table.must == guest.seat:
            words = table.advice(table.must, len(table.log))
            assert words is not None
            await guest.move(words)
        else:
            await asyncio.sleep(0.002)


def test_games_begun_under_the_previous_release_finish_under_this_one(tmp_path: Path) -> None:
    before = logs(recorded(tmp_path))

    async def finish(house: House, code: str) -> None:
        keeper = await house.rooms.keeper(code)
        assert keeper is not None
        guest = FakeConnection(house.rooms, host_of(before[code]), 0.0)
        await keeper.enter(guest, 0)
        begun = len(keeper.room.table.log) if keeper.room.match else 0
        if not begun:
            await guest.ask(wire.Start())
        await play_on(keeper, guest)
        game = await house.store.finished_game(keeper.room.replay)
        assert game is not None
        # a deal by the previous release still proves what it did; a deal by this release doesn't include the text
        assert verify(game.save).claim.is_fair is bool(begun)
        assert begun < len(replay_of(game.save, 0, "open").steps)

    async def talk(house: House) -> None:
        running = [code for code, entries in before.items() if not any('"is":"ended"' in entry for entry in entries)]
        assert len(house.rooms.keepers) == 5 and len(running) == 6 and not house.rooms.waiting
        await asyncio.gather(*(finish(house, code) for code in running))

    run(tmp_path, talk)
    after = logs(tmp_path / "house.db")
    assert all(after[code][: len(entries)] == entries for code, entries in before.items())


def test_finished_games_of_the_previous_release_are_replayed_and_proved(tmp_path: Path) -> None:
    recorded(tmp_path)

    async def talk(house: House) -> None:
        saves = await house.store.read(lambda connection: list(connection.execute(text("SELECT save FROM games")).scalars()))
        (save,) = saves
        verdict = verify(save)
        assert verdict.claim.additions == ["tea for two"] and "earlier version" in " ".join(verdict.proved)
        assert [len(replay_of(save, 0, viewer).steps) > 5 for viewer in ("open", "watcher", "0", "1")] == [True] * 4

    run(tmp_path, talk)


# ---- what this version cannot play ------------------------------------------------------------------------------------


NEWER = '{"is":"from_the_future","card":"Ah"}'
IMPOSSIBLE = '{"is":"moved","seat":0,"words":"fly to the moon"}'


@pytest.mark.parametrize("entry", [NEWER, IMPOSSIBLE, '{"is":"dealt","rules":99}', "not JSON"])
def test_a_room_that_cannot_be_played_waits_unchanged_until_it_can(tmp_path: Path, entry: str) -> None:
    path = recorded(tmp_path)
    code = next(iter(logs(path)))

    def poison(statement: str, *values: object) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement, values)
            connection.commit()

    room = "(SELECT id FROM rooms WHERE code = ?)"
    poison(f"INSERT INTO log SELECT room, max(number) + 1, max(at), ? FROM log WHERE room = {room}", entry, code)
    before = logs(path)

    async def wait(house: House) -> None:
        assert list(house.rooms.waiting) == [code] and len(house.rooms.keepers) == 4
        for _ in range(2):
            with pytest.raises(RoomWaits) as refusal:
                await house.rooms.keeper(code)
        assert str(refusal.value).endswith("the table waits for a house that can play it.")
        await house._sweep()
        row = await house.store.find_room(code)
        assert row is not None and row.owner is None

    run(tmp_path, wait)
    assert logs(path)[code] == before[code]
    poison(f"DELETE FROM log WHERE room = {room} AND entry = ?", code, entry)

    async def play(house: House) -> None:
        keeper = await house.rooms.keeper(code)
        assert keeper is not None and keeper.room.phase == PLAYING
        guest = FakeConnection(house.rooms, host_of(before[code]), 0.0)
        await keeper.enter(guest, 0)
        await play_on(keeper, guest)

    run(tmp_path, play)


def test_a_game_under_newer_rules_waits_for_the_house_that_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin(house: House) -> None:
        keeper, _ = await sit_down(house, 0.0, bots=2)
        codes.append(keeper.room.code)
        games.append(keeper.room.plan.game)

    codes: list[str] = []
    games: list[str] = []
    run(tmp_path, begin)
    state = find_game(games[0]).state
    newest = find_game(games[0]).version
    older = type(state.fields["rules"])(**{**_slots(state.fields["rules"]), "start": newest - 1})
    monkeypatch.setitem(state.fields, "rules", older)

    async def wait(house: House) -> None:
        assert list(house.rooms.waiting) == codes

    run(tmp_path, wait)
    monkeypatch.undo()

    async def go_on(house: House) -> None:
        keeper = await house.rooms.keeper(codes[0])
        assert keeper is not None and keeper.room.phase == PLAYING

    run(tmp_path, go_on)


def _slots(field: Any) -> dict[str, Any]:
    return {name: getattr(field, name) for name in field.__dataclass_fields__}


def test_an_unreadable_entry_is_never_written() -> None:
    assert log.decode(NEWER) == log.Unreadable(NEWER)
    assert isinstance(log.decode('{"is":"rose","seat":1}'), log.Rose)


# ---- migrations -------------------------------------------------------------------------------------------------------


def test_serve_says_what_it_migrates_and_backs_up_first(tmp_path: Path) -> None:
    before = logs(recorded(tmp_path))
    with house_in(tmp_path) as house:
        said = "".join(house.said)
    assert "About to migrate the database from revision 0001 to 0007: 0002 (Sessions of guests" in said
    assert "0003 (Logs of rooms may contain the fair deal with numbers)" in said
    assert "0004 (The character that a person has chosen)" in said
    assert "0005 (Deals shared by link, and logs in which moves are undone and deals repeated)" in said
    backup = tmp_path / "house-before-0007.db"
    assert str(backup) in said and "The way back" in said
    # the earlier version can use it unchanged: the same revision, the same logs
    assert logs(backup) == before
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    with house_in(tmp_path) as house:
        assert "About to migrate" not in "".join(house.said)


def test_without_a_backup_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{recorded(tmp_path)}"
    monkeypatch.setattr("parlour.server.backup.migration.back_up", _no_space)
    with pytest.raises(StoreError, match="No space"):
        Store.open_patiently(url, "house", 0, prepare_migration)
    migration = pending_migration(url)
    assert migration is not None and (migration.present, migration.newest) == ("0001", "0007")


def _no_space(url: str, path: Path) -> None:
    raise StoreError("No space left.")


def test_a_second_backup_does_not_replace_the_first(tmp_path: Path) -> None:
    url = f"sqlite:///{recorded(tmp_path)}"
    prepare_migration(url)
    prepare_migration(url)
    assert sorted(path.name for path in tmp_path.glob("*before*.db")) == ["house-before-0007-2.db", "house-before-0007.db"]


def test_an_older_house_would_refuse_and_change_nothing(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = logs(path)
    with pytest.raises(StoreError, match=r"^This database was created by a newer version of Parlour\.$"):
        Store.open_patiently(f"sqlite:///{path}", "house", 0, prepare_migration)
    assert logs(path) == before and not list(tmp_path.glob("*before*"))
