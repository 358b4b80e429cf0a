"""Tables to play at: made over HTTP with bots that do not wait, and found on the pages by their texts."""

import time
from typing import Any

from playwright.sync_api import Page

from parlour.core.game import game_ids
from tests.helpers import SOAK

from .visitors import SECONDS, Visitor

GAMES = game_ids()
SOME = GAMES if SOAK else GAMES[::4]
"""The games for tests of features that all games share: one with a grid and one with hands; all games in `make soak`."""
FEW = SOME if SOAK else SOME[-1:]
"""The same for long tests, for which one game is enough."""
TABLE = "main.table"
RESULT = "section.result"
TOLD = "p.told"
SHORT = ("hand_size", "max_turns", "max_turns_each", "look_seconds")
"""House rules whose lowest value makes a game short and quick."""


def told(visitor: Visitor, game: str) -> dict[str, Any]:
    """Return a game as the house describes it."""
    games: list[dict[str, Any]] = visitor.ask("GET", "/api/games")["games"]
    return next(found for found in games if found["id"] == game)


def short_rules(visitor: Visitor, game: str) -> dict[str, Any]:
    """Return the house rules that make a game as short as possible."""
    return {rule["name"]: rule["low"] for rule in told(visitor, game)["options"] if rule["name"] in SHORT}


def usual_plan(visitor: Visitor, game: str) -> dict[str, Any]:
    """Return the default number of seats and house rules of a game."""
    usual = told(visitor, game)
    return {"seats": usual["usual_seats"], "options": {rule["name"]: rule["default"] for rule in usual["options"]}}


def weakest(visitor: Visitor) -> str:
    """Return the name of the lowest level of bots."""
    return str(visitor.ask("GET", "/api/games")["levels"][0]["name"])


def make_room(visitor: Visitor, game: str, *, seats: int = 2, people: int = 1, **plan: Any) -> str:
    """Open a room with bots on the seats that people leave free; return its code."""
    bots = [weakest(visitor)] * (seats - people)
    options = {**short_rules(visitor, game), **plan.pop("options", {})}
    asked = {"game": game, "seats": seats, "bots": bots, "pace": 0, "options": options, **plan}
    return str(visitor.ask("POST", "/api/rooms", asked)["code"])


def deal(page: Page) -> None:
    """Deal, as the host, and wait for the table."""
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_selector(TABLE)


def sit_down(visitor: Visitor, game: str, **plan: Any) -> Page:
    """Open a table and deal; return its page."""
    page = visitor.open(f"/r/{make_room(visitor, game, **plan)}")
    deal(page)
    return page


def room_of(visitor: Visitor, code: str) -> dict[str, Any]:
    """Return a room as the house describes it."""
    answer: dict[str, Any] = visitor.ask("GET", f"/api/rooms/{code}")
    return answer


def finished_room(visitor: Visitor, code: str) -> dict[str, Any]:
    """Return a room after the end of its game, once the replay is stored: players see the result before that."""
    end = time.monotonic() + SECONDS
    while not (room := room_of(visitor, code))["replay"]:
        assert time.monotonic() < end, f"The game was never stored: {room}"
        time.sleep(0.05)
    return room


def code_of(page: Page) -> str:
    """Return the code of the room that a page shows."""
    return page.url.rpartition("/")[2]


def sits_down(page: Page, name: str) -> None:
    """Take a free seat as a guest who has just opened the link, for which everything is on the first screen."""
    page.get_by_label("Your name").fill(name)
    button = page.get_by_role("button", name="Sit down")
    assert button.evaluate("(button) => scrollY === 0 && button.getBoundingClientRect().bottom <= innerHeight")
    button.click()
    page.get_by_text("The host deals").wait_for()
