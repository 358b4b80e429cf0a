"""Observations: complete, named, and the same for every number of seats. `tests/envs` has the long test for leaks."""

from dataclasses import replace
from typing import Any

import pytest

from parlour import Table, find_game, game_ids
from parlour.core.default_observation import observation_of
from parlour.core.observation import Features
from parlour.testing import check_observation
from parlour.testing.observations import MARK, observed


@pytest.mark.parametrize("game_id", game_ids(examples=True))
@pytest.mark.rules("ALL-3")
def test_an_observation_does_not_change_with_what_its_seat_cannot_know(game_id: str) -> None:
    assert check_observation(game_id, positions=100) >= 50


def test_a_feature_that_is_not_written_is_found() -> None:
    game = find_game(game_ids()[0])
    sound = observation_of(game)

    def observe(s: Any, seat: int, out: Any) -> None:
        sound.observe(s, seat, out)
        out[0] = MARK

    with pytest.raises(AssertionError, match="doesn't fit its kind"):
        check_observation(game.id, positions=5, game=replace(game, observe=observe))


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_every_house_rule_is_an_input(game_id: str) -> None:
    """Each value of a house rule gives another observation, except where numbers are scaled down to fit."""
    game = find_game(game_id)
    seen = observation_of(game)
    for name, option in game.options.items():
        group = seen.features.group(f"rule {name}")
        rows = set()
        for value in option.all_values:
            s = game.fresh(game.usual_seats, {**game.checked_options({}, game.usual_seats), name: value})
            row = [0] * seen.features.width
            seen.features.put_house_rules(s, row)
            rows.add(tuple(row))
            assert seen.features.describe(row)
        assert len(rows) >= min(len(option.all_values), 100) // (1 if group.scale == 1 else 2)


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_the_width_is_the_same_for_every_number_of_seats(game_id: str) -> None:
    game = find_game(game_id)
    seen = observation_of(game)
    for seats in range(game.least_seats, game.most_seats + 1):
        options = {"decks": 4} if "decks" in game.options else {}
        table = Table.new(game_id, seats, seed=1, options=options)
        for seat in range(seats):
            row = observed(seen, table._state, seat)
            assert len(row) == seen.features.width
            text = seen.features.describe(row)
            assert f"seats: {seats}\n" in text


@pytest.mark.parametrize("game_id", game_ids())
def test_the_games_of_the_house_have_observations_of_their_own(game_id: str) -> None:
    features = find_game(game_id).features
    assert features is not None and features.version >= 1


def test_a_table_describes_what_a_seat_observes() -> None:
    table = Table.new(game_ids()[-1], seats=2, seed=5)
    text = table.observation(0)
    hand = next(zone for zone in table.view(0).zones if zone.owner == 0 and zone.kind == "hand")
    assert set(hand.cards) <= set(text.split("\nhand: ")[1].split("\n")[0].split())


def test_a_wrong_row_is_refused_in_a_sentence() -> None:
    seen = observation_of(find_game(game_ids()[0]))
    with pytest.raises(ValueError, match=r"^An observation of this game has \d+ numbers, not 3\.$"):
        seen.features.describe([0, 0, 0])


def test_a_feature_has_one_name() -> None:
    features = Features(find_game(game_ids()[0]).state, version=1)
    features.flag("here")
    with pytest.raises(ValueError, match="declared twice"):
        features.number("here")


def test_a_game_that_cannot_be_observed_says_so_in_a_sentence() -> None:
    """Without an encoding of its own, a game needs a pack whose cards fit into a set."""
    large = next(game for game_id in game_ids() if len((game := find_game(game_id)).pack) > 63)
    with pytest.raises(ValueError, match=r"has no observation\. .* declare `observe` and `features` itself\.$"):
        observation_of(replace(large, observe=None))


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if len(find_game(game_id).pack) < 63])
def test_the_default_observation_leaks_nothing_either(game_id: str) -> None:
    game = replace(find_game(game_id), observe=None, features=None)
    assert check_observation(game_id, positions=300, game=game) > 250
