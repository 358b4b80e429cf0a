"""Checks the plans of rooms, and makes the first entries of new rooms."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET, structs

from ...bots import LEVELS, usual_level
from ...bots.house_bots import offered_bots
from ...core.game import listed_game
from ...core.match import MOST_POINTS, MOST_ROUNDS
from ...core.table import Table
from ..fairness import deal
from ..store import log
from .names import Participant, bot_name
from .refusals import refused
from .room import USUAL_PATIENCE

MOST_PACE = 5_000
MOST_GRACE = 3_600
MOST_PATIENCE = 3_600


def checked_plan(plan: log.Plan) -> log.Plan:
    """Return the plan with all its house rules; a ValueError says in one sentence what is wrong with it."""
    game = listed_game(plan.game)
    seats = game.checked_seats(plan.seats)
    values = game.checked_options(plan.options, seats)
    if not 0 <= plan.target <= MOST_POINTS:
        raise refused("refusal.target", most=f"{MOST_POINTS:,}")
    if not 1 <= plan.rounds <= MOST_ROUNDS:
        raise refused("refusal.rounds", most=MOST_ROUNDS)
    if plan.target and plan.rounds != 1:
        raise refused("refusal.roundsOrTarget")
    if not 0 <= plan.pace <= MOST_PACE:
        raise refused("refusal.pace", most=MOST_PACE)
    if not 1 <= plan.grace <= MOST_GRACE:
        raise refused("refusal.grace", most=MOST_GRACE)
    patience = None if plan.patience is UNSET else plan.patience
    if patience is not None and not 0 <= patience <= MOST_PATIENCE:
        raise refused("refusal.patience", most=MOST_PATIENCE)
    options = {name: option.python(values[name]) for name, option in game.options.items()}
    return structs.replace(
        plan, seats=seats, options=options, patience=UNSET if patience in (None, USUAL_PATIENCE) else patience
    )


def checked_level(level: str) -> str:
    """Return the level of a bot; an empty one means the default."""
    if level and level not in LEVELS and level not in offered_bots():
        raise refused("refusal.noSuchLevel", level=level, levels=", ".join((*LEVELS, *offered_bots())))
    return level or usual_level


def new_room(plan: log.Plan, host: Participant, bots: Sequence[str]) -> list[log.Entry]:
    """Return the first entries of a room: the host sits on seat 0, bots of these levels on the next seats."""
    plan = checked_plan(plan)
    if len(bots) >= plan.seats:
        raise refused("refusal.bots", seats=plan.seats, bots=len(bots))
    entries: list[log.Entry] = [
        log.Opened(plan, host.id),
        log.Committed(deal.new_secret()),
        log.Sat(0, host.id, host.name, host.colour, host.character),
    ]
    taken = [host.name]
    for seat, level in enumerate(bots, 1):
        name = bot_name(taken)
        taken.append(name)
        entries.append(log.BotSat(seat, checked_level(level), name))
    return entries


@dataclass(frozen=True)
class Seating:
    """The players who continue a game: the host on `seat`, bots of `level` under the names of the original players on the
    others.
    """

    seat: int
    level: str
    names: Sequence[str]
    pace: int


def continued_room(table: Table, host: Participant, seating: Seating) -> list[log.Entry]:
    """Return the first entries of a room that continues a game from a position."""
    if not 0 <= seating.seat < table.seats:
        raise refused("refusal.noSeat", seat=seating.seat, seats=table.seats)
    if table.result is not None:
        raise refused("refusal.overThere")
    plan = checked_plan(log.Plan(table.game.id, table.seats, table.options, pace=seating.pace))
    levels = [checked_level(seating.level)] * table.seats
    return [*seated_room(plan, host, seating.seat, seating.names, levels), log.Continued(table.save())]


def seated_room(plan: log.Plan, host: Participant, own: int, names: Sequence[str], levels: Sequence[str]) -> list[log.Entry]:
    """Return the first entries of a room with the host on one seat and bots on all others, under these names if possible."""
    entries: list[log.Entry] = [log.Opened(plan, host.id), log.Committed(deal.new_secret())]
    taken = [host.name]
    for seat in range(plan.seats):
        if seat == own:
            entries.append(log.Sat(seat, host.id, host.name, host.colour, host.character))
            continue
        given = names[seat] if seat < len(names) else ""
        taken.append(given if given and given not in taken else bot_name([*taken, *names]))
        entries.append(log.BotSat(seat, levels[seat], taken[-1]))
    return entries
