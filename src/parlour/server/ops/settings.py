"""Settings of a server: from the command line, else from PARLOUR_* in the environment, else the default.

They are all listed in the table `SETTINGS`: the options of `parlour serve`, the variables of the environment and the table in
`docs/hosting.md` (`python scripts/settings.py`) come from it. To add a setting, add a field to `Settings` and a row there.
"""

import ipaddress
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_path
from urllib.parse import urlsplit

from ...bots.user_bots import is_own
from ...core.sentence import quoted, shortened
from ...home.folder import home_folder

PREFIX = "PARLOUR_"
DEFAULT_PORT = 8765
DATABASE_FILE = "house.db"
NAME = re.compile(r"[A-Za-z0-9_.-]{1,40}")
LARGEST_SECRET_FILE = 10_000
"""The most bytes read from a file that contains a token or a key, since a device may have no end."""
LEAST_PREFIX = 7
"""The shortest prefix allowed for a network of proxies: that of the private IPv6 addresses."""
HOST = re.compile(r"[A-Za-z0-9._:%-]{1,253}")
DATABASES = ("sqlite", "postgresql", "postgres", "postgresql+psycopg")
SHORTEST_TOKEN, LONGEST_TOKEN = 16, 200
SHORTEST_KEY = 32
LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a server runs. `SETTINGS` describes each field. Times are in seconds, except `race_window`, in milliseconds."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    database: str = ""
    database_wait: float = 30.0
    name: str = "house"
    workers: int = 1
    public_url: str = ""
    own_url: str = ""
    origins: tuple[str, ...] = ()
    behind_proxy: tuple[str, ...] = ()
    grace: int = 30
    race_window: int = 120
    draw_pause: float = 1.5
    deal_wait: float = 3.0
    most_rooms: int = 5_000
    most_rooms_per_person: int = 20
    most_sockets: int = 10_000
    most_sockets_per_person: int = 20
    most_sockets_per_address: int = 2_000
    most_people_made: int = 1_000
    most_rooms_made: int = 500
    requests_per_second: int = 100
    messages_per_second: int = 20
    send_timeout: float = 10.0
    bot_threads: int = 2
    bots: tuple[str, ...] = ()
    bots_seconds: float = 5.0
    idle_unload: float = 600.0
    keep_days: int = 7
    compact_days: int = 14
    drop_days: int = 28
    forget_days: int = 364
    signing_key: str = ""
    admin_token: str = ""
    metrics_token: str = ""
    log_format: str = "text"
    log_level: str = "info"
    otel: str = ""

    @property
    def database_url(self) -> str:
        """The database that is set, else a file in the home folder."""
        return self.database or f"sqlite:///{quote_path(str(home_folder() / DATABASE_FILE))}"

    @property
    def address(self) -> str:
        """The server's address for a browser on this machine."""
        return web_address(self.host, self.port)


def web_address(host: str, port: int) -> str:
    """Return the address to open in a browser; for a server that listens on all interfaces, the local one."""
    shown = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def read_settings(flags: Mapping[str, object], environment: Mapping[str, str] | None = None) -> Settings:
    """Combine flags (None: not given), environment and defaults, in this order of precedence.

    A ValueError says in one sentence what is wrong with a value.
    """
    variables = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in fields(Settings):
        variable, read = variable_of(field.name), SETTINGS[field.name].read
        if flags.get(field.name) is not None:
            values[field.name] = read(flag_of(field.name), flags[field.name])
        elif variables.get(variable, "").strip():
            values[field.name] = read(variable, variables[variable].strip())
    return Settings(**values)


def flag_of(name: str) -> str:
    """Return the option of `parlour serve` for a setting."""
    return f"--{name.replace('_', '-')}"


def variable_of(name: str) -> str:
    """Return the environment variable of a setting."""
    return PREFIX + name.upper()


def default_of(name: str) -> str:
    """Return the default of a setting as it is shown; empty if there is none."""
    value = getattr(Settings, name)
    return f"{value:g}" if isinstance(value, float) else str(value) if value or value == 0 else ""


# ---- single values ------------------------------------------------------------------------------------------------

Reader = Callable[[str, object], object]
"""Takes the name of a flag or variable and its value; returns the checked value or raises a ValueError."""


def _whole(low: int, high: int) -> Reader:
    def read(name: str, value: object) -> int:
        text = str(value).strip().replace("_", "")
        if not (text.isascii() and text.isdecimal() and len(text) <= 12 and low <= int(text) <= high):
            raise ValueError(f"{name} must be a whole number from {low} to {high}, not {quoted(value)}.")
        return int(text)

    return read


def _seconds(low: float, high: float) -> Reader:
    def read(name: str, value: object) -> float:
        try:
            number = float(str(value))
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise ValueError(f"{name} must be a number of seconds from {low:g} to {high:g}, not {quoted(value)}.")
        return number

    return read


def _host(name: str, value: object) -> str:
    text = str(value).strip().strip("[]")
    if not HOST.fullmatch(text):
        raise ValueError(f"{name} must be an address of this machine such as 127.0.0.1, not {quoted(value)}.")
    return text


def _name(name: str, value: object) -> str:
    if not NAME.fullmatch(str(value)):
        raise ValueError(f"{name} must be up to 40 letters, digits, dots, dashes or underscores, not {quoted(value)}.")
    return str(value)


def _database(name: str, value: object) -> str:
    """Check a database URL. It may contain a password, so the error does not repeat it."""
    scheme, colon, _ = str(value).partition("://")
    if not colon or scheme not in DATABASES or not str(value).isprintable():
        raise ValueError(f"{name} must be a URL that starts with sqlite:/// or postgresql://.")
    return str(value)


def _parts(value: object) -> list[str]:
    """Split several values, given as a sequence or as one text with commas."""
    texts = [value] if isinstance(value, str) else list(value) if isinstance(value, tuple | list) else [str(value)]
    return [part.strip() for text in texts for part in str(text).split(",") if part.strip()]


def _origins(name: str, value: object) -> tuple[str, ...]:
    return tuple(_origin(name, part) for part in _parts(value))


def _origin(name: str, value: object) -> str:
    text = str(value)
    try:
        parts = urlsplit(text.lower().rstrip("/"))
        is_origin = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
        is_origin = is_origin and not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    except ValueError:
        is_origin = False
    if not is_origin or not HOST.fullmatch(parts.netloc.replace("[", "").replace("]", "")):
        raise ValueError(f"{name} must be an address such as https://cards.example, not '{shortened(text, 60)}'.")
    return f"{parts.scheme}://{parts.netloc}"


def _proxies(name: str, value: object) -> tuple[str, ...]:
    parts = _parts(value)
    if [part.lower() for part in parts] in (["off"], ["no"], ["0"]):
        return ()
    for part in parts:
        try:
            network = ipaddress.ip_network(part)
        except ValueError:
            raise ValueError(f"{name} must be the IP address or network of a proxy, not '{shortened(part, 60)}'.") from None
        if network.prefixlen < LEAST_PREFIX:
            # a trusted proxy can claim any address, which would undo every limit
            raise ValueError(f"{name} must be the address or network of a proxy; {part} would trust far too many.")
    return tuple(parts)


def _one_of(*words: str) -> Reader:
    def read(name: str, value: object) -> str:
        if str(value).lower() not in words:
            raise ValueError(f"{name} must be {', '.join(words[:-1])} or {words[-1]}, not {quoted(value)}.")
        return str(value).lower()

    return read


def _secret(shortest: int) -> Reader:
    """Return a reader of a secret text, or of a file that contains it. The error does not repeat a secret."""
    return lambda name, value: _read_secret(name, value, shortest)


def _read_secret(name: str, value: object, shortest: int) -> str:
    text = str(value)
    if text.startswith("@"):
        try:
            with Path(text[1:]).expanduser().open("rb") as file:
                text = file.read(LARGEST_SECRET_FILE).decode("ascii").strip()
        except (OSError, ValueError, RuntimeError):  # a RuntimeError for the home folder of an unknown user
            raise ValueError(f"{name} must be the path of a readable file after the @, not {quoted(value)}.") from None
    if not (text.isascii() and text.isprintable() and " " not in text and shortest <= len(text) <= LONGEST_TOKEN):
        raise ValueError(f"{name} must be {shortest} to {LONGEST_TOKEN} letters, digits or symbols, or @ and a file's path.")
    return text


def _collector(name: str, value: object) -> str:
    """Check the URL of an OpenTelemetry collector. It may contain a password, so the error does not repeat it."""
    try:
        parts = urlsplit(str(value))
        is_url = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_url = False
    if not is_url or not str(value).isprintable():
        raise ValueError(f"{name} must be the URL of an OpenTelemetry collector such as http://127.0.0.1:4318.")
    return str(value).rstrip("/")


def _bots(name: str, value: object) -> tuple[str, ...]:
    """Return the names of bots; whether they can be started is checked when the house opens."""
    given = [str(one) for one in value] if isinstance(value, list | tuple) else str(value).split(",")
    names = tuple(one.strip() for one in given if one.strip())
    if wrong := next((one for one in names if not one.isprintable() or not is_own(one)), ""):
        raise ValueError(f"{name} must be file.py:Class, cmd:program or an installed bot, not {quoted(wrong)}.")
    return names


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One row of the table: how a value is read, its placeholder in the help, and what it sets."""

    read: Reader
    shown_as: str
    help: str
    several: bool = False
    """Whether the option can be given several times; the variable then has commas between values."""
    unset: str = ""
    """The description of the default where the default is empty."""


_MANY = _whole(1, 1_000_000)
_DAYS = _whole(0, 36_500)
SETTINGS: dict[str, SettingRow] = {
    "host": SettingRow(_host, "ADDRESS", "Address to listen on; 0.0.0.0 admits everybody who can reach this machine."),
    "port": SettingRow(_whole(0, 65_535), "N", "Port to listen on; 0 picks a free one."),
    "database": SettingRow(_database, "URL", "Database: sqlite:///FILE or postgresql://….", unset="a file in your data folder"),
    "database_wait": SettingRow(
        _seconds(0, 3_600), "SECONDS", "How long to keep trying at startup if the database cannot be reached."
    ),
    "name": SettingRow(_name, "NAME", "Name of this server among those on one database."),
    "workers": SettingRow(_whole(1, 64), "N", "Processes that share the work behind one port; more than 1 needs PostgreSQL."),
    "public_url": SettingRow(_origin, "URL", "Address under which people reach this server.", unset="learned"),
    "own_url": SettingRow(
        _origin, "URL", "Address of this server alone, if several servers share the public one.", unset="?house=NAME"
    ),
    "origins": SettingRow(_origins, "URL", "Another address whose pages may use this server.", several=True, unset="none"),
    "behind_proxy": SettingRow(
        _proxies, "ADDRESS", "Proxy or network whose X-Forwarded headers are trusted.", several=True, unset="none"
    ),
    "grace": SettingRow(_whole(1, 3_600), "SECONDS", "Time until a bot plays for somebody who is away."),
    "race_window": SettingRow(_whole(0, 2_000), "MS", "Longest wait for a player with a slower connection, in milliseconds."),
    "draw_pause": SettingRow(
        _seconds(0, 60),
        "SECONDS",
        "Shortest pause after a draw, which hides from others whether the card could be played; 0: none.",
    ),
    "deal_wait": SettingRow(
        _seconds(0.5, 60), "SECONDS", "Time until a deal goes on without the random number of a client that does not respond."
    ),
    "most_rooms": SettingRow(_MANY, "N", "Maximum number of open rooms."),
    "most_rooms_per_person": SettingRow(_MANY, "N", "Maximum number of open rooms per person."),
    "most_sockets": SettingRow(_MANY, "N", "Maximum number of connected clients."),
    "most_sockets_per_person": SettingRow(_MANY, "N", "Maximum number of connected clients per person."),
    "most_sockets_per_address": SettingRow(_MANY, "N", "Maximum number of connected clients per address."),
    "most_people_made": SettingRow(_MANY, "N", "Maximum number of new guests per address and hour."),
    "most_rooms_made": SettingRow(_MANY, "N", "Maximum number of new rooms per address and hour."),
    "requests_per_second": SettingRow(_MANY, "N", "Maximum rate of HTTP requests per address, in the long run."),
    "messages_per_second": SettingRow(_MANY, "N", "Maximum rate of messages per person on all connections, in the long run."),
    "send_timeout": SettingRow(_seconds(0.1, 3_600), "SECONDS", "Time after which a client that reads nothing is dropped."),
    "bot_threads": SettingRow(_whole(1, 64), "N", "Number of bots that may think at the same time."),
    "bots": SettingRow(
        _bots, "BOT", "Bot of your own to offer: file.py:Class, cmd:program or an installed one.", several=True, unset="none"
    ),
    "bots_seconds": SettingRow(
        _seconds(0.1, 60), "SECONDS", "Time your own bot has for a move; one that takes longer is replaced by a level."
    ),
    "idle_unload": SettingRow(_seconds(1, 1_000_000), "SECONDS", "Time after which an idle room is unloaded from memory."),
    "keep_days": SettingRow(_whole(1, 3_650), "DAYS", "Age at which an idle room is closed."),
    "compact_days": SettingRow(
        _DAYS, "DAYS", "Age at which the log of a closed room is reduced to its first and last entry; 0: never."
    ),
    "drop_days": SettingRow(_DAYS, "DAYS", "Age at which a closed room is deleted; finished games stay; 0: never."),
    "forget_days": SettingRow(_DAYS, "DAYS", "Age at which a guest who never finished a game is deleted; 0: never."),
    "signing_key": SettingRow(
        _secret(SHORTEST_KEY), "KEY", "Key that signs cookies, or @FILE; a new one logs everybody out.", unset="in the database"
    ),
    "admin_token": SettingRow(_secret(SHORTEST_TOKEN), "TOKEN", "Token for `parlour admin` and /admin, or @FILE.", unset="off"),
    "metrics_token": SettingRow(_secret(SHORTEST_TOKEN), "TOKEN", "Token for /metrics, or @FILE.", unset="this machine only"),
    "log_format": SettingRow(_one_of(*LOG_FORMATS), "FORMAT", "Format of the log: text or json."),
    "log_level": SettingRow(_one_of(*LOG_LEVELS), "LEVEL", "Lowest level to log; debug includes every request."),
    "otel": SettingRow(_collector, "URL", "OpenTelemetry collector for traces; needs parlour[otel].", unset="off"),
}
"""Every setting, in the order of the help and of the documentation."""
