"""Middleware for every request: checks host, origin and rate, adds security headers, and turns errors into sentences."""

import html
import logging
import re
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..house import House
from ..ops.logs import error_location
from ..store.errors import StoreError
from .errors import ClientDisconnected, HttpError, too_many
from .names import HouseNames
from .openapi import encoded_error
from .requests import address_of, header
from .responses import JSON, send_response

logger = logging.getLogger("parlour.server")
HOST = re.compile(r"(?P<name>[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::(?P<port>[0-9]{1,5}))?", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
METHODS = ("GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS")
SERVER_ERROR = "Something went wrong on the server. The error has been logged."
STORE_FAILED = "The server cannot use its database right now. Please try again in a moment."
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": CONTENT_POLICY,
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",  # the path of a page contains the code of a room
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    }.items()
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
NO_CACHE = (b"cache-control", b"no-store")
JSON_PATHS = ("/api/", "/pictures/", "/health", "/readyz", "/metrics", "/openapi.json", "/schema.json")
"""Paths for programs, whose errors are JSON; everywhere else errors are pages."""
ERROR_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parlour</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/app/fonts.css">
<link rel="stylesheet" href="/verify.css"></head>
<body><main><h1>{sentence}</h1><p><a href="/">Back to the house</a></p></main></body>
</html>
"""


def checked_host(scope: Scope) -> str:
    """Return the requested host in lower case, or raise an HttpError."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    text = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
    found = HOST.fullmatch(text)
    if found is None or int(found["port"] or 0) > 65_535:
        raise HttpError(400, "The Host header is missing or malformed.")
    return text.lower()


def is_own_origin(origin: str, host: str, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin belongs to this server. A proxy may add TLS, so the scheme is ignored."""
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


class HouseMiddleware:
    """The middleware around the whole application."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house
        self.names = HouseNames(house.settings)
        self.origins = tuple(filter(None, (house.settings.public_url, *house.settings.origins)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope, *, changes: bool) -> None:
        scope["parlour.host"] = host = checked_host(scope)
        if not self.names.include(host, scope):
            raise HttpError(421, f"This server is not called {host}. Its operator can give it that name with --public-url.")
        origin = header(scope, b"origin")
        if changes and origin is not None and not is_own_origin(origin, host, self.origins):
            raise HttpError(403, "This request comes from a page of another site.")
        seconds = self.house.limits.requests.take(address_of(scope))
        if seconds:
            raise too_many(seconds)

    # ---- HTTP ----------------------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        out = _Sender(scope, send)
        try:
            self._check(scope, changes=scope["method"] not in ("GET", "HEAD", "OPTIONS"))
            await self.app(scope, receive, out)
        except HttpError as error:
            await self._send_error(scope, out, error)
        except ClientDisconnected:
            return
        except StoreError as error:
            logger.warning("%s", error)
            await self._send_error(scope, out, HttpError(503, STORE_FAILED, retry_after="2"))
        except Exception as error:
            self._log(error)
            await self._send_error(scope, out, HttpError(500, SERVER_ERROR))
        method = scope["method"] if scope["method"] in METHODS else "other"
        path = scope.get("parlour.path", "other")
        self.house.metrics.count("parlour_requests_total", method=method, path=path, status=str(out.status))

    def _log(self, error: Exception) -> None:
        logger.error("A request could not be answered: %s", error_location(error))
        self.house.metrics.count("parlour_errors_total")

    async def _send_error(self, scope: Scope, out: "_Sender", error: HttpError) -> None:
        """Send an error. If a response has already started, the connection can only be closed."""
        if error.status == 429:
            self.house.metrics.count("parlour_limited_total")
        if out.status:
            return
        if scope["path"].startswith(JSON_PATHS):
            await send_response(out, error.status, encoded_error(error), JSON, error.headers)
        else:
            page = ERROR_PAGE.format(sentence=html.escape(str(error))).encode()
            await send_response(out, error.status, page, "text/html; charset=utf-8", error.headers)

    # ---- WebSocket -----------------------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a WebSocket on, or refuse it with the status of the error."""
        try:
            self._check(scope, changes=True)
            await self.app(scope, receive, send)
        except HttpError as error:
            await _refuse(send, error)
        except StoreError as error:
            logger.warning("%s", error)
            await _refuse(send, HttpError(503, STORE_FAILED, retry_after="2"))
        except Exception as error:
            self._log(error)
            await _close(send, 1011, SERVER_ERROR)


async def _refuse(send: Send, error: HttpError) -> None:
    """Refuse a WebSocket that has not been accepted yet."""
    pairs = {"content-type": JSON, **error.headers}
    headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs.items()]
    with suppress(Exception):  # the client may already be gone
        await send({"type": "websocket.http.response.start", "status": error.status, "headers": headers})
        await send({"type": "websocket.http.response.body", "body": encoded_error(error)})


async def _close(send: Send, code: int, why: str) -> None:
    with suppress(Exception):  # the client may already be gone
        await send({"type": "websocket.close", "code": code, "reason": why})


class _Sender:
    """Adds the headers that every response has, and remembers its status."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._is_secure = scope.get("scheme") == "https"
        self._is_json = scope["path"].startswith(JSON_PATHS)
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message.get("headers", ()), *SECURITY_HEADERS]
            if self._is_secure:
                headers.append(HTTPS_ONLY)
            if self._is_json and all(name != NO_CACHE[0] for name, _ in headers):
                headers.append(NO_CACHE)
            message = {**message, "headers": headers}
        await self._send(message)
