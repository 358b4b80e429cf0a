"""Leaks: games over real sockets with every byte recorded, and the proof that nobody was told anything secret.

A frame of the game must be, byte for byte, what the engine gives this viewer at that moment, and it must stay the same when
two cards are exchanged that the viewer cannot tell apart. Nothing else that the house sends may depend on the cards at all.
"""

import base64
import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Union

import msgspec

from parlour import find_game, game_ids
from parlour.bots import LEVELS
from parlour.bots.candidates import candidates
from parlour.core.game import Illegal
from parlour.core.notes import cautions, idle_moves, needs
from parlour.core.records import restored
from parlour.core.table import Table
from parlour.core.texts import english, sentence, speaking
from parlour.core.tips import tip_for
from parlour.server import wire
from parlour.server.rooms.chat import EMOTES
from parlour.server.rooms.plans import checked_plan
from parlour.server.rooms.refusals import STALE
from parlour.server.rooms.updates import MOST_EVENTS
from parlour.server.store import log
from parlour.testing.secrecy import pairs
from parlour.testing.trials import era_of, era_start, exchanged

from .clients import HouseProcess

PASSED = "Let it pass."
LONG_HEX = re.compile(r"[0-9A-Fa-f]{32,}")
LONG_NUMBER = re.compile(r"\d{30,}")
_NAMES = {name for game in game_ids() for name in find_game(game).pack.names}
_SIGNS = {pack.sign(card) for pack in (find_game(game).pack for game in game_ids()) for card in range(len(pack))}
CARD = re.compile(r"(?<![\w+-])(?:" + "|".join(sorted(map(re.escape, _NAMES | _SIGNS), key=len, reverse=True)) + r")(?![\w+-])")


class Leak(AssertionError):
    """Raised if somebody was told something that they may not know."""


@dataclass
class Heard:
    """Everything that one client received at a table, and its requests."""

    cookie: str
    seats: list[int | None]
    """The client's seat in each game of the room; None if it watched."""
    frames: list[str]
    asked: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The client's requests, by their ids."""
    garbage: set[str] = field(default_factory=set)
    """Frames from the client that are not messages."""


@dataclass
class Answer:
    """The answer to an HTTP request: status, headers and body as received."""

    path: str
    status: int
    text: str


@dataclass
class Session:
    """Everything that was sent to anybody at one table, and the games played there."""

    code: str
    heard: list[Heard] = field(default_factory=list)
    plans: list[log.Plan] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)
    """The file of each game, with the secret of its deal."""
    replays: list[str] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    talk: tuple[str, ...] = ("",)
    """The chat messages and emotes that people sent."""

    def forget_updates(self) -> None:
        """Keep only the other frames: an update that was checked contains only what the engine provides."""
        for guest in self.heard:
            guest.frames = [frame for frame in guest.frames if not frame.startswith('{"type":"update"')]


# ---- what happened ---------------------------------------------------------------------------------------------


class Round:
    """A round as it was played, which can be viewed at any moment."""

    def __init__(self, final: Table, base: int, names: Sequence[str], game: int) -> None:
        self.final, self.base, self.names, self.game = final, base, names, game
        table = final.at(0)
        self._moments: dict[int, list[tuple[int, Any]]] = {table.told: [(0, table._state)]}
        for count, (seat, words) in enumerate(final.log, 1):
            table.repeat(seat, words)
            self._moments.setdefault(table.told, []).append((count, table._state))

    def at(self, told: int) -> list[Table]:
        """Return the table at the moments with this many events; a silent move adds none."""
        return [self._table(count, state, told) for count, state in self._moments.get(told, ())]

    def _table(self, count: int, state: Any, told: int) -> Table:
        final = self.final
        table = Table(final.game, state, final.seed, final.origin, final.first)
        table.log, table._raw, table._heard = final.log[:count], final._raw[:told], final._heard[: count + 1]
        return table


def rounds_of(files: Sequence[dict[str, Any]]) -> list[Round]:
    """Return all rounds of the games in these files, in the order in which they were played."""
    rounds: list[Round] = []
    base = 0
    for game, data in enumerate(files):
        for entry in (*data.get("past", ()), data.get("table", data)):
            final = restored(Table, entry)
            rounds.append(Round(final, base, data["names"], game))
            base += final.told
    return rounds


def reasons_for(table: Table, seat: int, hint: str) -> list[str]:
    """Return the sentences that may give the reasons for a hint without a search, in the current voice.

    There is a second one if the seat has only one move, or can't tell its moves apart.
    """
    found = [table.tactics(seat, choice) for choice in table.view(seat).moves if choice.words == hint]
    ideas = [str(idea) for idea in found[0]] if found else []
    said = [" ".join([*ideas, sentence("advice.byThumb"), sentence("advice.turnedOff")])]
    found_moves = candidates(table.mind(seat), 0)
    if len(found_moves.words) == 1 and table.moves(seat):
        said.append(sentence("advice.onlyMove" if table.moves(seat) == [hint] else "advice.alike"))
    return said


def frame_of(
    table: Table, seat: int | None, since: int, base: int, names: Sequence[str], clock: int | None, skipped: int = 0
) -> str:
    """Return the frame that a viewer should be sent at this moment."""
    with speaking(typed=False):
        events, view = table.events_for(seat, since, names), table.view(seat, names)
        story = table.narrate(seat, since, names)
        notes = cautions(table, view), needs(table, view), idle_moves(table, view)
        tip = tip_for(table, seat, names)
    update = wire.Update(
        number=base + table.told,
        base=base,
        events=events,
        view=view,
        window=table.window,
        clock=clock,
        story=story,
        skipped=skipped,
        cautions=notes[0],
        needs=notes[1],
        idle=notes[2],
        tip=tip,
    )
    return wire.encode(update)


def refusal_of(table: Table, seat: int, words: str, names: Sequence[str]) -> str:
    """Return the sentence that refuses a move; empty if it is accepted."""
    try:
        with speaking(typed=False, names=names, listener=seat):
            table.trial(words, seat)
    except Illegal as illegal:
        return str(illegal)
    return ""


def exchange(table: Table, a: int, b: int, since: int) -> Table:
    """Return the same table with two cards exchanged, also in the events after number `since`."""
    new = table.copy()
    new._state = exchanged(table._state, a, b)
    names = {a: b, b: a}
    if any(raw[2] in names for raw, _ in table._raw[since:]):
        since = max(since, era_start(table, era_of(table._state, a)))
        for i, ((kind, seat, card, number, seen), move) in enumerate(table._raw[since:], since):
            if card in names:
                new._raw[i] = (kind, seat, names[card], number, seen), move
    return new


class _Numbered(msgspec.Struct):
    number: int


class _Heading(msgspec.Struct):
    """The data that identify the moment of an update."""

    number: int
    base: int
    events: list[_Numbered]
    clock: int | None
    skipped: int = 0


_heading = msgspec.json.Decoder(_Heading)
_messages: msgspec.json.Decoder[wire.Message] = msgspec.json.Decoder(Union[wire.MESSAGES])  # noqa: UP007
_type = re.compile(r'\{"type":"(\w+)"')


# ---- the check -----------------------------------------------------------------------------------------------------


class Checker:
    """Checks all that was sent at one table. `counts` says how much that was."""

    def __init__(self, session: Session, rng: random.Random) -> None:
        self.session = session
        self.rng = rng
        self.counts: Counter[str] = Counter(games=len(session.files))
        self.rounds = rounds_of(session.files)
        hellos = [json.loads(guest.frames[0])["name"] for guest in session.heard if guest.frames]
        self.names = {*hellos, *(name for data in session.files for name in data["names"])}
        self.commitments: list[str] = [data["fair"]["commitment"] for data in session.files]
        self._checked: set[tuple[int | None, str]] = set()

    def check(self) -> Counter[str]:
        """Check everything; raise a Leak if something is wrong."""
        for guest in self.session.heard:
            number = 0
            for frame in guest.frames:
                number = self.check_frame(guest, frame, number)
        for answer in self.session.answers:
            self.check_answer(answer)
        return self.counts

    def check_frame(self, guest: Heard, text: str, number: int) -> int:
        """Check one frame; return the number of the last event that the viewer has after it."""
        found = _type.match(text)
        kind = found[1] if found else ""
        self.counts["frames"] += 1
        self.counts["bytes"] += len(text)
        if kind == "update":
            return self.check_update(guest, text, number)
        message = _messages.decode(text)
        if wire.encode(message) != text:
            raise Leak(f"This frame has more in it than its type: {text}")
        getattr(self, f"check_{kind}")(guest, message)
        return number

    # ---- the game ----------------------------------------------------------------------------------------------------

    def check_update(self, guest: Heard, text: str, last: int) -> int:
        """Check an update: what a viewer is told about the game."""
        heading = _heading.decode(text)
        if heading.number < last:
            raise Leak(f"Events were numbered back from {last} to {heading.number}.")
        played = next((played for played in self.rounds if played.base == heading.base), None)
        if played is None:
            raise Leak(f"No round begins after event {heading.base}.")
        seat = guest.seats[played.game]
        self.counts["updates"] += 1
        if (seat, text) not in self._checked:
            self._checked.add((seat, text))
            self._check_moment(played, heading, seat, text)
        return heading.number

    def _check_moment(self, played: Round, heading: _Heading, seat: int | None, text: str) -> None:
        told = heading.number - heading.base
        since = heading.events[0].number - 1 if heading.events else told
        details = seat, since, heading.base, played.names, heading.clock, heading.skipped
        self._check_clock(played, heading)
        if heading.skipped and (since != told - MOST_EVENTS or not 0 < heading.skipped <= since):
            raise Leak(f"Viewer {seat} was told that {heading.skipped} events were left out before event {since + 1}.")
        frames = [(table, frame_of(table, *details)) for table in played.at(told)]
        tables = [table for table, frame in frames if frame == text]
        if not tables:
            expected = [frame for _, frame in frames]
            raise Leak(f"Viewer {seat} was sent something other than its view: {_difference(text, expected)}")
        for a, b in self._pairs(tables[0], seat):
            changed = frame_of(exchange(tables[0], a, b, since), *details)
            self.counts["exchanges"] += 1
            if changed != text:
                raise Leak(f"Viewer {seat} can tell two hidden cards apart: {_difference(text, [changed])}")

    def _check_clock(self, played: Round, heading: _Heading) -> None:
        seconds = self.session.plans[played.game].options["turn_seconds"]
        if heading.clock is not None and not (isinstance(seconds, int) and 0 <= heading.clock <= seconds * 1000 + 1000):
            raise Leak(f"A clock of {heading.clock} ms at a table whose turns take {seconds}.")

    def _pairs(self, table: Table, seat: int | None, words: str = "") -> list[tuple[int, int]]:
        """Yield pairs of cards that a viewer cannot tell apart: one of any cards, and two in which `words` names one card."""
        names = table.game.pack.names
        found = list(islice(((a, b) for a, b in pairs(table, seat, self.rng, 9) if names[a] != names[b]), 1))
        if words:
            said = words.split()
            telling = ((a, b) for a, b in pairs(table, seat, self.rng, 40) if (names[a] in said) != (names[b] in said))
            found += islice(telling, 2)
        return found

    # ---- answers -----------------------------------------------------------------------------------------------------

    def check_done(self, guest: Heard, done: wire.Done) -> None:
        """Check an answer to a viewer's own request. A hint must not depend on what others hold."""
        request = self._request(guest, done.id)
        if not any(played.base <= done.number <= played.base + played.final.told for played in self.rounds):
            raise Leak(f"There never was an event {done.number}.")
        if done.hint and request["type"] != "hint":
            raise Leak("A hint that nobody asked for.")
        if done.hint:
            self._check_hint(guest, done)

    def _check_hint(self, guest: Heard, done: wire.Done) -> None:
        self.counts["hints"] += 1
        seat, played, tables = self._moment(guest, done.number)
        if seat is None or not any(done.hint in (PASSED, *table.moves(seat)) for table in tables):
            raise Leak(f"Seat {seat} was advised to make an illegal move: {done.hint}")
        # these houses do not search: the reasons follow from the hint and from what the seat knows
        with speaking(typed=False, names=played.names, listener=seat):
            allowed = {text for table in tables for text in reasons_for(table, seat, done.hint)}
        if done.why not in allowed:
            raise Leak(f"A hint gives an unexpected reason: {done.why}")
        for a, b in self._pairs(tables[0], seat):
            seed = self.rng.getrandbits(60)
            if tables[0].advice(seat, seed) != exchange(tables[0], a, b, 0).advice(seat, seed):
                raise Leak(f"The advice to seat {seat} depends on cards that it cannot know.")
            if reasons_for(tables[0], seat, done.hint) != reasons_for(exchange(tables[0], a, b, 0), seat, done.hint):
                raise Leak(f"The reasons given to seat {seat} depend on cards that it cannot know.")

    def check_refused(self, guest: Heard, refused: wire.Refused) -> None:
        """Check that a refusal does not depend on cards that the viewer cannot see."""
        self.counts["refusals"] += 1
        if not refused.id:
            self._check_misunderstood(guest, refused.why)
            return
        request = self._request(guest, refused.id)
        if request["type"] == "move" and not refused.stale:
            self._check_refused_move(guest, request, refused.why)
        elif refused.stale and refused.why != english()[STALE]:
            raise Leak(f"A stale move was refused in unexpected words: {refused.why}")
        elif CARD.search(refused.why):
            raise Leak(f"A refusal names a card although its request has nothing to do with cards: {refused.why}")

    def _check_misunderstood(self, guest: Heard, why: str) -> None:
        for frame in guest.garbage:
            try:
                wire.decode(frame)
            except wire.InvalidFrame as error:
                if str(error) == why:
                    return
        raise Leak(f"A refusal of something that was never sent: {why}")

    def _check_refused_move(self, guest: Heard, request: dict[str, Any], why: str) -> None:
        if why in ("You aren't sitting at this table.", "There is no game in progress."):
            return
        seat, played, tables = self._moment(guest, request["seen"])
        if seat is None:
            raise Leak(f"A watcher's move was refused in the words of the game: {why}")
        tables = [table for table in tables if refusal_of(table, seat, request["move"], played.names) == why]
        if not tables:
            raise Leak(f"“{request['move']}” of seat {seat} was not refused in the words of the engine: {why}")
        for a, b in self._pairs(tables[0], seat, request["move"]):
            self.counts["exchanges"] += 1
            changed = refusal_of(exchange(tables[0], a, b, 0), seat, request["move"], played.names)
            if changed != why:
                raise Leak(f"“{request['move']}” of seat {seat} is refused differently when hidden cards change: {changed}")

    def _request(self, guest: Heard, mark: str) -> dict[str, Any]:
        if mark not in guest.asked:
            raise Leak(f"An answer to the request {mark}, which this client never made.")
        return guest.asked[mark]

    def _moment(self, guest: Heard, number: int) -> tuple[int | None, Round, list[Table]]:
        for played in self.rounds:
            if played.base < number <= played.base + played.final.told:
                return guest.seats[played.game], played, played.at(number - played.base)
        raise Leak(f"There is no moment with {number} events.")

    # ---- the room ----------------------------------------------------------------------------------------------------

    def check_room(self, guest: Heard | None, room: wire.RoomState) -> None:
        """Check that the room message only says who is there, what is played and what is over."""
        playing = room.phase in ("playing", "scored")
        self._expect(room, room.code == self.session.code, "code")
        self._expect(room, room.phase in ("gathering", "playing", "scored", "over"), "phase")
        self._expect(room, checked_plan(room.plan) in self.session.plans, "plan")
        self._expect(room, {chair.name for chair in room.chairs} <= self.names | {""}, "chairs")
        self._expect(room, {watcher.name for watcher in room.watchers} <= self.names, "watchers")
        self._expect(room, set(room.removed) <= self.names, "removed")
        self._expect(room, self._is_promised(room, playing), "commitment")
        finished = self.session.replays[: room.games - playing]
        self._expect(room, room.replay in {"", *finished}, "replay")
        self._expect(room, (room.result, room.scores) in self._scores(room), "result")
        if guest is not None and playing:
            self._expect(room, room.you == guest.seats[room.games - 1], "you")

    def _is_promised(self, room: wire.RoomState, playing: bool) -> bool:
        """Whether the commitment is the one for the game in play, or else for the next game (none until that is chosen)."""
        if playing:
            return room.commitment == self.commitments[room.games - 1]
        if room.games < len(self.commitments):
            return room.commitment in ("", self.commitments[room.games])
        return re.fullmatch("([0-9a-f]{64})?", room.commitment) is not None

    def _scores(self, room: wire.RoomState) -> list[tuple[Any, list[int]]]:
        """Return what may be known about the scores at this time."""
        rounds = [played for played in self.rounds if played.game == room.games - 1]
        if not rounds:
            return [(None, [])]
        finished = len(rounds) if room.phase == "over" else room.round - (room.phase != "scored")
        outcomes = [played.final.result for played in rounds[:finished]]
        seats = rounds[0].final.seats
        scores = [sum(outcome.scores[seat] for outcome in outcomes if outcome) for seat in range(seats)]
        if room.phase != "over":
            return [(None, scores)]
        best = (min if rounds[0].final.game.lowest_wins else max)(scores)
        outcome = type(outcomes[-1])([seat for seat in range(seats) if scores[seat] == best], scores)  # type: ignore[misc]
        return [(outcome, scores)]

    def _expect(self, message: wire.Message, holds: bool, what: str) -> None:
        if not holds:
            raise Leak(f"“{what}” has a value that is not allowed: {message}")

    def check_hello(self, guest: Heard, hello: wire.Hello) -> None:
        """Check the greeting: the viewer's name, and what the house offers."""
        self._expect(hello, hello.name in self.names and CARD.search(hello.name) is None, "name")
        self._expect(hello, (hello.levels, hello.emotes) == (list(LEVELS), list(EMOTES)), "levels and emotes")

    def check_said(self, guest: Heard, said: wire.ChatLine) -> None:
        """Check a chat message or an emote."""
        self._expect(said, said.name in self.names and said.text in self.session.talk and said.emote in ("", *EMOTES), "said")

    def check_left(self, guest: Heard, left: wire.Left) -> None:
        """Check the message that somebody is out of the room."""
        self._expect(left, left.why == "", "why")

    def check_pong(self, guest: Heard, pong: wire.Pong) -> None:
        """Check the answer to a ping."""
        self._expect(pong, pong.id in ("", "last"), "id")

    # ---- HTTP --------------------------------------------------------------------------------------------------------

    def check_answer(self, answer: Answer) -> None:
        """Check an HTTP answer; only finished games have replays."""
        self.counts["answers"] += 1
        _, _, body = answer.text.partition("\n\n")
        allowed = set(self.commitments)
        replay = answer.path.removeprefix("/api/replays/")
        if replay in self.session.replays:
            allowed |= _revealed(self.session.files[self.session.replays.index(replay)])
        elif replay != answer.path and answer.status != 404:
            raise Leak(f"{answer.path} was answered with status {answer.status}.")
        elif answer.path.startswith(f"/api/rooms/{self.session.code}") and answer.status == 200:
            room = msgspec.json.decode(body, type=wire.RoomState)
            self.check_room(None, room)
            allowed.add(room.commitment)
        check_plain(answer.text, allowed=allowed, cards=replay in self.session.replays)


def _revealed(data: dict[str, Any]) -> set[str]:
    """Return what the file of a finished game may reveal: its seeds, its secret and its own checksum."""
    seeds = {entry["seed"] for entry in (data, *data.get("past", ()), data.get("table", data))}
    return seeds | {data["fair"]["secret"], data["check"]}


def _difference(text: str, others: Sequence[str]) -> str:
    """Return where a text differs from the others."""
    for other in others:
        at = next((i for i, (x, y) in enumerate(zip(text, other, strict=False)) if x != y), min(len(text), len(other)))
        return f"“…{text[max(0, at - 60) : at + 60]}…” for “…{other[max(0, at - 60) : at + 60]}…”."
    return f"“{text[:300]}”, at no moment of the game."


def check_plain(text: str, *, allowed: Iterable[str] = (), cards: bool = False) -> None:
    """Check a text that may contain no card, seed or id: long hexadecimal words must be explicitly allowed."""
    if not cards and (found := CARD.search(text)):
        raise Leak(f"There is a card, {found[0]}, in: {text[max(0, found.start() - 100) : found.end() + 100]}")
    strange = [token for token in LONG_HEX.findall(text) if token not in allowed]
    if strange or (not cards and LONG_NUMBER.search(LONG_HEX.sub("", text))):
        raise Leak(f"There is a secret or an id, {strange}, in: {text[:300]}")


def check_house(house: HouseProcess, sessions: Sequence[Session], database: str) -> None:
    """Check that the output of the house contains nothing that nobody may ever be told: ids, signatures, the key, secrets."""
    for line in house.said:
        check_plain(line)
    key = _key(database)
    never = [key.hex(), base64.b64encode(key).decode().rstrip("="), base64.urlsafe_b64encode(key).decode().rstrip("=")]
    for session in sessions:
        cookies = [guest.cookie.partition("=")[2] for guest in session.heard]
        never += [part for cookie in cookies for part in cookie.split(".")]
    secrets = [data["fair"]["secret"] for session in sessions for data in session.files]
    frames = [frame for session in sessions for guest in session.heard for frame in guest.frames]
    told = "\n".join([*house.said, *frames])
    answered = "\n".join(answer.text for session in sessions for answer in session.answers)
    for never_told in never:
        if never_told in told or never_told in answered:
            raise Leak("The house revealed an id, a signature or its key.")
    if any(text in told for text in secrets):
        raise Leak("The house revealed the secret of a deal to a client.")


def _key(path: str) -> bytes:
    """Return the key of the house, from its database."""
    with closing(sqlite3.connect(path)) as database:
        rows = dict(database.execute("SELECT key, value FROM meta").fetchall())
    return bytes.fromhex(rows["key"])
