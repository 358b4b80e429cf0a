"""The wire: every message between a client and the house, as types. `docs/protocol.md` and its schema are made from these.

A message is one JSON object in one text frame; `type` says which. A request may carry an `id` of the client's own: the
answer, `done` or `refused`, has the same one.
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..core.events import Event
from ..core.view import Outcome, View
from .log import Plan, Values

PROTOCOL = 1
LARGEST_FRAME = 8_192
"""Bytes that a client may send in one frame."""

LONGEST_MARK = 40
Mark = Annotated[str, Meta(max_length=LONGEST_MARK, description="The client's mark of a request, said again in the answer.")]
Code = Annotated[str, Meta(min_length=6, max_length=6, description="The code of a room.")]
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(max_length=20, description="The level of a bot; empty: the usual one.")]


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What a client asks for."""

    id: Mark = ""


class Enter(Request, frozen=True, tag="enter"):
    """Come into a room, to play if one has a seat there, else to watch. `seen` is the last event number one has."""

    room: Code
    seen: Number = 0


class Leave(Request, frozen=True, tag="leave"):
    """Go out of the room. Before the deal this frees the seat; in a game a bot takes it until one is back."""


class Sit(Request, frozen=True, tag="sit"):
    """Take a free seat: this one, or the first."""

    seat: Seat | None = None


class Rise(Request, frozen=True, tag="rise"):
    """Give the seat up and stay to watch; before the deal or after the end."""


class AddBot(Request, frozen=True, tag="add_bot"):
    """Host: seat a bot of a level on this seat, or the first free one."""

    seat: Seat | None = None
    level: Level = ""


class Unseat(Request, frozen=True, tag="unseat"):
    """Host: free a seat, of a bot or of a person, before the deal or after the end.

    Another person is put out of the room with it (`left`), and comes in and sits down there again only after `admit`.
    """

    seat: Seat


class Admit(Request, frozen=True, tag="admit"):
    """Host: let a person come in again who was put out, by its number in `removed`."""

    removed: Number


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be otherwise in a plan: whatever is not named stays as it is, each of the house rules too."""

    seats: int | None = None
    options: Values = {}
    rounds: int | None = None
    target: int | None = None
    public: bool | None = None
    watchers: bool | None = None
    pace: int | None = None
    grace: int | None = None


class Replan(Request, frozen=True, tag="replan"):
    """Host: change what is to be played, before the deal or after the end: in a `plan` as a whole, else in the one in force.

    Whoever sends only a `change` takes nothing back that was changed elsewhere in the same moment. With fewer seats, whoever
    sat on one of those that go takes a free one of those that stay.
    """

    plan: Plan | None = None
    change: Change | None = None


class Add(Request, frozen=True, tag="add"):
    """Add randomness of one's own to the next deal."""

    text: Annotated[str, Meta(min_length=1, max_length=64)]


class Start(Request, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken."""


class Next(Request, frozen=True, tag="next"):
    """Deal the next round of a match."""


class Rematch(Request, frozen=True, tag="rematch"):
    """Host: play again under the same rules; the seats go round by one."""


class Arrange(Request, frozen=True, tag="arrange"):
    """Host: look at seats and rules again after the end; the others are told (`arranging`) until the next deal."""


class Move(Request, frozen=True, tag="move"):
    """Make a move. `seen` is the number of the last event one has seen: if more has happened, the move is refused as stale.

    The `id` makes it safe to send a move again: the same id never moves twice.
    """

    move: Words
    seen: Number


class Resync(Request, frozen=True, tag="resync"):
    """Ask for the room and the game anew, with the events after `seen`."""

    seen: Number = 0


class Hint(Request, frozen=True, tag="hint"):
    """Ask what the house would do in one's place, and why: one at a time."""


class Chat(Request, frozen=True, tag="chat"):
    """Say something short to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Emote(Request, frozen=True, tag="emote"):
    """Show a feeling by its name, one of those that `hello` lists."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]


class Mute(Request, frozen=True, tag="mute"):
    """Host: silence the person on a seat or, by its number in `watchers`, a watcher; or let it speak again."""

    seat: Seat | None = None
    watcher: Number | None = None
    on: bool = True


class PassHost(Request, frozen=True, tag="pass_host"):
    """Host: let the person on this seat be the host."""

    seat: Seat


class Close(Request, frozen=True, tag="close"):
    """Host: close the room for good."""


class Ping(Request, frozen=True, tag="ping"):
    """Ask for a `pong`."""


Asked = (
    Enter
    | Leave
    | Sit
    | Rise
    | AddBot
    | Unseat
    | Admit
    | Replan
    | Add
    | Start
    | Next
    | Rematch
    | Arrange
    | Move
    | Resync
    | Hint
    | Chat
    | Emote
    | Mute
    | PassHost
    | Close
    | Ping
)


class Message(Struct, frozen=True, tag_field="type", kw_only=True):
    """What the house says."""


class Chair(Struct, frozen=True, kw_only=True):
    """A seat of a room: `kind` is free, person or bot. `stand_in` is the level of the bot that plays for a person away.

    `waits` is a sentence about a bot that cannot play its level yet.
    """

    kind: str
    name: str = ""
    colour: str = ""
    level: str = ""
    present: bool = False
    stand_in: str = ""
    muted: bool = False
    waits: str = ""


class Watcher(Struct, frozen=True, kw_only=True):
    """Somebody who watches."""

    name: str
    muted: bool = False


class Hello(Message, frozen=True, tag="hello"):
    """The first message on a socket."""

    protocol: int
    name: str
    colour: str
    levels: list[str]
    emotes: list[str]


class RoomTold(Message, frozen=True, tag="room"):
    """The room as it is: sent on entering and whenever it changes.

    `phase` is gathering (before the deal), playing, scored (a round of a match is over) or over. `commitment` is the hash of
    the secret of the next deal, or of the present one while a game is on, and empty until the next one is chosen; `added` are
    the seats that added randomness to it. `replay` is the id of the last finished game. `removed` are the names of those whom
    the host put out; only the host is told. `arranging`: after the end the host looks at seats and rules again.
    """

    code: str
    phase: str
    plan: Plan
    chairs: list[Chair]
    watchers: list[Watcher]
    host: int | None
    """The host's seat; None: the host does not sit."""
    you: int | None
    you_host: bool
    commitment: str
    added: list[int]
    games: int
    round: int
    scores: list[int]
    result: Outcome | None
    replay: str = ""
    removed: list[str] = []
    arranging: bool = False


class Update(Message, frozen=True, tag="update"):
    """The game as this viewer sees it: the events after the last one it was sent, and its own view with its legal moves.

    `number` counts events through all games of the room; event n of the view has the number `base` + n. `clock` is the number
    of milliseconds that the seat the game waits for has left, None without a clock. There may be no new events: the same
    position is told again when somebody comes back or takes another name, and when a finished game has been kept.
    """

    number: int
    base: int
    events: list[Event]
    view: View
    window: list[int]
    clock: int | None


class Done(Message, frozen=True, tag="done"):
    """A request was followed. `number` is the number of the last event, `hint` the words that were asked for, `why` reasons."""

    id: str
    number: int = 0
    hint: str = ""
    why: str = ""


class Refused(Message, frozen=True, tag="refused"):
    """A request was not followed and has changed nothing; `why` is a sentence. `stale`: the table had moved on."""

    id: str
    why: str
    stale: bool = False


class Said(Message, frozen=True, tag="said"):
    """Somebody at the table said something or showed a feeling; `seat` is None for a watcher.

    `count` counts what was said in the room, `after` is the number of the last event before it. Whoever comes in is told again
    what was said last.
    """

    name: str
    seat: int | None
    text: str = ""
    emote: str = ""
    count: int = 0
    after: int = 0


class Ponged(Message, frozen=True, tag="pong"):
    """The answer to a `ping`."""

    id: str


class Left(Message, frozen=True, tag="left"):
    """One is no longer in the room; `why` says why, if it was not one's own wish."""

    why: str = ""


class Stopping(Message, frozen=True, tag="stopping"):
    """The house stops or restarts; nothing is lost. Come back after so many milliseconds."""

    retry: int


Told = Hello | RoomTold | Update | Done | Refused | Said | Ponged | Left | Stopping

_decoder = msgspec.json.Decoder(Asked)
_encoder = msgspec.json.Encoder()


class NotUnderstood(ValueError):
    """A frame that is no message; the text is a sentence for its sender."""


def understood(frame: str | bytes) -> Any:
    """The request in a frame, or NotUnderstood."""
    if len(frame) > LARGEST_FRAME:
        raise NotUnderstood(f"A message has at most {LARGEST_FRAME} bytes.")
    try:
        return _decoder.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotUnderstood(_sentence(error)) from None


def mark_of(frame: str | bytes) -> str:
    """The id of a message that is wrong otherwise, so that its sender knows which."""
    try:
        mark = msgspec.json.decode(frame).get("id")
    except (msgspec.DecodeError, UnicodeError, RecursionError, AttributeError):
        return ""
    return mark if isinstance(mark, str) and len(mark) <= LONGEST_MARK else ""


def _sentence(error: Exception) -> str:
    """What was wrong with a message; msgspec's own words say where."""
    if isinstance(error, msgspec.ValidationError):
        return f"This message is not one of the protocol: {error}."
    return "A message is one JSON object."


def frame(message: Message) -> str:
    """A message as a text frame."""
    return _encoder.encode(message).decode()


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, made from the types."""
    (asked, told), parts = msgspec.json.schema_components([Asked, Told], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The wire of Parlour, protocol {PROTOCOL}",
        "$defs": {**parts, "FromClient": asked, "FromHouse": told},
    }
