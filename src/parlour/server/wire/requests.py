"""The requests of a client."""

from typing import Annotated

from msgspec import Meta, Struct

from ..store.log import Options, Plan

LONGEST_ID = 40

RequestId = Annotated[str, Meta(max_length=LONGEST_ID, description="An id chosen by the client and repeated in the answer.")]
Code = Annotated[str, Meta(min_length=6, max_length=6, description="The code of a room.")]
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Level = Annotated[str, Meta(max_length=20, description="The level of a bot; empty: the default level.")]


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A request from a client."""

    id: RequestId = ""


class Enter(Request, frozen=True, tag="enter"):
    """Enter a room, to play if you have a seat there, otherwise to watch. `seen` is the number of the last event you have.

    Where nobody may watch a running game, `sit` lets you in on the first bot's seat that you may take.
    """

    room: Code
    seen: Number = 0
    sit: bool = False


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
    seat for good. A removed person can only come back after `admit`, even with a new cookie from the same address.
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

    A `change` does not undo what was changed elsewhere at the same moment. If there are fewer seats, people and bots on seats
    that disappear move to free seats that remain.
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
    """Host: deal. Every seat must be taken. The game begins when everybody who pledged a number has revealed it."""


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


class Undo(Request, frozen=True, tag="undo"):
    """Take your last move back, with everything that happened since; the game is practice from then on.

    Alone against bots this happens at once, as often as you like. Among people everybody at the table has to agree, each with
    this request and the `seat` whose move it is (`on` false takes a vote back), and nobody may have seen a new card since.
    `seen` is the number of the last event you have: if more has happened, the request is refused as stale.
    """

    seen: Number
    seat: Seat | None = None
    on: bool = True


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

    Where two or more people play, the plan must allow `hints`, and everybody is told (`said`).
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
    """Host: mute the person in a seat, or a watcher by their index in `watchers`; with `on` false, unmute them."""

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
