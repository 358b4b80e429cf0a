"""Bots wait until people have seen what happened; the wait depends on the event, and on who is memorising a card."""

import time
from types import SimpleNamespace
from typing import Any, cast

import pytest

from parlour import Table, find_game, game_ids
from parlour.server.rooms.attention import LOOK_MARGIN, USUAL_PAUSE, Attention
from parlour.server.rooms.place import Place

LOOKING = next(game for game in game_ids() if find_game(game).look_time)


def attention(table: Table, people: list[int], away: tuple[int, ...] = ()) -> Attention:
    """Return the `Attention` of a table with people on some seats, some of them away."""
    places = [Place(person=f"p{seat}", name="Ana") if seat in people else Place(level="casual") for seat in range(table.seats)]
    presence = SimpleNamespace(is_present=lambda person: person not in {f"p{seat}" for seat in away})
    keeper: Any = SimpleNamespace(room=SimpleNamespace(table=table, places=places), presence=presence)
    return Attention(cast(Any, keeper))


def test_bots_wait_for_everybody_who_looks_at_cards() -> None:
    table = Table.new(LOOKING, seats=4, seed=1)
    seconds = cast(int, table.look_seconds)
    seen = attention(table, people=[0, 2])
    now = time.monotonic()
    seen.follow()
    assert seen.due(now, USUAL_PAUSE) >= now + seconds + LOOK_MARGIN
    seen.end_look(0)
    assert seen.due(now, USUAL_PAUSE) >= now + seconds + LOOK_MARGIN, "the other one is still looking"
    seen.end_look(2)
    assert seen.due(now, USUAL_PAUSE) < now + seconds + LOOK_MARGIN
    assert seen.due(now, 0) == now, "people can choose bots that don't wait"


def test_bots_wait_for_nobody_who_is_away() -> None:
    table = Table.new(LOOKING, seats=4, seed=1)
    gone = attention(table, people=[0], away=(0,))
    gone.follow()
    now = time.monotonic()
    assert gone.due(now, USUAL_PAUSE) < now + cast(int, table.look_seconds) + LOOK_MARGIN


@pytest.mark.rules("CA-5.2")
def test_a_mistake_takes_longer_to_read_than_a_draw() -> None:
    """A wrong match is turned up for everybody: bots wait until everybody has memorised it."""
    table = Table.new(LOOKING, seats=2, seed=1, options={"matching": "snap_own"})
    table.play("draw")
    drawn = attention(table, people=[])
    drawn.follow()
    assert drawn.due(0, USUAL_PAUSE) == pytest.approx(USUAL_PAUSE), "a draw is seen in the usual pause"
    wrong = next(words for words in table.moves(1) if words.startswith("match") and is_wrong(table, words))
    table.play(wrong, 1)
    read = attention(table, people=[])
    read.follow()
    assert read.due(0, USUAL_PAUSE) > USUAL_PAUSE
    assert read.due(0, USUAL_PAUSE / 3) < read.due(0, USUAL_PAUSE), "faster bots leave less time"
    watched = attention(table, people=[0])
    watched.follow()
    now = time.monotonic()
    assert watched.due(now, USUAL_PAUSE) > now + LOOK_MARGIN


def is_wrong(table: Table, words: str) -> bool:
    return any(table.game.all_kinds[raw[0]].is_wrong for raw in table.trial(words, 1).events)
