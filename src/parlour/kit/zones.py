"""Parts of a scene that several games share: pile and deck, a hand that is a set of cards, and what all viewers see alike."""

from collections.abc import Callable
from typing import TypeVar, cast

from ..core.bits import bit_count, members_of
from ..core.cards import Pack
from ..core.state import State
from ..core.texts import voice
from ..core.view import Zone, hand_zone
from .hands import HasHands
from .stock import DeckAndPile

T = TypeVar("T")


def made_once(s: State, key: object, make: Callable[[], T]) -> T:
    """Return something without texts that several viewers of a state see alike, made once if the state is final."""
    made = s.shown_zones
    if made is None:
        return make()
    if key not in made:
        made[key] = make()
    return cast(T, made[key])


def said_once(s: State, key: object, make: Callable[[], T]) -> T:
    """Return something with texts that several viewers of a state see alike, made once for each language."""
    return made_once(s, (key, voice().language), make)


def pile_and_deck(s: DeckAndPile, pack: Pack) -> list[Zone]:
    """Return the pile, all of whose cards are public, and the deck, none of whose cards are."""
    return made_once(s, "pile and deck", lambda: _pile_and_deck(s, pack))


def _pile_and_deck(s: DeckAndPile, pack: Pack) -> list[Zone]:
    pile = tuple(pack.name(card) for card in s.value("pile"))
    return [Zone("pile", None, pile, len(pile)), Zone("deck", None, (), s.deck_size)]


def hand_of(s: HasHands, seat: int, shown: int, pack: Pack) -> Zone:
    """Return a seat's hand with these cards face up."""
    return made_once(cast(State, s), (seat, shown), lambda: _hand_of(s, seat, shown, pack))


def _hand_of(s: HasHands, seat: int, shown: int, pack: Pack) -> Zone:
    return hand_zone(seat, [pack.name(card) for card in members_of(shown)], bit_count(s.hands[seat]))
