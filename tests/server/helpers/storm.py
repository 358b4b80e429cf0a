"""A house that is killed while people play in it, and the audit of its log afterwards."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from sqlalchemy import func, select

from parlour import find_game
from parlour.core.match import Match
from parlour.core.table import Table
from parlour.core.texts import speaking
from parlour.server.fairness.verification import verify
from parlour.server.people.people import People
from parlour.server.rooms.lobby import summary
from parlour.server.rooms.plans import new_room
from parlour.server.rooms.presence import Presence
from parlour.server.rooms.registry import CODE_LETTERS
from parlour.server.rooms.room import Room
from parlour.server.rooms.updates import Updates
from parlour.server.store import log
from parlour.server.store.queries import Timed
from parlour.server.store.rows import OVER, PLAYING
from parlour.server.store.schema import games as games_kept
from parlour.server.store.store import Store
from tests.server.helpers.chaos import Player, Spread, Victim, random_plan, spread

LONGEST_END = 120.0  # seconds within which all games must end once the house is no longer killed


@dataclass
class Figures:
    """A record of what happened in a storm."""

    kills: int = 0
    while_starting: int = 0
    stops: int = 0
    cuts: int = 0
    starts: list[float] = field(default_factory=list)
    acknowledged: int = 0
    unanswered: int = 0
    lost: int = 0
    doubled: int = 0
    moves: int = 0
    events: int = 0
    games: int = 0
    found_made: int = 0
    missed_ends: int = 0
    early_updates: int = 0
    flaws: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        starts = sorted(self.starts) or [0.0]
        return (
            f"{self.kills} kills ({self.while_starting} while starting), {self.stops} stops, {self.cuts} cuts; "
            f"{self.acknowledged} moves acknowledged ({self.found_made} had been made when they were sent again), "
            f"{self.lost} lost, {self.doubled} doubled, {self.unanswered} unanswered; "
            f"{self.moves} moves in the logs, {self.events} events told, {self.games} games finished, the end of "
            f"{self.missed_ends} missed, {self.early_updates} updates before their `done`; "
            f"start {starts[0]:.2f}/{starts[len(starts) // 2]:.2f}/{starts[-1]:.2f} s"
        )


class Storm:
    """A house that is killed again and again while people play at some tables; `cut` takes its database away for a moment."""

    def __init__(self, house: Victim, seed: str, *, tables: int, cut: Callable[[], None] | None = None) -> None:
        self.house = house
        self.seed = seed
        self.dice = random.Random(seed)
        self.cut = cut
        self.figures = Figures()
        self.is_over = False
        self.tables = tables
        self.spreads: list[Spread] = []

    async def rage(self, kills: int) -> None:
        """Kill the house this many times and stop it cleanly once, then let all games end and close it."""
        await self._start()
        self.spreads = [spread(self.house.url, self.seed, number, lambda: self.is_over) for number in range(self.tables)]
        games = asyncio.gather(*(table.play() for table in self.spreads))
        while self.figures.kills < kills and not games.done():
            await self._strike(is_stop=not self.figures.stops and self.figures.kills >= kills // 2)
        self.is_over = True
        try:
            await asyncio.wait_for(games, LONGEST_END)
        except TimeoutError:
            self.figures.flaws += [text for table in self.spreads for text in who_waits(table)]
        await asyncio.to_thread(self.house.stop)
        self.figures.flaws += [line for line in self.house.said if " ERROR " in line or "Traceback" in line]

    async def _strike(self, *, is_stop: bool) -> None:
        """Let the house run for a moment and end it, most often in the middle of a commit."""
        if self.dice.random() < 0.6:
            await self._until_busy()
            await asyncio.sleep(self.dice.uniform(0, 0.02))
        else:
            await asyncio.sleep(self.dice.uniform(0.005, 0.3))
        if self.cut is not None and self.dice.random() < 0.5:
            await asyncio.to_thread(self.cut)
            self.figures.cuts += 1
            await self._until_busy()
        if is_stop:
            self.figures.stops += 1
            assert await asyncio.to_thread(self.house.stop) == 0
        else:
            self._kill()
        if self.dice.random() < 0.25:
            await self._kill_while_it_starts()
        await self._start()

    def _kill(self) -> None:
        self.figures.kills += self.house.is_running
        self.house.kill()

    async def _until_busy(self) -> None:
        """Wait until some more moves were acknowledged."""
        wanted, end = self._acknowledged() + self.dice.randint(1, 25), time.monotonic() + 3
        while self._acknowledged() < wanted and time.monotonic() < end:
            await asyncio.sleep(0.002)

    def _acknowledged(self) -> int:
        return sum(player.notes.acknowledged for table in self.spreads for player in table.players)

    async def _start(self) -> None:
        began = time.monotonic()
        await asyncio.to_thread(self.house.start)
        assert self.house.is_running, self.house.said[-5:]
        self.figures.starts.append(time.monotonic() - began)

    async def _kill_while_it_starts(self) -> None:
        """Start the house and kill it between the first line of the program and the last restored game."""
        old = self.house.pid
        starting = asyncio.create_task(asyncio.to_thread(self.house.start))
        while self.house.pid == old:
            await asyncio.sleep(0.001)
        await asyncio.sleep(self.dice.uniform(0.3, 1.0) * min(self.figures.starts))
        self._kill()
        self.figures.while_starting += 1
        await starting


def who_waits(table: Spread) -> list[str]:
    """Return the people at a table who did not finish their games, each with the last message they were sent."""
    late = [player.notes for player in table.players if not player.is_finished]
    return [f"{table.code}: {notes.name} still plays: {notes.room} {notes.update.get('view')}" for notes in late]


class Audit:
    """Compares everything that anybody at a table received with its log, the saves and the statistics in the store."""

    def __init__(self, store: Store, figures: Figures, table: Spread) -> None:
        self.store = store
        self.figures = figures
        self.table = table
        self.players = table.players
        self.room = Room(table.code)
        self.story: dict[str, dict[int, Any]] = {player.person: {} for player in table.players}
        self.moved: Counter[tuple[str, str]] = Counter()
        self.pledged: Counter[str] = Counter()
        self.ended: list[str] = []
        self.played: Counter[str] = Counter()

    async def check(self) -> None:
        row = await self.store.find_room(self.table.code)
        if row is None:
            self._flaw("the room is gone")
            return
        for at, entry in await self.store.log_of(row.id):
            self._check_entry(at, entry)
            self.room.apply(entry, at)
            self._follow(entry)
        if self.room.phase != OVER or not self.room.is_saved:
            self._flaw(f"the log ends in {self.room.phase}")
        for player in self.players:
            self._check_moves(player)
            self._check_story(player)
            self._check_last_look(player)
            self.figures.flaws += player.notes.flaws
        if self.moved:
            self._flaw(f"nobody sent {self.moved}")
        await self._check_games(row.id)

    def _flaw(self, text: str) -> None:
        self.figures.flaws.append(f"{self.table.code}: {text}")

    # ---- the log -------------------------------------------------------------------------------------------------------

    def _check_entry(self, at: float, entry: log.Entry) -> None:
        """Check an entry before it is applied: people move only for themselves, and the clock never too early."""
        if not isinstance(entry, log.Moved):
            return
        place = self.room.places[entry.seat]
        by = {"person": place.person == entry.person and not place.stand_in, "bot": bool(place.bot), "clock": not place.bot}
        if not by[entry.by]:
            self._flaw(f"{entry} is not by {place}")
        seconds = self.room.plan.options.get("turn_seconds")
        if entry.by == "clock" and at - self.room.decision_at < int(seconds or 0) - 0.05:
            self._flaw(f"the clock moved {at - self.room.decision_at:.2f} s after the decision began")

    def _follow(self, entry: log.Entry) -> None:
        if isinstance(entry, log.Moved):
            self.figures.moves += 1
            if entry.by == "person":
                self.moved[entry.person, entry.id] += 1
        elif isinstance(entry, log.Pledged):
            self.pledged[entry.commitment] += 1
        elif isinstance(entry, log.Ended):
            self.ended.append(entry.replay)
            self.played.update(place.person for place in self.room.players)
        if self.room.match is None:
            return
        for person, events in self.story.items():
            since = max(0, max(events, default=0) - self.room.base)
            with speaking(typed=False):
                seen = self.room.table.events_for(self.room.viewer_of(person), since, self.room.player_names)
            events.update({self.room.base + event.number: msgspec.to_builtins(event) for event in seen})

    # ---- what people were told -----------------------------------------------------------------------------------------

    def _check_moves(self, player: Player) -> None:
        """Check that an acknowledged move is in the log once, a refused one never, any other at most once."""
        for mark, sent in player.notes.sent.items():
            count = self.moved.pop((player.person, mark), 0)
            self.figures.doubled += count > 1
            if sent.is_acknowledged:
                self.figures.acknowledged += 1
                self.figures.lost += not count
            elif sent.is_refused and count:
                self._flaw(f"{sent} was refused and made")
            elif not sent.is_refused:
                self.figures.unanswered += 1
        for commitment, is_acknowledged in player.notes.pledged.items():
            if not is_acknowledged <= self.pledged[commitment] <= 1:
                self._flaw(f"the pledge {commitment} ({is_acknowledged=}) is there {self.pledged[commitment]} times")

    def _check_story(self, player: Player) -> None:
        story = self.story[player.person]
        self.figures.events += len(player.notes.events)
        for name in ("found_made", "missed_ends", "early_updates"):
            setattr(self.figures, name, getattr(self.figures, name) + getattr(player.notes, name))
        for number, event in player.notes.events.items():
            if story.get(number) != event:
                self._flaw(f"{player.notes.name} was told {event} as {number}, the log says {story.get(number)}")

    def _check_last_look(self, player: Player) -> None:
        updates = Updates(self.room, Presence(self.room))
        with speaking(typed=False):
            last = json.loads(updates.update(player.person, 0, time.time()) or "{}")
        ours = {name: player.notes.update.get(name) for name in ("number", "base", "events", "view")}
        if not last:
            self._flaw("no game was dealt")
            return
        # a person who has seen the end is told it again, without events, when the game is saved after a restart and when
        # somebody comes back to a seat; missed events are noticed as they arrive
        last["events"] = last["events"][len(last["events"]) - len(ours["events"] or []) :]
        if ours != {name: last[name] for name in ours}:
            self._flaw(f"{player.notes.name} saw {ours}, the log folds to {last}")

    # ---- finished games ------------------------------------------------------------------------------------------------

    async def _check_games(self, row: int) -> None:
        """Check that every game was saved once, and that its file loads and proves the deal the house committed to."""
        self.figures.games += len(self.ended)
        kept = await self.store.read(
            lambda connection: connection.scalar(select(func.count()).select_from(games_kept).where(games_kept.c.room == row))
        )
        if not len(self.ended) == len(set(self.ended)) == self.room.games == kept:
            self._flaw(f"{self.room.games} games were dealt, {len(self.ended)} ended, {kept} were kept")
        for number, id in enumerate(self.ended, 1):
            game = await self.store.finished_game(id)
            if game is None or game.number != number:
                self._flaw(f"game {number} was not kept")
                continue
            self._check_save(number, game.save)
            if id == self.table.replay[0] and game.save != self.table.replay[1]:
                self._flaw(f"the replay {id} is not the one in the store")
        for player in self.players:
            entries = await self.store.entries_of(player.person)
            if len(entries) != self.played[player.person]:
                self._flaw(f"{player.notes.name} played {self.played[player.person]} games and has {len(entries)}")

    def _check_save(self, number: int, save: str) -> None:
        loaded = (Table if json.loads(save)["parlour"] == "table" else Match).load(save)
        shown = {player.notes.commitments.get(number, "") for player in self.players} - {""}
        proof = json.loads(save)["fair"]
        # a person who was away while a deal started again only knows the earlier commitment
        if loaded.result is None or not shown <= {proof["commitment"], *(given["commitment"] for given in proof["attempts"])}:
            self._flaw(f"game {number} has no end or other commitments: {shown}")
        try:
            verify(save)
        except ValueError as error:
            self._flaw(f"game {number} is not proved: {error}")


async def fill(database: str, seed: str, count: int) -> dict[int, tuple[list[Timed], bool]]:
    """Make rooms with games in progress, some just over but not saved yet; return their logs, and whether they are over."""
    dice = random.Random(seed)
    store = Store.open(database, "house")
    people = People(store, store.key())
    made = {}
    for number in range(count):
        plan, _ = random_plan(dice, number)
        bots = plan.pop("bots")
        room, entries = _played(dice, msgspec.convert(plan, log.Plan), await people.new(), bots)
        code = "".join(dice.choices(CODE_LETTERS, k=6))
        id = await store.open_room(code, entries, replace(summary(room), phase=PLAYING))
        made[id] = entries, room.phase == OVER
    await store.close()
    return made


def _played(dice: random.Random, plan: log.Plan, person: Any, bots: Sequence[str]) -> tuple[Room, list[Timed]]:
    room, now = Room("BCDFGH"), time.time()
    few: list[log.Entry] = new_room(plan, person, [*bots, *["casual"] * (plan.seats - 1 - len(bots))])
    few.append(log.Dealt(find_game(plan.game).version, mixed=True))
    for entry in few:
        room.apply(entry, now)
    entries = [(now, entry) for entry in few]
    most = dice.choice((0, 5, 20, 500))
    while room.phase == PLAYING and len(entries) - len(few) < most:
        seat = room.table.must
        assert seat is not None
        by = room.places[seat].person
        words = dice.choice(room.table.moves(seat))
        entries.append((now, log.Moved(seat, words, "person" if by else "bot", by, f"m{len(entries)}" if by else "")))
        room.apply(entries[-1][1], now)
    return room, entries


async def check_filled(store: Store, made: dict[int, tuple[list[Timed], bool]]) -> list[str]:
    """Check that games are unchanged after repeated restarts, and that finished ones were saved once."""
    flaws = []
    logs = await store.logs_of(list(made))
    for id, (entries, is_over) in made.items():
        more = [entry for _, entry in logs[id][len(entries) :]]
        expected = [log.Ended, log.Committed] if is_over else []
        if logs[id][: len(entries)] != entries or [type(entry) for entry in more] != expected:
            flaws.append(f"room {id} ({is_over=}) went on with {more}")
    return flaws


def weather(database: str, seed: str, *, tables: int, kills: int, filled: int, cut: Callable[[], None] | None = None) -> Storm:
    """Run a whole storm with its audit; any flaw fails the test."""
    storm = Storm(Victim(database), seed, tables=tables, cut=cut)
    figures = storm.figures

    async def whole() -> None:
        made = await fill(database, seed, filled)
        try:
            await storm.rage(kills)
        finally:
            storm.house.kill()
        store = Store.open(database, "auditor")
        for table in storm.spreads:
            await Audit(store, figures, table).check()
        figures.flaws += await check_filled(store, made)
        await store.close()

    asyncio.run(whole())
    print(f"seed {seed!r}: {figures}")
    assert not figures.flaws, f"seed {seed!r}: {figures}\n" + "\n".join(figures.flaws[:20])
    assert figures.lost == figures.doubled == 0, f"seed {seed!r}: {figures}"
    return storm
