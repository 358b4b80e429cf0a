"""Endpoints about the server itself: health, metrics and descriptions."""

import asyncio

from msgspec import Struct

from ... import __version__
from .. import wire
from ..http.endpoint import Call, Endpoint
from ..http.errors import HttpError, not_found
from ..http.requests import header
from ..http.responses import Response
from ..http.tokens import check_token, is_from_this_machine
from ..ops.metrics import CONTENT_TYPE
from ..ops.network import addresses_for_others, is_open_to_others


class Health(Struct, kw_only=True):
    """Confirms that the server is running."""

    status: str
    version: str
    protocol: int


async def health(call: Call) -> Health:
    if call.house.is_stopping:
        raise HttpError(503, "The server is about to stop.")
    return Health(status="open", version=__version__, protocol=wire.PROTOCOL)


class ProbeResult(Struct, kw_only=True):
    """The answer to a probe."""

    status: str


async def alive(call: Call) -> ProbeResult:
    return ProbeResult(status="alive")


async def ready(call: Call) -> ProbeResult:
    if problem := call.house.problem:
        raise HttpError(503, problem, retry_after="2")
    return ProbeResult(status="ready")


async def metrics(call: Call) -> Response:
    """Return the metrics to those who have the token; if none is set, to this machine only."""
    if token := call.house.settings.metrics_token:
        check_token(call.scope, token)
    elif not is_from_this_machine(call.scope):
        raise not_found()
    return Response(*call.house.metrics.exposition(header(call.scope, b"accept") or ""))


class Addresses(Struct, kw_only=True):
    """The addresses at which others can open this server's pages.

    `open`: whether other machines can reach it. `addresses` are those of this machine, the most likely one first; others are
    told none, unless the operator has set a public address.
    """

    open: bool
    addresses: list[str]


async def addresses(call: Call) -> Addresses:
    settings = call.house.settings
    if settings.public_url:
        return Addresses(open=True, addresses=[settings.public_url])
    found: list[str] = []
    if is_from_this_machine(call.scope) and call.scope.get("server"):
        found = await asyncio.to_thread(addresses_for_others, settings.host, call.scope["server"][1])
    is_open = is_open_to_others(settings.host) or bool(settings.behind_proxy)
    return Addresses(open=is_open, addresses=[address.rstrip("/") for address in found])


async def schema(call: Call) -> dict[str, object]:
    return wire.schema()


ENDPOINTS = [
    Endpoint("GET", "/health", "Is the server running?", health, errors=(503,)),
    Endpoint("GET", "/healthz", "Is the process alive?", alive),
    Endpoint("GET", "/readyz", "Can the server be used: is it open, and does its database work?", ready, errors=(503,)),
    Endpoint("GET", "/metrics", "Metrics for Prometheus.", metrics, returns=str, media=CONTENT_TYPE, errors=(401, 404)),
    Endpoint("GET", "/api/addresses", "Where can others open this house?", addresses),
    Endpoint("GET", "/schema.json", "The JSON schema of all messages of the WebSocket.", schema, returns=dict),
]
