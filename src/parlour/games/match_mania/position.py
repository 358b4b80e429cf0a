"""Positions of Match Mania: its own lines both ways, what follows from the cards, and what cannot be."""

from collections import Counter
from collections.abc import Iterator

from ...core.bits import set_of
from ...core.sentence import shortened
from ...core.state import NONE
from ...kit.stock import top
from .cards import COLOURS, DRAW_TWO, PACK, SKIP, WILD, WILD_FOUR, kind_name, kind_of
from .fits import playable
from .hands import smallest
from .options import AUTO, DECK
from .state import DRAWN, NAME, OVER, PLAY, START, SWAP, MatchMania, count_hands
from .turns import close_windows, forget_guilt

derived = ("phase", "winners")
own_words = ("colour", "before", "alone", "drawn", "window", "knows", "recycled")


# ---- lines --------------------------------------------------------------------------------------------------------


def own_lines(s: MatchMania) -> Iterator[str]:
    """The lines that only this game has."""
    if s.kind >= WILD and s.colour >= 0:
        yield f"colour: {COLOURS[s.colour]}"
    if s.before >= 0 and s.before != colour_under(s):
        yield f"before: {COLOURS[s.before]}"
    if s.alone >= 0:
        yield f"alone: {PACK.name(s.alone)}"
    if s.drawn >= 0:
        yield f"drawn: {PACK.name(s.drawn)}"
    if s.window:
        yield "window: open"
    for seat in range(s.seats):
        known = known_cards(s, seat)
        if known:
            yield f"knows {seat}: {' '.join(f'{holder}:{kind_name(kind)}' for holder, kind in known)}"
    if s.shuffles:
        kinds = sorted(kind_of(card) for card in range(s.decks * DECK) if s.since[card] == s.shuffles)
        yield f"recycled: {' '.join(kind_name(kind) for kind in kinds)}".rstrip()


def known_cards(s: MatchMania, seat: int) -> list[tuple[int, int]]:
    """What a seat knows of other hands: holder and kind, ascending."""
    cards = (card for card in range(s.decks * DECK) if s.holder[card] >= 0 and s.knowers[card] >> seat & 1)
    return sorted((s.holder[card], kind_of(card)) for card in cards)


def colour_under(s: MatchMania) -> int:
    """The colour of the card under the top, NONE if it has none."""
    kind = kind_of(s.pile[s.pile_size - 2]) if s.pile_size > 1 else WILD
    return kind // 13 if kind < WILD else NONE


def read_own(s: MatchMania, key: str, text: str) -> None:
    """Read such a line, or a ValueError in a sentence."""
    word, *which = key.split()
    if word == "knows":
        read_knows(s, seat_of(s, " ".join(which)), text)
    elif which:
        raise ValueError(f"A line '{word}' names no seat.")
    elif word == "colour":
        s.colour = colour_of(text)
    elif word == "before":
        s.before = colour_of(text)
    elif word == "alone":
        s.alone = card_in_hand(s, (s.turn - s.direction) % s.seats, text)
    elif word == "drawn":
        s.drawn = card_in_hand(s, s.turn, text)
    elif word == "window":
        if text != "open":
            raise ValueError(f"A window is 'open', or there is no such line, not '{shortened(text)}'.")
        s.window = 1
    else:
        read_recycled(s, text)


def colour_of(text: str) -> int:
    """The number of a colour."""
    if text not in COLOURS:
        raise ValueError(f"'{shortened(text)}' is no colour: {', '.join(COLOURS)}.")
    return COLOURS.index(text)


def seat_of(s: MatchMania, text: str) -> int:
    """The number of a seat."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise ValueError(f"There is no seat '{shortened(text)}' at a table of {s.seats}.")
    return int(text)


def card_in_hand(s: MatchMania, seat: int, text: str) -> int:
    """A card of a seat: of several copies the first."""
    for card in PACK.copies(text):
        if s.holder[card] == seat:
            return card
    raise ValueError(f"Seat {seat} does not hold {shortened(text)}.")


def read_knows(s: MatchMania, seat: int, text: str) -> None:
    """`1:r5 1:r5 2:W`: of several copies the first are known."""
    for place, times in Counter(text.split()).items():
        owner, _, name = place.partition(":")
        holder = seat_of(s, owner)
        held = [card for card in PACK.copies(name) if s.holder[card] == holder]
        if holder == seat:
            raise ValueError(f"Seat {seat} knows its own hand anyway.")
        if times > len(held):
            raise ValueError(f"Seat {seat} cannot know {times} times {shortened(name)} in the hand of seat {holder}.")
        for card in held[:times]:
            s.knowers[card] |= 1 << seat


def read_recycled(s: MatchMania, text: str) -> None:
    """The cards of the last shuffle: the deck holds no others, the rest of them have been drawn since."""
    s.shuffles = 1
    wanted = Counter(kind_of(PACK.number(name)) for name in text.split())
    pile = s.pile[: s.pile_size]
    hands = [card for card in range(s.decks * DECK) if s.holder[card] >= 0]
    for card in [*s.deck[: s.deck_size], *reversed(pile), *hands]:
        kind = kind_of(card)
        if wanted[kind] > 0:
            wanted[kind] -= 1
            s.since[card] = 1
    if any(s.since[card] == 0 for card in s.deck[: s.deck_size]):
        raise ValueError("The deck holds no cards but those of the last shuffle, which the line 'recycled' names.")
    if wanted.total():
        raise ValueError("The line 'recycled' names cards that are nowhere.")


# ---- what follows -------------------------------------------------------------------------------------------------


def settle(s: MatchMania, said: set[str]) -> None:
    """What no line says: the hands counted, the colour of the top and of the card before it, and whether it is the end."""
    count_hands(s)
    if not s.pile_size:
        return
    s.kind = kind_of(top(s))
    if s.kind < WILD and s.colour < 0:
        s.colour = s.kind // 13
    if s.before < 0 and is_challengeable(s):
        s.before = colour_under(s)
    empty = set_of(seat for seat in range(s.seats) if s.sizes[seat] == 0)
    if empty or s.passes >= s.seats or s.turns >= s.max_turns:
        s.phase = OVER
        s.winners = empty or smallest(s)
        s.penalty = 0
        s.called = 0
        s.drawn = NONE
        close_windows(s)
        forget_guilt(s)


def is_challengeable(s: MatchMania) -> bool:
    """Whether there is a Wild +4 on top that has not been answered yet."""
    return bool(s.challenge and s.kind == WILD_FOUR and (s.phase == NAME or (s.phase == PLAY and s.penalty)))


def deal_size(s: MatchMania, name: str) -> int:
    """How many cards a place gets that no line names."""
    return 1 if name == "pile" else s.hand_size


def in_play(s: MatchMania) -> int:
    """MM-4.3: so many decks of 108 cards."""
    return (1 << s.decks * DECK) - 1


def opens(s: MatchMania, card: int) -> bool:
    """A pile that no line names begins with a number."""
    return kind_of(card) < WILD and kind_of(card) % 13 < SKIP


# ---- what cannot be -----------------------------------------------------------------------------------------------


def flaw(s: MatchMania) -> str:
    """Why this cannot be a position, or nothing."""
    if not s.pile_size:
        return "A position of Match Mania has a card on the pile."
    return hands_flaw(s) or colour_flaw(s) or penalty_flaw(s) or phase_flaw(s) or window_flaw(s)


def hands_flaw(s: MatchMania) -> str:
    """The end, and only the end, has an empty hand."""
    if sum(s.sizes[seat] == 0 for seat in range(s.seats)) > 1:
        return "Only one seat can have played its last card."
    if s.phase == OVER and not (0 in s.sizes[: s.seats] or s.passes >= s.seats or s.turns >= s.max_turns):
        return "A game that is over has an empty hand, a pass of every seat in turn, or no turns left."
    return ""


def colour_flaw(s: MatchMania) -> str:
    """The valid colour is the top's, or named for a Wild."""
    if s.kind < WILD and s.colour != s.kind // 13:
        return f"The colour valid on a {PACK.sign(top(s))} is its own."
    if s.kind >= WILD and s.phase in (PLAY, DRAWN) and s.colour < 0:
        return "A Wild on top needs its colour, as in 'colour: red', or 'phase: name'."
    if s.kind >= WILD and s.phase in (NAME, START) and s.colour >= 0:
        return "A colour that is still to be named cannot be valid yet."
    return ""


def penalty_flaw(s: MatchMania) -> str:
    """A sum lies open only on a +2 or a Wild +4, guilt only on a Wild +4 that can be challenged."""
    gives = s.kind == WILD_FOUR or (s.kind < WILD and s.kind % 13 == DRAW_TWO)
    if s.penalty and not (gives and s.phase in (PLAY, NAME)):
        return "A penalty is open only on a +2 or a Wild +4 that has to be answered."
    if s.penalty > DECK * s.decks:
        return "The penalty is larger than all decks together."
    if (s.guilty or s.before >= 0 or s.alone >= 0) and not is_challengeable(s):
        return "Only a Wild +4 on top that can be challenged may have been laid in guilt."
    return ""


def phase_flaw(s: MatchMania) -> str:
    """What is due must be due to the card on top or to the one drawn."""
    if s.phase == NAME and s.kind < WILD:
        return "A colour is named only with a Wild on the pile."
    if s.phase == START and (s.kind != WILD or s.pile_size > 1):
        return "A game starts with a colour to name only when a Wild was turned up, alone on the pile."
    if s.phase == SWAP and not (s.seven_o and s.kind < WILD and s.kind % 13 == 7):
        return "Hands are swapped only with seven_o on and a 7 on the pile."
    if (s.phase == DRAWN) != (s.drawn >= 0):
        return "A card just drawn ('drawn: r5') goes with 'phase: drawn', and only with that."
    if s.phase == DRAWN and not (s.play_drawn and playable(s, s.turn) >> kind_of(s.drawn) & 1):
        return "A drawn card waits only where it can be played."
    return ""


def window_flaw(s: MatchMania) -> str:
    """Windows are open only under their options and before the next move."""
    if s.window and not (s.jump_in and s.kind < WILD and s.phase == PLAY):
        return "A window is open only with jump_in on, on a coloured card, before the next move."
    if (s.catch >= 0 or s.called) and s.call_out == AUTO:
        return "Nobody calls or is caught unless call_out is manual."
    if s.catch >= 0 and not (s.phase == PLAY and s.sizes[s.catch] == 1):
        return "A seat can be caught only with exactly one card, before the next move."
    if s.called and s.phase == START:
        return "Nobody has called before the first turn."
    return ""
