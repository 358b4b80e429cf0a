"""Endpoints about the server itself: health, metrics and descriptions."""

from msgspec import Struct

from ... import __version__
from .. import wire
from ..http.endpoint import Call, Endpoint
from ..http.errors import HttpError, not_found
from ..http.requests import header
from ..http.responses import Response
from ..http.tokens import check_token, is_from_this_machine
from ..ops.metrics import CONTENT_TYPE


class Health(Struct, kw_only=True):
    """The server is running."""

    status: str
    version: str
    protocol: int


async def health(call: Call) -> Health:
    if call.house.is_stopping:
        raise HttpError(503, "The server is about to stop.")
    return Health(status="open", version=__version__, protocol=wire.PROTOCOL)


class ProbeResult(Struct, kw_only=True):
    """The answer of a probe."""

    status: str


async def alive(call: Call) -> ProbeResult:
    return ProbeResult(status="alive")


async def ready(call: Call) -> ProbeResult:
    if problem := call.house.problem:
        raise HttpError(503, problem, retry_after="2")
    return ProbeResult(status="ready")


async def metrics(call: Call) -> Response:
    """Return the metrics to this machine, or to those who have the token if there is one."""
    if token := call.house.settings.metrics_token:
        check_token(call.scope, token)
    elif not is_from_this_machine(call.scope):
        raise not_found()
    return Response(*call.house.metrics.exposition(header(call.scope, b"accept") or ""))


async def schema(call: Call) -> dict[str, object]:
    return wire.schema()


ENDPOINTS = [
    Endpoint("GET", "/health", "Is the server running?", health, errors=(503,)),
    Endpoint("GET", "/healthz", "Is the process alive?", alive),
    Endpoint("GET", "/readyz", "Can the server be used: is it open, and does its database work?", ready, errors=(503,)),
    Endpoint("GET", "/metrics", "Metrics for Prometheus.", metrics, returns=str, media=CONTENT_TYPE, errors=(401, 404)),
    Endpoint("GET", "/schema.json", "The JSON schema of all messages of the WebSocket.", schema, returns=dict),
]
