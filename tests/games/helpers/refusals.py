"""Checks of refusals: the key of the sentence, and that nothing changes."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from parlour import Illegal, Invalid, Table
from parlour.testing import flaw_of


@contextmanager
def refusal(code: str) -> Iterator[None]:
    """Check that the code inside is refused with the sentence of this key."""
    with pytest.raises((Illegal, Invalid)) as caught:
        yield
    assert caught.value.code == code, f"{caught.value.code}: {caught.value}"
    assert not flaw_of(str(caught.value))


def refused(t: Table, move: str, *fragments: str, code: str = "", seat: int | None = None) -> None:
    """Check that a move is not listed, is refused, and changes nothing.

    `code` is the key of the sentence in the catalogue; `fragments` are patterns that the sentence must match.
    """
    assert code or fragments, "Which refusal is expected?"
    before, events = t.position(), len(t.events)
    assert t.must is None or move not in t.moves(seat)
    with pytest.raises(Illegal) as caught:
        t.play(move, seat)
    said = str(caught.value)
    assert not code or caught.value.code == code, f"{caught.value.code}: {said}"
    for fragment in fragments:
        assert re.search(fragment, said, re.IGNORECASE), f"{fragment!r} is not in {said!r}"
    assert (t.position(), len(t.events)) == (before, events)
