"""Chaos: people who play whole games and misbehave in every way a client can. They record everything they receive.

Their choices follow from a seed; the results depend on timing.
"""

import asyncio
import http.client
import itertools
import json
import random
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from parlour import find_game, game_ids
from parlour.bots import LEVELS
from parlour.core.texts import text
from parlour.server.fairness.contributor import Contributor
from parlour.server.rooms.refusals import BUSY, NOT_WRITTEN, UNCERTAIN
from parlour.testing import random_options

from .clients import HouseProcess, Http

PATIENCE, GRACE, DEAL_WAIT = 30.0, 1, 0.5
"""Seconds within which an open connection answers, before a bot takes a seat, and before a deal leaves somebody out."""
LOST = (OSError, WebSocketException, EOFError, http.client.HTTPException)
NOT_NOW = (*map(text, (BUSY, NOT_WRITTEN, UNCERTAIN)), "You aren't at a table.")
"""Refusals after which the same move is sent again."""
GARBAGE: tuple[str | bytes, ...] = ("", "null", "[]", "{", '{"type":"move"}', '{"type":"dance"}', "\x00", b"\xff\xfe")
UNREACHABLE = (502, 503, 504)
"""The statuses with which a house says that it cannot be used now, or a proxy that it has no house."""
NO_CARDS = ("deck", "pile", "button", "seat")
SMALL_TALK = ({"type": "hint"}, {"type": "emote", "name": "wow"}, {"type": "chat", "text": "Hm."})
LIMITS = ("MOST_PEOPLE_MADE", "MOST_ROOMS_MADE", "REQUESTS_PER_SECOND", "MOST_SOCKETS_PER_PERSON")
NO_LIMITS = {f"PARLOUR_{name}": "1000000" for name in LIMITS} | {
    "PARLOUR_SEND_TIMEOUT": "0.7",
    "PARLOUR_DEAL_WAIT": str(DEAL_WAIT),
}
Message = dict[str, Any]


class Victim(HouseProcess):
    """A house that may be killed at any moment, even while it starts."""

    def __init__(self, database: str) -> None:
        super().__init__(database, environment=NO_LIMITS)

    def _listen(self, ready: threading.Event) -> None:
        super()._listen(ready)
        ready.set()  # it is dead, so there is nothing to wait for

    @property
    def is_running(self) -> bool:
        """Whether the process is still running."""
        return self._process is not None and self._process.poll() is None


# ---- what is played ---------------------------------------------------------------------------------------------------


def random_plan(dice: random.Random, number: int) -> tuple[dict[str, Any], int]:
    """Return the games that a table plays in turn, and how many people sit there; the other seats are for bots."""
    game = find_game(game_ids()[number % len(game_ids())])
    seats = dice.randint(game.least_seats, min(4, game.most_seats))
    people = dice.randint(1, seats)
    options = random_options(game, seats, dice) if dice.random() < 0.3 else {}
    options |= {name: option.low for name, option in game.options.items() if name.startswith("max_turns")}
    options["turn_seconds"] = dice.choice(("off", "off", "off", 5))
    plan: dict[str, Any] = {"game": game.id, "seats": seats, "options": options, "grace": GRACE}
    plan |= {"pace": dice.choice((0, 0, 20)), "bots": [dice.choice(list(LEVELS)[:2]) for _ in range(seats - people)]}
    plan |= dice.choice(({}, {}, {"rounds": 2}, {"rounds": 3}, {"target": 1}))
    return plan, people


@dataclass
class Spread:
    """A table with its people. They play again and again until `last_call`, then to the end of what they have begun."""

    plan: dict[str, Any]
    players: list["Player"]
    code: str = ""
    last_call: Callable[[], bool] = lambda: True
    is_over: bool = False
    replay: tuple[str, str] = ("", "")
    """The id and the text of a finished game, as the house gave it."""

    async def play(self) -> None:
        """Open the table, and let everybody play until it is over."""
        while not self.code:
            try:
                status, made = await asyncio.to_thread(self.players[0].http, "POST", "/api/rooms", self.plan)
            except LOST:
                await asyncio.sleep(0.05)
                continue
            if status in UNREACHABLE:
                await asyncio.sleep(0.05)
                continue
            assert status == 201, made
            self.code = made["code"]
        await asyncio.gather(*(player.play() for player in self.players))


def spread(url: str, seed: str, number: int, last_call: Callable[[], bool]) -> Spread:
    """Create a table with its people and sometimes a watcher, from a seed."""
    dice = random.Random(f"{seed}/{number}")
    plan, people = random_plan(dice, number)
    table = Spread(plan, [], last_call=last_call)
    for i in range(people + (dice.random() < 0.3)):
        table.players.append(Player(table, url, random.Random(f"{seed}/{number}/{i}"), f"t{number}p{i}", sits=i < people))
    return table


# ---- what a client is told --------------------------------------------------------------------------------------------


@dataclass
class Sent:
    """A move that was sent, and every answer to it."""

    request: Message
    answers: list[Message] = field(default_factory=list)
    tabs: list["Tab"] = field(default_factory=list)

    @property
    def is_acknowledged(self) -> bool:
        """Whether the house confirmed the move."""
        return any(answer["type"] == "done" for answer in self.answers)

    @property
    def is_refused(self) -> bool:
        """Whether the house refused the move for good."""
        return any(answer["type"] == "refused" and answer["why"] not in NOT_NOW for answer in self.answers)


class Notes:
    """Everything that one person received on all their connections; a contradiction is a flaw."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: dict[int, Message] = {}
        self.sent: dict[str, Sent] = {}
        self.pledged: dict[str, bool] = {}
        """Commitments to numbers for deals, and whether they were acknowledged."""
        self.answers: dict[str, Message] = {}
        self.commitments: dict[int, str] = {}
        self.room: Message = {}
        self.update: Message = {}
        self.number = 0
        self.acknowledged = self.found_made = self.missed_ends = self.early_updates = 0
        self.flaws: list[str] = []
        self.news = asyncio.Event()

    def flaw(self, text: str) -> None:
        """Record something that must never happen."""
        self.flaws.append(f"{self.name}: {text}")

    def hear(self, tab: "Tab", message: Message) -> None:
        """Record a message."""
        if message["type"] == "update":
            self._hear_update(tab, message)
        elif message["type"] == "room":
            self._hear_room(message)
        elif message["type"] in ("done", "refused"):
            self._hear_answer(tab, message)
        self.news.set()

    def _hear_update(self, tab: "Tab", update: Message) -> None:
        base, number = update["base"], update["number"]
        if number < max(tab.since, tab.least):
            self.flaw(f"the table went back to {number} from {max(tab.since, tab.least)}")
        numbers = [base + event["number"] for event in update["events"]]
        if numbers != list(range(max(tab.since, base) + update["skipped"] + 1, number + 1)):
            self.flaw(f"after {tab.since} came {numbers} of {number}, base {base}")
        if base + update["view"]["events_told"] != number:
            self.flaw(f"update {number} has the view of {base + update['view']['events_told']}")
        self.missed_ends += base > self.number > 0
        for found, event in zip(numbers, update["events"], strict=True):
            if self.events.setdefault(found, event) != event:
                self.flaw(f"event {found} was {self.events[found]} and is {event}")
        tab.since = number
        self.number = max(self.number, number)
        if number >= self.update.get("number", 0):
            self.update = update

    def _hear_room(self, room: Message) -> None:
        self.room = room
        deal = room["games"] + (room["phase"] in ("gathering", "over"))
        if room["left_out"]:  # this deal was started again
            self.commitments.pop(deal, None)
        if room["commitment"] and self.commitments.setdefault(deal, room["commitment"]) != room["commitment"]:
            self.flaw(f"deal {deal} was committed to with {self.commitments[deal]} and then with {room['commitment']}")

    def _hear_answer(self, tab: "Tab", answer: Message) -> None:
        mark = answer["id"]
        self.answers[mark] = answer
        tab.since = tab.rewound.pop(mark, tab.since)
        if mark in self.sent:
            sent = self.sent[mark]
            is_told = answer["type"] == "done" and tab.since > sent.request["seen"]
            self.early_updates += is_told and sent.tabs == [tab]
            self.found_made += is_told and not sent.is_acknowledged and len(set(sent.tabs)) > 1
            self.acknowledged += answer["type"] == "done" and not sent.is_acknowledged
            sent.answers.append(answer)
            if sent.is_acknowledged and sent.is_refused:
                self.flaw(f"move {mark} was acknowledged and refused: {sent}")
        if answer["type"] == "done":
            self.number = max(self.number, answer.get("number", 0))
        elif answer["why"].startswith("Something went wrong in the house"):
            self.flaw(answer["why"])


class Tab:
    """One socket of a person. `since` is the last number that the house sent on it, `least` the lowest one allowed next."""

    def __init__(self, line: ClientConnection, notes: Notes) -> None:
        self.line = line
        self.notes = notes
        self.since = 0
        self.least = notes.number
        self.rewound: dict[str, int] = {}
        """Requests after which the house sends everything again, and from which number on."""
        self.sent_at: dict[str, float] = {}
        """When moves were first sent here, by their ids."""
        self.is_open = True
        self.reads = asyncio.Event()
        self.reads.set()
        self.listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        try:
            while True:
                await self.reads.wait()
                self.notes.hear(self, json.loads(await self.line.recv()))
        except (ConnectionClosed, OSError):
            pass
        except Exception as error:
            self.notes.flaw(f"cannot understand the house: {error!r}")
        self.is_open = False
        self.notes.news.set()

    async def send(self, *messages: Message | str | bytes) -> None:
        """Send messages, one right after the other."""
        for message in messages:
            if isinstance(message, dict) and message["type"] == "move":
                self.notes.sent[message["id"]].tabs.append(self)
                self.sent_at.setdefault(message["id"], time.time())
            await self.line.send(json.dumps(message) if isinstance(message, dict) else message)

    def break_off(self) -> None:
        """Break the connection without notice."""
        self.is_open = False
        self.reads.set()
        self.line.transport.abort()

    async def close(self) -> None:
        """Close the connection; messages that have arrived are still read."""
        self.reads.set()
        await self.line.close()
        await self.listener


# ---- how a client behaves ---------------------------------------------------------------------------------------------


class Player:
    """A person who plays (or only watches) and misbehaves according to their own plan."""

    def __init__(self, table: Spread, url: str, dice: random.Random, name: str, *, sits: bool) -> None:
        self.table = table
        self.dice = dice
        self.http = Http(url)
        self.sits = sits
        self.notes = Notes(name)
        self.guest = Contributor()
        self.tabs: list[Tab] = []
        self.is_finished = False
        self._marks = itertools.count(1)
        self._let_pass = -1
        self._ways: dict[Callable[[Tab, Message], Awaitable[None]], int] = {
            **{self._plainly: 40, partial(self._plainly, copies=2): 6, self._in_two_tabs: 6, self._hastily: 6},
            **{self._after_garbage: 4, self._too_long: 1, self._slowly: 3, self._walk_out: 1},
            **{self._cut_off: 8, partial(self._cut_off, away=GRACE + 0.5): 1},
        }

    @property
    def person(self) -> str:
        """The id of this person, which only they and the house know."""
        return self.http.cookie.partition("=")[2].partition(".")[0]

    async def play(self) -> None:
        """Play until the table is over for good, however often the connection breaks."""
        while not self.is_finished:
            try:
                if not self.http.cookie:
                    await asyncio.to_thread(self.http, "GET", "/api/me")
                await self._visit()
            except LOST:
                await asyncio.sleep(self.dice.uniform(0.01, 0.1))
            finally:
                for tab in self.tabs:
                    tab.break_off()
                self.tabs.clear()

    async def _visit(self) -> None:
        tab = await self._come_in()
        for sent in [sent for sent in self.notes.sent.values() if not sent.is_acknowledged and not sent.is_refused]:
            await self._plainly(tab, sent.request)
        while not self.is_finished:
            await self._step(tab)
        await tab.close()

    async def _come_in(self) -> Tab:
        tab = Tab(await self._connect(), self.notes)
        self.tabs.append(tab)
        tab.since = self.dice.choice((self.notes.number, self.notes.number, 0, self.dice.randint(0, self.notes.number)))
        answer = await self._ask(tab, "enter", room=self.table.code, seen=tab.since)
        if answer.get("why") in NOT_NOW:
            raise ConnectionError
        if answer["type"] == "refused" or answer["number"] < tab.least:
            self.notes.flaw(f"came back from {tab.least} to {answer}")
        await self._until(tab, lambda: bool(self.notes.room))
        return tab

    async def _connect(self) -> ClientConnection:
        """Connect to the house, sometimes with a connection that reads slowly."""
        line = await connect(
            self.http.address._replace(scheme="ws", path="/ws").geturl(),
            additional_headers={"Cookie": self.http.cookie},
            proxy=None,
            compression=None,
            ping_interval=None,
            close_timeout=0.5,
            max_queue=4,
        )
        if self.dice.random() < 0.2:
            line.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        return line

    async def _ask(self, tab: Tab, type: str, **fields: Any) -> Message:
        """Send a request that may be lost, and wait for its answer."""
        mark = self._mark()
        if type == "resync":
            tab.rewound[mark] = fields["seen"]
        await tab.send({"type": type, "id": mark, **fields})
        await self._until(tab, lambda: mark in self.notes.answers)
        return self.notes.answers.pop(mark)

    def _mark(self) -> str:
        return f"{self.notes.name}-{next(self._marks)}"

    async def _until(self, tab: Tab, found: Callable[[], bool]) -> None:
        """Wait for something on a connection that stays open; silence of the house is a flaw."""
        if not await self._within(tab, found, PATIENCE):
            self.notes.flaw(f"the house said nothing for {PATIENCE} s in {self.notes.room.get('phase')}")
            raise ConnectionError

    async def _within(self, tab: Tab, found: Callable[[], bool], seconds: float) -> bool:
        """Whether something became true in time; a broken connection is an error."""
        try:
            async with asyncio.timeout(seconds):
                while not found():
                    if not tab.is_open:
                        raise ConnectionError
                    self.notes.news.clear()
                    await self.notes.news.wait()
        except TimeoutError:
            return False
        return True

    # ---- what to do ----------------------------------------------------------------------------------------------------

    async def _step(self, tab: Tab) -> None:
        room, update = self.notes.room, self.notes.update
        if self.sits and room["you"] is None:
            await self._ask(tab, "sit")
        elif asked := self.guest.answer(room):
            await self._mix(tab, asked)
        elif room["phase"] == "gathering" and room["you_host"] and all(chair["kind"] != "free" for chair in room["chairs"]):
            await self._ask(tab, "start")
        elif room["phase"] == "scored" and room["you"] is not None and self.dice.random() < 0.5:
            await self._ask(tab, "next")
        elif room["phase"] == "over" and room["replay"]:
            await self._after_the_end(tab)
        elif room["phase"] == "playing" and update and self._wants_to_move(update):
            await self._move(tab, update)
        else:
            await self._wait(tab)

    async def _after_the_end(self, tab: Tab) -> None:
        if self.table.is_over:
            await self._finish(tab)
        elif self.notes.room["you_host"] and self.table.last_call():
            self.table.is_over = True
        elif self.notes.room["you_host"]:
            await self._ask(tab, "rematch")
        else:
            await self._wait(tab)

    async def _mix(self, tab: Tab, asked: Message) -> None:
        """Take part in the fair deal; now and then too late."""
        room, commitment = self.notes.room, asked.get("commitment", "")
        if commitment:
            self.notes.pledged.setdefault(commitment, False)
        elif self.dice.random() < 0.05:
            await asyncio.sleep(2 * DEAL_WAIT)
        if (await self._ask(tab, **asked))["type"] == "done" and commitment:
            self.notes.pledged[commitment] = True
        await self._within(tab, lambda: self.notes.room is not room, 0.5)

    async def _finish(self, tab: Tab) -> None:
        await self._ask(tab, "resync", seen=0)
        await self._until(tab, lambda: tab.since > 0)
        id = self.notes.room["replay"]
        status, _, text = await asyncio.to_thread(self.http.full, "GET", f"/api/replays/{id}")
        if status in UNREACHABLE:
            raise ConnectionError
        if status != 200:
            self.notes.flaw(f"cannot have the replay {id}: {status} {text}")
        self.table.replay = id, text
        self.is_finished = True

    def _wants_to_move(self, update: Message) -> bool:
        view = update["view"]
        if not view["moves"] or update["number"] == self._let_pass:
            return False
        if view["must"] == view["viewer"] or self.dice.random() < 0.5:
            return True
        self._let_pass = update["number"]
        return False

    async def _wait(self, tab: Tab) -> None:
        chance = self.dice.random()
        if chance < 0.02:
            tab.break_off()
        elif chance < 0.06:
            await self._ask(tab, "resync", seen=self.dice.randint(0, self.notes.number))
        elif chance < 0.08:
            await self._ask(tab, **self.dice.choice(SMALL_TALK))
        before = self.notes.number, self.notes.room
        await self._within(tab, lambda: before != (self.notes.number, self.notes.room), self.dice.uniform(0.02, 0.4))

    async def _move(self, tab: Tab, update: Message) -> None:
        (way,) = self.dice.choices(list(self._ways), list(self._ways.values()))
        await way(tab, self._chosen(update))
        # a move refused as stale is chosen again after the next update
        await self._within(tab, lambda: self.notes.update["number"] != update["number"], 0.3)

    def _chosen(self, update: Message) -> Message:
        """Return one of the legal moves, a card rather than a button so that games come to an end."""
        moves = update["view"]["moves"]
        cards = [move for move in moves if move["picks"] and not move["picks"][0].startswith(NO_CARDS)]
        move = self.dice.choice(cards if cards and self.dice.random() < 0.9 else moves)
        request = {"type": "move", "move": move["words"], "seen": update["number"], "id": self._mark()}
        self.notes.sent[request["id"]] = Sent(request)
        return request

    # ---- how to do it --------------------------------------------------------------------------------------------------

    async def _answered(self, tab: Tab, request: Message, times: int) -> None:
        """Wait until a move has this many answers; after "not now" it has to be sent again."""
        sent = self.notes.sent[request["id"]]
        await self._until(tab, lambda: len(sent.answers) >= times)
        if not sent.is_acknowledged and not sent.is_refused:
            raise ConnectionError("Reconnect and send the move again.")

    async def _plainly(self, tab: Tab, request: Message, copies: int = 1) -> None:
        times = len(self.notes.sent[request["id"]].answers) + copies
        await tab.send(*[request] * copies)
        await self._answered(tab, request, times)

    async def _in_two_tabs(self, tab: Tab, request: Message) -> None:
        second = await self._come_in()
        await asyncio.gather(tab.send(request), second.send(request))
        await self._answered(tab, request, 1)
        if self.dice.random() < 0.5:
            second.break_off()
        else:
            await second.close()
        self.tabs.remove(second)

    async def _hastily(self, tab: Tab, request: Message) -> None:
        """Send several requests at once, among them a second move in the same position."""
        other = self._chosen(self.notes.update)
        tab.rewound[again := self._mark()] = 0
        await tab.send({"type": "resync", "seen": 0, "id": again}, request, {"type": "ping"}, other)
        await self._answered(tab, request, 1)
        await self._answered(tab, other, 1)

    async def _after_garbage(self, tab: Tab, request: Message) -> None:
        await tab.send(*self.dice.sample(GARBAGE, 3))
        await self._plainly(tab, request)

    async def _too_long(self, tab: Tab, request: Message) -> None:
        await tab.send(request, {"type": "chat", "text": "x" * 9_000})
        await self._answered(tab, request, 1)

    async def _cut_off(self, tab: Tab, request: Message, away: float = 0.0) -> None:
        """Break the connection between the move and its answer, perhaps until a bot takes the seat."""
        await tab.send(request)
        await asyncio.sleep(self.dice.choice((0, 0.002, 0.01, 0.03)) * self.dice.random())
        tab.break_off()
        await asyncio.sleep(away)
        raise ConnectionError

    async def _slowly(self, tab: Tab, request: Message) -> None:
        """Read nothing for a while, although the house has a lot to send."""
        tab.reads.clear()
        marks = [self._mark() for _ in range(20)]
        tab.rewound |= dict.fromkeys(marks, 0)
        await tab.send(request, *({"type": "resync", "id": mark} for mark in marks))
        await asyncio.sleep(self.dice.uniform(0.1, 1.2))
        tab.reads.set()
        await self._answered(tab, request, 1)

    async def _walk_out(self, tab: Tab, request: Message) -> None:
        await self._plainly(tab, request)
        await self._ask(tab, "leave")
        raise ConnectionError
