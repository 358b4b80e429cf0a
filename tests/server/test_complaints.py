"""Blocks, reports, and a person's data: exported and deleted."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from parlour import game_ids
from parlour.server.backup.archive import TABLES
from parlour.server.fairness.verification import verify
from parlour.server.people.export import _own_part
from parlour.server.store import log
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.tables import play_on
from tests.server.test_admin import GOOD, TOKEN, said

GAME = game_ids()[0]


async def ask(http: Http, method: str, path: str, body: object = None, **more: Any) -> Any:
    status, answer = await asyncio.to_thread(http, method, path, body, **more)
    assert status == 200, answer
    return answer


async def company(inside: HouseInside, *names: str, **plan: Any) -> tuple[str, list[Client]]:
    """People at a table, the first of whom is the host."""
    clients = [await Client(inside.url).open() for _ in names]
    for client, name in zip(clients, names, strict=True):
        await ask(client.http, "PATCH", "/api/me", {"name": name})
    code = await clients[0].make_room(GAME, len(names), pace=0, **plan)
    for client in clients[1:]:
        await client.done("enter", room=code)
        await client.done("sit")
    return code, clients


def lines(client: Client) -> list[str]:
    return [message["text"] for message in client.messages if message["type"] == "said"]


def test_a_blocked_person_is_not_heard_and_cannot_follow(tmp_path: Path) -> None:
    async def talk(inside: HouseInside) -> None:
        _, (ana, rude, cy) = await company(inside, "Ana", "Rude", "Cy")
        await ana.done("block", seat=1)
        await ana.until(lambda: ana.room["chairs"][1]["blocked"])
        assert not rude.room["chairs"][0]["blocked"] and not cy.room["chairs"][1]["blocked"]
        await rude.done("chat", text="You play badly.")
        await cy.done("chat", text="Hello.")
        await ana.until(lambda: lines(ana))
        await cy.until(lambda: len(lines(cy)) == 2)
        assert lines(ana) == ["Hello."], "none of it is sent"
        assert await ana.refused("block", seat=0) == "Choose another person, not yourself."

        own = await ana.make_room(GAME, 2)
        assert "won't let you in" in await rude.refused("enter", room=own)
        status, answer = await asyncio.to_thread(rude.http, "POST", f"/api/rooms/{own}/join", {})
        assert status == 409 and "won't let you in" in answer["error"]
        (block,) = (await ask(ana.http, "GET", "/api/me/blocks"))["blocks"]
        assert block["name"] == "Rude" and rude.http.cookie.partition("=")[2].partition(".")[0] not in json.dumps(block)
        assert (await ask(ana.http, "POST", "/api/me/unblock", {"key": block["key"]})) == {"blocks": []}
        await rude.done("enter", room=own)
        for client in (ana, rude, cy):
            await client.close()

    with HouseInside(tmp_path) as inside:
        asyncio.run(talk(inside))


def test_a_report_reaches_the_operator_with_what_was_said(tmp_path: Path) -> None:
    async def talk(inside: HouseInside) -> None:
        code, (ana, rude) = await company(inside, "Ana", "Rude")
        await rude.done("chat", text="You play badly.")
        await ana.done("report", seat=1, why="He insults me.")
        assert await ana.refused("report", seat=1, why=" ") == "The message is empty."
        assert [message for message in rude.messages if "insults" in json.dumps(message)] == []
        (report,) = (await ask(ana.http, "GET", "/api/admin/reports", headers=GOOD))["reports"]
        assert (report["room"], report["name"], report["why"], report["said"]) == (
            code,
            "Rude",
            "He insults me.",
            "You play badly.",
        )
        listed = await asyncio.to_thread(said, inside, "reports")
        assert all(part in listed for part in ("#1", code, "Rude", "reason:  He insults me.", "said:  You play badly."))
        assert "closed" in await asyncio.to_thread(said, inside, "close-report", "1")
        assert await asyncio.to_thread(said, inside, "reports") == ""
        assert "closed" in await asyncio.to_thread(said, inside, "reports", "--all")
        for _ in range(10):
            answer = await ana.ask("report", seat=1, why="Again.")
        assert answer["type"] == "refused" and answer["code"] == "refusal.tooMany"
        for client in (ana, rude):
            await client.close()

    with HouseInside(tmp_path, admin_token=TOKEN) as inside:
        asyncio.run(talk(inside))


def test_a_person_can_export_and_delete_everything_about_them(tmp_path: Path) -> None:
    async def talk(inside: HouseInside) -> None:
        code, (ana, ben) = await company(inside, "Ana Secretname", "Ben")
        await ana.done("start")
        await asyncio.gather(*(client.until(client.has_update) for client in (ana, ben)))
        await ana.done("chat", text="My words.")
        await ben.done("block", seat=0)
        await ana.done("door", open=False)
        await play_on([ana, ben])
        replay = await ben.until(lambda: ben.room["replay"])

        export = await ask(ana.http, "GET", "/api/me/export")
        assert (
            len(export["sessions"]) == 1
            and export["name"] == "Ana Secretname"
            and [game["id"] for game in export["games"]] == [replay]
        )
        assert "My words." in json.dumps(export["tables"]) and export["character"] == ""
        kinds = {part["entry"]["is"] for part in export["tables"]}
        assert kinds >= {"opened", "sat", "said", "moved", "door_shut"}
        ben_id, ana_id = (client.http.cookie.partition("=")[2].partition(".")[0] for client in (ben, ana))
        assert ana_id in json.dumps(export) and ben_id not in json.dumps(export)

        await ask(ana.http, "DELETE", "/api/me")
        assert ana.http.cookie == "parlour="
        with pytest.raises(ConnectionError):
            await ana.until(lambda: False)
        await ben.until(lambda: ben.room["chairs"][0]["kind"] == "free" and ben.room["you_host"])
        # the game stays for the other players, without the name
        save = await asyncio.to_thread(ben.http.full, "GET", f"/api/replays/{replay}")
        assert "Secretname" not in save[2] and "Former guest" in save[2]
        verify(save[2])
        (game,) = (await ask(ben.http, "GET", "/api/me/history"))["games"]
        assert [seat["name"] for seat in game["seats"]] == ["Former guest", "Ben"]
        assert (await ask(ben.http, "GET", "/api/me/blocks"))["blocks"] == []
        again = Client(inside.url, ben.http.cookie)
        await again.open()
        await again.done("enter", room=code)
        await again.done("chat", text="Still here.")
        await again.until(lambda: lines(again))
        assert lines(again) == ["Still here."]
        for client in (ben, again):
            await client.close()
        rows = await asyncio.to_thread(everything_in, tmp_path / "inside.db")
        assert "Ben" in rows and "Secretname" not in rows and "My words." not in rows

    with HouseInside(tmp_path) as inside:
        asyncio.run(talk(inside))


def test_an_export_has_every_entry_about_a_person_and_nobody_elses_id() -> None:
    plan, both = log.Plan(GAME, 2), ["ana", "ben"]
    own = [
        *(log.Opened(plan, "ana"), log.Sat(0, "ana", "Ana", "red"), log.Named("ana", "Ann", "red"), log.Hosted("ana")),
        *(log.Muted("ana", True), log.Removed("ana", "Ana", mark="m"), log.Said("Ana", 0, "Hi.", person="ana")),
        *(log.Added("ana", "x"), log.Pledged("ana", "c"), log.Revealed("ana", "n"), log.Moved(0, "draw", person="ana")),
        *(log.Undone(3, "ana"), log.Voted("ana", "rematch"), log.Voted("ana", "remove", "ben"), log.DoorShut(both)),
        *(log.Fixed(both), log.LeftOut(both, "secret")),
    ]
    others = [log.Opened(plan, "ben"), log.Voted("ben", "remove", "ana"), log.Fixed(["ben"]), log.Committed("s"), log.Rose(0)]
    parts = [_own_part(entry, "ana") for entry in own]
    assert None not in parts and "ben" not in repr(parts) and "'secret'" not in repr(parts)
    assert [type(part) for part in parts] == [type(entry) for entry in own]
    assert [_own_part(entry, "ana") for entry in others] == [None] * len(others)
    named = {kind for kind in vars(log).values() if isinstance(kind, type) and issubclass(kind, log.Entry)}
    named = {kind for kind in named if {"person", "people", "host", "inside"} & set(kind.__struct_fields__)}
    assert named == {type(entry) for entry in own}, "every kind of entry that names people"


def everything_in(path: Path) -> str:
    """All rows of all tables."""
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(repr(row) for table in TABLES for row in connection.execute(f"SELECT * FROM {table}"))


def test_deletion_during_a_game_leaves_the_seat_to_a_bot(tmp_path: Path) -> None:
    async def talk(inside: HouseInside) -> None:
        _, (ana, ben) = await company(inside, "Ana", "Ben")
        await ana.done("start")
        await ben.until(ben.has_update)
        await ask(ana.http, "DELETE", "/api/me")
        await ben.until(lambda: ben.room["chairs"][0]["kind"] == "bot" and ben.room["you_host"])
        await ben.close()

    with HouseInside(tmp_path) as inside:
        asyncio.run(talk(inside))
