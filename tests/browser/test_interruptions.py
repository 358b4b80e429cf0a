"""In the middle of a game a page is reloaded, loses the network, or the house is killed: the game goes on where it was."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.helpers.player import OFFERS, Player
from tests.browser.helpers.tables import GAMES, SOME, TABLE, sit_down
from tests.browser.helpers.visitors import STILL, Visit, Visitor
from tests.helpers import SOAK
from tests.server.helpers import postgres
from tests.server.helpers.clients import HouseProcess, Http, house_in
from tests.server.helpers.haproxy import haproxy
from tests.server.test_houses import two_houses

FEW = 4
IS_SAID = "() => document.querySelector('header [role=status]').innerText !== ''"
IS_WELL = "() => document.querySelector('header [role=status]').innerText === ''"
NOTHING_LOOKED_AT = "() => document.querySelectorAll('[role=group] .slot .up').length === 0"
CARD = "[role=toolbar] button"
LOST = (r"WebSocket connection to .* failed", r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION_REFUSED")


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A house that may be killed."""
    with house_in(tmp_path, environment={"PARLOUR_HOME": str(tmp_path / "home")}) as running:
        yield running


def begun(visitor: Visitor, game: str) -> Player:
    """Somebody in the middle of a game, whose turn it is."""
    player = Player(sit_down(visitor, game), seed=game)
    player.play(FEW)
    while player.is_over:
        player.play_again()
        player.play(FEW)
    player.page.keyboard.press("Escape")
    player.wait()
    return player


def table_of(page: Page) -> str:
    """Return the table as the page shows it once all looks are over, without the last sentence."""
    page.wait_for_selector(TABLE)
    page.wait_for_function(OFFERS)
    page.wait_for_function(NOTHING_LOOKED_AT)
    line = page.locator("p.told")
    while True:
        told = line.aria_snapshot()
        seen = page.locator(TABLE).aria_snapshot()
        if line.aria_snapshot() == told:
            return seen.replace(told, "")


@pytest.mark.parametrize("game", SOME)
def test_a_reload(visit: Visit, game: str):
    me = visit(STILL)
    player = begun(me, game)
    before = table_of(player.page)
    player.page.reload()
    assert table_of(player.page) == before
    player.play_turn()


@pytest.mark.parametrize("game", SOME[:1])
def test_no_network_for_a_while(visit: Visit, game: str):
    me = visit(STILL)
    me.problems.explain(*LOST)
    player = begun(me, game)
    before = table_of(player.page)
    me.context.set_offline(True)
    player.page.wait_for_function(IS_SAID)
    assert table_of(player.page) == before
    me.context.set_offline(False)
    player.page.wait_for_function(IS_WELL)
    assert table_of(player.page) == before
    player.play_turn()


@pytest.mark.parametrize("game", SOME[1:])
def test_the_house_is_killed_and_comes_back(visit: Visit, own_house: HouseProcess, game: str):
    me = visit(STILL, url=own_house.url)
    me.problems.explain(*LOST)
    player = begun(me, game)
    before = table_of(player.page)
    own_house.kill()
    player.page.wait_for_function(IS_SAID)
    own_house.start()
    player.page.wait_for_function(IS_WELL)
    assert table_of(player.page) == before
    player.play_turn()


def test_the_hand_stays_as_its_owner_has_put_it(visit: Visit):
    """Shift and an arrow key move a card; from then on it can be dragged, too."""
    page = sit_down(visit(STILL), GAMES[-1], options={"hand_size": 7})
    Player(page).wait()
    dealt = held(page)
    page.keyboard.press("1")
    page.keyboard.press("Shift+ArrowRight")
    carried = [dealt[1], dealt[0], *dealt[2:]]
    assert held(page) == carried
    first, third = (page.locator(CARD).nth(place).bounding_box() for place in (0, 2))
    assert first and third
    page.mouse.move(first["x"] + 8, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(third["x"] + 8, third["y"] + 40, steps=4)
    page.mouse.up()
    dragged = [*carried[1:3], carried[0], *carried[3:]]
    assert held(page) == dragged
    page.reload()
    page.wait_for_selector(CARD)
    assert held(page) == dragged


def held(page: Page) -> list[str]:
    """The cards of the hand from left to right."""
    return [name.partition(",")[0] for name in page.locator(f"{CARD} .unseen").all_inner_texts()]


@pytest.mark.skipif(not SOAK, reason="long tests run with make soak")
@pytest.mark.parametrize("is_killed", [False, True], ids=["stopped", "killed"])
def test_the_table_moves_to_another_house(visit: Visit, tmp_path_factory: pytest.TempPathFactory, is_killed: bool):
    """Two houses behind HAProxy: the one that keeps the table hands it over, or dies, and the page follows."""
    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    with (
        two_houses(server.url(server.new_database())) as houses,
        haproxy([f"127.0.0.1:{house.port}" for house in houses]) as url,
    ):
        me = visit(STILL, url=url)
        me.problems.explain(*LOST, r"status of 50[23]", r"status 50[23]")
        player = begun(me, SOME[0])
        before = table_of(player.page)
        code = urlsplit(player.page.url).path.rpartition("/")[2]
        (keeper,) = (house for house in houses if Http(house.url, me.http.cookie).full("GET", f"/api/rooms/{code}")[0] == 200)
        if is_killed:
            keeper.kill()
            player.page.wait_for_function(IS_SAID)
        else:
            assert keeper.stop() == 0
        player.page.wait_for_function(IS_WELL)
        assert table_of(player.page) == before
        player.play_turn()
