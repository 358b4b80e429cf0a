"""The OpenAPI 3.1 description of the HTTP API, generated from the endpoints and their types."""

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import Struct

from ... import __version__
from ...core.remedy import Remedy
from ...core.sentence import CARD, OPTION, as_str
from .endpoint import Endpoint
from .errors import HttpError
from .responses import JSON

REF = "#/components/schemas/{name}"
PARAMETER = re.compile(r"{(\w+)}")
REASONS = {
    307: "Another server keeps this room; `Location` says where.",
    400: "The request is invalid.",
    401: "The request lacks the required token.",
    403: "The request comes from a page of another site.",
    404: "Not found.",
    408: "The request took too long to arrive.",
    409: "The room does not allow this now.",
    413: "The request is too large.",
    429: "Too many requests; `Retry-After` says when to try again.",
    503: "Not available now; `Retry-After` says when to try again.",
}
Json = dict[str, object]
Shapes = Mapping[int, object]
"""JSON schemas of types by `id(type)`, because not all types can be hashed."""


class Error(Struct, kw_only=True, omit_defaults=True):
    """The reason why a request was refused, in one sentence.

    `code` is the key of the sentence, if it has one; `options` and `cards` name the house rules and cards that it is about.
    `remedy` says what else to change to make house rules compatible.
    """

    error: str
    code: str = ""
    options: Sequence[str] = ()
    cards: Sequence[str] = ()
    remedy: Remedy | None = None


def encoded_error(error: HttpError) -> bytes:
    """Return an error as JSON."""
    why = error.sentence
    about = {"options": why.named(OPTION), "cards": why.named(CARD)}
    told = Error(error=str(why), code=why.key, **about, remedy=error.remedy)
    return msgspec.json.encode(told, enc_hook=as_str)


def describe(endpoints: Sequence[Endpoint]) -> Json:
    """Return the whole document."""
    types = list(_types(endpoints))
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    shapes = dict(zip(map(id, types), schemas, strict=True))
    paths: dict[str, Json] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": __version__, "description": "A house of card games."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _types(endpoints: Sequence[Endpoint]) -> Iterator[object]:
    yield Error
    for endpoint in endpoints:
        yield endpoint.response
        if endpoint.body not in (None, bytes):
            yield endpoint.body


def _operation(endpoint: Endpoint, shapes: Shapes) -> Json:
    operation: Json = {
        "summary": endpoint.summary,
        "operationId": _name(endpoint.method, endpoint.path),
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, shapes),
    }
    if endpoint.body is not None:
        schema = {} if endpoint.body is bytes else shapes[id(endpoint.body)]
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    return operation


def _name(method: str, path: str) -> str:
    return "_".join([method.lower(), *re.findall(r"\w+", path.removeprefix("/api"))])


def _path_parameters(endpoint: Endpoint) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", **endpoint.parameters.get(name, {})}}
        for name in PARAMETER.findall(endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[Json]:
    if endpoint.query is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.query])
    properties: Json = components[endpoint.query.__name__]["properties"]
    found: list[Json] = [
        {"name": name, "in": "query", "required": False, "schema": shape} for name, shape in properties.items()
    ]
    if endpoint.extra_query:
        rest = {"type": "object", "additionalProperties": {"type": "string"}}
        found.append({"name": "options", "in": "query", "style": "form", "explode": True, "schema": rest})
    return found


def _responses(endpoint: Endpoint, shapes: Shapes) -> Json:
    good: Json = {"description": "Done.", "content": {endpoint.media: {"schema": shapes[id(endpoint.response)]}}}
    if endpoint.leads_to:
        good["links"] = dict(_link(method, path) for method, path in endpoint.leads_to)
    error = {JSON: {"schema": shapes[id(Error)]}}
    errors = {str(status): {"description": REASONS[status], "content": error} for status in sorted(_errors(endpoint))}
    return {str(endpoint.status): good, **errors, "default": {"description": "An error.", "content": error}}


def _link(method: str, path: str) -> tuple[str, Json]:
    name = _name(method, path)
    return name, {"operationId": name, "parameters": {part: f"$response.body#/{part}" for part in PARAMETER.findall(path)}}


def _errors(endpoint: Endpoint) -> set[int]:
    """Return the statuses of all errors of an endpoint."""
    statuses = {400, 429, *endpoint.errors}
    if not endpoint.is_read_only:
        statuses.add(403)
    if endpoint.body is not None:
        statuses |= {408, 413}
    return statuses
