"""Helpers for the Swish tests: lay out a position, read it back, compare what is offered."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from parlour import Match, Table

RANKS = "3456789JQKA2T"
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
NONE = ""

Play = tuple[frozenset[str], str]


def table(
    *hands: str,
    downs: Sequence[str] | None = None,
    pile: str = NONE,
    deck: str = NONE,
    turn: int = 0,
    lines: Sequence[str] = (),
    **options: Any,
) -> Table:
    """Return a table with exactly these cards; every other card is out of the game.

    Where a test does not care about face-down cards, each seat has two that the test does not name.
    """
    named = " ".join([*hands, *(downs or []), pile, deck]).split()
    cards = [card for card in named if card != "-"]
    assert len(cards) == len(set(cards)), "a card is named twice"
    if downs is None:
        spare = [card for card in PACK if card not in cards]
        downs = [f"{spare[2 * seat]} {spare[2 * seat + 1]}" for seat in range(len(hands))]
    text = [f"swish seats={len(hands)} turn={turn} seed=7", "rest: out"]
    text += [f"hand {seat}: {held}".rstrip() for seat, held in enumerate(hands)]
    text += [f"down {seat}: {slots}".rstrip() for seat, slots in enumerate(downs)]
    text += [f"pile: {pile}"] if pile else []
    text += [f"deck: {deck}"] if deck else []
    text += [f"option {name}: {in_words(value)}" for name, value in options.items()]
    return Table.from_position("\n".join([*text, *lines]) + "\n")


def in_words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def play(t: Table, *moves: str) -> Table:
    """Make these moves, each for the seat that the game waits for."""
    for move in moves:
        t.play(move)
    return t


def by_the_clock(t: Table, limit: int = 20_000) -> Table:
    """Make the clock's moves for everyone until the game is over."""
    for _ in range(limit):
        if t.result is not None:
            return t
        t.time_up()
    raise AssertionError("the game does not end")


# ---- Reading a position


def line(t: Table, name: str) -> str:
    """Return what the position says after `name:`, or nothing."""
    for text in t.position().splitlines():
        head, colon, rest = text.partition(":")
        if colon and head.strip() == name:
            return rest.strip()
    return ""


def cards(text: str) -> set[str]:
    return set(text.split())


def hand(t: Table, seat: int) -> set[str]:
    return cards(line(t, f"hand {seat}"))


def down(t: Table, seat: int) -> list[str]:
    """Return the seat's face-down cards by slot, without empty slots at the end."""
    slots = line(t, f"down {seat}").split()
    while slots and slots[-1] == "-":
        slots.pop()
    return slots


def pile(t: Table) -> list[str]:
    return line(t, "pile").split()


def deck(t: Table) -> list[str]:
    return line(t, "deck").split()


def known(t: Table, seat: int) -> set[str]:
    """Return the cards in the seat's hand that everybody knows."""
    return cards(line(t, f"knows {seat}"))


def turns(t: Table) -> int:
    return int(line(t, "turns") or 0)


def on_the_table(t: Table) -> list[str]:
    """Return every card that is still in the game."""
    seats = range(len(re.findall(r"(?m)^hand \d", t.position())))
    held = [card for seat in seats for card in (*hand(t, seat), *down(t, seat)) if card != "-"]
    return held + pile(t) + deck(t)


def won_by(game: Table | Match) -> list[int]:
    """Return the winners; nobody before the end."""
    return [] if game.result is None else list(game.result.winners)


def scored(game: Table | Match) -> list[int]:
    return [] if game.result is None else list(game.result.scores)


# ---- Comparing what is offered


def these(words: Iterable[str]) -> list[Play]:
    """Return moves in a comparable form: a play is its cards and its top, in whatever order the others are."""
    plays = []
    for word in words:
        laid = word.split()[1:] if word.startswith("play ") else []
        plays.append((frozenset(laid), laid[-1] if laid else word))
    return plays


def offered(t: Table) -> set[Play]:
    """Return everything the seat in turn may do now; each distinct move is listed once."""
    listed = these(t.moves())
    assert len(listed) == len(set(listed)), "a move is listed twice"
    return set(listed)


def moves(*words: str) -> set[Play]:
    return set(these(words))


def flips(*slots: int) -> set[Play]:
    return moves(*(f"flip {slot}" for slot in slots))


def singles(text: str) -> set[Play]:
    """Return each of these cards as a play of its own."""
    return moves(*(f"play {card}" for card in text.split()))


def playable(t: Table) -> set[str]:
    """Return the cards that may be played on their own."""
    return {word.split()[1] for word in t.moves() if word.startswith("play ") and len(word.split()) == 2}


# ---- Refusals


def called(card: str) -> str:
    """Return a pattern for the ways a sentence may name a card."""
    rank, suit = card[0], card[1]
    ranks = "(?:10|T)" if rank == "T" else rank
    return f"{ranks}{SIGNS[suit]}|{SIGNS[suit]}{ranks}|{card}|{ranks} of {SUITS[suit]}"
