"""Judges the coverage that the tests have just measured: lines must reach a bound."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main(least: float) -> int:
    """Print the figure; return 1 if too few lines were run."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", str(report)], check=True)
        totals = json.loads(report.read_text())["totals"]
    lines = 100 * totals["covered_lines"] / totals["num_statements"]
    print(f"Coverage of core, kit and games: {lines:.1f} % of lines.")
    if lines < least:
        print(f"At least {least:.0f} % of lines must be run.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
