"""The server's names: another site must not impersonate it by pointing its own name here."""

from urllib.parse import urlsplit

from starlette.types import Scope

from ..ops.limits import is_address
from ..ops.settings import Settings

PRIVATE = ("local", "localhost", "lan", "internal", "home", "test", "home.arpa")
"""Suffixes of names that nobody can register on the internet."""


class HouseNames:
    """The names to which a server answers.

    It always answers to addresses, names without a dot and private names, none of which a stranger can point here, and to the
    names in the settings. If no public address is set, it also answers to every name for which a trusted proxy forwards HTTPS
    requests.
    """

    def __init__(self, settings: Settings) -> None:
        urls = (settings.public_url, *settings.origins)
        self._names = {urlsplit(url).hostname for url in urls if url} | {settings.host.lower()}
        self._learns = bool(settings.behind_proxy) and not settings.public_url

    def include(self, host: str, scope: Scope) -> bool:
        """Whether the server answers to the host of a request, which must be well-formed."""
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        if name in self._names or "." not in name or is_address(name) or name.endswith(tuple(f".{end}" for end in PRIVATE)):
            return True
        # only a trusted proxy can vouch that a request came over TLS
        return self._learns and scope["scheme"] in ("https", "wss")
