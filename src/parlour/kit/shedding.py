"""Shedding games: a hand per seat, a deck to draw from, a pile to play on, and one action per move. An empty hand wins.

`SheddingState` has their fields, and `shedding_game` makes a `Game` with the pieces they share, so that such a game only has to
add its own rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..core.bits import bit_count, members_of
from ..core.cards import STANDARD_PACK, Pack
from ..core.events import BLOCKED, PLAYED, TURNED, TURNS_RAN_OUT, tell
from ..core.game import Game, Illegal, Rule
from ..core.options import MOST_TURNS, between
from ..core.rule import large_rule, rule
from ..core.seats import seat_after
from ..core.sentence import shortened
from ..core.state import NONE, TOGETHER, hands, number
from ..core.texts import listed, sentence, text
from ..core.view import Choice, Zone, hand_zone
from .hands import HasHands, deal_hand, draw, smallest_hands
from .plays import named_cards
from .positions import deal_size, empty_hands_flaw, passes_flaw, pile_flaw, shuffles_flaw, won
from .scores import points_of_losers
from .seats import choose_first_seat, declare_winners, refuse_out_of_turn
from .stock import Stock, fill_deck, in_deck, map_deck, mapped, next_card, put_on_pile, scramble


class SheddingState(Stock):
    """The fields of a shedding game: hands for up to eight seats, and the house rules that all of them need."""

    hands: list[int] = hands(8)
    passes: int = number()  # consecutive turns in which nothing could be drawn
    hand_size: int = between(3, 10, 5)
    max_turns: int = between(100, 5000, 1000, role=MOST_TURNS)


# ---- rules --------------------------------------------------------------------------------------------------------


@rule
def deal(s: SheddingState, cards: int) -> None:
    """Shuffle this many cards, deal the hands and turn up one card."""
    fill_deck(s, cards)
    choose_first_seat(s)
    for seat in range(s.seats):
        deal_hand(s, seat, s.hand_size)
    card = next_card(s)
    put_on_pile(s, card)
    tell(s, TURNED, NONE, card)


@rule
def play_card(s: SheddingState, seat: int, card: int) -> None:
    """Put a card from a hand on the pile."""
    s.hands[seat] &= ~(1 << card)
    s.passes = 0
    put_on_pile(s, card)
    tell(s, PLAYED, seat, card)


@rule
def draw_card(s: SheddingState, seat: int) -> None:
    """Draw a card into a hand, if there is one (ALL-2)."""
    if draw(s, seat, 1):
        s.passes = 0


@rule
def end_turn(s: SheddingState, seat: int) -> None:
    """End a turn (ALL-5, ALL-9). An empty hand wins; if all have passed or the turn limit is reached, the fewest cards win."""
    s.turns += 1
    if s.hands[seat] == 0:
        declare_winners(s, 1 << seat)
    elif s.passes == s.seats:
        tell(s, BLOCKED, NONE)
        declare_winners(s, smallest_hands(s))
    elif s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        declare_winners(s, smallest_hands(s))
    else:
        s.turn = seat_after(s, seat, 1)


@rule
def cards_held(s: HasHands, seat: int) -> int:
    """Return a point for each card in the hand."""
    return bit_count(s.hands[seat])


def winner_takes(points: Rule) -> Rule:
    """Return the usual score: a winner gets the points of all losing hands."""

    @rule
    def score(s: SheddingState, seat: int) -> int:
        return points_of_losers(s, seat, points)

    return score


@rule
def in_other_hands(s: SheddingState, seat: int) -> int:
    """Return the hidden cards: the deck, and until the end the other seats' hands (ALL-3; seat -1: a spectator)."""
    cards = in_deck(s)
    if s.winners == 0 and seat != TOGETHER:
        for other in range(s.seats):
            if other != seat:
                cards |= s.hands[other]
    return cards


@large_rule
def redeal_hands(s: SheddingState, seat: int) -> None:
    """Redraw the places of the cards that this seat cannot see."""
    hidden = in_other_hands(s, seat)
    scramble(s, hidden)
    for other in range(s.seats):
        s.hands[other] = mapped(s, s.hands[other], hidden)
    map_deck(s)


# ---- positions ----------------------------------------------------------------------------------------------------


def settle_winners(s: SheddingState, said: set[str]) -> None:
    """Set the winners, which follow from the cards, the passes and the turns."""
    if "winners" not in said:
        s.winners = won(s)


def hands_flaw(s: SheddingState) -> str:
    """Return why this position is impossible; empty if it is possible."""
    end = "" if s.winners == won(s) and s.turns <= s.max_turns else sentence("position.winners")
    return pile_flaw(s) or empty_hands_flaw(s) or end or passes_flaw(s.passes, s) or shuffles_flaw(s)


# ---- what people read ---------------------------------------------------------------------------------------------


def zones(s: SheddingState, viewer: int, pack: Pack) -> tuple[Zone, ...]:
    """Return the zones: the hands, open to their owners and at the end to all, the pile and the deck."""
    open_hands = [s.hands[seat] if seat == viewer or s.winners else 0 for seat in range(s.seats)]
    shown = [[pack.name(card) for card in members_of(cards)] for cards in open_hands]
    pile = tuple(pack.name(card) for card in s.value("pile"))
    return (
        *(hand_zone(seat, shown[seat], bit_count(s.hands[seat])) for seat in range(s.seats)),
        Zone("pile", None, pile, len(pile)),
        Zone("deck", None, (), s.deck_size),
    )


class Moves:
    """Moves of one action each as text: `play 8h` for cards, and a choice for each other action."""

    def __init__(self, game_id: str, legal: Rule, others: Mapping[int, Choice], pack: Pack) -> None:
        self._id, self._legal, self._others, self._pack = game_id, legal, others, pack
        self._actions = {choice.words: action for action, choice in others.items()}

    def choices(self, s: SheddingState, seat: int) -> Iterator[Choice]:
        """List every move of a seat."""
        return map(self._choice, members_of(self._legal(s, seat)))

    def _choice(self, action: int) -> Choice:
        if action in self._others:
            return self._others[action]
        return Choice(f"play {self._pack.name(action)}", (self._pack.name(action),))

    def parse(self, s: SheddingState, seat: int, said: str) -> tuple[list[int], str]:
        """Return the action of a move and its words, or raise Illegal."""
        refuse_out_of_turn(s, seat)
        action = self._actions.get(said.lower())
        verb, _, rest = said.partition(" ")
        if action is None and verb.lower() == "play":
            action, *more = named_cards(s.hands[seat], "play", rest)
            if more:
                raise Illegal(sentence("refusal.oneCard"))
        if action is None:
            raise Illegal(sentence("refusal.noMove", game=text(f"{self._id}.name"), text=shortened(said), verbs=self._verbs()))
        return [action], self._choice(action).words

    def _verbs(self) -> str:
        return listed(list(dict.fromkeys(["play", *(words.split()[0] for words in self._actions)])), "list.or")


def shedding_game(
    *,
    id: str,
    legal: Rule,
    moves: Mapping[int, Choice],
    pack: Pack = STANDARD_PACK,
    hand_points: Rule = cards_held,
    **pieces: Any,
) -> Game:
    """Make a `Game` with a `SheddingState`. Actions 0 to 51 are its cards; the others are those of `moves`.

    `pieces` are the other pieces of the game. Missing ones come from this module.
    """
    words = Moves(id, legal, moves, pack)
    usual = {
        "choices": words.choices,
        "parse": words.parse,
        "score": winner_takes(hand_points),
        "unseen": in_other_hands,
        "redeal": redeal_hands,
        "derived": ("winners",),
        "settle": settle_winners,
        "deal_size": deal_size,
        "flaw": hands_flaw,
    }
    return Game(id=id, legal=legal, pack=pack, hand_points=hand_points, **{**usual, **pieces})
