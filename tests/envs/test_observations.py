"""Observations say nothing that a seat can't know: many positions of each game, and planted leaks."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.core.default_observation import observation_of
from parlour.core.game import Game
from parlour.testing import check_observation
from parlour.testing.observations import moments
from parlour.testing.trials import placed_cards
from tests.helpers import SOAK

POSITIONS = 20_000 if SOAK else 2_050
"""Positions for each game; in a few of them, at the end of a game, no two cards are left to exchange."""


@pytest.mark.parametrize("game_id", game_ids(examples=True))
@pytest.mark.rules("ALL-3")
def test_an_observation_does_not_change_with_what_its_seat_cannot_know(game_id: str) -> None:
    assert check_observation(game_id, positions=POSITIONS) >= POSITIONS - 50


def next_card(s: Any, seat: int, game: Game) -> int:
    """The card on top of the deck."""
    return s.deck[s.deck_size - 1] & 1 if s.deck_size else 0


def a_hidden_card_of_another_seat(s: Any, seat: int, game: Game) -> int:
    """A card in somebody's hand or grid that this seat hasn't seen."""
    hidden = game.unseen(s, seat)
    return next((card & 1 for place, card in placed_cards(s) if hidden >> card & 1 and not place.startswith("deck")), 0)


LEAKS: list[Callable[[Any, int, Game], int]] = [next_card, a_hidden_card_of_another_seat]


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("game_id", game_ids())
def test_a_leak_is_found(game_id: str, leak: Callable[[Any, int, Game], int]) -> None:
    """One bit of a hidden card in one feature is enough."""
    game = find_game(game_id)
    sound = observation_of(game)

    def observe(s: Any, seat: int, out: Any) -> None:
        sound.observe(s, seat, out)
        place = sound.features.width - 1
        out[place] = (out[place] + leak(s, seat, game)) & 1

    with pytest.raises(AssertionError, match="changes its observation"):
        check_observation(game_id, positions=2_000, game=replace(game, observe=observe))


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if hasattr(find_game(game_id).state(), "lacks")])
def test_what_a_hand_is_said_to_lack_is_not_in_it(game_id: str) -> None:
    """True in random games under random house rules, in which hands often enough are said to lack something."""
    game, said = find_game(game_id), 0
    for s, _, told in islice(moments(game, 3), 4_000 if SOAK else 400):
        for seat in range(s.seats):
            assert not held(s, seat) & s.lacks[seat], f"{told}, turn {s.turns}, seat {seat}"
            said += s.lacks[seat] != 0
    assert said > 20


def held(s: Any, seat: int) -> int:
    """Return the cards of a hand, or their kinds; cards that everybody knows are left out where `lacks` ignores them."""
    if hasattr(s, "kinds"):
        return int(s.kinds[seat])
    return int(s.hands[seat] & ~s.known[seat] if hasattr(s, "down") else s.hands[seat])
