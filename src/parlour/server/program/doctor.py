"""Examines everything that a server on this machine needs. It changes nothing: no database is created or migrated."""

import os
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, text
from sqlalchemy.exc import SQLAlchemyError

from ... import games
from ...bots import can_search
from ...fast import ahead
from ...fast.kernels import AUTO, LIBRARY, built, chosen_way, has_numba
from ...system import file_limit
from ..http.intake import SPARE_CONNECTIONS
from ..http.kept import examined, house_folders
from ..http.static import FOLDER
from ..ops.settings import Settings
from ..store.database import checked_revision, parsed_url, plain_engine
from ..store.errors import StoreError, opening_error
from ..store.schema import NEWEST, meta
from .process import SPARE_FILES, listen

OK, WARNING, PROBLEM = "ok", "warning", "problem"
OLDEST_PYTHON = (3, 11)
LITTLE_SPACE, TOO_LITTLE_SPACE = 1 << 30, 1 << 26
"""Free bytes on the disk below which the doctor warns, and below which a server will soon fail."""
LARGEST_SKEW = 2.0
"""Seconds by which the clocks of this machine and of the database may differ."""
SUITS = "♠♥♦♣"


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report: a state, what was found, and what to do about it."""

    state: str
    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.state:8}{self.what}" + (f" {self.advice}" if self.advice else "")


def examine(settings: Settings, is_open: bool) -> list[Check]:
    """Run all checks. `is_open` says whether a server answers at the configured address."""
    findings = [*python(), *packages(), *port(settings, is_open=is_open), *open_files(settings)]
    findings += [*database(settings), *disk(settings), *pages(), *search(), *terminal()]
    return findings


# ---- Python -------------------------------------------------------------------------------------------------------


def python(running: tuple[int, ...] = sys.version_info[:3]) -> Iterator[Check]:
    """Check the version of Python."""
    shown = ".".join(map(str, running))
    if running >= OLDEST_PYTHON:
        yield Check(OK, f"Python {shown}.")
    else:
        yield Check(PROBLEM, f"Python {shown} is too old.", "Install Python 3.11 or newer.")


def packages() -> Iterator[Check]:
    """Check that every package of the server is installed."""
    names = [line.split(";")[0] for line in _requirements() if "extra ==" not in line]
    missing = [name for name in map(_package_name, names) if not _is_installed(name)]
    if missing:
        yield Check(PROBLEM, f"These packages are missing: {', '.join(missing)}.", "Install Parlour again.")
    else:
        yield Check(OK, f"All {len(names)} packages that Parlour needs are installed.")


def _requirements() -> list[str]:
    """Return the requirements of the installed package; none in a checkout that was never installed."""
    try:
        return requires("parlour") or []
    except PackageNotFoundError:
        return []


def _package_name(requirement: str) -> str:
    name = requirement.strip()
    for sign in "[<>=!~ ":
        name = name.partition(sign)[0]
    return name


def _is_installed(name: str) -> bool:
    try:
        return bool(version(name))
    except PackageNotFoundError:
        return False


# ---- the machine --------------------------------------------------------------------------------------------------


def port(settings: Settings, *, is_open: bool) -> Iterator[Check]:
    """Check that a server can listen on the port."""
    where = f"{settings.host}, port {settings.port}"
    if is_open:
        yield Check(OK, f"A house is open at {settings.address}")
        return
    try:
        listener: socket.socket = listen(settings.host, settings.port)
    except ValueError as error:
        yield Check(PROBLEM, str(error), "Stop the other program, or choose another --port.")
    else:
        listener.close()
        yield Check(OK, f"The address {where} is free.")


def open_files(settings: Settings) -> Iterator[Check]:
    """Check that the system allows as many open connections as the settings do."""
    needed = settings.most_sockets + SPARE_CONNECTIONS + SPARE_FILES
    limit = file_limit()
    if limit is None or limit >= needed:
        yield Check(OK, f"{needed} files may be open, as --most-sockets {settings.most_sockets} needs.")
    else:
        advice = "Raise the limit (ulimit -Hn, LimitNOFILE), or lower --most-sockets."
        yield Check(WARNING, f"Only {limit} files may be open; --most-sockets {settings.most_sockets} needs {needed}.", advice)


def disk(settings: Settings, free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free) -> Iterator[Check]:
    """Check the free space beside a SQLite file."""
    url = parsed_url(settings.database_url)
    if url.get_backend_name() != "sqlite":
        return
    folder = Path(str(url.database)).parent
    while not folder.exists():
        folder = folder.parent
    space = free(folder)
    what = f"{space / (1 << 30):.1f} GB are free in {folder}."
    if space < TOO_LITTLE_SPACE:
        yield Check(PROBLEM, what, "Free some space: without it no move can be saved.")
    elif space < LITTLE_SPACE:
        yield Check(WARNING, what, "Free some space soon.")
    else:
        yield Check(OK, what)


# ---- the database -------------------------------------------------------------------------------------------------


def database(settings: Settings) -> Iterator[Check]:
    """Check that the database can be reached and written, and that it is migrated."""
    url = parsed_url(settings.database_url)
    is_sqlite = url.get_backend_name() == "sqlite"
    if is_sqlite and not Path(str(url.database)).exists():
        yield _new_file(Path(str(url.database)))
        return
    engine = plain_engine(settings.database_url)
    try:
        yield from _examined(engine)
        if not is_sqlite:
            yield _clock(engine)
    except SQLAlchemyError as error:
        yield Check(PROBLEM, str(opening_error(error, url)), "Check --database, and that the database is running.")
    except StoreError as error:
        yield Check(PROBLEM, str(error), "Check --database, or update Parlour.")
    finally:
        engine.dispose()


def _new_file(path: Path) -> Check:
    folder = path.parent
    while not folder.exists():
        folder = folder.parent
    if os.access(folder, os.W_OK | os.X_OK):
        return Check(OK, f"The database {path} will be created.")
    return Check(PROBLEM, f"The database {path} cannot be created.", f"Make {folder} writable for this user.")


def _examined(engine: Engine) -> Iterator[Check]:
    with engine.connect() as connection:
        revision = checked_revision(connection)
        if revision is None:
            yield Check(
                WARNING,
                "The database has no tables.",
                "That is normal for a new house, but a copy made with cp looks the same: use `parlour backup` instead.",
            )
            return
        yield Check(OK, "The database can be read.")
        if revision == NEWEST:
            yield Check(OK, "The tables are up to date.")
        else:
            yield Check(WARNING, "The tables are of an older version.", "The next start migrates them: make a backup first.")
        _write_nothing(connection)
        yield Check(OK, "The database can be written.")


def _write_nothing(connection: Connection) -> None:
    connection.execute(insert(meta).values(key="doctor", value=""))
    connection.rollback()


def _clock(engine: Engine) -> Check:
    with engine.connect() as connection:
        before = time.time()
        theirs = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
        skew = theirs - (before + time.time()) / 2
    what = f"The clocks of this machine and of the database differ by {abs(skew):.1f} s."
    if abs(skew) <= LARGEST_SKEW:
        return Check(OK, what)
    return Check(PROBLEM, what, "Synchronise both with NTP.")


# ---- Parlour ------------------------------------------------------------------------------------------------------


def pages(folder: Path = FOLDER) -> Iterator[Check]:
    """Check that the pages of the browser are built."""
    if (folder / "app" / "index.html").exists():
        yield Check(OK, "The pages are built.")
        yield from house_for_browsers(folder)
    else:
        yield Check(PROBLEM, "The pages are not built.", "Run `make web`, or install a released package.")


def house_for_browsers(pages: Path) -> Iterator[Check]:
    """Check that people can keep the offline version on their devices."""
    for folder in house_folders(pages):
        flaw, house = examined(folder)
        if house is not None:
            yield Check(OK, "People can keep the house on their devices.")
            return
        yield Check(
            WARNING, f"The house for browsers in {folder} isn't used: {flaw}.", "Install parlour[offline], or run `make site`."
        )
    yield Check(OK, "People can't keep the house on their devices.", "Install parlour[offline] to offer that.")


def kernels() -> Iterator[Check]:
    """Check the kernels that were built ahead, where they are used."""
    if chosen_way() not in (AUTO, LIBRARY):
        return
    for game in games.all():
        path = ahead.path_of(game, ahead.HOST)
        if not ahead.exists(path):
            continue
        flaw = ahead.flaw_of(game, ahead.HOST)
        if flaw:
            yield Check(WARNING, f"The kernel {path.name} isn't used: {flaw}.", "Install Parlour again, or run `make kernels`.")
        else:
            yield Check(OK, f"Bots can search in {game.name} without compiling it.")


def search() -> Iterator[Check]:
    """Check that strong bots can search, and that compiled rules can be kept."""
    if not can_search():
        yield Check(
            WARNING,
            "Strong bots cannot search and play like skilled ones.",
            "Install parlour[fast], and do not set PARLOUR_SEARCH=off.",
        )
        return
    yield from kernels()
    if not has_numba() or all(built(game) for game in games.all()):
        return
    from ...fast.ahead import cache_folder

    folder = cache_folder()
    kept = folder
    while not kept.exists():
        kept = kept.parent
    if os.environ.get("PARLOUR_CACHE") == "off" or not os.access(kept, os.W_OK | os.X_OK):
        yield Check(
            WARNING, "Compiled rules cannot be kept, so every start compiles them.", "Set PARLOUR_CACHE to a writable folder."
        )
    else:
        yield Check(OK, f"Bots can search; compiled rules are kept in {folder}.")


def terminal() -> Iterator[Check]:
    """Check that the terminal shows suits."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        SUITS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        yield Check(
            WARNING,
            f"The terminal cannot show suits (its encoding is {encoding}).",
            "Set LANG to a UTF-8 locale such as C.UTF-8.",
        )
    else:
        yield Check(OK, f"The terminal can show suits if its font has them: {SUITS}")
