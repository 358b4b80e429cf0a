"""Every game is played to its end, by clicks alone and by keys alone."""

import pytest

from tests.browser.helpers.player import How, Player
from tests.browser.helpers.tables import GAMES, make_room, room_of
from tests.browser.helpers.visitors import STILL, Visit

ENOUGH = 12
"""A game that is over sooner is followed by another one."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["clicks", "keys"])
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
