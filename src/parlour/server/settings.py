"""Settings of a house: what was asked for on the command line, else PARLOUR_* in the environment, else the usual."""

import ipaddress
import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import quote as quote_path
from urllib.parse import urlsplit

from ..core.sentence import quoted, shortened
from ..home.folder import home_folder

PREFIX = "PARLOUR_"
USUAL_PORT = 8765
DATABASE_FILE = "house.db"
NAME = re.compile(r"[A-Za-z0-9_.-]{1,40}")
HOST = re.compile(r"[A-Za-z0-9._:%-]{1,253}")
DATABASES = ("sqlite", "postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a house is run. Times are seconds unless the name says otherwise.

    `behind_proxy` are addresses whose X-Forwarded-For and X-Forwarded-Proto are believed. `most_people_made` and
    `most_rooms_made` count new guests and rooms of one address in an hour, `requests_per_second` is what it may ask in the
    long run, `messages_per_second` what one socket may say. The `race_window` is in milliseconds.
    """

    host: str = "127.0.0.1"
    port: int = USUAL_PORT
    database: str = ""
    name: str = "house"
    origins: tuple[str, ...] = ()
    behind_proxy: tuple[str, ...] = ()
    grace: int = 30
    race_window: int = 120
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
    idle_unload: float = 600.0
    keep_days: int = 7

    @property
    def database_url(self) -> str:
        """Where the house keeps everything: as set, else a file in the home folder."""
        return self.database or f"sqlite:///{quote_path(str(home_folder() / DATABASE_FILE))}"

    @property
    def address(self) -> str:
        """How a browser on this machine finds the house at its set port."""
        return web_address(self.host, self.port)


def web_address(host: str, port: int) -> str:
    """The address to type into a browser; a house that listens everywhere is found on this machine."""
    shown = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def read_settings(asked: Mapping[str, object], environment: Mapping[str, str] | None = None) -> Settings:
    """The settings: what is asked for (None: nothing) before the environment before the usual; a ValueError in a sentence."""
    given = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for field in fields(Settings):
        name = PREFIX + field.name.upper()
        if asked.get(field.name) is not None:
            values[field.name] = _read(field.name, f"--{field.name.replace('_', '-')}", asked[field.name])
        elif given.get(name, "").strip():
            values[field.name] = _read(field.name, name, given[name].strip())
    return Settings(**values)


def _read(field: str, called: str, value: object) -> Any:
    return READERS[field](called, value)


# ---- one value ----------------------------------------------------------------------------------------------------

Reader = Callable[[str, object], Any]


def _whole(low: int, high: int) -> Reader:
    def read(called: str, value: object) -> int:
        text = str(value).strip().replace("_", "")
        if not (text.isascii() and text.isdecimal() and len(text) <= 12 and low <= int(text) <= high):
            raise ValueError(f"{called} is a whole number from {low} to {high}, not {quoted(value)}.")
        return int(text)

    return read


def _seconds(low: float, high: float) -> Reader:
    def read(called: str, value: object) -> float:
        try:
            number = float(str(value))
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise ValueError(f"{called} is a number of seconds from {low:g} to {high:g}, not {quoted(value)}.")
        return number

    return read


def _host(called: str, value: object) -> str:
    text = str(value).strip().strip("[]")
    if not HOST.fullmatch(text):
        raise ValueError(f"{called} is an address of this machine such as 127.0.0.1, not {quoted(value)}.")
    return text


def _name(called: str, value: object) -> str:
    if not NAME.fullmatch(str(value)):
        raise ValueError(f"{called} is a name of up to 40 letters, digits, dots and dashes, not {quoted(value)}.")
    return str(value)


def _database(called: str, value: object) -> str:
    """The URL of a database; it may hold a password and so is never said again."""
    scheme, colon, _ = str(value).partition("://")
    if not colon or scheme not in DATABASES or not str(value).isprintable():
        raise ValueError(f"{called} is a URL that begins with sqlite:/// or postgresql://.")
    return str(value)


def _parts(value: object) -> list[str]:
    """Several values: a sequence, or one text with commas."""
    texts = [value] if isinstance(value, str) else list(value) if isinstance(value, tuple | list) else [str(value)]
    return [part.strip() for text in texts for part in str(text).split(",") if part.strip()]


def _origins(called: str, value: object) -> tuple[str, ...]:
    return tuple(_origin(called, part) for part in _parts(value))


def _origin(called: str, text: str) -> str:
    try:
        parts = urlsplit(text.lower().rstrip("/"))
        is_origin = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1)
        is_origin = is_origin and not (parts.path or parts.query or parts.fragment or "@" in parts.netloc)
    except ValueError:
        is_origin = False
    if not is_origin or not HOST.fullmatch(parts.netloc.replace("[", "").replace("]", "")):
        raise ValueError(f"{called} is an address such as https://cards.example, not '{shortened(text, 60)}'.")
    return f"{parts.scheme}://{parts.netloc}"


def _proxies(called: str, value: object) -> tuple[str, ...]:
    parts = _parts(value)
    if [part.lower() for part in parts] in (["off"], ["no"], ["0"]):
        return ()
    for part in parts:
        try:
            ipaddress.ip_network(part)
        except ValueError:
            raise ValueError(f"{called} is the address or the network of a proxy, not '{shortened(part, 60)}'.") from None
    return tuple(parts)


READERS: dict[str, Reader] = {
    "host": _host,
    "port": _whole(0, 65_535),
    "database": _database,
    "name": _name,
    "origins": _origins,
    "behind_proxy": _proxies,
    "grace": _whole(1, 3_600),
    "race_window": _whole(0, 2_000),
    "most_rooms": _whole(1, 1_000_000),
    "most_rooms_per_person": _whole(1, 1_000_000),
    "most_sockets": _whole(1, 1_000_000),
    "most_sockets_per_person": _whole(1, 1_000_000),
    "most_sockets_per_address": _whole(1, 1_000_000),
    "most_people_made": _whole(1, 1_000_000),
    "most_rooms_made": _whole(1, 1_000_000),
    "requests_per_second": _whole(1, 1_000_000),
    "messages_per_second": _whole(1, 1_000_000),
    "send_timeout": _seconds(0.1, 3_600),
    "bot_threads": _whole(1, 64),
    "idle_unload": _seconds(1, 1_000_000),
    "keep_days": _whole(1, 3_650),
}
