"""The long form of HTTP fuzzing: for PARLOUR_FUZZ_SECONDS (3600), half of the time with a guest and half without one."""

import os
import random
from pathlib import Path

import pytest

from tests.server.helpers.fuzzing import fuzz

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = str(int(os.environ.get("PARLOUR_FUZZ_SECONDS", "3600")) // 2)
SEED = os.environ.get("PARLOUR_SOAK_SEED") or str(random.SystemRandom().randrange(1 << 32))


@pytest.mark.parametrize("guest", [True, False])
def test_the_house_keeps_to_its_description(tmp_path: Path, guest: bool) -> None:
    print(fuzz(tmp_path, "--max-time", SECONDS, "--seed", SEED, "--exclude-path", "/api/verify", guest=guest))


def test_verdicts_keep_to_their_description(tmp_path: Path) -> None:
    asked = ["--phases", "coverage,fuzzing", "--include-path", "/api/verify"]
    print(fuzz(tmp_path, "--max-examples", "100", "--seed", SEED, *asked))
