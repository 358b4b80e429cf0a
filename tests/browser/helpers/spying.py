"""Looks for cards on a page that its viewer must not know: in the whole document, in what is drawn, in what is read aloud."""

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, WebSocket

SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
COLOURS = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
RANKS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
ACTIONS = {"S": "Skip", "R": "Reverse"}
JOKERS = {"J1": "red joker", "J2": "black joker"}
HIDDEN = ("??", "-")
DRAWN = """() => [...document.querySelectorAll(".card svg")].map((svg) => {
    const drawn = () => (svg.querySelector(".cap") ? "joker" : svg.querySelector("circle") ? "S" : "R");
    const sign = svg.parentElement.querySelector("span, text")?.textContent ?? drawn();
    return [svg.closest("section[aria-label]")?.ariaLabel ?? "", svg.classList[0], sign];
})"""
"""Every face that is drawn: whose side it is on, its colour, its sign."""
NOISE = re.compile(r'\s(?:d|class|style|transform|viewBox|points)="[^"]*"')
"""Attributes whose values only look like names of cards."""


@dataclass(frozen=True)
class Sight:
    """A page at one moment: the number of moves so far, all its text, and the cards drawn at each side."""

    moves: int
    text: str
    drawn: tuple[tuple[str, str], ...]


class Spy:
    """Keeps what a page shows from time to time, to be compared with the truth when the game is over."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sights: list[Sight] = []
        self._moves = 0
        self._debugger = page.context.new_cdp_session(page)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "update":
            self._moves = message["view"]["moves_made"]

    def look(self) -> None:
        """Keep what the page shows now. The number of moves is read last, so that it covers everything on the page."""
        html = NOISE.sub(" ", self.page.content())
        tree = self._debugger.send("Accessibility.getFullAXTree")
        drawn = tuple((side, card_of(colour, sign)) for side, colour, sign in self.page.evaluate(DRAWN))
        self.sights.append(Sight(self._moves, f"{html}\n{json.dumps(tree, ensure_ascii=False)}", drawn))


def card_of(colour: str, sign: str) -> str:
    """Return the text of a card from its drawn colour and sign."""
    if sign == "joker":
        return "J1" if colour == "red" else "J2"
    if colour in SUITS:
        return ("T" if sign == "10" else sign) + SUITS[colour]
    return COLOURS[colour] + sign if colour in COLOURS else "W" + sign.removeprefix("W")


def spoken(card: str) -> list[str]:
    """Return every way in which a card can be written for people."""
    if card in JOKERS:
        return [JOKERS[card]]
    if card.startswith("W"):
        return [f"Wild {card[1:]}".strip()]
    if card[-1] in SIGNS:
        rank = "10" if card[0] == "T" else card[0]
        suit = next(name for name, letter in SUITS.items() if letter == card[-1])
        return [f"{RANKS.get(card[0], card[0])} of {suit}", SIGNS[card[-1]] + rank]
    colour = next(name for name, letter in COLOURS.items() if letter == card[0])
    return [f"{colour} {ACTIONS.get(card[1:], card[1:])}"]


def names(text: str, card: str) -> bool:
    """Whether a text names a card, in words or by its name on the wire."""
    words = "|".join(map(re.escape, spoken(card)))
    # “Wild +4” doesn't name the Wild, nor a 10 the 1
    is_said = re.search(rf"(?<![\w+])(?:{words})(?![\w+]| \+?\d)", text, re.IGNORECASE)
    return bool(is_said or re.search(rf'[" ]{re.escape(card)}["#]', text))


# ---- the truth -----------------------------------------------------------------------------------------------------

Steps = list[dict[str, Any]]


def cards_in(view: dict[str, Any], *, owner: int | None = None) -> set[str]:
    """Return the cards that a view shows, all or those at one seat."""
    zones = [zone for zone in view["zones"] if owner is None or zone["owner"] == owner]
    return {card for zone in zones for card in zone["cards"] if card not in HIDDEN}


def told_until(steps: Steps, step: int) -> set[str]:
    """Return every card that a viewer has seen or been told about by then."""
    seen = [cards_in(part["view"]) for part in steps[: step + 1]]
    heard = {event["card"] for part in steps[: step + 1] for event in part["events"]} - {None, *HIDDEN}
    return set().union(*seen, heard)


def step_of(own: Steps, moves: int) -> int:
    """Return the last step of a replay at which a viewer counts this many moves; silent moves of others don't count."""
    return max(number for number, step in enumerate(own) if step["view"]["moves_made"] == moves)


def leaks(sights: list[Sight], truth: Steps, own: Steps, seats: dict[str, int]) -> list[str]:
    """Return every card on a page that its viewer had not been told about, with the number of moves then."""
    found = []
    for sight in sights:
        step = step_of(own, sight.moves)
        secret = cards_in(truth[step]["view"]) - told_until(own, step)
        text = _without_badges(sight.text, own[step]["view"])
        found += [f"{card} is named after {sight.moves} moves" for card in sorted(secret) if names(text, card)]
        for side, card in sight.drawn:
            if card not in _may_be_drawn(own, step, seats.get(side)):
                found.append(f"{card} is drawn at “{side}” after {sight.moves} moves")
    return found


def _without_badges(text: str, view: dict[str, Any]) -> str:
    """Return a text without the badges of a view: a badge may name the card that the top counts as."""
    for badge in view.get("badges", ()):
        text = text.replace(badge["text"], "")
    return text


def _may_be_drawn(own: Steps, step: int, seat: int | None) -> set[str]:
    """Return the cards at a seat that the viewer may still look at; in the middle, all cards that were mentioned."""
    if seat is None:
        return told_until(own, step)
    until = own[: step + 1]
    heard = {event["card"] for part in until for event in part["events"] if event["card"] not in (None, *HIDDEN)}
    return set().union(heard, *(cards_in(part["view"], owner=seat) for part in until))
