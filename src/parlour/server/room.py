"""A room: what its log folds to. It does no input or output and has no clock of its own."""

from collections import OrderedDict, deque
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..core.match import Match
from ..core.saves import check_version
from ..core.table import TIME_UP, Table, Trial
from . import fair, log

GATHERING, PLAYING, SCORED, OVER, CLOSED = "gathering", "playing", "scored", "over", "closed"
MARKS_KEPT = 64
"""So many of a person's latest moves are recognised if they are sent again."""
TALK_KEPT = 50
"""So much of what was said is told to whoever comes in."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a room: free, a person's (`person`), or a bot's (`level`). `stand_in`: the bot that plays for the person."""

    person: str = ""
    level: str = ""
    name: str = ""
    colour: str = ""
    stand_in: str = ""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return not self.person and not self.level

    @property
    def bot(self) -> str:
        """The level of the bot that moves for this seat; empty if a person does."""
        return self.level or self.stand_in


FREE = Place()


class Room:
    """All that is so in a room after the entries of its log so far."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.plan = log.Plan("", 0)
        self.host = ""
        self.places: list[Place] = []
        self.phase = GATHERING
        self.match: Match | None = None
        self.secret = ""
        self.additions: dict[str, str] = {}
        self.dealt_with: tuple[str, list[str]] = ("", [])
        """The secret and the additions of the last deal."""
        self.players: list[Place] = []
        """Who was dealt which seat: after the end people may sit elsewhere, but see what they saw."""
        self.games = 0
        self.replay = ""
        self.is_kept = True
        """Whether the last finished game was kept for replay."""
        self.is_arranged = False
        """Whether the host looks at seats and rules again after a game."""
        self.muted: set[str] = set()
        self.removed: dict[str, str] = {}
        """Whom the host put out and does not let in again, by id, with their names here."""
        self.talk: deque[tuple[int, log.Said]] = deque(maxlen=TALK_KEPT)
        """What was said last, each with the number of the last event before it."""
        self.said = 0
        """How often something was said."""
        self.base = 0
        """The number of events in the games and rounds before this one."""
        self.decision_at = 0.0
        """When the seat that the game waits for began to think."""
        self.empty_since = 0.0
        """Since when clocks stand still because nobody is there to play with; 0: they do not."""
        self._stood_in_at: dict[int, float] = {}
        self._marks: dict[str, OrderedDict[str, None]] = {}

    # ---- what is the case ----------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table in play, or the last one."""
        assert self.match is not None
        return self.match.table

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.base + (self.table.told if self.match else 0)

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [place.name for place in self.places]

    @property
    def player_names(self) -> list[str]:
        """What those are called who were dealt cards."""
        return [place.name for place in self.players]

    @property
    def is_open(self) -> bool:
        """Whether seats and plan may be changed: before the deal and after the end."""
        return self.phase in (GATHERING, OVER)

    @property
    def people(self) -> set[str]:
        """Who sits here."""
        return {place.person for place in self.places if place.person}

    @property
    def commitment(self) -> str:
        """The hash of the secret of the game in play, or else of the next one; empty until that is chosen."""
        secret = self.dealt_with[0] if self.phase in (PLAYING, SCORED) else self.secret
        return fair.commitment(secret) if secret and self.is_kept else ""

    @property
    def pause(self) -> float:
        """The seconds a bot takes before it moves: none if the room wants none, else as the game says (MM-6.1), or the room."""
        tenths = self.plan.options.get("bot_delay")
        return tenths / 10 if self.plan.pace and isinstance(tenths, int) else self.plan.pace / 1000

    def seat_of(self, person: str) -> int | None:
        """The seat of a person."""
        return next((seat for seat, place in enumerate(self.places) if place.person == person), None) if person else None

    def viewer_of(self, person: str) -> int | None:
        """The seat whose view of the table a person has; None: a spectator's."""
        return next((seat for seat, place in enumerate(self.players) if place.person == person), None) if person else None

    def free_seat(self) -> int | None:
        """The first free seat."""
        return next((seat for seat, place in enumerate(self.places) if place.is_free), None)

    def has_marked(self, person: str, mark: str) -> bool:
        """Whether this person's request of this mark is in the log already."""
        return bool(mark) and mark in self._marks.get(person, ())

    # ---- the fold ------------------------------------------------------------------------------------------------

    def fold(self, entries: Iterable[tuple[float, log.Entry]]) -> None:
        """Take the entries of a log one after the other."""
        for at, entry in entries:
            self.apply(entry, at)

    def apply(self, entry: log.Entry, at: float, trial: Trial | None = None) -> None:
        """What is so after one more entry; a move that was just tried need not be worked out again."""
        match entry:
            case log.Moved():
                self._move(entry, at, trial)
            case log.Opened(plan, host):
                self.host = host
                self._replan(plan)
            case log.Planned(plan):
                self._replan(plan)
            case log.Sat(seat, person, name, colour):
                self.places[seat] = Place(person=person, name=name, colour=colour)
            case log.BotSat(seat, level, name):
                self.places[seat] = Place(level=level, name=name)
            case log.Rose(seat):
                self.places[seat] = FREE
            case log.Named(person, name, colour):
                self._rename(person, name, colour)
            case log.Hosted(person):
                self.host = person
                self.muted.discard(person)
            case log.Muted(person, on):
                (self.muted.add if on else self.muted.discard)(person)
            case log.Removed(person, name, on):
                self.removed.pop(person, None)
                if on:
                    self.removed[person] = name
            case log.Said():
                self.said += 1
                self.talk.append((self.number, entry))
            case log.Committed(secret):
                self.secret, self.additions = secret, {}
            case log.Added(person, text):
                self.additions[person] = text
            case log.Dealt(rules):
                self._deal(rules, at)
            case log.Continued(save):
                self._go_on_from(save, at)
            case log.NextRound():
                self._next_round(at)
            case log.TookOver(seat, level):
                self.places[seat] = replace(self.places[seat], stand_in=level)
                self._stood_in_at[seat] = at
            case log.Returned(seat):
                self._return(seat, at)
            case log.Emptied():
                self.empty_since = at
            case log.Resumed(seconds):
                self.decision_at += seconds
                self.empty_since = 0.0
            case log.Ended(replay):
                self.replay, self.is_kept = replay, True
            case log.Rematched():
                self.places = self.places[-1:] + self.places[:-1]
            case log.Arranged():
                self.is_arranged = True
            case log.Closed():
                self.phase = CLOSED

    def _replan(self, plan: log.Plan) -> None:
        self.plan = plan
        self.places = (self.places + [FREE] * plan.seats)[: plan.seats]

    def _rename(self, person: str, name: str, colour: str) -> None:
        for places in (self.places, self.players):
            for seat, place in enumerate(places):
                if place.person == person:
                    places[seat] = replace(place, name=name, colour=colour)

    def _deal(self, rules: int, at: float) -> None:
        added = [self.additions[place.person] for place in self.places if place.person in self.additions]
        self.dealt_with = self.secret, added
        self.players = self.places[:]
        self.base = self.number
        plan = self.plan
        self.match = Match.new(
            plan.game,
            plan.seats,
            fair.seed_of(self.secret, added),
            plan.options,
            rounds=None if plan.target else plan.rounds,
            target=plan.target or None,
        )
        check_version(self.table.game, rules)
        self.games += 1
        self._begin(at)

    def _go_on_from(self, save: str, at: float) -> None:
        self.dealt_with = "", []
        self.players = self.places[:]
        self.base = self.number
        table = Table.load(save)
        self.match = Match(table, table.seed, rounds=1, target=0)
        self.games += 1
        self._begin(at)

    def _next_round(self, at: float) -> None:
        assert self.match is not None
        base = self.number
        self.match.next_round()
        self.base = base
        self._begin(at)

    def _begin(self, at: float) -> None:
        self.phase = PLAYING
        self.is_arranged = False
        self._stood_in_at.clear()
        self.decision_at = at
        self._settle()

    def _move(self, entry: log.Moved, at: float, trial: Trial | None) -> None:
        waited_for = self.table.must
        if trial is not None:
            self.table.accept(trial)
        else:
            self.table.repeat(entry.seat, TIME_UP if entry.by == "clock" else entry.words)
        if entry.id:
            marks = self._marks.setdefault(entry.person, OrderedDict())
            marks[entry.id] = None
            if len(marks) > MARKS_KEPT:
                marks.popitem(last=False)
        if entry.seat == waited_for or self.table.must != waited_for:
            self.decision_at = at
        self._settle()

    def _settle(self) -> None:
        """Notice that a round or the whole game is over; a game can be over as it is dealt."""
        assert self.match is not None
        if self.table.must is None:
            self.phase = SCORED if self.match.result is None else OVER
            self.is_kept = self.is_kept and self.phase != OVER
            if self.phase == OVER:
                self.places = [replace(place, stand_in="") for place in self.places]

    def _return(self, seat: int, at: float) -> None:
        """The seat is the person's again, with the time that it had left; who was gone has won none."""
        self.places[seat] = replace(self.places[seat], stand_in="")
        stood_in_at = self._stood_in_at.pop(seat, at)
        if self.match is not None and self.table.must == seat:
            self.decision_at += at - max(stood_in_at, self.decision_at)
