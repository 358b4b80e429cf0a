"""A server as its guest sees it: its address, the guest's identity there, and HTTP requests."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

from ..core.texts import sentence
from ..home.folder import home_folder, locked, read, write

FILE = "guests.json"
SECONDS = 15.0
LARGEST = 1_000_000
ROOM = "r"
MOST_MOVES = 5
"""How often a request may be redirected to another house."""
REDIRECTED = 307
LETTERS = 6
"""The length of a room's code."""


class NoHouse(ValueError):
    """Raised when the server can't be reached or refuses; the message is a sentence."""


class _Moved(Exception):
    """Raised when another server runs the room; the message is its address."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Turns redirections into errors, so that their targets can be checked before they are followed."""

    def redirect_request(self, *_: Any) -> None:
        """Report every redirection as an error."""


_opener = urllib.request.build_opener(_NoRedirect)


def address_of(url: str) -> tuple[str, str]:
    """Return the address of a house and the code of a room from the link of a room, or raise ValueError."""
    text = url.strip() if "://" in url else f"http://{url.strip()}"
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    path = [part for part in parts.path.split("/") if part] if host else []
    is_room = len(path) == 2 and path[0] == ROOM and len(path[1]) == LETTERS and path[1].isascii() and path[1].isalpha()
    if not host or parts.scheme not in ("http", "https") or not is_room:
        raise ValueError(sentence("guest.noLink", link=url[:80]))
    where = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{where}" + (f":{port}" if port else ""), path[1].upper()


class GuestHouse:
    """One guest at one house. The cookie that identifies the guest is stored in the home folder."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = _kept().get(address, "")

    def follow(self, url: str) -> str:
        """Return the address to which a house sends its guests; raise NoHouse if it is on another machine.

        The cookie identifies the guest, so it is sent only where a browser would send it: to the same host, whatever the port.
        """
        own = urlsplit(self.address)
        try:
            where = urlsplit(urljoin(self.address, url))
            is_same = (where.scheme, where.hostname) == (own.scheme, own.hostname) and (where.port or 1) > 0
        except ValueError:
            is_same = False
        if not is_same or "@" in where.netloc:
            raise NoHouse(sentence("guest.elsewhere", house=self.address))
        return where.geturl()

    def call(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """Send a request and return its JSON; raise NoHouse with the sentence of the house, or why it can't be reached.

        A house that shares its tables with others may send the request on to one of them.
        """
        address = self.address + path
        for _ in range(MOST_MOVES):
            try:
                return self._call(method, address, body)
            except _Moved as moved:
                address = self.follow(str(moved))
        raise NoHouse(sentence("guest.refused", status=307))

    def _call(self, method: str, address: str, body: Mapping[str, object] | None) -> Any:
        headers = {"content-type": "application/json", "accept": "application/json"}
        if self.cookie:
            headers["cookie"] = self.cookie
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with _opener.open(request, timeout=SECONDS) as answer:
                cookie, found = answer.headers.get("set-cookie"), _parsed(answer.read(LARGEST))
        except urllib.error.HTTPError as error:
            if error.code == REDIRECTED and error.headers.get("location"):
                raise _Moved(error.headers["location"]) from None
            raise NoHouse(_why(error)) from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise NoHouse(sentence("guest.unreachable", house=self.address, why=_reason(error))) from None
        if found is None:
            raise NoHouse(sentence("guest.noHouse", house=self.address))
        self._keep(cookie)
        return found

    def become_guest(self) -> str:
        """Become a guest, the same one as last time if possible; return the name."""
        return str(self.call("GET", "/api/me").get("name", ""))

    def redeem(self, code: str) -> str:
        """Become the person who created a code in a browser or another terminal; return the name."""
        self.become_guest()
        return str(self.call("POST", "/api/me/redeem", {"code": code}).get("name", ""))

    def new_code(self) -> str:
        """Return a code that signs a browser in as this person, once."""
        self.become_guest()
        return str(self.call("POST", "/api/me/code", {})["code"])

    def _keep(self, given: str | None) -> None:
        cookie = (given or "").partition(";")[0]
        if cookie and cookie != self.cookie:
            self.cookie = cookie
            _keep({**_kept(), self.address: cookie})


def _parsed(answer: bytes) -> dict[str, Any] | None:
    """Parse the answer of a house, a JSON object; return None for anything else, such as another program's page."""
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _why(error: urllib.error.HTTPError) -> str:
    try:
        return str((_parsed(error.read(LARGEST)) or {})["error"])
    except (KeyError, OSError, http.client.HTTPException):
        return sentence("guest.refused", status=error.code)


def _reason(error: Exception) -> str:
    inner = getattr(error, "reason", error)
    return str(getattr(inner, "strerror", None) or inner).lower()[:100]


def _kept() -> dict[str, str]:
    """Return the cookies by house; none if the file is missing or damaged."""
    try:
        data = json.loads(read(home_folder() / FILE) or b"{}")
    except ValueError:
        return {}
    return {str(house): str(cookie) for house, cookie in data.items()} if isinstance(data, dict) else {}


def _keep(cookies: Mapping[str, str]) -> None:
    path = home_folder() / FILE
    with locked(path.parent):
        write(path, json.dumps(cookies, indent=1).encode())
