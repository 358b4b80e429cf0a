"""A page holds no card that its viewer must not know: not drawn, not in the document, not in what a screen reader is told."""

import pytest

from tests.browser.helpers.aside import play_out
from tests.browser.helpers.player import Player
from tests.browser.helpers.spying import Sight, Spy, leaks, names
from tests.browser.helpers.tables import RESULT, SOME, deal, finished_room, make_room, short_rules
from tests.browser.helpers.visitors import STILL, Visit
from tests.helpers import SOAK

MORE = 1
LOOKS = 16 if SOAK else 8
"""How often the whole page is read before the game is played to its end, which reveals all cards."""


@pytest.mark.parametrize("game", SOME)
def test_a_player_and_a_watcher_are_told_nothing_more(visit: Visit, game: str):
    me, watcher = visit(STILL), visit(STILL)
    # the game must not end before the spy has looked
    longer = {name: least + MORE for name, least in short_rules(me, game).items() if name == "hand_size"}
    code = make_room(me, game, options=longer)
    spies = []
    for one in (me, watcher):
        one.settings(tips=False)  # tips may name cards that nobody holds: “play a Wild”
        page = one.context.new_page()
        spies.append(Spy(page))
        page.goto(f"{one.url}/r/{code}")
    deal(spies[0].page)
    player = Player(spies[0].page, seed=game)
    for _ in range(LOOKS):
        if not player.wait():
            break
        for spy in spies:
            spy.look()
        player.play(1)
    play_out(code, me)
    spies[1].page.wait_for_selector(RESULT)

    room = finished_room(me, code)
    seats = {chair["name"]: seat for seat, chair in enumerate(room["chairs"])} | {"Your side": room["you"]}
    truth = me.ask("GET", f"/api/replays/{room['replay']}/steps")["steps"]
    for spy, viewer in zip(spies, [str(room["you"]), "watcher"], strict=True):
        own = me.ask("GET", f"/api/replays/{room['replay']}/steps?viewer={viewer}")["steps"]
        assert len(spy.sights) > 1 and leaks(spy.sights, truth, own, seats) == []


def zones(*hands: list[str]) -> dict[str, object]:
    """A view with nothing but hands."""
    return {"moves_made": 0, "zones": [{"kind": "hand", "owner": seat, "cards": hand} for seat, hand in enumerate(hands)]}


@pytest.mark.parametrize(
    "text", ["the 8 of hearts, 1 of 2", "You draw ♥8.", '<i data-card="8h">', '<b id="card 8h#0">', '"value": "8 of Hearts"']
)
def test_the_spy_finds_a_card_that_is_named(text: str):
    truth = [{"view": zones(["2c"], ["8h"]), "events": []}]
    own = [{"view": zones(["2c"], ["??"]), "events": []}]
    assert leaks([Sight(0, text, ())], truth, own, {}) == ["8h is named after 0 moves"]
    counts = {**zones(["2c"], ["??"]), "badges": [{"text": f"It counts as {text}"}]}
    assert leaks([Sight(0, f"It counts as {text}", ())], truth, [{"view": counts, "events": []}], {}) == []
    assert leaks([Sight(0, "28 of heartsease ♥80 8hours", ())], truth, own, {}) == []


def test_the_spy_distinguishes_names_that_begin_alike():
    assert names("Ada plays Wild +4.", "W+4") and not names("Ada plays Wild +4.", "W")
    assert names("You hold Wild, 3 of 7", "W")


def test_the_spy_finds_a_card_that_is_drawn_where_it_is_not_known():
    truth = [{"view": zones(["2c"], ["8h"]), "events": [{"card": "8h"}]}]
    own = [{"view": zones(["2c"], ["??"]), "events": []}]
    assert leaks([Sight(0, "", (("Ada", "8h"),))], truth, own, {"Ada": 1}) == ["8h is drawn at “Ada” after 0 moves"]
    assert leaks([Sight(0, "", (("Ada", "8h"),))], truth, truth, {"Ada": 1}) == []
