"""House rules in the room before the deal, as somebody sets them with a mouse."""

from playwright.sync_api import expect

from .tables import GAMES, make_room, told
from .visitors import STILL, Visit

GAME = GAMES[0]


def test_house_rules_are_remembered_for_new_games(visit: Visit):
    visitor = visit(STILL)
    game = told(visitor, GAME)
    rule = next(option for option in game["options"] if option["kind"] == "toggle")
    page = visitor.open(f"/r/{make_room(visitor, GAME)}")
    switch = page.get_by_role("switch", name=rule["label"])
    switch.click()
    expect(switch).to_have_attribute("aria-checked", str(not rule["default"]).lower())
    page.wait_for_function("game => localStorage['parlour.chosen.' + game]", arg=GAME)
    page.goto(visitor.url)
    card = page.locator("article", has=page.get_by_role("heading", name=game["name"], exact=True))
    expect(card).to_contain_text("with your house rules")
    card.get_by_role("button", name="Play now").click()
    page.wait_for_selector("main.table")
    options = visitor.ask("GET", f"/api/rooms/{page.url[-6:]}")["plan"]["options"]
    assert options[rule["name"]] is not rule["default"]
