"""The end of a game: who won, the player's statistics, and what to do next."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.helpers.aside import play_out
from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import FEW, GAMES, RESULT, deal, make_room, room_of
from tests.browser.helpers.visitors import STILL, Visit

pytestmark = pytest.mark.rules("MM-6.4")


def figures(page: Page) -> dict[str, str]:
    """Return the statistics shown at the end of a game, by label."""
    page.wait_for_selector(f"{RESULT} .record dl")
    cells = page.locator(f"{RESULT} .record dl > div").all_inner_texts()
    return dict(cell.split("\n", 1) for cell in cells)


@pytest.mark.parametrize("game", FEW)
def test_statistics_and_next_steps(visit: Visit, game: str):
    me = visit(STILL)
    code = make_room(me, game)
    page = me.open(f"/r/{code}")
    deal(page)
    won = 0
    for games in (1, 2):
        play_out(code, me)
        told = figures(page)
        (counted,) = me.ask("GET", "/api/me/statistics")["figures"]
        room = room_of(me, code)
        won += room["you"] in room["result"]["winners"]
        assert told["Games"] == f"{games}\n+1"
        assert told["Won"].split()[0] == str(counted["wins"]) == str(won)
        assert told["Win rate"].split()[0] == f"{round(100 * counted['win_rate'])}%"
        assert told["Streak"].split()[0] == str(counted["streak"])
        if games == 1:
            Player(page).play_again()
    page.get_by_role("link", name="Other games").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_loading_statistics_moves_nothing(visit: Visit):
    # tall enough that the result is not cut off, which would hide its growth
    me = visit(STILL, viewport={"width": 360, "height": 1200})
    code = make_room(me, GAMES[0])
    page = me.open(f"/r/{code}")
    held: list[Route] = []
    page.route("**/api/me/statistics/*", lambda route: held.append(route))
    deal(page)
    with page.expect_request("**/api/me/statistics/*"):
        play_out(code, me)
    again = page.get_by_role("button", name="Play again")
    again.wait_for()
    before = again.bounding_box()
    held[0].continue_()
    figures(page)
    assert again.bounding_box() == before
