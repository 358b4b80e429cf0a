"""Measures what `make test` costs: processor seconds, part by part, and the ten most expensive tests.

    python scripts/costs.py              every part, one after the other, after `make install web site`
    python scripts/costs.py lint browser these parts only

Processor time is counted, not wall time, so other work on the machine matters less. It includes the programs that tests start,
such as houses, browsers and databases, even those that outlive their test.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-p", "tests.helpers.costs"]
RULES = ["tests/core", "tests/games", "tests/kit"]
LONG = ("helpers", "soak", "versions", "__pycache__")
ADOPT_ORPHANS = 36
"""PR_SET_CHILD_SUBREAPER: programs whose parent has gone become children of this process, so that their time is counted."""


def parts() -> dict[str, list[str]]:
    """Return the command of each part."""
    others = sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name not in LONG)
    folders = [name for name in others if f"tests/{name}" not in RULES]
    return {
        "lint": ["make", "--no-print-directory", "lint"],
        "types": ["make", "--no-print-directory", "types"],
        "screens": ["make", "--no-print-directory", "screens"],
        "rules": [*PYTEST, *RULES, "--cov", "--cov-report="],
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


def main(names: list[str]) -> int:
    """Run the parts and print a table; return 1 if one of them failed."""
    known = parts()
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"Unknown part “{unknown[0]}”. Available: {', '.join(known)}.", file=sys.stderr)
        return 2
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    total, failed, tests = 0.0, 0, []
    print("| part | CPU s |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or known:
            file = Path(folder) / name
            found, status = cost_of(known[name], {**os.environ, "PARLOUR_COSTS": str(file)})
            total, failed = total + found, failed or status
            print(f"| {name}{' (failed)' if status else ''} | {found:.0f} |", flush=True)
            if file.exists():
                tests += [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    print(f"| together | {total:.0f} |\n\n| test | CPU s |\n|---|---|")
    for seconds, test in sorted(tests, reverse=True)[:10]:
        print(f"| `{test}` | {seconds:.1f} |")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
