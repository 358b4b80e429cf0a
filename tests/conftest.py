"""Set-up shared by all tests: how Hypothesis looks for examples, and where compiled rules are kept."""

import fcntl
import gc
import itertools
import os
import signal
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.helpers import SOAK

NUMBERS = itertools.count()

# Otherwise every program that a test starts would compile all its imports again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile(
    "soak",
    parent=settings.get_profile("house"),
    derandomize=False,
    max_examples=2000,
)
settings.load_profile("soak" if SOAK else "house")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled rules in a cache of the tests, which runs and workers share, and use no kernels.

    A run in the background may ignore Ctrl-C. The programs that tests start and interrupt must not inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PARLOUR_CACHE" not in os.environ:
        cache = getattr(config, "cache", None)
        folder = cache.mkdir("parlour") if cache else Path(tempfile.gettempdir()) / "parlour-tests"
        os.environ["PARLOUR_CACHE"] = str(folder)
    os.environ["PARLOUR_KERNELS"] = "off"  # results must not depend on which kernels happen to be built
    # kernels for other machines are built from what tests compile, so that must run on any processor
    os.environ.setdefault("NUMBA_CPU_NAME", "generic")
    if not SOAK:
        os.environ.setdefault("NUMBA_OPT", "1")  # compiling takes far longer than the few games that tests play


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that compile first, game by game: they take longest, and one worker runs them while the others go on.

    Tests marked `late` come last: by then that worker has compiled what they need. They use the
    last game, which is therefore compiled first: idle workers soon take over the last tests.
    """
    from parlour import game_ids

    def place(item: pytest.Item) -> tuple[int, int]:
        if isinstance(item, pytest.Function) and "machine_code" in item.fixturenames:
            return 0, -game_ids().index(str(item.callspec.params["game_id"]))
        return 1 + (item.get_closest_marker("late") is not None), 0

    items.sort(key=place)


@pytest.fixture(autouse=True)
def home_of_its_own(request: pytest.FixtureRequest, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the user's own statistics and house rules. The folder is made when something is written."""
    folder: Path = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else scratch / str(next(NUMBERS))
    monkeypatch.setenv("PARLOUR_HOME", str(folder / "home"))


@pytest.fixture(scope="session")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the homes of tests without a `tmp_path`: making that for every test takes longer than most tests."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture
def machine_code(game_id: str) -> None:
    """Compile everything that tests need for a game, once, in one process."""
    _compile(game_id)


@cache
def _compile(game_id: str) -> None:
    from parlour.core.game import find_game
    from parlour.fast import play_random
    from parlour.fast.search import warm_up
    from parlour.testing import check_parity

    game, folder = find_game(game_id), Path(os.environ["PARLOUR_CACHE"])
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"{game_id}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        gc.disable()  # collections take a tenth of the compile time, and free little
        warm_up(game)
        check_parity(game_id, seats=game.least_seats, seed=0, most=1)
        play_random(game_id, 1)
        gc.enable()
