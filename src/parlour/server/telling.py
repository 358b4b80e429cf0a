"""What a room tells its viewers: frames made once for each kind of viewer and thrown away when something changes."""

from collections.abc import Callable, Sequence

from ..bots import is_ready, prepare, waiting_sentence
from ..core.game import find_game
from ..core.texts import voice
from . import wire
from .asking import Someone, watchers_called
from .room import PLAYING, Place, Room

MOST_KEPT = 32
"""Frames that are kept while nothing changes."""


class Telling:
    """The frames of one room. `room_version` and `game_version` say whether a viewer has the latest ones."""

    def __init__(self, room: Room, is_present: Callable[[str], bool], watchers: Callable[[], Sequence[Someone]]) -> None:
        self.room = room
        self.room_version = 1
        self.game_version = 1
        self._is_present = is_present
        self._watchers = watchers
        self._updates: dict[tuple[str, int | None, int], str] = {}
        self._last_face: object = None

    def changed(self, *, game: bool) -> None:
        """Something in the room is different; `game`: perhaps in the game too."""
        face = self._face()
        if face != self._last_face:
            self._last_face = face
            self.room_version += 1
        if game:
            self.game_version += 1
            self._updates.clear()

    def _face(self) -> object:
        """All that the room message says, for whomever: if it is the same, nobody needs it again."""
        room = self.room
        return (
            *(room.phase, room.plan, tuple(room.places), room.host, room.secret, tuple(room.additions)),
            *(room.games, room.replay, room.match.round if room.match else 0, frozenset(room.muted)),
            (tuple(room.removed.items()), room.is_arranged),
            tuple(self._is_present(place.person) for place in room.places if place.person),
            tuple((person.id, person.name) for person in self._watchers()),
            is_ready(find_game(room.plan.game)),
        )

    # ---- the room ------------------------------------------------------------------------------------------------

    def room_told(self, person: Someone) -> wire.RoomTold:
        """The room as a person is told of it."""
        room, match, watchers = self.room, self.room.match, self._watchers()
        return wire.RoomTold(
            code=room.code,
            phase=room.phase,
            plan=room.plan,
            chairs=[self._chair(place) for place in room.places],
            watchers=[
                wire.Watcher(name=name, muted=other.id in room.muted)
                for other, name in zip(watchers, watchers_called(room, watchers), strict=True)
            ],
            host=room.seat_of(room.host),
            you=room.seat_of(person.id),
            you_host=person.id == room.host,
            commitment=room.commitment,
            added=[seat for seat, place in enumerate(room.places) if place.person in room.additions],
            games=room.games,
            round=match.round if match else 0,
            scores=match.scores if match else [],
            result=match.result if match else None,
            replay=room.replay,
            removed=list(room.removed.values()) if person.id == room.host else [],
            arranging=room.is_arranged,
        )

    def said_after(self, count: int) -> wire.Said | None:
        """The first that is kept of what was said after so much; None: nothing was."""
        kept, said = self.room.talk, self.room.said
        place = max(count - (said - len(kept)), 0)
        if place >= len(kept):
            return None
        after, entry = kept[place]
        return wire.Said(
            name=entry.name,
            seat=entry.seat,
            text=entry.text,
            emote=entry.emote,
            count=said - len(kept) + place + 1,
            after=after,
        )

    def _waits(self, level: str) -> str:
        game = find_game(self.room.plan.game)
        sentence = waiting_sentence(game, level)
        if sentence:
            prepare(game)
        return sentence

    def _chair(self, place: Place) -> wire.Chair:
        if place.is_free:
            return wire.Chair(kind="free")
        if place.level:
            return wire.Chair(kind="bot", name=place.name, level=place.level, present=True, waits=self._waits(place.level))
        return wire.Chair(
            kind="person",
            name=place.name,
            colour=place.colour,
            present=self._is_present(place.person),
            stand_in=place.stand_in,
            muted=place.person in self.room.muted,
        )

    # ---- the game ------------------------------------------------------------------------------------------------

    def update(self, person: str, since: int, now: float) -> str | None:
        """The frame of the game for a person who has the events up to `since`; None before the first deal."""
        room = self.room
        if room.match is None:
            return None
        seat, first = room.viewer_of(person), min(max(since, room.base), room.number)
        key = voice().language, seat, first
        frame = self._updates.get(key)
        if frame is None or self.has_clock:  # the time that is left is never the same
            if len(self._updates) >= MOST_KEPT:
                self._updates.clear()
            frame = self._updates[key] = wire.frame(self._update(seat, first, now))
        return frame

    def _update(self, seat: int | None, since: int, now: float) -> wire.Update:
        room, table = self.room, self.room.table
        left = self.clock_left(now)
        return wire.Update(
            number=room.number,
            base=room.base,
            events=table.events_for(seat, max(0, since - room.base), room.player_names),
            view=table.view(seat, room.player_names),
            window=table.window,
            clock=None if left is None else max(0, round(left * 1000)),
        )

    @property
    def has_clock(self) -> bool:
        """Whether the game in play has a clock (ALL-8)."""
        return self._seconds > 0

    @property
    def _seconds(self) -> int:
        seconds = self.room.plan.options.get("turn_seconds")
        return seconds if isinstance(seconds, int) else 0

    def clock_left(self, now: float) -> float | None:
        """The seconds that the seat the game waits for has left; None: it has no clock, as bots have none."""
        room = self.room
        if room.phase != PLAYING or not self.has_clock or room.table.must is None or room.empty_since:
            return None
        if room.places[room.table.must].bot:
            return None
        return room.decision_at + self._seconds - now
