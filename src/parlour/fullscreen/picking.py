"""Picking a move: things on the table are picked one after the other until the picks make a move.

The cards of a play may be picked in any order; the last one picked goes on top if the moves leave that open. Picking works
the same way in the browser.
"""

from collections.abc import Sequence

from ..core.view import SEAT_PICK, Choice

BUTTON = "button "
STACKS = ("deck", "pile")


def is_card(pick: str) -> bool:
    """Whether a pick is a card of the hand."""
    return pick not in STACKS and not pick.startswith((SEAT_PICK, BUTTON)) and ":" not in pick


def _left(move: Choice, picked: Sequence[str]) -> list[str] | None:
    """Return the picks that a move still needs; None if something picked does not belong to it."""
    left = list(move.picks)
    for pick in picked:
        if pick not in left:
            return None
        left.remove(pick)
    return left


def reachable(moves: Sequence[Choice], picked: Sequence[str]) -> list[Choice]:
    """Return the moves that are still possible with these picks."""
    return [move for move in moves if _left(move, picked) is not None]


def continuations(moves: Sequence[Choice], picked: Sequence[str]) -> set[str]:
    """Return the possible next picks."""
    return {pick for move in moves for pick in _left(move, picked) or ()}


def offered(moves: Sequence[Choice], picked: Sequence[str]) -> set[str]:
    """Return everything that can be pressed: the next picks and, unless these are buttons or seats, a stack or button that is a
    move.
    """
    found = continuations(moves, picked)
    if not picked or any(pick.startswith((BUTTON, SEAT_PICK)) for pick in found):
        return found
    alone = {move.picks[0] for move in moves if len(move.picks) == 1}
    return found | {pick for pick in alone if pick in STACKS or pick.startswith(BUTTON)}


def move_of(moves: Sequence[Choice], picked: Sequence[str]) -> Choice | None:
    """Return the move with exactly these picks; of several orders, prefer the one that ends, then the one that begins, like the
    picks.
    """
    exact = [move for move in moves if picked and len(move.picks) == len(picked) and _left(move, picked) is not None]
    return max(exact, key=lambda move: (move.picks[-1] == picked[-1], move.picks[0] == picked[0]), default=None)


def completed(moves: Sequence[Choice], picked: Sequence[str]) -> list[str]:
    """Return the picks with the cards that must be played too, so that no card is played without being shown as picked."""
    left = reachable(moves, picked) if picked else []
    only = left[0] if len(left) == 1 and move_of(moves, picked) is None else None
    return list(only.picks) if only is not None and all(map(is_card, only.picks)) else list(picked)


def final(moves: Sequence[Choice], picked: Sequence[str]) -> Choice | None:
    """Return the move of these picks, if nothing more could be added."""
    move = move_of(moves, picked)
    longer = any(len(other.picks) > len(picked) for other in reachable(moves, picked))
    return None if longer else move


def of_stack(moves: Sequence[Choice], pick: str) -> Choice | None:
    """Return the move that the deck or the pile makes by itself: pressing the stack makes that move."""
    return move_of([move for move in moves if len(move.picks) == 1], [pick]) if pick in STACKS else None


def is_set(picked: Sequence[str]) -> bool:
    """Whether several cards are picked: their order matters, and people check it before they play."""
    return len(picked) > 1 and all(map(is_card, picked))


def toggled(moves: Sequence[Choice], picked: Sequence[str], pick: str, copies: int = 1) -> list[str]:
    """Return the picks after something is pressed: it is added if possible, taken back if it was picked, or else the first of
    new picks.
    """
    times = picked.count(pick)
    if pick in continuations(moves, picked) and times < copies:
        return [*picked, pick]
    if times:
        return [other for other in picked if other != pick]
    return [pick] if pick in continuations(moves, []) else list(picked)
