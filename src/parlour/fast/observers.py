"""The built-in statistics, written as a user would write them."""

from typing import Any

from ..core.bits import bit_count
from ..core.events import BLOCKED, DEALT, TURNS_RAN_OUT, WON
from ..core.game import Game
from ..core.rule import large_rule, rule
from .playout import CUT_OFF
from .tally import KINDS, PASS, Hooks, Observer


class Winners(Observer):
    """Records the set of winners and the seat that began, which other figures need."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """Return `winners`, a bit set of seats, and the seat that began."""
        return "winners", "first"

    def hooks(self, game: Game) -> Hooks:
        """Record them at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = s.winners
            row[1] = s.first

        return Hooks(ended=ended)


class Length(Observer):
    """The length of a game."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """Return the columns. A decision is one answer of one seat; a turn can take several."""
        return "turns", "decisions"

    def hooks(self, game: Game) -> Hooks:
        """Record them at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = s.turns
            row[1] = decisions

        return Hooks(ended=ended)


class Choices(Observer):
    """How many moves the seats that the game waited for could choose from, and how often a seat cut in."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """Return the columns: decisions of seats that had to act, the moves open to them in total, forced decisions, and
        cut-ins.
        """
        return "own_decisions", "open_moves", "forced_moves", "cut_ins"

    def hooks(self, game: Game) -> Hooks:
        """Count choices before every decision. A seat that passes up a chance to cut in has not acted."""

        @rule
        def asked(s: Any, seat: int, actions: int, row: Any, notes: Any) -> None:
            if not actions >> PASS & 1:
                row[0] += 1
                row[1] += bit_count(actions)
                row[2] += 1 if actions & (actions - 1) == 0 else 0

        @rule
        def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
            row[3] += 1

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[3] -= row[0]

        return Hooks(asked=asked, decided=decided, ended=ended)


class Endings(Observer):
    """Games that did not end by themselves: nobody could move, the turn limit was reached, or the laboratory gave up."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """Each is 1 if it happened."""
        return "blocked", "cut_off", "given_up"

    def hooks(self, game: Game) -> Hooks:
        """Record them at the end."""

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            row[0] = 1 if s.told[BLOCKED] else 0
            row[1] = 1 if s.told[TURNS_RAN_OUT] else 0
            row[2] = 1 if decisions >= CUT_OFF else 0

        return Hooks(ended=ended)


class Comebacks(Observer):
    """Whether the sole winner was behind or ahead at half-time.

    Half-time is when half of the game's turns, rounded down, have ended. The seats that then have the most points in hand
    (`hand_points`: what they would count if the game ended) are behind, and those with the fewest are ahead, alone or tied. If
    all have the same, no seat is behind or ahead.
    """

    def columns(self, game: Game) -> tuple[str, ...]:
        """Each is 1 if it happened."""
        return "comeback", "lead_kept"

    def hooks(self, game: Game) -> Hooks:
        """Look at the state at half-time, which is only known when the game is over: the game then goes back to it."""
        hand_points = game.hand_points

        @large_rule
        def halved(s: Any, winners: int, row: Any, notes: Any) -> None:
            if bit_count(winners) != 1:
                return
            most = least = own = hand_points(s, 0)
            for seat in range(1, s.seats):
                points = hand_points(s, seat)
                most = max(most, points)
                least = min(least, points)
                if winners >> seat & 1:
                    own = points
            if most > least:
                row[0] = 1 if own == most else 0
                row[1] = 1 if own == least else 0

        return Hooks(halved=halved)


class Events(Observer):
    """How often each kind of event happened."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """The names of the counted kinds."""
        return tuple(game.all_kinds[kind].name for kind in _kinds(game))

    def hooks(self, game: Game) -> Hooks:
        """Record them at the end."""
        kinds = _kinds(game)

        @rule
        def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
            for i in range(len(kinds)):
                row[i] = s.told[kinds[i]]

        return Hooks(ended=ended)


def _kinds(game: Game) -> tuple[int, ...]:
    """Return the kinds of events that are counted: not the deal, and not the endings, which other observers count."""
    kinds = tuple(sorted(game.all_kinds.keys() - {DEALT, WON, BLOCKED, TURNS_RAN_OUT}))
    if kinds[-1] >= KINDS:
        raise ValueError(f"{game.name} has an event of kind {kinds[-1]}; the laboratory counts those below {KINDS}.")
    return kinds


STANDARD: tuple[Observer, ...] = (Winners(), Length(), Choices(), Endings(), Comebacks(), Events())
"""The statistics of every study."""
