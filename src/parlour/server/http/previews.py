"""Link previews: what a messenger shows for a link to a table or to the first page (Open Graph).

A preview reveals no more than opening the link does: the game that is played, if the reader may look at the table.
"""

from html import escape

from starlette.types import Scope

from ...core.game import find_game
from ...core.texts import speaking, text
from ..house import House
from ..people.people import Person
from ..store.rows import RUNNING
from .requests import address_of, language_of

PICTURE = "/preview.jpg"
SIZE = 1200, 630


async def preview(house: House, scope: Scope, person: Person | None) -> bytes:
    """Return the tags of the requested page, for unknown readers: messengers and new guests."""
    code = scope["path_params"].get("code", "")
    # known guests see the table itself, so a preview must not count against their lookups
    summary = await house.rooms.glimpse(code, address_of(scope)) if code and person is None else None
    with speaking(language=language_of(scope), typed=False):
        if summary is None or (summary.phase in RUNNING and not summary.watchers):
            title, says = text("app.name"), f"{text('landing.line')} {text('landing.noAccount')}"
        else:
            game = find_game(summary.game)
            title = text("preview.title", game=game.name)
            says = text("preview.says", pitch=game.pitch, seats=summary.seats)
        return _tags(_address(house, scope), scope["path"], title, says)


def _address(house: House, scope: Scope) -> str:
    return house.settings.public_url or f"{scope['scheme']}://{scope['parlour.host']}"


def _tags(address: str, path: str, title: str, says: str) -> bytes:
    width, height = SIZE
    properties = {
        "og:type": "website",
        "og:site_name": text("app.name"),
        "og:title": title,
        "og:description": says,
        "og:url": address + path,
        "og:image": address + PICTURE,
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": text("preview.picture"),
    }
    tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in properties.items()]
    return "".join([*tags, '<meta name="twitter:card" content="summary_large_image">']).encode()
