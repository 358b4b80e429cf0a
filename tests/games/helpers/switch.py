"""Helpers for the Switch tests: lay out a position, read it back, compare what is offered."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from parlour import Match, Table

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]

Play = tuple[frozenset[str], str]


def table(
    *hands: str,
    pile: str,
    deck: str = "",
    turn: int = 0,
    direction: str = "+",
    rest: str = "out",
    options: Mapping[str, object] | None = None,
    **facts: Any,
) -> Table:
    """Return a Switch table with these hands; cards that are not named are out of the game unless `rest` says otherwise."""
    named = " ".join([*hands, pile, deck]).split()
    assert len(named) == len(set(named)), "the test names a card twice"
    lines = [f"switch seats={len(hands)} turn={turn} direction={direction} seed=7"]
    lines += [f"hand {seat}: {cards}" for seat, cards in enumerate(hands)]
    lines.append(f"pile: {pile}")
    if deck:
        lines.append(f"deck: {deck}")
    lines += [f"{name}: {value}" for name, value in facts.items()]
    lines += [f"option {name}: {in_words(value)}" for name, value in (options or {}).items()]
    lines.append(f"rest: {rest}")
    return Table.from_position("\n".join(lines) + "\n")


def in_words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def play(t: Table, *moves: str) -> Table:
    """Make these moves, each for the seat that the game waits for."""
    for move in moves:
        t.play(move)
    return t


def line(t: Table, name: str) -> str:
    """Return what the position says after `name:`, or nothing."""
    for text in t.position().splitlines():
        head, colon, rest = text.partition(":")
        if colon and head.strip() == name:
            return rest.strip()
    return ""


def hand(t: Table, seat: int) -> set[str]:
    return set(line(t, f"hand {seat}").split())


def size(t: Table, seat: int) -> int:
    return len(line(t, f"hand {seat}").split())


def pile(t: Table) -> list[str]:
    return line(t, "pile").split()


def top(t: Table) -> str:
    return pile(t)[-1]


def deck(t: Table) -> list[str]:
    return line(t, "deck").split()


def penalty(t: Table) -> int:
    return int(line(t, "penalty") or 0)


def run(t: Table) -> str:
    """Return the rank letter of the run that is on, or nothing."""
    return line(t, "run")


def direction(t: Table) -> str:
    found = re.search(r"direction=([+-])", t.position())
    return found.group(1) if found else "+"


def won_by(t: Table | Match) -> list[int]:
    """Return the winners; nobody before the end."""
    return [] if t.result is None else list(t.result.winners)


def scored(t: Table) -> list[int]:
    return [] if t.result is None else list(t.result.scores)


def waits_for(t: Table) -> int:
    """Return the seat to move in a game that is not over."""
    assert t.must is not None
    return t.must


def cards(text: str) -> set[str]:
    return set(text.split())


def these(words: Iterable[str]) -> list[Play]:
    """Return moves in a comparable form: a play is its cards and its top, in whatever order the others are."""
    plays = []
    for word in words:
        laid = word.split()[1:] if word.startswith("play ") else []
        plays.append((frozenset(laid), laid[-1] if laid else word))
    return plays


def offered(t: Table, seat: int | None = None) -> set[Play]:
    """Return everything the seat may do now; each distinct move is listed once."""
    moves = these(t.moves(seat))
    assert len(moves) == len(set(moves)), "a move is listed twice"
    return set(moves)


def moves(*words: str) -> set[Play]:
    return set(these(words))


def playable(t: Table, seat: int | None = None) -> set[str]:
    """Return the cards that may be played on their own."""
    return {word.split()[1] for word in t.moves(seat) if word.startswith("play ") and len(word.split()) == 2}


def called(card: str) -> str:
    """Return a pattern for the ways a sentence may name a card."""
    rank, suit = card[0], card[1]
    ranks = "(?:10|T)" if rank == "T" else rank
    return f"{ranks}{SIGNS[suit]}|{SIGNS[suit]}{ranks}|{card}|{ranks} of {SUITS[suit]}"
