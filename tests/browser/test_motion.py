"""Cards travel for a moment; with motion switched off, nothing moves."""

import pytest

from tests.browser.helpers.player import Player
from tests.browser.helpers.tables import GAMES, SOME, sit_down
from tests.browser.helpers.visitors import PHONE, SMALL, STILL, Visit

SHORTEST, LONGEST = 150, 900
FLIGHTS = """() => {
    window.flights = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.flights.push(options.duration ?? options);
        return animate.call(this, frames, options);
    };
}"""
MOVING = """() => document.getAnimations().filter((motion) => motion.effect.getComputedTiming().duration > 20)
    .map((motion) => motion.effect.target.className + " " + (motion.transitionProperty ?? motion.animationName ?? ""))"""

SHIFTS = """() => {
    window.shifts = [];
    let last = null;
    const look = () => {
        const table = document.querySelector("main.table");
        const stacks = table?.querySelectorAll(".stack .place") ?? [];
        const rows = table?.querySelector("[data-mine]")?.style.getPropertyValue("--rows");
        const slots = table?.querySelectorAll("[role=group] .slot").length;
        const isEmpty = !table?.querySelector("[data-mine] button");
        const size = [table?.style.getPropertyValue("--fit"), rows, slots, isEmpty].join(" ");
        const boxes = [...stacks].map((stack) => stack.getBoundingClientRect()).map(({x, y}) => [Math.round(x), Math.round(y)]);
        const said = table?.querySelector(".me .bar")?.innerText;
        const far = last?.boxes.some(([x, y], i) => boxes[i] && Math.hypot(boxes[i][0] - x, boxes[i][1] - y) > 1);
        // at the end everybody's points are shown
        const isOver = table?.querySelector(".final") !== null;
        if (far && !isOver && last.size === size) window.shifts.push(`“${last.said}” ${last.boxes}, then “${said}” ${boxes}`);
        last = {size, boxes, said};
        requestAnimationFrame(look);
    };
    look();
}"""
"""Records every move of the deck or the pile that isn't caused by cards that need more room."""
SIZE = """() => {
    const table = document.querySelector("main.table");
    return [table.style.getPropertyValue("--fit"), table.hasAttribute("data-scrolls")];
}"""
REMEASURE = """() => {
    dispatchEvent(new Event("resize"));
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


@pytest.mark.parametrize("game", SOME)
def test_cards_travel_for_a_moment(visit: Visit, game: str):
    me = visit()
    me.context.add_init_script(f"({FLIGHTS})()")
    page = sit_down(me, game)
    Player(page, seed=game).play(5)
    lasting = page.evaluate("() => window.flights")
    assert lasting and all(SHORTEST <= duration <= LONGEST for duration in lasting), sorted(set(lasting))


@pytest.mark.parametrize(("game", "motion"), [*((game, "system") for game in SOME), (SOME[0], "fast")])
def test_nothing_moves_if_motion_is_off_or_fast(visit: Visit, game: str, motion: str):
    """If the device asks for less motion, nothing moves. At the fast speed, cards don't travel, but presses have effects."""
    me = visit(STILL if motion == "system" else {})
    me.settings(motion=motion, tips=False)
    me.context.add_init_script(f"({FLIGHTS})()")
    page = sit_down(me, game)
    player = Player(page, seed=game)
    for _ in range(4):
        player.play(1)
        assert motion == "fast" or page.evaluate(MOVING) == []
    assert page.evaluate("() => window.flights") == []


@pytest.mark.parametrize("game", SOME)
def test_deck_and_pile_stay_where_they_are(visit: Visit, game: str):
    """Questions of one or two lines, buttons, badges and notices come and go on the smallest screen without moving them."""
    page = sit_down(visit(SMALL, STILL), game, seats=4)
    page.evaluate(SHIFTS)
    Player(page, "taps", seed=game).play(16)
    assert page.evaluate("() => window.shifts") == []


def test_table_does_not_shrink_for_a_card_that_slides(visit: Visit):
    """A moving card may stick out at the bottom for a moment, while the layout itself fits."""
    page = sit_down(visit(PHONE), GAMES[-1])
    size = page.evaluate(SIZE)
    page.locator("[data-mine] button").first.evaluate("(card) => { card.style.translate = '0 50vh'; }")
    page.evaluate(REMEASURE)
    assert page.evaluate(SIZE) == size
    page.locator("[data-mine]").evaluate("(hand) => { hand.style.marginBottom = '50vh'; }")
    page.evaluate(REMEASURE)
    assert page.evaluate(SIZE) != size, "the table was not measured"
