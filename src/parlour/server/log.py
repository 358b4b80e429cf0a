"""The log of a room: everything that ever happened in it, as entries. A room is what its log folds to."""

from typing import Literal

import msgspec
from msgspec import Struct

Values = dict[str, bool | int | str]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be played and for whom the room is open.

    `rounds` or `target` say how long a match is (ALL-7). `pace` is the pause before a bot's move in milliseconds;
    where a game has a house rule for that (`bot_delay`), the rule says how long, unless `pace` is 0. `grace` is the number of
    seconds after which a bot takes the seat of a person who is away.
    """

    game: str
    seats: int
    options: Values = {}
    rounds: int = 1
    target: int = 0
    public: bool = False
    watchers: bool = True
    pace: int = 900
    grace: int = 30


class _Entry(Struct, frozen=True, tag_field="is", omit_defaults=True):
    pass


class Opened(_Entry, frozen=True, tag="opened"):
    """The room was made by its host, who does not sit yet."""

    plan: Plan
    host: str


class Planned(_Entry, frozen=True, tag="planned"):
    """The host chose other house rules, seats or doors."""

    plan: Plan


class Sat(_Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    colour: str


class BotSat(_Entry, frozen=True, tag="bot_sat"):
    """A bot of a level took a seat."""

    seat: int
    level: str
    name: str


class Rose(_Entry, frozen=True, tag="rose"):
    """A seat became free."""

    seat: int


class Named(_Entry, frozen=True, tag="named"):
    """A person at the table changed name or colour."""

    person: str
    name: str
    colour: str


class Hosted(_Entry, frozen=True, tag="hosted"):
    """Another person is the host now."""

    person: str


class Muted(_Entry, frozen=True, tag="muted"):
    """The host silenced a person, or let it speak again."""

    person: str
    on: bool


class Removed(_Entry, frozen=True, tag="removed"):
    """The host put a person out of the room, or (not `on`) lets it come in again."""

    person: str
    name: str = ""
    on: bool = True


class Said(_Entry, frozen=True, tag="said"):
    """Somebody said something or showed a feeling; `seat` is None for a watcher."""

    name: str
    seat: int | None = None
    text: str = ""
    emote: str = ""


class Committed(_Entry, frozen=True, tag="committed"):
    """The house chose the secret of the next deal; everybody is told its hash."""

    secret: str


class Added(_Entry, frozen=True, tag="added"):
    """A person added randomness of its own to the next deal."""

    person: str
    text: str


class Dealt(_Entry, frozen=True, tag="dealt"):
    """A game began: the cards follow from the secret and what was added. `rules` is the version of the game's rules."""

    rules: int


class Continued(_Entry, frozen=True, tag="continued"):
    """A game began in the middle of another one, of which this is the save; nobody committed to its cards."""

    save: str


class Moved(_Entry, frozen=True, tag="moved"):
    """A seat moved, in words. `by` says whose move it was; `id` is the client's own mark of it."""

    seat: int
    words: str
    by: Literal["person", "bot", "clock"] = "person"
    person: str = ""
    id: str = ""


class NextRound(_Entry, frozen=True, tag="next_round"):
    """The next round of a match was dealt."""


class TookOver(_Entry, frozen=True, tag="took_over"):
    """A bot plays for a person who is away."""

    seat: int
    level: str


class Returned(_Entry, frozen=True, tag="returned"):
    """The person is back and plays again."""

    seat: int


class Emptied(_Entry, frozen=True, tag="emptied"):
    """Nobody is left to play with: clocks stand still from now on."""


class Resumed(_Entry, frozen=True, tag="resumed"):
    """The house, or everybody, was away for so many seconds: clocks stood still."""

    seconds: float


class Ended(_Entry, frozen=True, tag="ended"):
    """A game is over and kept for replay under this id."""

    replay: str


class Rematched(_Entry, frozen=True, tag="rematched"):
    """The same people play again; the seats go round by one."""


class Arranged(_Entry, frozen=True, tag="arranged"):
    """The host looks at seats and rules again after a game."""


class Closed(_Entry, frozen=True, tag="closed"):
    """The room is no more."""


Entry = (
    Opened
    | Planned
    | Sat
    | BotSat
    | Rose
    | Named
    | Hosted
    | Muted
    | Removed
    | Said
    | Committed
    | Added
    | Dealt
    | Continued
    | Moved
    | NextRound
    | TookOver
    | Returned
    | Emptied
    | Resumed
    | Ended
    | Rematched
    | Arranged
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def written(entry: Entry) -> str:
    """An entry as the store keeps it."""
    return _encoder.encode(entry).decode()


def read(text: str) -> Entry:
    """An entry out of the store."""
    return _decoder.decode(text)
