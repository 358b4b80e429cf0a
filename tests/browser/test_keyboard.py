"""Reaching a table with the keyboard alone: the focus is never lost."""

from playwright.sync_api import Page, expect

from tests.browser.helpers.tables import TABLE
from tests.browser.helpers.visitors import STILL, Visit


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the control with this name has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText"):
            return
    raise AssertionError(f"Tab never reaches “{name}”.")


def test_from_the_first_page_to_a_table_and_back(visit: Visit):
    page = visit(STILL).open()
    page.get_by_role("button", name="With friends").first.wait_for()
    tab_to(page, "With friends")
    page.keyboard.press("Enter")
    expect(page.locator("h2[tabindex]")).to_be_focused()
    tab_to(page, "Fill with bots")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Deal", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)

    panel = page.get_by_role("dialog")
    tab_to(page, "People")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("button", name="Close", exact=True)).to_be_focused()
    tab_to(page, "People")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(page.get_by_role("button", name="People")).to_be_focused()
    tab_to(page, "Back to the house")
    page.keyboard.press("Enter")
    expect(page.locator("h1[tabindex]")).to_be_focused()


def test_house_rules_are_set_without_a_mouse(visit: Visit):
    page = visit(STILL).open()
    page.get_by_role("button", name="Play now").first.wait_for()
    tab_to(page, "House rules: ")
    page.keyboard.press("Enter")
    expect(page.locator("h2[tabindex]")).to_be_focused()
    page.get_by_role("switch").first.wait_for()
    while page.evaluate("document.activeElement.role") != "switch":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_text("with your house rules: 1 changed")).to_be_visible()
    expect(page.get_by_role("switch").first).to_be_focused()
    tab_to(page, "Play now")
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)
