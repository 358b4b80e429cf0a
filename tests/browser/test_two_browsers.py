"""Two people with a browser each play against each other, a third one watches, and all of them see the same end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.helpers.aside import play_out
from tests.browser.helpers.looking import barriers
from tests.browser.helpers.player import Player, play_together
from tests.browser.helpers.tables import FEW, GAMES, RESULT, TABLE, deal, finished_room, make_room, room_of, sits_down
from tests.browser.helpers.visitors import PHONE, STILL, Visit
from tests.helpers import SOAK

COUNTS = """() => {
    const number = (text) => Number(/\\d+/.exec(text ?? "")?.[0] ?? 0);
    const own = (seat) => seat.querySelector("[role=toolbar]")?.querySelectorAll("button").length;
    const hand = (seat) => own(seat) ?? number(seat.querySelector(".mini")?.ariaLabel);
    const slots = (seat) => seat.querySelectorAll("[role=group] .slot").length;
    const seats = [...document.querySelectorAll("section.seat, section.me")];
    const names = [...document.querySelectorAll(".stack button .unseen")].map((name) => name.textContent.trim());
    const stacks = names.map((name) => Number(/(\\d+) cards?$/.exec(name)[1]));
    return {seats: seats.map((seat) => [seat.ariaLabel, hand(seat), slots(seat)]), stacks};
}"""
"""How many cards a page shows at each seat, in hand and in front of it, and in the middle."""
ROWS = f"""() => [...(document.querySelector("{RESULT} table.points")?.tBodies[0].rows ?? [])].map((row) =>
    [row.cells[0].innerText, Number(row.cells[1].innerText), row.classList.contains("won")])"""
"""The name and points of each seat in the result, and whether it won; empty for games whose points only say who won."""

MANY = 1_500 if SOAK else 16
"""Presses on both pages before the rest of the game is played without them."""
FAMILY = "Бен 👩\u200d👩\u200d👧"
"""A name in another script, with an emoji of several parts."""
TURNED_ROUND = "\u202eneB"


# other tests play every game to its end with one person; this one is about two
@pytest.mark.parametrize("game", FEW)
def test_two_play_and_one_watches(visit: Visit, game: str):
    host, guest, watcher = visit(STILL), visit(PHONE, STILL), visit(STILL)
    host.problems.explain("status (of )?400")
    code = make_room(host, game, people=2)
    tables = [one.open(f"/r/{code}") for one in (host, guest, watcher)]
    sits_down(tables[1], "Zoe")
    tables[1].get_by_role("button", name="Stand up").press("Enter")
    tables[1].get_by_role("button", name="Sit down").wait_for()
    assert tables[1].evaluate("document.activeElement.closest('main') !== null"), "Standing up by key lost the focus."
    sits_down(tables[1], "Zoë")
    takes_name(tables[0], FAMILY)
    tables[1].get_by_text(FAMILY).first.wait_for()
    deal(tables[0])
    for page in tables:
        page.wait_for_selector(TABLE)
    play_together(Player(tables[0], seed=game), Player(tables[1], "taps", f"{game} too"), presses=MANY)
    play_out(code, host, guest)
    tables[2].wait_for_selector(RESULT)
    tables[0].wait_for_selector(f"{RESULT} .record dl")
    expect(tables[2].locator(f"{RESULT} .record")).to_have_count(0)  # a watcher has no statistics

    room = finished_room(host, code)
    names = [chair["name"] for chair in room["chairs"]]
    viewers = [names[0], "Zoë", ""]
    for page, viewer in zip(tables, viewers, strict=True):
        assert rows_of(page, viewer) == truth_of(room, names)
        winners = {names[seat] for seat in room["result"]["winners"]}
        title = page.inner_text(f"{RESULT} h2")
        assert title == "You win!" if winners == {viewer} else all(name in title for name in winners - {viewer})
    counts = [counts_of(page, viewer) for page, viewer in zip(tables, viewers, strict=True)]
    steps = host.ask("GET", f"/api/replays/{room['replay']}/steps")["steps"]
    assert counts == [cards_of(steps[-1]["view"], names)] * 3
    tables[1].locator(RESULT).get_by_role("button", name="Propose a rematch").tap()
    tables[0].locator(RESULT).get_by_text("Want to play again: Zoë").wait_for()
    assert barriers(tables[0]) == [] and barriers(tables[1]) == []
    tables[0].get_by_role("button", name="Change the table").click()
    for page in tables[1:]:
        page.locator(RESULT).get_by_text("The host is changing the table.").wait_for()


def test_a_rematch_that_everybody_else_wants_begins_without_the_host(visit: Visit):
    host, guest = visit(STILL), visit(PHONE, STILL)
    # people who seem to be away are asked after five seconds; the vote waits as long for the host
    code = make_room(host, "cambio", people=2, patience=5, options={"first_seat": "seat0"})
    tables = [one.open(f"/r/{code}") for one in (host, guest)]
    sits_down(tables[1], "Zoë")
    deal(tables[0])
    tables[0].get_by_role("button", name="Call", exact=True).click()
    play_together(Player(tables[0], seed="host"), Player(tables[1], "taps", "guest"))
    tables[1].locator(RESULT).get_by_role("button", name="Propose a rematch").tap()
    for page in tables:
        page.wait_for_selector(RESULT, state="detached")
    assert room_of(host, code)["phase"] == "playing"


def takes_name(page: Page, name: str) -> None:
    page.get_by_role("button", name="Edit name and character").press("Enter")
    page.get_by_label("Your name").fill(TURNED_ROUND)
    page.get_by_role("button", name="Save").press("Enter")
    page.get_by_text("A name can only have visible characters.").first.wait_for()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Save").press("Enter")
    page.get_by_text(f"You are now {name}.").first.wait_for()
    assert page.evaluate("document.activeElement.closest('main') !== null"), "Taking a name by key lost the focus."


def test_a_removed_person_returns_only_when_let_in_and_a_shut_door_keeps_out_the_rest(visit: Visit):
    host, guest = visit(STILL), visit(PHONE, STILL)
    guest.problems.explain("status 409")
    code = make_room(host, GAMES[0], people=2)
    at, other = host.open(f"/r/{code}"), guest.open(f"/r/{code}")
    sits_down(other, "Zoë")
    at.get_by_role("button", name="Actions for Zoë").press("Enter")
    at.get_by_role("button", name="Remove").press("Enter")
    at.get_by_role("button", name="Yes, remove").press("Enter")
    at.get_by_role("button", name="Let Zoë back in").wait_for()
    at.keyboard.press("Enter")
    assert room_of(host, code)["chairs"][1]["kind"] == "free", "The key that removed somebody did something else as well."
    for _ in range(2):
        other.get_by_role("heading", name="You have been removed from this table.").wait_for()
        assert (
            other.get_by_role("link").all_inner_texts() == ["Back to the house"]
            and other.get_by_label("Have a code?").count() == 0
        )
        other.reload()
    other.get_by_role("button", name="Try again").click()
    other.get_by_role("heading", name="You have been removed from this table.").wait_for()
    assert barriers(other) == []
    at.get_by_role("button", name="Let Zoë back in").click()
    other.get_by_role("button", name="Sit down").wait_for()
    # a closed door keeps out only new people
    at.get_by_role("switch", name="Let new people in").click()
    at.get_by_text("Only people who are already here can come back.").wait_for()
    other.reload()
    other.get_by_role("button", name="Sit down").wait_for()
    late = visit(PHONE, STILL)
    late.problems.explain("status 409")
    late.open(f"/r/{code}").get_by_role("heading", name="The host has shut the door: nobody new can come in.").wait_for()


def test_talk_before_the_deal_is_noticed(visit: Visit):
    host, guest = visit(PHONE, STILL), visit(STILL)
    code = make_room(host, GAMES[0], people=2)
    at, other = host.open(f"/r/{code}"), guest.open(f"/r/{code}")
    sits_down(other, "Zoë")
    other.get_by_label("Message").fill("Is Carla coming?")
    other.get_by_label("Message").press("Enter")
    said = at.get_by_role("button", name="Zoë: Is Carla coming?")
    said.tap()
    answer = at.get_by_label("Message")
    assert answer.evaluate("(field) => field === document.activeElement && field.getBoundingClientRect().bottom < innerHeight")
    said.wait_for(state="detached")
    answer.fill("In a minute.")
    answer.press("Enter")
    other.get_by_role("log", name="Chat").get_by_text("In a minute.").wait_for()


def rows_of(page: Page, viewer: str) -> dict[str, tuple[int, bool]]:
    """Return the result as a page shows it: the points of each player, and whether they won."""
    return {viewer if name == "You" else name: (points, won) for name, points, won in page.evaluate(ROWS)}


def truth_of(room: dict[str, Any], names: list[str]) -> dict[str, tuple[int, bool]]:
    """Return the result as the house knows it."""
    result = room["result"]
    if all(score == 0 or seat in result["winners"] for seat, score in enumerate(result["scores"])):
        return {}
    return {name: (result["scores"][seat], seat in result["winners"]) for seat, name in enumerate(names)}


def counts_of(page: Page, viewer: str) -> dict[str, Any]:
    """Return how many cards each player and each pile has, as a page shows it."""
    found = page.evaluate(COUNTS)
    seats = {viewer if re.fullmatch("You|Your side", name) else name: (hand, slots) for name, hand, slots in found["seats"]}
    return {"seats": seats, "stacks": found["stacks"]}


def cards_of(view: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Return the same from the file of the game."""
    zones = {(zone["kind"], zone["owner"]): zone for zone in view["zones"]}

    def lying(kind: str, owner: int | None) -> int:
        return sum(card != "-" for card in zones.get((kind, owner), {"cards": []})["cards"])

    seats = {name: (lying("hand", seat), lying("grid", seat)) for seat, name in enumerate(names)}
    return {"seats": seats, "stacks": [zones[kind, None]["count"] for kind in ("deck", "pile") if (kind, None) in zones]}
