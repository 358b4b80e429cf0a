"""What follows from a request about the room: entries for its log, or a refusal. Moves are the keeper's business."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import structs

from ..bots import LEVELS, usual_level
from ..bots.names import BOT_NAMES
from ..core.game import find_game
from ..core.match import MOST_POINTS, MOST_ROUNDS
from ..core.table import Table
from ..core.texts import text
from . import fair, log, wire
from .attendance import REMOVED
from .room import GATHERING, OVER, SCORED, Room

MOST_PACE = 5_000
MOST_GRACE = 3_600


class Refusal(ValueError):
    """A request that cannot be followed; the text is a sentence for whoever asked. `stale`: the table had moved on."""

    def __init__(self, why: str, *, stale: bool = False) -> None:
        super().__init__(why)
        self.stale = stale


def refused(key: str, *, stale: bool = False, **parts: object) -> Refusal:
    """A refusal in the words of the catalogue."""
    return Refusal(text(key, **parts), stale=stale)


class Someone(Protocol):
    """A person as far as a room cares."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...


def checked_plan(plan: log.Plan) -> log.Plan:
    """The plan with all its options, or a ValueError in a sentence."""
    game = find_game(plan.game)
    seats = game.checked_seats(plan.seats)
    values = game.checked_options(plan.options, seats)
    if not 0 <= plan.target <= MOST_POINTS:
        raise refused("refusal.target", most=MOST_POINTS)
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise refused("refusal.rounds", most=MOST_ROUNDS)
    if plan.target and plan.rounds != 1:
        raise refused("refusal.roundsOrTarget")
    if not 0 <= plan.pace <= MOST_PACE:
        raise refused("refusal.pace", most=MOST_PACE)
    if not 1 <= plan.grace <= MOST_GRACE:
        raise refused("refusal.grace", most=MOST_GRACE)
    options = {name: option.python(values[name]) for name, option in game.options.items()}
    return log.Plan(plan.game, seats, options, plan.rounds, plan.target, plan.public, plan.watchers, plan.pace, plan.grace)


def opening(plan: log.Plan, host: Someone, bots: Sequence[str]) -> list[log.Entry]:
    """The first entries of a room: the host sits on seat 0, bots on the next ones."""
    plan = checked_plan(plan)
    if len(bots) >= plan.seats:
        raise refused("refusal.bots", seats=plan.seats, bots=len(bots))
    entries: list[log.Entry] = [
        log.Opened(plan, host.id),
        log.Committed(fair.new_secret()),
        log.Sat(0, host.id, host.name, host.colour),
    ]
    taken = [host.name]
    for seat, level in enumerate(bots, 1):
        name = bot_name(taken)
        taken.append(name)
        entries.append(log.BotSat(seat, checked_level(level), name))
    return entries


@dataclass(frozen=True)
class Seating:
    """Who plays on from a position: the host on `seat`, bots of a level on the others, called as the players were."""

    seat: int
    level: str
    names: Sequence[str]
    pace: int


def going_on(table: Table, host: Someone, seating: Seating) -> list[log.Entry]:
    """The first entries of a room that plays on from a position."""
    if not 0 <= seating.seat < table.seats:
        raise refused("refusal.noSeat", seat=seating.seat, seats=table.seats)
    if table.result is not None:
        raise refused("refusal.overThere")
    plan = checked_plan(log.Plan(table.game.id, table.seats, table.options, pace=seating.pace))
    entries: list[log.Entry] = [log.Opened(plan, host.id), log.Committed(fair.new_secret())]
    taken = [host.name]
    for seat in range(table.seats):
        if seat == seating.seat:
            entries.append(log.Sat(seat, host.id, host.name, host.colour))
            continue
        given = seating.names[seat] if seat < len(seating.names) else ""
        taken.append(given if given and given not in taken else bot_name(taken))
        entries.append(log.BotSat(seat, checked_level(seating.level), taken[-1]))
    return [*entries, log.Continued(table.save())]


def checked_level(level: str) -> str:
    """The level of a bot; none means the usual one."""
    if level and level not in LEVELS:
        raise refused("refusal.noSuchLevel", level=level, levels=", ".join(LEVELS))
    return level or usual_level


def bot_name(taken: Sequence[str]) -> str:
    """A name that nobody at the table has."""
    others = {name.casefold() for name in taken}
    return next((name for name in BOT_NAMES if name.casefold() not in others), f"Bot {len(taken)}")


def name_in(room: Room, person: Someone) -> str:
    """What a person is called at a table: by name, with a number if somebody else there has the same one."""
    return _told_apart(person.name, [place.name for place in room.places if not place.is_free and place.person != person.id])


def _told_apart(name: str, taken: Sequence[str]) -> str:
    others = {other.casefold() for other in taken}
    names = (f"{name} ({number})" if number > 1 else name for number in range(1, len(others) + 2))
    return next(name for name in names if name.casefold() not in others)


def watchers_called(room: Room, watchers: Sequence[Someone]) -> list[str]:
    """What those are called who watch: told apart from each other and from whoever sits at the table."""
    names: list[str] = []
    for watcher in watchers:
        names.append(_told_apart(watcher.name, [*room.names, *names]))
    return names


def entries_for(room: Room, person: Someone, request: wire.Request, watchers: Sequence[str] = ()) -> list[log.Entry]:
    """The entries that a request about seats, plan and deal leads to; a Refusal says why it leads to none.

    `watchers` are the people who watch, in the order in which they are told of.
    """
    match request:
        case wire.Sit(seat=seat):
            return _sit(room, person, seat)
        case wire.Rise():
            return _rise(room, person)
        case wire.AddBot(seat=seat, level=level):
            return _add_bot(room, person, seat, level)
        case wire.Unseat(seat=seat):
            return _unseat(room, person, seat)
        case wire.Admit(removed=number):
            return _admit(room, person, number)
        case wire.Replan(plan=plan, change=change):
            return _replan(room, person, _changed(plan or room.plan, change or wire.Change()))
        case wire.Add(text=text):
            return _add(room, person, text)
        case wire.Start():
            return _start(room, person)
        case wire.Next():
            return _next(room, person)
        case wire.Rematch():
            return _rematch(room, person)
        case wire.Arrange():
            return _arrange(room, person)
        case wire.Mute():
            return _mute(room, person, request, watchers)
        case wire.PassHost(seat=seat):
            return _pass_host(room, person, seat)
        case wire.Close():
            _check_host(room, person)
            return [log.Closed()]
    raise refused("refusal.notOfTable")


def _check_host(room: Room, person: Someone) -> None:
    if person.id != room.host:
        raise refused("refusal.hostOnly")


def _check_open(room: Room) -> None:
    if not room.is_open:
        raise refused("refusal.gameIsOn")


def _sit(room: Room, person: Someone, seat: int | None) -> list[log.Entry]:
    _check_open(room)
    if person.id in room.removed:
        raise refused(REMOVED)
    mine = room.seat_of(person.id)
    if mine is not None and seat in (None, mine):
        return []
    wanted = room.free_seat() if seat is None else seat
    if wanted is None:
        raise refused("refusal.allTaken")
    _check_seat(room, wanted)
    if not room.places[wanted].is_free:
        raise refused("refusal.taken", seat=wanted)
    risen: list[log.Entry] = [] if mine is None else [log.Rose(mine)]
    return [*risen, log.Sat(wanted, person.id, name_in(room, person), person.colour)]


def _check_seat(room: Room, seat: int) -> None:
    if seat >= len(room.places):
        raise refused("refusal.noSeat", seat=seat, seats=len(room.places))


def _rise(room: Room, person: Someone) -> list[log.Entry]:
    seat = room.seat_of(person.id)
    if seat is None:
        raise refused("refusal.notSeated")
    _check_open(room)
    return [log.Rose(seat)]


def _add_bot(room: Room, person: Someone, seat: int | None, level: str) -> list[log.Entry]:
    _check_host(room, person)
    _check_open(room)
    wanted = room.free_seat() if seat is None else seat
    if wanted is None:
        raise refused("refusal.allTaken")
    _check_seat(room, wanted)
    place = room.places[wanted]
    if not place.is_free and not place.level:
        raise refused("refusal.sitsThere", name=place.name)
    name = place.name if place.level else bot_name(room.names)
    return [log.BotSat(wanted, checked_level(level), name)]


def _unseat(room: Room, person: Someone, seat: int) -> list[log.Entry]:
    _check_host(room, person)
    _check_open(room)
    _check_seat(room, seat)
    if room.places[seat].is_free:
        raise refused("refusal.freeAlready", seat=seat)
    place = room.places[seat]
    is_other = place.person not in ("", person.id)
    return [log.Rose(seat), *([log.Removed(place.person, place.name)] if is_other else [])]


def _admit(room: Room, person: Someone, number: int) -> list[log.Entry]:
    _check_host(room, person)
    if number >= len(room.removed):
        raise refused("refusal.notRemoved")
    return [log.Removed(list(room.removed)[number], on=False)]


def _changed(plan: log.Plan, change: wire.Change) -> log.Plan:
    named = {name: value for name, value in structs.asdict(change).items() if value is not None}
    return structs.replace(plan, **named | {"options": plan.options | change.options})


def _replan(room: Room, person: Someone, plan: log.Plan) -> list[log.Entry]:
    _check_host(room, person)
    _check_open(room)
    checked = checked_plan(plan)
    return [*_moved_up(room, checked.seats), log.Planned(checked)]


def _moved_up(room: Room, seats: int) -> list[log.Entry]:
    """Whoever sits beyond so many seats takes a free one of them: people first, and bots as long as there are any."""
    free = [seat for seat, place in enumerate(room.places[:seats]) if place.is_free]
    beyond = sorted(enumerate(room.places[seats:], seats), key=lambda found: not found[1].person)
    entries: list[log.Entry] = []
    for seat, place in beyond:
        if place.person and not free:
            raise refused("refusal.sitsBeyond", name=place.name, seat=seat)
        if place.is_free or not free:
            continue
        to = free.pop(0)
        sits = log.Sat(to, place.person, place.name, place.colour) if place.person else log.BotSat(to, place.level, place.name)
        entries += [log.Rose(seat), sits]
    return entries


def _add(room: Room, person: Someone, text: str) -> list[log.Entry]:
    _check_open(room)
    if room.seat_of(person.id) is None:
        raise refused("refusal.addsOnly")
    return [log.Added(person.id, text)]


def _check_full(room: Room) -> None:
    free = room.free_seat()
    if free is not None:
        raise refused("refusal.seatFree", seat=free)


def _dealt(room: Room) -> log.Entry:
    return log.Dealt(find_game(room.plan.game).version)


def _start(room: Room, person: Someone) -> list[log.Entry]:
    _check_host(room, person)
    if not room.is_open:
        raise refused("refusal.begun")
    _check_full(room)
    return [_dealt(room)]


def _next(room: Room, person: Someone) -> list[log.Entry]:
    if room.seat_of(person.id) is None:
        _check_host(room, person)
    if room.phase != SCORED:
        raise refused("refusal.noRound")
    return [log.NextRound()]


def _rematch(room: Room, person: Someone) -> list[log.Entry]:
    _check_host(room, person)
    if room.phase != OVER:
        raise refused("refusal.noRematch" if room.phase == GATHERING else "refusal.notOver")
    _check_full(room)
    return [log.Rematched(), _dealt(room)]


def _arrange(room: Room, person: Someone) -> list[log.Entry]:
    _check_host(room, person)
    _check_open(room)
    return [log.Arranged()] if room.phase == OVER and not room.is_arranged else []


def _mute(room: Room, person: Someone, request: wire.Mute, watchers: Sequence[str]) -> list[log.Entry]:
    _check_host(room, person)
    if (request.seat is None) == (request.watcher is None):
        raise refused("refusal.muteWhom")
    if request.seat is not None:
        _check_seat(room, request.seat)
        muted = room.places[request.seat].person
    else:
        muted = watchers[request.watcher] if request.watcher is not None and request.watcher < len(watchers) else ""
    if not muted or muted == person.id:
        raise refused("refusal.muteOther")
    return [log.Muted(muted, request.on)]


def _pass_host(room: Room, person: Someone, seat: int) -> list[log.Entry]:
    _check_host(room, person)
    _check_seat(room, seat)
    heir = room.places[seat].person
    if not heir:
        raise refused("refusal.hostPerson")
    return [log.Hosted(heir)]


def said_by(
    room: Room, person: Someone, request: wire.Chat | wire.Emote, emotes: Sequence[str], watchers: Sequence[Someone] = ()
) -> log.Said:
    """What everybody hears when somebody says something or shows one of these feelings; a Refusal says why nobody does."""
    if person.id in room.muted:
        raise refused("refusal.muted")
    seat = room.seat_of(person.id)
    called = {watcher.id: name for watcher, name in zip(watchers, watchers_called(room, watchers), strict=True)}
    name = called.get(person.id, person.name) if seat is None else room.places[seat].name
    if isinstance(request, wire.Emote):
        if request.name not in emotes:
            raise refused("refusal.noFeeling", feelings=", ".join(emotes))
        return log.Said(name, seat, emote=request.name)
    text = plain_text(request.text)
    if not text:
        raise refused("refusal.emptyMessage")
    return log.Said(name, seat, text)


def plain_text(text: str) -> str:
    """What somebody said, without letters that cannot be seen or that turn the line round."""
    kept = (letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in text)
    return " ".join("".join(kept).split())
