"""A walk through the house: every screen and every dialog, one after the other."""

from collections.abc import Iterator

from playwright.sync_api import Page

from .aside import play_out
from .player import MOST_PRESSES, Player
from .tables import TABLE, deal, make_room
from .visitors import Visitor

Screen = tuple[str, Page]
DIALOG = "dialog[open]"
NEXT_FRAME = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
LOADING = "() => ![...document.querySelectorAll('[role=status]')].some((status) => status.textContent.includes('Loading'))"


def loaded(page: Page) -> Page:
    """Return the page once all its requests are finished."""
    page.wait_for_load_state("networkidle")
    page.wait_for_function(LOADING)
    return page


def landing(visitor: Visitor) -> Iterator[Screen]:
    """Yield the first page, and pages that don't exist."""
    page = visitor.open()
    page.get_by_role("button", name="Play now").first.wait_for()
    yield "landing", loaded(page)
    page.goto(visitor.url + "/settings")
    yield "settings", loaded(page)
    page.get_by_role("link").filter(has=page.locator("b")).first.click()
    yield "settings of a game", loaded(page)
    page.get_by_text("A level for each bot").click()
    page.get_by_label("Bot 1", exact=True).select_option(index=0)
    page.get_by_role("switch").first.click()
    page.get_by_role("button", name="Reset to the rules as written").wait_for()
    yield "settings of a game with own rules", loaded(page)
    page.get_by_role("button", name="Read the rules").click()
    page.wait_for_selector(DIALOG)
    yield "rules in the settings", loaded(page)
    page.goto(visitor.url)
    page.get_by_text("with your house rules").wait_for()
    yield "landing with own rules", loaded(page)
    page.goto(visitor.url + "/me")
    yield "me", loaded(page)
    visitor.problems.explain(r"status 404: GET .*/(nowhere|r/|replay/|api/replays/|api/rooms/)", r"console error: .*404")
    page.goto(visitor.url + "/r/BBBBBB")
    page.get_by_role("link", name="Back to the house").wait_for()
    yield "no such room", loaded(page)
    page.goto(visitor.url + "/nowhere")
    yield "nowhere", loaded(page)
    page.goto(visitor.url + "/verify")
    yield "verify", loaded(page)
    page.close()


def dialogs(page: Page) -> Iterator[Screen]:
    """Yield every panel that the bar at the top opens."""
    titles = page.locator("header button[title]").evaluate_all("buttons => buttons.map((button) => button.title)")
    for title in titles:
        button = page.locator(f'header button[title="{title}"]')
        if button.count() == 0 or not button.is_visible():
            continue
        button.click()
        page.evaluate(NEXT_FRAME)
        if page.locator(DIALOG).count() == 0:
            continue
        yield title, loaded(page)
        page.keyboard.press("Escape")
        page.wait_for_selector(DIALOG, state="detached")


def gathering(visitor: Visitor, game: str) -> Iterator[Screen]:
    """Yield a room before the deal, for its host and for somebody who has just come."""
    page = visitor.open(f"/r/{make_room(visitor, game, seats=2, people=2)}")
    page.get_by_role("button", name="Deal").wait_for()
    yield "gathering", loaded(page)
    page.get_by_role("button", name="Stand up").click()
    page.get_by_role("button", name="Sit down").wait_for()
    yield "gathering of a guest", loaded(page)
    page.close()


def table(visitor: Visitor, game: str, presses: int = MOST_PRESSES) -> Iterator[Screen]:
    """Show a table after the deal, with a question if one comes up within this many presses, and at the end of the game."""
    page = visitor.open(f"/r/{make_room(visitor, game)}")
    deal(page)
    player = Player(page, seed=f"tour {game}")
    player.wait()
    yield "table", loaded(page)
    is_asked = False
    while not player.is_over:
        if player.presses == presses:
            player.wait()
            yield "table in play", page
            page.close()
            return
        player.play(1)
        if not is_asked and page.locator(".question").count():
            is_asked = True
            yield "question", page
    yield "result", page
    page.locator("section.result button[aria-expanded]").click()
    page.wait_for_selector("section.result.folded")
    yield "folded result", page
    page.close()


def table_dialogs(visitor: Visitor, game: str) -> Iterator[Screen]:
    """Yield everything that can be opened at a table."""
    page = visitor.open(f"/r/{make_room(visitor, game)}")
    deal(page)
    yield from dialogs(page)
    page.locator(f"{TABLE} button[title='Say something']").click()
    yield "talk", loaded(page)
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector(DIALOG)
    yield "keys", loaded(page)
    page.close()


def replay(visitor: Visitor, game: str) -> Iterator[Screen]:
    """Yield the replay of a finished game, and everything that can be opened there."""
    page = visitor.open(f"/replay/{play_out(make_room(visitor, game), visitor)}")
    page.wait_for_selector(TABLE)
    yield "replay", loaded(page)
    page.get_by_role("button", name="Verify the deal").click()
    page.wait_for_selector(f"{DIALOG} .verdict")
    yield "verify the deal", loaded(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Continue from here").click()
    page.wait_for_selector(DIALOG)
    yield "play on", loaded(page)
    page.goto(visitor.url + "/me")
    yield "me after a game", loaded(page)
    page.close()
