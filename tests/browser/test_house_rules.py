"""House rules as somebody sets them with a mouse: in the room before the deal, and in the settings for playing alone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.helpers.screens import DIALOG
from tests.browser.helpers.tables import GAMES, SOME, TABLE, code_of, make_room, room_of, told
from tests.browser.helpers.visitors import STILL, Visit

GAME = GAMES[0]
pytestmark = pytest.mark.rules("MM-6.3")


def card_of(page: Page, name: str) -> Locator:
    """The card of a game on the first page."""
    return page.locator("article", has=page.get_by_role("heading", name=name, exact=True))


def test_house_rules_are_remembered_for_new_games(visit: Visit):
    visitor = visit(STILL)
    game = told(visitor, GAME)
    rule = next(option for option in game["options"] if option["kind"] == "toggle")
    page = visitor.open(f"/r/{make_room(visitor, GAME)}")
    page.get_by_text("All house rules").click()
    switch = page.get_by_role("switch", name=rule["label"])
    switch.click()
    expect(switch).to_have_attribute("aria-checked", str(not rule["default"]).lower())
    page.wait_for_function("game => localStorage['parlour.chosen.' + game]", arg=GAME)
    page.goto(visitor.url)
    card = card_of(page, game["name"])
    expect(card).to_contain_text("with your house rules: ")
    card.get_by_role("button", name="Play now").click()
    page.wait_for_selector(TABLE)
    options = visitor.ask("GET", f"/api/rooms/{page.url[-6:]}")["plan"]["options"]
    assert options[rule["name"]] is not rule["default"]


@pytest.mark.parametrize("id", SOME)
def test_settings_from_the_first_page_apply_to_play_now(visit: Visit, id: str):
    visitor = visit(STILL)
    game = told(visitor, id)
    rule = next(option for option in game["options"] if option["kind"] == "toggle")
    page = visitor.open()
    card_of(page, game["name"]).get_by_role("link", name="House rules").click()
    page.get_by_label("Seats").select_option("3")
    page.get_by_label("Bots play as").select_option("beginner")
    switch = page.get_by_role("switch", name=rule["label"])
    switch.click()
    expect(switch).to_have_attribute("aria-checked", str(not rule["default"]).lower())

    page.reload()
    expect(page.get_by_role("switch", name=rule["label"])).to_have_attribute("aria-checked", str(not rule["default"]).lower())
    page.get_by_role("link", name="Back to the house").click()
    card = card_of(page, game["name"])
    expect(card).to_contain_text("with your house rules: 1 changed")
    card.get_by_role("button", name="Play now").click()
    page.wait_for_selector(TABLE)

    room = room_of(visitor, code_of(page))
    assert room["plan"]["options"] == {one["name"]: one["default"] for one in game["options"]} | {
        rule["name"]: not rule["default"]
    }
    assert [chair["level"] for chair in room["chairs"]] == ["", "beginner", "beginner"]
    page.get_by_role("button", name="Rules of this table").click()
    expect(page.locator(f"{DIALOG} .settings > .changed")).to_have_count(1)
    expect(page.locator(f"{DIALOG} .settings > .changed")).to_contain_text(rule["label"])


def test_as_written_resets_everything(visit: Visit):
    visitor = visit(STILL)
    game = told(visitor, GAME)
    page = visitor.open(f"/settings/{GAME}")
    preset = game["presets"][0]
    page.get_by_role("button", name=preset["name"], exact=True).click()
    expect(page.get_by_text("with your house rules: ")).to_be_visible()
    page.get_by_role("button", name="As written", exact=True).click()
    expect(page.get_by_text("with your house rules: ")).to_have_count(0)
    page.get_by_label("Seats").select_option("2")
    page.get_by_role("button", name="Reset to the rules as written").click()
    expect(page.get_by_label("Seats")).to_have_value(str(game["usual_seats"]))
    page.get_by_role("button", name="Play now").click()
    page.wait_for_selector(TABLE)
    assert room_of(visitor, code_of(page))["plan"]["seats"] == game["usual_seats"]


def test_a_refused_setting_is_explained_and_changes_nothing(visit: Visit):
    visitor = visit(STILL)
    game = next(found for id in GAMES if (found := told(visitor, id))["most_seats"] > 10)
    page = visitor.open(f"/settings/{game['id']}")
    seats = page.get_by_label("Seats")
    seats.select_option(str(game["most_seats"]))
    expect(page.get_by_role("alert").filter(has_text="Not changed: ")).to_be_visible()
    expect(seats).to_have_value(str(game["usual_seats"]))
    page.get_by_role("button", name="Use ").click()
    expect(seats).to_have_value(str(game["most_seats"]))


def test_the_settings_of_the_device_are_on_the_first_page_too(visit: Visit):
    page = visit(STILL).open()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_role("switch", name="Sounds").click()
    page.get_by_role("link", name="Back to the house").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("JSON.parse(localStorage['parlour.settings']).sound") is False
