"""Databases for the tests: each test has a fresh one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.helpers import postgres


@pytest.fixture
def anyio_backend() -> str:
    """Tests marked with `anyio` are coroutines on asyncio's loop."""
    return "asyncio"


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house inside the test compiles no rules in the background."""
    monkeypatch.setenv("PARLOUR_SEARCH", "off")


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> postgres.Server:
    """The PostgreSQL that all workers share."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    try:
        return postgres.shared(folder / "postgres")
    except RuntimeError as error:
        why = str(error)
    pytest.fail(why, pytrace=False)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of a SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def postgresql_url(postgres_server: postgres.Server) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    name = postgres_server.new_database()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database, of each kind in turn."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
