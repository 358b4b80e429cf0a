"""Measures the static site: bytes by part, and the time from opening it to a dealt table.

    make site && python benchmarks/offline.py [--write] [--runs N]

Cold: a browser that has never been here. Warm: the same browser, closed and started again, with everything kept on its disk.
Bare: Python for browsers without Parlour, in the same browser and from the same server.
"""

import argparse
import gzip
import os
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, Playwright, sync_playwright  # noqa: E402

from tests.browser.helpers.chromium import ARGUMENTS, chromium_path  # noqa: E402
from tests.browser.helpers.tables import TABLE  # noqa: E402

SITE = ROOT / "build/site"
PYODIDE = ROOT / "web/node_modules/pyodide"
REPORT = ROOT / "benchmarks/OFFLINE.md"
PLAY = ".games button.main"
PATIENCE = 300_000
BARE = """
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
document.title = python.runPython("'ready'");
"""
KEPT = """async () => {
    const memory = await caches.open('parlour.memory');
    return localStorage.getItem('parlour.kept') === 'true' && (await memory.keys()).length === 1;
}"""
MARKS = """() => {
    const marks = performance.getEntriesByType('mark').map(mark => mark.startTime);
    return [0, ...marks].map(moment => performance.timeOrigin + moment);
}"""
OTHERS = "pictures and licences"
NOW = "() => performance.timeOrigin + performance.now()"


class Host(SimpleHTTPRequestHandler):
    """A static host that logs nothing. Besides the site it serves a page with nothing but Python."""

    def log_message(self, *about: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        """Send a file."""
        if self.path in ("/bare/", "/bare/bare.mjs"):
            is_page = self.path == "/bare/"
            content = b'<script type="module" src="bare.mjs"></script>' if is_page else BARE.encode()
            self.send_response(200)
            self.send_header("content-type", "text/html" if is_page else "text/javascript")
            self.end_headers()
            self.wfile.write(content)
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        """Return the file of an address."""
        return str(PYODIDE / path.removeprefix("/bare/")) if path.startswith("/bare/") else super().translate_path(path)


def part_of(name: str) -> str:
    """Return the part that a file belongs to."""
    if not name.startswith("offline/"):
        return "pages"
    file = name.removeprefix("offline/")
    parts = {"python-": "Python for browsers", "library-": "Python's library", "house-": "Parlour and its packages"}
    return next((part for start, part in parts.items() if file.startswith(start)), "kernels" if "wasm32" in file else OTHERS)


def sizes() -> dict[str, tuple[int, int]]:
    """Return the bytes of each part, plain and compressed."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in SITE.rglob("*"):
        if path.is_file() and path.name != ".built":
            content = path.read_bytes()
            part = found[part_of(path.relative_to(SITE).as_posix())]
            part[0] += len(content)
            part[1] += min(len(content), len(gzip.compress(content, 9)))
    return {name: (plain, packed) for name, (plain, packed) in sorted(found.items(), key=lambda item: -item[1][1])}


@dataclass
class Visit:
    """Seconds of a visit, in total and by phase, and the processor time of the whole browser."""

    seconds: float
    processor: float
    phases: Sequence[float] = ()


def processor_seconds(profile: Path) -> float:
    """Return the processor time that all processes of the browser with this profile have used."""
    parents, times, roots = {}, {}, set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue  # the process has ended
        number = int(folder.name)
        parents[number], times[number] = int(fields[1]), int(fields[11]) + int(fields[12])
        if f"--user-data-dir={profile}".encode() in command:
            roots.add(number)
    found = set(roots)
    while more := {number for number, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(times[number] for number in found) / os.sysconf("SC_CLK_TCK")


def table_of(page: Page, url: str) -> list[float]:
    """Go to a dealt table. Return the times at which the worker began, Python was ready, the house was open and a table was
    dealt.
    """
    page.goto(url)
    page.locator(PLAY).first.click(timeout=PATIENCE)
    page.wait_for_selector(TABLE, timeout=PATIENCE)
    dealt: float = page.evaluate(NOW)
    (worker,) = page.workers
    return [moment / 1000 for moment in (*worker.evaluate(MARKS), dealt)]


def visit(playwright: Playwright, profile: Path, url: str) -> Visit:
    """Start a browser, visit the site, and wait until everything is kept."""
    with playwright.chromium.launch_persistent_context(
        str(profile), executable_path=chromium_path(), args=list(ARGUMENTS)
    ) as context:
        page = context.pages[0]
        before, began = processor_seconds(profile), time.time()
        moments = table_of(page, url)
        used = processor_seconds(profile) - before
        while not page.evaluate(KEPT):
            page.wait_for_timeout(100)
    starts = (began, *moments[:-1])
    return Visit(moments[-1] - began, used, [end - start for start, end in zip(starts, moments, strict=True)])


def bare(playwright: Playwright, profile: Path, url: str) -> Visit:
    """Start a browser and Python alone."""
    with playwright.chromium.launch_persistent_context(
        str(profile), executable_path=chromium_path(), args=list(ARGUMENTS)
    ) as context:
        page = context.pages[0]
        before, began = processor_seconds(profile), time.time()
        page.goto(f"{url}bare/")
        page.wait_for_function("document.title === 'ready'", timeout=PATIENCE)
        return Visit(time.time() - began, processor_seconds(profile) - before)


def visits(runs: int) -> dict[str, list[Visit]]:
    """Visit the site cold and warm, and start Python alone, in turn."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    found: dict[str, list[Visit]] = {"bare, cold": [], "bare, warm": [], "cold": [], "warm": []}
    with sync_playwright() as playwright:
        for _ in range(runs):
            with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
                for temperature in ("cold", "warm"):
                    found[f"bare, {temperature}"].append(bare(playwright, Path(one), url))
                    found[temperature].append(visit(playwright, Path(other), url))
                    print(temperature, found[f"bare, {temperature}"][-1], found[temperature][-1], flush=True)
    server.shutdown()
    return found


def rows(found: dict[str, list[Visit]]) -> list[str]:
    """Return the rows of the table of times."""
    lines = []
    for name, all_visits in found.items():
        seconds, processor = [one.seconds for one in all_visits], [one.processor for one in all_visits]
        base = [one.processor for one in found[f"bare, {name.split()[-1]}"]]
        ratio = median(used / alone for used, alone in zip(processor, base, strict=True))
        told = ", ".join(f"{one:.1f}" for one in seconds)
        times = f"{median(seconds):.1f} s | {min(seconds):.1f} s | {told}"
        lines.append(f"| {name} | {times} | {median(processor):.1f} s | {ratio:.2f} |")
    return lines


def phase_rows(found: dict[str, list[Visit]]) -> list[str]:
    """Return the rows of the table of phases."""
    names = ("until the page starts its worker", "until Python is ready", "until the house is open", "until a table is dealt")
    columns = [[median(one.phases[i] for one in found[name]) for name in ("cold", "warm")] for i in range(len(names))]
    return [f"| {name} | {cold:.1f} s | {warm:.1f} s |" for name, (cold, warm) in zip(names, columns, strict=True)]


def main() -> None:
    """Measure, and print or write the report."""
    parser = argparse.ArgumentParser(description="Measure the static site.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write OFFLINE.md")
    asked = parser.parse_args()
    before = os.getloadavg()[0]
    measured = visits(asked.runs)
    found = sizes()
    lines = [
        "# The house in the browser",
        "",
        "Written by `benchmarks/offline.py --write` after `make kernels site`: the static site in Chromium, from a server",
        "on the same machine. A warm visit is one in a browser that was closed and started again.",
        "",
        "| part | bytes | compressed |",
        "|---|---|---|",
        *(f"| {name} | {plain:,} | {packed:,} |" for name, (plain, packed) in found.items()),
        f"| all | {sum(plain for plain, _ in found.values()):,} | {sum(packed for _, packed in found.values()):,} |",
        "",
        "From a visit to a dealt table; *bare* is Python for browsers alone, until it can run a line. Processor time is that",
        "of all processes of the browser; the last column compares it with bare Python in the same state.",
        "",
        "| visit | median | best | all, seconds | processor time | ratio to bare |",
        "|---|---|---|---|---|---|",
        *rows(measured),
        "",
        "| phase, median | cold | warm |",
        "|---|---|---|",
        *phase_rows(measured),
        "",
        f"Measured on {os.cpu_count()} cores, which other programs used too: the load was {before:.1f} before and"
        f" {os.getloadavg()[0]:.1f} after.",
        "",
    ]
    if asked.write:
        REPORT.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
