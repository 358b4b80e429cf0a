"""The report of a comparison: axe finds nothing, light or dark, and it can be read in narrow and wide windows."""

from pathlib import Path

from playwright.sync_api import Browser

from parlour import find_game
from parlour.core.options import HouseOptions
from parlour.lab import compare, write_report
from tests.browser.helpers.looking import barriers, misfits
from tests.browser.helpers.tables import GAMES
from tests.browser.helpers.visitors import SIZES

GAMES_PLAYED = 60
CUT = """() => [...document.querySelectorAll("figure svg text, figure svg, p, li, summary")]
    .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 || part.getBoundingClientRect().left < -1)
    .map((part) => part.textContent.trim().slice(0, 60))"""
SMALL = """() => [...document.querySelectorAll("figure svg text")].map((text) => text.getBoundingClientRect().height)"""


def test_the_report_of_a_comparison(browser: Browser, tmp_path: Path) -> None:
    # bots at tables need no compiling; the two ends of an option's range differ enough for every kind of chart
    game = find_game(GAMES[-1])
    name, option = next(
        (name, option) for name, option in game.options.items() if option.kind == "number" and name not in HouseOptions.fields
    )
    found = compare(game, {name: [option.low, option.high]}, GAMES_PLAYED, 2, "casual", seed=1, jobs=1)
    path = tmp_path / "report.html"
    write_report(found, path)
    page = browser.new_page(color_scheme="light")
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("request", lambda request: problems.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    assert page.locator("figure svg").count() >= 3, "a kind of chart is missing"
    problems += [*barriers(page), *misfits(page, *SIZES)]
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        problems += [f"cut off at {width} px: {part}" for part in page.evaluate(CUT)]
        assert min(page.evaluate(SMALL)) >= 9, f"The text of a chart is too small at {width} px."
    page.close()
    assert not problems, "\n".join(dict.fromkeys(problems))
