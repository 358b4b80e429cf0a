"""The commands of the server: `parlour serve`, `parlour verify`, and the house that `parlour` alone opens.

What they need is imported when they run: line mode must start at once.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from ..terminal import files
from ..terminal.refusal import Refusal, refusals
from ..terminal.screen import Screen

if TYPE_CHECKING:
    import socket

    from .settings import Settings

PACKAGES = (
    "The table server needs packages that are not installed here: install parlour[server]. "
    "`parlour play` plays in the terminal without them."
)


class Failed(Refusal):
    """Something that was understood but did not work."""

    status = 1


@click.command()
@click.option("--host", metavar="ADDRESS", help="Where to listen (127.0.0.1: for this machine only; 0.0.0.0: for all).")
@click.option("--port", metavar="N", help="The port (8765); 0 takes any that is free.")
@click.option("--database", metavar="URL", help="sqlite:///FILE or postgresql://… (a file in your data folder).")
@click.option("--name", metavar="NAME", help="What this server is called among those on one database (house).")
@click.option("--origins", multiple=True, metavar="URL", help="Another address whose pages may talk to this server.")
@click.option("--behind-proxy", multiple=True, metavar="ADDRESS", help="A proxy whose word about clients is believed.")
@click.option("--grace", metavar="SECONDS", help="After how long a bot takes the seat of somebody who is away (30).")
@click.option("--most-rooms", metavar="N", help="How many rooms may be open at once (5000).")
@click.option("--most-sockets", metavar="N", help="How many clients may be connected at once (10000).")
@click.option("--bot-threads", metavar="N", help="How many bots may think at once (2).")
@click.option("--keep-days", metavar="N", help="After how many days an idle room is closed (7).")
@click.option("--browser/--no-browser", "browse", help="Also open it in a browser on this machine.")
def serve(browse: bool, **asked: Any) -> None:
    """Run the house for others: rooms by link, in the browser.

    Everything can also be set in the environment, as in PARLOUR_PORT=8080; what is said here comes first.
    """
    settings = asked_settings({name: value or None for name, value in asked.items()})
    with failures():
        run(settings, listen(settings.host, settings.port), browse=browse)


def asked_settings(asked: dict[str, Any]) -> "Settings":
    """The settings, or a Refusal."""
    from .settings import read_settings

    with refusals():
        return read_settings(asked)


def open_house(*, port: str | None, browse: bool) -> None:
    """Open the house for whoever sits at this machine, and show it in a browser; if it is open already, show that."""
    settings = asked_settings({"port": port})
    with failures():
        listener = free_place(settings)
        if listener is None:
            Screen().say(f"The house is open already at {settings.address}")
            show(settings.address, browse=browse)
        else:
            run(settings, listener, browse=browse)


def free_place(settings: "Settings") -> "socket.socket | None":
    """Where to listen: the usual port, or any if something else has that; None if a house has it already."""
    try:
        return listen(settings.host, settings.port)
    except ValueError:
        if is_open(settings):
            return None
        if settings.port != type(settings).port:
            raise
        return listen(settings.host, 0)


def listen(host: str, port: int) -> "socket.socket":
    """A socket that listens, or a ValueError in a sentence."""
    try:
        from .serving import listening
    except ImportError as error:
        raise missing(error) from None
    return listening(host, port)


def missing(error: ImportError) -> Exception:
    """What to say of a package that is not there; a mistake of our own stays one."""
    return error if (error.name or "parlour").partition(".")[0] == "parlour" else Failed(PACKAGES)


def run(settings: "Settings", listener: "socket.socket", *, browse: bool) -> None:
    """Serve until Ctrl-C."""
    from .serving import serve as serve_house

    screen = Screen()

    def ready(address: str) -> None:
        screen.say(f"The house is open at {address} (Ctrl-C closes it)")
        show(address, browse=browse)

    serve_house(settings, listener, ready)
    screen.say("The house is closed.")


def is_open(settings: "Settings") -> bool:
    """Whether a house answers at the set address."""
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
    """Open a browser, where there is a screen for one; it must not hold up the house."""
    import threading
    import webbrowser

    has_screen = sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
    if browse and has_screen:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@contextmanager
def failures() -> Iterator[None]:
    """Around what may fail with a ValueError in a sentence, although the request was a good one."""
    try:
        yield
    except ValueError as error:
        raise Failed(str(error)) from None


@click.command()
@click.argument("path", metavar="FILE")
@click.option("--commitment", default="", metavar="HEX", help="The commitment that the table showed before the deal.")
def verify(path: str, commitment: str) -> None:
    """Prove from a saved game of a server that its cards were not chosen by anybody.

    Before the deal the table shows a commitment, and people may add texts of their own. The file of the finished game
    holds the secret behind it all: everything is worked out again from there.
    """
    from .fair import verify as verdict_on

    text = files.read_text(files.full_path(path))
    with failures():
        verdict = verdict_on(text, commitment)
    screen = Screen()
    screen.say("The deal was fair.")
    for sentence in verdict.proved:
        screen.say(f"– {sentence}")
    screen.say("For you to compare:")
    for sentence in verdict.compare:
        screen.say(f"– {sentence}")
