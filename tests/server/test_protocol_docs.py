"""The description of the protocol is made from its types and is up to date."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_protocol_is_described_as_it_is() -> None:
    found = subprocess.run([sys.executable, ROOT / "scripts" / "protocol.py", "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
