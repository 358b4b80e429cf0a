"""Events: what happened, told by the rules.

A rule says `tell(s, DREW, seat, card, 0, 1 << seat)`: who, which card, a number, and who may see the card. Interpreted
this is written down, compiled it is nothing. The kinds here are common to all games; a game adds its own from `OWN` on.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .cards import HIDDEN, SUIT_NAMES, Pack
from .state import NONE, State

EVERYONE = -1
"""Seen by every seat and by spectators: the set with all members."""
NOBODY = 0

DEALT, TURNED, SHUFFLED, DREW, PLAYED, PASSED, WON, TIME_RAN_OUT, BLOCKED, TURNS_RAN_OUT = range(10)
OWN = 32


def tell(s: State, kind: int, seat: int, card: int = NONE, number: int = 0, seen: int = EVERYONE) -> None:
    """Something happened to a seat; `seen` is the set of the seats that saw the card. (Compiled: nothing.)"""
    if s.log is not None:
        s.log.append((kind, seat, card, number, seen))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: its name, what it says of another seat and of oneself, and the way of the card.

    `counts` says what a statistic makes of it: played (a card), taken back (a card played before), penalty (so many cards
    that another seat gave), catch (the cards drawn next were given by this seat), fine (so many for a mistake), fine card
    (one of them).
    In the texts {who} is the seat, {card} the card, {number} the number as such, and {suit}, {rank}, {seat}, {place}
    the number read as one of these.
    """

    name: str
    other: str
    you: str = ""
    source: str = ""
    target: str = ""
    counts: str = ""


COMMON = {
    DEALT: Kind("dealt", "{who} is dealt {card}.", "You are dealt {card}.", "deck", "hand"),
    TURNED: Kind("turned", "{card} is turned up.", "", "deck", "pile"),
    SHUFFLED: Kind("shuffled", "The pile is shuffled into a new deck of {number} cards.", "", "pile", "deck"),
    DREW: Kind("drew", "{who} draws {card}.", "You draw {card}.", "deck", "hand"),
    PLAYED: Kind("played", "{who} plays {card}.", "You play {card}.", "hand", "pile", "played"),
    PASSED: Kind("passed", "{who} passes: there is nothing to draw.", "You pass: there is nothing to draw."),
    WON: Kind("won", "{who} wins.", "You win."),
    TIME_RAN_OUT: Kind("time_ran_out", "{who} runs out of time.", "You run out of time."),
    BLOCKED: Kind("blocked", "Nobody can move any more: the game is over."),
    TURNS_RAN_OUT: Kind("turns_ran_out", "The turn limit is reached: the game is over."),
}

RANK_NAMES = {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}
SLOTS = 16
"""A place in a grid is told as seat * SLOTS + slot."""


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """What a seat is called."""
    return names[seat] if 0 <= seat < len(names) and names[seat] else f"Seat {seat}"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: `number` counts from 1, `move` is the number of the move that caused it (0: the deal)."""

    number: int
    move: int
    kind: str
    seat: int | None
    card: str | None
    value: int
    text: str
    source: str = ""
    target: str = ""


def _whose(owner: int, seat: int, viewer: int | None, names: Sequence[str]) -> str:
    if owner == viewer:
        return "your"
    return "their own" if owner == seat else f"{seat_name(owner, names)}'s"


def event_for(
    raw: tuple[int, int, int, int, int],
    number: int,
    move: int,
    kinds: dict[int, Kind],
    pack: Pack,
    viewer: int | None,
    names: Sequence[str] = (),
    *,
    all_seen: bool = False,
) -> Event:
    """An event as one viewer gets it: a card this viewer did not see is `??`."""
    kind_number, seat, card, value, seen = raw
    may_see = all_seen or seen == EVERYONE or (viewer is not None and seen >> viewer & 1 == 1)
    if card >= 0 and not may_see:
        card = NONE
        shown: str | None = HIDDEN
    else:
        shown = pack.name(card) if card >= 0 else None
    kind = kinds[kind_number]
    template = kind.you if viewer is not None and viewer == seat and kind.you else kind.other
    text = template.format(
        who=seat_name(seat, names),
        card=pack.sign(card),
        number=value,
        rank=RANK_NAMES.get(value, value),
        suit=SUIT_NAMES[value & 3],
        seat=seat_name(value, names) if value >= 0 else "nobody",
        place=f"{value // SLOTS}:{value % SLOTS}",
        slot=value % SLOTS,
        cards="1 card" if value == 1 else f"{value} cards",
        points="1 point" if value == 1 else f"{value} points",
        whose=_whose(value // SLOTS, seat, viewer, names),
    )
    return Event(number, move, kind.name, seat if seat >= 0 else None, shown, value, text, kind.source, kind.target)
