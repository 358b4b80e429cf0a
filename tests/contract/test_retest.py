"""`scripts/retest.sh`: a test that fails counts as passed only if it passes alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "retest.sh"
PRETENDED = """
import json, pathlib, sys
failed, ends = pathlib.Path(sys.argv[1]), json.loads(sys.argv[2])
name = sys.argv[-1]
if name in ends:
    print(ends[name])
    sys.exit("failed" in ends[name])
failed.write_text(json.dumps(dict.fromkeys(ends, True)))
sys.exit(int(name))
"""
PASSED, FAILED, SKIPPED = "1 passed in 0.1s", "1 failed in 0.1s", "1 skipped in 0.1s"


@pytest.mark.parametrize(
    ("ends", "status", "expected"),
    [
        ({"a::b": PASSED}, 1, 0),
        ({"a::b[x y]": PASSED, "a::c": PASSED}, 1, 0),
        ({"a::b": FAILED}, 1, 1),
        ({"a::b": PASSED, "a::c": FAILED}, 1, 1),
        ({"a::b": FAILED, "a::c": PASSED}, 1, 1),
        ({"a::b": SKIPPED}, 1, 1),
        ({"a.py": "12 passed in 0.1s"}, 1, 1),
        ({f"a::{number}": PASSED for number in range(6)}, 1, 1),
        ({"a::b": PASSED}, 2, 2),
        ({}, 1, 1),
        ({}, 0, 0),
    ],
)
def test_a_failure_is_forgiven_only_if_the_test_passes_alone(
    ends: dict[str, str], status: int, expected: int, tmp_path: Path
) -> None:
    runner, pretended = tmp_path / "runner.sh", tmp_path / "pretended.py"
    pretended.write_text(PRETENDED, encoding="utf-8")
    runner.write_text(
        f"exec {sys.executable} {pretended} {tmp_path / 'failed'} '{json.dumps(ends)}' \"$@\"\n", encoding="utf-8"
    )
    environment = {**os.environ, "RETEST_PYTEST": f"sh {runner}", "RETEST_FAILED": str(tmp_path / "failed")}
    done = subprocess.run(["sh", SCRIPT, str(status)], env=environment, capture_output=True, text=True)
    assert done.returncode == expected, done
    for name in ends:
        is_told = f"unsteady, since it passed only alone: {name}\n" in done.stdout
        assert is_told == (status == 1 and len(ends) < 6 and ends[name] == PASSED)
