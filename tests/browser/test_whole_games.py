"""Every game is played to its end, by clicks alone or by keys alone (`make soak`: by both)."""

import pytest

from tests.browser.helpers.player import How, Player
from tests.browser.helpers.tables import GAMES, make_room, room_of
from tests.browser.helpers.visitors import STILL, Visit
from tests.helpers import SOAK

ENOUGH = 12
"""A game that is over sooner is followed by another one."""


WAYS: list[How] = ["clicks", "keys"]


@pytest.mark.parametrize(
    ("game", "how"), [(game, WAYS[(number + more) % 2]) for number, game in enumerate(GAMES) for more in range(1 + SOAK)]
)
def test_a_game_to_the_end(visit: Visit, game: str, how: How):
    me = visit(STILL)
    code = make_room(me, game)
    player = Player(me.open(f"/r/{code}"), how, game)
    player.deal()
    player.play()
    while player.presses < ENOUGH:
        player.play_again()
        player.play()
    room = room_of(me, code)
    assert room["phase"] == "over" and room["result"]["winners"], room
