"""Taking moves back among people, which is possible as long as nobody has seen anything new since.

Every event says who saw its card. The card is new to a viewer who could not know its place in the position that the table would
go back to. A look at a face-down card is always new, because a person may have forgotten it. So is a shuffle, because whatever
is drawn after it comes in another order.
"""

from collections.abc import Sequence

from .events import EVERYONE
from .game import Game
from .mind import Raw
from .state import S

WATCHER = -1


def last_decision(log: Sequence[tuple[int, str]], seat: int) -> int | None:
    """Return the number of moves before the last one of a seat; None if it has made none."""
    return next((number for number in range(len(log) - 1, -1, -1) if log[number][0] == seat), None)


def shows_news(game: Game[S], then: S, now: S, events: Sequence[Raw]) -> bool:
    """Whether a seat or a watcher has seen something new between two positions; `events` are those between them."""
    hidden = {viewer: game.unseen(then, viewer) for viewer in range(WATCHER, now.seats)}
    if any(cards & ~game.unseen(now, viewer) for viewer, cards in hidden.items()):
        return True
    return any(_is_news(game, raw, hidden) for raw, _ in events)


def _is_news(game: Game[S], raw: tuple[int, int, int, int, int], hidden: dict[int, int]) -> bool:
    number, _, card, _, seen = raw
    kind = game.all_kinds[number]
    if kind.looks or (kind.source == "pile" and kind.target == "deck"):
        return True
    saw = [viewer for viewer in hidden if seen == EVERYONE or (viewer >= 0 and seen >> viewer & 1)]
    return card >= 0 and any(hidden[viewer] >> card & 1 for viewer in saw)
