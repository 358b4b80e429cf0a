"""Two tabs of one person show the same table and the same settings, and either can be played in."""

import pytest
from playwright.sync_api import Page

from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import FEW, GAMES, RESULT, TABLE, sit_down
from tests.browser.helpers.visitors import STILL, Visit

SHOWN = f"""() => [...document.querySelectorAll("{TABLE} .unseen, {TABLE} .mini, {TABLE} .prompt, {TABLE} .badge, {RESULT} h2")]
    .map((element) => element.ariaLabel || element.textContent)"""
TURNS = 6
TRIES = 600


def agree(one: Page, other: Page) -> None:
    """Wait until two tabs show the same."""
    for _ in range(TRIES):
        if one.evaluate(SHOWN) == other.evaluate(SHOWN):
            return
        one.wait_for_timeout(100)
    assert one.evaluate(SHOWN) == other.evaluate(SHOWN)


@pytest.mark.parametrize("game", FEW)
def test_two_tabs_agree(visit: Visit, game: str):
    me = visit(STILL)
    first = sit_down(me, game)
    second = me.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(TABLE)
    players = [Player(page, seed=f"{game} {place}") for place, page in enumerate((first, second))]
    for turn in range(TURNS):
        player = players[turn % 2]
        player.page.bring_to_front()
        player.wait()
        agree(first, second)
        if player.is_over:
            break
        player.play_turn()
    players[0].wait()
    agree(first, second)


def test_a_setting_is_the_same_in_both_tabs(visit: Visit):
    me = visit(STILL)
    first = sit_down(me, GAMES[0])
    second = me.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(TABLE)
    first.get_by_role("button", name="Settings").click()
    first.get_by_role("combobox").first.select_option("dark")
    for page in (first, second):
        page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    first.reload()
    first.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
