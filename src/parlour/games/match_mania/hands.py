"""Hands of Match Mania: cards come, go and move from seat to seat, and knowledge about them moves along.

Copies of a card look alike, so all that a seat can know of a hand is how many of each kind it holds at least. Hands are always
seen whole, and of several copies the one that most seats know is played. So a seat that knows one copy also knows every copy
that more seats know, and playing a card removes one copy from what each seat knows of its kind.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.events import DREW, tell
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.stock import next_card
from .cards import KINDS, copies_in_deck, first_copy, kind_of, of_colour, points_of
from .events import GOT, SAW
from .options import DECK
from .state import MatchMania, count_hands


@rule
def take(s: MatchMania, seat: int, card: int) -> None:
    """Add a card to a hand."""
    kind = kind_of(card)
    s.holder[card] = seat
    s.lacks[seat] = 0
    s.sizes[seat] += 1
    s.kinds[seat] |= 1 << kind
    s.copies[seat * KINDS + kind] += 1


@rule
def best_known(s: MatchMania, seat: int, kind: int) -> int:
    """Return a seat's copy of a kind that most seats know."""
    left = s.copies[seat * KINDS + kind]
    best = NONE
    most = -1
    for deck in range(s.decks):
        card = deck * DECK + first_copy(kind)
        for _ in range(copies_in_deck(kind)):
            if s.holder[card] == seat:
                knowers = bit_count(s.knowers[card])
                if knowers > most:
                    most = knowers
                    best = card
                left -= 1
                if left == 0:
                    return best
            card += 1
    return best


@rule
def leave(s: MatchMania, seat: int, kind: int) -> int:
    """Remove a card of a kind from a hand; return which one."""
    card = best_known(s, seat, kind)
    s.holder[card] = NONE
    s.knowers[card] = 0
    s.sizes[seat] -= 1
    s.copies[seat * KINDS + kind] -= 1
    if s.copies[seat * KINDS + kind] == 0:
        s.kinds[seat] &= ~(1 << kind)
    return card


@large_rule
def draw_cards(s: MatchMania, seat: int, count: int) -> int:
    """ALL-2: draw this many cards, or as many as there are; return how many."""
    for i in range(count):
        card = next_card(s)
        if card == NONE:
            return i
        take(s, seat, card)
        tell(s, DREW, seat, card, 0, 1 << seat)
    return count


@rule
def hand_over(s: MatchMania, card: int, giver: int, receiver: int) -> None:
    """MM-4.2: move a card to another hand; the giver and everybody who knew it before still know it."""
    s.holder[card] = receiver
    s.knowers[card] = (s.knowers[card] | 1 << giver) & ~(1 << receiver)


@rule
def tell_hand(s: MatchMania, seat: int, giver: int) -> None:
    """Report a hand that changed owners: the new owner sees it; the others see how many cards moved, in a neutral order."""
    for card in range(s.decks * DECK):
        if s.holder[card] == seat:
            tell(s, GOT, seat, card, giver, 1 << seat)


@large_rule
def exchange_hands(s: MatchMania, seat: int, other: int) -> None:
    """MM-4.2: let two seats swap their hands."""
    for card in range(s.decks * DECK):
        if s.holder[card] == seat:
            hand_over(s, card, seat, other)
        elif s.holder[card] == other:
            hand_over(s, card, other, seat)
    lacks = s.lacks[seat]
    s.lacks[seat] = s.lacks[other]
    s.lacks[other] = lacks
    count_hands(s)
    tell_hand(s, seat, other)
    tell_hand(s, other, seat)


@large_rule
def pass_hands_on(s: MatchMania) -> None:
    """MM-4.2: pass every hand to the next seat in the direction of play."""
    for card in range(s.decks * DECK):
        giver = s.holder[card]
        if giver >= 0:
            hand_over(s, card, giver, seat_after(s, giver, 1))
    seat = 0
    lacks = s.lacks[0]
    for _ in range(s.seats):
        seat = seat_after(s, seat, 1)
        moved = lacks
        lacks = s.lacks[seat]
        s.lacks[seat] = moved
    count_hands(s)
    for giver in range(s.seats):
        tell_hand(s, seat_after(s, giver, 1), giver)


@large_rule
def look_at_hand(s: MatchMania, seat: int, other: int) -> None:
    """MM-3.6: show another's hand to a seat privately."""
    for card in range(s.decks * DECK):
        if s.holder[card] == other:
            s.knowers[card] |= 1 << seat
            tell(s, SAW, seat, card, other, 1 << seat)


@rule
def only_card(s: MatchMania, seat: int) -> int:
    """Return the one card that a seat holds; NONE if it holds none."""
    for card in range(s.decks * DECK):
        if s.holder[card] == seat:
            return card
    return NONE


@rule
def smallest(s: MatchMania) -> int:
    """ALL-5, ALL-9: return the seats with the fewest cards."""
    fewest = 999
    seats = 0
    for seat in range(s.seats):
        if s.sizes[seat] < fewest:
            fewest = s.sizes[seat]
            seats = 0
        if s.sizes[seat] == fewest:
            seats |= 1 << seat
    return seats


@rule
def hand_points(s: MatchMania, seat: int) -> int:
    """MM-5.2: return the points of a hand."""
    points = 0
    kinds = s.kinds[seat]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        points += points_of(kind) * s.copies[seat * KINDS + kind]
    return points


@rule
def cards_of_colour(s: MatchMania, seat: int, colour: int) -> int:
    """Return how many cards of a colour a seat holds."""
    count = 0
    kinds = s.kinds[seat] & of_colour(colour)
    while kinds:
        count += s.copies[seat * KINDS + lowest_bit(kinds)]
        kinds &= kinds - 1
    return count


@rule
def commonest_colour(s: MatchMania, seat: int) -> int:
    """MM-6.5: return the most common colour of a hand; ties go to the first of red, yellow, green, blue."""
    best = 0
    for colour in range(1, 4):
        if cards_of_colour(s, seat, colour) > cards_of_colour(s, seat, best):
            best = colour
    return best
