"""A pytest plugin that counts the lines of the rules that the tests run, and fails the run if they are too few.

It must be loaded before the rules are imported: `pytest -p tests.helpers.lines`. Slipcover removes the counter of a line once
the line has run, so tests take no longer than without it. Its own command doesn't work with pytest 9.
"""

import pytest
from slipcover import Slipcover, print_coverage
from slipcover.importer import FileMatcher, ImportManager

COUNTED = ["src/parlour/core", "src/parlour/games", "src/parlour/kit"]
"""Folders, not packages: a file that no test imports counts too."""
LEAST = 97.0

counter = Slipcover(source=COUNTED, exclude_also=["if TYPE_CHECKING:", r"assert_never\("])
ImportManager(counter, FileMatcher(COUNTED)).__enter__()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Show the lines that were not run; fail if there are too many."""
    found = counter.get_coverage()
    share = found["summary"]["percent_covered"]
    print_coverage(found, missing_width=60, skip_covered=True)
    print(f"The tests run {share:.1f}% of the lines of core, kit and games; {LEAST:.0f}% are needed.")
    if share < LEAST and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
