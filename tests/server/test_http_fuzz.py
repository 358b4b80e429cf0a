"""The short form of HTTP fuzzing; `make soak` runs the long one."""

import re
from pathlib import Path

from tests.server.helpers.fuzzing import fuzz


def test_the_house_keeps_to_its_description(tmp_path: Path) -> None:
    said = fuzz(tmp_path, "--max-examples", "3", "--seed", "4", "--exclude-path", "/api/verify")
    found = re.search(r"Selected: (\d+)/\d+\s+Tested: (\d+)", said)
    assert found and int(found[1]) == int(found[2]) >= 17, "everything described is tried"


def test_the_house_keeps_to_its_description_without_a_cookie(tmp_path: Path) -> None:
    fuzz(tmp_path, "--max-examples", "2", "--seed", "5", "--phases", "fuzzing", "--exclude-path", "/api/verify", guest=False)


def test_verdicts_keep_to_their_description(tmp_path: Path) -> None:
    """Every verdict takes a separate process, so there are few examples."""
    fuzz(tmp_path, "--max-examples", "3", "--seed", "4", "--phases", "coverage,fuzzing", "--include-path", "/api/verify")
