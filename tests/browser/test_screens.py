"""Every screen of the house: axe finds nothing, light or dark, and in every size nothing is too wide, too small or covered."""

from collections.abc import Iterable

import pytest

from tests.browser.helpers import screens
from tests.browser.helpers.looking import barriers, misfits, shifts
from tests.browser.helpers.tables import FEW, GAMES
from tests.browser.helpers.visitors import SIZES, SMALL, STILL, TOUCH, WIDE, Size, Visit

MAIN = ("landing", "settings", "settings of a game", "gathering", "table", "result", "replay")


def check(walk: Iterable[screens.Screen], main: Iterable[str] = MAIN) -> None:
    """Check every screen of a walk, the main ones in all sizes; report all problems at once."""
    found = []
    for name, page in walk:
        sizes = SIZES if name in main else ("phone", "phone on its side")
        found += [f"{name}: {line}" for line in (*barriers(page), *misfits(page, *sizes))]
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("game", FEW)
def test_a_table_to_the_end(visit: Visit, game: str):
    check(screens.table(visit(TOUCH, STILL), game))


# the result is the same screen in all games, but the table is not
@pytest.mark.parametrize("game", [game for game in GAMES if game not in FEW])
def test_tables(visit: Visit, game: str):
    check(screens.table(visit(TOUCH, STILL), game, presses=8), ())


@pytest.mark.parametrize("walk", [screens.table_dialogs, screens.gathering, screens.replay], ids=lambda walk: walk.__name__)
def test_rooms(visit: Visit, walk):
    check(walk(visit(TOUCH, STILL), GAMES[-1]))


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["desktop", "small phone"])
def test_nothing_on_the_landing_page_moves_while_it_loads(visit: Visit, size: Size):
    page = visit(size).open()
    page.get_by_role("button", name="Play now").first.wait_for()
    assert shifts(screens.loaded(page)) == []


def test_landing(visit: Visit):
    check(screens.landing(visit(TOUCH, STILL)))
