"""Measures the static site: bytes by part, and the time from a visit to a dealt table.

    make site && python benchmarks/offline.py [--write]

Cold: a browser that has never been here. Warm: the same browser again, with everything kept by the service worker.
"""

import gzip
import os
import sys
import threading
import time
from collections import defaultdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import BrowserContext, sync_playwright  # noqa: E402

from tests.browser.helpers.chromium import launch  # noqa: E402
from tests.browser.helpers.tables import TABLE  # noqa: E402

SITE = ROOT / "build/site"
REPORT = ROOT / "benchmarks/OFFLINE.md"
RUNS = 3
PLAY = ".games button.main"
PATIENCE = 300_000


class Quiet(SimpleHTTPRequestHandler):
    """A static host that says nothing."""

    def log_message(self, *about: object) -> None:
        """Say nothing."""


def part_of(name: str) -> str:
    """Return the part that a file belongs to."""
    if not name.startswith("offline/"):
        return "pages"
    file = name.removeprefix("offline/")
    parts = {"python-": "Python for browsers", "library-": "Python's library", "house-": "Parlour and its packages"}
    return next(
        (part for start, part in parts.items() if file.startswith(start)), "kernels" if "wasm32" in file else "pictures"
    )


def sizes() -> dict[str, tuple[int, int]]:
    """Return the bytes of each part, plain and compressed."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in SITE.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            part = found[part_of(path.relative_to(SITE).as_posix())]
            part[0] += len(content)
            part[1] += min(len(content), len(gzip.compress(content, 9)))
    return {name: (plain, packed) for name, (plain, packed) in sorted(found.items(), key=lambda item: -item[1][1])}


def visit(context: BrowserContext, url: str) -> float:
    """Return the seconds from a visit to a dealt table."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(url)
    page.locator(PLAY).first.click(timeout=PATIENCE)
    page.wait_for_selector(TABLE, timeout=PATIENCE)
    seconds = time.perf_counter() - began
    while page.evaluate("() => localStorage.getItem('parlour.kept')") != "true":
        page.wait_for_timeout(100)
    page.close()
    return seconds


def times() -> tuple[list[float], list[float]]:
    """Return the seconds of cold and of warm visits."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url, cold, warm = f"http://127.0.0.1:{server.server_port}/", [], []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for _ in range(RUNS):
            context = browser.new_context()
            cold.append(visit(context, url))
            warm.append(visit(context, url))
            context.close()
        browser.close()
    server.shutdown()
    return cold, warm


def main() -> None:
    """Measure, and print or write the report."""
    before = os.getloadavg()[0]
    cold, warm = times()
    found = sizes()
    lines = [
        "# The house in the browser",
        "",
        "Written by `benchmarks/offline.py --write` after `make site`: the static site in Chromium,",
        "from a server on the same machine.",
        "",
        "| part | bytes | compressed |",
        "|---|---|---|",
        *(f"| {name} | {plain:,} | {packed:,} |" for name, (plain, packed) in found.items()),
        f"| all | {sum(plain for plain, _ in found.values()):,} | {sum(packed for _, packed in found.values()):,} |",
        "",
        "| from a visit to a dealt table | best of three | all, seconds |",
        "|---|---|---|",
        *(
            f"| {name} | {min(seconds):.1f} s | {', '.join(f'{one:.1f}' for one in seconds)} |"
            for name, seconds in (("cold", cold), ("warm", warm))
        ),
        "",
        f"Measured on {os.cpu_count()} cores with a load of {before:.1f} before and {os.getloadavg()[0]:.1f} after.",
        "",
    ]
    if "--write" in sys.argv:
        REPORT.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
