"""Frames of all kinds, good and bad: the house answers in sentences or closes the connection, has no internal error, and the
games go on."""

import os
from pathlib import Path

from parlour.server.ws import protocol
from tests.server.helpers.frames import fuzz_house


def test_frames_of_all_kinds_do_no_harm(tmp_path: Path) -> None:
    counts, _ = fuzz_house(tmp_path, seed=int(os.environ.get("PARLOUR_FRAMES_SEED", "1")), lines=60)
    print(dict(counts))
    assert counts["frames"] >= 1_500 and counts["refused"] >= 300 and counts["done"] >= 20


def test_only_whole_short_messages_are_read_without_a_parser() -> None:
    mask, said = b"\x01\x02\x03\x04", b'{"type":"ping"}'
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(said))
    frame = bytes((0x81, 0x80 | len(said))) + mask + masked
    assert protocol._is_short_text(frame) and protocol._unmasked(frame[6:], frame[2:6]) == said
    longer = bytes((0x81, 0x80 | 126)) + mask + bytes(126)
    pong, fragment, unmasked = b"\x8a\x80" + mask, b"\x01" + frame[1:], b"\x81" + bytes((len(said),)) + said
    assert protocol._is_short_frame(pong)
    assert not any(
        map(protocol._is_short_text, (b"", frame[:1], frame[:-1], frame + b"\x81", longer, pong, fragment, unmasked))
    )
