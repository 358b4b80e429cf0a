"""Honest guests who play at a house while others attack it: what they notice, by period and by kind of request."""

import asyncio
import itertools
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from parlour import game_ids
from tests.server.helpers.clients import Client

THINKS = 0.25
"""Seconds between two requests of an honest guest."""
COMPILING = 1_800.0
"""Seconds within which the rules must be compiled for the Experts."""
USUAL = {"PARLOUR_MESSAGES_PER_SECOND": "20", "PARLOUR_DRAW_PAUSE": "1.5", "PARLOUR_SEARCH": "on", "PARLOUR_DEAL_WAIT": "3"}
"""The settings of a house with its usual limits; tests switch them off otherwise."""


@dataclass
class Noticed:
    """Measurements of honest guests: how long their requests take, the longest standstill of a table, and what is refused.

    `period` says what happens to the house at present; times are kept by period and kind of request, and the waits of a person
    for the other players by period.
    """

    period: str = "calm"
    times: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    longest_gap: float = 0.0
    games: int = 0
    refused: list[str] = field(default_factory=list)

    def during(self, period: str) -> list[float]:
        """Return the times of all requests in a period."""
        return [seconds for (found, _), times in self.times.items() if found == period for seconds in times]


async def play_on(url: str, noticed: Noticed, end: float) -> None:
    """Play game after game with a bot until a moment, as a person would, and measure every request."""
    client = await Client(url, keep=False, mixes=True).open()
    await client.make_room(game_ids()[0], 2, ("beginner",), pace=100)
    await client.done("start")
    moved_at, number = time.monotonic(), -1
    for count in itertools.count():
        if time.monotonic() >= end:
            break
        await asyncio.sleep(THINKS)
        period, began = noticed.period, time.monotonic()
        if count % 4 == 0:
            status, said = await asyncio.to_thread(client.http, "GET", "/api/me")
            noticed.times[period, "page"].append(time.monotonic() - began)
            if status != 200:
                noticed.refused.append(f"{status} {said}")
            continue
        kind, answer = await _request(client)
        noticed.times[period, kind].append(time.monotonic() - began)
        noticed.games += kind == "rematch"
        if kind == "move" and answer["type"] == "done":
            await _until_my_turn(client, answer["number"])
            noticed.waits[period].append(time.monotonic() - began)
            noticed.longest_gap = max(noticed.longest_gap, noticed.waits[period][-1])
        if answer["type"] == "refused" and not answer["stale"] and answer["code"] not in ("refusal.dealing", "refusal.notTurn"):
            noticed.refused.append(answer["why"])
        now = client.update.get("number", 0)
        if now != number:
            number, moved_at = now, time.monotonic()
        noticed.longest_gap = max(noticed.longest_gap, time.monotonic() - moved_at)
    await client.close()


async def _until_my_turn(client: Client, number: int) -> None:
    """Wait until a move is shown and the bot has moved, too."""
    await client.until(lambda: client.update["number"] >= number and (client.my_turn or client.room["phase"] != "playing"))


async def _request(client: Client) -> tuple[str, dict[str, Any]]:
    """Do what can be done now: play again, move, or ask for missed events."""
    if client.room["phase"] == "over" and client.room["replay"]:
        games = client.room["games"]
        answer = await client.ask("rematch")
        await client.until(lambda: client.room["games"] > games)
        return "rematch", answer
    if client.update and client.room["phase"] == "playing" and client.my_turn:
        moves = client.view["moves"]
        return "move", await client.move(moves[client.update["number"] % len(moves)]["words"])
    return "resync", await client.ask("resync", seen=client.update.get("number", 0))


async def finished_game(url: str) -> str:
    """Play one game with an Expert to its end, for the replays; return its id. From then on Experts search."""
    client = await Client(url, keep=False, mixes=True).open()
    await client.make_room(game_ids()[0], 2, ("expert",), pace=0)
    await client.until(lambda: not client.room["chairs"][1]["waits"], COMPILING)
    await client.done("start")
    while not client.room["replay"]:
        if client.update and client.room["phase"] == "playing" and client.my_turn:
            await client.move(client.view["moves"][0]["words"])
        await asyncio.sleep(0.05)
    await client.close()
    return str(client.room["replay"])
