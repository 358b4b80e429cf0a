"""Helpers for Match Mania tests: build a table from a few cards, read its position back, play on."""

import random
import re
from collections import Counter
from typing import Any

from parlour import Match, Table

# Blue numbers: none of them goes on the usual top card, the red 5.
DECK = "b1 b2 b3 b4 b6 b8 b9 b0"
COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
NAMES = {f"name {colour}" for colour in COLOURS.values()}
CHALLENGE: dict[str, Any] = {"challenge": True, "wild_four": "no_colour"}


def table(
    *hands: str,
    turn: int = 0,
    direction: str = "+",
    pile: str = "r5",
    deck: str = DECK,
    lines: tuple[str, ...] = (),
    **options: Any,
) -> Table:
    """Return a table with exactly these cards; every other card is out of the game."""
    text = [f"match_mania seats={len(hands)} turn={turn} direction={direction} seed=7", "rest: out", f"pile: {pile}"]
    text += [f"hand {seat}: {cards}" for seat, cards in enumerate(hands)]
    text += [f"deck: {deck}".strip(), *lines]
    text += [f"option {name}: {written(value)}" for name, value in options.items()]
    return Table.from_position("\n".join(text))


def written(value: object) -> str:
    """Return an option's value as position text writes it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def facts(t: Table) -> dict[str, str]:
    """Return the lines of the position by the text before their first colon."""
    parts = (line.partition(":") for line in t.position().splitlines()[1:])
    return {key.strip(): value.strip() for key, _, value in parts}


def cards(text: str) -> list[str]:
    return sorted(text.split())


def hand(t: Table, seat: int) -> list[str]:
    """Return the seat's cards, sorted as text."""
    return cards(facts(t).get(f"hand {seat}", ""))


def sizes(t: Table, seats: int) -> list[int]:
    return [len(hand(t, seat)) for seat in range(seats)]


def pile(t: Table) -> list[str]:
    return facts(t)["pile"].split()


def top(t: Table) -> str:
    return pile(t)[-1]


def face(card: str) -> str:
    return card if card.startswith("W") else card[1:]


def deck(t: Table) -> list[str]:
    return facts(t).get("deck", "").split()


def penalty(t: Table) -> int:
    return int(facts(t).get("penalty", "0"))


def colour(t: Table) -> str | None:
    """Return the valid colour: from its line in the position, or else the colour of the top card."""
    return facts(t).get("colour") or COLOURS.get(top(t)[0])


def direction(t: Table) -> str:
    found = re.search(r"direction=([+-])", t.position().splitlines()[0])
    return found.group(1) if found else "+"


def knows(t: Table, seat: int) -> list[str]:
    return cards(facts(t).get(f"knows {seat}", ""))


def all_cards(t: Table, seats: int) -> Counter[str]:
    return Counter([card for seat in range(seats) for card in hand(t, seat)] + pile(t) + deck(t))


def moves(t: Table, seat: int | None = None) -> set[str]:
    """Return the moves as a set; each is listed once."""
    listed = t.moves(seat)
    assert len(listed) == len(set(listed))
    return set(listed)


def plays(t: Table, seat: int | None = None) -> set[str]:
    """Return the card words that can be played."""
    return {move.removeprefix("play ") for move in moves(t, seat) if move.startswith("play ")}


def play(t: Table, *words: str) -> Table:
    """Make these moves, each for the seat that the game waits for."""
    for move in words:
        t.play(move)
    return t


def about(card: str) -> str:
    """Return a pattern for a sentence that names this card in some way."""
    if card.startswith("W"):
        return r"(?i)wild|W\+?4?"
    return rf"(?i){re.escape(card)}|{COLOURS[card[0]]}"


def winners(game: Table | Match) -> list[int]:
    assert game.result is not None
    return list(game.result.winners)


def scores(game: Table | Match) -> list[int]:
    assert game.result is not None
    return list(game.result.scores)


def sees(t: Table, viewer: int | None, card: str) -> bool:
    """Whether the card's text is anywhere in what this viewer is shown."""
    return re.search(rf"(?<![A-Za-z0-9+]){re.escape(card)}(?![A-Za-z0-9+])", str(t.view(viewer).as_dict())) is not None


def opening(wanted: str, seats: int = 4, **options: Any) -> Table:
    """Return a fresh game whose start card has this face."""
    for seed in range(1000):
        t = Table.new("match_mania", seats=seats, seed=seed, options=options)
        if face(top(t)) == wanted:
            return t
    raise AssertionError(f"no game starts with {wanted}")


def finish(t: Table, seed: int = 1) -> Table:
    """Make any legal moves, preferring cards, until the game is over."""
    dice = random.Random(seed)
    for _ in range(20_000):
        if t.result is not None:
            return t
        listed = sorted(t.moves())
        t.play(dice.choice([move for move in listed if move.startswith("play ")] or listed))
    raise AssertionError("the game does not end")
