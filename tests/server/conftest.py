"""Databases for the tests: each test has a fresh one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.helpers import postgres
from tests.server.helpers.databases import make_tables, sqlite_in


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


@pytest.fixture(scope="session")
def postgresql_template(postgres_server: postgres.Server) -> str:
    """The name of a database with the tables of a house, which is copied for each test."""
    name = postgres_server.new_database()
    make_tables(postgres_server.url(name))
    return name


@pytest.fixture
def has_tables() -> bool:
    """Whether databases already have their tables. Tests of how tables are created override this."""
    return True


@pytest.fixture
def sqlite_url(tmp_path: Path, has_tables: bool) -> str:
    """The URL of a SQLite database that nobody has opened; without tables, the file does not exist yet."""
    return sqlite_in(tmp_path) if has_tables else f"sqlite:///{tmp_path / 'house.db'}"


@pytest.fixture
def postgresql_url(request: pytest.FixtureRequest, postgres_server: postgres.Server, has_tables: bool) -> Iterator[str]:
    """The URL of a PostgreSQL database that nobody has opened."""
    template = request.getfixturevalue("postgresql_template") if has_tables else "template1"
    name = postgres_server.new_database(template)
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a database: a test runs once with each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
