"""The cards of Match Mania: 54 kinds, each with copies, in up to four decks.

A card's number is deck * 108 + i: i below 100 is coloured, 25 cards a colour (0, 1, 1, … 9, 9, S, S, R, R, +2, +2), then
four Wilds and four Wild +4. A kind is colour * 13 + face. Rules use kinds; only hands, deck and pile have cards.
"""

from ...core.cards import Pack
from ...core.rule import rule
from ...core.sentence import CARD, Part
from ...core.texts import capital, text
from .options import DECK, MOST_CARDS

COLOURS = ("red", "yellow", "green", "blue")
FACES = (*"0123456789", "S", "R", "+2")
SKIP, REVERSE, DRAW_TWO = 10, 11, 12
WILD, WILD_FOUR = 52, 53
KINDS = 54

COLOUR_KINDS = (1 << 13) - 1
FACE_KINDS = 1 | 1 << 13 | 1 << 26 | 1 << 39
ALL_TWOS = FACE_KINDS << DRAW_TWO
WILD_FOUR_BIT = 1 << WILD_FOUR


COLOURED_IN_DECK = [1] + 12 * [2]
IN_DECK = bytes([*4 * COLOURED_IN_DECK, 4, 4])
"""MM-1.1: the copies of each kind in a deck: one 0 and two of each other face per colour, and four of each sort of Wild."""
FIRST_COPY = bytes(sum(IN_DECK[:kind]) for kind in range(KINDS))
FACE_OF = bytes(kind % 13 for kind in range(KINDS))
COLOUR_OF = bytes(kind // 13 + 1 if kind < WILD else 0 for kind in range(KINDS))
PENALTY_OF = bytes(4 if kind == WILD_FOUR else 2 * (ALL_TWOS >> kind & 1) for kind in range(KINDS))
KIND_OF = bytes(kind for kind in range(KINDS) for _ in range(IN_DECK[kind])) * (MOST_CARDS // DECK)


@rule
def kind_of(card: int) -> int:
    """Return the kind of a card: 0 to 51 coloured, 52 a Wild, 53 a Wild +4."""
    return KIND_OF[card]


@rule
def face_of(kind: int) -> int:
    """Return the number or action of a coloured kind, 0 to 12."""
    return FACE_OF[kind]


@rule
def colour_of(kind: int) -> int:
    """Return the colour of a kind; NONE for a Wild."""
    return COLOUR_OF[kind] - 1


@rule
def first_copy(kind: int) -> int:
    """MM-1.1: return the lowest card of a kind; in each deck, its copies have consecutive numbers."""
    return FIRST_COPY[kind]


@rule
def copies_in_deck(kind: int) -> int:
    """MM-1.1: return how many cards of a kind are in a deck."""
    return IN_DECK[kind]


@rule
def of_colour(colour: int) -> int:
    """Return the set of the thirteen kinds of a colour."""
    return COLOUR_KINDS << (13 * colour)


@rule
def of_face(face: int) -> int:
    """Return the set of the four kinds of a number or action."""
    return FACE_KINDS << face


@rule
def penalty_of(kind: int) -> int:
    """MM-3.3, MM-3.5: return how many cards the next seat draws because of this one."""
    return PENALTY_OF[kind]


@rule
def points_of(kind: int) -> int:
    """MM-5.2: return a card's points: face value for numbers, 20 for actions, 50 for Wilds."""
    if kind >= WILD:
        return 50
    return face_of(kind) if face_of(kind) < SKIP else 20


def kind_name(kind: int) -> str:
    """Return a kind as it is written in moves: `r5`, `gS`, `b+2`, `W`, `W+4`."""
    if kind >= WILD:
        return ("W", "W+4")[kind - WILD]
    return f"{COLOURS[kind // 13][0]}{FACES[kind % 13]}"


def kind_sign(kind: int) -> Part:
    """Return a kind as it appears in sentences: `Red 5`, `Green Skip`, `Wild +4`."""
    if kind < WILD:
        said = capital(text("card.coloured", colour=colour_word(kind // 13), sign=face_word(kind % 13)))
    else:
        said = text("card.wild") if kind == WILD else text("card.wildDraw", sign="+4")
    return Part(said, CARD, kind_name(kind))


def colour_word(colour: int) -> str:
    """Return the word for a colour."""
    return text(f"colour.{COLOURS[colour]}")


def face_word(face: int) -> str:
    """Return the word for a number or an action."""
    return text(f"sign.{FACES[face]}") if face in (SKIP, REVERSE) else FACES[face]


NUMBERS = {kind_name(kind): kind for kind in range(KINDS)}
PACK = Pack(tuple(kind_name(kind_of(card)) for card in range(MOST_CARDS)), lambda name: kind_sign(NUMBERS[name]))
