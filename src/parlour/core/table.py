"""One game in play: rules, options, seed and the moves so far. Terminal, server and tests all use it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Generic, Self, cast

from . import saves
from .bits import lowest_bit, members_of
from .chance import fresh_seed, plant, seed_number
from .default_observation import observation_of
from .events import EVERYONE, TIME_RAN_OUT, Event, Glance, Kind, event_for, recorded, sight_of, tell
from .game import Game, Illegal, find_game
from .mind import Mind
from .moves import choices_of, words_of
from .narration import NarratedMove, narrate
from .position import parse_position, print_position
from .records import TABLE, record_of, restored
from .seats import seat_after
from .sentence import Invalid, quoted
from .state import NONE, S
from .takeback import shows_news
from .texts import about, called, seat_name, sentence, text, whose
from .trial import Trial
from .view import Choice, Outcome, View

TIME_UP = "time up"
"""The clock's move in a log (ALL-8)."""
LONGEST_MOVE = 500


class Table(Generic[S]):
    """A game in play. Make one with `Table.new`, `Table.from_position` or `Table.load`."""

    def __init__(self, game: Game[S], state: S, seed: int, origin: str = "", first: int = 0) -> None:
        self.game = game
        self.seed = seed
        self.log: list[tuple[int, str]] = []
        """The moves so far: seat and words."""
        self.origin = origin
        """The position it was set up from, as text; empty if it was dealt."""
        self.first = first
        """The seat that began."""
        self._state = state
        self._raw: list[tuple[tuple[int, int, int, int, int], int]] = []
        self._heard = [0]
        """The number of each move as viewers count them, without silent moves."""

    def __repr__(self) -> str:
        """The table in one line, without cards and seed, so that it can be logged."""
        from .display import table_line

        return table_line(self)

    def __str__(self) -> str:
        """The table drawn in lines of text with every hand face up; `view` shows what one seat sees."""
        from .display import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from .display import table_html

        return table_html(self)

    # ---- making a table ------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: str,
        seats: int | None = None,
        seed: int | str | None = None,
        options: Mapping[str, object] | None = None,
        *,
        first: int = 0,
        version: int | None = None,
    ) -> Self:
        """Deal a game. A seed is an int of up to 256 bits, or text; without one, every deal is new.

        `first` is the seat that begins. `version` is the version of the rules to play by; without it, the latest.
        """
        rules = cast("Game[S]", find_game(game))
        count = rules.checked_seats(rules.usual_seats if seats is None else seats)
        state = rules.fresh(count, rules.checked_options(options or {}, count), version)
        number = fresh_seed() if seed is None else seed_number(seed)
        if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < count:
            raise Invalid(sentence("refusal.noSeat", seat=quoted(first), seats=count))
        state.first = first
        plant(state, number)
        return cls.dealt(rules, state, number)

    @classmethod
    def dealt(cls, game: Game[S], state: S, seed: int) -> Self:
        """Deal a game into a fresh state whose options, first seat and random stream are set."""
        table = cls(game, state, seed, first=state.first)
        state.log = []
        game.setup(state)
        table._take_events(recorded(state))
        return table

    @classmethod
    def from_position(cls, text: str, *, version: int | None = None) -> Self:
        """Return a table in the position of a text, or raise a ValueError that says what is wrong.

        `version` is the version of the rules to use where no line names one; without it, the latest.
        """
        game, state, seed = parse_position(text, version)
        return cls(cast("Game[S]", game), cast(S, state), seed, origin=print_position(game, state, seed))

    def copy(self) -> Self:
        """Return an independent table in the same position with the same past."""
        new = type(self)(self.game, self._state, self.seed, self.origin, self.first)  # a state is replaced, never changed
        new.log, new._raw, new._heard = self.log[:], self._raw[:], self._heard[:]
        return new

    # ---- the current state ---------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self._state.seats)

    @property
    def version(self) -> int:
        """The version of the rules this game uses."""
        return int(self._state.rules)

    @property
    def turns(self) -> int:
        """The number of turns that have ended."""
        return int(self._state.turns)

    @property
    def told(self) -> int:
        """The number of the last event."""
        return len(self._raw)

    @property
    def options(self) -> dict[str, bool | int | str]:
        """Every house rule with its value."""
        return {name: option.python(getattr(self._state, name)) for name, option in self.game.options.items()}

    @property
    def must(self) -> int | None:
        """The seat the game waits for, None at the end."""
        seat = self.game.must(self._state)
        return seat if seat >= 0 else None

    @property
    def may(self) -> list[int]:
        """The seats that may cut in now. Only the house may know this, since it can reveal who holds what."""
        return list(members_of(self.game.may(self._state)))

    @property
    def window(self) -> list[int]:
        """The seats that may cut in as far as anybody can tell."""
        return list(members_of((self.game.window or self.game.may)(self._state)))

    @property
    def asking_order(self) -> list[int]:
        """The seats to ask for a move: those that may cut in, in the direction of play, and last the seat the game waits for.

        Only the house may know this, as with `may`.
        """
        must = self.game.must(self._state)
        if must < 0:
            return []
        asked = self.game.may(self._state) | 1 << must
        around = (seat_after(self._state, must, steps) for steps in range(1, self.seats + 1))
        return [seat for seat in around if asked >> seat & 1]

    @property
    def look_seconds(self) -> int | None:
        """Seconds for which a player may look at cards; None if nothing is turned back before the next move."""
        return None if self.must is None else self._look_seconds

    @property
    def _look_seconds(self) -> int | None:
        """`look_seconds` as the house rules set it, whether or not the game is over."""
        return self.game.look_time(self._state) or None if self.game.look_time else None

    def moves(self, seat: int | None = None) -> list[str]:
        """Return the moves that a seat has now, in words; without a seat, those of the seat the game waits for."""
        return [choice.words for choice in choices_of(self.game, self._state, self._asked(seat))]

    def _asked(self, seat: int | None) -> int:
        return self.game.must(self._state) if seat is None else self._checked_seat(seat)

    def _checked_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise Invalid(sentence("refusal.noSeat", seat=quoted(seat), seats=self.seats))
        return seat

    @property
    def result(self) -> Outcome | None:
        """None during the game, then the winners and the scores."""
        if self.game.must(self._state) >= 0:
            return None
        scores = [int(self.game.score(self._state, seat)) for seat in range(self.seats)]
        return Outcome(list(members_of(self._state.winners)), scores)

    def hand_points(self, seat: int) -> int:
        """Return the points left in a seat's hand."""
        return int(self.game.hand_points(self._state, self._checked_seat(seat)))

    def view(self, seat: int | None, names: Sequence[str] = ()) -> View:
        """Return what a seat sees, or with None, what a spectator sees."""
        viewer = -1 if seat is None else self._checked_seat(seat)
        if self._state.shown_zones is None:
            self._state.shown_zones = {}  # from now on this state is replaced, never changed
        scene = self.game.scene(self._state, viewer)
        must = self.must
        choices = tuple(choices_of(self.game, self._state, viewer)) if viewer >= 0 else ()
        waits = ""
        if must is not None and must != viewer:
            waits = text("prompt.waiting", who=seat_name(must, names))
            waits += f" {scene.cut_in or text('prompt.cutIn')}" if choices else ""
        view = View(
            game=self.game.id,
            seats=self.seats,
            viewer=seat,
            must=must,
            moves_made=self._heard[-1],
            events_told=self.told,
            prompt=text("prompt.over") if must is None else waits or scene.prompt,
            zones=scene.zones,
            badges=scene.badges,
            moves=choices,
            result=self.result if must is None else None,
            attempt=self._attempt(viewer),
            look_seconds=None if must is None else self._look_seconds,
            by_rank=self.game.by_rank,
        )
        return view if seat is None else view.minded(self.mind(viewer))

    def observation(self, seat: int) -> str:
        """Return a seat's observation, as a learning program gets it, in words; raise ValueError if the game has none."""
        seen = observation_of(self.game)
        row = [0] * seen.features.width
        seen.observe(self._state, self._checked_seat(seat), row)
        return seen.features.describe(row)

    def caution(self, seat: int, choice: Choice) -> str:
        """Return a warning about a seat's move, from what the seat knows; empty if there is none."""
        return self.game.caution(self._state, self._checked_seat(seat), choice)

    def tactics(self, seat: int, choice: Choice) -> list[str]:
        """Return the ideas behind a seat's move in sentences, from what the seat knows, the main one first."""
        return self.game.tactics(self._state, self._checked_seat(seat), choice)

    def is_idle(self, seat: int, choice: Choice) -> bool:
        """Whether a legal move of a seat would change nothing now."""
        return self.game.is_idle(self._state, self._checked_seat(seat), choice)

    def mind(self, seat: int) -> Mind[S]:
        """Return what a seat knows now."""
        return Mind(self.game, self._state, self._checked_seat(seat), self._raw)

    def _attempt(self, viewer: int) -> str:
        return self.game.attempt if viewer >= 0 and self.game.attempt and self.game.risky(self._state, viewer) else ""

    # ---- what happened -------------------------------------------------------------------------------------------

    @property
    def events(self) -> list[Event]:
        """Return everything that happened, cards face up."""
        return self.open_events()

    def open_events(self, since: int = 0, names: Sequence[str] = ()) -> list[Event]:
        """Return what happened after event number `since`, cards face up."""
        kinds = self.game.spoken
        return [
            event_for(raw, i + 1, move, kinds, self.game.pack, None, names, all_seen=True)
            for i, (raw, move) in enumerate(self._raw[since:], since)
        ]

    def events_for(
        self, seat: int | None, since: int = 0, names: Sequence[str] = (), *, until: int | None = None
    ) -> list[Event]:
        """Return what happened after event number `since` as one viewer saw it; `until` is the last event wanted."""
        viewer = None if seat is None else self._checked_seat(seat)
        if isinstance(since, bool) or not isinstance(since, int) or since < 0:
            raise Invalid(sentence("refusal.since", since=quoted(since)))
        kinds, turns_back = self.game.spoken, self._look_seconds is not None
        return [
            event_for(raw, i + 1, self._heard[move], kinds, self.game.pack, viewer, names, turns_back=turns_back)
            for i, (raw, move) in enumerate(self._raw[since:until], since)
        ]

    def events_by_move(self, since: int = 0, until: int | None = None) -> list[tuple[int, int]]:
        """Return the first and last event of each move after event number `since`, as far as viewers can tell moves apart."""
        ends: dict[int, tuple[int, int]] = {}
        for number, (_, move) in enumerate(self._raw[since:until], since + 1):
            heard = self._heard[move]
            ends[heard] = ends[heard][0] if heard in ends else number, number
        return list(ends.values())

    def sight(self, seat: int | None, first: int, last: int) -> tuple[int, ...]:
        """Return how the events `first` to `last` concern a viewer: two viewers with the same sight get the same text."""
        kinds = self.game.spoken
        return tuple(sight_of(raw, kinds, seat) for raw, _ in self._raw[first - 1 : last])

    def glances_back(self, seat: int | None, most: int) -> Iterator[Glance]:
        """Yield the last `most` events as one viewer saw them, the last one first, with its move as viewers count moves."""
        heard, own = self._heard, 0 if seat is None else 1 << seat
        for (kind, by, card, _, seen), move in islice(reversed(self._raw), most):
            shown = None if card < 0 else card if seen == EVERYONE or seen & own else NONE
            yield heard[move], kind, by, shown

    def deeds(self) -> Iterator[tuple[Kind, int, int, int]]:
        """Yield each event without its sentence: its kind, its seat (`NONE`: no seat), its number and its move."""
        return ((self.game.all_kinds[kind], seat, value, move) for (kind, seat, _, value, _), move in self._raw)

    @property
    def last_told(self) -> list[tuple[Kind, int]]:
        """The kind and the seat of each event of the last move that viewers can tell apart."""
        kinds, heard = self.game.all_kinds, self._heard[-1]
        last = takewhile(lambda told: self._heard[told[1]] == heard, reversed(self._raw))
        return [(kinds[raw[0]], raw[1]) for raw, _ in last]

    def narrate(self, seat: int | None, since: int = 0, names: Sequence[str] = ()) -> list[NarratedMove]:
        """Return what happened after event number `since` in sentences for one viewer, move by move."""
        return narrate(self.game, self.events_for(seat, since, names), seat, names)

    def _take_events(self, events: Sequence[tuple[int, int, int, int, int]]) -> None:
        self._raw += [(raw, len(self.log)) for raw in events]

    # ---- moves ---------------------------------------------------------------------------------------------------

    def play(self, words: str, seat: int | None = None) -> None:
        """Make a whole move or none of it; Illegal says in a sentence why it cannot be made."""
        self.accept(self.trial(words, seat))

    def trial(self, words: str, seat: int | None = None) -> Trial[S]:
        """Return the result of a move for `accept`, so that a server can store it before it takes effect."""
        if self.game.must(self._state) < 0:
            raise Illegal(sentence("prompt.over"))
        mover = self._asked(seat)
        if not isinstance(words, str) or not words.strip() or len(words) > LONGEST_MOVE:
            raise Illegal(sentence("refusal.words"))
        actions, spoken = self.game.parse(self._state, mover, " ".join(words.split()))
        return self._tried(mover, actions, spoken)

    def _tried(self, seat: int, actions: list[int], spoken: str) -> Trial[S]:
        if actions and not (self.game.legal(self._state, seat) | self.game.risky(self._state, seat)) >> actions[0] & 1:
            raise Illegal(self._refusal(self._state, seat, actions[0]))
        state = self._recording()
        for i, action in enumerate(actions):
            if i and not self.game.laying(state):
                raise Illegal(sentence("refusal.parts"))
            if i and not (self.game.legal(state, seat) | self.game.risky(state, seat)) >> action & 1:
                raise Illegal(self._refusal(state, seat, action))
            self.game.act(state, seat, action)
        if self.game.laying(state):
            self.game.act(state, seat, self.game.done)
        return Trial(seat, spoken, self._state, state, recorded(state))

    def _recording(self) -> S:
        """Return a copy of the state that records its events."""
        state = self._state.copy()
        state.log = []
        return state

    def _refusal(self, trial: S, seat: int, action: int) -> str:
        if why := self.game.reason(trial, seat, action):
            return why
        must = self.game.must(trial)
        return about(seat, "refusal.turn", must=whose(must)) if seat != must else sentence("refusal.notNow")

    def accept(self, trial: Trial[S]) -> None:
        """Make a move that was tried in exactly this position."""
        if trial.before is not self._state:
            raise Invalid(sentence("refusal.movedOn"))
        self.log.append((trial.seat, trial.words))
        self._heard.append(self._heard[-1] + (trial.words not in self.game.silent_moves))
        self._state = trial.after
        self._take_events(trial.events)

    def time_up(self) -> None:
        """Make the clock's move (ALL-8) for the seat the game waits for."""
        self.accept(self.trial_of_clock())

    def trial_of_clock(self) -> Trial[S]:
        """Return the result of the clock's move."""
        seat = self.game.must(self._state)
        if seat < 0:
            raise Illegal(sentence("prompt.over"))
        state = self._recording()
        if self.game.time_up is not None:
            self.game.time_up(state)
        else:
            self._move_by_clock(state, seat)
        return Trial(seat, TIME_UP, self._state, state, recorded(state))

    def _move_by_clock(self, state: S, seat: int) -> None:
        """Take legal actions, lowest first, until the move is complete: the clock's default move."""
        tell(state, TIME_RAN_OUT, seat)
        self.game.act(state, seat, lowest_bit(self.game.legal(state, seat)))
        while self.game.laying(state):
            self.game.act(state, seat, lowest_bit(self.game.legal(state, seat)))

    def repeat(self, seat: int, words: str) -> None:
        """Make a move from a log: a seat's words or the clock's move."""
        if words != TIME_UP:
            self.play(words, seat)
        elif seat == self.must:
            self.time_up()
        else:
            raise Illegal(sentence("refusal.clock", who=called(seat)))

    # ---- the past ------------------------------------------------------------------------------------------------

    def at(self, count: int) -> Self:
        """Return the table as it was after this many moves."""
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(self.log):
            raise Invalid(sentence("refusal.moveNumber", last=len(self.log), given=quoted(count)))
        table = self._start()
        for seat, words in self.log[:count]:
            table.repeat(seat, words)
        return table

    def undo(self) -> None:
        """Take back the last move, as people who share a table may agree to."""
        if not self.log:
            raise Illegal(sentence("refusal.nothingToUndo"))
        earlier = self.at(len(self.log) - 1)
        self.log, self._state, self._raw, self._heard = earlier.log, earlier._state, earlier._raw, earlier._heard

    def has_shown_news(self, count: int) -> bool:
        """Whether a seat or a watcher has seen something new since the position after this many moves."""
        then = self.at(count)
        return shows_news(self.game, then._state, self._state, self._raw[then.told :])

    def _start(self) -> Self:
        if self.origin:
            return self.from_position(self.origin)
        return self.new(self.game.id, self.seats, self.seed, self.options, first=self.first, version=self.version)

    # ---- text ----------------------------------------------------------------------------------------------------

    def position(self) -> str:
        """Return the whole position as text, all cards face up."""
        return print_position(self.game, self._state, self.seed)

    def save(self) -> str:
        """Return the game as text that `load` reads: everything needed to play it again."""
        return saves.write(TABLE, record_of(self))

    @classmethod
    def load(cls, text: str) -> Self:
        """Return the table in a saved text, or raise a ValueError that says why it cannot be read."""
        return cast("Self", restored(cls, saves.read(TABLE, text)))

    def forgetting(self, seat: int, cards: int) -> Self:
        """Return the table as a seat imagines it after forgetting where these cards are, in games that support it.

        The real table is unchanged. A world that the seat draws from the new one draws these cards again as well.
        """
        if self.game.forget is None:
            return self
        state = self._state.copy()
        self.game.forget(state, self._checked_seat(seat), cards)
        return type(self)(self.game, state, self.seed)

    # ---- bots ----------------------------------------------------------------------------------------------------

    def open_state(self) -> S:
        """Return a copy of the whole state, hidden cards included, for an analysis that no player sees during the game."""
        return self._state.copy()

    def world(self, seat: int, seed: int) -> S:
        """Return a state that this seat could be in: everything it cannot know, including the future, is redrawn."""
        return self.mind(seat).world(seed)

    def advice(self, seat: int | None = None, seed: int = 0) -> str | None:
        """Return the move of the rule-of-thumb bot for a seat: it sees a redealt world and so no hidden card.

        Return None if the seat may cut in but should not.
        """
        asked = self._asked(seat)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 62:
            raise Invalid(sentence("refusal.botSeed", seed=quoted(seed)))
        actions = self.mind(asked).advised(seed)
        return None if actions is None else self.spoken(asked, actions)

    def actions(self, words: str, seat: int) -> list[int]:
        """Return the action numbers of a move in words, for search and learning; Illegal if it cannot be read."""
        return self.game.parse(self._state, self._checked_seat(seat), words)[0]

    def spoken(self, seat: int, actions: Sequence[int]) -> str:
        """Return the words of a move given by its action numbers."""
        return words_of(self.game, self._state, seat, actions)
