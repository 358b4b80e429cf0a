"""Views: what one viewer sees, built up from what it may know and drawable without knowing the game."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Literal, Self

from .texts import called, listed, place_name, text, text_or

if TYPE_CHECKING:
    from .game import Game

SEAT_PICK = "seat "

ZoneKind = Literal["hand", "grid", "pile", "deck", "held"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table. `cards` are texts from bottom or left: `8h`, `??` hidden, `-` an empty slot.

    `kind` says how it lies: hand, grid, pile (face up, top last), deck (face down), held (in the fingers of its owner).
    `count` is the number of cards, which a deck has without showing any.
    """

    kind: ZoneKind
    owner: int | None
    cards: tuple[str, ...]
    count: int
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """A fact about the table that is no card: direction, penalty, named suit, run."""

    name: str
    value: str
    text: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move of the viewer: its words, and what one picks on the table to make it, in order.

    A pick is a card in the hand (`8h`), `deck`, `pile`, a place (`1:3`), a seat (`seat 2`) or a button (`button draw`).
    """

    words: str
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What the game itself adds to a view. `cut_in`: that one may do so, in the game's own word for it."""

    zones: tuple[Zone, ...]
    badges: tuple[Badge, ...]
    prompt: str
    cut_in: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, a round or a match: who won and what each seat scored."""

    winners: list[int]
    scores: list[int]


class _Minded:
    """Gives a view a place for its seat's mind, which is no part of what is shown, compared, printed or sent."""

    __slots__ = ("mind",)
    mind: Any


@dataclass(frozen=True, slots=True)
class View(_Minded):
    """Everything a viewer may see now. `viewer` is a seat, or None for a spectator.

    `mind` is what a bot on this seat may think with (`core/mind.py`), None for a spectator.
    """

    game: str
    seats: int
    viewer: int | None
    must: int | None
    moves_made: int
    events_told: int
    prompt: str
    zones: tuple[Zone, ...]
    badges: tuple[Badge, ...]
    moves: tuple[Choice, ...]
    result: Outcome | None
    attempt: str = ""
    """The verb with which the viewer may now try cards that are no listed move; empty if it may not."""
    look_seconds: int | None = None
    """How long a card that lies face up in a grid may be looked at before it is turned back; None: as long as it lies so."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "mind", None)

    def minded(self, mind: Any) -> Self:
        """The same view, with a mind behind it."""
        object.__setattr__(self, "mind", mind)
        return self

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)

    def zone(self, kind: str, owner: int | None = None) -> Zone | None:
        """The zone of a kind and an owner, if there is one."""
        return next((zone for zone in self.zones if zone.kind == kind and zone.owner == owner), None)


def move_said(game: "Game", choice: Choice) -> str:
    """A move as a player makes it who does not type: `play ♥8`, `swap with Ada`, `look at your card 2`."""
    verb = " ".join(takewhile(str.isalpha, choice.words.split()))
    key = f"{game.id}.word.{verb}"
    label = text_or(key, verb.replace("_", " "))
    things = [thing for pick in choice.picks if (thing := _thing(game, pick))]
    if not things:
        return _uncapital(label)
    if choice.picks[0].startswith(SEAT_PICK):
        return _uncapital(text_or(f"{key}.seat", f"{label} {things[0]}", name=things[0]))
    what = listed(things)
    return _uncapital(text_or(f"{key}.of", f"{label} {what}", what=what))


def _thing(game: "Game", pick: str) -> str:
    """A card, a place or a seat in a sentence; nothing for a stack or a button, which the verb tells."""
    if pick.startswith(SEAT_PICK):
        return called(int(pick.removeprefix(SEAT_PICK)))
    owner, colon, slot = pick.partition(":")
    if colon:
        return place_name(int(owner), int(slot))
    return game.pack.sign(game.pack.number(pick)) if pick in game.pack.names else ""


def _uncapital(label: str) -> str:
    return label[:1].lower() + label[1:]


def direction_badge(direction: int) -> Badge:
    """The direction of play: `+` for rising seat numbers."""
    sign, key = ("+", "badge.up") if direction > 0 else ("-", "badge.down")
    return Badge("direction", sign, text(key))


def hand_zone(owner: int, names: Sequence[str], count: int) -> Zone:
    """A hand: the names of its known cards, the rest hidden."""
    return Zone("hand", owner, (*names, *("??",) * (count - len(names))), count)
