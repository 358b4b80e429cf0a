"""The commands `parlour serve` and `parlour verify`, and plain `parlour`, which opens a server for this machine.

Most imports happen when a command runs, because the terminal game must start at once.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...terminal import files
from ...terminal.refusal import Failed, refusals
from ...terminal.screen import Screen

if TYPE_CHECKING:
    import socket

    from ..ops.settings import Settings

PACKAGES = (
    "The server needs packages that are not installed: install Parlour again, with its dependencies. "
    "`parlour play` works in the terminal without them."
)


class SettingsCommand(click.Command):
    """A command with an option for every setting, or for those named in `only`. The table is read when the command runs."""

    only: tuple[str, ...] = ()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the options of the settings, then those of the command itself."""
        from ..ops.settings import SETTINGS, default_of, flag_of

        def option(name: str) -> click.Option:
            setting = SETTINGS[name]
            usual = default_of(name) or setting.unset
            help = f"{setting.help} [default: {usual}]"
            return click.Option([flag_of(name)], multiple=setting.several, metavar=setting.shown_as, help=help)

        return [*map(option, self.only or SETTINGS), *super().get_params(ctx)]


@click.command(cls=SettingsCommand)
@click.option("--browser/--no-browser", "browse", help="Also open the house in a browser on this machine.")
def serve(browse: bool, **flags: str | tuple[str, ...] | None) -> None:
    """Run a server for others: rooms by link, in the browser.

    Every option can also be set in the environment, as in PARLOUR_PORT=8080; options given here take precedence.
    """
    settings = checked_settings(given(flags))
    with failures():
        listener = passed_socket()
        if listener is None:
            listener = open_socket(settings.host, settings.port)
        else:
            host, port, *_ = listener.getsockname()
            settings = replace(settings, host=host, port=port)
        run(settings, listener, browse=browse)


def passed_socket() -> "socket.socket | None":
    """Return the socket that systemd has passed, if any; a ValueError says why it cannot be used."""
    from ..ops.systemd import passed_socket

    return passed_socket()


def given(flags: Mapping[str, str | tuple[str, ...] | None]) -> dict[str, object]:
    """Return the options that were given."""
    return {name: value or None for name, value in flags.items()}


def checked_settings(flags: Mapping[str, object]) -> "Settings":
    """Return the settings, or raise a Refusal."""
    from ..ops.settings import read_settings

    with refusals():
        return read_settings(flags)


def open_house(*, port: str | None, browse: bool) -> None:
    """Open a server for this machine and show it in a browser; if one is already open, show that one."""
    settings = replace(checked_settings({"port": port}), workers=1)
    with failures():
        listener = free_socket(settings)
        if listener is None:
            Screen().say(f"The house is already open at {settings.address}")
            show(settings.address, browse=browse)
        else:
            run(settings, listener, browse=browse)


def free_socket(settings: "Settings") -> "socket.socket | None":
    """Return a socket on the set port, or on a free one if another program has the default; None if a server is open there."""
    try:
        return open_socket(settings.host, settings.port)
    except ValueError:
        if is_open(settings):
            return None
        if settings.port != type(settings).port:
            raise
        return open_socket(settings.host, 0)


def open_socket(host: str, port: int) -> "socket.socket":
    """Return a listening socket; a ValueError says in one sentence why there is none."""
    from .process import listen

    return listen(host, port)


def missing(error: ImportError) -> Exception:
    """Return the error for a package that is not installed; an ImportError from Parlour's own modules is returned unchanged."""
    return error if (error.name or "parlour").partition(".")[0] == "parlour" else Failed(PACKAGES)


def run(settings: "Settings", listener: "socket.socket", *, browse: bool) -> None:
    """Run the server until Ctrl-C."""
    from ...bots.house_bots import offer_bots
    from ..ops.network import addresses_for_others
    from .process import serve as serve_house
    from .workers import check_workers, run_workers

    offer_bots(settings.bots)
    if settings.workers > 1:
        check_workers(settings)
    screen = Screen()
    port: int = listener.getsockname()[1]

    def ready(address: str) -> None:
        screen.say(f"The house is open at {address} (Ctrl-C closes it)")
        public = [f"{settings.public_url}/"] if settings.public_url else []
        invite(screen, public or addresses_for_others(settings.host, port))
        show(address, browse=browse)

    if settings.workers > 1:
        run_workers(settings, listener, ready)
    else:
        serve_house(settings, listener, ready)
    screen.say("The house is closed.")


def invite(screen: Screen, addresses: list[str]) -> None:
    """Print the addresses at which others can open the server; on a terminal, also show the first one as a QR code."""
    for address in addresses:
        screen.say(f"Others open it at {address}")
    if addresses and screen.is_terminal:
        from ...terminal.qr import lines_of

        # with colours, a code is dark on light, as cameras expect; without colours, most terminals are dark
        lines = lines_of(addresses[0], inverted=not screen.ink.colour)
        if lines and len(lines[0]) <= screen.width:
            screen.lines(screen.ink.dark_on_light(line) for line in lines)


def is_open(settings: "Settings") -> bool:
    """Whether a server answers at the configured address."""
    import json
    from http.client import HTTPConnection, HTTPException

    host = settings.address.removeprefix("http://").rstrip("/")
    connection = HTTPConnection(host, timeout=2)
    try:
        connection.request("GET", "/health")
        answer = connection.getresponse()
        return answer.status == 200 and json.loads(answer.read(1000)).get("status") == "open"
    except (OSError, HTTPException, ValueError, AttributeError):
        return False
    finally:
        connection.close()


def show(address: str, *, browse: bool) -> None:
    """Open a browser if there is a screen, in a thread so that the server does not wait for it."""
    import threading
    import webbrowser

    has_screen = sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    if browse and has_screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextmanager
def failures() -> Iterator[None]:
    """Turn a ValueError, or a package that is not installed, into a failure of the command."""
    try:
        yield
    except ImportError as error:
        raise missing(error) from None
    except ValueError as error:
        raise Failed(str(error)) from None


class DatabaseCommand(SettingsCommand):
    """A command about a database."""

    only = ("database",)


@click.command(cls=DatabaseCommand)
@click.argument("path", metavar="FILE")
def backup(path: str, **flags: str | None) -> None:
    """Back up a house to FILE, even while it runs, and check the file.

    The backup is one file, whatever database the house uses, and `parlour restore` can restore it into either kind of database.
    """
    settings = checked_settings(given(flags))
    with failures():
        from ..backup.snapshot import back_up

        contents = back_up(settings.database_url, Path(files.full_path(path)))
    Screen().say(f"Backed up {contents} to {path}.")
    if contents.broken:
        rooms = ", ".join(contents.broken)
        raise Failed(f"The backup is complete, but these rooms cannot be replayed, from the file or in the house: {rooms}.")


@click.command(cls=DatabaseCommand)
@click.argument("path", metavar="FILE")
@click.option("--force", is_flag=True, help="Replace the house that is already in the database.")
def restore(path: str, force: bool, **flags: str | None) -> None:
    """Check the backup in FILE and restore it into a database.

    Without --force, a database that already contains a house is left alone.
    """
    settings = checked_settings(given(flags))
    with failures():
        from ..backup.restore import restore as restore_file

        contents = restore_file(Path(files.full_path(path)), settings.database_url, force=force)
    Screen().say(f"Restored {contents} from {path}.")


class MachineCommand(SettingsCommand):
    """A command about a house on this machine."""

    only = ("host", "port", "database", "most_sockets")


@click.command(cls=MachineCommand)
def doctor(**flags: str | None) -> None:
    """Check this machine and its database, and explain how to fix problems.

    Takes the same settings as `parlour serve`, from options or the environment. Ends with status 1 if there is a problem.
    """
    settings = checked_settings(given(flags))
    with failures():
        from .doctor import PROBLEM, examine

        findings = examine(settings, is_open(settings))
    screen = Screen()
    for finding in findings:
        screen.write(f"{finding}\n")
    problems = sum(finding.state == PROBLEM for finding in findings)
    if problems:
        raise Failed(f"{problems} {'problem' if problems == 1 else 'problems'} found.")


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--commitment", default="", metavar="HEX", help="The commitment that the table showed before the deal.")
@click.option("--number", default="", metavar="HEX", help="The random number that your own browser or program added.")
def verify(path: str, commitment: str, number: str) -> None:
    """Check how a server's saved game was dealt, and say whose randomness decided it.

    Before the deal the server commits to a secret, and everybody's browser to a random number of its own. The file of the
    finished game contains them all, so the whole deal can be computed again. Ends with status 1 if that fails, or if nobody but
    the server added randomness.
    """
    from ..fairness.verification import verify as verify_text

    text = files.read_text(files.full_path(path))
    with failures():
        verdict = verify_text(text, commitment, number)
    screen = Screen()
    if verdict.claim.is_fair:
        screen.say(verdict.claim.title)
    for sentence in verdict.proved:
        screen.say(f"– {sentence}")
    screen.say("Please compare:")
    for sentence in verdict.claim.compare:
        screen.say(f"– {sentence}")
    if not verdict.claim.is_fair:
        raise Failed(verdict.claim.title)
