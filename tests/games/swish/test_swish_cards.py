"""Swish: cards leave the game only when a whole pile is destroyed, and never come back."""

import random

import pytest

from parlour import Table
from tests.games.helpers.swish import PACK, on_the_table, pile

OPTIONS: list[dict[str, object]] = [
    {},
    {"match_count": True, "play_on": True},
    {"voluntary_pickup": True, "after_pickup": "next_player", "hand_size": 7},
    {"face_down": 2, "hand_size": 3, "play_on": True},
]


@pytest.mark.rules("SH-1.2", "SH-3.3", "SH-3.4")
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_leave_only_with_a_destroyed_pile(seats: int, options: dict[str, object]) -> None:
    dice = random.Random(seats)
    t = Table.new("swish", seats=seats, seed=seats, options=options)
    there = set(on_the_table(t))
    assert there == set(PACK)
    told = len(t.events)
    for _ in range(100):
        if t.must is None:
            break
        lying = set(pile(t))
        if dice.random() < 0.1:
            t.time_up()
        else:
            t.play(dice.choice(t.moves()))
        events = t.events_for(None, told)
        told += len(events)
        laid = {event.card or "" for event in events if event.kind in ("played", "flipped")}
        destroyed = any(event.kind == "destroyed" for event in events)
        now = on_the_table(t)
        assert len(now) == len(set(now)), "a card is in two places"
        assert there - set(now) == (lying | laid if destroyed else set())
        assert set(now) <= there, "a card has come back"
        there = set(now)
