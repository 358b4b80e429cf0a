"""One house and one browser for all tests of a worker; each test has its own visitors, whose pages must have no errors."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.helpers.chromium import launch
from tests.browser.helpers.visitors import Visit, Visitor
from tests.server.helpers.clients import HouseProcess, house_in

COARSE = {"device_scale_factor": 1}
"""One pixel per CSS pixel even on phones: nobody looks at the pictures, and painting four times as many pixels takes time."""
PLENTY = {"PARLOUR_REQUESTS_PER_SECOND": "10000", "PARLOUR_MOST_ROOMS_MADE": "10000", "PARLOUR_MOST_PEOPLE_MADE": "10000"}


# Not for the whole session, because other tests could not start an event loop while Playwright runs.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A running browser."""
    with sync_playwright() as playwright:
        try:
            found = launch(playwright)
        except RuntimeError as error:
            pytest.fail(str(error), pytrace=False)
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A running house."""
    folder = tmp_path_factory.mktemp("house")
    with house_in(folder, environment={**PLENTY, "PARLOUR_HOME": str(folder / "home")}) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, house: HouseProcess) -> Iterator[Visit]:
    """Creates visitors; at the end, fails if their pages had errors that the test doesn't expect."""
    visitors: list[Visitor] = []

    def come(*looks: dict[str, Any], url: str = "", **more: Any) -> Visitor:
        together = {name: value for part in (*looks, more, COARSE) for name, value in part.items()}
        visitors.append(Visitor(browser, url or house.url, **together))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
    problems = [text for visitor in visitors for text in visitor.problems.unexplained]
    assert not problems, "\n".join(problems)
