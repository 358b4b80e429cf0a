"""Reads HTTP requests: headers, bodies, queries, languages and addresses."""

import asyncio
import re
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.types import Receive, Scope

from ...core.texts import checked_language, preferred_language
from ..ops.limits import address_key
from .errors import ClientDisconnected, HttpError, http_errors

LANGUAGE = "lang"
MOST_PARAMETERS = 100
BODY_SECONDS = 20.0
T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def header(scope: Scope, name: bytes) -> str | None:
    """Return the value of a header; None if it is missing."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if found else None


def language_of(scope: Scope) -> str:
    """Return the client's language: the one in the address of a WebSocket, otherwise the one the browser prefers."""
    if scope["type"] == "websocket":
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get(LANGUAGE)
        if asked:
            with http_errors():
                return checked_language(asked)
    return preferred_language(header(scope, b"accept-language") or "")


def address_of(scope: Scope) -> str:
    """Return the client's address as a key of rate limits."""
    client = scope.get("client")
    return address_key(client[0] if client else "")


async def read_body(scope: Scope, receive: Receive, largest: int) -> bytes:
    """Return the body of a request if it is not too large and arrives in time. The length that its header claims is only a
    hint.
    """
    too_large = HttpError(413, f"A request body may have at most {largest} bytes.", connection="close")
    claimed = header(scope, b"content-length") or "0"
    if claimed.isdecimal() and (len(claimed) > 12 or int(claimed) > largest):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise ClientDisconnected
                body += message.get("body", b"")
                if len(body) > largest:
                    raise too_large
                if not message.get("more_body"):
                    return bytes(body)
    except TimeoutError:
        raise HttpError(408, "The request body took too long to arrive.", connection="close") from None


def read_json(body: bytes, kind: type[T]) -> T:
    """Decode a JSON body into a type."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise HttpError(400, f"Invalid request: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise HttpError(400, "The request body must be one JSON object.") from None


def read_query(query: bytes, kind: type[S]) -> tuple[S, dict[str, str]]:
    """Decode a query string into a type, and return the remaining parameters too."""
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, max_num_fields=MOST_PARAMETERS, errors="strict")
    except ValueError:
        raise HttpError(400, "The query string is malformed.") from None
    given = dict(pairs)
    if len(given) < len(pairs):
        raise HttpError(400, "The query string contains a parameter twice.")
    names = {info.name for info in msgspec.structs.fields(kind)}
    try:
        known = msgspec.convert({name: given[name] for name in names & set(given)}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise HttpError(400, f"Invalid query: {error}.") from None
    return known, {name: value for name, value in given.items() if name not in names}


def accepts_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header allows gzip: it is listed, and not with a weight of zero."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False
