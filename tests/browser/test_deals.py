"""Taking moves back, playing a deal again, and a deal that somebody else plays by link."""

from playwright.sync_api import Page, expect

from tests.browser.helpers.aside import play_out
from tests.browser.helpers.looking import barriers
from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import GAMES, RESULT, TABLE, TOLD, code_of, deal, make_room, room_of, sit_down, sits_down
from tests.browser.helpers.visitors import PHONE, STILL, Visit

HAND = GAMES[-1]
"""A game with cards in the hand, in which nobody cuts in while a player decides."""
TAKE_BACK = "Take back"
LABELS = "(cards) => cards.map((card) => card.getAttribute('aria-label') || card.textContent)"


def cards(page: Page) -> list[str]:
    """The cards in the hand."""
    return [str(label) for label in page.locator(".hand button").evaluate_all(LABELS)]


def test_a_move_is_taken_back_by_button_and_by_key_and_the_game_is_practice(visit: Visit):
    me = visit(STILL, PHONE)
    page = sit_down(me, HAND, options={"hand_size": 7})
    player = Player(page, seed="back")
    player.wait()
    button, question = page.get_by_role("button", name=TAKE_BACK, exact=True), page.get_by_role("alertdialog")
    expect(button).to_have_count(0)
    before = cards(page)
    page.keyboard.press("d")
    button.wait_for()
    player.wait()
    page.locator(TOLD).get_by_role("button").tap()
    expect(page.get_by_role("dialog", name="What happened")).to_contain_text("You draw")
    page.keyboard.press("Escape")
    # if the game counts, the player is asked first, and can keep the move
    button.click()
    expect(question).to_contain_text("won't count")
    assert barriers(page) == []
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert room_of(me, code_of(page))["practice"] == ""
    page.keyboard.press("u")
    question.get_by_role("button", name=TAKE_BACK).click()
    expect(button).to_have_count(0)
    assert cards(page) == before
    assert room_of(me, code_of(page))["practice"] == "undone"
    # from now on, a move is taken back at once
    page.keyboard.press("d")
    button.wait_for()
    player.wait()
    page.keyboard.press("u")
    expect(button).to_have_count(0)
    assert cards(page) == before
    play_out(code_of(page), me)
    expect(page.locator(RESULT)).to_contain_text("moves were taken back, so this game doesn't count")
    assert me.ask("GET", "/api/me/statistics")["figures"] == []


def test_among_people_a_move_is_taken_back_by_vote(visit: Visit):
    host, guest = visit(STILL), visit(STILL, PHONE)
    # taking a card that everybody sees reveals nothing new
    code = make_room(host, GAMES[0], people=2, options={"first_seat": "seat0"})
    at, other = host.open(f"/r/{code}"), guest.open(f"/r/{code}")
    sits_down(other, "Zoë")
    deal(at)
    other.wait_for_selector(TABLE)
    Player(at).wait()
    pile = at.locator(".stack").last
    before = pile.locator(".unseen").first.inner_text()
    pile.locator("button").first.click()
    at.get_by_role("button", name=TAKE_BACK, exact=True).wait_for()
    at.keyboard.press("u")
    question = at.get_by_role("alertdialog")
    expect(question).to_contain_text("Ask the others to take your last move back?")
    question.get_by_role("button", name="Ask them").click()
    wanted = other.get_by_text("wants to take a move back.")
    wanted.wait_for()
    assert barriers(other) == [] and barriers(at) == []
    # a vote can be withdrawn, and nothing happens before everybody agrees
    at.get_by_text("You have asked to take your move back.").wait_for()
    at.get_by_role("button", name="Take my vote back").click()
    expect(wanted).to_have_count(0)
    at.keyboard.press("u")
    at.get_by_role("alertdialog").get_by_role("button", name="Ask them").click()
    wanted.wait_for()
    assert room_of(host, code)["practice"] == "" and before not in pile.inner_text()
    other.get_by_role("button", name="Agree").tap()
    expect(pile).to_contain_text(before)
    assert room_of(host, code)["practice"] == "undone"
    expect(wanted).to_have_count(0)


def test_a_deal_is_played_again_and_beaten_by_link(visit: Visit):
    me, other = visit(STILL), visit(STILL, PHONE)
    other.settings(pace=0)
    room = make_room(me, HAND)
    play_out(room, me)
    page = me.open(f"/r/{room}")
    page.get_by_role("button", name="Beat my deal").wait_for()
    with page.expect_response("**/challenge") as made:
        page.get_by_role("button", name="Beat my deal").click()
    link = f"/beat/{made.value.json()['id']}"
    first = code_of(page)
    page.get_by_role("button", name="Try this deal again").click()
    page.wait_for_url(lambda url: "/r/" in url and first not in url)
    page.wait_for_selector("main.table")
    assert room_of(me, code_of(page))["practice"] == "repeated"

    theirs = other.open(link)
    expect(theirs.get_by_role("table")).to_have_count(0)
    theirs.get_by_role("button", name="Play this deal").wait_for()
    assert barriers(theirs) == []
    theirs.get_by_role("button", name="Play this deal").click()
    theirs.wait_for_selector("main.table")
    Player(theirs, seed="beat").play(2)
    play_out(code_of(theirs), other)
    theirs.get_by_role("link", name="Compare results").click()
    rows = theirs.get_by_role("table").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="shared this deal")).to_have_count(1)
    assert barriers(theirs) == []
    assert theirs.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it fits on a phone"

    page.goto(f"{me.url}{link}")
    expect(page.get_by_role("table").locator("tbody tr")).to_have_count(2)
    other.problems.explain("challenges/nothing")
    theirs.goto(f"{other.url}/beat/nothing")
    expect(theirs.get_by_text("This link doesn't lead to a deal.")).to_be_visible()
