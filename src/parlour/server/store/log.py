"""The entries of a room's log: everything that ever happened in it, in order. A room's state is computed from its log.

To add an entry, add its class here and a case in `Room.apply`. Old logs must stay readable, so a class and its fields are
never renamed in their written form.
"""

from typing import Literal, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

Options = dict[str, bool | int | str]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a room: the game with its options, and who may come in.

    `rounds` or `target` says how long a match is (ALL-7). `pace` is the pause before a bot's move in milliseconds; in a game
    with a house rule for it (its role is `bot_pause`), that rule sets the pause instead, unless `pace` is 0. `grace` is the
    number of seconds after which a bot takes the seat of a person who is away. `patience` is the number of seconds after which
    a person who does not move is asked whether they are still there; 0 for never. The default is not stored, so that earlier
    versions can read the log. `hints` says whether people who play against each other may ask for hints.
    """

    game: str
    seats: int
    options: Options = {}
    rounds: int = 1
    target: int = 0
    public: bool = False
    watchers: bool = True
    pace: int = 900
    grace: int = 30
    patience: int | UnsetType = UNSET
    hints: bool = False


class Entry(Struct, frozen=True, tag_field="is", omit_defaults=True):
    """One entry of a room's log."""


class Opened(Entry, frozen=True, tag="opened"):
    """The host opened the room. The host has no seat yet."""

    plan: Plan
    host: str


class Planned(Entry, frozen=True, tag="planned"):
    """The host changed the plan."""

    plan: Plan


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat. During a game, they replace a bot and play on in its place."""

    seat: int
    person: str
    name: str
    colour: str
    character: str = ""


class BotSat(Entry, frozen=True, tag="bot_sat"):
    """A bot took a seat. During a game, it replaces a person who was removed."""

    seat: int
    level: str
    name: str


class Rose(Entry, frozen=True, tag="rose"):
    """A seat became free."""

    seat: int


class Named(Entry, frozen=True, tag="named"):
    """A person at the table changed name, colour or character."""

    person: str
    name: str
    colour: str
    character: str = ""


class Hosted(Entry, frozen=True, tag="hosted"):
    """Another person became the host."""

    person: str


class Muted(Entry, frozen=True, tag="muted"):
    """The host muted a person, or (not `on`) unmuted them."""

    person: str
    on: bool


class Removed(Entry, frozen=True, tag="removed"):
    """A person was removed from the room, or (not `on`) readmitted. `mark` is a keyed hash of their address, if it is known."""

    person: str
    name: str = ""
    on: bool = True
    mark: str = ""


class DoorShut(Entry, frozen=True, tag="door_shut"):
    """The host closed the table to newcomers: only those with a seat and those `inside` may come back."""

    inside: list[str]


class DoorOpened(Entry, frozen=True, tag="door_opened"):
    """The host opened the table to newcomers again."""


class Voted(Entry, frozen=True, tag="voted"):
    """A person voted for something, or (not `on`) took the vote back; `about` is the id of the person whom it concerns."""

    person: str
    matter: Literal["stand_in", "remove", "rematch", "undo"]
    about: str = ""
    on: bool = True


class Stayed(Entry, frozen=True, tag="stayed"):
    """A person whose move is overdue said that they are still there."""

    seat: int


class Said(Entry, frozen=True, tag="said"):
    """Somebody sent a chat message or an emote, or asked for a `hint`; `seat` is None for a watcher.

    `person` is empty in old logs. `undo` says that a move was taken back; the room makes this line from an `Undone` entry.
    """

    name: str
    seat: int | None = None
    text: str = ""
    emote: str = ""
    person: str = ""
    hint: bool = False
    undo: bool = False


class Committed(Entry, frozen=True, tag="committed"):
    """The server chose the secret of the next deal and published its hash."""

    secret: str


class Added(Entry, frozen=True, tag="added"):
    """A person added a text to the randomness of the next deal. Only logs of earlier versions have this entry."""

    person: str
    text: str


class Pledged(Entry, frozen=True, tag="pledged"):
    """A person's client committed to a random number for the next deal."""

    person: str
    commitment: str


class Fixed(Entry, frozen=True, tag="fixed"):
    """The deal was requested: it will use the numbers of these people, in the order of the seats."""

    people: list[str]


class Revealed(Entry, frozen=True, tag="revealed"):
    """A person's client revealed the number it had committed to."""

    person: str
    number: str


class LeftOut(Entry, frozen=True, tag="left_out"):
    """These people did not reveal their numbers in time: the deal starts again without them, with another secret."""

    people: list[str]
    secret: str


class Dealt(Entry, frozen=True, tag="dealt"):
    """A game began. `rules` is the version of the game's rules.

    Its cards follow from the secret and the numbers that were revealed; in logs of earlier versions (not `mixed`), from the
    secret and the added texts.
    """

    rules: int
    mixed: bool = False


class Continued(Entry, frozen=True, tag="continued"):
    """A game began from the middle of another one, given as a save. Nobody committed to its cards."""

    save: str


class Moved(Entry, frozen=True, tag="moved"):
    """A seat made a move. `id` is the id that the client gave its request."""

    seat: int
    words: str
    by: Literal["person", "bot", "clock"] = "person"
    person: str = ""
    id: str = ""


class Undone(Entry, frozen=True, tag="undone"):
    """The table went back to the position after this many moves of the round, because a person took a move back.

    From then on the game is practice. The moves after that position stay in the log, but no longer count.
    """

    moves: int
    person: str


class Repeated(Entry, frozen=True, tag="repeated"):
    """A game began with the deal of the finished game `of`: its seed, and the version of its rules.

    Somebody may know these cards, so the game is practice. `challenge` is the id of the link that led here, if one did.
    """

    of: str
    seed: str
    rules: int
    challenge: str = ""


class NextRound(Entry, frozen=True, tag="next_round"):
    """The next round of a match was dealt."""


class TookOver(Entry, frozen=True, tag="took_over"):
    """A bot took over the seat of a person who is away."""

    seat: int
    level: str


class Returned(Entry, frozen=True, tag="returned"):
    """The person came back and took the seat over from the bot."""

    seat: int


class Emptied(Entry, frozen=True, tag="emptied"):
    """The people in the game are away, or, if only bots play, nobody watches: clocks are paused."""


class Resumed(Entry, frozen=True, tag="resumed"):
    """Clocks run again after a pause of this many seconds, because the server or everybody was away."""

    seconds: float


class Ended(Entry, frozen=True, tag="ended"):
    """A finished game was saved for replay under this id."""

    replay: str


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people play again; everybody moves on by one seat."""


class Arranged(Entry, frozen=True, tag="arranged"):
    """After a game, the host went back to seats and house rules."""


class Closed(Entry, frozen=True, tag="closed"):
    """The room was closed for good."""


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Union[tuple(Entry.__subclasses__())])  # noqa: UP007


def encode(entry: Entry) -> str:
    """Return an entry as the database stores it."""
    return _encoder.encode(entry).decode()


class Unreadable(Entry, frozen=True, tag="unreadable"):
    """An entry that this version cannot read, as the database stored it. It is never written."""

    text: str


def decode(text: str) -> Entry:
    """Return the entry that the database stored; `Unreadable` if it was written by a newer version, or is damaged."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return Unreadable(text)
