"""Puzzles in the browser: listed, solved by key, judged, and the streak kept on the device."""

from typing import Any

from playwright.sync_api import Page, Route, expect

from parlour.puzzles import find_puzzle
from tests.browser.helpers.looking import barriers, misfits
from tests.browser.helpers.screens import loaded
from tests.browser.helpers.visitors import STILL, TOUCH, Visit

PUZZLE = find_puzzle("switch-c6d1e9")
RULED = find_puzzle("cambio-0740e0")
"""A puzzle with house rules, and with cards that the solver has seen."""
TODAY = "2026-11-18"
KEPT = "text => localStorage.setItem('parlour.puzzles', text)"


def of_day(route: Route) -> None:
    """Answer with the house's list of puzzles, as on a fixed day."""
    told: dict[str, Any] = route.fetch().json()
    puzzle = next(found for found in told["puzzles"] if found["id"] == PUZZLE.id)
    route.fulfill(json={**told, "of_day": {"day": TODAY, "today": TODAY, "puzzle": puzzle}})


def keep(page: Page, text: str) -> None:
    """Make the device remember these answers, and open the list."""
    page.evaluate(KEPT, text)
    page.reload()
    page.get_by_role("heading", name="Puzzle of the day").wait_for()


def test_the_puzzle_of_the_day_is_solved_by_key_and_remembered(visit: Visit):
    assert PUZZLE.answer == "play Ks" and "draw" in PUZZLE.wins
    visitor = visit(STILL)
    visitor.context.route("**/api/puzzles", of_day)
    page = visitor.open()
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator("h1")).to_contain_text("Puzzle of the day")
    answer = page.locator(".coach .answer")
    page.get_by_role("button", name="King of spades").wait_for()
    page.keyboard.press("d")
    expect(answer).to_contain_text("Not the best move.")
    expect(page.get_by_role("log")).to_contain_text("the best move wins about")
    expect(page.get_by_role("button", name="Clear")).to_have_count(0)  # nothing stays picked
    page.get_by_role("button", name="King of spades").focus()
    page.keyboard.press("Enter")
    expect(answer).to_contain_text("Play ♠K wins about")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_focused()
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("link", name=f"Switch puzzle {PUZZLE.number}: solved").wait_for()
    day = page.locator("section.day")
    expect(day).to_contain_text("You missed it.")  # the first answer counts
    keep(page, f'{{"answers": {{}}, "days": {{"2026-11-17": true, "{TODAY}": true, "2026-11-19": true}}}}')
    expect(day).to_contain_text("Your streak: 2 days.")
    keep(page, "{")
    page.get_by_text("can't be read").wait_for()
    page.goto(f"{visitor.url}/puzzles/nonsense-1")
    page.get_by_text("There is no such puzzle.").wait_for()


def test_the_screens_fit_and_have_no_barriers(visit: Visit):
    page = visit(TOUCH, STILL).open("/puzzles")
    link = page.get_by_role("link", name=f"Cambio puzzle {RULED.number}: new")
    link.wait_for()
    found = [*barriers(loaded(page)), *misfits(page, "phone", "desktop")]
    link.click()
    page.get_by_text("cards that you have already seen").wait_for()
    page.get_by_text("House rules: ").wait_for()
    page.get_by_role("button", name="Show the answer").click()
    page.locator(".coach .answer").wait_for()
    found += [*barriers(loaded(page)), *misfits(page, "phone", "phone on its side", "desktop")]
    assert not found, "\n".join(dict.fromkeys(found))
