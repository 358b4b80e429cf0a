"""The database and the replica of `deploy/houses`: their first start as in the containers, and how they change places."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import yaml  # type: ignore[import-untyped]

from tests.server.helpers import postgres
from tests.server.test_deploy import ROOT

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

DEPLOYED = ROOT / "deploy" / "houses"
DATABASE, REPLICA = "127.0.0.1", "127.0.0.2"
"""The addresses of the two servers, which have the same port, as two containers do."""
SECONDS = 30.0


class Containers:
    """The containers `database` and `replica`: their commands and scripts, run here."""

    def __init__(self, folder: Path) -> None:
        services = yaml.safe_load((DEPLOYED / "compose.yaml").read_text(encoding="utf-8"))["services"]
        self.command = shlex.split(services["database"]["command"])[1:]
        self.folder, self.port = folder, postgres.free_port()
        self.programs = postgres.found()
        self.environment = {
            **{"PATH": f"{self.programs}:{os.environ['PATH']}", "LC_ALL": "C", "PGPORT": str(self.port)},
            **{"POSTGRES_USER": "parlour", "POSTGRES_DB": "house", "REPLICA_PASSWORD": "secret"},
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        who = postgres.as_whom()
        for place in (folder, folder / "database", folder / "replica"):
            place.mkdir(exist_ok=True)
            if who:
                os.chown(place, who["user"], who["group"])
        for script in ("replication.sh", "replica.sh"):
            shutil.copy(DEPLOYED / script, folder)

    def run(self, *command: str | Path, **environment: str) -> None:
        """Run a command to its end."""
        done = subprocess.run(
            command, cwd="/", env=self.environment | environment, capture_output=True, timeout=SECONDS, **postgres.as_whom()
        )
        assert done.returncode == 0, done.stderr.decode()

    def initialise(self) -> None:
        """Do what the image does with an empty data folder: start a server that only it can reach, and run the scripts."""
        data = self.folder / "database"
        (self.folder / "password").write_text("secret")
        password = f"--pwfile={self.folder}/password"
        self.run(
            "initdb",
            "-D",
            data,
            "-U",
            "parlour",
            "--auth-local=trust",
            "--auth-host=scram-sha-256",
            "--encoding=UTF8",
            password,
        )
        options = shlex.join([*self.command, "-c", "listen_addresses=", "-k", str(self.folder)])
        self.run("pg_ctl", "-D", data, "-o", options, "-w", "-l", self.folder / "first.log", "start")
        try:
            self.run("psql", "-U", "parlour", "-d", "postgres", "-c", "CREATE DATABASE house", PGHOST=str(self.folder))
            self.run("bash", self.folder / "replication.sh", PGDATA=str(data), PGHOST=str(self.folder))
        finally:
            self.run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")

    def start(self, name: str) -> None:
        """Start one of the two."""
        own = ["-c", f"listen_addresses={DATABASE if name == 'database' else REPLICA}", "-c", "unix_socket_directories="]
        if name == "database":
            command: list[str | Path] = ["postgres", "-D", self.folder / name, *self.command, *own]
            environment = {}
        else:
            command = ["bash", self.folder / "replica.sh", *own]
            environment = {"PGDATA": str(self.folder / name), "PGHOST": DATABASE, "PGPASSWORD": "secret"}
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, cwd="/", env=self.environment | environment, stdout=log, stderr=log, **postgres.as_whom()
            )

    def stop(self, name: str) -> None:
        """Stop one of the two at once, as if it were lost."""
        postgres.stop(self.running.pop(name))

    def ask(self, address: str, query: str) -> list[tuple[object, ...]]:
        """Run a query on one of the two, as soon as it accepts connections."""
        where = f"postgresql://parlour:secret@{address}:{self.port}/house?connect_timeout=2"
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                with psycopg.connect(where, autocommit=True) as connection:
                    cursor = connection.execute(query.encode())
                    return list(cursor.fetchall()) if cursor.description else []
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def write(self, address: str, text: str) -> None:
        """Write a row; this returns at once, or when the replica has the row."""
        subprocess.run(
            ["psql", "-h", address, "-U", "parlour", "-d", "house", "-c", f"INSERT INTO rows VALUES ('{text}')"],
            env=self.environment | {"PGPASSWORD": "secret"},
            check=True,
            capture_output=True,
            timeout=SECONDS / 3,
        )

    def wait_until_followed(self) -> None:
        """Wait until commits wait for the replica."""
        deadline = time.monotonic() + SECONDS
        while (found := self.ask(DATABASE, "SELECT state, sync_state FROM pg_stat_replication")) != [("streaming", "sync")]:
            assert time.monotonic() < deadline, (found, (self.folder / "replica.log").read_text())
            time.sleep(0.1)


@pytest.fixture
def containers() -> Iterator[Containers]:
    folder = Path(tempfile.mkdtemp(prefix="parlour-replica-"))
    folder.chmod(0o755)
    containers = Containers(folder)
    yield containers
    for process in containers.running.values():
        postgres.stop(process)
    shutil.rmtree(folder)


def documented(word: str) -> list[str]:
    """Return the command in the guide for operators that contains this word, without the part that enters a container."""
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^    docker compose exec \w+ (.*{word}.*)$", guide, re.MULTILINE)
    return shlex.split(line)


def test_the_database_and_its_replica_start_follow_and_change_places(containers: Containers) -> None:
    containers.initialise()
    containers.start("database")
    containers.start("replica")
    containers.wait_until_followed()
    containers.ask(DATABASE, "CREATE TABLE rows (word text)")
    containers.write(DATABASE, "both")

    containers.stop("replica")
    with pytest.raises(subprocess.TimeoutExpired):
        containers.write(DATABASE, "nobody is told of this one")
    command = documented("names = ''")
    here = {"PGHOST": DATABASE, "PGPASSWORD": "secret"}
    containers.run(*command, **here)
    containers.write(DATABASE, "alone")
    containers.run(*(word.replace("names = ''", "names = replica") for word in command), **here)
    containers.start("replica")
    containers.wait_until_followed()
    containers.write(DATABASE, "both again")

    containers.stop("database")
    containers.run(*(str(containers.folder / "replica") if word.startswith("/") else word for word in documented("promote")))
    with suppress(psycopg.OperationalError):
        assert containers.ask(REPLICA, "SELECT pg_is_in_recovery()") == [(False,)]
    containers.write(REPLICA, "after")
    found = [row[0] for row in containers.ask(REPLICA, "SELECT word FROM rows")]
    assert [word for word in found if word != "nobody is told of this one"] == ["both", "alone", "both again", "after"]
