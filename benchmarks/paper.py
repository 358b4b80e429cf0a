"""Tables and facts about the machine for the pages that benchmarks write. It needs only the standard library."""

import os
import platform
import re
import subprocess
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def table_text(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table that reads well as plain text and as Markdown: numbers right-aligned, no empty columns."""
    used = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    heads, *rows = ([line[i] for i in used] for line in [heads, *rows])
    widths = [max(len(line[i]) for line in [heads, *rows]) for i in range(len(heads))]
    numeric = [all(re.fullmatch(r"[\d.,]*", row[i]) for row in rows) for i in range(len(heads))]

    def line(cells: list[str]) -> str:
        padded = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(cells, widths, numeric, strict=True)
        ]
        return f"| {' | '.join(padded)} |"

    rule = ["-" * (width - 1) + (":" if number else "-") for width, number in zip(widths, numeric, strict=True)]
    return "\n".join(map(line, [heads, rule, *rows]))


def put_between(path: Path, start: str, end: str, text: str) -> None:
    """Replace the text between two marks of a page."""
    before, _, rest = path.read_text(encoding="utf-8").partition(start)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"{path.name} has no place for the table: the marks are missing.")
    path.write_text(f"{before}{start}\n{text}\n{end}{after}", encoding="utf-8")


def processor() -> str:
    """Return the name of the processor."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def c_version(c: str | None) -> str:
    """Return the first line of the C compiler's version text."""
    if c is None:
        return "no C compiler"
    return subprocess.run([c, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]


def machine_text(c: str | None) -> str:
    """Return the machine and versions."""
    return (
        f"{date.today()} · {processor()}, {os.cpu_count()} cores · {platform.system()} · Python {platform.python_version()} · "
        f"{installed('Numba')}, {installed('NumPy')} · {c_version(c)}"
    )


def installed(package: str) -> str:
    """Return the name and version of a package. The package isn't imported: that may fail if its version doesn't fit."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"
