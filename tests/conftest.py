"""What all tests share: how Hypothesis looks for examples, and where compiled rules are kept."""

import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
settings.load_profile("soak" if os.environ.get("PARLOUR_SOAK") else "house")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled rules out of the user's own cache; several runs and workers share them.

    A run in the background may have inherited that interrupts are ignored: the programs that tests interrupt must not.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "PARLOUR_CACHE" not in os.environ:
        cache = getattr(config, "cache", None)
        folder = cache.mkdir("parlour") if cache else Path(tempfile.gettempdir()) / "parlour-tests"
        os.environ["PARLOUR_CACHE"] = str(folder)


@pytest.fixture(autouse=True)
def home_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever touches a person's own statistics and house rules."""
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path / "home"))
