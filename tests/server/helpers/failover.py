"""A PostgreSQL with a replica that follows it and can take its place, as in `deploy/houses`."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg

from tests.server.helpers import postgres

SETTINGS = (*postgres.SETTINGS, "wal_level=replica", "hot_standby=on")
REPLICA = "replica"
SECONDS = 60.0


class Pair:
    """Two servers. Every commit of the first waits for the second, so that no acknowledged move is lost with the first."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o755)
        self._folder = folder
        for name in ("a", "b"):
            (folder / name).mkdir()
        first, process = postgres.start(folder / "a", SETTINGS)
        second = postgres.Server(postgres.free_port(), first.password, str(folder / "b"))
        self._servers = [first, second]
        self._processes = {first.port: process}
        self._follow()

    @property
    def ports(self) -> Sequence[int]:
        """The ports of both servers."""
        return sorted(server.port for server in self._servers)

    def url(self, database: str) -> str:
        """Return the URL of a database at the server that can be written to now."""
        return self._servers[0].url(database)

    def new_database(self) -> str:
        """Create a database; return its name."""
        return self._servers[0].new_database()

    def cut(self, database: str) -> None:
        """End all connections to a database."""
        self._servers[0].cut(database)

    def close(self) -> None:
        """Stop both."""
        for process in self._processes.values():
            postgres.stop(process)

    # ---- faults ------------------------------------------------------------------------------------------------------

    def restart(self, seconds: float) -> None:
        """Stop the first server as in a crash, and start it again after a while."""
        first = self._servers[0]
        postgres.stop(self._processes[first.port])
        time.sleep(seconds)
        self._start(first)

    def fail_over(self) -> None:
        """Lose the first server for good: the second takes its place, and a new replica follows that one."""
        first, second = self._servers
        postgres.stop(self._processes.pop(first.port))
        # otherwise it would wait for a replica of its own
        second.do("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()", "SELECT pg_promote(true, 60)")
        self._servers = [second, first]
        shutil.rmtree(Path(first.place) / "data")
        self._follow()

    def _start(self, server: postgres.Server) -> None:
        programs = postgres.found()
        process = postgres.started(programs, Path(server.place), server.port, SETTINGS)
        if not postgres.answers(server, process):
            raise RuntimeError(f"PostgreSQL does not start: {(Path(server.place) / 'log').read_text()[-2000:]}")
        self._processes[server.port] = process

    def _follow(self) -> None:
        """Copy the first server to the second, let it follow, and from then on wait for it with every commit."""
        first, second = self._servers
        place = Path(second.place)
        who = postgres.as_whom()
        if who:
            os.chown(place, who["user"], who["group"])
        command: list[str | Path] = [
            postgres.found() / "pg_basebackup", "-h", "127.0.0.1", "-p", str(first.port), "-U", postgres.USER,
            "-D", place / "data", "-R", "-X", "stream", "-c", "fast", "--no-sync", "-d", f"application_name={REPLICA}",
        ]  # fmt: skip
        environment = {"PGPASSWORD": first.password, "PATH": os.environ.get("PATH", "")}
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=SECONDS, **who)
        if done.returncode:
            raise RuntimeError(f"The replica cannot be made: {done.stderr}")
        self._start(second)
        first.do(f"ALTER SYSTEM SET synchronous_standby_names = '{REPLICA}'", "SELECT pg_reload_conf()")
        deadline = time.monotonic() + SECONDS
        while not self._is_followed():
            if time.monotonic() > deadline:
                raise RuntimeError("The replica does not follow.")
            time.sleep(0.05)

    def _is_followed(self) -> bool:
        with psycopg.connect(self._servers[0].url("postgres"), autocommit=True) as connection:
            found = connection.execute("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'").fetchall()
        return ("sync",) in found
