"""The contract of a game, and how games are found: each folder of `parlour.games` is a game; plug-ins add others."""

import importlib
import os
import pkgutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from html import escape
from pathlib import Path
from types import ModuleType
from typing import Any, Generic

from .cards import STANDARD_PACK, Pack
from .chance import Dice
from .events import COMMON, Kind, Spoken, spoken
from .evidence import NoEvidence, believe_nothing, gather_nothing, weigh_nothing
from .observation import Features
from .options import BOT_PAUSE, YES, Option, Preset, options_of, read_options
from .plugins import FOLDERS, folder_path, plugin_games
from .remedy import Clash
from .rule import rule
from .sentence import Invalid, quoted, shortened
from .state import NONE, Record, S, State
from .texts import catalogue, likeness, offer, sentence, text
from .view import Choice, Scene


class Illegal(Invalid):
    """A move that the rules do not allow; the message is a sentence that says why."""


Rule = Callable[..., int]

USUAL_SEATS = 4
EXAMPLES = "PARLOUR_EXAMPLES"
"""The environment variable that makes the example games appear too."""


def _no_clash(values: Mapping[str, int], seats: int) -> str:
    return ""


@rule
def seat_in_turn(s: State) -> int:
    """Return the seat whose turn it is, or NONE once somebody has won."""
    return NONE if s.winners else s.turn


@rule
def nobody(s: State) -> int:
    """Let nobody cut in."""
    return 0


@rule
def no_risk(s: State, seat: int) -> int:
    """Allow no move that is not listed."""
    return 0


@rule
def no_steps(s: State) -> int:
    """Treat every move as a single step."""
    return 0


@rule
def one_for_a_win(s: State, seat: int) -> int:
    """Score a round: one point for each winner."""
    return s.winners >> seat & 1


@dataclass(frozen=True, eq=False, kw_only=True)
class Game(Generic[S]):
    """A game: its rules, texts and appearance. docs/writing-a-game.md explains each piece.

    Pieces without a default here are required; `shedding_game` in `kit.shedding` has more defaults.
    """

    id: str
    least_seats: int
    most_seats: int
    state: type[S]

    # rules: interpreted as written, compiled by parlour.fast
    setup: Callable[[S], None]
    legal: Callable[[S, int], int]
    act: Callable[[S, int, int], None]
    hand_points: Callable[[S, int], int]
    unseen: Callable[[S, int], int]
    redeal: Callable[[S, int], None]
    advise: Callable[[S, int, Dice], int]
    must: Callable[[S], int] = seat_in_turn
    may: Callable[[S], int] = nobody
    score: Callable[[S, int], int] = one_for_a_win
    time_up: Callable[[S], None] | None = None  # None: the clock takes the seat's first legal action, by number

    # text, in Python only
    choices: Callable[[S, int], Iterable[Choice]]
    parse: Callable[[S, int, str], tuple[list[int], str]]
    scene: Callable[[S, int], Scene]
    tip: Callable[[S], str] = lambda s: ""  # tells a beginner what the seat to move can do
    reason: Callable[[S, int, int], str] = lambda s, seat, action: ""  # empty if it is not the seat's turn or no prompt applies
    caution: Callable[[S, int, Choice], str] = lambda s, seat, choice: ""  # what a move risks, as far as the seat knows
    is_idle: Callable[[S, int, Choice], bool] = lambda s, seat, choice: False  # legal, but it would change nothing
    tactics: Callable[[S, int, Choice], list[str]] = lambda s, seat, choice: []  # the ideas behind a move, the main one first
    kinds: dict[int, Kind] = field(default_factory=dict)

    # the table
    usual_seats: int = 0  # 0: four, or as many as can play
    pack: Pack = STANDARD_PACK
    by_rank: bool = False  # whether hands are sorted by rank, since suits mean nothing
    slot_verbs: frozenset[str] = frozenset()  # the verbs whose numbers are slots of the player's own
    example: bool = False  # an example to copy, listed only if PARLOUR_EXAMPLES is set

    # house rules and positions
    clash: Callable[[Mapping[str, int], int], str] = _no_clash
    phases: tuple[str, ...] = ("play",)
    hidden_phases: tuple[int, ...] = ()
    derived: tuple[str, ...] = ()
    settle: Callable[[S, set[str]], None] = lambda s, said: None
    deal_size: Callable[[S, str], int] = lambda s, name: 0
    in_play: Callable[[S], int] | None = None
    opens: Callable[[S, int], bool] = lambda s, card: True
    own_words: tuple[str, ...] = ()
    own_lines: Callable[[S], Iterable[str]] = lambda s: ()
    read_own: Callable[[S, str, str], None] = lambda s, key, text: None
    flaw: Callable[[S], str] = lambda s: ""

    # optional pieces
    window: Callable[[S], int] | None = None  # the seats that, as far as the others can tell, may cut in; None: same as `may`
    say: Callable[[S, list[int]], str] = lambda s, actions: ""
    risky: Callable[[S, int], int] = no_risk
    laying: Callable[[S], int] = no_steps
    forget: Callable[[S, int, int], None] | None = None  # makes a seat forget a set of cards; None if seats forget nothing
    evidence: type[Record] = NoEvidence  # what the others' moves reveal, as numbers, for bots
    gather: Callable[..., Record] = gather_nothing
    weigh: Rule = weigh_nothing
    believe: Callable[..., list[str]] = believe_nothing
    alike: Callable[[S, Any, int, Choice], str] = lambda s, evidence, seat, choice: choice.words  # equal for equivalent moves
    observe: Callable[[S, int, Any], None] | None = None  # writes what a seat knows, as numbers; None for the default
    features: Features | None = None  # the names of these numbers
    thinking: int = 1  # multiplies a level's play-outs: higher where they are short
    look_time: Callable[[S], int] | None = None  # seconds until a card that is looked at is turned back; 0 if it stays face up
    done: int = -1
    silent_moves: tuple[str, ...] = ()  # moves that look to the others like the end of the previous move
    veiled_moves: tuple[str, ...] = ()  # moves after which the others cannot tell whether a silent one may follow
    lowest_wins: bool = False
    target: int = 0
    attempt: str = ""  # the verb of an unlisted play, where `risky` allows one
    presets: tuple[Preset, ...] = ()
    ground: int = 160  # the hue of the table, in degrees
    folder: Path = Path()  # the folder of its texts and rules page; by default that of its state

    def __post_init__(self) -> None:
        if self.folder == Path():
            object.__setattr__(self, "folder", _folder_of(self.state))
        if not self.usual_seats:
            object.__setattr__(self, "usual_seats", min(USUAL_SEATS, self.most_seats))
        offer(self.id, self.folder)
        presets = tuple(replace(preset, key=f"{self.id}.preset.{preset.name}") for preset in self.presets)
        object.__setattr__(self, "presets", presets)

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Send a game to another process by its id, since its rules cannot be pickled."""
        return find_game, (self.id,)

    def text(self, key: str, **parts: object) -> str:
        """Return a text from the game's own folder, in the current language."""
        return text(f"{self.id}.{key}", **parts)

    @property
    def version(self) -> int:
        """The latest version of the rules, as the state declares it."""
        return int(self.state.fields["rules"].start)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.text("name")

    @property
    def pitch(self) -> str:
        """The game in one sentence."""
        return self.text("pitch")

    @property
    def scoring(self) -> str:
        """A sentence that says what points are given for; empty if the game doesn't say."""
        return catalogue().texts.get(f"{self.id}.scoring", "")

    @property
    def words(self) -> dict[str, str]:
        """The labels of verbs and buttons, by their first word.

        `call.ask` is the question asked before `call` is made; `swap.seat` is `swap` with the name of a seat.
        """
        begins = f"{self.id}.word."
        return {key.removeprefix(begins): said for key, said in catalogue().texts.items() if key.startswith(begins)}

    @cached_property
    def options(self) -> dict[str, Option]:
        """The house rules by name."""
        return options_of(self.state, f"{self.id}.")

    @property
    def spoken(self) -> dict[int, Spoken]:
        """The event kinds with their texts, made once per language."""
        made: dict[object, dict[int, Spoken]] = catalogue().made
        found = made.get(self)
        if found is None:
            found = made[self] = {**spoken(COMMON), **spoken(self.kinds, f"{self.id}.")}
        return found

    @cached_property
    def all_kinds(self) -> dict[int, Kind]:
        """All event kinds, including the common ones."""
        return {**COMMON, **self.kinds}

    @cached_property
    def _kinds_by_name(self) -> dict[str, Kind]:
        return {kind.name: kind for kind in self.all_kinds.values()}

    def kind_named(self, name: str) -> Kind:
        """Return the event kind with this name."""
        return self._kinds_by_name[name]

    @property
    def rules_text(self) -> str:
        """RULES.md: the game explained to a player."""
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    @property
    def picture(self) -> bytes:
        """picture.svg: the small picture of the game; without one, a plain picture with its initials."""
        path = self.folder / "picture.svg"
        return path.read_bytes() if path.exists() else plain_picture(self.name, self.ground)

    @property
    def lessons_text(self) -> str:
        """lessons.toml: the game taught by playing it, as `parlour.lessons` reads it; empty if there is none."""
        path = self.folder / "lessons.toml"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def checked_seats(self, seats: object) -> int:
        """Return the number of seats, or raise ValueError."""
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.least_seats <= seats <= self.most_seats:
            bounds = {"least": self.least_seats, "most": self.most_seats}
            raise Invalid(sentence("refusal.seats", game=self.name, seats=quoted(seats), **bounds))
        return seats

    def checked_version(self, version: int | None) -> int:
        """Return a version of the rules (None: the latest), or raise a ValueError that says why it cannot be played."""
        if version is None:
            return self.version
        if isinstance(version, bool) or not isinstance(version, int) or version < 1:
            raise Invalid(sentence("refusal.rulesVersion", game=self.name, latest=self.version, given=quoted(version)))
        if version > self.version:
            raise Invalid(sentence("refusal.save.newerRules", game=self.name))
        return version

    def checked_options(self, given: Mapping[str, object], seats: int) -> dict[str, int]:
        """Return every option's value, or raise a ValueError that names what is wrong or what clashes."""
        if not isinstance(given, Mapping):
            raise Invalid(sentence("refusal.options", given=quoted(given)))
        values = read_options(self.options, given)
        why = self.clash(values, seats)
        if why:
            raise Clash(why, self, values, seats, given)
        return values

    def fresh(self, seats: int, values: Mapping[str, int], version: int | None = None) -> S:
        """Return a state with its options before the deal, under a version of the rules (None: the latest)."""
        s = self.state()
        s.rules = self.checked_version(version)
        s.seats = seats
        for name, value in values.items():
            setattr(s, name, value)
        return s

    def bot_pause(self, options: Mapping[str, object]) -> float | None:
        """Return the seconds that bots take for a move under these house rules; None if the game has no option for it."""
        tenths = next((options.get(name) for name, option in self.options.items() if option.role == BOT_PAUSE), None)
        return tenths / 10 if isinstance(tenths, int) else None

    def cards_in_play(self, s: S) -> int:
        """Return the set of the cards that are in play under these options."""
        return self.in_play(s) if self.in_play else (1 << len(self.pack)) - 1


def plain_picture(name: str, ground: int) -> bytes:
    """Return the picture of a game that has none: two cards on its table, with its initials."""
    initials = escape("".join(word[0] for word in name.split())[:2].upper())
    card = '<rect x="-32" y="-45" width="64" height="90" rx="7" fill="{fill}" stroke="#d9d2c3"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">'
        f'<g transform="translate(138 92) rotate(-12)">{card.format(fill=f"hsl({ground} 35% 40%)")}</g>'
        f'<g transform="translate(182 90) rotate(8)">{card.format(fill="#fdfaf3")}'
        f'<text y="11" font-size="30" font-weight="700" text-anchor="middle" fill="#1b2130" font-family="system-ui,sans-serif">'
        f"{initials}</text></g></svg>"
    ).encode()


def _folder_of(state: type[State]) -> Path:
    """Return the folder of the module that declares a state."""
    return Path(sys.modules[state.__module__].__file__ or "").parent


def collect(module: ModuleType, names: str) -> dict[str, Any]:
    """Return the named pieces of a module, for building a Game."""
    return {name: getattr(module, name) for name in names.split()}


def found_ids() -> list[str]:
    """Return the ids of all playable games: built-in games, examples and those of plug-ins."""
    own = own_ids()
    return sorted({*own, *plugin_games(own).games})


def own_ids() -> list[str]:
    """Return the ids of the games in the package: each folder of `parlour.games` is a game."""
    package = importlib.import_module("parlour.games")
    asked = {folder_path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder}
    paths = [path for path in package.__path__ if Path(path) not in asked]
    return sorted(module.name for module in pkgutil.iter_modules(paths) if module.ispkg)


def game_problems() -> list[str]:
    """Return a sentence about each game of a plug-in that cannot be used."""
    return list(plugin_games(own_ids()).problems.values())


def game_ids(*, examples: bool | None = None) -> list[str]:
    """Return the ids of the listed games; with `examples` (None: as PARLOUR_EXAMPLES says) the example games too."""
    shows_all = os.environ.get(EXAMPLES, "").lower() in YES if examples is None else examples
    return [game_id for game_id in found_ids() if shows_all or not loaded_game(game_id).example]


def find_game(game_id: str) -> Game:
    """Return the game with this id, or raise ValueError."""
    if not isinstance(game_id, str):
        raise Invalid(sentence("refusal.gameId", game=quoted(game_id)))
    return loaded_game(game_id)


def listed_game(game_id: str) -> Game:
    """Return the game with this id, or raise ValueError if there is none or it is an example that is not listed."""
    game = find_game(game_id)
    if game_id not in game_ids():
        raise _no_game(game_id)
    return game


def _no_game(game_id: str) -> Invalid:
    return Invalid(
        sentence("refusal.noGame", game=shortened(game_id), like=likeness(game_id, game_ids()), games=", ".join(game_ids()))
    )


@cache
def loaded_game(game_id: str) -> Game:
    """Return the game with this id, imported once."""
    own = own_ids()
    if game_id in own:
        game = importlib.import_module(f"parlour.games.{game_id}").GAME
        assert isinstance(game, Game)
        return game
    plugins = plugin_games(own)
    if game_id in plugins.problems:
        raise Invalid(plugins.problems[game_id])
    if game_id not in plugins.games:
        raise _no_game(game_id)
    return plugins.games[game_id]
