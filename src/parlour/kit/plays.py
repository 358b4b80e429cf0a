"""Plays of several cards as text: each distinct set is listed once (same cards, same top card, in a legal order)."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice

from ..core.cards import STANDARD, STANDARD_PACK
from ..core.game import Illegal
from ..core.state import State
from ..core.texts import sentence

MOST_PLAYS = 1000
"""A list of moves leaves out the longest plays beyond this number, since large hands have very many climbs through the ranks.
"""

Groups = tuple[tuple[int, ...], ...]


def plays(hand: list[int], first: int, rank_of: Callable[[int], int], climbing: int = 0) -> list[list[int]]:
    """Return the plays of a hand (ascending) whose first card is in the set `first`, shortest first.

    Plays that open with a card of the set `climbing` may continue from rank to rank. Plays of one rank are all listed, since
    there are never too many of them; climbs are listed only as far as there is room.
    """
    sets = [play for groups in _compositions(hand, first, rank_of, climbs=False) for play in _orders(groups, first)]
    opening = first & climbing
    climbs = (groups for groups in _compositions(hand, opening, rank_of, climbs=True) if len(groups) > 1)
    listed = islice((play for groups in climbs for play in _orders(groups, opening)), MOST_PLAYS - len(sets))
    return sorted([*sets, *listed], key=len)


def _compositions(hand: list[int], first: int, rank_of: Callable[[int], int], *, climbs: bool) -> Iterator[Groups]:
    """Return groups of cards of one rank each, in ascending order of size."""
    by_rank: dict[int, list[int]] = {}
    for card in hand:
        by_rank.setdefault(rank_of(card), []).append(card)
    starts = {rank_of(card) for card in hand if first >> card & 1}
    queue: deque[tuple[Groups, int]] = deque((((card,),), rank_of(card)) for card in hand if rank_of(card) in starts)
    while queue:
        groups, rank = queue.popleft()
        is_open = any(first >> card & 1 for card in groups[0])
        if is_open:
            yield groups
        *before, last = groups
        for card in by_rank[rank]:
            if card > last[-1]:
                queue.append(((*before, (*last, card)), rank))
        if climbs and is_open:
            for card in by_rank.get(rank + 1, ()):
                queue.append(((*groups, (card,)), rank + 1))


def _orders(groups: Groups, first: int) -> Iterator[list[int]]:
    """Return one legal order for each card that can be on top."""
    *before, last = groups
    for top in last:
        if before:
            opening = [card for group in before for card in _opened(group, first if group is before[0] else -1)]
            yield [*opening, *(card for card in last if card != top), top]
            continue
        rest = tuple(card for card in last if card != top)
        if not rest and first >> top & 1:
            yield [top]
        elif any(first >> card & 1 for card in rest):
            yield [*_opened(rest, first), top]


def _opened(group: tuple[int, ...], first: int) -> list[int]:
    """Return a group reordered so that a card that may come first is in front."""
    opener = next(card for card in group if first >> card & 1)
    return [opener, *(card for card in group if card != opener)]


def say(s: State, actions: list[int]) -> str:
    """Return a play of standard cards in words; empty for other moves."""
    return f"play {STANDARD_PACK.text(actions)}" if actions and actions[0] < len(STANDARD) else ""


def named_cards(hand: int, verb: str, text: str) -> list[int]:
    """Return the cards that a move names, each held and named once, or raise Illegal."""
    try:
        cards = [STANDARD_PACK.number(part) for part in text.split()]
    except ValueError as error:
        raise Illegal(*error.args) from None
    if not cards:
        raise Illegal(sentence("refusal.whichCards", verb=verb))
    if len(set(cards)) < len(cards):
        raise Illegal(sentence("refusal.eachOnce"))
    for card in cards:
        if not hand >> card & 1:
            raise Illegal(sentence("refusal.notHeld" if hand else "refusal.emptyHand", card=STANDARD_PACK.sign(card)))
    return cards
