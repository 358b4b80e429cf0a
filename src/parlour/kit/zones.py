"""Zones that several games share: pile and deck, and a hand that is a set of cards."""

from ..core.bits import bit_count, members_of
from ..core.cards import Pack
from ..core.view import Zone, hand_zone
from .hands import HasHands
from .stock import DeckAndPile


def pile_and_deck(s: DeckAndPile, pack: Pack) -> list[Zone]:
    """Return the pile, all of whose cards are public, and the deck, none of whose cards are."""
    pile = tuple(pack.name(card) for card in s.value("pile"))
    return [Zone("pile", None, pile, len(pile)), Zone("deck", None, (), s.deck_size)]


def hand_of(s: HasHands, seat: int, shown: int, pack: Pack) -> Zone:
    """Return a seat's hand with these cards face up."""
    return hand_zone(seat, [pack.name(card) for card in members_of(shown)], bit_count(s.hands[seat]))
