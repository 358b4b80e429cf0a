"""Learning a game in the browser: offered on the first visit, done by click and by key, and kept on the device."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers.looking import barriers, misfits
from tests.browser.helpers.screens import loaded
from tests.browser.helpers.tables import FEW, GAMES, told
from tests.browser.helpers.visitors import PHONE, STILL, TOUCH, Visit

HINT = "Show me the move"
CHOSEN = "[data-advised]"
DONE = """before => {
    if (document.querySelector(".coach").innerText !== before) return true;
    document.querySelector(".me .buttons .main")?.click();
    return false;
}"""
"""Whether the lesson says something else. Presses the button that makes a move of several picks, or confirms one."""


FITS = "() => document.documentElement.scrollHeight <= innerHeight"
"""Whether the page fits without scrolling; a table that gets less room takes a moment to fit."""


def do_task(page: Page) -> None:
    """Make the move that the hint marks, by click; the lesson then says something else."""
    before = page.locator(".coach").inner_text()
    page.get_by_role("button", name=HINT).click()
    page.locator(CHOSEN).first.wait_for()
    for number in range(page.locator(CHOSEN).count()):
        if page.locator(CHOSEN).count() > number:
            page.locator(CHOSEN).nth(number).click(position={"x": 4, "y": 12})
    page.wait_for_function(DONE, arg=before)


@pytest.mark.parametrize("game", FEW)
def test_all_lessons_can_be_done(visit: Visit, game: str):
    visitor = visit(PHONE, STILL)
    lessons = told(visitor, game)["lessons"]
    page = visitor.open(f"/learn/{game}")
    for number, lesson in enumerate(lessons, 1):
        expect(page.locator("h1")).to_contain_text(lesson["title"])
        page.locator(".coach .task").wait_for()
        while page.locator(".coach .task").count():
            page.wait_for_function(FITS)
            do_task(page)
        page.wait_for_function(FITS)
        expect(page.locator(".coach .right")).to_have_count(1)
        expect(page.locator(".dots .done")).to_have_count(number)
        if number == len(lessons):
            break
        if lessons[number]["extra"] > lesson["extra"]:
            page.get_by_role("link", name="Learn house rules").click()
        else:
            page.keyboard.press("Enter")
    expect(page.locator(".coach").get_by_role("button", name="Play now")).to_be_focused()


def test_new_visitors_learn_and_go_on_where_they_stopped(visit: Visit):
    visitor = visit(STILL)
    page = visitor.open()
    offer = page.locator("section.new")
    expect(offer.get_by_role("link")).to_have_count(len(GAMES))
    offer.get_by_role("link", name="Learn Switch", exact=True).click()
    task, answer = page.locator(".coach .task"), page.locator(".coach .answer")
    expect(task).to_contain_text("play your heart")
    # another legal move gets a kind answer and is not made
    page.locator(".table .stack button").first.click()
    expect(answer).to_contain_text("Play ♥Q")
    expect(task).to_contain_text("play your heart")
    # by key: the fourth card of the hand is the Queen
    page.get_by_role("button", name="Queen of hearts").first.focus()
    page.keyboard.press("Enter")
    expect(task).to_contain_text("Look for the same rank")
    expect(page.get_by_role("log")).to_contain_text("Look for the same rank")
    do_task(page)
    expect(page.locator(".dots .done")).to_have_count(1)
    page.goto(visitor.url)
    again = page.get_by_role("link", name="Learn Switch", exact=True)
    again.wait_for()
    expect(offer).to_have_count(0)
    again.click()
    expect(page.locator("h1")).to_contain_text("Several cards at once")
    page.goto(f"{visitor.url}/learn/switch/nonsense")
    page.get_by_text("There is no such lesson.").wait_for()


def test_the_lesson_screen_fits_and_has_no_barriers(visit: Visit):
    page = visit(TOUCH, STILL).open("/learn/cambio/switch")
    loaded(page).locator(".coach .task").wait_for()
    do_task(page)
    found = [*barriers(page), *misfits(page, "phone", "phone on its side", "desktop")]
    assert not found, "\n".join(dict.fromkeys(found))
