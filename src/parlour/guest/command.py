"""`parlour join` and `parlour watch`: a table of a running house, at this terminal."""

import sys
from typing import TYPE_CHECKING

import click

from ..core.texts import sentence
from ..terminal.refusal import Refusal, refusals
from ..terminal.screen import Screen, fills_screen, is_terminal

if TYPE_CHECKING:  # not imported at the top: every command imports this module, and the network modules take time to load
    from .house import GuestHouse


@click.command()
@click.argument("link", metavar="LINK")
@click.option("--code", metavar="CODE", help="Be the person you are in a browser: the code from your page there.")
@click.option("--new-code", is_flag=True, help="Print a code that lets a browser be the same person as you are here.")
@click.option("--plain", is_flag=True, help="Line by line instead of full screen, for example for screen readers.")
def join(link: str, code: str | None, new_code: bool, plain: bool) -> None:
    """Play at a table of a running house, in the same room as browsers.

    LINK is the link to a room, such as http://192.168.0.7:8765/r/ABCDEF. If the connection breaks, Parlour connects again.
    """
    from .house import GuestHouse, address_of

    with refusals():
        address, room = address_of(link)
        house = GuestHouse(address)
        if code is not None:
            house.redeem(code)
        if new_code:
            Screen().say(sentence("guest.code", code=house.new_code()))
            return
        house.become_guest()
    _visit(house, room, sits=True, plain=plain)


@click.command()
@click.argument("link", metavar="LINK")
@click.option("--plain", is_flag=True, help="Line by line instead of full screen, for example for screen readers.")
def watch(link: str, plain: bool) -> None:
    """Watch a table of a running house. LINK is the link to a room."""
    from .house import GuestHouse, address_of

    with refusals():
        address, room = address_of(link)
        house = GuestHouse(address)
        house.become_guest()
    _visit(house, room, sits=False, plain=plain)


def _visit(house: "GuestHouse", code: str, *, sits: bool, plain: bool) -> None:
    from .room import GuestRoom

    room = GuestRoom(house, code, sits=sits)
    screen = Screen()
    if not plain and fills_screen(screen) and is_terminal(sys.stdin):
        from ..fullscreen.app import FullScreen
        from .host import RemoteHost

        FullScreen(RemoteHost(room)).play()
    else:
        import asyncio

        from .plain import stay

        asyncio.run(stay(room, screen))
    if room.over:
        if not room.room and not room.has_left:
            raise Refusal(room.over)
        screen.say(room.over)
