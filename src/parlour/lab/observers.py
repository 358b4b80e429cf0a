"""The statistics of the house, written as anybody's own would be."""

from typing import Any

from ..core.bits import bit_count
from ..core.events import BLOCKED, DEALT, TURNS_RAN_OUT, WON
from ..core.game import Game
from ..core.rule import large_rule, rule
from ..fast.playout import CUT_OFF
from ..fast.tally import KINDS, Hooks, Observer

HALF_TIME = 8192
"""Turns of which is noted who is behind: enough for the half of a game twice as long."""
SEAT_BITS = 31


class Winners(Observer):
    """Who won and who began, as the other figures need it: the set of the winners, and a seat."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """`winners` is a set of seats in bits."""
        return "winners", "first"

    def hooks(self, game: Game) -> Hooks:
        """Noted at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = s.winners
            row[1] = s.first

        return Hooks(ended=ended)


class Length(Observer):
    """How long a game was."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """A decision is one answer of one seat; a turn can be several."""
        return "turns", "decisions"

    def hooks(self, game: Game) -> Hooks:
        """Noted at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = s.turns
            row[1] = decisions

        return Hooks(ended=ended)


class Endings(Observer):
    """Games that did not end by themselves: nobody could move, the turn limit came, or the laboratory gave up."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """1 where it was so."""
        return "blocked", "cut_off", "given_up"

    def hooks(self, game: Game) -> Hooks:
        """Noted at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = 1 if s.told[BLOCKED] else 0
            row[1] = 1 if s.told[TURNS_RAN_OUT] else 0
            row[2] = 1 if decisions >= CUT_OFF else 0

        return Hooks(ended=ended)


class Comebacks(Observer):
    """Whether the sole winner was behind or ahead at half time.

    Half time is when half of the game's turns, rounded down, have ended. Behind is who then has the most points to lose
    (`hand_points`: what the seat is left with if the game ends now), ahead who has the fewest, alone or with others. Where all
    have the same nobody is either.
    """

    def columns(self, game: Game) -> tuple[str, ...]:
        """1 where it was so."""
        return "comeback", "lead_kept"

    def notes(self, game: Game) -> int:
        """The last turn noted, then who was behind and who ahead after each turn."""
        return 1 + HALF_TIME

    def hooks(self, game: Game) -> Hooks:
        """Who is behind is noted after every turn, since the half of a game is known when it is over."""
        hand_points = game.hand_points

        @large_rule
        def standing(s: Any) -> int:
            """The set of the seats that are ahead, and above it that of those behind."""
            most = least = hand_points(s, 0)
            behind = ahead = 1
            for seat in range(1, s.seats):
                points = hand_points(s, seat)
                if points >= most:
                    behind = 1 << seat | (behind if points == most else 0)
                    most = points
                if points <= least:
                    ahead = 1 << seat | (ahead if points == least else 0)
                    least = points
            return behind << SEAT_BITS | ahead if most > least else 0

        @rule
        def dealt(s: Any, row: Any, notes: Any) -> None:
            notes[0] = s.turns
            notes[1] = standing(s)

        @rule
        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            if s.turns > notes[0]:
                now = standing(s)
                for turn in range(notes[0] + 1, min(s.turns + 1, HALF_TIME)):
                    notes[1 + turn] = now
                notes[0] = s.turns

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            if bit_count(s.winners) == 1:
                then = notes[1 + min(s.turns // 2, HALF_TIME - 1)]
                row[0] = 1 if then >> SEAT_BITS & s.winners else 0
                row[1] = 1 if then & s.winners else 0

        return Hooks(dealt, decided, ended)


class Events(Observer):
    """How often each kind of event happened."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """The names of the kinds."""
        return tuple(game.all_kinds[kind].name for kind in _kinds(game))

    def hooks(self, game: Game) -> Hooks:
        """Noted at the end."""
        kinds = _kinds(game)

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            for i in range(len(kinds)):
                row[i] = s.told[kinds[i]]

        return Hooks(ended=ended)


def _kinds(game: Game) -> tuple[int, ...]:
    """The kinds of events that are counted: a deal is no news, and how games end is told by the others."""
    kinds = tuple(sorted(game.all_kinds.keys() - {DEALT, WON, BLOCKED, TURNS_RAN_OUT}))
    if kinds[-1] >= KINDS:
        raise ValueError(f"{game.name} has an event of kind {kinds[-1]}; the laboratory counts those below {KINDS}.")
    return kinds


STANDARD: tuple[Observer, ...] = (Winners(), Length(), Endings(), Comebacks(), Events())
"""What every study notes."""
