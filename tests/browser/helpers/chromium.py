"""The browser that runs the pages."""

import subprocess
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright

SCRIPT = Path(__file__).parents[3] / "scripts" / "chromium.sh"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-audio-output",
)


@cache
def chromium_path() -> str:
    """Return the path of Chromium, installing it if necessary, or raise a RuntimeError that says why there is none."""
    found = subprocess.run(["sh", str(SCRIPT)], capture_output=True, text=True)
    if found.returncode:
        raise RuntimeError((found.stderr.strip().splitlines() or ["There is no Chromium."])[-1])
    return found.stdout.strip()


def launch(playwright: Playwright) -> Browser:
    """Start the browser."""
    return playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
