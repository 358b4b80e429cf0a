"""First games of a kind: what a beginner is told, when that ends, and that it can be switched off."""

import re

from playwright.sync_api import Locator, Page, expect

from parlour.core.texts import catalogue, text
from tests.browser.helpers.aside import play_out
from tests.browser.helpers.looking import barriers, misfits
from tests.browser.helpers.player import Player
from tests.browser.helpers.screens import loaded
from tests.browser.helpers.tables import GAMES, RESULT, deal, make_room, sit_down
from tests.browser.helpers.visitors import PHONE, STILL, Visit

GAME = GAMES[-1]
SIMPLE = re.compile(r"^(Match .+ or .+, or draw|You have no .+ and no .+: draw a card)\.\s*$")
"""Prompts of Switch that are written for a beginner."""
POWERS = re.compile("|".join(re.escape(said) for key, said in catalogue().texts.items() if key.startswith(f"{GAME}.explain.")))
LOW = [(1366, 650), (360, 640), (740, 360)]
"""Windows with little height."""
IS_ABOVE_TABLE = """() => {
    const line = document.querySelector(".explained");
    const [above, table] = [line, document.querySelector("main.table")].map((part) => part.getBoundingClientRect());
    return above.bottom <= table.top && line.scrollHeight <= line.clientHeight;
}"""
UNPLAYABLE = f".hand button:not(:has-text('{text('table.isPlayable')}'))"


def explained(page: Page) -> Locator:
    """The line that explains the last card."""
    return page.get_by_role("region", name=text("tips.title"))


def test_the_first_two_games_are_explained(visit: Visit):
    me = visit(STILL, PHONE)
    page = sit_down(me, GAME, options={"hand_size": 10, "first_seat": "seat0"})
    player = Player(page, seed="first")
    player.wait()
    line, prompt = explained(page), page.locator(".prompt")
    expect(line).to_have_text(text("tips.here"))
    expect(prompt).to_have_text(SIMPLE)
    expect(page.get_by_role("log")).to_contain_text(re.compile("Your turn. (Match|You have no) "))
    found = [*barriers(loaded(page)), *misfits(page, "phone", "desktop")]
    assert not found, "\n".join(found)
    for width, height in LOW:
        page.set_viewport_size({"width": width, "height": height})
        expect(line).to_be_visible()
        expect(page.locator(".self .name")).to_be_visible()
        assert page.evaluate(IS_ABOVE_TABLE), f"The line covers the table, or is cut off, at {width} × {height}."
    page.set_viewport_size(PHONE["viewport"])
    # a card that can't be played says why
    page.locator(UNPLAYABLE).first.click(position={"x": 4, "y": 12})
    expect(page.get_by_text(re.compile("matches neither .+ nor .+|doesn't answer")).first).to_be_visible()
    # the first card with a power that is played is explained, on the screen and for a screen reader
    while line.inner_text() == text("tips.here") and not player.is_over:
        player.play(1)
        player.wait()
    expect(line).to_have_text(POWERS)
    expect(page.get_by_role("log")).to_contain_text(line.inner_text()[:10])
    page.close()
    for _ in range(2):
        code = make_room(me, GAME)
        page = me.open(f"/r/{code}")
        deal(page)
        expect(explained(page)).to_be_visible()
        play_out(code, me)
        page.locator(RESULT).wait_for()
        page.close()
    page = sit_down(me, GAME, options={"first_seat": "seat0"})
    Player(page).wait()
    expect(prompt := page.locator(".prompt")).not_to_have_text(SIMPLE)
    assert prompt.inner_text() in {text(f"{GAME}.prompt.drawOr"), text(f"{GAME}.prompt.draw")}
    expect(explained(page)).to_have_count(0)
    expect(explained(sit_down(me, GAMES[0]))).to_be_visible()  # another kind of game


def test_explanations_are_switched_off_in_the_settings(visit: Visit):
    page = sit_down(visit(STILL), GAME)
    expect(explained(page)).to_be_visible()
    page.get_by_role("button", name=text("settings.title"), exact=True).click()
    page.get_by_role("switch", name=text("settings.tips")).click()
    page.keyboard.press("Escape")
    expect(explained(page)).to_have_count(0)
