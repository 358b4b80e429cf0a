"""The messages of the server."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from ...bots import Advice, Rated
from ...bots.advice import RANKING
from ...core.events import Event
from ...core.narration import NarratedMove
from ...core.notes import Note
from ...core.remedy import Remedy
from ...core.sentence import CARD, MOVE, OPTION, Sentence, sentence_of
from ...core.tips import Tip
from ...core.view import Outcome, View
from ..store.log import Plan


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
    """A vote of the people at the table who are connected. `seat` or `watcher` is the person whom it concerns.

    `voters` are seats; `needed` is the number of votes that decide it. A rematch is always up to the host. `undo`: the person
    on this seat wants to take a move back; then everybody who plays has to agree, connected or not.
    """

    matter: Literal["stand_in", "remove", "rematch", "undo"]
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
Practice = Literal["", "continued", "repeated", "undone"]


class RoomState(Message, frozen=True, tag="room"):
    """The present state of the room: sent when you enter and whenever it changes.

    `phase` is gathering (before the deal), playing, scored (between two rounds of a match) or over. `commitment` is the hash
    of the secret of the current deal during a game, otherwise of the next one, and empty until that is chosen; `pledges` are
    people's commitments to their numbers for that deal. `dealing` is empty until the deal is asked for; then it is revealing
    (their numbers are asked for) or pledging (the deal starts again, without the seats in `left_out`). `replay` is the id of
    the last finished game, empty until it is saved. `removed` are the names of the people who were removed; only the host is
    told. `arranging`: after the end, the host is back at seats and house rules. `shut`: nobody new can come in.
    `seats_for_you` are the bots' seats that you may take during a game.
    `hints`: whether those who play may ask for hints. `practice` says why the game counts for nothing: it was continued from
    another one, its deal was repeated, or moves were undone; it is empty if the game counts. `challenge` is the id of the
    link that led to its deal.
    """

    code: str
    phase: Phase
    plan: Plan
    chairs: list[Chair]
    watchers: list[Watcher]
    host: int | None
    """The host's seat; None if the host has no seat."""
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
    practice: Practice = ""
    challenge: str = ""


class Update(Message, frozen=True, tag="update"):
    """The game as you see it: the events since the last update, and your own view with your legal moves.

    `number` counts events across all games of the room; event n of the view has the number `base` + n. `clock` is the number
    of milliseconds left to the seat whose turn it is; null without a clock. There may be no new events: the same position is
    sent again when somebody comes back or changes name, and when a finished game has been saved. `story` is the same events
    in sentences, move by move: lines of words and cards. `later` replaces `lines` when cards that were shown for a moment are
    turned back. An update has at most 250 events; `skipped` is the number of earlier ones that it left out (see `earlier`).
    `cautions` are warnings before moves: `about` is the words of a move, or the verb of all moves with it. `needs` say why
    cards can't be played: `about` is the card. `idle` are legal moves that would change nothing now and need not be offered.
    `tip` is for first games: what you can do now and what the last card did, in words for a beginner. `undone` is how often
    moves were taken back in this round: the events that remain are then sent again under a higher `base`.
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
    undone: int = 0


class Past(Message, frozen=True, tag="past"):
    """The answer to `earlier`: events of this game and the same in sentences, as in an update; empty if there are none."""

    id: str
    base: int
    events: list[Event]
    story: list[NarratedMove] = []


class Reason(Struct, frozen=True, kw_only=True):
    """A reason for a hint: a sentence, its key, what was filled in, and the moves that it is about.

    An `idea` is the main reason for the best move and a `ranking` says how often moves win; `rated` contains both already.
    """

    text: str
    role: Literal["idea", "ranking", "more"] = "more"
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


def reasons(advice: Advice) -> list[Reason]:
    """Return the reasons for a piece of advice."""
    found = [_reason(why, "ranking" if why.key in RANKING else "more") for why in advice.why]
    return [structs.replace(found[0], role="idea"), *found[1:]] if advice.has_idea else found


def _reason(why: Sentence, role: Literal["ranking", "more"]) -> Reason:
    return Reason(text=str(why), role=role, key=why.key, parts=_parts(why), moves=why.named(MOVE))


def _parts(said: Sentence) -> dict[str, str]:
    return {name: str(part) for name, part in said.parts.items()}


class Refused(Message, frozen=True, tag="refused"):
    """A request was refused and has changed nothing; `why` is a sentence. `stale`: the game had moved on.

    `code` is the key of the sentence and `parts` what was filled in; `options` and `cards` are the names of what it is about.
    `remedy` is what else to change so that house rules go together; its `text` is the label of a button.
    """

    id: str
    why: str
    stale: bool = False
    code: str = ""
    parts: dict[str, str] = {}
    options: Sequence[str] = ()
    cards: Sequence[str] = ()
    remedy: Remedy | None = None


def refused(id: str, error: Exception, *, stale: bool = False, remedy: Remedy | None = None) -> Refused:
    """Return the answer to a request that was refused with an error."""
    why = sentence_of(error)
    about = {"options": why.named(OPTION), "cards": why.named(CARD)}
    return Refused(id=id, why=str(why), stale=stale, code=why.key, parts=_parts(why), **about, remedy=remedy)


class ChatLine(Message, frozen=True, tag="said"):
    """Somebody sent a chat message or an emote, asked for a `hint`, or took a move back (`undo`); `seat` is null for a watcher.

    `count` numbers the messages of the room; `after` is the number of the last event before it. The latest ones are sent again
    to anybody who enters; `earlier_chat` asks for those before them.
    """

    name: str
    seat: int | None
    text: str = ""
    emote: str = ""
    hint: bool = False
    undo: bool = False
    count: int = 0
    after: int = 0


class PastChat(Message, frozen=True, tag="past_chat"):
    """The answer to `earlier_chat`: messages in the order in which they were sent; empty if there are none."""

    id: str
    lines: list[ChatLine]


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a `ping`."""

    id: str


class Left(Message, frozen=True, tag="left"):
    """You are no longer in the room; `why` is a sentence and `code` its key, both empty if you asked to leave."""

    why: str = ""
    code: str = ""


class RoomMoved(Message, frozen=True, tag="moved"):
    """Another server keeps this room. Connect to `url`, relative to this address, and resend what was not answered."""

    url: str


class Stopping(Message, frozen=True, tag="stopping"):
    """The server is stopping or restarting; nothing is lost. Connect again after `retry` milliseconds."""

    retry: int


MESSAGES: tuple[type[Message], ...] = tuple(Message.__subclasses__())
"""All messages of the server, in the order of the documentation."""
Answer = Done | Refused
