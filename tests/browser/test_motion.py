"""Cards travel, for a moment; whoever wants no motion gets none."""

import pytest

from .player import Player
from .tables import GAMES, sit_down
from .visitors import STILL, Visit

SHORTEST, LONGEST = 150, 350
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


@pytest.mark.parametrize("game", GAMES)
def test_cards_travel_for_a_moment(visit: Visit, game: str):
    me = visit()
    me.context.add_init_script(f"({FLIGHTS})()")
    page = sit_down(me, game)
    Player(page, seed=game).play(5)
    lasting = page.evaluate("() => window.flights")
    assert lasting and all(SHORTEST <= duration <= LONGEST for duration in lasting), sorted(set(lasting))


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_whoever_wants_no_motion(visit: Visit, game: str):
    me = visit(STILL)
    me.context.add_init_script(f"({FLIGHTS})()")
    page = sit_down(me, game)
    player = Player(page, seed=game)
    for _ in range(4):
        player.play(1)
        assert page.evaluate(MOVING) == []
    assert page.evaluate("() => window.flights") == []
