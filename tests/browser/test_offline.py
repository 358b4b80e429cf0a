"""The static site with its house in the page, in a browser whose network is off and whose server is gone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from parlour.core.game import find_game
from parlour.core.texts import sentence
from tests.browser.helpers.chromium import ARGUMENTS, chromium_path
from tests.browser.helpers.looking import shifts
from tests.browser.helpers.player import Player
from tests.browser.helpers.site import (
    OPENING,
    PLAY,
    SEARCHED,
    dealt,
    expect_expert,
    landing,
    prepared,
    site_at,
    wait_until_kept,
    with_kernels,
)
from tests.browser.helpers.tables import FEW, GAMES, TABLE
from tests.helpers import SOAK
from tests.offline.test_handover import finished
from tests.server.helpers.clients import HouseProcess

CARDS = ".hand, .card, .zone, [data-card], [data-place]"
FRIENDS = ".games button:not(.main)"
HISTORY = "a[href*='/replay/']"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = prepared(browser.new_context(viewport={"width": 1200, "height": 800}))
    yield made
    made.close()


@pytest.mark.late
def test_a_kept_app_plays_without_a_network(browser: Browser, tmp_path: Path):
    """Every game is played to its end against Expert, below a folder; one (in `make soak`, each) is reloaded in the middle."""
    folder = with_kernels(tmp_path / "site", SEARCHED)

    def started() -> BrowserContext:
        made = browser.browser_type.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=chromium_path(), args=list(ARGUMENTS)
        )
        for game in GAMES:
            prepared(made, game, seats=2, levels=["expert"])
        return made

    with site_at(folder, prefix="/some/folder/") as site:
        first = started()
        wait_until_kept(landing(first, site.url))
        first.close()
    again = started()  # the browser was closed, and the host is gone
    again.set_offline(True)
    page = landing(again, site.url)
    for game in GAMES:
        expect(page.locator(f".games li:has(a[href$='/{game}'])").first).to_contain_text("Expert")
        player = dealt(page, game)
        expect_expert(page, can_search=game in SEARCHED)
        player.play(3)
        if game in FEW:
            table = page.url
            page.reload()
            page.wait_for_selector(TABLE, timeout=OPENING)
            assert page.url == table
        player.play()
        assert player.is_over
        page.goto(f"{site.url}#/")
    page.goto(f"{site.url}#/me")
    expect(page.locator(HISTORY)).to_have_count(len(GAMES), timeout=OPENING)
    for game in GAMES:
        expect(page.locator("body")).to_contain_text(find_game(game).name)
    again.close()


def test_a_device_that_is_passed_round_never_shows_a_covered_hand(context: BrowserContext):
    with site_at() as site:
        page = landing(context, site.url)
        page.locator(FRIENDS).first.click()
        page.locator("#fellow").fill("Ben")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("button", name="Only 2 seats").click()
        page.get_by_role("button", name="Deal", exact=True).click()
        page.wait_for_selector(TABLE)
        covers, tables = [], []
        for name in ("Ben", "Guest", "Ben", "Guest"):
            page.get_by_role("button", name=f"Pass to {name}").click()
            covers.append(covered(page, name))
            page.get_by_role("button", name=f"I'm {name}").click()
            page.wait_for_selector(TABLE)
            assert page.locator(CARDS).count() > 0, "the check of the cover would find cards"
            tables.append(page.screenshot(animations="disabled"))
        assert tables[0] != tables[1], "two people see different cards"
        assert covers[0] == covers[2] and covers[1] == covers[3], "the cover is the same whoever has passed the device on"


def covered(page: Page, name: str) -> bytes:
    """Return a picture of the page while it covers a hand."""
    expect(page.get_by_role("heading", name=f"Pass the device to {name}")).to_be_visible()
    assert page.locator(CARDS).count() == 0
    assert page.locator(TABLE).count() == 0
    page.mouse.move(1, 1)
    return page.screenshot(animations="disabled")


def test_games_are_shown_and_opened_before_the_house_answers(context: BrowserContext, house: HouseProcess):
    waiting: list[Route] = []
    page = context.new_page()
    page.route("**/api/**", lambda route: waiting.append(route))
    page.goto(house.url)
    expect(page.locator(PLAY)).to_have_count(len(GAMES))
    assert shifts(page) == []
    press = page.locator(PLAY).first
    press.click()
    expect(press).to_have_text("Opening …")
    wait_for(lambda: any(route.request.method == "POST" for route in waiting), page)
    page.unroute("**/api/**")  # the waiting requests go on
    page.wait_for_selector(TABLE)


def wait_for(question: Callable[[], bool], page: Page) -> None:
    while not question():
        page.wait_for_timeout(20)


def test_games_played_offline_join_the_history_of_the_house(context: BrowserContext, house: HouseProcess):
    """Without the server, “Play now” offers a game on the device; a kept app opens the house on the device by itself."""
    games = GAMES if SOAK else FEW[:1]
    for game in games:
        prepared(context, game, seats=2, levels=["beginner"])
    page = context.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.goto(house.url)
    page.locator(f".games li:has(a[href$='/{games[0]}']) button.main").click()
    page.get_by_role("button", name="Play on this device").click()
    page.wait_for_selector(TABLE, timeout=OPENING)
    wait_until_kept(page)
    context.set_offline(True)
    for game in games:
        player = Player(page, seed=game) if game == games[0] else dealt(page, game)
        player.play()
        assert player.is_over
        page.wait_for_function("() => localStorage.getItem('parlour.unsent') !== null")
        page.evaluate("() => { location.hash = '#/' }")
    replay_file(page, games[0])
    page.goto(f"{house.url}/settings")
    page.goto(house.url)
    page.wait_for_url(f"{house.url}/#/", timeout=OPENING)  # by itself
    context.set_offline(False)
    page.unroute("**/api/**")
    page.goto(f"{house.url}/rules/{games[0]}")  # another page: going back to the first one loads it
    page.goto(house.url)
    said = sentence("offline.handed.one") if len(games) == 1 else sentence("offline.handed.other", count=len(games))
    expect(page.get_by_text(said).first).to_be_visible()
    asked = context.request
    history = asked.get(f"{house.url}/api/me/history").json()["games"]
    assert sorted((played["game"], played["practice"]) for played in history) == sorted((game, "offline") for game in games)
    for played in history:
        file = asked.get(f"{house.url}/api/replays/{played['id']}").body()
        verdict = asked.post(f"{house.url}/api/verify", data=file, headers={"content-type": "application/json"}).json()
        assert verdict["proved"] and not verdict["fair"], "its moves follow the rules, and nobody vouches for the deal"


def replay_file(page: Page, game: str) -> None:
    """Open files on the first page: a file that isn't a game is refused in a sentence, a game is replayed."""
    field = page.get_by_label(sentence("offline.file"))
    for content in ("not a game", '{"parlour": "table"}', finished(game)):
        field.set_input_files({"name": "game.json", "mimeType": "application/json", "buffer": content.encode()})
        if content == "not a game":
            expect(page.get_by_text(sentence("offline.noFile")).first).to_be_visible()
    page.wait_for_url("**/#/replay/*")
    expect(page.locator(TABLE)).to_be_visible()
