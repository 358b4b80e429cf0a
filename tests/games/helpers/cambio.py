"""Helpers for Cambio tests: build a table from a few cards, read its position back, play an uneventful turn."""

import re
from itertools import combinations
from typing import Any

from parlour import Match, Table

# Three harmless grids of ten points each; no card in them or in the deck has an effect.
TWO = ("Ah 2h 3h 4h", "Ac 2c 3c 4c")
THREE = (*TWO, "As 2s 3s 4s")
DECK = "Ad 2d 3d 4d 5d 6d"

START = {"call", "draw", "take"}
SWAPS = {"swap 0", "swap 1", "swap 2", "swap 3"}
MATCHES = {"match 0", "match 1", "match 2", "match 3"}


def table(
    *grids: str,
    turn: int = 0,
    pile: str = "5s",
    deck: str = DECK,
    knows: dict[int, str] | None = None,
    **options: Any,
) -> Table:
    """Return a table with exactly these cards (the two harmless grids by default); every other card is out of the game."""
    grids = grids or TWO
    named = [card for text in (*grids, pile, deck) for card in text.split() if card != "-"]
    assert len(named) == len(set(named)), "a card is named twice"
    lines = [f"cambio seats={len(grids)} turn={turn} seed=7", "rest: out"]
    lines += [f"grid {seat}: {cards}" for seat, cards in enumerate(grids)]
    lines += [f"pile: {pile}"] if pile else []
    lines += [f"deck: {deck}"] if deck else []
    lines += [f"knows {seat}: {spots}".rstrip() for seat, spots in (knows or {}).items()]
    lines += [f"option {name}: {written(value)}" for name, value in options.items()]
    return Table.from_position("\n".join(lines))


def written(value: object) -> str:
    """Return an option's value as position text writes it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def facts(t: Table) -> dict[str, str]:
    """Return the lines of the position by the text before their first colon."""
    parts = (line.partition(":") for line in t.position().splitlines()[1:])
    return {key.strip(): value.strip() for key, _, value in parts}


def slots(t: Table, seat: int) -> list[str]:
    """Return the seat's cards by slot, without empty slots at the end."""
    cards = facts(t).get(f"grid {seat}", "").split()
    while cards and cards[-1] == "-":
        cards.pop()
    return cards


def grid(t: Table, seat: int) -> str:
    return " ".join(slots(t, seat))


def pile(t: Table) -> list[str]:
    return facts(t).get("pile", "").split()


def deck(t: Table) -> list[str]:
    return facts(t).get("deck", "").split()


def knows(t: Table, seat: int) -> set[str]:
    """Return what the seat has seen and still knows; without a line, that is what it saw in the memory phase."""
    told = facts(t)
    if f"knows {seat}" in told:
        return set(told[f"knows {seat}"].split())
    seen = (2, 3, 0, 1)[: int(told.get("option memory_cards", "2"))]
    cards = slots(t, seat)
    return {f"{seat}:{slot}" for slot in seen if slot < len(cards) and cards[slot] != "-"}


def moves(t: Table, seat: int | None = None) -> set[str]:
    """Return the moves as a set; each is listed once."""
    listed = t.moves(seat)
    assert len(listed) == len(set(listed))
    return set(listed)


def looks(*spots: str) -> set[str]:
    return {f"look {spot}" for spot in spots}


def switches(*spots: str) -> set[str]:
    """Return every pair of these slots once, ascending."""
    return {f"switch {one} {other}" for one, other in combinations(sorted(spots), 2)}


def spots(*seats: int, size: int = 4) -> list[str]:
    return [f"{seat}:{slot}" for seat in seats for slot in range(size)]


def play(t: Table, *words: str) -> Table:
    """Make these moves, each for the seat that the game waits for."""
    for move in words:
        t.play(move)
    return t


def quiet_turn(t: Table) -> None:
    """Draw and discard, without using effects or matching."""
    seat = t.must
    play(t, "draw", "discard")
    while t.result is None and t.must == seat:
        refusal = {"decline", "pass"} & set(t.moves())
        if not refusal:
            return
        t.play(refusal.pop())


def finish(t: Table) -> Table:
    """Play uneventful turns until the round is over (the deck or a call ends it soon)."""
    for _ in range(500):
        if t.result is not None:
            return t
        quiet_turn(t)
    raise AssertionError("the round does not end")


def scores(game: Table | Match) -> list[int]:
    """Return the scores of a finished round or match."""
    assert game.result is not None
    return list(game.result.scores)


def winners(game: Table | Match) -> list[int]:
    """Return the winners of a finished round or match."""
    assert game.result is not None
    return list(game.result.winners)


def sees(t: Table, viewer: int | None, card: str) -> bool:
    """Whether the card's text is anywhere in what this viewer is shown."""
    return re.search(rf"(?<![A-Za-z0-9]){card}(?![A-Za-z0-9])", str(t.view(viewer).as_dict())) is not None
