"""Measures what `make test` costs: processor seconds, part by part, and the ten most expensive tests.

    python scripts/costs.py              every part, one after the other, after `make install site`
    python scripts/costs.py lint browser these parts only
    python scripts/costs.py --write      the same, and write the table into docs/how/testing.md; parts that were not
                                         measured this time stay as they are

Processor time is counted, not wall time, so other work on the machine matters less. It includes the programs that tests start,
such as houses, browsers and databases, even those that outlive their test.
"""

import ctypes
import json
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tests.helpers.costs"]
RULES = ["tests/core", "tests/games", "tests/kit"]
LONG = ("helpers", "soak", "versions", "__pycache__")
DOCUMENT = ROOT / "docs/how/testing.md"
BEGIN, END = "<!-- costs: written by scripts/costs.py -->\n", "<!-- end of costs -->"
ROW = re.compile(r"^\| ([a-z]+) \| (\d+) \| (.+) \|$", re.MULTILINE)
AGAIN = "rm -f build/site/.built src/parlour/server/pages/app/.built && sh scripts/site.sh"
ADOPT_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER: programs whose parent has ended become children of this process, so that their time is counted."""


def parts() -> dict[str, list[str]]:
    """Return the command of each part."""
    others = sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name not in LONG)
    folders = [name for name in others if f"tests/{name}" not in RULES]
    return {
        "lint": ["make", "--no-print-directory", "lint"],
        "types": ["make", "--no-print-directory", "types"],
        "screens": ["make", "--no-print-directory", "screens"],
        "site": ["sh", "-c", AGAIN],
        "rules": [*PYTEST, "-p", "tests.helpers.lines", *RULES],
        **{name: [*PYTEST, f"tests/{name}"] for name in folders},
    }


def used() -> float:
    """Return the processor time of all programs that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def cost_of(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    """Run a command; return its processor seconds, those of orphans included, and its exit status."""
    before = used()
    status = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL).returncode
    with suppress(ChildProcessError):
        while os.waitpid(-1, 0):
            pass
    return used() - before, status


def machine() -> str:
    """Return the processor in words."""
    with suppress(OSError, StopIteration):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
        return f"{os.cpu_count()} cores of {name}"
    return f"{os.cpu_count()} cores, {platform.machine()}"


def with_costs(text: str, found: dict[str, float], when: str, order: list[str]) -> str:
    """Return a document whose table has these costs; rows of other parts stay."""
    before, begin, rest = text.partition(BEGIN)
    table, end, after = rest.partition(END)
    assert begin and end, "The document has no place for the table."
    rows = {name: (int(seconds), noted) for name, seconds, noted in ROW.findall(table)}
    rows |= {name: (round(seconds), when) for name, seconds in found.items()}
    kept = {name: rows[name] for name in order if name in rows}
    lines = [f"| {name} | {seconds} | {noted} |" for name, (seconds, noted) in kept.items()]
    missing = [name for name in order if name not in kept]
    told = f"without {', '.join(missing)}" if missing else ""
    total = f"| **together** | **{sum(seconds for seconds, _ in kept.values())}** | {told} |"
    return f"{before}{begin}\n| part | CPU s | measured |\n|---|---|---|\n" + "\n".join([*lines, total]) + f"\n\n{end}{after}"


def main(arguments: list[str]) -> int:
    """Run the parts and print a table; return 1 if one of them failed."""
    known, names = parts(), [name for name in arguments if name != "--write"]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"Unknown part “{unknown[0]}”. Available: {', '.join(known)}.", file=sys.stderr)
        return 2
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as in `make test`
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    costs: dict[str, float] = {}
    total, failed, tests = 0.0, 0, []
    print("| part | CPU s |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or known:
            file = Path(folder) / name
            found, status = cost_of(known[name], {**os.environ, "PARLOUR_COSTS": str(file)})
            total, failed = total + found, failed or status
            if not status:
                costs[name] = found
            print(f"| {name}{' (failed)' if status else ''} | {found:.0f} |", flush=True)
            if file.exists():
                tests += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    print(f"| together | {total:.0f} |\n\n| test | CPU s |\n|---|---|")
    for seconds, test in sorted(tests, reverse=True)[:10]:
        print(f"| `{test}` | {seconds:.1f} |")
    if "--write" in arguments:
        when = f"{datetime.now(UTC):%Y-%m-%d}, {machine()}"
        DOCUMENT.write_text(with_costs(DOCUMENT.read_text(encoding="utf-8"), costs, when, list(known)), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
