"""Schemathesis against the description that the house gives of itself, over real sockets."""

import re
import subprocess
import sys
from pathlib import Path

from tests.server.helpers.clients import Http
from tests.server.helpers.inside import HouseInside

# The rules of a game may refuse a valid request, so not everything that fits the description is accepted.
LEFT_OUT = "positive_data_acceptance"
BAD = re.compile(r'^parlour_errors_total (?!0\.0).*|^parlour_requests_total\{.*status="5.*', re.MULTILINE)


def fuzz(folder: Path, *arguments: str, guest: bool = True) -> str:
    """Return Schemathesis's report about a house; check that it tried something and that the house had no internal error."""
    with HouseInside(folder, unlimited=True, most_rooms=10**6, most_rooms_per_person=10**6) as inside:
        http = Http(inside.url)
        if guest:
            http("GET", "/api/me")
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{inside.url}/openapi.json"]
        command += ["--exclude-checks", LEFT_OUT, "--generation-database", "none", "--continue-on-failure", "--no-color"]
        command += ["-H", f"Cookie: {http.cookie}"] if guest else []
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, cwd=folder)
        figures = http.full("GET", "/metrics")[2]
    assert done.returncode == 0, done.stdout + done.stderr
    assert not BAD.findall(figures), figures
    tested = re.search(r"Selected: \d+/\d+\s+Tested: (\d+)", done.stdout)
    assert tested and int(tested[1]), done.stdout
    return done.stdout
