"""The border: what every request passes on its way in, and every answer on its way out, whatever it is about."""

import html
import logging
import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .answers import Error
from .faults import StoreFailed
from .http import JSON, ClientGone, Refused, address_of, header, respond, too_many
from .mishaps import place_of

if TYPE_CHECKING:
    from .house import House

say = logging.getLogger("parlour.server")
HOST = re.compile(r"(?P<name>[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
MISTAKE = "The house made a mistake; it has been noted."
NO_STORE = "The house cannot read or write its books just now: try again in a moment."
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",  # the code of a room is in its path
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }.items()
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
NO_STORING = (b"cache-control", b"no-store")
PLAIN_PATHS = ("/api/", "/pictures/", "/health", "/metrics", "/openapi.json", "/schema.json")
"""Where errors are told in JSON; elsewhere somebody looks at a page."""
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/verify.css"></head>
<body><main><h1>{sentence}</h1><p><a href="/">Back to the house</a></p></main></body>
</html>
"""


def checked_host(scope: Scope) -> str:
    """The host that was asked for, in small letters, or a refusal."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    text = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    found = HOST.fullmatch(text)
    if found is None or int(found["port"] or 0) > 65_535:
        raise Refused(400, "The request does not say properly which host it is for.")
    return text.lower()


def is_own_origin(origin: str, host: str, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin belongs to the house. A proxy may speak https for it, so the scheme does not count."""
    origin = origin.lower()
    if origin in allowed:
        return True
    try:
        parts = urlsplit(origin)
        usual = PORTS.get(parts.scheme)
        theirs = parts.hostname, parts.port or usual
        own = urlsplit(f"//{host}")
        return usual is not None and theirs == (own.hostname, own.port or usual)
    except ValueError:
        return False


class Border:
    """Checks host, origin and rate; adds the headers of security; turns every failure into a sentence."""

    def __init__(self, app: ASGIApp, house: "House") -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or refuse it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope, *, changes: bool) -> None:
        scope["parlour.host"] = host = checked_host(scope)
        origin = header(scope, b"origin")
        if changes and origin is not None and not is_own_origin(origin, host, self.house.settings.origins):
            raise Refused(403, "This request comes from a page of another house.")
        seconds = self.house.limits.requests.take(address_of(scope))
        if seconds:
            raise too_many(seconds)

    # ---- HTTP ----------------------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        out = _Out(scope, send)
        try:
            self._check(scope, changes=scope["method"] not in ("GET", "HEAD", "OPTIONS"))
            await self.app(scope, receive, out)
        except Refused as refusal:
            await self._tell(scope, out, refusal)
        except ClientGone:
            return
        except StoreFailed as error:
            say.warning("%s", error)
            await self._tell(scope, out, Refused(503, NO_STORE, retry_after="2"))
        except Exception as error:
            self._note(error)
            await self._tell(scope, out, Refused(500, MISTAKE))
        method = scope["method"] if scope["method"] in METHODS else "other"
        path = scope.get("parlour.path", "other")
        self.house.metrics.count("parlour_requests_total", method=method, path=path, status=str(out.status))

    def _note(self, error: Exception) -> None:
        say.error("A request could not be answered: %s", place_of(error))
        self.house.metrics.count("parlour_errors_total")

    async def _tell(self, scope: Scope, out: "_Out", refusal: Refused) -> None:
        """Say why; if an answer was begun already, nothing can be said any more and the connection ends."""
        if refusal.status == 429:
            self.house.metrics.count("parlour_limited_total")
        if out.status:
            return
        if scope["path"].startswith(PLAIN_PATHS):
            await respond(out, refusal.status, msgspec.json.encode(Error(error=str(refusal))), JSON, refusal.headers)
        else:
            page = PAGE.format(sentence=html.escape(str(refusal))).encode()
            await respond(out, refusal.status, page, "text/html; charset=utf-8", refusal.headers)

    # ---- WebSocket -----------------------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket that is closed before it is accepted is refused with status 403."""
        try:
            self._check(scope, changes=True)
            await self.app(scope, receive, send)
        except (Refused, StoreFailed) as refusal:
            await _close(send, 1008, str(refusal))
        except Exception as error:
            self._note(error)
            await _close(send, 1011, MISTAKE)


async def _close(send: Send, code: int, why: str) -> None:
    with suppress(Exception):  # whatever the server says when the client is gone already
        await send({"type": "websocket.close", "code": code, "reason": why})


class _Out:
    """The way out of an answer: adds what every answer has, and remembers its status."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._is_secure = scope.get("scheme") == "https"
        self._is_plain = scope["path"].startswith(PLAIN_PATHS)
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), *HEADERS]
            if self._is_secure:
                headers.append(HTTPS_ONLY)
            if self._is_plain and all(name != NO_STORING[0] for name, _ in headers):
                headers.append(NO_STORING)
            message = {**message, "headers": headers}
        await self._send(message)
