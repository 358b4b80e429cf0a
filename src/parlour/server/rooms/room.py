"""A room: the state computed from its log. It does no I/O and reads no clock."""

from collections import OrderedDict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import UNSET

from ...core.game import find_game
from ...core.match import Match
from ...core.table import TIME_UP, Table
from ...core.trial import Trial
from ..fairness import deal
from ..fairness.mixing import Mixing, Stage
from ..store import log
from ..store.rows import CLOSED, GATHERING, OVER, PLAYING, RUNNING, SCORED
from .place import FREE, Place

REQUESTS_REMEMBERED = 64
"""How many of a person's latest moves are recognised if they are sent again."""
USUAL_PATIENCE = 60
"""Seconds after which a person who does not move is asked whether they are still there, unless the plan says otherwise."""
Vote = tuple[str, str]
"""The subject of a vote: the matter, and the id of the person concerned."""
CONTINUED, REPEATED, UNDONE = "continued", "repeated", "undone"
"""The reasons why a game is left out of the statistics."""
CHAT_KEPT = 1_000
"""How many chat messages of a room are kept: enough for an evening."""


class Room:
    """The state of a room after the entries of its log so far."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.plan = log.Plan("", 0)
        self.host = ""
        self.places: list[Place] = []
        self.phase = GATHERING
        self.match: Match | None = None
        self.mixing = Mixing()
        """The randomness of the next deal."""
        self.proof: deal.Proof | deal.TextProof | None = None
        """The proof of the last deal; None if the game was continued from a position."""
        self.players: list[Place] = []
        """The players of the game by seat. After the end people may change seats but still see the game from their old one."""
        self.games = 0
        self.replay = ""
        self.is_saved = True
        """Whether the last finished game was saved for replay."""
        self.is_arranging = False
        """Whether the host has gone back to seats and house rules after a game."""
        self.muted: set[str] = set()
        self.removed: dict[str, str] = {}
        """The people who were removed, as names by id."""
        self.removed_marks: dict[str, tuple[str, float]] = {}
        """The marks of the addresses of removed people by id, each with the time of the removal."""
        self.is_shut = False
        """Whether nobody new may come in."""
        self.inside: set[str] = set()
        """The people who may come back although the table is closed to newcomers."""
        self.votes: dict[Vote, dict[str, None]] = {}
        """The people who voted for each matter, in the order in which they voted."""
        self.held: dict[str, set[int]] = {}
        """The seats whose cards each person has seen in this round."""
        self.stayed_at: dict[int, float] = {}
        """When the person on each seat last confirmed that they are still there."""
        self.missed_turns: dict[int, int] = {}
        """For each seat, how many times in succession the clock has moved for it."""
        self.over_at = 0.0
        """When the last game ended."""
        self.practice = ""
        """Why the game is left out of the statistics: it was continued or repeated, or moves were undone; empty if it counts.
        """
        self.undone = 0
        """How often moves were taken back in this round."""
        self.repeats = ""
        """The id of the finished game whose deal is played again; empty if it is a new deal."""
        self.challenge = ""
        """The id of the link that led to this deal; empty if none did."""
        self.chat: deque[tuple[int, log.Said]] = deque(maxlen=CHAT_KEPT)
        """The latest chat messages, each with the number of the last event before it."""
        self.chat_count = 0
        self.base = 0
        """The number of events in all earlier games and rounds."""
        self.decision_at = 0.0
        """When the present turn began."""
        self.empty_since = 0.0
        """When the clocks were paused because there was nobody to play with; 0 if they are running."""
        self._stood_in_at: dict[int, float] = {}
        self._request_ids: dict[str, OrderedDict[str, None]] = {}

    # ---- questions -----------------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The current table, or the last one."""
        assert self.match is not None
        return self.match.table

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.base + (self.table.told if self.match else 0)

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [place.name for place in self.places]

    @property
    def player_names(self) -> list[str]:
        """The names of the people and bots who were dealt cards."""
        return [place.name for place in self.players]

    @property
    def is_open(self) -> bool:
        """Whether seats and plan may be changed, which is before the deal and after the end."""
        return self.phase in (GATHERING, OVER) and not self.mixing.is_dealing

    @property
    def people(self) -> set[str]:
        """The ids of the people with a seat."""
        return {place.person for place in self.places if place.person}

    @property
    def players_now(self) -> set[str]:
        """The ids of the people with a seat who play themselves, not through a bot."""
        return {place.person for place in self.places if place.person and not place.stand_in}

    @property
    def dealt_people(self) -> set[str]:
        """The ids of the people who were dealt cards in the last game."""
        return {place.person for place in self.players if place.person}

    @property
    def is_shared(self) -> bool:
        """Whether two or more people play against each other."""
        return len(self.people) > 1

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints: always when alone, against others if the host allows it, never in a challenge."""
        return (self.plan.hints or not self.is_shared) and not self.challenge

    def has_asked(self, seat: int) -> bool:
        """Whether everybody has been told that this seat asked for a hint since the last event."""
        return any(said.hint and said.seat == seat and after == self.number for after, said in self.chat)

    @property
    def commitment(self) -> str:
        """The hash of the secret of the current game or, between games, of the next one; empty until that is chosen."""
        if not self.is_saved:
            return ""
        if self.phase in (PLAYING, SCORED):
            return self.proof["commitment"] if self.proof else ""
        return self.mixing.commitment

    @property
    def pledges(self) -> dict[int, str]:
        """The commitments to the numbers of the current deal or, between games, of the next one, by seat."""
        if self.phase in (PLAYING, SCORED):
            parts = self.proof["numbers"] if self.proof and "numbers" in self.proof else []
            return {part["seat"]: part["commitment"] for part in parts}
        return {seat: self.mixing.pledges[place.person] for seat, place in enumerate(self.places) if self._is_pledged(place)}

    def _is_pledged(self, place: Place) -> bool:
        mixing = self.mixing
        is_part = mixing.stage is not Stage.REVEALING or place.person in mixing.awaited
        return is_part and place.person in mixing.pledges

    @property
    def left_out(self) -> list[int]:
        """The seats of people whose numbers are not part of the deal because they were not revealed."""
        if self.phase in (PLAYING, SCORED):
            attempts = self.proof["attempts"] if self.proof and "attempts" in self.proof else []
            return sorted(seat for attempt in attempts for seat in attempt["left_out"])
        return [seat for seat, place in enumerate(self.places) if place.person in self.mixing.left_out]

    @property
    def patience(self) -> int:
        """Seconds after which a person who does not move is asked whether they are still there; 0 for never."""
        return USUAL_PATIENCE if self.plan.patience is UNSET else self.plan.patience

    @property
    def bot_pause(self) -> float:
        """Seconds before a bot moves: set by a house rule, where the game has one, or by the plan; none if the pace is 0."""
        pause = find_game(self.plan.game).bot_pause(self.plan.options)
        return pause if self.plan.pace and pause is not None else self.plan.pace / 1000

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person."""
        return _seat_of(person, self.places)

    def viewer_of(self, person: str) -> int | None:
        """Return the seat from which a person sees the table; None for a watcher."""
        return _seat_of(person, self.players)

    def free_seat(self) -> int | None:
        """Return the first free seat."""
        return next((seat for seat, place in enumerate(self.places) if place.is_free), None)

    def bots_seats_for(self, person: str) -> list[int]:
        """Return the bots' seats that a person may take during a game; none in a challenge, which is played alone.

        Nobody may see the cards of two seats in one round.
        """
        if self.is_open or self.seat_of(person) is not None or self.challenge:
            return []
        held = self.held.get(person)
        return [seat for seat, place in enumerate(self.places) if place.level and (not held or held == {seat})]

    def has_made(self, person: str, id: str) -> bool:
        """Whether this person's move with this request id is already in the log."""
        return bool(id) and id in self._request_ids.get(person, ())

    @property
    def turn_seconds(self) -> int:
        """The length of a turn; 0 without a clock (ALL-8)."""
        seconds = self.plan.options.get("turn_seconds")
        return seconds if isinstance(seconds, int) else 0

    def clock_left(self, now: float) -> float | None:
        """Return the seconds left to the seat whose turn it is; None without a clock. Bots have none."""
        if self.phase != PLAYING or not self.turn_seconds or self.table.must is None or self.empty_since:
            return None
        return None if self.places[self.table.must].bot else self.left_of_turn(self.decision_at, now)

    def left_of_turn(self, began: float, now: float) -> float:
        """Return the seconds left of a turn: at most its full length, even if the clock that timed its start was ahead."""
        return min(began + self.turn_seconds - now, self.turn_seconds)

    # ---- applying entries ----------------------------------------------------------------------------------------

    def apply_all(self, entries: Iterable[tuple[float, log.Entry]]) -> None:
        """Apply the entries of a log in order."""
        for at, entry in entries:
            self.apply(entry, at)

    def apply(self, entry: log.Entry, at: float, trial: Trial | None = None) -> None:
        """Apply one entry. `trial` is the result of a move that was just tried, so that it is not computed twice."""
        match entry:
            case log.Moved():
                self._move(entry, at, trial)
            case log.Opened(plan, host):
                self.host = host
                self._replan(plan)
            case log.Planned(plan):
                self._replan(plan)
            case log.Sat(seat, person, name, colour, character):
                self._seat(seat, Place(person=person, name=name, colour=colour, character=character), at)
            case log.BotSat(seat, level, name):
                self._seat(seat, Place(level=level, name=name), at)
            case log.Rose(seat):
                self._seat(seat, FREE, at)
            case log.Named():
                self._rename(entry)
            case log.Hosted(person):
                self.host = person
                self.muted.discard(person)
            case log.Muted(person, on):
                (self.muted.add if on else self.muted.discard)(person)
            case log.Removed():
                self._remove(entry, at)
            case log.DoorShut(inside):
                self.is_shut, self.inside = True, set(inside)
            case log.DoorOpened():
                self.is_shut, self.inside = False, set()
            case log.Voted():
                self._vote(entry)
            case log.Stayed(seat):
                self.stayed_at[seat] = at
                self._drop_votes("stand_in", self.places[seat].person)
            case log.Said():
                self._chat(entry)
            case log.Committed(secret):
                self.mixing = Mixing(secret)
            case log.Added(person, text):
                self.mixing.texts[person] = text
            case log.Pledged(person, commitment):
                self.mixing.pledge(person, commitment)
            case log.Fixed(people):
                self.mixing.fix(people)
            case log.Revealed(person, number):
                self.mixing.reveal(person, number)
            case log.LeftOut(people, secret):
                self.mixing = self.mixing.after_leaving_out(people, secret)
            case log.Dealt(rules, mixed):
                self._deal(rules, at, mixed=mixed)
            case log.Continued(save):
                self._continue_from(save, at)
            case log.Repeated():
                self._repeat(entry, at)
            case log.Undone():
                self._undo(entry, at)
            case log.NextRound():
                self._next_round(at)
            case log.TookOver(seat, level):
                self.places[seat] = replace(self.places[seat], stand_in=level)
                self._stood_in_at[seat] = at
                self._drop_votes("stand_in", self.places[seat].person)
            case log.Returned(seat):
                self._return(seat, at)
            case log.Emptied():
                self.empty_since = at
            case log.Resumed(seconds):
                self.decision_at += seconds
                self.empty_since = 0.0
            case log.Ended(replay):
                self.replay, self.is_saved = replay, True
            case log.Rematched():
                self.places = self.places[-1:] + self.places[:-1]
            case log.Arranged():
                self.is_arranging = True
            case log.Closed():
                self.phase = CLOSED
            case log.Unreadable():
                raise ValueError("An entry of its log was written by a newer version, or is damaged.")

    def _replan(self, plan: log.Plan) -> None:
        self.plan = plan
        self.places = (self.places + [FREE] * plan.seats)[: plan.seats]

    def _seat(self, seat: int, place: Place, at: float) -> None:
        """Give somebody a seat. During a game they play on from there, with the full time for a turn."""
        self._drop_votes("stand_in", self.places[seat].person)
        self.places[seat] = place
        if self.phase not in RUNNING or not self.players:
            return
        self.players[seat] = place
        self._stood_in_at.pop(seat, None)
        self.missed_turns.pop(seat, None)
        if place.person:
            self.held.setdefault(place.person, set()).add(seat)
        if self.table.must == seat:
            self.decision_at = at

    def _remove(self, entry: log.Removed, at: float) -> None:
        self._drop_votes("remove", entry.person)
        for known in (self.removed, self.removed_marks):
            known.pop(entry.person, None)
        if entry.on:
            self.inside.discard(entry.person)
            self.removed[entry.person] = entry.name
            if entry.mark:
                self.removed_marks[entry.person] = entry.mark, at

    def _chat(self, said: log.Said) -> None:
        self.chat_count += 1
        self.chat.append((self.number, said))

    def forget_chat(self, person: str, name: str) -> None:
        """Forget what a person said, as the log does when they delete everything about themselves."""
        for index, (number, said) in enumerate(self.chat):
            if said.person == person:
                self.chat[index] = number, log.Said(name, said.seat, person=person)

    def _vote(self, entry: log.Voted) -> None:
        vote = entry.matter, entry.about
        voters = self.votes.pop(vote, {})
        voters.pop(entry.person, None)
        if entry.on:
            voters[entry.person] = None
        if voters:
            self.votes[vote] = voters

    def _drop_votes(self, matter: str, about: str = "") -> None:
        self.votes.pop((matter, about), None)

    def _drop_moments(self) -> None:
        """Drop the votes that were about the previous position."""
        self.votes = {vote: voters for vote, voters in self.votes.items() if vote[0] != "undo"}

    def _rename(self, entry: log.Named) -> None:
        for places in (self.places, self.players):
            for seat, place in enumerate(places):
                if place.person == entry.person:
                    places[seat] = replace(place, name=entry.name, colour=entry.colour, character=entry.character)

    def _deal(self, rules: int, at: float, *, mixed: bool) -> None:
        people, mixing = [place.person for place in self.places], self.mixing
        texts = [mixing.texts[person] for person in people if person in mixing.texts]
        seed = mixing.seed(people) if mixed else deal.text_seed(mixing.secret, texts)
        proof = mixing.proof(people) if mixed else deal.text_proof(mixing.secret, texts)
        self.mixing = Mixing()
        self._begin_game(self._dealt(seed, rules), at, proof=proof)

    def _continue_from(self, save: str, at: float) -> None:
        table = Table.load(save)
        self._begin_game(Match(table, table.seed, rounds=1, target=0), at, practice=CONTINUED)

    def _repeat(self, entry: log.Repeated, at: float) -> None:
        self._begin_game(self._dealt(int(entry.seed), entry.rules), at, practice=REPEATED)
        self.repeats, self.challenge = entry.of, entry.challenge

    def _dealt(self, seed: int, rules: int) -> Match:
        plan = self.plan
        rounds, target = (None, plan.target) if plan.target else (plan.rounds, None)
        return Match.new(plan.game, plan.seats, seed, plan.options, rounds=rounds, target=target, version=rules)

    def _begin_game(
        self, match: Match, at: float, *, proof: deal.Proof | deal.TextProof | None = None, practice: str = ""
    ) -> None:
        self.base = self.number
        self.match, self.proof, self.practice = match, proof, practice
        self.repeats = self.challenge = ""
        self.players = self.places[:]
        self.games += 1
        self._begin(at)

    def _undo(self, entry: log.Undone, at: float) -> None:
        """Go back to an earlier position of this round. Event numbers keep rising, so no client confuses two events."""
        assert self.match is not None
        base, seat = self.number + 1, self.seat_of(entry.person)
        self.match.table = self.table.at(entry.moves)
        self._move_chat(base)
        self.base = base
        self.undone += 1
        self.practice = self.practice or UNDONE
        self.decision_at = at
        self._drop_moments()
        name = self.places[seat].name if seat is not None else ""
        self._chat(log.Said(name, seat, person=entry.person, undo=True))

    def _move_chat(self, base: int) -> None:
        """Renumber the chat of this round along with the events that remain; later messages follow the last of them."""
        for index, (after, said) in enumerate(self.chat):
            if after > self.base:
                self.chat[index] = base + min(after - self.base, self.table.told), said

    def _next_round(self, at: float) -> None:
        assert self.match is not None
        base = self.number
        self.match.next_round()
        self.base = base
        self._begin(at)

    def _begin(self, at: float) -> None:
        self.phase = PLAYING
        self.undone = 0
        self.is_arranging = False
        self._stood_in_at.clear()
        self.stayed_at.clear()
        self.votes.clear()
        self.held = {place.person: {seat} for seat, place in enumerate(self.players) if place.person}
        self.decision_at = at
        self._check_end(at)

    def _move(self, entry: log.Moved, at: float, trial: Trial | None) -> None:
        turn = self.table.must
        if trial is not None:
            self.table.accept(trial)
        else:
            self.table.repeat(entry.seat, TIME_UP if entry.by == "clock" else entry.words)
        if entry.id:
            ids = self._request_ids.setdefault(entry.person, OrderedDict())
            ids[entry.id] = None
            if len(ids) > REQUESTS_REMEMBERED:
                ids.popitem(last=False)
        if entry.seat == turn or self.table.must != turn:
            self.decision_at = at
        self._drop_moments()
        self._note_turn(entry)
        self._check_end(at)

    def _note_turn(self, entry: log.Moved) -> None:
        if entry.by == "clock":
            self.missed_turns[entry.seat] = self.missed_turns.get(entry.seat, 0) + 1
        elif entry.by == "person":
            self.missed_turns.pop(entry.seat, None)
            self._drop_votes("stand_in", entry.person)

    def _check_end(self, at: float) -> None:
        """Change the phase if the round or the game is over, which can happen as soon as the cards are dealt."""
        assert self.match is not None
        if self.table.must is None:
            self.phase = SCORED if self.match.result is None else OVER
            self.is_saved = self.is_saved and self.phase != OVER
            if self.phase == OVER:
                self.over_at = at
                self.votes.clear()
                self.missed_turns.clear()
                self.places = [replace(place, stand_in="") for place in self.places]

    def _return(self, seat: int, at: float) -> None:
        """Give the seat back to the person with the time they had left, so that nobody gains time by leaving."""
        self.places[seat] = replace(self.places[seat], stand_in="")
        self.missed_turns.pop(seat, None)
        stood_in_at = self._stood_in_at.pop(seat, at)
        if self.match is not None and self.table.must == seat:
            self.decision_at += at - max(stood_in_at, self.decision_at)


def _seat_of(person: str, places: Sequence[Place]) -> int | None:
    """Return the seat of a person. This runs a dozen times per move, so it must be fast."""
    if person:
        for seat, place in enumerate(places):
            if place.person == person:
                return seat
    return None
