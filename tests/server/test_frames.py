"""Frames of all kinds, good and bad: the house answers in sentences or closes the connection, has no internal error, and the
games go on."""

import os
from pathlib import Path

from tests.server.helpers.frames import fuzz_house


def test_frames_of_all_kinds_do_no_harm(tmp_path: Path) -> None:
    counts, _ = fuzz_house(tmp_path, seed=int(os.environ.get("PARLOUR_FRAMES_SEED", "1")), lines=60)
    print(dict(counts))
    assert counts["frames"] >= 1_500 and counts["refused"] >= 300 and counts["done"] >= 20
