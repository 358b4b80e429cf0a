"""Ideas behind moves that several games share, in sentences: last cards, skips, reverses, penalties, cards that are kept."""

from collections.abc import Iterable

from ..core.bits import bit_count, lowest_bit
from ..core.cards import Pack
from ..core.sentence import Sentence
from ..core.texts import called, counted, sentence

MOST_IDEAS = 2
FEW = 2
"""A seat with this many cards or fewer may soon win."""


def ideas(*found: Sentence | None) -> list[str]:
    """Return the first few of these ideas, without the missing ones."""
    kept: list[str] = [idea for idea in found if idea is not None]
    return kept[:MOST_IDEAS]


def last_card() -> Sentence:
    """Say that the move gets rid of the last card."""
    return sentence("tactic.last")


def again() -> Sentence:
    """Say that the seat plays again."""
    return sentence("tactic.again")


def several(count: int) -> Sentence | None:
    """Say that several cards are played at once."""
    return sentence("tactic.several", cards=counted("table.cards", count)) if count > 1 else None


def skips(seats: Iterable[tuple[int, int]]) -> Sentence:
    """Say that these seats, given with their numbers of cards, are skipped; only the most dangerous one is named."""
    seat, count = min(seats, key=lambda one: one[1])
    if count <= FEW:
        return sentence("tactic.skips.few", who=called(seat), cards=counted("table.cards", count))
    return sentence("tactic.skips", who=called(seat))


def turns_round(following: int, other: int, count: int) -> Sentence:
    """Say that the direction changes: `following` plays next instead of `other`, which has this many cards."""
    parts = {"who": called(following), "other": called(other)}
    if count <= FEW:
        return sentence("tactic.reverses.few", cards=counted("table.cards", count), **parts)
    return sentence("tactic.reverses", **parts)


def draws(seat: int, count: int) -> Sentence:
    """Say that a seat must draw this many cards."""
    return sentence("tactic.draws", who=called(seat), cards=counted("table.cards", count))


def passes_on(seat: int, count: int) -> Sentence:
    """Say that a penalty is passed on to another seat and grows to this many cards."""
    return sentence("tactic.passesOn", who=called(seat), cards=counted("table.cards", count))


def last_fits(pack: Pack, rest: int, fitting: int) -> Sentence | None:
    """Say that the one card left fits, if that is so."""
    is_one = rest and rest & (rest - 1) == 0
    return sentence("tactic.lastFits", card=pack.sign(lowest_bit(rest))) if is_one and rest & fitting else None


def keeps(pack: Pack, cards: int) -> Sentence | None:
    """Say that one of these cards, which go on anything, is kept for later."""
    return sentence("tactic.keeps", card=pack.sign(lowest_bit(cards))) if cards else None


def others_fit(rest: int, fitting: int) -> Sentence | None:
    """Say that several of the cards that are left fit the new top, if so."""
    count = bit_count(rest & fitting)
    return sentence("tactic.othersFit", cards=counted("table.cards", count)) if count > 1 else None


def nothing_fits() -> Sentence:
    """Say that the seat holds no card that can be played."""
    return sentence("tactic.nothingFits")
