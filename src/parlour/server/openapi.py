"""The description of the HTTP side in OpenAPI 3.1, made from the table of endpoints and their types."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from .. import __version__
from .answers import Error
from .http import JSON, Endpoint

REF = "#/components/schemas/{name}"
PARAMETER = re.compile(r"{(\w+)}")
WHY = {
    400: "The request cannot be understood or followed.",
    403: "The request comes from a page of another house.",
    404: "There is no such thing.",
    408: "The request did not come in time.",
    409: "The table does not allow it now.",
    413: "The request is too large.",
    429: "Too many requests; `Retry-After` says when to try again.",
    503: "Not now; `Retry-After` says when to try again.",
}


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    kinds = list(_kinds(endpoints))
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF)
    # types cannot all be hashed, so they are found by their place
    shapes = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": __version__, "description": "A house of card games."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _kinds(endpoints: Sequence[Endpoint]) -> Iterator[Any]:
    yield Error
    for endpoint in endpoints:
        yield endpoint.gives
        if endpoint.takes is not None:
            yield endpoint.takes


def _operation(endpoint: Endpoint, shapes: dict[int, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.says,
        "operationId": _name(endpoint.method, endpoint.path),
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint)],
        "responses": _responses(endpoint, shapes),
    }
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": shapes[id(endpoint.takes)]}}}
    elif endpoint.raw:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": {}}}}
    return operation


def _name(method: str, path: str) -> str:
    return "_".join([method.lower(), *re.findall(r"\w+", path.removeprefix("/api"))])


def _path_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", **endpoint.shapes.get(name, {})}}
        for name in PARAMETER.findall(endpoint.path)
    ]


def _query_parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    if endpoint.asks is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.asks])
    properties: dict[str, Any] = components[endpoint.asks.__name__]["properties"]
    found = [{"name": name, "in": "query", "required": False, "schema": shape} for name, shape in properties.items()]
    if endpoint.free_query:
        rest = {"type": "object", "additionalProperties": {"type": "string"}}
        found.append({"name": "options", "in": "query", "style": "form", "explode": True, "schema": rest})
    return found


def _responses(endpoint: Endpoint, shapes: dict[int, Any]) -> dict[str, Any]:
    good: dict[str, Any] = {"description": "Done.", "content": {endpoint.media: {"schema": shapes[id(endpoint.gives)]}}}
    if endpoint.leads_to:
        good["links"] = dict(_link(method, path) for method, path in endpoint.leads_to)
    error = {JSON: {"schema": shapes[id(Error)]}}
    refusals = {str(status): {"description": WHY[status], "content": error} for status in sorted(_refused(endpoint))}
    return {str(endpoint.status): good, **refusals, "default": {"description": "A refusal.", "content": error}}


def _link(method: str, path: str) -> tuple[str, dict[str, Any]]:
    name = _name(method, path)
    return name, {"operationId": name, "parameters": {part: f"$response.body#/{part}" for part in PARAMETER.findall(path)}}


def _refused(endpoint: Endpoint) -> set[int]:
    """With what an endpoint may answer otherwise than well."""
    statuses = {400, 429, *endpoint.refuses}
    if not endpoint.is_read_only:
        statuses.add(403)
    if endpoint.takes is not None or endpoint.raw:
        statuses |= {408, 413}
    return statuses
