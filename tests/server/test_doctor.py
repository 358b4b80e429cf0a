"""`parlour doctor`: one line for each thing a house needs, with advice, and a status that a script can use."""

import asyncio
import os
import socket
import sqlite3
from pathlib import Path

import pytest
from click.testing import Result

from parlour import games
from parlour.fast import ahead
from parlour.server.ops.settings import Settings
from parlour.server.program import doctor
from parlour.server.program.doctor import OK, PROBLEM, WARNING, Check
from parlour.server.store.store import Store
from tests.terminal.helpers.desk import run


def states(findings: object) -> list[str]:
    return [finding.state for finding in findings]  # type: ignore[attr-defined]


def examined(*arguments: str, **environment: str) -> Result:
    return run("doctor", "--port", "0", *arguments, COLUMNS="300", **environment)


def settings_of(url: str) -> Settings:
    return Settings(database=url)


def test_a_healthy_machine_has_no_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "pages", lambda: iter([Check(OK, "The pages are built.")]))
    result = examined(PARLOUR_HOME=str(tmp_path))
    assert result.exit_code == 0, result.output
    assert all(line.startswith((OK, WARNING)) for line in result.output.splitlines())
    assert f"The database {tmp_path / 'house.db'} will be created." in result.output
    assert not (tmp_path / "house.db").exists()


def test_a_problem_makes_the_status_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "pages", lambda: iter([Check(PROBLEM, "The pages are not built.", "Run `make web`.")]))
    result = examined(PARLOUR_HOME=str(tmp_path))
    assert result.exit_code == 1 and "problem The pages are not built. Run `make web`.\n" in result.output
    assert result.stderr == "1 problem found.\n"


def test_a_database_that_works(database: str) -> None:
    asyncio.run(Store.open(database, "house").close())
    findings = list(doctor.database(settings_of(database)))
    assert set(states(findings)) == {OK}
    said = "".join(map(str, findings))
    assert "can be read" in said and "up to date" in said and "can be written" in said
    assert ("clocks" in said) == database.startswith("postgresql")
    store = Store.open(database, "house")
    assert asyncio.run(_leaves_nothing(store))


async def _leaves_nothing(store: Store) -> bool:
    from sqlalchemy import text

    try:
        return not await store.read(
            lambda connection: connection.execute(text("SELECT 1 FROM meta WHERE key = 'doctor'")).all()
        )
    finally:
        await store.close()


def test_databases_that_do_not_work(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database " * 100)
    unreachable = list(doctor.database(settings_of("postgresql://ana:hunter2@127.0.0.1:1/cards")))
    assert states(unreachable) == [PROBLEM] and "hunter2" not in str(unreachable)
    assert states(doctor.database(settings_of(f"sqlite:///{tmp_path / 'text.db'}"))) == [PROBLEM]
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE people (name TEXT)")
    (finding,) = doctor.database(settings_of(f"sqlite:///{tmp_path / 'other.db'}"))
    assert (finding.state, finding.what) == (PROBLEM, "The database already contains tables of another program.")


def test_a_database_without_tables_and_an_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty.db").touch()
    (finding,) = doctor.database(settings_of(f"sqlite:///{tmp_path / 'empty.db'}"))
    assert finding.state == WARNING and "parlour backup" in finding.advice
    url = f"sqlite:///{tmp_path / 'house.db'}"
    asyncio.run(Store.open(url, "house").close())
    monkeypatch.setattr(doctor, "NEWEST", "next")
    assert [str(one) for one in doctor.database(settings_of(url)) if one.state == WARNING] == [
        "warning The tables are of an older version. The next start migrates them: make a backup first."
    ]


def test_a_read_only_database(postgres_server: object, postgresql_url: str) -> None:
    asyncio.run(Store.open(postgresql_url, "house").close())
    name = postgresql_url.rpartition("/")[2]
    postgres_server.do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")  # type: ignore[attr-defined]
    *_, last = doctor.database(settings_of(postgresql_url))
    assert (last.state, last.what) == (PROBLEM, "The database is read-only.")


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(port=taken.getsockname()[1])
        assert states(doctor.port(settings, is_open=False)) == [PROBLEM]
        assert states(doctor.port(settings, is_open=True)) == [OK]


def test_space_on_the_disk(tmp_path: Path) -> None:
    settings = settings_of(f"sqlite:///{tmp_path / 'deep' / 'house.db'}")
    found = [states(doctor.disk(settings, lambda _, free=free: free))[0] for free in (10 << 30, 100 << 20, 1 << 20)]  # type: ignore[misc]
    assert found == [OK, WARNING, PROBLEM]
    assert list(doctor.disk(settings_of("postgresql://there/x"))) == []


def test_open_files() -> None:
    assert states(doctor.open_files(Settings(most_sockets=1))) == [OK]


def test_python_versions() -> None:
    assert states(doctor.python((3, 14, 0))) == [OK]
    assert states(doctor.python((3, 10, 9))) == [PROBLEM]


def test_pages(tmp_path: Path) -> None:
    assert states(doctor.pages(tmp_path)) == [PROBLEM]
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "index.html").touch()
    assert states(doctor.pages(tmp_path)) == [OK, OK]
    (tmp_path / "offline").mkdir()
    assert states(doctor.pages(tmp_path)) == [OK, WARNING, OK]


def test_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert states(doctor.search()) == [WARNING]
    monkeypatch.setenv("PARLOUR_SEARCH", "on")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "rules"))
    assert states(doctor.search()) == [OK]
    monkeypatch.setenv("PARLOUR_CACHE", "off")
    assert states(doctor.search()) == [WARNING]
    monkeypatch.setenv("PARLOUR_KERNELS", "auto")
    monkeypatch.setattr(ahead, "FOLDER", tmp_path)
    ahead.path_of(games.all()[0], ahead.HOST).write_bytes(b"no code")
    first, last = doctor.search()
    assert (first.state, first.what.partition(": ")[2]) == (WARNING, "its label is missing or cannot be read.")
    assert last.state == WARNING


def test_a_terminal_without_suits(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = "from parlour.server.program.doctor import terminal; print(*terminal())"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii:replace"}
    )
    assert done.stdout.startswith("warning The terminal cannot show suits (its encoding is ascii).")


def test_bad_settings_get_a_sentence() -> None:
    result = run("doctor", "--port", "x")
    assert (result.exit_code, result.stderr) == (2, "--port must be a whole number from 0 to 65535, not 'x'.\n")
