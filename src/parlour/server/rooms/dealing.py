"""The fair deal at a table: what each step writes to the log, and how long the server waits for it."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from ...core.game import find_game
from ..fairness import deal
from ..fairness.mixing import Stage
from ..store import log
from ..store.rows import CLOSED
from .refusals import refused
from .room import Room

if TYPE_CHECKING:
    from .keeper import Keeper

MOST_PLEDGES = 20
"""The most commitments that one person may make for one deal: each device they return with makes one."""
Entries = list[log.Entry]
Step = tuple[int, int, Stage]
"""The progress of a deal: its number, the attempt and the step."""


def begin(room: Room, present: Collection[str]) -> Entries:
    """Fix whose numbers are part of the deal: those of the people who are there and have pledged one."""
    return _fixed(room, [person for person in _people(room) if person in present and person in room.mixing.pledges])


def pledge(room: Room, person: str, commitment: str) -> Entries:
    """Take a person's commitment; the last one that a repeated deal waits for fixes the list."""
    mixing = room.mixing
    if not room.is_open and mixing.stage is not Stage.PLEDGING:
        raise refused("refusal.gameIsOn")
    if mixing.is_dealing and person not in mixing.awaited:
        raise refused("refusal.leftOut")
    if mixing.pledges.get(person) == commitment:
        return []
    if mixing.pledge_counts[person] >= MOST_PLEDGES:
        raise refused("refusal.tooMany")
    if commitment in mixing.pledges.values():
        raise refused("refusal.pledgedAlready")
    entries: Entries = [log.Pledged(person, commitment)]
    is_last = mixing.is_dealing and mixing.missing == [person]
    return [*entries, log.Fixed(mixing.awaited)] if is_last else entries


def reveal(room: Room, person: str, number: str) -> Entries:
    """Take a person's number; after the last one the cards are dealt."""
    mixing = room.mixing
    if mixing.stage is not Stage.REVEALING or person not in mixing.awaited:
        raise refused("refusal.notRevealing")
    if not mixing.matches(person, number):
        raise refused("refusal.otherNumber")
    if person in mixing.numbers:
        return []
    entries: Entries = [log.Revealed(person, number)]
    return [*entries, _dealt(room)] if mixing.missing == [person] else entries


def give_up_waiting(room: Room) -> Entries:
    """Go on without those who have not answered in time."""
    mixing = room.mixing
    if mixing.stage is Stage.PLEDGING:
        return _fixed(room, mixing.pledged)
    late = mixing.missing
    rest: Entries = [] if len(late) < len(mixing.awaited) else [_dealt(room)]
    return [log.LeftOut(late, deal.new_secret()), *rest]


def _fixed(room: Room, people: list[str]) -> Entries:
    return [log.Fixed(people)] if people else [_dealt(room)]


def _dealt(room: Room) -> log.Entry:
    return log.Dealt(find_game(room.plan.game).version, mixed=True)


def _people(room: Room) -> list[str]:
    """Return the people with a seat, in the order of the seats."""
    return [place.person for place in room.places if place.person]


class Dealer:
    """Keeps the deal of one room going, whatever its clients do."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self._planned: Step | None = None

    def plan(self) -> None:
        """Start the timer of a new step."""
        room, mailbox = self._keeper.room, self._keeper.mailbox
        mixing = room.mixing
        goes_on = mixing.is_dealing and room.phase != CLOSED
        step = (room.games, len(mixing.attempts), mixing.stage) if goes_on else None
        if step != self._planned:
            self._planned = step
            mailbox.cancel("deal")
            if step is not None:
                mailbox.post_later("deal", self._keeper.rooms.settings.deal_wait, self._time_up, step)

    async def _time_up(self, step: Step) -> None:
        if step == self._planned:
            self._planned = None  # if this cannot be written, the timer starts again
            await self._keeper.journal.write(give_up_waiting(self._keeper.room))
