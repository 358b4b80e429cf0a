"""A deck to draw from, the pile that is shuffled into it when it is empty (ALL-2), and what everybody can infer from that.

`since` records for each card in which shuffle it last entered the deck. Everybody can infer this: when the deck runs out, the
cards of the pile become the new deck and all others are in hands. So two hidden cards are interchangeable for a viewer only if
they entered the deck together, and `scramble` mixes only such cards.
"""

from ..core.bits import lowest_bit
from ..core.chance import shuffle
from ..core.events import SHUFFLED, tell
from ..core.options import HouseOptions
from ..core.rule import large_rule, rule
from ..core.state import NONE, number, scratch, stack, tally


class DeckAndPile(HouseOptions):
    """The fields of a game with one pack of up to 54 cards, each card once; a game with more cards declares longer fields."""

    deck: list[int] = stack(54, next_first=True)
    deck_size: int = number()
    pile: list[int] = stack(54)
    pile_size: int = number()
    pool: list[int] = scratch(54)
    mapping: list[int] = scratch(54)


class Stock(DeckAndPile):
    """The fields of such a game if the pile becomes the new deck."""

    shuffles: int = number()
    since: list[int] = tally(54)


@rule
def fill_deck(s: DeckAndPile, count: int) -> None:
    """Fill the deck with the cards 0 to count - 1 in random order."""
    for card in range(count):
        s.deck[card] = card
    s.deck_size = count
    shuffle(s, s.deck, count)


@large_rule
def reshuffle(s: Stock) -> None:
    """Turn the pile, except its top card, into the new deck (ALL-2)."""
    count = s.pile_size - 1
    s.shuffles += 1
    for i in range(count):
        card = s.pile[i]
        s.deck[i] = card
        s.since[card] = s.shuffles
    s.pile[0] = s.pile[count]
    s.pile_size = 1
    s.deck_size = count
    shuffle(s, s.deck, count)
    tell(s, SHUFFLED, NONE, NONE, count)


@rule
def drawable(s: Stock) -> int:
    """Return how many cards can be drawn in total."""
    return s.deck_size + (s.pile_size - 1 if s.pile_size else 0)


@rule
def deal_card(s: DeckAndPile) -> int:
    """Return the next card of a non-empty deck."""
    s.deck_size -= 1
    return s.deck[s.deck_size]


@rule
def next_card(s: Stock) -> int:
    """Return the next card, refilling the deck from the pile if necessary; NONE when there is nothing left to draw."""
    if s.deck_size == 0:
        if s.pile_size <= 1:
            return NONE
        reshuffle(s)
    return deal_card(s)


@rule
def put_on_pile(s: DeckAndPile, card: int) -> None:
    """Put a card face up on the pile."""
    s.pile[s.pile_size] = card
    s.pile_size += 1


@rule
def top(s: DeckAndPile) -> int:
    """Return the top card of a non-empty pile."""
    return s.pile[s.pile_size - 1]


@rule
def in_deck(s: DeckAndPile) -> int:
    """Return the set of the cards in the deck."""
    cards = 0
    for i in range(s.deck_size):
        cards |= 1 << s.deck[i]
    return cards


@large_rule
def scramble(s: Stock, hidden: int) -> None:
    """Redraw the places of hidden cards at random: `mapping` says what each becomes. Consistent worlds are equally likely."""
    rest = hidden
    while rest:
        era = s.since[lowest_bit(rest)]
        count = 0
        group = 0
        scan = rest
        while scan:
            card = lowest_bit(scan)
            scan &= scan - 1
            if s.since[card] == era:
                s.pool[count] = card
                count += 1
                group |= 1 << card
        rest &= ~group
        shuffle(s, s.pool, count)
        for i in range(count):
            s.mapping[lowest_bit(group)] = s.pool[i]
            group &= group - 1


@large_rule
def scramble_all(s: DeckAndPile, hidden: int) -> None:
    """Do the same as `scramble` for games whose pile never becomes a deck, where all hidden cards are interchangeable."""
    count = 0
    scan = hidden
    while scan:
        s.pool[count] = lowest_bit(scan)
        scan &= scan - 1
        count += 1
    shuffle(s, s.pool, count)
    for i in range(count):
        s.mapping[lowest_bit(hidden)] = s.pool[i]
        hidden &= hidden - 1


@rule
def mapped(s: DeckAndPile, cards: int, hidden: int) -> int:
    """Return a set after `scramble`: its hidden cards replaced by what they became."""
    result = cards & ~hidden
    cards &= hidden
    while cards:
        result |= 1 << s.mapping[lowest_bit(cards)]
        cards &= cards - 1
    return result


@rule
def map_deck(s: DeckAndPile) -> None:
    """Apply `scramble` to the deck, whose cards nobody knows."""
    for i in range(s.deck_size):
        s.deck[i] = s.mapping[s.deck[i]]
