"""Many games in one call: the number of jobs changes nothing, and the seed of each game follows from its number."""

import pytest

from parlour import game_ids
from parlour.fast import ALL, play_random

GAMES = 10_500
"""Enough for more than two pieces of work."""


@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.rules("ALL-1")
def test_all_cores_give_the_same_sums_as_one(game_id: str) -> None:
    one = play_random(game_id, GAMES, seed=7)
    assert one == play_random(game_id, GAMES, seed=7, jobs=3) == play_random(game_id, GAMES, seed=7, jobs=ALL)
    assert one.games == GAMES and sum(one.wins) >= GAMES and one.decisions > GAMES
    assert one.check != play_random(game_id, GAMES, seed=8).check
    first, rest = play_random(game_id, 1_000, seed=7), play_random(game_id, GAMES - 1_000, seed=1_007)
    assert first.decisions + rest.decisions == one.decisions
    assert [a + b for a, b in zip(first.wins, rest.wins, strict=True)] == list(one.wins)
    assert play_random(game_id, 0).decisions == 0


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"games": -1}, r"^The number of games must be a whole number, not -1\.$"),
        ({"games": True}, r"^The number of games must be a whole number, not 'True'\.$"),
        ({"jobs": 0}, r"^The number of jobs must be 1 to 1024 or 'all', not 0\.$"),
        ({"jobs": "some"}, r"^The number of jobs must be 1 to 1024 or 'all', not 'some'\.$"),
        ({"seats": 99}, r"players, not 99\.$"),
        ({"options": {"no": 1}}, r"^Unknown option 'no'\. Available: .*\.$"),
    ],
)
def test_invalid_requests_are_refused_in_a_sentence(bad: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        play_random(game_ids()[0], **{"games": 1, **bad})  # type: ignore[arg-type]
