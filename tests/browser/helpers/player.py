"""A player of any game who uses the controls of the page, by clicks, taps or keys, without knowing the rules."""

import random
import time
from pathlib import Path
from typing import Literal

from playwright.sync_api import Error, Page

from .tables import RESULT, TABLE, TOLD
from .visitors import SECONDS

How = Literal["clicks", "taps", "keys"]
MOST_PRESSES = 1_500
MOST_IN_A_TURN = 60
MOST_TABS = 80
MOST_SLOTS = 16
OFFERS = (Path(__file__).parent / "offers.js").read_text()
FREE_POINT = """place => {
    const element = window.offered[place];
    element.scrollIntoViewIfNeeded();
    const box = element.getBoundingClientRect();
    const shares = [0.5, 0.3, 0.7, 0.15, 0.85, 0.06, 0.94];
    for (const part of shares) for (const other of shares) {
        const [x, y] = [box.x + box.width * other, box.y + box.height * part];
        if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
}"""
"""Returns a point of an element that nothing else covers: of a card in a fan, only the edge is free."""
IS_OFFERED = f"""place => {{
    const element = window.offered[place];
    ({OFFERS})();
    return window.offered.includes(element);
}}"""
PLACE_IN_HAND = """place => {
    const cards = window.offered[place].closest("[role=toolbar]")?.querySelectorAll("button") ?? [];
    return [...cards].indexOf(window.offered[place]);
}"""
HAS_FOCUS = "place => document.activeElement === window.offered[place]"
IS_NEAR = """place => {
    const element = window.offered[place];
    const isBeside = element.matches(".slot") && element.parentElement.contains(document.activeElement);
    return isBeside || document.activeElement === element;
}"""
WEIGHTS = {"card": 30, "slot": 5, "seat": 5, "stack": 3, "choice": 0.3}


class Player:
    """Plays on a page at random; the same `seed` makes the same choices."""

    def __init__(self, page: Page, how: How = "clicks", seed: str = "") -> None:
        self.page = page
        self.how = how
        self.presses = 0
        self._chance = random.Random(f"{how} {seed}")

    # ---- looking ---------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the page shows a result."""
        return self.page.query_selector(RESULT) is not None

    def wait(self) -> list[str]:
        """Wait for the player's turn or the end of the game; return the kinds of controls that can be pressed."""
        kinds = self.page.wait_for_function(OFFERS, polling=30, timeout=SECONDS * 1000).json_value()
        return [] if kinds == "over" else list(kinds)

    # ---- acting ----------------------------------------------------------------------------------------------------

    def play(self, presses: int = MOST_PRESSES) -> None:
        """Play to the end, or for this many presses."""
        last = self.presses + presses
        while self.presses < last:
            kinds = self.wait()
            if not kinds:
                return
            self._press(self._choose(kinds), kinds)
        if presses == MOST_PRESSES:
            raise AssertionError(f"The game does not end: {self.told()}")

    def play_turn(self) -> None:
        """Make one move: press until the house reports something new."""
        told = self.page.inner_text(TOLD)
        last = self.presses + MOST_IN_A_TURN
        while not self.is_over and self.page.inner_text(TOLD) == told:
            assert self.presses < last, f"No press has any effect: {self.told()}"
            self.play(1)
        self.page.keyboard.press("Escape")

    def act(self) -> bool:
        """Press one thing, if it is the player's turn."""
        kinds = self.page.evaluate(OFFERS)
        if not kinds or kinds == "over":
            return False
        self._press(self._choose(kinds), kinds)
        return True

    def press_button(self, name: str) -> None:
        """Press a button by its name, by click, tap or key."""
        button = self.page.get_by_role("button", name=name, exact=True)
        button.evaluate("button => window.offered = [button]")
        assert self._press_by_keys(0) if self.how == "keys" else self._point_at(0), f"“{name}” cannot be pressed: {self.told()}"

    def deal(self) -> None:
        """Deal, as the host."""
        self.press_button("Deal")
        self.page.wait_for_selector(TABLE)

    def play_again(self) -> None:
        """Deal once more after the end."""
        self.press_button("Play again")
        try:
            self.page.wait_for_selector(RESULT, state="detached")
        except Error as error:
            raise AssertionError(f"Nobody dealt again: {self.told()}") from error

    def _choose(self, kinds: list[str]) -> int:
        """Choose what to press: usually cards before places before buttons; picked cards are played sooner or later."""
        places: dict[str, list[int]] = {}
        for place, kind in enumerate(kinds):
            places.setdefault(kind, []).append(place)
        commits = places.pop("commit", [])
        picked = places.pop("picked", [])
        if commits and (not places or self._chance.random() < 0.7):
            return self._chance.choice(picked if picked and self.how == "keys" else commits)
        names = sorted(places)
        return self._chance.choice(places[self._chance.choices(names, [WEIGHTS[name] for name in names])[0]])

    def _press(self, place: int, kinds: list[str]) -> None:
        """Press something that is offered. It may be gone by then, but pressing it must work while it is offered."""
        self.presses += 1
        end = time.monotonic() + SECONDS
        while not (self._press_by_keys(place, kinds[place]) if self.how == "keys" else self._point_at(place)):
            if not self.page.evaluate(IS_OFFERED, place):
                return
            if time.monotonic() > end:
                raise AssertionError(f"This cannot be pressed ({kinds[place]}): {self.told()}")

    def _point_at(self, place: int) -> bool:
        found = self.page.evaluate(FREE_POINT, place)
        if found:
            self._point(*found)
        return bool(found)

    def _point(self, x: float, y: float) -> None:
        if self.how == "taps":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    # ---- keys ------------------------------------------------------------------------------------------------------

    def _press_by_keys(self, place: int, kind: str = "button") -> bool:
        in_hand = self.page.evaluate(PLACE_IN_HAND, place)
        if in_hand >= 0:
            self._go_to_card(in_hand)
        else:
            self._go_to(place)
        is_there = bool(self.page.evaluate(HAS_FOCUS, place))
        if is_there:
            # Space puts a picked card back; Enter plays it
            self.page.keyboard.press("Enter" if kind == "picked" else self._chance.choice(["Enter", "Enter", "Space"]))
        return is_there

    def _go_to_card(self, place: int) -> None:
        """Move the focus to a card: a digit jumps to one of the first ten of the hand, arrows go on from there."""
        self.page.keyboard.press(str((min(place, 9) + 1) % 10))
        for _ in range(place - 9):
            self.page.keyboard.press("ArrowRight")

    def _go_to(self, place: int) -> None:
        """Move the focus to a control: Tab leads to each of them, and arrows go on within a grid, which is one stop."""
        for _ in range(MOST_TABS):
            if self.page.evaluate(IS_NEAR, place):
                break
            self.page.keyboard.press("Tab")
        for arrow in ("ArrowRight", "ArrowLeft"):
            for _ in range(MOST_SLOTS):
                if self.page.evaluate(HAS_FOCUS, place):
                    return
                self.page.keyboard.press(arrow)

    # ---- reporting ---------------------------------------------------------------------------------------------------

    def told(self) -> str:
        """Return the content of the page, to explain why a test failed."""
        return f"After {self.presses} presses the page at {self.page.url} shows:\n" + self.page.locator("body").aria_snapshot()


def play_together(*players: Player, presses: int = MOST_PRESSES, seconds: float = 300.0) -> None:
    """Let several players play at one table until all of them see the result, or for this many presses together."""
    end = time.monotonic() + seconds
    while sum(player.presses for player in players) < presses and not all(player.is_over for player in players):
        if not any([player.act() for player in players]):
            players[0].page.wait_for_timeout(5)
        if time.monotonic() > end:
            raise AssertionError("The game does not end: " + "\n".join(player.told() for player in players))
