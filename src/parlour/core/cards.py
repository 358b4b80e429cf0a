"""Cards as numbers and as text.

A game's pack lists the text of every card; a card's number is its position in that list. The standard pack is ordered by suit
(clubs, diamonds, hearts, spades), then by rank (2 to Ace, numbers 2 to 14), with jokers last.
"""

from collections.abc import Callable, Iterable

from .bits import members_of
from .rule import rule
from .sentence import CARD, Invalid, Part, shortened
from .texts import ENGLISH, catalogue, sentence, speaking, text

HIDDEN = "??"
EMPTY = "-"

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = "♣♦♥♠"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
JACK, QUEEN, KING, ACE = 11, 12, 13, 14

STANDARD = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKERS = ("J1", "J2")

TWOS = 1 | 1 << 13 | 1 << 26 | 1 << 39
CLUB_CARDS = (1 << 13) - 1

RANK_OF = bytes(range(2, 15)) * 5
SUIT_OF = bytes(suit for suit in range(5) for _ in range(13))
"""The rank and the suit of every card; a table is faster than a division."""


@rule
def of_rank(rank: int) -> int:
    """Return the set of the four cards of a rank (2 to 14)."""
    return TWOS << (rank - 2)


@rule
def of_suit(suit: int) -> int:
    """Return the set of the thirteen cards of a suit."""
    return CLUB_CARDS << (13 * suit)


@rule
def rank_of(card: int) -> int:
    """Return the rank of a card, 2 to 14."""
    return RANK_OF[card]


@rule
def suit_of(card: int) -> int:
    """Return the suit of a card, 0 to 3: clubs, diamonds, hearts, spades."""
    return SUIT_OF[card]


def rank_sign(rank: int) -> str:
    """Return a rank (2 to 14) as it is printed on a card: `10`, `J`."""
    return RANKS[rank - 2].replace("T", "10")


class Pack:
    """The cards of a game: number to text and back. Copies of a card share a text but have different numbers."""

    def __init__(self, names: tuple[str, ...], sign: Callable[[str], str] | None = None) -> None:
        self.names = names
        self._sign = sign or standard_sign
        self._numbers: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            self._numbers.setdefault(name.lower(), []).append(number)
        for name in names:  # moves write names this way, so the lookup finds them without normalising
            self._numbers.setdefault(name, self._numbers[name.lower()])

    def __len__(self) -> int:
        return len(self.names)

    def name(self, card: int) -> str:
        """Return the text of a card, `8h`; `??` if it is not known."""
        return HIDDEN if card < 0 else self.names[card]

    def sign(self, card: int) -> str:
        """Return a card as it appears in sentences, `♥8`, in the current language."""
        return text("part.card") if card < 0 else self.signs[card]

    @property
    def signs(self) -> tuple[str, ...]:
        """The symbols of all cards, computed once per language."""
        made: dict[object, tuple[str, ...]] = catalogue().made
        signs = made.get(self)
        if signs is None:
            signs = made[self] = tuple(Part(self._sign(name), CARD, name) for name in self.names)
        return signs

    def sign_of(self, name: str) -> str:
        """Return a card, given by its name, as it appears in sentences: `8h` becomes `♥8`."""
        made: dict[object, dict[str, str]] = catalogue().made
        mark = self, "by name"
        signs = made.get(mark)
        if signs is None:
            signs = made[mark] = dict(zip(self.names, self.signs, strict=True))
        return signs[name]

    def plain_sign(self, card: int) -> str:
        """Return the same as `sign`, but always in English, so that programs can read it."""
        with speaking(language=ENGLISH):
            return self.sign(card)

    def number(self, name: str) -> int:
        """Return the number of a card from its text, or raise ValueError. Also reads `10h`, `8H`, `8♥`, `♥8` and `h8`."""
        return self.copies(name)[0]

    def copies(self, name: str) -> list[int]:
        """Return the numbers of all copies of a card."""
        numbers = self._numbers.get(name)
        if numbers is None:
            plain = _plain(name)
            numbers = self._numbers.get(plain) or self._numbers.get(_plain(plain[1:] + plain[:1]))
        if numbers is None:
            raise Invalid(sentence("refusal.noCard", card=shortened(name)))
        return numbers

    def order(self, card: int) -> int:
        """Return the position of a card in display order; copies of a card are adjacent."""
        return self._numbers[self.names[card]][0]

    def text(self, cards: Iterable[int]) -> str:
        """Return cards as text in the given order, `8h 2c`."""
        return " ".join(self.name(card) for card in cards)

    def set_text(self, cards: int) -> str:
        """Return a set of cards as text, in ascending order."""
        return self.text(members_of(cards))


def standard_sign(name: str) -> str:
    """Return `8h` as `♥8`, and a joker as a word."""
    if name in JOKERS:
        return text(("card.joker.red", "card.joker.black")[JOKERS.index(name)])
    return SUIT_SIGNS[SUITS.index(name[1])] + rank_sign(RANKS.index(name[0]) + 2)


def _plain(text: str) -> str:
    text = text.lower()
    if text.startswith(tuple(SUIT_SIGNS)):
        text = text[1:] + text[0]
    if text.startswith("10"):
        text = "t" + text[2:]
    for sign, letter in zip(SUIT_SIGNS, SUITS, strict=True):
        text = text.replace(sign, letter)
    return text


STANDARD_PACK = Pack(STANDARD)
JOKER_PACK = Pack(STANDARD + JOKERS)
