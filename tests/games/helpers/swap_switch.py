"""Helpers for the Swap Switch tests: lay out a position, read it back, refuse a move."""

import re
from typing import Any

from parlour import Match, Table

SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
DECK = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(number): number for number in range(2, 10)}

LINES = {name: name for name in ("penalty", "phase", "turns", "passes", "winners", "shuffles")} | {"since": "since 1"}


def table(
    *hands: str,
    pile: str,
    deck: str = "",
    turn: int = 0,
    direction: str = "+",
    knows: dict[int, str] | None = None,
    **more: Any,
) -> Table:
    """Return a table with exactly these cards; anything that is neither a line of the position nor a place is an option."""
    named = " ".join([*hands, pile, deck]).split()
    assert len(named) == len(set(named)), "the test names a card twice"
    lines = [f"swap_switch seats={len(hands)} turn={turn} direction={direction} seed=7", "rest: out"]
    lines += [f"hand {seat}: {cards}" for seat, cards in enumerate(hands)]
    lines += [f"pile: {pile}", f"deck: {deck}"] if deck else [f"pile: {pile}"]
    lines += [f"knows {seat}: {cards}" for seat, cards in (knows or {}).items()]
    lines += [f"{LINES[name]}: {more[name]}" for name in LINES if name in more]
    lines += [f"option {name}: {written(value)}" for name, value in more.items() if name not in LINES]
    return Table.from_position("\n".join(lines) + "\n")


def written(value: object) -> str:
    """Return an option's value as position text writes it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


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


def cards(text: str) -> set[str]:
    return set(text.split())


def hand(t: Table, seat: int) -> set[str]:
    return cards(line(t, f"hand {seat}"))


def hands(t: Table) -> list[set[str]]:
    """Return all hands by seat."""
    seats = re.search(r"seats=(\d+)", t.position())
    assert seats
    return [hand(t, seat) for seat in range(int(seats.group(1)))]


def sizes(t: Table) -> list[int]:
    return [len(held) for held in hands(t)]


def pile(t: Table) -> list[str]:
    return line(t, "pile").split()


def top(t: Table) -> str:
    return pile(t)[-1]


def deck(t: Table) -> list[str]:
    return line(t, "deck").split()


def penalty(t: Table) -> int:
    return int(line(t, "penalty") or 0)


def knows(t: Table, seat: int) -> set[str]:
    """Return the cards in other hands that the seat has seen."""
    return cards(line(t, f"knows {seat}"))


def direction(t: Table) -> str:
    found = re.search(r"direction=([+-])", t.position())
    return found.group(1) if found else "+"


def moves(t: Table, seat: int | None = None) -> set[str]:
    """Return the moves as a set; each is listed once."""
    listed = t.moves(seat)
    assert len(listed) == len(set(listed)), "a move is listed twice"
    return set(listed)


def plays(text: str) -> set[str]:
    """Return `play` with each of these cards."""
    return {f"play {card}" for card in text.split()}


def winners(game: Table | Match) -> list[int]:
    """Return the winners; nobody before the end."""
    return [] if game.result is None else list(game.result.winners)


def scores(game: Table | Match) -> list[int]:
    return [] if game.result is None else list(game.result.scores)


def points(held: set[str]) -> int:
    """Return the points of a hand by SS-6.1, independent of the engine."""
    return sum(POINTS[card[0]] for card in held)


def fitting(held: set[str], on: str) -> set[str]:
    """Return the cards that fit by SS-2.1, independent of the engine."""
    return {card for card in held if card[0] in (on[0], "A", "Q") or card[1] == on[1]}


def called(card: str) -> str:
    """Return a pattern for the ways a sentence may name a card."""
    rank, suit = card[0], card[1]
    ranks = "(?:10|T)" if rank == "T" else rank
    return f"{ranks}{SIGNS[suit]}|{SIGNS[suit]}{ranks}|{card}|{ranks} of {SUITS[suit]}"
