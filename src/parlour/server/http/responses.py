"""Sends HTTP responses."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.types import Send

JSON = "application/json"


@dataclass(frozen=True)
class Response:
    """A response with a finished body, unlike those encoded from a type."""

    body: bytes
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)


async def send_response(send: Send, status: int, body: bytes, media: str, headers: Mapping[str, str]) -> None:
    """Send a response."""
    about_body = {} if status == 304 else {"content-type": media, "content-length": str(len(body))}
    pairs = {**about_body, **headers}
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
