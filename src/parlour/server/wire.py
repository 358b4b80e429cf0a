"""The wire protocol: every message between a client and the server, as types.

A message is one JSON object in one text frame; `type` names its type. A request may carry an `id` chosen by the client; its
answer, `done` or `refused`, carries the same `id`. `docs/protocol.md` and its schema are generated from these types.

To add a request, add its type here and its handler in `rooms/handlers.py`.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, Union

import msgspec
from msgspec import Meta, Struct

from ..bots import Rated
from ..core.events import Event
from ..core.narration import NarratedMove
from ..core.notes import Note
from ..core.remedy import Remedy
from ..core.sentence import CARD, MOVE, OPTION, Sentence, as_str, sentence_of
from ..core.tips import Tip
from ..core.view import Outcome, View
from .store.log import Options, Plan

PROTOCOL = 2
LARGEST_FRAME = 8_192
"""Bytes that a client may send in one frame."""
LONGEST_ID = 40

RequestId = Annotated[str, Meta(max_length=LONGEST_ID, description="An id chosen by the client and repeated in the answer.")]
Code = Annotated[str, Meta(min_length=6, max_length=6, description="The code of a room.")]
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(max_length=20, description="The level of a bot; empty: the default level.")]


# ---- from the client ----------------------------------------------------------------------------------------------


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A request from a client."""

    id: RequestId = ""


class Enter(Request, frozen=True, tag="enter"):
    """Enter a room, to play if you have a seat there, otherwise to watch. `seen` is the number of the last event you have."""

    room: Code
    seen: Number = 0


class Leave(Request, frozen=True, tag="leave"):
    """Leave the room. Before the deal and after the end this frees your seat; during a game a bot plays until you return."""


class Sit(Request, frozen=True, tag="sit"):
    """Take this free seat, or the first one. During a game, take the seat of a bot: you see what that seat may know.

    Nobody can have two seats in one round of a game.
    """

    seat: Seat | None = None


class Rise(Request, frozen=True, tag="rise"):
    """Give up your seat and stay to watch; only before the deal or after the end."""


class AddBot(Request, frozen=True, tag="add_bot"):
    """Host: put a bot on this seat, or on the first free one."""

    seat: Seat | None = None
    level: Level = ""


class Unseat(Request, frozen=True, tag="unseat"):
    """Host: free a seat taken by a bot or a person; only before the deal or after the end.

    Another person is also removed from the room (`left`) and can only come back after `admit`. See `remove` for a game.
    """

    seat: Seat


class Remove(Request, frozen=True, tag="remove"):
    """Remove the person on a seat, or a watcher by their index in `watchers`, at any time; with `on` false, take a vote back.

    The host decides at once; from others at the table it is a vote. The host can't be removed. During a game a bot takes the
    seat for good. A removed person can only come back after `admit`, also under a new cookie from the same address.
    """

    seat: Seat | None = None
    watcher: Number | None = None
    on: bool = True


class StandIn(Request, frozen=True, tag="stand_in"):
    """Let a bot play for the person on a seat who is away or `overdue`, until they come back (`here`).

    The host decides at once; from others at the table it is a vote, which `on` false takes back.
    """

    seat: Seat
    on: bool = True


class Here(Request, frozen=True, tag="here"):
    """Say that you are still there when you are `asked`, or take your seat back from the bot that plays for you."""


class Door(Request, frozen=True, tag="door"):
    """Host: shut the door, so that only people who are in the room now can come back, or open it."""

    open: bool


class Admit(Request, frozen=True, tag="admit"):
    """Host: let a removed person come back, by their index in `removed`."""

    removed: Number


class Change(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes to a plan. Fields and house rules that are not given stay as they are."""

    seats: int | None = None
    options: Options = {}
    rounds: int | None = None
    target: int | None = None
    public: bool | None = None
    watchers: bool | None = None
    pace: int | None = None
    grace: int | None = None
    patience: int | None = None
    hints: bool | None = None


class Replan(Request, frozen=True, tag="replan"):
    """Host: replace the `plan`, or `change` parts of it; only before the deal or after the end.

    A `change` does not undo what was changed elsewhere at the same moment. If there are fewer seats, those on the seats that
    go move to free seats that stay.
    """

    plan: Plan | None = None
    change: Change | None = None


class Pledge(Request, frozen=True, tag="pledge"):
    """Commit to a random number of 128 bits for the next deal, by its hash (see “The fair deal”)."""

    commitment: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Reveal(Request, frozen=True, tag="reveal"):
    """Reveal the number that you committed to. The room asks for it with `dealing`: “revealing”."""

    number: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Start(Request, frozen=True, tag="start"):
    """Host: deal. Every seat must be taken. The game begins when the numbers of all who pledged one are revealed."""


class Next(Request, frozen=True, tag="next"):
    """Deal the next round of a match."""


class Rematch(Request, frozen=True, tag="rematch"):
    """Host: play again under the same rules; everybody moves on by one seat.

    From others at the table it is a vote (with `on` false, the vote is taken back). If everybody else wants a rematch and the
    host does not begin it within `patience` seconds after the end, it begins by itself.
    """

    on: bool = True


class Arrange(Request, frozen=True, tag="arrange"):
    """Host: go back to seats and house rules after the end; the others see `arranging` until the next deal."""


class Move(Request, frozen=True, tag="move"):
    """Make a move. `seen` is the number of the last event you have: if more has happened, the move is refused as stale.

    A move may be sent again with the same `id`: it is never made twice.
    """

    move: Words
    seen: Number


class Resync(Request, frozen=True, tag="resync"):
    """Ask for the room and the game again, with the events after `seen`."""

    seen: Number = 0


class Earlier(Request, frozen=True, tag="earlier"):
    """Ask for events of this game that an update left out (`skipped`): the latest after `since` up to `until`.

    The answer is `past`. It has at most 250 events; ask again for those before them.
    """

    until: Number
    since: Number = 0


class EarlierChat(Request, frozen=True, tag="earlier_chat"):
    """Ask for earlier chat messages of this room: the latest up to the one numbered `until`.

    The answer is `past_chat`. It has at most 250 messages; ask again for those before them.
    """

    until: Number


class Hint(Request, frozen=True, tag="hint"):
    """Ask which move the server would make in your place, and why; one at a time.

    Where two or more people play, the plan must allow `hints`, and everybody is told of it (`said`).
    """


class Looked(Request, frozen=True, tag="looked"):
    """The cards that you were shown for a moment are turned back: bots don't wait for you any longer."""


class Chat(Request, frozen=True, tag="chat"):
    """Send a short message to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Emote(Request, frozen=True, tag="emote"):
    """Send one of the emotes listed in `hello`."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]


class Mute(Request, frozen=True, tag="mute"):
    """Host: mute the person on a seat, or a watcher by their index in `watchers`; with `on` false, unmute them."""

    seat: Seat | None = None
    watcher: Number | None = None
    on: bool = True


class Block(Request, frozen=True, tag="block"):
    """Block the person on a seat or a watcher: you are not shown what they say, and they can't enter a table that you host.

    Nobody else is told. With `on` false, lift it.
    """

    seat: Seat | None = None
    watcher: Number | None = None
    on: bool = True


class Report(Request, frozen=True, tag="report"):
    """Report the person on a seat or a watcher to the operator of the server, who also sees what they said last."""

    why: Annotated[str, Meta(min_length=1, max_length=300)]
    seat: Seat | None = None
    watcher: Number | None = None


class PassHost(Request, frozen=True, tag="pass_host"):
    """Host: make the person on this seat the host."""

    seat: Seat


class Close(Request, frozen=True, tag="close"):
    """Host: close the room for good."""


class Ping(Request, frozen=True, tag="ping"):
    """Ask for a `pong`."""


REQUESTS: tuple[type[Request], ...] = tuple(Request.__subclasses__())
"""All requests, in the order of the documentation."""


# ---- from the server ----------------------------------------------------------------------------------------------


class Message(Struct, frozen=True, tag_field="type", kw_only=True):
    """A message from the server."""


class Chair(Struct, frozen=True, kw_only=True):
    """A seat of a room. `kind` is free, person or bot; `stand_in` is the level of the bot that plays for an absent person.

    `character` is the one that a person has chosen; without one, a page chooses by the name.
    `waits` is a sentence about a bot that cannot play at its level yet. `asked`: the person has not moved for a while and is
    asked whether they are still there; `overdue`: they have not answered, and `stand_in` may be requested for them.
    `blocked`: you have blocked them.
    """

    kind: Literal["free", "person", "bot"]
    name: str = ""
    colour: str = ""
    character: str = ""
    level: str = ""
    present: bool = False
    stand_in: str = ""
    muted: bool = False
    waits: str = ""
    asked: bool = False
    overdue: bool = False
    blocked: bool = False


class SeatPledge(Struct, frozen=True, kw_only=True):
    """The commitment of a seat to its number."""

    seat: int
    commitment: str


class Watcher(Struct, frozen=True, kw_only=True):
    """A person who watches."""

    name: str
    muted: bool = False
    blocked: bool = False


class Vote(Struct, frozen=True, kw_only=True):
    """A vote of the people at the table. `seat` or `watcher` is the person whom it concerns; `voters` are seats.

    `needed` is the number of votes that decide it. A rematch is always up to the host.
    """

    matter: Literal["stand_in", "remove", "rematch"]
    seat: int | None = None
    watcher: int | None = None
    voters: list[int]
    needed: int


class Hello(Message, frozen=True, tag="hello"):
    """The first message on a socket."""

    protocol: int
    name: str
    colour: str
    levels: list[str]
    emotes: list[str]


Phase = Literal["gathering", "playing", "scored", "over"]
Dealing = Literal["", "pledging", "revealing"]


class RoomState(Message, frozen=True, tag="room"):
    """The present state of the room: sent when you enter and whenever it changes.

    `phase` is gathering (before the deal), playing, scored (between two rounds of a match) or over. `commitment` is the hash
    of the secret of the current deal during a game, otherwise of the next one, and empty until that is chosen; `pledges` are
    the commitments to the numbers of people for it. `dealing` is empty until the deal is asked for; then it is revealing
    (their numbers are asked for) or pledging (the deal starts again, without the seats in `left_out`). `replay` is the id of
    the last finished game, empty until it is saved. `removed` are the names of the people who were removed; only the host is
    told. `arranging`: after the end, the host is back at seats and house rules. `shut`: nobody new can come in.
    `seats_for_you` are the bots' seats that you may take during a game.
    `hints`: whether those who play may ask for hints.
    """

    code: str
    phase: Phase
    plan: Plan
    chairs: list[Chair]
    watchers: list[Watcher]
    host: int | None
    """The host's seat; None: the host has no seat."""
    you: int | None
    you_host: bool
    commitment: str
    pledges: list[SeatPledge]
    dealing: Dealing
    left_out: list[int]
    games: int
    round: int
    scores: list[int]
    result: Outcome | None
    replay: str = ""
    removed: list[str] = []
    arranging: bool = False
    shut: bool = False
    votes: list[Vote] = []
    seats_for_you: list[int] = []
    hints: bool = True


class Update(Message, frozen=True, tag="update"):
    """The game as you see it: the events since the last update, and your own view with your legal moves.

    `number` counts events through all games of the room; event n of the view has the number `base` + n. `clock` is the number
    of milliseconds left to the seat whose turn it is; null without a clock. There may be no new events: the same position is
    sent again when somebody comes back or changes name, and when a finished game has been saved. `story` is the same events
    in sentences, move by move: lines of words and cards. `later` replaces `lines` when cards that were shown for a moment are
    turned back. An update has at most 250 events; `skipped` is the number of earlier ones that it left out (see `earlier`).
    `cautions` are warnings before moves: `about` is the words of a move, or the verb of all moves with it. `needs` say why
    cards can't be played: `about` is the card. `idle` are legal moves that would change nothing now and need not be offered.
    `tip` is for first games: what you can do now and what the last card did, in words for a beginner.
    """

    number: int
    base: int
    events: list[Event]
    view: View
    window: list[int]
    clock: int | None
    story: list[NarratedMove] = []
    skipped: int = 0
    cautions: list[Note] = []
    needs: list[Note] = []
    idle: list[str] = []
    tip: Tip | None = None


class Past(Message, frozen=True, tag="past"):
    """The answer to `earlier`: events of this game and the same in sentences, as in an update; none if there are none."""

    id: str
    base: int
    events: list[Event]
    story: list[NarratedMove] = []


class Reason(Struct, frozen=True, kw_only=True):
    """A reason for a hint: a sentence, its key, what was filled in, and the moves that it is about."""

    text: str
    key: str = ""
    parts: dict[str, str] = {}
    moves: Sequence[str] = ()


class Done(Message, frozen=True, tag="done"):
    """A request succeeded. `number` is the number of the last event.

    `hint` is the move that answers a request for a hint, and `why` the reasons in one text; `reasons` are the same one by one,
    and `rated` the moves with their share of wins, the best first, if games were simulated.
    """

    id: str
    number: int = 0
    hint: str = ""
    why: str = ""
    reasons: Sequence[Reason] = ()
    rated: Sequence[Rated] = ()


def reason(why: Sentence) -> Reason:
    """Return a sentence of an advice as a reason."""
    parts = {name: str(part) for name, part in why.parts.items()}
    return Reason(text=str(why), key=why.key, parts=parts, moves=why.named(MOVE))


class Refused(Message, frozen=True, tag="refused"):
    """A request was refused and has changed nothing; `why` is a sentence. `stale`: the game had moved on.

    `code` is the key of the sentence; `options` and `cards` are the names of what it is about. `remedy` is what else to change
    so that house rules go together; its `text` is the label of a button.
    """

    id: str
    why: str
    stale: bool = False
    code: str = ""
    options: Sequence[str] = ()
    cards: Sequence[str] = ()
    remedy: Remedy | None = None


def refused(id: str, error: Exception, *, stale: bool = False, remedy: Remedy | None = None) -> Refused:
    """Return the answer to a request that was refused with an error."""
    why = sentence_of(error)
    about = {"options": why.named(OPTION), "cards": why.named(CARD)}
    return Refused(id=id, why=str(why), stale=stale, code=why.key, **about, remedy=remedy)


class ChatLine(Message, frozen=True, tag="said"):
    """Somebody sent a chat message or an emote, or asked for a `hint`; `seat` is null for a watcher.

    `count` numbers the messages of the room; `after` is the number of the last event before it. The latest ones are sent again
    to anybody who enters; `earlier_chat` asks for those before them.
    """

    name: str
    seat: int | None
    text: str = ""
    emote: str = ""
    hint: bool = False
    count: int = 0
    after: int = 0


class PastChat(Message, frozen=True, tag="past_chat"):
    """The answer to `earlier_chat`: messages in the order in which they were sent; none if there are none."""

    id: str
    lines: list[ChatLine]


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a `ping`."""

    id: str


class Left(Message, frozen=True, tag="left"):
    """You are no longer in the room; `why` is a sentence and `code` its key, both empty if you asked to leave."""

    why: str = ""
    code: str = ""


class Stopping(Message, frozen=True, tag="stopping"):
    """The server stops or restarts; nothing is lost. Connect again after `retry` milliseconds."""

    retry: int


MESSAGES: tuple[type[Message], ...] = tuple(Message.__subclasses__())
"""All messages of the server, in the order of the documentation."""
Answer = Done | Refused


# ---- frames -------------------------------------------------------------------------------------------------------

_Requests = Union[REQUESTS]  # type: ignore[valid-type]  # noqa: UP007
_Messages = Union[MESSAGES]  # type: ignore[valid-type]  # noqa: UP007
_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(_Requests)
_encoder = msgspec.json.Encoder(enc_hook=as_str)


class InvalidFrame(ValueError):
    """A frame that is not a message of the protocol; the text is a sentence for its sender."""


def decode(frame: str | bytes) -> Request:
    """Return the request in a frame, or raise InvalidFrame."""
    if len(frame) > LARGEST_FRAME:
        raise InvalidFrame(f"A message may have at most {LARGEST_FRAME} bytes.")
    try:
        return _decoder.decode(frame)
    except msgspec.ValidationError as error:
        raise InvalidFrame(f"This is not a message of the protocol: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidFrame("A message must be one JSON object.") from None


def id_in(frame: str | bytes) -> str:
    """Return the id in an otherwise invalid frame, so that its sender knows which one was refused."""
    try:
        id = msgspec.json.decode(frame).get("id")
    except (msgspec.DecodeError, UnicodeError, RecursionError, AttributeError):
        return ""
    return id if isinstance(id, str) and len(id) <= LONGEST_ID else ""


def encode(message: Struct) -> str:
    """Return a message as a text frame."""
    return _encoder.encode(message).decode()


def schema() -> dict[str, object]:
    """Return the JSON schema of all messages."""
    (requests, messages), parts = msgspec.json.schema_components([_Requests, _Messages], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The wire of Parlour, protocol {PROTOCOL}",
        "$defs": {**parts, "FromClient": requests, "FromHouse": messages},
    }
