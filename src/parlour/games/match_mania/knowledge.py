"""Hidden information of Match Mania, and worlds consistent with what a seat knows."""

from ...core.bits import set_of
from ...core.chance import below
from ...core.rule import large_rule, rule
from ...core.state import NONE, TOGETHER
from ...kit.seats import everyone
from .cards import kind_of
from .matching import playable
from .options import DECK
from .state import DRAWN, OVER, MatchMania, count_hands, judge

# A place, as `mapping` stores it: a seat or a place in the deck, two marks, and above them the seats that know its card.
IN_DECK, IS_DRAWN, IS_ALONE, KNOWERS = 32, 1 << 9, 1 << 10, 1 << 11
PLACE = IS_DRAWN - 1
TRIES = 200


def unseen(s: MatchMania, seat: int) -> int:
    """ALL-3: return the cards whose place this viewer cannot know (-1: a spectator)."""
    cards = set_of(s.deck[: s.deck_size])
    if s.phase == OVER:
        return cards
    return cards | set_of(card for card in range(s.decks * DECK) if is_hidden(s, seat, card))


@rule
def is_hidden(s: MatchMania, seat: int, card: int) -> int:
    """Whether a card is in a hand and this viewer does not know that."""
    holder = s.holder[card]
    if holder < 0 or holder == seat or seat == TOGETHER:
        return 0
    return 1 if seat < 0 or not s.knowers[card] >> seat & 1 else 0


@large_rule
def redeal(s: MatchMania, seat: int) -> None:
    """Redeal everything that this seat cannot know; a card that another seat may play after drawing it stays playable."""
    scatter(s, seat)
    if s.phase == DRAWN and seat != s.turn and seat != TOGETHER:
        for _ in range(TRIES):
            if playable(s, s.turn) >> kind_of(s.drawn) & 1:
                break
            scatter(s, seat)
    judge(s)


@large_rule
def scatter(s: MatchMania, seat: int) -> None:
    """Shuffle the hidden cards that entered the deck together among themselves; the other seats still know the cards in the
    same places.
    """
    count = gather(s, seat)
    start = 0
    while start < count:
        end = bring_together(s, start, count)
        for i in range(end - 1, start, -1):
            j = start + below(s, i - start + 1)
            card = s.pool[i]
            s.pool[i] = s.pool[j]
            s.pool[j] = card
        start = end
    for i in range(count):
        put(s, s.pool[i], s.mapping[i])
    count_hands(s)


@rule
def gather(s: MatchMania, seat: int) -> int:
    """Put the hidden cards into `pool` and their places into `mapping`; return how many there are."""
    count = 0
    for i in range(s.deck_size):
        s.pool[count] = s.deck[i]
        s.mapping[count] = IN_DECK + i
        count += 1
    if s.phase != OVER:
        for card in range(s.decks * DECK):
            if is_hidden(s, seat, card):
                s.pool[count] = card
                s.mapping[count] = s.holder[card] + s.knowers[card] * KNOWERS
                if card == s.drawn:
                    s.mapping[count] += IS_DRAWN
                if card == s.alone:
                    s.mapping[count] += IS_ALONE
                count += 1
    return count


@rule
def bring_together(s: MatchMania, start: int, count: int) -> int:
    """Move the cards that entered the deck with the one at `start` behind it; return where they end."""
    era = s.since[s.pool[start]]
    end = start + 1
    for i in range(start + 1, count):
        card = s.pool[i]
        if s.since[card] == era:
            place = s.mapping[i]
            s.pool[i] = s.pool[end]
            s.mapping[i] = s.mapping[end]
            s.pool[end] = card
            s.mapping[end] = place
            end += 1
    return end


@rule
def put(s: MatchMania, card: int, place: int) -> None:
    """Put a card into a place."""
    where = place & PLACE
    if where >= IN_DECK:
        s.deck[where - IN_DECK] = card
        s.holder[card] = NONE
        s.knowers[card] = 0
    else:
        s.holder[card] = where
        s.knowers[card] = place // KNOWERS
    if place & IS_DRAWN:
        s.drawn = card
    if place & IS_ALONE:
        s.alone = card


def window(s: MatchMania) -> int:
    """Return the seats that may cut in as far as anybody can tell: naming only those that can would reveal their cards."""
    is_open = s.phase != OVER and (s.window or s.catch >= 0)
    return everyone(s) & ~(1 << s.turn) if is_open else 0
