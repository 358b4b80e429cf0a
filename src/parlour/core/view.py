"""Views: what one viewer sees, built only from what it may know, and drawable without knowing the game."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, Self

from .texts import called, listed, place_name, text, text_or

if TYPE_CHECKING:
    from .game import Game
    from .mind import Mind
    from .state import S

SEAT_PICK = "seat "

ZoneKind = Literal["hand", "grid", "pile", "deck", "held"]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table. `cards` are texts from the bottom or the left: `8h`, `??` hidden, `-` an empty slot.

    `kind` says how the cards lie: hand, grid, pile (face up, top last), deck (face down), held (in its owner's fingers).
    `count` is their number; a deck has one although it shows no cards.
    """

    kind: ZoneKind
    owner: int | None
    cards: tuple[str, ...]
    count: int
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """A fact about the table that is not a card: direction, penalty, named suit, run."""

    name: str
    value: str
    text: str
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move of the viewer: its words, and what the player picks on the table to make it, in order.

    A pick is a card in the hand (`8h`), `deck`, `pile`, a place (`1:3`), a seat (`seat 2`) or a button (`button draw`).
    """

    words: str
    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The game's own part of a view.

    `prompt`: what the viewer may do if the game waits for it; nobody else reads it, so it may be empty for others. `cut_in`:
    the game's own prompt for cutting in.
    """

    zones: tuple[Zone, ...]
    badges: tuple[Badge, ...]
    prompt: str
    cut_in: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, a round or a match: who won and what each seat scored."""

    winners: list[int]
    scores: list[int]

    def __str__(self) -> str:
        """A sentence that says who has won and what each seat scored."""
        from .display import outcome_text

        return outcome_text(self)

    def _repr_html_(self) -> str:
        from .display import outcome_html

        return outcome_html(self)


class _Minded:
    """Holds the mind of a view's seat, which is not shown, compared, printed or sent."""

    __slots__ = ("mind",)
    if TYPE_CHECKING:  # not annotated at run time, since it is not part of the wire schema
        mind: "Mind"  # None for a spectator, which a bot never is


@dataclass(frozen=True, slots=True, repr=False)
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
    """The verb with which the viewer may now try cards that are not a listed move; empty if it may not."""
    look_seconds: int | None = None
    """Seconds for which a card may be looked at before it is turned back; None for as long as it lies face up."""

    by_rank: bool = False
    """Whether hands are sorted by rank, since suits mean nothing in this game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "mind", None)

    def __repr__(self) -> str:
        """The view in one line, without cards."""
        from .display import view_line

        return view_line(self)

    def __str__(self) -> str:
        """The view drawn in lines of text."""
        from .display import view_text

        return view_text(self)

    def _repr_html_(self) -> str:
        from .display import view_html

        return view_html(self)

    def minded(self, mind: "Mind[S]") -> Self:
        """Return the same view with this mind."""
        object.__setattr__(self, "mind", mind)
        return self

    def as_dict(self) -> dict[str, object]:
        """Return plain data, for JSON."""
        return asdict(self)

    def zone(self, kind: str, owner: int | None = None) -> Zone | None:
        """Return the zone of a kind and an owner, if there is one."""
        return next((zone for zone in self.zones if zone.kind == kind and zone.owner == owner), None)


@lru_cache(maxsize=4096)
def verb_of(words: str) -> str:
    """Return the verb of a move, without the cards, places or seats it is about: `play` for `play 8h 8c`, `pick up`."""
    return " ".join(takewhile(lambda word: word.isalpha() and word.islower(), words.split()))


def question_before(game: "Game", words: str) -> str:
    """Return the question to ask before this move is made; empty if it is made at once."""
    return text_or(f"{game.id}.word.{verb_of(words)}.ask", "")


def move_said(game: "Game", choice: Choice) -> str:
    """Return a move in words for a player who does not type: `play ♥8`, `swap with Ada`, `look at your slot 3`."""
    verb = verb_of(choice.words)
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
    """Return a card, a place or a seat in a sentence; empty for a stack or a button, which the verb implies."""
    if pick.startswith(SEAT_PICK):
        return called(int(pick.removeprefix(SEAT_PICK)))
    owner, colon, slot = pick.partition(":")
    if colon:
        return place_name(int(owner), int(slot))
    return game.pack.sign(game.pack.number(pick)) if pick in game.pack.names else ""


def _uncapital(label: str) -> str:
    return label[:1].lower() + label[1:]


def direction_badge(direction: int) -> Badge:
    """Return the badge of the direction of play: `+` for rising seat numbers."""
    sign, key = ("+", "badge.up") if direction > 0 else ("-", "badge.down")
    return Badge("direction", sign, text(key))


def hand_zone(owner: int, names: Sequence[str], count: int) -> Zone:
    """Return a hand with the names of its known cards; the others are hidden."""
    return Zone("hand", owner, (*names, *("??",) * (count - len(names))), count)
