"""Whole evenings of games by guests who misbehave; every byte they are sent is kept."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from parlour import find_game
from parlour.bots import LEVELS
from parlour.server.rooms.chat import EMOTES
from parlour.server.rooms.plans import checked_plan
from parlour.server.store import log
from parlour.testing.secrecy import FIXED_PROBES, VERBS
from parlour.testing.trials import random_options
from tests.server.helpers.clients import Client, Http, house_in
from tests.server.helpers.leaks import CARD, PASSED, Answer, Checker, Heard, Session, check_house

FREE_HOUSE = {
    "PARLOUR_MOST_PEOPLE_MADE": "1000000",
    "PARLOUR_MOST_ROOMS_MADE": "1000000",
    "PARLOUR_MOST_ROOMS": "100000",
    "PARLOUR_REQUESTS_PER_SECOND": "100000",
}
"""A house that lets one address do as much as these tests do."""
GARBAGE = ("", "null", "{", "[1]", '{"type":"dance"}', '{"type":"move"}', '{"type":"move","move":1,"seen":0}', "\x00")
TALK = "a quiet word about the weather"


class Guest(Client):
    """A client that plays at random, tries forbidden requests, and remembers what it asked for."""

    def __init__(self, url: str, rng: random.Random, mischief: float) -> None:
        super().__init__(url)
        self.rng = rng
        self.mischief = mischief
        self.heard = Heard("", [], self.frames)
        self.code = ""
        self.news = 0
        self._answers: dict[str, dict[str, Any]] = {}
        self.old: frozenset[str] = frozenset()
        """The replays of earlier games."""

    async def _hear(self, text: str) -> None:
        self.news += text.startswith(('{"type":"room"', '{"type":"update"'))
        await super()._hear(text)
        if self.messages[-1]["type"] in ("done", "refused"):
            self._answers[self.messages[-1]["id"]] = self.messages[-1]

    def answer(self, mark: str) -> dict[str, Any] | None:
        """Return the answer to the request with this id, found quickly even among very many messages."""
        return self._answers.get(mark)

    async def ask(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """Send a request, remember it, and return the answer."""
        request = {"id": f"q{len(self.heard.asked)}", **fields}
        self.heard.asked[request["id"]] = {"type": type, **request}
        return await super().ask(type, **request)

    def is_over(self, games: int) -> bool:
        """Whether this many games of the room are over and saved."""
        room = self.room
        return (room["phase"], room["games"]) == ("over", games) and room["replay"] not in ("", *self.old)

    async def play(self, games: int, old: Iterable[str]) -> None:
        """Play until this game of the room is over."""
        self.old = frozenset(old)
        while not self.is_over(games):
            news = self.news
            await self._act()
            await self._wait(news, games)

    async def _wait(self, news: int, games: int) -> None:
        await self.until(lambda: self.news != news or self.is_over(games))

    async def _act(self) -> None:
        if self.room["phase"] == "scored" and self.room["you_host"]:
            await self.ask("next")
        if self.room["phase"] != "playing" or not self.update:
            return
        if self.rng.random() < self.mischief:
            await self._misbehave()
        moves = self.update["view"]["moves"]
        if moves and (self.my_turn or self.rng.random() < 0.5):
            # a player who prefers cards finishes; one who moves at random draws for ever
            plays = [move for move in moves if any(CARD.fullmatch(pick) for pick in move["picks"])]
            await self.move(self.rng.choice(plays if plays and self.rng.random() < 0.9 else moves)["words"])

    async def _misbehave(self) -> None:
        tricks = (self._probe, self._hint, self._resync, self._old_move, self._talk, self._nonsense, self._overreach)
        await self.rng.choice((*tricks, self._probe, self._come_again, self._go_out))()

    async def _probe(self) -> None:
        names = find_game(self.update["view"]["game"]).pack.names
        cards = " ".join(self.rng.choice(names) for _ in range(self.rng.choice((1, 1, 2))))
        await self.move(self.rng.choice((f"{self.rng.choice(VERBS)} {cards}", self.rng.choice(FIXED_PROBES), cards)))

    async def _hint(self) -> None:
        answer = await self.ask("hint")
        if answer.get("hint") not in (None, "", PASSED):
            await self.move(answer["hint"])

    async def _resync(self) -> None:
        number = self.update["number"]
        await self.ask("resync", seen=self.rng.choice((0, number, number // 2, max(0, number - 3), number + 7, 1 << 53)))

    async def _old_move(self) -> None:
        moves = self.update["view"]["moves"] or [{"words": "draw"}]
        await self.move(moves[0]["words"], seen=max(0, self.update["number"] - 1))

    async def _talk(self) -> None:
        await self.ask("chat", text=TALK)
        await self.ask("emote", name=self.rng.choice((*EMOTES, "nothing")))

    async def _nonsense(self) -> None:
        frame = self.rng.choice(GARBAGE)
        self.heard.garbage.add(frame)
        await self.send(frame)
        await self.send({"type": "ping"})

    async def _overreach(self) -> None:
        """Send requests that must be refused, now or always, even if the game is over by then."""
        requests: tuple[tuple[str, dict[str, Any]], ...] = (
            *(
                ("sit", {}),
                ("sit", {"seat": 40}),
                ("unseat", {"seat": 63}),
                ("mute", {"seat": 50}),
                ("reveal", {"number": "ab" * 16}),
            ),
            *(("replan", {"plan": {"game": "none", "seats": 2}}), ("pass_host", {"seat": 60})),
        )
        if self.room["you"] is None:
            names = ("start", "rematch", "next", "rise", "close", "add_bot")
            requests = (*((name, {}) for name in names), ("unseat", {"seat": 0}), ("mute", {"seat": 0}))
        type, fields = self.rng.choice(requests)
        await self.ask(type, **fields)

    async def _come_again(self) -> None:
        self.break_off()
        await self.close()
        await self.open()
        await self.ask("enter", room=self.code, seen=self.rng.choice((0, self.update["number"], 1 << 50)))

    async def _go_out(self) -> None:
        await self.ask("leave")
        await self.ask("enter", room=self.code, seen=self.update["number"])

    async def go_home(self) -> None:
        """Read everything the house sends, then close the connection."""
        await self.send({"type": "ping", "id": "last"})
        await self.until(lambda: any(message.get("id") == "last" for message in self.messages[-20:]))
        await self.close()
        self.heard.cookie = self.http.cookie


class Evening:
    """Some games in one room with people and bots, a watcher, and somebody who sends HTTP requests."""

    def __init__(self, url: str, game: str, rng: random.Random, *, short: bool, mischief: float = 0.15) -> None:
        least, most = find_game(game).least_seats, min(find_game(game).most_seats, 8)
        self.rng = rng
        self.game = game
        self.short = short
        self.seats = least if short else rng.randint(least, most)
        self.people = rng.randint(1, min(self.seats, 2 if short else 3))
        self.guests = [Guest(url, random.Random(rng.random()), mischief) for _ in range(self.people + 1)]
        self.session = Session("", [guest.heard for guest in self.guests], talk=("", TALK))

    async def pass_by(self, games: int) -> Session:
        """Play this many games; return everything that was sent."""
        for guest in self.guests:
            await guest.open()
        await self._make_room()
        for number in range(1, games + 1):
            await self._begin(number)
            old = tuple(self.session.replays)
            await asyncio.gather(*(guest.play(number, old) for guest in self.guests), self._snoop())
            self.session.replays.append(self.guests[0].room["replay"])
            self.session.files.append(json.loads(await self._get(None, f"/api/replays/{self.session.replays[-1]}")))
        for guest in self.guests:
            await guest.go_home()
        return self.session

    def _plan(self) -> dict[str, Any]:
        """Return a plan with random house rules; for a short game, with the smallest numbers if they are compatible."""
        rng, game = self.rng, find_game(self.game)
        options = random_options(game, self.seats, rng)
        if self.short:
            small = {name: option.low for name, option in game.options.items() if not option.values and not option.nothing}
            with suppress(ValueError):
                game.checked_options({**options, **small}, self.seats)
                options |= small
        rounds = 2 if not self.short and rng.random() < 0.2 else 1
        return {"options": options, "rounds": rounds, "pace": 0, "hints": True, "grace": rng.choice((1, 600))}

    async def _make_room(self) -> None:
        host, *others = self.guests
        bots = tuple(self.rng.choice(list(LEVELS)) for _ in range(self.seats - self.people))
        self.session.code = await host.make_room(self.game, self.seats, bots, **self._plan())
        free = list(range(len(bots) + 1, self.seats))
        host.heard.seats.append(0)
        for guest in others:
            await guest.done("enter", room=self.session.code)
            guest.heard.seats.append(free.pop() if free else None)
            if guest.heard.seats[0] is not None:
                await guest.done("sit", seat=guest.heard.seats[0])
        for guest in self.guests:
            guest.code = self.session.code
        self.session.plans.append(checked_plan(msgspec.convert(host.room["plan"], log.Plan)))

    async def _begin(self, number: int) -> None:
        """Deal the next game: the first one, a rematch, or one under other house rules."""
        await self._sit_again()
        host = next(guest for guest in self.guests if guest.room["you_host"])
        if number == 1:
            await host.done("start")
        elif self.rng.random() < 0.5:
            await host.done("rematch")
            self._note_game(self.session.plans[-1], turned=1)
        else:
            plan = {"game": self.game, "seats": self.seats, **self._plan()}
            await host.done("replan", plan=plan)
            await host.done("start")
            self._note_game(checked_plan(msgspec.convert(plan, log.Plan)), turned=0)
        for guest in self.guests:
            await _dealt(guest, number)

    async def _sit_again(self) -> None:
        """Update the seating: a person who left after the game has given up the seat, and perhaps the role of host."""
        for guest in self.guests:
            if guest.heard.seats[-1] is not None:
                await guest.done("sit", seat=guest.heard.seats[-1])
        async with asyncio.timeout(60):
            while sum(guest.room["you_host"] for guest in self.guests) != 1:
                await asyncio.sleep(0.01)

    def _note_game(self, plan: log.Plan, turned: int) -> None:
        """Record the game and the seating: in a rematch everybody moves on by one seat."""
        self.session.plans.append(plan)
        for guest in self.guests:
            seat = guest.heard.seats[-1]
            guest.heard.seats.append(None if seat is None else (seat + turned) % self.seats)

    async def _get(self, guest: Guest | None, path: str, **more: Any) -> str:
        """Send an HTTP request with or without a guest's cookie, and keep the answer."""
        http = Http(self.guests[0].url, guest.http.cookie if guest else "")
        status, headers, text = await asyncio.to_thread(http.full, more.pop("method", "GET"), path, **more)
        self.session.answers.append(Answer(path, status, f"{headers}\n{text}"))
        return text

    async def _snoop(self) -> None:
        """Ask by HTTP for secrets while the game is in progress."""
        rng, code = self.rng, self.session.code
        old = self.session.replays[-1][:-1] if self.session.replays else "x"
        wanted = rng.choice((code, self.guests[0].room["commitment"], "1", old))
        paths = ("/api/rooms", f"/api/rooms/{code}", "/metrics", "/health", "/api/me/history", "/api/me/statistics")
        await self._get(rng.choice((None, *self.guests)), rng.choice((*paths, f"/api/replays/{wanted}")))
        check = f"/api/games/{self.game}/check"
        path, body = rng.choice((("/api/rooms", b"{"), (check, b'{"seats": 64}'), (f"/api/rooms/{code}/join", b"{}")))
        await self._get(self.guests[0], path, method="POST", raw=body)


async def _dealt(guest: Guest, number: int) -> None:
    await guest.until(lambda: guest.room["games"] == number)


async def evenings(folder: Path, plans: Iterable[tuple[str, int, bool, int]], at_once: int, seconds: float) -> Counter[str]:
    """Play at many tables of one house, (game, games, short, seed) each, and check everything that anybody received."""
    counts: Counter[str] = Counter()
    sessions: list[Session] = []
    places = asyncio.Semaphore(at_once)

    async def one(url: str, game: str, games: int, short: bool, seed: int) -> None:
        async with places, asyncio.timeout(seconds):
            session = await Evening(url, game, random.Random(f"{game} {seed}"), short=short).pass_by(games)
        counts.update(await asyncio.to_thread(Checker(session, random.Random(seed)).check))
        session.forget_updates()
        sessions.append(session)

    with house_in(folder, environment=FREE_HOUSE) as house:
        async with asyncio.TaskGroup() as tables:
            for plan in plans:
                tables.create_task(one(house.url, *plan))
        check_house(house, sessions, str(folder / "house.db"))
    return counts
