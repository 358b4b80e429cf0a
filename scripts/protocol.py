"""Writes docs/protocol.md and docs/protocol.schema.json from the types of the wire (`--check`: only compares them)."""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from parlour.server import log, wire

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- made from the types: begin -->\n", "<!-- made from the types: end -->\n"


def shown_type(kind: Any) -> str:
    """A type as a reader of JSON understands it."""
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
    """The fields of a message as a table."""
    rows = [
        f"| `{field.encode_name}` | {shown_type(field.type)} | {'yes' if field.required else shown_default(field)} |"
        for field in msgspec.structs.fields(kind)
    ]
    return ["| field | is | must be given, or else is |", "|---|---|---|", *rows] if rows else []


def shown_default(field: Any) -> str:
    """What a field is if nothing is said."""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{json.dumps(value)}`"


def section(kind: Any) -> list[str]:
    """One message."""
    said = " ".join((kind.__doc__ or "").split())
    return [f"### `{kind.__struct_config__.tag}`", "", said, "", *table_of(kind), ""]


def messages() -> str:
    """All messages, from the client and from the house."""
    lines = ["## From the client", ""]
    for kind in get_args(wire.Asked):
        lines += section(kind)
    lines += ["## From the house", ""]
    for kind in get_args(wire.Told):
        lines += section(kind)
    lines += ["## Parts", "", "### Plan", "", " ".join((log.Plan.__doc__ or "").split()), "", *table_of(log.Plan), ""]
    lines += ["### Change", "", " ".join((wire.Change.__doc__ or "").split()), "", *table_of(wire.Change), ""]
    lines += ["### Chair", "", " ".join((wire.Chair.__doc__ or "").split()), "", *table_of(wire.Chair), ""]
    return "\n".join(lines)


def wanted() -> dict[Path, str]:
    """What the files should be."""
    page = DOCS / "protocol.md"
    before, _, rest = page.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    schema = json.dumps(wire.schema(), indent=1, ensure_ascii=False) + "\n"
    return {page: before + BEGIN + messages() + END + after, DOCS / "protocol.schema.json": schema}


def main(check: bool) -> int:
    """Write the files, or say which are not up to date."""
    stale = [path for path, text in wanted().items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if check:
            print(f"{path.name} is not up to date: run python scripts/protocol.py.", file=sys.stderr)
        else:
            path.write_text(wanted()[path])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
