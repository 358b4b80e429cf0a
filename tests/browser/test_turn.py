"""Your turn reaches you in another tab, a game that was left is found again, and friends see what was said meanwhile."""

import pytest

from .helpers.looking import barriers
from .helpers.player import Player
from .helpers.tables import GAMES, TABLE, deal, make_room, sit_down, usual_plan
from .helpers.visitors import STILL, Visit

NOTICES = """() => {
    window.notices = [];
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { return (this.permission = "granted"); }
        constructor(title, {body}) { notices.push(`${title}: ${body}`); }
        close() { notices.push("closed"); }
    };
    Object.defineProperty(document, "hidden", {get: () => window.away ?? false});
    document.hasFocus = () => !(window.away ?? false);
}"""
"""Makes a browser record its notifications, and lets a test tell a page that it is out of sight."""
ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"


def test_your_turn_reaches_you_and_a_game_left_is_found_again(visit: Visit):
    host, guest = visit(STILL), visit(STILL)
    for one in (host, guest):
        one.context.add_init_script(f"({NOTICES})()")
    plan = {**usual_plan(host, GAMES[-1]), "seats": 2}
    code = make_room(host, GAMES[-1], people=2, hints=True, **plan)
    pages = at, other = host.open(f"/r/{code}"), guest.open(f"/r/{code}")
    other.get_by_label("Your name").fill("Zoë")
    other.get_by_role("button", name="Sit down").click()
    for page in pages:
        switch = page.get_by_role("switch", name="Notify me when it's my turn")
        assert page.evaluate("Notification.permission") == "default", "permission is only asked for after a press"
        switch.click()
        page.wait_for_function("() => Notification.permission === 'granted'")
    deal(at)
    other.wait_for_selector(TABLE)
    (table,) = host.ask("GET", f"/api/me/tables?codes={code}")["tables"]
    mover, waiting = (at, other) if table["turn"] else (other, at)
    mover.wait_for_function("() => document.title.startsWith('● Your turn')")
    assert mover.evaluate(ICON) == "/icon-turn.svg" and waiting.evaluate(ICON) == "/icon.svg"
    assert waiting.title() == f"{waiting.inner_text('h1').strip()} · Parlour" and mover.evaluate("notices") == []

    waiting.evaluate("window.away = true")
    mover.get_by_role("button", name="Hint").click()
    waiting.locator(".speech", has_text="asked for a hint").wait_for()
    mover.get_by_role("button", name="Say something").click()
    mover.get_by_label("Message").fill("Your turn soon!")
    mover.get_by_label("Message").press("Enter")
    waiting.get_by_role("button", name="1 unread message").wait_for()
    player = Player(mover, seed="turn")
    while mover.title().startswith("●"):
        if not player.act():
            mover.wait_for_timeout(20)
    waiting.wait_for_function("() => document.title.startsWith('●') && notices.length > 0")
    assert waiting.evaluate("notices[0]").startswith("It's your turn: ")
    waiting.evaluate("window.away = false; dispatchEvent(new Event('focus'))")
    waiting.wait_for_function("() => notices.includes('closed')")

    waiting.goto(host.url if waiting is at else guest.url)
    found = waiting.get_by_role("link", name="Your turn")
    found.wait_for()
    waiting.wait_for_function("() => document.title === '● Your turn · Parlour'")
    assert barriers(waiting) == []
    found.click()
    waiting.wait_for_selector(TABLE)
    waiting.get_by_role("button", name="1 unread message").click()
    waiting.get_by_role("log", name="Chat").get_by_text("Your turn soon!").wait_for()
    assert waiting.get_by_text("New", exact=True).count() == 1
    assert barriers(waiting) == []


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_a_hint_has_room_for_its_words(visit: Visit, width: int):
    host = visit(STILL, {"viewport": {"width": width, "height": width * 5 // 8}})
    page = sit_down(host, GAMES[-1], seats=4, hints=True)
    Player(page, seed="hint").wait()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("region", name="Hint")
    hint.wait_for()
    box, move = hint.bounding_box(), hint.locator("p").first.bounding_box()
    assert box and move and move["width"] >= 150 and box["x"] <= move["x"] and box["x"] + box["width"] <= width
    assert hint.evaluate("box => box.scrollWidth <= box.clientWidth"), "nothing is cut off at the side"
