"""The context of a request: its id, its duration and, if traces are on, its span."""

import logging
import re
import secrets
import time
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..house import House
from ..ops.logs import request_id
from .requests import header

ID_HEADER = b"x-request-id"
ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
logger = logging.getLogger("parlour.server")


class RequestContext:
    """Gives every request an id, which its log lines and its response carry, and measures how long the request takes."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        token = request_id.set(self._id(scope))
        try:
            if scope["type"] == "http":
                await self._measured(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        finally:
            request_id.reset(token)

    def _id(self, scope: Scope) -> str:
        """Return the id that a trusted proxy has given, or a new one."""
        named = header(scope, ID_HEADER) or ""
        return named if self.house.settings.behind_proxy and ID.fullmatch(named) else secrets.token_hex(8)

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0

        async def out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), (ID_HEADER, request_id.get().encode())]}
            await send(message)

        with self._span(scope) as span:
            await self.app(scope, receive, out)
            path = scope.get("parlour.path", "other")
            if span is not None:
                span.update_name(f"{scope['method']} {path}")
                span.set_attributes({"http.response.status_code": status, "parlour.request_id": request_id.get()})
        seconds = time.perf_counter() - began
        self.house.metrics.observe("parlour_request_seconds", seconds)
        logger.debug("%s %s %d in %.1f ms", scope["method"], path, status, 1000 * seconds)

    def _span(self, scope: Scope) -> AbstractContextManager[Any]:
        if self.house.tracing is None:
            return nullcontext()
        return self.house.tracing.request({name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]})
