"""The review of a finished game in the browser, as the review itself makes it, reached and read with the keyboard alone."""

import json

import pytest
from msgspec import json as wire
from playwright.sync_api import Page, Route, expect

from parlour import game_ids
from parlour.core.sentence import as_str
from parlour.core.texts import speaking
from parlour.review import Review, review
from parlour.server.people.reviews import told
from tests.browser.helpers.looking import barriers, misfits
from tests.browser.helpers.screens import DIALOG, loaded
from tests.browser.helpers.tables import TABLE
from tests.browser.helpers.visitors import STILL, TOUCH, Visit, Visitor
from tests.browser.test_keyboard import tab_to
from tests.review.helpers.games import finished_game

GAME = game_ids()[-1]
LITTLE = 0.02


def reviewed() -> Review:
    """Return a review with decisions that stand out; the houses of these tests don't search."""
    table = finished_game(GAME, 2, seats=2, careless=0.4, clock=0)
    with speaking(typed=False):
        return review(table, 0, names=("Ana", "Ada"), effort=LITTLE)


def opened(visitor: Visitor, found: Review) -> Page:
    """Open the replay of the game, in a house that answers with this review."""
    status, kept = visitor.http("POST", "/api/me/games?seat=0", raw=found.table.save().encode())
    assert status == 201, kept
    answer = json.loads(wire.encode(told(found), enc_hook=as_str))

    def tell(route: Route) -> None:
        route.fulfill(json=answer)

    visitor.context.route("**/review?*", tell)
    page = visitor.open(f"/replay/{kept['id']}")
    page.wait_for_selector(TABLE)
    return page


@pytest.mark.late
def test_a_review_is_read_by_key_and_fits(visit: Visit) -> None:
    found = reviewed()
    marked = [one for one in found.decisions if one.label not in ("best", "fine")]
    assert marked and found.turning_point is not None
    page = opened(visit(STILL, TOUCH), found)
    tab_to(page, "Review")
    page.keyboard.press("Enter")
    panel = page.locator(DIALOG)
    expect(panel.get_by_role("button", name="Close", exact=True)).to_be_focused()
    panel.locator("svg[role=img]").wait_for()
    now = panel.locator(".now")
    for key, step in (("Home", 0), ("ArrowRight", 1), ("End", len(found.table.log)), ("ArrowLeft", len(found.table.log) - 1)):
        page.keyboard.press(key)
        expect(now).to_contain_text(f"Step {step}: {100 * found.chance(step):.0f}%")
    tab_to(page, "Turning point")
    page.keyboard.press("Enter")
    expect(now).to_contain_text(f"Step {found.turning_point.move}:")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(panel.locator("[aria-current=step]")).to_be_focused()
    expect(now).to_contain_text(f"Step {marked[0].move}:")
    expect(panel.locator("li")).to_have_count(len(marked))
    row = panel.get_by_role("row", name="Your play")
    expect(row).to_contain_text("±")
    problems = [*barriers(loaded(page)), *misfits(page, "phone", "phone on its side", "desktop")]
    assert not problems, "\n".join(dict.fromkeys(problems))
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name="Review", exact=True)).to_be_focused()
