"""Writes the table of settings in docs/hosting.md from the table in `ops/settings.py` (`--check`: only compares it)."""

import sys
from pathlib import Path

from parlour.server.ops.settings import SETTINGS, default_of, flag_of, variable_of

GUIDE = Path(__file__).parent.parent / "docs" / "hosting.md"
BEGIN, END = "<!-- made from the settings: begin -->\n", "<!-- made from the settings: end -->\n"


def table() -> str:
    """Return every setting as a row of a Markdown table."""
    rows = ["| option | environment variable | default | what it sets |", "|---|---|---|---|"]
    for name, setting in SETTINGS.items():
        default = default_of(name)
        usual = f"`{default}`" if default else setting.unset
        rows.append(f"| `{flag_of(name)}` | `{variable_of(name)}` | {usual} | {setting.help} |")
    return "\n".join(rows) + "\n"


def written(guide: str) -> str:
    """Return the guide with its table rewritten."""
    before, _, rest = guide.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


def main() -> int:
    """Write the table, or with `--check` say whether it is up to date."""
    guide = GUIDE.read_text(encoding="utf-8")
    if sys.argv[1:] == ["--check"]:
        return int(guide != written(guide))
    GUIDE.write_text(written(guide), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
