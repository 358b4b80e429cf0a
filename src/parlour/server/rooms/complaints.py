"""Requests about another person that the rest of the table does not notice: to block or report them."""

from typing import TYPE_CHECKING

from .. import wire
from ..store import people_queries as queries
from ..store.rows import BlockRow, ReportRow
from .chat import plain_text
from .company import name_of
from .context import Context, person_named
from .refusals import refused

if TYPE_CHECKING:
    from .handlers import PendingRequest
    from .keeper import Keeper

MOST_BLOCKED = 500
"""The most people that one person can block."""
LINES_KEPT = 10
"""How many of a person's chat messages a report contains."""


async def block(keeper: "Keeper", pending: "PendingRequest[wire.Block]") -> None:
    """Block a person, or lift the block. Only the person who asks is told."""
    request, rooms, context = pending.request, keeper.rooms, keeper.context(pending.person)
    about = _other(context, request.seat, request.watcher)
    if not rooms.limits.may_write(keeper.room.code, context.person.id, 1):
        raise refused("refusal.tooMany")
    if request.on and len(rooms.blocks.of(context.person.id)) >= MOST_BLOCKED:
        raise refused("refusal.manyBlocked", most=MOST_BLOCKED)
    block = BlockRow(about, name_of(context, about), rooms.store.now())
    await rooms.blocks.set(context.person.id, block, on=request.on)
    keeper.updates.renew()
    pending.answer(keeper.done(request, context.person.id))


async def report(keeper: "Keeper", pending: "PendingRequest[wire.Report]") -> None:
    """Store a report for the operator, with what the person said last."""
    request, rooms, context = pending.request, keeper.rooms, keeper.context(pending.person)
    about = _other(context, request.seat, request.watcher)
    why = plain_text(request.why)
    if not why:
        raise refused("refusal.emptyMessage")
    if rooms.limits.reports_of_person.take(context.person.id):
        raise refused("refusal.tooMany")
    lines = [said.text or said.emote for _, said in keeper.room.chat if said.person == about]
    row = ReportRow(
        id=0,
        at=rooms.store.now(),
        room=keeper.room.code,
        reporter=context.person.id,
        person=about,
        name=name_of(context, about),
        why=why,
        said="\n".join(lines[-LINES_KEPT:]),
        closed_at=0.0,
    )
    await rooms.store.write(lambda connection: queries.add_report(connection, row))
    rooms.metrics.count("parlour_reports_total")
    pending.answer(keeper.done(request, context.person.id))


def _other(context: Context, seat: int | None, watcher: int | None) -> str:
    about = person_named(context, seat, watcher)
    if not about or about == context.person.id:
        raise refused("refusal.notYourself")
    return about
