"""Files that the terminal writes."""

import os
from pathlib import Path

from parlour.terminal.files import write_text


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(str(path), "a report")
        assert os.read(reader, 100) == b"a report"
    finally:
        os.close(reader)
    assert path.is_fifo() and list(tmp_path.iterdir()) == [path]
