"""The messages that a room sends its viewers. As long as it is unchanged, each is encoded once for all viewers who see the
same.
"""

from collections.abc import Hashable, Iterable, Sequence, Set
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from msgspec import Raw, Struct, structs

from ...bots import is_ready, prepare, waiting_sentence
from ...core.game import find_game
from ...core.notes import Note, cautions, idle_moves, needs
from ...core.table import Table
from ...core.texts import voice
from ...core.tips import Tip, tip_for
from .. import wire
from ..people.blocks import Blocks
from ..store import log
from .company import voters_about, votes_needed
from .encoding import EncodedMove, EncodedMoves, encode_move, encoded
from .names import Participant, watcher_names
from .place import Place
from .presence import Presence
from .room import Room

if TYPE_CHECKING:
    from .stall import Stall
    from .veil import Hidden, Veil

MOST_EVENTS = 250
"""Events per message: a long game has ten thousand, and a returning viewer does not need them all at once."""
CHAT_SHOWN = 50
"""How many chat messages are sent to somebody who enters; the page asks for earlier ones."""
LEAST_COST = 25
"""The cost of sending the room and the view again, counted in events."""
_rooms = count()


class _EncodedUpdate(Struct, frozen=True, tag_field="type", tag="update", kw_only=True):
    """A `wire.Update` whose large parts are already encoded."""

    number: int
    base: int
    events: list[Raw]
    view: Raw
    window: list[int]
    clock: int | None
    story: list[Raw]
    skipped: int
    cautions: list[Note]
    needs: list[Note]
    idle: list[str]
    tip: Tip
    undone: int


class _EncodedView(NamedTuple):
    """The current view of one viewer, encoded, and the notes before a move, which are short or empty."""

    view: Raw
    cautions: list[Note]
    needs: list[Note]
    idle: list[str]
    tip: Tip


class _EncodedPast(Struct, frozen=True, tag_field="type", tag="past", kw_only=True):
    """A `wire.Past` whose parts are already encoded."""

    id: str
    base: int
    events: list[Raw]
    story: list[Raw]


class Updates:
    """The messages of one room. A viewer compares `room_version` and `game_version` with the last ones it was sent."""

    def __init__(
        self,
        room: Room,
        presence: Presence,
        moves: EncodedMoves | None = None,
        veil: "Veil | None" = None,
        stall: "Stall | None" = None,
        blocks: Blocks | None = None,
    ) -> None:
        self.room = room
        self.room_version = 1
        self.game_version = 1
        self._presence = presence
        self._veil = veil
        self._stall = stall
        self._blocks = blocks
        self._number = next(_rooms)
        """A number that no other room of this process has."""
        self._moves = EncodedMoves() if moves is None else moves
        self._base = room.base
        """The number of the last event before the round whose moves are kept."""
        self._room_frames: dict[Hashable, str] = {}
        self._room_states: dict[Hashable, wire.RoomState] = {}
        """Room messages without the fields for one person, shared by all who have blocked the same people."""
        self._views: dict[tuple[str, int | None, bool], _EncodedView] = {}
        self._last_state: object = None

    def changed(self, *, game: bool) -> None:
        """Note that the room may have changed and, with `game`, the game too."""
        state = self._state()
        if state != self._last_state:
            self._last_state = state
            self.room_version += 1
            self._room_frames.clear()
            self._room_states.clear()
        if game:
            self.game_version += 1
            self._views.clear()
        if self._base != self.room.base:  # events of an earlier round are no longer sent
            self._base = self.room.base
            self.forget()

    def forget(self) -> None:
        """Drop the encoded moves, because the round is over or the room is unloaded."""
        self._moves.forget(self._number)

    def renew(self) -> None:
        """Send the room to everybody again, because it looks different to somebody."""
        self._last_state = None
        self.changed(game=False)

    def _blocked_by(self, person: str) -> frozenset[str]:
        """Return the people in this room whom a person has blocked."""
        blocked = self._blocks.of(person) if self._blocks is not None else frozenset()
        return blocked & (self.room.people | self._presence.ids) if blocked else blocked

    def _state(self) -> object:
        """Return everything a room message depends on: if it is unchanged, nobody needs a new one."""
        room, present = self.room, self._presence.ids
        return (
            *(room.phase, room.plan, tuple(room.places), room.host, room.commitment),
            *(room.games, room.replay, room.is_saved, room.match.round if room.match else 0, frozenset(room.muted)),
            (tuple(room.removed.items()), room.is_arranging, room.is_shut, self._overdue),
            tuple((vote, tuple(voters)) for vote, voters in room.votes.items()),
            (room.mixing.stage, tuple(room.pledges.items()), tuple(room.left_out), room.practice, room.challenge),
            tuple(place.person in present for place in room.places if place.person),
            tuple((person.id, person.name) for person in self._presence.watchers),
            any(place.level for place in room.places) and is_ready(find_game(room.plan.game)),
        )

    @property
    def _overdue(self) -> tuple[int | None, int | None]:
        """The seats of the person who is asked whether they are still there, and of the one who has not answered."""
        return (self._stall.asked, self._stall.overdue) if self._stall is not None else (None, None)

    # ---- the room ------------------------------------------------------------------------------------------------

    def room_frame(self, person: Participant) -> str:
        """Return the room message for a person, encoded once for everybody who is sent the same."""
        is_host = person.id == self.room.host
        about_person = (
            self.room.seat_of(person.id),
            is_host,
            tuple(self.room.bots_seats_for(person.id)),
            self._blocked_by(person.id),
        )
        key = voice().language, about_person
        frame = self._room_frames.get(key)
        if frame is None:
            alike = voice().language, about_person[-1]
            if alike not in self._room_states:
                self._room_states[alike] = self._room_state(about_person[-1])
            frame = self._room_frames[key] = wire.encode(self._told_to(person, self._room_states[alike]))
        return frame

    def room_state(self, person: Participant) -> wire.RoomState:
        """Return the room message for a person."""
        return self._told_to(person, self._room_state(self._blocked_by(person.id)))

    def _told_to(self, person: Participant, state: wire.RoomState) -> wire.RoomState:
        """Return the room message with the fields for this one person filled in."""
        is_host = person.id == self.room.host
        return structs.replace(
            state,
            you=self.room.seat_of(person.id),
            you_host=is_host,
            removed=list(self.room.removed.values()) if is_host else [],
            seats_for_you=self.room.bots_seats_for(person.id),
        )

    def _room_state(self, blocked: frozenset[str]) -> wire.RoomState:
        """Return the room message without the fields for one person, for all who have blocked the same people."""
        room, match, watchers = self.room, self.room.match, self._presence.watchers
        return wire.RoomState(
            code=room.code,
            phase=cast(wire.Phase, room.phase),  # a closed room is only announced with `left`
            plan=structs.replace(room.plan, patience=room.patience),
            chairs=[self._chair(place, seat, blocked) for seat, place in enumerate(room.places)],
            watchers=[
                wire.Watcher(name=name, muted=other.id in room.muted, blocked=other.id in blocked)
                for other, name in zip(watchers, watcher_names(room, watchers), strict=True)
            ],
            host=room.seat_of(room.host),
            you=None,
            you_host=False,
            commitment=room.commitment,
            pledges=[wire.SeatPledge(seat=seat, commitment=pledge) for seat, pledge in room.pledges.items()],
            dealing=room.mixing.stage.value,
            left_out=room.left_out,
            games=room.games,
            round=match.round if match else 0,
            scores=match.scores if match else [],
            result=match.result if match else None,
            replay=room.replay if room.is_saved else "",
            arranging=room.is_arranging,
            shut=room.is_shut,
            votes=self._votes(),
            hints=room.allows_hints,
            practice=cast(wire.Practice, room.practice),
            challenge=room.challenge,
        )

    def _votes(self) -> list[wire.Vote]:
        room, present = self.room, self._presence.ids
        watchers = [watcher.id for watcher in self._presence.watchers]
        return [
            wire.Vote(
                matter=cast(Any, matter),
                seat=room.seat_of(about),
                watcher=watchers.index(about) if about in watchers else None,
                voters=_voters(room, present, matter, voters),
                needed=_needed(room, present, matter, about),
            )
            for (matter, about), voters in room.votes.items()
        ]

    def _chair(self, place: Place, seat: int, blocked: Set[str]) -> wire.Chair:
        if place.is_free:
            return wire.Chair(kind="free")
        if place.level:
            return wire.Chair(kind="bot", name=place.name, level=place.level, present=True, waits=self._waits(place.level))
        return wire.Chair(
            kind="person",
            name=place.name,
            colour=place.colour,
            character=place.character,
            present=self._presence.is_present(place.person),
            stand_in=place.stand_in,
            muted=place.person in self.room.muted,
            asked=self._overdue[0] == seat,
            overdue=self._overdue[1] == seat,
            blocked=place.person in blocked,
        )

    def _waits(self, level: str) -> str:
        game = find_game(self.room.plan.game)
        sentence = waiting_sentence(game, level)
        if sentence:
            prepare(game)
        return sentence

    @property
    def chat_before(self) -> int:
        """The number of chat messages that are not sent to somebody who enters."""
        return max(self.room.chat_count - CHAT_SHOWN, 0)

    def chat_after(self, count: int, person: str) -> wire.ChatLine | None:
        """Return the next chat message for a person who has had the first `count` ones; None if there is none."""
        if count >= self.room.chat_count:
            return None
        blocked, kept = self._hidden_speakers(person), self.room.chat
        index = max(count - self._chat_dropped, 0)
        while index < len(kept) and not _is_shown(kept[index][1], blocked):
            index += 1
        return self._chat_line(index, person) if index < len(kept) else None

    def past_chat(self, person: str, request: wire.EarlierChat) -> wire.PastChat:
        """Return the answer to a request for earlier chat messages."""
        blocked = self._hidden_speakers(person)
        end = min(max(request.until - self._chat_dropped, 0), len(self.room.chat))
        shown = [index for index, (_, entry) in enumerate(islice(self.room.chat, end)) if _is_shown(entry, blocked)]
        return wire.PastChat(id=request.id, lines=[self._chat_line(index, person) for index in shown[-MOST_EVENTS:]])

    def _hidden_speakers(self, person: str) -> Set[str]:
        return self._blocks.of(person) if self._blocks is not None else frozenset()

    @property
    def _chat_dropped(self) -> int:
        return self.room.chat_count - len(self.room.chat)

    def _chat_line(self, index: int, person: str) -> wire.ChatLine:
        after, entry = self.room.chat[index]
        return wire.ChatLine(
            name=entry.name,
            seat=entry.seat,
            text=entry.text,
            emote=entry.emote,
            hint=entry.hint,
            undo=entry.undo,
            count=self._chat_dropped + index + 1,
            after=min(after, self.number_for(person)),
        )

    # ---- the game ------------------------------------------------------------------------------------------------

    def _hidden_from(self, person: str) -> "Hidden | None":
        return self._veil.hidden if self._veil is not None and self._veil.hides_from(person) else None

    def table_for(self, person: str) -> Table:
        """Return the table as a person may know it: something may be hidden from them for a moment."""
        hidden = self._hidden_from(person)
        return hidden.table if hidden is not None else self.room.table

    def _clock_left(self, person: str, now: float) -> float | None:
        """Return the seconds left to the seat whose turn it is, as far as a person may know."""
        hidden, left = self._hidden_from(person), self.room.clock_left(now)
        if hidden is None or not self.room.turn_seconds or self.room.empty_since:
            return left
        return self.room.left_of_turn(hidden.decision_at, now)

    def number_for(self, person: str) -> int:
        """Return the number of the last event that a person may know."""
        return self.room.base + self.table_for(person).told if self.room.match else self.room.number

    def version_for(self, person: str) -> int:
        """Return the version of the game that a person should have."""
        hidden = self._hidden_from(person)
        return hidden.version if hidden is not None else self.game_version

    def update(self, person: str, since: int, now: float) -> str | None:
        """Return the frame of the game for a person who has the events up to `since`; None before the first deal.

        It has at most the last `MOST_EVENTS` events.
        """
        room = self.room
        if room.match is None:
            return None
        seat, table, left = room.viewer_of(person), self.table_for(person), self._clock_left(person, now)
        known = min(max(since - room.base, 0), table.told)
        first = max(known, table.told - MOST_EVENTS)
        names = room.player_names
        told = self._told(table, seat, names, first, table.told)
        shown = self._view(table, seat, names)
        update = _EncodedUpdate(
            number=room.base + table.told,
            base=room.base,
            events=told.events,
            view=shown.view,
            window=table.window,
            clock=None if left is None else max(0, round(left * 1000)),
            story=told.story,
            skipped=first - known,
            cautions=shown.cautions,
            needs=shown.needs,
            idle=shown.idle,
            tip=shown.tip,
            undone=room.undone,
        )
        return wire.encode(update)

    def cost(self, person: str, since: int) -> int:
        """Return the cost, in events, of sending everything again to a person who has the events up to `since`."""
        events = min(self.number_for(person) - max(since, self.room.base), MOST_EVENTS)
        return LEAST_COST + self.room.chat_count - self.chat_before + max(events, 0)

    def past(self, person: str, request: wire.Earlier) -> str:
        """Return the frame that answers a request for earlier events of this game."""
        room = self.room
        told = EncodedMove([], [])
        if room.match is not None:
            table = self.table_for(person)
            last = min(max(request.until - room.base, 0), table.told)
            first = max(request.since - room.base, last - MOST_EVENTS, 0)
            told = self._told(table, room.viewer_of(person), room.player_names, first, last)
        return wire.encode(_EncodedPast(id=request.id, base=room.base, events=told.events, story=told.story))

    def _view(self, table: Table, seat: int | None, names: Sequence[str]) -> _EncodedView:
        key = voice().language, seat, table is self.room.table
        view = self._views.get(key)
        if view is None:
            now = table.view(seat, names)
            notes = cautions(table, now), needs(table, now), idle_moves(table, now)
            view = self._views[key] = _EncodedView(encoded(now), *notes, tip_for(table, seat, names))
        return view

    def _told(self, table: Table, seat: int | None, names: Sequence[str], since: int, until: int) -> EncodedMove:
        """Return the events after `since` up to `until`, and the same in sentences."""
        all = EncodedMove([], [])
        shared = self._number, self.room.base, tuple(names), voice().language
        for first, last in table.events_by_move(since, until):
            key = shared, first, table.sight(seat, first, last)
            move = self._moves.get(key)
            if move is None:
                move = encode_move(table, seat, names, first, last)
                self._moves.put(self._number, key, move)
            all.events.extend(move.events)
            all.story.extend(move.story)
        return all


def _voters(room: Room, present: set[str], matter: str, voters: Iterable[str]) -> list[int]:
    """Return the seats whose votes count: all for taking a move back, otherwise those of people who are connected."""
    counted = [voter for voter in voters if voter in present or matter == "undo"]
    return [seat for seat in map(room.seat_of, counted) if seat is not None]


def _needed(room: Room, present: set[str], matter: str, about: str) -> int:
    """Return how many votes are needed: for taking a move back, those of all players."""
    return len(room.players_now) if matter == "undo" else votes_needed(matter, voters_about(room, present, about))


def _is_shown(said: log.Said, blocked: Set[str]) -> bool:
    """Whether a chat message is shown to somebody who has blocked these people. A deleted one is never shown.

    Everybody is shown who asked for a hint or took a move back.
    """
    return said.hint or said.undo or (bool(said.text or said.emote) and not (said.person and said.person in blocked))
