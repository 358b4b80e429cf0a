"""What is asked and answered over HTTP, as types. The description at /openapi.json is made from these."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from ..core.events import Event
from ..core.game import game_ids
from ..core.match import MOST_POINTS, MOST_ROUNDS
from ..core.view import View
from .asking import MOST_GRACE, MOST_PACE
from .log import Values
from .people import COLOURS, LONGEST_NAME
from .wire import Level, Seat

Options = Annotated[Values, Meta(max_length=64, description="House rules by name; those left out are as usual.")]
Seats = Annotated[int, Meta(ge=1, le=64)]
GameId = Annotated[str, Meta(min_length=1, max_length=40, extra_json_schema={"enum": game_ids()})]
Colour = Annotated[str, Meta(min_length=1, max_length=20, extra_json_schema={"enum": COLOURS})]
Count = Annotated[int, Meta(ge=0)]


class Answer(Struct, kw_only=True):
    """What the house answers."""


class Question(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the house is asked in the body of a request."""


class Query(Struct, kw_only=True):
    """What the house is asked in the query of an address; there is no null in one, only what is left out."""


class Error(Answer):
    """Why a request was refused, in one sentence."""

    error: str


# ---- people -------------------------------------------------------------------------------------------------------


class Me(Answer):
    """Who one is at this house, and the colours there are to choose from."""

    name: str
    colour: str
    colours: tuple[str, ...] = COLOURS


class MeAsked(Question):
    """Another name or another colour."""

    name: Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_NAME)] | None = None
    colour: Colour | None = None


class TakeAlong(Answer):
    """A code that makes another device the same person's, once."""

    code: str
    seconds: Count


class CodeAsked(Question):
    """A take-along code as it was shown on the other device."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class SeatPlayed(Answer):
    """A seat of a finished game: its name then, or today's for oneself."""

    name: str
    bot: bool
    you: bool
    won: bool
    score: int


class GamePlayed(Answer):
    """A finished game. Its `id` leads to its replay."""

    id: str
    game: str
    ended_at: float
    seat: int
    won: bool
    score: int
    turns: Count
    moves: Count
    seats: list[SeatPlayed]


class History(Answer):
    """The games one has played, the latest first. `before` leads to the earlier ones; none if there are no more."""

    games: list[GamePlayed]
    before: str | None


class HistoryAsked(Query):
    """How many games, and before which other one they ended."""

    before: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")] | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=100)] = 20


class Figures(Answer):
    """Statistics in one game, or in `all` together."""

    game: str
    games: Count
    wins: Count
    win_rate: float
    streak: Count
    best_streak: Count
    cards_played: Count
    penalties_given: Count
    penalties_taken: Count
    longest_game: Count


class Statistics(Answer):
    """One's own statistics."""

    name: str
    figures: list[Figures]


# ---- games --------------------------------------------------------------------------------------------------------


class OptionTold(Answer):
    """A house rule: a toggle, a choice among `values`, or a number from `low` to `high` or `nothing`.

    `label` and `says` are for people, as are `labels`, one for each of the values, and `nothing_label`. `key` is where its
    texts are in the catalogue.
    """

    name: str
    key: str
    kind: str
    label: str
    says: str
    default: bool | int | str
    values: list[str] = []
    labels: list[str] = []
    low: int | None = None
    high: int | None = None
    nothing: str | None = None
    nothing_label: str | None = None


class PresetTold(Answer):
    """House rules that go well together, under a name; what is not named keeps its default."""

    key: str
    name: str
    says: str
    options: dict[str, bool | int | str]


class GameTold(Answer):
    """A game of the house. `target`: the points to which a match is usually played, 0 if it is usually one round.

    `ground` is the hue of its table in degrees, `picture` the address of what it looks like in small. `words` says what the
    first words of its moves and its buttons are called on a button.
    """

    id: str
    name: str
    pitch: str
    least_seats: int
    most_seats: int
    usual_seats: int
    target: int
    lowest_wins: bool
    options: list[OptionTold]
    presets: list[PresetTold]
    ground: int
    picture: str
    words: dict[str, str]


class LevelTold(Answer):
    """How well a bot plays: its name for programs, its label, and what to expect in a sentence."""

    name: str
    label: str
    says: str
    usual: bool
    """Whether it is the level of a bot of which nobody said how well it should play."""


class Catalogue(Answer):
    """All games of the house, and the levels of its bots from weak to strong."""

    games: list[GameTold]
    levels: list[LevelTold]


class LanguageTold(Answer):
    """A language of the house, and what it calls itself."""

    code: str
    name: str


class TextsTold(Answer):
    """The texts of the pages in one language, by key; none if it is English, which the pages have along with them."""

    language: str
    languages: list[LanguageTold]
    texts: dict[str, str]


class RulesAsked(Query):
    """For how many seats; every other name in the query is a house rule."""

    seats: Seats | UnsetType = UNSET


class RulesTold(Answer):
    """The rules of a game explained to a player, with its house rules as they are set, in Markdown."""

    game: str
    seats: int
    markdown: str


class CheckAsked(Question):
    """House rules that are to be checked."""

    seats: Seats | None = None
    options: Options = {}


class Checked(Answer):
    """Whether house rules go together; `why` is a sentence if not. `options` are all of them with their values."""

    ok: bool
    why: str
    options: Values


# ---- rooms --------------------------------------------------------------------------------------------------------


class RoomAsked(Question):
    """What is to be played and for whom the room is open, with a bot of a level for each of the next seats."""

    game: GameId
    seats: Seats | None = None
    options: Options = {}
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    target: Annotated[int, Meta(ge=0, le=MOST_POINTS)] = 0
    public: bool = False
    watchers: bool = True
    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900
    grace: Annotated[int, Meta(ge=1, le=MOST_GRACE)] | None = None
    bots: Annotated[list[Level], Meta(max_length=64)] = []


class RoomMade(Answer):
    """A new room: its code, and the link for friends."""

    code: str
    link: str


class RoomShown(Answer):
    """A public room as the lobby shows it."""

    code: str
    phase: str
    game: str
    seats: int
    taken: int
    watchers: bool
    host: str


class Lobby(Answer):
    """The public rooms, the newest first."""

    rooms: list[RoomShown]


class JoinAsked(Question):
    """Take this seat, or the first free one."""

    seat: Seat | None = None


# ---- finished games, and the house itself -------------------------------------------------------------------------


class VerdictAsked(Query):
    """The commitment that the table showed before the deal, if one has it."""

    commitment: Annotated[str, Meta(max_length=100)] = ""


class StepsAsked(Query):
    """Which round, and for whom: a seat, `watcher`, or `open` for all cards face up."""

    round: Annotated[int, Meta(ge=0, le=1000)] = 0
    viewer: Annotated[str, Meta(min_length=1, max_length=8)] = "open"


class StepTold(Answer):
    """A step of a replay: the move (its words only with all cards face up), what it led to, and what is seen then."""

    seat: int | None
    words: str
    events: list[Event]
    view: View


class ReplayTold(Answer):
    """A round of a finished game; step 0 is the deal. Of each seat: its name, whether a bot played it, and its colour."""

    game: str
    seats: int
    options: Values
    names: list[str]
    bots: list[bool]
    colours: list[str]
    rounds: int
    round: int
    viewer: str
    steps: list[StepTold]


class GoOnAsked(Question):
    """Play on from a step of a round of a finished game, on a seat, against bots of a level."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    seat: Seat
    round: Annotated[int, Meta(ge=0, le=1000)] = 0
    level: Level | None = None
    pace: Annotated[int, Meta(ge=0, le=MOST_PACE)] = 900


class VerdictTold(Answer):
    """Whether a file proves its deal: `why` not, in a sentence, or what is proved, and what one has to compare by oneself."""

    proved: bool
    why: str = ""
    commitment: str = ""
    additions: list[str] = []
    sentences: list[str] = []
    compare: list[str] = []


class Health(Answer):
    """The house is open."""

    status: str
    version: str
    protocol: int


Anything = dict[str, Any]
"""A JSON object that has a description of its own."""
