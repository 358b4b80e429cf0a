"""Writes docs/protocol.md, docs/protocol.schema.json and the types of the page from the types in `server/wire`.

`--check`: only compares them.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec

from parlour.server import wire
from parlour.server.store import log

DOCS = Path(__file__).parent.parent / "docs"
PAGE_TYPES = Path(__file__).parent.parent / "web" / "src" / "lib" / "protocol.ts"
BEGIN, END = "<!-- made from the types: begin -->\n", "<!-- made from the types: end -->\n"


def shown_type(kind: Any) -> str:
    """Return the description of a type for readers of JSON."""
    found = msgspec.json.schema(kind) if not isinstance(kind, type(None)) else {"type": "null"}
    return _shown(found)


def _shown(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_shown(part) for part in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_shown(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


def table_of(kind: Any) -> list[str]:
    """Return the fields of a message as a table."""
    rows = [
        f"| `{field.encode_name}` | {shown_type(field.type)} | {'yes' if field.required else shown_default(field)} |"
        for field in msgspec.structs.fields(kind)
    ]
    return ["| field | type | required, or its default |", "|---|---|---|", *rows] if rows else []


def shown_default(field: Any) -> str:
    """Return the default of a field."""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return "left out" if value is msgspec.UNSET else f"`{json.dumps(value)}`"


def section(kind: Any) -> list[str]:
    """Describe one message."""
    said = " ".join((kind.__doc__ or "").split())
    return [f"### `{kind.__struct_config__.tag}`", "", said, "", *table_of(kind), ""]


def messages() -> str:
    """Describe all messages, from the client and from the server."""
    lines = ["## From the client", ""]
    for kind in wire.REQUESTS:
        lines += section(kind)
    lines += ["## From the house", ""]
    for kind in wire.MESSAGES:
        lines += section(kind)
    lines += ["## Parts", "", "### Plan", "", " ".join((log.Plan.__doc__ or "").split()), "", *table_of(log.Plan), ""]
    lines += ["### Change", "", " ".join((wire.Change.__doc__ or "").split()), "", *table_of(wire.Change), ""]
    lines += ["### Chair", "", " ".join((wire.Chair.__doc__ or "").split()), "", *table_of(wire.Chair), ""]
    return "\n".join(lines)


# ---- the types of the page ------------------------------------------------------------------------------------------

PRIMITIVE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def page_types() -> str:
    """Return the schema as TypeScript. The server sends every field; a client may leave out those with a default."""
    parts: dict[str, Any] = wire.schema()["$defs"]  # type: ignore[assignment]
    sent = reachable(parts, "FromHouse")
    lines = ["/** The types of the protocol, written by scripts/protocol.py from those of the server. Do not edit. */", ""]
    lines += [f"export const PROTOCOL = {wire.PROTOCOL};", ""]
    for name, schema in parts.items():
        lines += [f"/** {' '.join(schema['description'].split())} */"] if "description" in schema else []
        if "properties" in schema:
            lines += [f"export interface {name} {{", *fields_of(schema, name in sent), "}", ""]
        else:
            lines += [f"export type {name} =", *(f"  | {script_type(part)}" for part in schema["anyOf"])]
            lines[-1] += ";"
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def reachable(parts: dict[str, Any], start: str) -> set[str]:
    """Return the types that a type consists of, including itself."""
    found, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += re.findall(r"#/\$defs/(\w+)", json.dumps(parts[name]))
    return found


def fields_of(schema: dict[str, Any], is_sent: bool) -> list[str]:
    """Return the fields of an interface."""
    required = schema["properties"] if is_sent else schema.get("required", ())
    return [f"  {name}{'' if name in required else '?'}: {script_type(part)};" for name, part in schema["properties"].items()]


def script_type(schema: dict[str, Any]) -> str:
    """Return a type in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(script_type(part) for part in schema["anyOf"]))
    if schema["type"] == "array":
        items = script_type(schema["items"])
        return f"({items})[]" if "|" in items else f"{items}[]"
    if schema["type"] == "object":
        return f"Record<string, {script_type(schema['additionalProperties'])}>"
    return PRIMITIVE[schema["type"]]


def wanted() -> dict[Path, str]:
    """Return the expected content of the files."""
    page = DOCS / "protocol.md"
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    schema = json.dumps(wire.schema(), indent=1, ensure_ascii=False) + "\n"
    return {
        page: before + BEGIN + messages() + END + after,
        DOCS / "protocol.schema.json": schema,
        PAGE_TYPES: page_types(),
    }


def main(check: bool) -> int:
    """Write the files, or say which are out of date."""
    stale = [path for path, text in wanted().items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if check:
            print(f"{path.name} is not up to date: run python scripts/protocol.py.", file=sys.stderr)
        else:
            path.write_text(wanted()[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
