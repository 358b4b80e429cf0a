"""The page of measurements under attack: `benchmarks/attacks.py` and the soak tests each write their own sections of it."""

import os
import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path

PAGE = Path(__file__).parents[3] / "benchmarks" / "ATTACKS.md"


def conditions() -> str:
    """Return the day, the processor and the Python version of a measurement."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    cores = f"{found[1] if found else platform.machine()}, {os.cpu_count()} cores"
    return f"{date.today()} · {cores} · {platform.system()} · Python {platform.python_version()}"


def with_section(page: str, title: str, lines: Sequence[str]) -> str:
    """Return a page with this section in place of the one with the same title, or at the end."""
    section = "\n".join([f"## {title}", "", *lines]).rstrip() + "\n"
    head, *sections = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    kept = [part for part in sections if part.partition("\n")[0] != f"## {title}"]
    place = next((i for i, part in enumerate(sections) if part.partition("\n")[0] == f"## {title}"), len(kept))
    kept.insert(place, section)
    return "\n".join(part.rstrip() + "\n" for part in (head, *kept))


def write_section(title: str, lines: Sequence[str]) -> None:
    """Write a section of the page."""
    PAGE.write_text(with_section(PAGE.read_text(encoding="utf-8"), title, lines), encoding="utf-8")
