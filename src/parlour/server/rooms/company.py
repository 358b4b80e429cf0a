"""Requests about the other people at a table: stand-ins, removals, newcomers and votes.

The host decides alone. Others decide together: more than half of those who sit at the table and are connected, not counting the
person concerned.
"""

from .. import wire
from ..store import log
from ..store.rows import OVER
from .context import Context, Entries, check_host, check_seat, person_named
from .names import bot_name, name_in, watcher_names
from .refusals import refused
from .room import Room

LEAST_VOTES_TO_REMOVE = 2
"""The fewest votes that remove somebody: only the host can do it alone."""


def here(context: Context, request: wire.Here) -> Entries:
    """Confirm that the person is still there, or give them their seat back from a bot."""
    seat = context.seat
    assert seat is not None
    if context.room.places[seat].stand_in:
        return [log.Returned(seat)]
    return [log.Stayed(seat)] if seat in (context.asked, context.overdue) else []


def stand_in(context: Context, request: wire.StandIn) -> Entries:
    """Let a bot play for somebody who is away or does not answer, until they come back."""
    room = context.room
    about = person_named(context, request.seat, None)
    if not about or about == context.person.id:
        raise refused("refusal.standInOther")
    place = room.places[request.seat]
    if room.is_open or place.stand_in:
        raise refused("refusal.noStandIn", name=place.name)
    if about in context.present and context.overdue != request.seat:
        raise refused("refusal.stillPlays", name=place.name)
    return _decided(context, "stand_in", about, request.on, _stand_in(context, request.seat, about))


def _stand_in(context: Context, seat: int, about: str) -> Entries:
    """Return the entries of a stand-in. If it plays for the host, the person who asks becomes the host."""
    heir: Entries = [log.Hosted(context.person.id)] if about == context.room.host else []
    return [log.TookOver(seat, context.stand_in_level), *heir]


def remove(context: Context, request: wire.Remove) -> Entries:
    """Remove a person from the room. During a game a bot takes their seat."""
    room = context.room
    about = person_named(context, request.seat, request.watcher)
    if not about or about == context.person.id:
        raise refused("refusal.removeOther")
    if about == room.host:
        raise refused("refusal.hostStays")
    name = name_of(context, about)
    removed = log.Removed(about, name, mark=context.mark_of(about))
    return _decided(context, "remove", about, request.on, [*vacated(context, about), removed])


def vacated(context: Context, about: str) -> Entries:
    """Return the entries that free a seat, or during a game give it to a bot."""
    room, seat = context.room, context.room.seat_of(about)
    if seat is None:
        return []
    return [log.Rose(seat) if room.is_open else log.BotSat(seat, context.stand_in_level, bot_name(room.names))]


def name_of(context: Context, person: str) -> str:
    """Return the name of a person in the room."""
    seat = context.room.seat_of(person)
    if seat is not None:
        return context.room.places[seat].name
    names = watcher_names(context.room, context.watchers)
    return next(name for other, name in zip(context.watchers, names, strict=True) if other.id == person)


def door(context: Context, request: wire.Door) -> Entries:
    """Close the table to newcomers, or open it again."""
    if request.open:
        return [log.DoorOpened()] if context.room.is_shut else []
    return [log.DoorShut(sorted(context.present - set(context.room.removed)))]


def take_bots_seat(context: Context, seat: int | None) -> log.Entry:
    """Let a person take over a bot's seat. Nobody may see the cards of two seats in one round."""
    room, person = context.room, context.person
    if context.seat is not None or seat is None or room.challenge:
        raise refused("refusal.gameIsOn")
    check_seat(room, seat)
    place = room.places[seat]
    if not place.level:
        raise refused("refusal.sitsThere", name=place.name)
    if room.held.get(person.id, set()) - {seat}:
        raise refused("refusal.sawOtherHand")
    return log.Sat(seat, person.id, name_in(room, person), person.colour, person.character)


# ---- votes ------------------------------------------------------------------------------------------------------------


def propose_rematch(context: Context, request: wire.Rematch) -> Entries:
    """Vote for a rematch, which the host can start at once."""
    if context.seat is None:
        raise refused("refusal.notSeated")
    return [log.Voted(context.person.id, "rematch", on=request.on)]


def wants_rematch(room: Room, present: set[str]) -> bool:
    """Whether everybody at the table but the host wants to play again."""
    voters = set(room.votes.get(("rematch", ""), {}))
    others = (room.people & present) - {room.host}
    return room.phase == OVER and not room.is_arranging and bool(others) and others <= voters


def _decided(context: Context, matter: str, about: str, on: bool, outcome: Entries) -> Entries:
    """Return what follows from the decision or the vote of a person."""
    if context.is_host:
        return outcome if on else []
    if context.seat is None:
        check_host(context)
    voted: Entries = [log.Voted(context.person.id, matter, about, on)]  # type: ignore[arg-type]
    cast = set(context.room.votes.get((matter, about), {})) - {context.person.id} | ({context.person.id} if on else set())
    voters = voters_about(context.room, set(context.present) | {context.person.id}, about)
    passes = on and len(cast & voters) >= votes_needed(matter, voters)
    return [*voted, *outcome] if passes else voted


def decided_now(context: Context, matter: str, about: str) -> Entries:
    """Return the entries that follow from a person's vote, if any, now that others who had not voted are gone."""
    seat = context.room.seat_of(about)
    if matter == "stand_in" and seat is not None:
        entries = stand_in(context, wire.StandIn(seat=seat))
    elif matter == "remove":
        watcher = next((i for i, other in enumerate(context.watchers) if other.id == about), None)
        entries = remove(context, wire.Remove(seat=seat, watcher=watcher))
    else:
        return []
    return entries[1:]  # the first one is the vote, which is in the log already


def voters_about(room: Room, present: set[str], about: str) -> set[str]:
    """Return the people who can vote: those who sit at the table and are connected, except the person concerned."""
    return (room.people & present) - {about}


def votes_needed(matter: str, voters: set[str]) -> int:
    """Return how many votes are needed."""
    return max(len(voters) // 2 + 1, LEAST_VOTES_TO_REMOVE if matter == "remove" else 1)
