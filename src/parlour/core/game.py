"""The contract of a game, and how games are found: one folder under `parlour.games` is one game."""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from .cards import Pack
from .chance import Dice
from .events import COMMON, Kind, Spoken, spoken
from .evidence import NoEvidence, believe_nothing, gather_nothing, weigh_nothing
from .options import Option, Preset, options_of, read_options
from .rule import rule
from .sentence import quoted, shortened
from .texts import catalogue, offer, sentence, text
from .view import Choice, Scene


class Illegal(ValueError):
    """A move that the rules do not allow; the message is a sentence that says why."""


Rule = Callable[..., int]


def _no_clash(values: Mapping[str, int], seats: int) -> str:
    return ""


@rule
def no_risk(s: Any, seat: int) -> int:
    """A game in which every move that can be made is listed."""
    return 0


@rule
def no_steps(s: Any) -> int:
    """A game in which every move is a single step."""
    return 0


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules, its words and its looks. ARCHITECTURE.md explains each piece."""

    id: str
    least_seats: int
    most_seats: int
    usual_seats: int
    version: int
    pack: Pack
    state: type[Any]

    # rules: interpreted as they stand, compiled by parlour.fast
    setup: Callable[[Any], None]
    must: Rule
    may: Rule
    legal: Rule
    act: Callable[[Any, int, int], None]
    score: Rule
    burden: Rule
    unseen: Rule
    redeal: Callable[[Any, int], None]
    time_up: Callable[[Any], None]
    advise: Callable[[Any, int, Dice], int]

    # in words, Python only
    kinds: dict[int, Kind]
    choices: Callable[[Any, int], Iterable[Choice]]
    parse: Callable[[Any, int, str], tuple[list[int], str]]
    reason: Callable[[Any, int, int], str]
    scene: Callable[[Any, int], Scene]

    # house rules and positions
    clash: Callable[[Mapping[str, int], int], str] = _no_clash
    phases: tuple[str, ...] = ("play",)
    hidden_phases: tuple[int, ...] = ()
    derived: tuple[str, ...] = ()
    settle: Callable[[Any, set[str]], None] = lambda s, said: None
    deal_size: Callable[[Any, str], int] = lambda s, name: 0
    in_play: Callable[[Any], int] | None = None
    opens: Callable[[Any, int], bool] = lambda s, card: True
    own_words: tuple[str, ...] = ()
    own_lines: Callable[[Any], Iterable[str]] = lambda s: ()
    read_own: Callable[[Any, str, str], None] = lambda s, key, text: None
    flaw: Callable[[Any], str] = lambda s: ""

    # optional pieces
    window: Callable[[Any], int] | None = None  # seats that may cut in for all the others can tell; None: as `may`
    say: Callable[[Any, list[int]], str] = lambda s, actions: ""
    risky: Rule = no_risk
    laying: Rule = no_steps
    forget: Callable[[Any, int, int], None] | None = None  # a seat loses what it remembers of a set of cards; None: nothing
    evidence: type[Any] = NoEvidence  # what others did, as numbers, for bots
    gather: Callable[..., Any] = gather_nothing
    weigh: Rule = weigh_nothing
    believe: Callable[..., list[str]] = believe_nothing
    thinking: int = 1  # how many times the play-outs of a level a bot has here: more where they are short
    done: int = -1
    silent_moves: tuple[str, ...] = ()  # moves that nobody else can tell from the end of the move before
    lowest_wins: bool = False
    target: int = 0
    attempt: str = ""  # the verb of a play that is not listed, where `risky` allows one
    presets: tuple[Preset, ...] = ()
    ground: int = 160  # the hue of the table, in degrees
    folder: Path = field(default_factory=Path)

    def __post_init__(self) -> None:
        offer(self.id, self.folder)
        presets = tuple(replace(preset, key=f"{self.id}.preset.{preset.name}") for preset in self.presets)
        object.__setattr__(self, "presets", presets)

    def text(self, key: str, **parts: object) -> str:
        """A text out of the game's own folder, in the language in force."""
        return text(f"{self.id}.{key}", **parts)

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.text("name")

    @property
    def pitch(self) -> str:
        """What it is about, in a sentence."""
        return self.text("pitch")

    @property
    def words(self) -> dict[str, str]:
        """What the first words of moves and the buttons are called on a button.

        `call.ask` is asked before `call` is made, `swap.seat` is `swap` with the name of a seat.
        """
        begins = f"{self.id}.word."
        return {key.removeprefix(begins): said for key, said in catalogue().texts.items() if key.startswith(begins)}

    @cached_property
    def options(self) -> dict[str, Option]:
        """The house rules by name."""
        return options_of(self.state, f"{self.id}.")

    @property
    def spoken(self) -> dict[int, Spoken]:
        """The kinds of events with what they say, made once for each language."""
        made: dict[object, dict[int, Spoken]] = catalogue().made
        found = made.get(self)
        if found is None:
            found = made[self] = {**spoken(COMMON), **spoken(self.kinds, f"{self.id}.")}
        return found

    @cached_property
    def all_kinds(self) -> dict[int, Kind]:
        """The kinds of events, the common ones included."""
        return {**COMMON, **self.kinds}

    @property
    def rules_text(self) -> str:
        """RULES.md: the game explained to a player."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    @property
    def picture(self) -> bytes:
        """picture.svg: what the game looks like in small; empty if there is none."""
        path = self.folder / "picture.svg"
        return path.read_bytes() if path.exists() else b""

    def checked_seats(self, seats: object) -> int:
        """The number of seats, or a ValueError in a sentence."""
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.least_seats <= seats <= self.most_seats:
            bounds = {"least": self.least_seats, "most": self.most_seats}
            raise ValueError(sentence("refusal.seats", game=self.name, seats=quoted(seats), **bounds))
        return seats

    def checked_options(self, given: Mapping[str, object], seats: int) -> dict[str, int]:
        """Every option's value, or a ValueError in a sentence that names what is wrong or what clashes."""
        if not isinstance(given, Mapping):
            raise ValueError(sentence("refusal.options", given=quoted(given)))
        values = read_options(self.options, given)
        clash = self.clash(values, seats)
        if clash:
            raise ValueError(clash)
        return values

    def fresh(self, seats: int, values: Mapping[str, int]) -> Any:
        """A state with its options, before the deal."""
        s = self.state()
        s.seats = seats
        for name, value in values.items():
            setattr(s, name, value)
        return s

    def cards_in_play(self, s: Any) -> int:
        """The set of the cards that belong to this game under its options."""
        return self.in_play(s) if self.in_play else (1 << len(self.pack)) - 1


def collect(module: ModuleType, names: str) -> dict[str, Any]:
    """The named pieces of a module, for building a Game."""
    return {name: getattr(module, name) for name in names.split()}


def game_ids() -> list[str]:
    """The ids of all games there are."""
    package = importlib.import_module("parlour.games")
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


def find_game(game_id: str) -> Game:
    """The game of an id, or a ValueError in a sentence."""
    if not isinstance(game_id, str):
        raise ValueError(sentence("refusal.gameId", game=quoted(game_id)))
    return loaded_game(game_id)


@cache
def loaded_game(game_id: str) -> Game:
    """The game of an id, imported once."""
    ids = game_ids()
    if game_id not in ids:
        raise ValueError(sentence("refusal.noGame", game=shortened(game_id), games=", ".join(ids)))
    game = importlib.import_module(f"parlour.games.{game_id}").GAME
    assert isinstance(game, Game)
    return game
