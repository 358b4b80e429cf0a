"""Checks of ALL-3: no seat is told a card that its player could not have seen.

To prove it, two cards that a viewer cannot tell apart are exchanged; everything sent to this viewer must stay the same: its
view, its moves, its events, and the sentence of every refusal.
"""

import random
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import and_

from ..core.bits import members_of
from ..core.cards import EMPTY, HIDDEN
from ..core.events import EVERYONE, Event, event_for
from ..core.game import find_game
from ..core.notes import cautions, idle_moves, needs
from ..core.state import TOGETHER
from ..core.table import Table
from ..core.tips import tip_for
from ..core.view import View
from .trials import (
    Situation,
    era_of,
    era_start,
    exchanged,
    expect,
    own_cards,
    placed_cards,
    situations,
    some_viewers,
)

FIXED_PROBES = (
    "draw",
    "pass",
    "name hearts",
    "swap 0",
    "swap 1",
    "look 1:0",
    "match 0",
    "match 1:1",
    "challenge",
    "pick up",
    "flip 0",
)
VERBS = ("play", "attempt")
MOST_IDEAS = 60
"""The number of a viewer's moves whose tactics are compared; there can be hundreds of moves."""


# ---- what a viewer is sent ----------------------------------------------------------------------------------------


def written(seen: View | Event) -> str:
    """Return every field of a view or an event as text."""
    return repr([getattr(seen, name) for name in type(seen).__dataclass_fields__])


def letter(table: Table, viewer: int | None, probes: Sequence[str] = ()) -> list[str]:
    """Return everything a viewer is sent now, as text: its view with its moves, and the answers to `probes`.

    The view is written field by field, which covers everything in its JSON and is faster.
    """
    view = table.view(viewer)
    lines = [written(view), repr((cautions(table, view), needs(table, view), idle_moves(table, view), tip_for(table, viewer)))]
    if viewer is not None:
        lines += [f"{choice.words}: {table.tactics(viewer, choice)}" for choice in view.moves[:MOST_IDEAS]]
        lines += [f"{words}: {answer(table, words, viewer)}" for words in probes]
    return lines


def answer(table: Table, words: str, seat: int) -> str:
    """Return the sentence that refuses a move, or “accepted”."""
    try:
        table.copy().play(words, seat)
    except ValueError as error:
        return str(error)
    return "accepted"


def probes_of(table: Table, viewer: int | None, a: int, b: int, rng: random.Random) -> list[str]:
    """Return moves that a viewer might try in order to learn about two cards."""
    if viewer is None:
        return []
    names = table.game.pack.names
    own = own_cards(table, viewer)
    mine = rng.choice(own) if own else names[a]
    verb = rng.choice(VERBS)
    return [
        f"{verb} {names[a]}",
        f"{verb} {names[b]}",
        f"{verb} {mine} {names[a]}",
        f"{verb} {names[b]} {mine}",
        *rng.sample(FIXED_PROBES, 3),
    ]


# ---- twins --------------------------------------------------------------------------------------------------------


def pairs(table: Table, viewer: int | None, rng: random.Random, count: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of cards that this viewer cannot tell apart: hidden from it, and put into the deck by the same shuffle."""
    s = table._state
    by_era: dict[int, list[int]] = {}
    for card in members_of(table.game.unseen(s, _number(viewer))):
        by_era.setdefault(era_of(s, card), []).append(card)
    groups = [group for group in by_era.values() if len(group) > 1]
    for _ in range(count if groups else 0):
        a, b = rng.sample(rng.choice(groups), 2)
        yield a, b


def twin(table: Table, a: int, b: int) -> Table:
    """Return a copy of a table with two cards exchanged, including in the events since they entered the deck."""
    new = table.copy()
    new._state = exchanged(table._state, a, b)
    start = era_start(table, era_of(table._state, a))
    names = {a: b, b: a}
    new._raw[start:] = [
        ((kind, seat, names.get(card, card), number, seen), move) for (kind, seat, card, number, seen), move in new._raw[start:]
    ]
    return new


def _number(viewer: int | None) -> int:
    return -1 if viewer is None else viewer


def _told(table: Table, index: int, viewer: int | None) -> str:
    raw, move = table._raw[index]
    return written(event_for(raw, index + 1, move, table.game.spoken, table.game.pack, viewer))


# ---- the checks ---------------------------------------------------------------------------------------------------


def check_secrets(game_id: str, *, games: int = 20, seed: int = 1, moments: int = 20, stride: int = 12) -> int:
    """Check that a viewer is sent the same when cards it can't tell apart are exchanged. Return the number of positions."""
    positions = 0
    for now in situations(find_game(game_id), games, seed, moments=moments, stride=stride):
        positions += 1
        for viewer in some_viewers(now.table, now.rng):
            for a, b in pairs(now.table, viewer, now.rng, 1):
                check_twin(now, viewer, a, b)
    return positions


def check_twin(now: Situation, viewer: int | None, a: int, b: int) -> None:
    """Check one exchange for one viewer, at one moment and one move later."""
    table, rng = now.table, now.rng
    other = twin(table, a, b)
    probes = probes_of(table, viewer, a, b, rng)
    _compare(table, letter(table, viewer, probes), letter(other, viewer, probes), viewer, a, b)
    for i, (raw, _) in enumerate(table._raw):
        if raw is not other._raw[i][0] and raw != other._raw[i][0]:
            _compare(table, [_told(table, i, viewer)], [_told(other, i, viewer)], viewer, a, b)
    if viewer is not None and table.moves(viewer):
        _step(table, other, viewer, rng.choice(table.moves(viewer)), a, b)


def _compare(table: Table, one: list[str], two: list[str], viewer: int | None, a: int, b: int) -> None:
    if one == two:
        return
    names = table.game.pack.names
    line, changed = next((x, y) for x, y in zip(one, two, strict=True) if x != y)
    at = next((i for i, (x, y) in enumerate(zip(line, changed, strict=False)) if x != y), min(len(line), len(changed)))
    span = slice(max(0, at - 60), at + 60)
    expect(
        False,
        table,
        f"Viewer {viewer} cannot tell {names[a]} from {names[b]}, yet when they are exchanged it is sent "
        f"“…{changed[span]}…” instead of “…{line[span]}…”.",
    )


def _step(table: Table, other: Table, viewer: int, words: str, a: int, b: int) -> None:
    """Let the viewer make the same move at both tables: unless it now sees one of the cards, it must see no difference."""
    here, there = table.copy(), other.copy()
    here.play(words, viewer)
    try:
        there.play(words, viewer)
    except ValueError as error:
        expect(False, table, f"“{words}” of seat {viewer} is refused after exchanging two cards it cannot know: {error}")
    hidden = 1 << a | 1 << b
    for after in (here, there):
        if after.game.unseen(after._state, viewer) & hidden != hidden or era_of(after._state, a) != era_of(after._state, b):
            return
    new = [written(event) for event in here.events_for(viewer, len(table._raw))]
    news = [written(event) for event in there.events_for(viewer, len(table._raw))]
    expect(len(new) == len(news), here, f"Seat {viewer} is told more or less after exchanging two cards it cannot know.")
    _compare(here, new, news, viewer, a, b)
    _compare(here, letter(here, viewer), letter(there, viewer), viewer, a, b)


def check_replayed_secrets(game_id: str, *, games: int = 20, seed: int = 1) -> int:
    """Check the same in a slower way: exchange two cards right after the deal and replay the whole game.

    Return how many replays reached the same position; one that can't, because a move depends on the cards, proves nothing.
    """
    proofs = 0
    for now in situations(find_game(game_id), games, seed, moments=4, stride=25):
        table = now.table
        for viewer in (None, now.rng.randrange(table.seats)):
            for a, b in pairs(table, viewer, now.rng, 1):
                if era_of(table._state, a) == 0:
                    proofs += _check_replay(table, viewer, a, b)
    return proofs


def _check_replay(table: Table, viewer: int | None, a: int, b: int) -> int:
    other = twin(table.at(0), a, b)
    try:
        for seat, words in table.log:
            other.repeat(seat, words)
    except ValueError:
        return 0
    if other._state != exchanged(table._state, a, b):
        return 0
    _compare(table, letter(table, viewer), letter(other, viewer), viewer, a, b)
    one, two = ([written(event) for event in t.events_for(viewer)] for t in (table, other))
    expect(len(one) == len(two), table, f"Viewer {viewer} is told more or less after exchanging two cards it cannot know.")
    _compare(table, one, two, viewer, a, b)
    return 1


# ---- what a viewer has seen ---------------------------------------------------------------------------------------


def check_knowledge(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that `unseen` agrees with the events and the view: it has all cards that were never shown, and no others."""
    for now in situations(find_game(game_id), games, seed):
        for viewer in some_viewers(now.table, now.rng):
            check_unseen(now.table, viewer)
        check_unseen_together(now.table)


def check_unseen(table: Table, viewer: int | None) -> None:
    """Check that no unseen card was shown since it last came into the deck, and that all others were or lie face up."""
    s, names = table._state, table.game.pack.names
    unseen = table.game.unseen(s, _number(viewer))
    there = {card for _, card in placed_cards(s)}
    stray = [names[card] for card in members_of(unseen) if card not in there]
    expect(not stray, table, f"unseen of viewer {viewer} holds {' '.join(stray)}, which lies nowhere.")
    face_up = {card for zone in table.view(viewer).zones for card in zone.cards if card not in (HIDDEN, EMPTY)}
    shown = _shown(table, viewer)
    for card in there:
        if unseen >> card & 1:
            expect(card not in shown, table, f"Viewer {viewer} was shown {names[card]}, but unseen still holds it.")
        elif card not in shown:
            expect(names[card] in face_up, table, f"Viewer {viewer} never saw {names[card]}, but unseen does not hold it.")


def check_unseen_together(table: Table) -> None:
    """Check that the cards unseen by all seats together are those that no seat knows."""
    unseen, s = table.game.unseen, table._state
    nobody_knows = reduce(and_, (unseen(s, seat) for seat in range(table.seats)))
    expect(unseen(s, TOGETHER) == nobody_knows, table, "unseen of all seats together (-2) is not what none of them knows.")


def _shown(table: Table, viewer: int | None) -> set[int]:
    """Return the cards that the viewer's events showed since they last came into the deck."""
    last: dict[int, int] = {}
    for i, (raw, _) in enumerate(table._raw):
        _, _, card, _, seen = raw
        if card >= 0 and (seen == EVERYONE or (viewer is not None and seen >> viewer & 1)):
            last[card] = i
    starts = {era: era_start(table, era) for era in {era_of(table._state, card) for card in last}}
    return {card for card, i in last.items() if i >= starts[era_of(table._state, card)]}
