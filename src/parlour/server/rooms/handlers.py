"""The handlers of all requests of the wire protocol: `HANDLERS` maps each type to its handler and its requirements.

To add a request, add its type in `wire/requests.py`, and its handler and one row of `HANDLERS` here.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from msgspec import structs

from ...core.remedy import Clash
from ...core.texts import Voice
from .. import wire
from ..store import log
from ..store.rows import GATHERING, OVER, SCORED
from . import dealing
from .chat import EMOTES, plain_text
from .company import door, here, propose_rematch, remove, stand_in, take_bots_seat
from .complaints import block, report
from .context import Context, Entries, check_host, check_seat, person_named
from .names import Participant, bot_name, name_in, watcher_names
from .place import Place
from .plans import checked_level, checked_plan
from .presence import Viewer
from .refusals import REMOVED, RequestRefused, refused
from .room import Room
from .takeback import undo
from .updates import MOST_EVENTS

if TYPE_CHECKING:
    from .keeper import Keeper

R = TypeVar("R", bound=wire.Request)


@dataclass(frozen=True, slots=True)
class PendingRequest(Generic[R]):
    """A request in a room's mailbox. `sent_at` is when the client sent it, by the server's own measurement."""

    person: Participant
    request: R
    sent_at: float
    voice: Voice
    answered: asyncio.Future[wire.Answer]

    def answer(self, answer: wire.Answer) -> None:
        """Answer the request, unless nobody waits for the answer any more."""
        if not self.answered.done():
            self.answered.set_result(answer)


# ---- requests about the connection ----------------------------------------------------------------------------------


async def ping(viewer: Viewer, request: wire.Ping) -> wire.Message:
    return wire.Pong(id=request.id)


async def enter(viewer: Viewer, request: wire.Enter) -> wire.Message:
    await _charge(viewer, MOST_EVENTS)
    keeper = await viewer.rooms.keeper_for(request.room, viewer.address, viewer.person.id)
    previous = viewer.keeper
    if previous is keeper:
        viewer.show(keeper, request.seen)
    else:
        await keeper.enter(viewer, request.seen, sits=request.sit)
        if previous is not None:
            previous.remove(viewer)
    return keeper.done(request, viewer.person.id)


async def leave(viewer: Viewer, request: wire.Leave) -> wire.Message:
    viewer.leave()
    return wire.Done(id=request.id)


async def resync(viewer: Viewer, request: wire.Resync) -> wire.Message:
    if viewer.keeper is None:
        raise refused("refusal.noTableYet")
    await _charge(viewer, viewer.keeper.updates.cost(viewer.person.id, request.seen))
    if viewer.keeper is None:  # removed in the meantime
        raise refused("refusal.noTableYet")
    viewer.show(viewer.keeper, request.seen)
    return viewer.keeper.done(request, viewer.person.id)


async def earlier(viewer: Viewer, request: wire.Earlier) -> str:
    await _charge(viewer, MOST_EVENTS)
    if viewer.keeper is None:
        raise refused("refusal.noTableYet")
    return viewer.keeper.updates.past(viewer.person.id, request)


async def earlier_chat(viewer: Viewer, request: wire.EarlierChat) -> wire.Message:
    await _charge(viewer, MOST_EVENTS)
    if viewer.keeper is None:
        raise refused("refusal.noTableYet")
    return viewer.keeper.updates.past_chat(viewer.person.id, request)


async def _charge(viewer: Viewer, events: int) -> None:
    """Wait if this person has requested too many events, on all their connections together."""
    await viewer.rooms.slow_down(viewer.rooms.limits.events_of_person, viewer.person.id, events)


# ---- requests about the game ----------------------------------------------------------------------------------------


async def move(keeper: "Keeper", pending: PendingRequest[wire.Move]) -> None:
    await keeper.moves.add(pending)


async def hint(keeper: "Keeper", pending: PendingRequest[wire.Hint]) -> None:
    await keeper.hints.give(pending)


async def looked(keeper: "Keeper", pending: PendingRequest[wire.Looked]) -> None:
    seat = keeper.room.seat_of(pending.person.id)
    if seat is not None:
        keeper.autoplay.end_look(seat)
    pending.answer(keeper.done(pending.request, pending.person.id))


# ---- requests about seats -------------------------------------------------------------------------------------------


def sit(context: Context, request: wire.Sit) -> Entries:
    room, person = context.room, context.person
    if person.id in room.removed:
        raise refused(REMOVED)
    if not room.is_open:
        return [take_bots_seat(context, request.seat)]
    own = room.seat_of(person.id)
    if own is not None and request.seat in (None, own):
        return []
    wanted = _wanted_seat(room, request.seat)
    if not room.places[wanted].is_free:
        raise refused("refusal.taken", seat=wanted)
    risen: Entries = [] if own is None else [log.Rose(own)]
    return [*risen, log.Sat(wanted, person.id, name_in(room, person), person.colour, person.character)]


def rise(context: Context, request: wire.Rise) -> Entries:
    seat = context.room.seat_of(context.person.id)
    assert seat is not None
    return [log.Rose(seat)]


def add_bot(context: Context, request: wire.AddBot) -> Entries:
    room = context.room
    wanted = _wanted_seat(room, request.seat)
    place = room.places[wanted]
    if not place.is_free and not place.level:
        raise refused("refusal.sitsThere", name=place.name)
    name = place.name if place.level else bot_name(room.names)
    return [log.BotSat(wanted, checked_level(request.level), name)]


def _wanted_seat(room: Room, seat: int | None) -> int:
    """Return this seat, or the first free one."""
    wanted = room.free_seat() if seat is None else seat
    if wanted is None:
        raise refused("refusal.allTaken")
    check_seat(room, wanted)
    return wanted


def unseat(context: Context, request: wire.Unseat) -> Entries:
    check_seat(context.room, request.seat)
    place = context.room.places[request.seat]
    if place.is_free:
        raise refused("refusal.freeAlready", seat=request.seat)
    is_other_person = place.person not in ("", context.person.id)
    removed = log.Removed(place.person, place.name, mark=context.mark_of(place.person))
    return [log.Rose(request.seat), *([removed] if is_other_person else [])]


def admit(context: Context, request: wire.Admit) -> Entries:
    removed = list(context.room.removed)
    if request.removed >= len(removed):
        raise refused("refusal.notRemoved")
    return [log.Removed(removed[request.removed], on=False)]


def pass_host(context: Context, request: wire.PassHost) -> Entries:
    check_seat(context.room, request.seat)
    heir = context.room.places[request.seat].person
    if not heir:
        raise refused("refusal.hostPerson")
    return [log.Hosted(heir)]


def mute(context: Context, request: wire.Mute) -> Entries:
    muted = person_named(context, request.seat, request.watcher)
    if not muted or muted == context.person.id:
        raise refused("refusal.muteOther")
    return [log.Muted(muted, request.on)]


def close(context: Context, request: wire.Close) -> Entries:
    return [log.Closed()]


# ---- requests about plan and deal -----------------------------------------------------------------------------------


def replan(context: Context, request: wire.Replan) -> Entries:
    room, change = context.room, request.change or wire.Change()
    plan = request.plan or room.plan
    given = {name: value for name, value in structs.asdict(change).items() if value is not None}
    try:
        checked = checked_plan(structs.replace(plan, **given | {"options": plan.options | change.options}))
    except Clash as clash:
        remedy = clash.remedy(change.options, keep_seats=change.seats is not None)
        raise RequestRefused(clash.sentence, remedy=remedy) from None
    return [*_moved_up(room, checked.seats), log.Planned(checked)]


def _moved_up(room: Room, seats: int) -> Entries:
    """Move everybody on a seat that disappears to a free one: people first, then bots while there are seats."""
    free = [seat for seat, place in enumerate(room.places[:seats]) if place.is_free]
    beyond = sorted(enumerate(room.places[seats:], seats), key=lambda found: not found[1].person)
    entries: Entries = []
    for seat, place in beyond:
        if place.person and not free:
            raise refused("refusal.sitsBeyond", name=place.name, seat=seat)
        if place.is_free or not free:
            continue
        to = free.pop(0)
        entries += [log.Rose(seat), _same_at(to, place)]
    return entries


def _same_at(seat: int, place: Place) -> log.Entry:
    """Return the entry that moves a person or bot to another seat."""
    if not place.person:
        return log.BotSat(seat, place.level, place.name)
    return log.Sat(seat, place.person, place.name, place.colour, place.character)


def pledge(context: Context, request: wire.Pledge) -> Entries:
    return dealing.pledge(context.room, context.person.id, request.commitment)


def reveal(context: Context, request: wire.Reveal) -> Entries:
    return dealing.reveal(context.room, context.person.id, request.number)


def start(context: Context, request: wire.Start) -> Entries:
    if not context.room.is_open:
        raise refused("refusal.begun")
    return _deal(context)


def _deal(context: Context) -> Entries:
    free = context.room.free_seat()
    if free is not None:
        raise refused("refusal.seatFree", seat=free)
    return dealing.begin(context.room, context.present)


def next_round(context: Context, request: wire.Next) -> Entries:
    if context.room.seat_of(context.person.id) is None:
        check_host(context)
    if context.room.phase != SCORED:
        raise refused("refusal.noRound")
    return [log.NextRound()]


def rematch(context: Context, request: wire.Rematch) -> Entries:
    phase = context.room.phase
    if phase != OVER:
        raise refused("refusal.noRematch" if phase == GATHERING else "refusal.notOver")
    if not context.is_host:
        return propose_rematch(context, request)
    if not context.room.is_open:
        raise refused("refusal.begun")
    return [log.Rematched(), *_deal(context)] if request.on else []


def arrange(context: Context, request: wire.Arrange) -> Entries:
    return [log.Arranged()] if context.room.phase == OVER and not context.room.is_arranging else []


# ---- chat -----------------------------------------------------------------------------------------------------------


def chat(context: Context, request: wire.Chat) -> Entries:
    name, seat = _speaker(context)
    text = plain_text(request.text)
    if not text:
        raise refused("refusal.emptyMessage")
    return [log.Said(name, seat, text, person=context.person.id)]


def emote(context: Context, request: wire.Emote) -> Entries:
    name, seat = _speaker(context)
    if request.name not in EMOTES:
        raise refused("refusal.noEmote", emotes=", ".join(EMOTES))
    return [log.Said(name, seat, emote=request.name, person=context.person.id)]


def _speaker(context: Context) -> tuple[str, int | None]:
    """Return the name and the seat under which a person chats."""
    room, person = context.room, context.person
    if person.id in room.muted:
        raise refused("refusal.muted")
    seat = room.seat_of(person.id)
    if seat is not None:
        return room.places[seat].name, seat
    ids = [watcher.id for watcher in context.watchers]
    names = dict(zip(ids, watcher_names(room, context.watchers), strict=True))
    return names.get(person.id, person.name), None


# ---- the table ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConnectionHandler:
    """Handles a request at once, on the connection."""

    act: Callable[[Viewer, wire.Request], Awaitable[wire.Message | str]]
    """Returns the answer, as a message or as a frame."""


@dataclass(frozen=True, slots=True)
class GameHandler:
    """Handles a request in the room's mailbox and answers it itself, perhaps later."""

    act: Callable[["Keeper", PendingRequest[wire.Request]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RoomHandler:
    """Handles a request in the room's mailbox by returning entries for the log, or refuses it.

    Requirements are checked in this order: `host` (the person is the host), `seat` (the person has a seat), `open` (no game is
    in progress). A `chat` request is rate limited, but possible at any time. A `deal` request does not count towards the quotas
    of the log: otherwise a host who has used them up could keep others' numbers out of the deal.
    """

    act: Callable[[Context, wire.Request], Entries]
    host: bool = False
    seat: bool = False
    open: bool = False
    chat: bool = False
    deal: bool = False

    def entries(self, context: Context, request: wire.Request) -> Entries:
        """Check the requirements and return the entries that follow from a request. Nothing else changes during a deal."""
        if context.room.mixing.is_dealing and not self.deal and not self.chat:
            raise refused("refusal.dealing")
        if self.host:
            check_host(context)
        if self.seat and context.room.seat_of(context.person.id) is None:
            raise refused("refusal.notSeated")
        if self.open and not context.room.is_open:
            raise refused("refusal.gameIsOn")
        return self.act(context, request)


Handler = ConnectionHandler | GameHandler | RoomHandler
Row = tuple[type[wire.Request], Handler]


def _on_connection(kind: type[R], act: Callable[[Viewer, R], Awaitable[wire.Message | str]]) -> Row:
    return kind, ConnectionHandler(cast("Callable[[Viewer, wire.Request], Awaitable[wire.Message | str]]", act))


def _in_game(kind: type[R], act: Callable[["Keeper", PendingRequest[R]], Awaitable[None]]) -> Row:
    return kind, GameHandler(cast("Callable[[Keeper, PendingRequest[wire.Request]], Awaitable[None]]", act))


def _in_room(
    kind: type[R],
    act: Callable[[Context, R], Entries],
    *,
    host: bool = False,
    seat: bool = False,
    open: bool = False,
    chat: bool = False,
    deal: bool = False,
) -> Row:
    return kind, RoomHandler(cast("Callable[[Context, wire.Request], Entries]", act), host, seat, open, chat, deal)


HANDLERS: dict[type[wire.Request], Handler] = dict(
    [
        _on_connection(wire.Ping, ping),
        _on_connection(wire.Enter, enter),
        _on_connection(wire.Leave, leave),
        _on_connection(wire.Resync, resync),
        _on_connection(wire.Earlier, earlier),
        _on_connection(wire.EarlierChat, earlier_chat),
        _in_game(wire.Move, move),
        _in_game(wire.Hint, hint),
        _in_game(wire.Looked, looked),
        _in_game(wire.Undo, undo),
        _in_game(wire.Block, block),
        _in_game(wire.Report, report),
        _in_room(wire.Sit, sit),
        _in_room(wire.Rise, rise, seat=True, open=True),
        _in_room(wire.AddBot, add_bot, host=True, open=True),
        _in_room(wire.Unseat, unseat, host=True, open=True),
        _in_room(wire.Remove, remove),
        _in_room(wire.StandIn, stand_in),
        _in_room(wire.Here, here, seat=True),
        _in_room(wire.Door, door, host=True),
        _in_room(wire.Admit, admit, host=True),
        _in_room(wire.PassHost, pass_host, host=True),
        _in_room(wire.Mute, mute, host=True),
        _in_room(wire.Close, close, host=True),
        _in_room(wire.Replan, replan, host=True, open=True),
        _in_room(wire.Pledge, pledge, seat=True, deal=True),
        _in_room(wire.Reveal, reveal, seat=True, deal=True),
        _in_room(wire.Start, start, host=True),
        _in_room(wire.Next, next_round),
        _in_room(wire.Rematch, rematch),
        _in_room(wire.Arrange, arrange, host=True, open=True),
        _in_room(wire.Chat, chat, chat=True),
        _in_room(wire.Emote, emote, chat=True),
    ]
)
