"""Makes docs/pictures, the main screens of a real house for README, and the picture of link previews (`make pictures`)."""

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.helpers.chromium import launch
from tests.browser.helpers.looking import SETTLE
from tests.browser.helpers.player import Player
from tests.browser.helpers.screens import loaded
from tests.browser.helpers.tables import GAMES, TABLE, code_of, deal, finished_room, make_room, usual_plan
from tests.browser.helpers.visitors import PHONE, STILL, Visitor
from tests.server.helpers.clients import house_in

OUT = Path(__file__).parent.parent / "docs" / "pictures"
PREVIEW = Path(__file__).parent.parent / "src" / "parlour" / "server" / "pages" / "preview.jpg"
COVER = """() => {
    const pictures = [...document.querySelectorAll(".picture img")].map((image) => image.src);
    const words = [document.querySelector("h1").textContent.trim(), document.querySelector(".line").textContent.trim()];
    document.documentElement.classList.add("ground");
    document.documentElement.style.cssText = "--hue: 165";
    document.body.innerHTML = `<div style="height: 100vh; display: grid; place-content: center; justify-items: center;
        gap: 26px; color: var(--ink); box-shadow: inset 0 0 0 26px #3a2418, inset 0 0 60px 26px #0008; background:
        radial-gradient(75% 80% at 50% 40%, var(--glow), transparent), linear-gradient(var(--ground), var(--ground-deep))">
        <h1 style="font-size: 150px; line-height: 1"></h1><div style="display: flex; gap: 6px"></div>
        <p style="font-size: 34px; max-width: 950px; text-align: center; line-height: 1.25"></p></div>`;
    for (const src of pictures) document.querySelector("h1 + div").append(Object.assign(new Image(212, 119), {src}));
    document.querySelector("h1").textContent = words[0];
    document.querySelector("p").textContent = words[1];
}"""
"""Turns the first page into a cover: the name of the house, its games and its line."""
LARGEST = 150_000
QUALITY = 80
DESKTOP = {"viewport": {"width": 1120, "height": 700}}
HAND_HELD = {**PHONE, "viewport": {"width": 390, "height": 780}}
PEOPLE = [("Anna", "teal"), ("Jonas", "orange")]
PRESSES = 6
"""How far a game has progressed when its picture is taken."""


@contextmanager
def coming(browser: Browser, url: str, person: int = 0, **looks: Any) -> Iterator[Visitor]:
    """Yield a visitor with a name."""
    visitor = Visitor(browser, url, **{**DESKTOP, **STILL, "color_scheme": "light", **looks})
    name, colour = PEOPLE[person]
    visitor.ask("PATCH", "/api/me", {"name": name, "colour": colour})
    yield visitor
    visitor.close()


def take(page: Page, name: str) -> None:
    """Save a screenshot as WebP, which only the debugger can write."""
    loaded(page)
    page.mouse.move(1, 1)
    page.evaluate("() => document.activeElement.blur()")
    page.evaluate(SETTLE, 90)
    session = page.context.new_cdp_session(page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    picture = base64.b64decode(answer["data"])
    if len(picture) > LARGEST:
        sys.exit(f"{name}.webp would have {len(picture) // 1000} kB; at most {LARGEST // 1000} are meant.")
    (OUT / f"{name}.webp").write_bytes(picture)
    print(f"{name}.webp  {len(picture) / 1000:.0f} kB", flush=True)


def begun(visitor: Visitor, game: str, presses: int = PRESSES) -> Page:
    """Return a table in the middle of a game under the standard rules, on the viewer's turn."""
    page = visitor.open(f"/r/{make_room(visitor, game, **usual_plan(visitor, game))}")
    deal(page)
    player = Player(page, "taps" if page.evaluate("navigator.maxTouchPoints") else "clicks", game)
    player.play(presses)
    while player.is_over:
        player.play_again()
        player.play(presses)
    page.keyboard.press("Escape")
    player.wait()
    return page


def landing(browser: Browser, url: str) -> None:
    """Take a picture of the first page."""
    with coming(browser, url) as me:
        page = me.open()
        page.get_by_role("button", name="Play now").first.wait_for()
        take(page, "landing")


def preview(browser: Browser, url: str) -> None:
    """Take the picture that messengers show for a link, in the size they ask for. They don't read WebP."""
    with coming(browser, url, viewport={"width": 1200, "height": 630}, color_scheme="dark", bypass_csp=True) as me:
        page = me.open()
        page.get_by_role("button", name="Play now").first.wait_for()
        loaded(page)
        page.evaluate(COVER)
        loaded(page)
        page.evaluate(SETTLE, 90)
        picture = page.screenshot(type="jpeg", quality=QUALITY)
    if len(picture) > LARGEST:
        sys.exit(f"{PREVIEW.name} would have {len(picture) // 1000} kB; at most {LARGEST // 1000} are meant.")
    PREVIEW.write_bytes(picture)
    print(f"{PREVIEW.name}  {len(picture) / 1000:.0f} kB", flush=True)


def room(browser: Browser, url: str) -> None:
    """Take a picture of a room before the deal, with a guest."""
    with coming(browser, url) as me, coming(browser, url, 1) as friend:
        code = make_room(me, GAMES[-1], **{**usual_plan(me, GAMES[-1]), "seats": 4, "people": 3})
        page = me.open(f"/r/{code}")
        friend.open(f"/r/{code}").get_by_role("button", name="Sit down").click()
        page.get_by_text(PEOPLE[1][0]).first.wait_for()
        take(page, "room")


def tables(browser: Browser, url: str) -> None:
    """Take a picture of every game on a large screen, one in the dark, one on a phone."""
    for game in GAMES:
        with coming(browser, url) as me:
            take(begun(me, game), f"table-{game}")
    with coming(browser, url, color_scheme="dark") as me:
        take(begun(me, GAMES[1]), "dark")
    with coming(browser, url, **HAND_HELD) as me:
        take(begun(me, GAMES[-1]), "phone")


def replay(browser: Browser, url: str) -> None:
    """Take a picture of a replay."""
    with coming(browser, url) as me:
        page = begun(me, GAMES[2], 0)
        Player(page, seed="replay").play()
        page.goto(f"{url}/replay/{finished_room(me, code_of(page))['replay']}?step=12")
        page.wait_for_selector(TABLE)
        take(page, "replay")


def main() -> None:
    """Make all pictures."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, house_in(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        for scene in (landing, preview, room, tables, replay):
            scene(browser, house.url)
        browser.close()


if __name__ == "__main__":
    main()
