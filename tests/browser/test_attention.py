"""Nothing important is missed: the feed beside the table, warnings before a move, and what a move cost."""

import re

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.browser.helpers.looking import barriers
from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import sit_down
from tests.browser.helpers.visitors import PHONE, STILL, WIDE, Visit

COST = ".known .cost"
DECIDED = f"cards => document.querySelector('{COST}') || document.querySelectorAll('.me .slot').length < cards"
"""Whether a match has been judged: a wrong one has a cost, and a right one leaves a card less."""
ASKED = "() => document.querySelector('section.result, .doubt') || document.querySelector('.me .prompt')?.innerText"
"""Whether a prompt is shown, or the question or result that covers it; there is none while cards are looked at."""
SNAP = {"matching": "snap_own", "look_seconds": 1, "max_turns_each": 60}


@pytest.mark.rules("CA-5.2")
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_wrong_match_is_warned_about_and_its_cost_stays_until_the_next_move(visit: Visit, size: dict[str, object]):
    """A match says what it risks before it is made; a wrong one stays in sight until the player's next move."""
    me = visit(size, STILL)
    me.settings(tips=False)
    page = sit_down(me, "cambio", options=SNAP)
    player = Player(page, seed="match")
    for _ in range(80):
        page.locator(".me .slot").first.wait_for()
        page.wait_for_function(ASKED)
        if player.is_over:  # somebody called, or every match was right
            player.play_again()
            continue
        slot = page.locator(".me .slot[aria-disabled=false]").first
        if page.locator(".me .prompt").inner_text().startswith("Draw") and slot.count():
            slot.click()
            if not appears(page, ".known .warning"):  # the moment to match is over
                page.keyboard.press("Escape")
                player.play(1)
                continue
            assert "A wrong match costs you 1 card" in page.locator(".known .warning").inner_text()
            cards = page.locator(".me .slot").count()
            page.locator(".buttons .main", has_text=re.compile("^Match")).click()
            if page.locator(".doubt").count():
                page.locator(".doubt .main").click()
            page.wait_for_function(DECIDED, arg=cards)
            if page.locator(COST).count():
                break
        player.play(1)
    assert "match" in page.locator(COST).inner_text()
    assert page.locator(".feed").is_visible() == (size is WIDE)
    assert barriers(page) == []
    page.locator(".stack .place").first.click()
    page.locator(COST).wait_for(state="detached")


def appears(page: Page, selector: str) -> bool:
    """Whether something is shown within a few seconds."""
    try:
        page.locator(selector).wait_for(timeout=3000)
    except TimeoutError:
        return False
    return True


def test_feed_and_table_mark_what_is_new(visit: Visit):
    """On the player's next turn, the others' moves since then are marked, below the player's own move."""
    page = sit_down(visit(WIDE, STILL), "switch", seats=3, options={"hand_size": 7})
    player = Player(page, seed="feed")
    since = page.locator(".feed .since")
    # if the same seat moves again at once, nothing is new
    for _ in range(30):
        player.play(1)
        player.wait()
        if since.count():
            break
    assert since.count() == 1
    assert page.locator(".count.fresh, .stack .fresh").count() >= 1, "what the others changed is not marked on the table"
    lines = page.locator(".feed li:not(.since)")
    assert 3 <= lines.count() <= 8
    assert page.locator(".feed .fresh").count() >= 1
    assert page.locator(".feed li:not(.since):not(.fresh)").last.inner_text().startswith("You ")
