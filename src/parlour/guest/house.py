"""A house as a guest sees it: its address, who the guest is there, and requests by HTTP."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ..core.texts import sentence
from ..home.folder import home_folder, locked, read, write

FILE = "guests.json"
SECONDS = 15.0
LARGEST = 1_000_000
ROOM = "r"
LETTERS = 6
"""Letters of the code of a room."""


class NoHouse(ValueError):
    """The house can't be reached or refuses; the message is a sentence."""


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
    """One guest at one house. The cookie that says who the guest is stays in the home folder."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = _kept().get(address, "")

    @property
    def socket_address(self) -> str:
        """The address of the WebSocket."""
        return self.address.replace("http", "ws", 1) + "/ws"

    def call(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """Send a request and return its JSON; raise NoHouse with the sentence of the house, or why it can't be reached."""
        headers = {"content-type": "application/json", "accept": "application/json"}
        if self.cookie:
            headers["cookie"] = self.cookie
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                self._keep(answer.headers.get("set-cookie"))
                return json.loads(answer.read(LARGEST))
        except urllib.error.HTTPError as error:
            raise NoHouse(_why(error)) from None
        except (OSError, ValueError) as error:
            raise NoHouse(sentence("guest.unreachable", house=self.address, why=_reason(error))) from None

    def become_guest(self) -> str:
        """Become a guest, or stay the one of last time; return the name."""
        return str(self.call("GET", "/api/me").get("name", ""))

    def redeem(self, code: str) -> str:
        """Become the person who created a code in a browser or another terminal; return the name."""
        self.become_guest()
        return str(self.call("POST", "/api/me/redeem", {"code": code}).get("name", ""))

    def new_code(self) -> str:
        """Return a code with which a browser becomes this person, once."""
        self.become_guest()
        return str(self.call("POST", "/api/me/code", {})["code"])

    def _keep(self, given: str | None) -> None:
        cookie = (given or "").partition(";")[0]
        if cookie and cookie != self.cookie:
            self.cookie = cookie
            _keep({**_kept(), self.address: cookie})


def _why(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.loads(error.read(LARGEST))["error"])
    except (ValueError, KeyError, TypeError, OSError):
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
