"""The deal of a finished game, and rooms that play it again with the same cards, the same rules and the same bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...bots import LEVELS, find_level, is_ready, prepare, usual_level
from ...bots.readiness import will_search
from ...core import saves
from ...core.game import find_game
from ...core.texts import sentence
from ..people.reviews import NotReady
from ..store import log
from .names import Participant
from .plans import checked_plan, seated_room
from .refusals import refused


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """The deal of a finished game. `levels` has the level of each bot, and an empty text for a person."""

    id: str
    game: str
    rules: int
    seats: int
    seed: str
    options: log.Options
    rounds: int
    target: int
    names: Sequence[str]
    levels: Sequence[str]
    practice: str

    def level_of(self, seat: int) -> str:
        """Return the level of the bot that plays a seat now: people are replaced by bots of the default level."""
        return self.levels[seat] or usual_level

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, level in enumerate(self.levels) if not level]


def deal_in(id: str, save: str) -> FinishedDeal:
    """Return the deal of a saved game; a ValueError says in one sentence why it can't be played again."""
    kind = saves.kind_of(save)
    data: dict[str, Any] = saves.read(kind, save)
    first: dict[str, Any] = data if kind == "table" else [*data["past"], data["table"]][0]
    if first["position"] or first["first"]:
        raise refused("refusal.again.position")
    game = find_game(first["game"])
    names, bots = data.get("names") or [], data.get("bots") or []
    usual = [usual_level if bot else "" for bot in bots] or [""] + [usual_level] * (first["seats"] - 1)
    levels = [level if level in LEVELS else "" for level in data.get("levels") or usual]
    return FinishedDeal(
        id=id,
        game=game.id,
        rules=game.checked_version(first["rules"]),
        seats=first["seats"],
        seed=data["seed"],
        options=first["options"],
        rounds=1 if kind == "table" else data["rounds"] or 1,
        target=0 if kind == "table" else data["target"],
        names=[str(name) for name in names],
        levels=levels,
        practice=str(data.get("practice", "")),
    )


def check_bots_ready(found: FinishedDeal, seat: int) -> None:
    """Raise NotReady while the rules for a searching bot are being compiled: it must decide as it did in the original game."""
    game = find_game(found.game)
    searches = any(find_level(found.level_of(other)).playouts for other in range(found.seats) if other != seat)
    if searches and will_search(game) and not is_ready(game):
        prepare(game)
        raise NotReady(sentence("again.preparing"))


def repeated_room(found: FinishedDeal, host: Participant, seat: int, pace: int, challenge: str = "") -> list[log.Entry]:
    """Return the first entries of a room that plays a deal again, with the host on `seat` and bots on all others.

    A challenge admits no watchers, because they may know the cards.
    """
    if seat >= found.seats:
        raise refused("refusal.noSeat", seat=seat, seats=found.seats)
    plan = checked_plan(
        log.Plan(
            found.game,
            found.seats,
            found.options,
            rounds=found.rounds,
            target=found.target,
            pace=pace,
            watchers=not challenge,
        )
    )
    levels = [found.level_of(other) for other in range(found.seats)]
    names = [name if level else "" for name, level in zip(found.names, found.levels, strict=False)]
    return [*seated_room(plan, host, seat, names, levels), log.Repeated(found.id, found.seed, found.rules, challenge)]
